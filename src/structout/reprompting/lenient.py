"""Which models take a schema with a request: they say so, until their server refuses one."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from structout.errors import ConfigError, ModelRequestError, StructoutError
from structout.llms.base import BaseLanguageModel
from structout.llms.callbacks import Callbacks
from structout.llms.result import GenerationChunk
from structout.reprompting.driving import ModelRespondent
from structout.reprompting.task import Reply, Request, Respondent

_refusing: set[str] = set()
_lock = Lock()


def enforces(llm: BaseLanguageModel, mode: str) -> bool:
    """Whether a model takes a structured mode, as far as is known: it declares it and has never refused it."""
    return mode in llm.structured_modes and _key(llm, mode) not in _refusing


def _key(llm: BaseLanguageModel, mode: str) -> str:
    return f"{mode} {llm.name} {llm}"


@dataclass(frozen=True, slots=True)
class Lenient:
    """A model that is asked without a schema where its server refuses the schema; the refusal is remembered."""

    inner: Respondent
    llm: BaseLanguageModel

    def ask(self, request: Request) -> Reply:
        """Answer a request."""
        try:
            return self.inner.ask(request)
        except (ModelRequestError, ConfigError) as error:
            plain = _plain(request, error)
        reply = self.inner.ask(plain)
        self._remember(request)
        return reply

    async def aask(self, request: Request) -> Reply:
        """Answer a request without blocking."""
        try:
            return await self.inner.aask(request)
        except (ModelRequestError, ConfigError) as error:
            plain = _plain(request, error)
        reply = await self.inner.aask(plain)
        self._remember(request)
        return reply

    def stream(self, request: Request, callbacks: Callbacks = None) -> Generator[GenerationChunk]:
        """Answer a request piece by piece."""
        model, begun = ModelRespondent(self.llm, callbacks), False
        try:
            for chunk in model.stream(request):
                begun = True
                yield chunk
        except (ModelRequestError, ConfigError) as error:
            if begun:
                raise
            plain = _plain(request, error)
        else:
            return
        for chunk in model.stream(plain):
            self._remember(request)
            yield chunk

    async def astream(self, request: Request, callbacks: Callbacks = None) -> AsyncGenerator[GenerationChunk]:
        """``stream`` for callers that await."""
        model, begun = ModelRespondent(self.llm, callbacks), False
        try:
            async with aclosing(model.astream(request)) as chunks:
                async for chunk in chunks:
                    begun = True
                    yield chunk
        except (ModelRequestError, ConfigError) as error:
            if begun:
                raise
            plain = _plain(request, error)
        else:
            return
        async with aclosing(model.astream(plain)) as chunks:
            async for chunk in chunks:
                self._remember(request)
                yield chunk

    def forget(self, request: Request) -> None:
        """The answer was refused, with the schema or without it."""
        self.inner.forget(request)
        if "structured" in request.options:
            self.inner.forget(replace(request, options=without_schema(request.options)))

    def _remember(self, request: Request) -> None:
        # Only now is it known that the schema was what the server refused.
        with _lock:
            _refusing.add(_key(self.llm, str(request.options["structured"])))


def _plain(request: Request, error: StructoutError) -> Request:
    if request.options.get("structured", "text") == "text":
        raise error
    return replace(request, options=without_schema(request.options))


def without_schema(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a call that enforces nothing."""
    return {name: value for name, value in options.items() if name not in ("structured", "schema")}
