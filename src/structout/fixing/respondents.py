"""What answers a request: a chain, a model, a function, or anything with ``invoke`` or ``run``."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from structout.chains import LLMChain
from structout.errors import ConfigError
from structout.llms.base import BaseLanguageModel
from structout.llms.callbacks import Callbacks, Event
from structout.llms.result import LLMResult
from structout.reprompting.driving import ModelRespondent, timed
from structout.reprompting.reading import reply_of
from structout.reprompting.task import Reply, Request, Respondent
from structout.threads import in_thread


@dataclass(frozen=True, slots=True)
class ChainRespondent:
    """An LLMChain whose prompt has the variables of the request; other requests go to its model."""

    chain: LLMChain
    callbacks: Callbacks = None

    @property
    def _model(self) -> ModelRespondent:
        return ModelRespondent(self.chain.llm, self.callbacks)

    def _serves(self, request: Request) -> bool:
        return bool(request.inputs) and set(self.chain.prompt.input_variables) <= set(request.inputs)

    def ask(self, request: Request) -> Reply:
        """Run the chain on the request's variables."""
        if not self._serves(request):
            return self._model.ask(request)
        begin, seen = time.monotonic(), _Seen()
        outputs = self.chain(dict(request.inputs), callbacks=seen.beside(self.callbacks))
        return seen.complete(outputs[self.chain.output_key], begin)

    async def aask(self, request: Request) -> Reply:
        """Run the chain on the request's variables without blocking."""
        if not self._serves(request):
            return await self._model.aask(request)
        begin, seen = time.monotonic(), _Seen()
        outputs = await self.chain.acall(dict(request.inputs), callbacks=seen.beside(self.callbacks))
        return seen.complete(outputs[self.chain.output_key], begin)

    def forget(self, request: Request) -> None:
        """Take the answer out of the model's cache."""
        self._model.forget(request)


@dataclass(slots=True)
class _Seen:
    """Sees what the model inside a chain answered: usage and finish reason are not among a chain's outputs."""

    results: list[LLMResult] = field(default_factory=list[LLMResult])

    def __call__(self, event: Event) -> None:
        if event.name == "on_llm_end":
            self.results.append(event.arguments[0])

    def beside(self, callbacks: Callbacks) -> list[Any]:
        given: Any = getattr(callbacks, "handlers", callbacks) or ()
        return [*given, self]

    def complete(self, output: object, begin: float) -> Reply:
        reply = timed(output, begin)
        if not self.results:
            return reply
        told = reply_of(self.results[-1])
        return replace(reply, usage=told.usage, finish_reason=told.finish_reason)


@dataclass(frozen=True, slots=True)
class FunctionRespondent:
    """A function of the request's variables, or anything with ``invoke`` or ``run``; it may answer a typed value."""

    function: Callable[..., Any]
    afunction: Callable[..., Any] | None = None
    one_mapping: bool = False

    def _called(self, function: Callable[..., Any], request: Request) -> Any:
        if self.one_mapping:
            return function(dict(request.inputs))
        return function(**_taken(function, request.inputs))

    def ask(self, request: Request) -> Reply:
        """Call the function."""
        begin = time.monotonic()
        return timed(self._called(self.function, request), begin)

    async def aask(self, request: Request) -> Reply:
        """Call the function; a plain one in a thread."""
        begin = time.monotonic()
        if self.afunction is None:
            answer = await in_thread(self._called, self.function, request)
        else:
            answer = await self._called(self.afunction, request)
        return timed(answer, begin)

    def forget(self, request: Request) -> None:
        """A function has no cache that is known here."""


def _taken(function: Callable[..., Any], inputs: Mapping[str, str]) -> dict[str, str]:
    parameters = inspect.signature(function).parameters
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return dict(inputs)
    return {name: value for name, value in inputs.items() if name in parameters}


def respondent_of(answerer: object, callbacks: Callbacks = None) -> Respondent:
    """Take a model, an LLMChain, a respondent, anything with ``invoke`` or ``run``, or a function.

    Raises:
        ConfigError: it is none of these.
    """
    if isinstance(answerer, LLMChain):
        return ChainRespondent(answerer, callbacks)
    if isinstance(answerer, BaseLanguageModel):
        return ModelRespondent(answerer, callbacks)
    if all(callable(getattr(answerer, name, None)) for name in ("ask", "aask", "forget")):
        return cast("Respondent", answerer)
    for name, one_mapping in (("invoke", True), ("run", False)):
        method = getattr(answerer, name, None)
        if callable(method):
            return FunctionRespondent(method, _twin(answerer, name), one_mapping)
    if callable(answerer):
        is_async = inspect.iscoroutinefunction(answerer)
        return FunctionRespondent(answerer, answerer if is_async else None)
    raise ConfigError(
        f"expected a language model, an LLMChain or a function to ask, found {type(answerer).__name__}"
    )


def _twin(answerer: object, name: str) -> Callable[..., Any] | None:
    twin = getattr(answerer, f"a{name}", None)
    return twin if callable(twin) else None
