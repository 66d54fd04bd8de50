"""A chain, asked for a completion: its text, and why the model stopped."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from structout.chains import LLMChain
from structout.llms.callbacks import CallbackManager, Callbacks, Event, handlers_of

Inputs: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Completion:
    """What the model said, and why it stopped, where known."""

    text: str
    finish_reason: str | None = None


def asking(chain: LLMChain, callbacks: Callbacks) -> Callable[[Inputs], Completion]:
    """What asks the chain for a completion."""

    def ask(inputs: Inputs) -> Completion:
        seen = _Seen()
        text = chain.predict(**inputs, callbacks=seen.beside(callbacks))
        return Completion(text, seen.finish_reason)

    return ask


def aasking(chain: LLMChain, callbacks: Callbacks) -> Callable[[Inputs], Awaitable[Completion]]:
    """``asking`` for callers that await."""

    async def ask(inputs: Inputs) -> Completion:
        seen = _Seen()
        text = await chain.apredict(**inputs, callbacks=seen.beside(callbacks))
        return Completion(text, seen.finish_reason)

    return ask


@dataclass(slots=True)
class _Seen:
    """Sees why the model stopped, which is not among a chain's outputs."""

    finish_reason: str | None = None
    handlers: list[Any] = field(default_factory=list[Any])

    def __call__(self, event: Event) -> None:
        if event.name == "on_llm_end":
            self.finish_reason = event.arguments[0].generations[0][0].finish_reason

    def beside(self, callbacks: Callbacks) -> CallbackManager:
        parent = callbacks.parent_run_id if isinstance(callbacks, CallbackManager) else None
        return CallbackManager([*handlers_of(callbacks), self], parent)
