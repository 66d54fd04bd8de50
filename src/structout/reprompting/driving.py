"""The two loops that carry requests out and replies back, one sync, one async, and the model that answers them."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from structout.llms.base import BaseLanguageModel
from structout.llms.callbacks import Callbacks
from structout.llms.language_model import Stop
from structout.llms.result import GenerationChunk
from structout.reprompting.reading import reply_of
from structout.reprompting.task import Reply, Request, Respondent

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Done(Generic[R]):
    """What steps returned.

    Attributes:
        value: it.
    """

    value: R


def run(steps: Generator[Request, Reply, R], respondent: Respondent) -> R:
    """Carry requests out and replies back until the steps return."""
    request = advanced(steps, None)
    while isinstance(request, Request):
        request = advanced(steps, (request.respondent or respondent).ask(request))
    return request.value


async def arun(steps: Generator[Request, Reply, R], respondent: Respondent) -> R:
    """``run`` for callers that await."""
    request = advanced(steps, None)
    while isinstance(request, Request):
        request = advanced(steps, await (request.respondent or respondent).aask(request))
    return request.value


def advanced(steps: Generator[Request, Reply, R], reply: Reply | None) -> Request | Done[R]:
    """Send the reply into the steps: the next request, or what they return.

    Args:
        steps: the steps.
        reply: the answer to their last request, ``None`` to begin.
    """
    try:
        return next(steps) if reply is None else steps.send(reply)
    except StopIteration as stop:
        return Done(stop.value)


@dataclass(frozen=True, slots=True)
class ModelRespondent:
    """A language model; the options of a request are the options of its call, ``stop`` holds for all calls."""

    llm: BaseLanguageModel
    callbacks: Callbacks = None
    stop: Stop = None

    def ask(self, request: Request) -> Reply:
        """Send the prompt to the model.

        Raises:
            ModelError: the model cannot be reached or refuses; passed on as it is.
        """
        begin = time.monotonic()
        result: object = self.llm.generate_prompt(
            [request.prompt], self.stop, self.callbacks, **self._options(request)
        )
        return timed(result, begin)

    async def aask(self, request: Request) -> Reply:
        """Send the prompt to the model without blocking."""
        begin = time.monotonic()
        result: object = await self.llm.agenerate_prompt(
            [request.prompt], self.stop, self.callbacks, **self._options(request)
        )
        return timed(result, begin)

    def stream(self, request: Request) -> Generator[GenerationChunk]:
        """Send the prompt to the model, and hand on its answer piece by piece."""
        yield from self.llm.stream_chunks(request.prompt, self.stop, self.callbacks, **self._options(request))

    async def astream(self, request: Request) -> AsyncGenerator[GenerationChunk]:
        """``stream`` without blocking."""
        chunks = self.llm.astream_chunks(request.prompt, self.stop, self.callbacks, **self._options(request))
        try:
            async for chunk in chunks:
                yield chunk
        finally:
            close: Callable[[], Awaitable[None]] | None = getattr(chunks, "aclose", None)
            if close is not None:
                await close()

    def forget(self, request: Request) -> None:
        """Take the answer out of the model's cache."""
        self.llm.forget(request.prompt, self.stop, **self._options(request))

    def _options(self, request: Request) -> Mapping[str, Any]:
        asked_before = request.strategy != "first"
        return {**(self.llm.reprompt_options if asked_before else {}), **request.options}


def timed(answer: object, begin: float) -> Reply:
    """Any answer as a reply, with the time since it was asked for."""
    return replace(reply_of(answer), seconds=time.monotonic() - begin)
