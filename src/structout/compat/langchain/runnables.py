"""The names that pipes had in late 2023."""

from __future__ import annotations

import asyncio
from abc import ABCMeta
from collections.abc import AsyncIterable, Callable, Iterable, Mapping
from typing import Any, TypedDict

from structout.pipes import Config, MappingStep, Step, to_step


class _AnyStep(ABCMeta):
    """Lets every step count as a Runnable."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, Step) if cls is Runnable else super().__instancecheck__(instance)


class Runnable(Step, metaclass=_AnyStep):
    """Base for steps of your own: a subclass writes ``invoke``, and ``ainvoke`` if it can."""

    def __class_getitem__(cls, types: Any) -> Any:
        return cls


class RunnableParallel(MappingStep):
    """Several steps, each given the same value; named in a mapping or by keyword."""

    def __init__(self, steps: Mapping[str, Any] | None = None, **named: Any) -> None:
        super().__init__({**(steps or {}), **named})


class RunnablePassthrough(Step):
    """A step that gives back what it is given."""

    @classmethod
    def assign(cls, **steps: Any) -> Step:
        """A step that adds to a mapping what the steps make of it."""
        return _Assign(steps)

    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """The value."""
        return value


class _Assign(MappingStep):
    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> dict[str, Any]:
        return {**value, **super().invoke(value, config)}

    async def ainvoke(self, value: Any, config: Config = None, **kwargs: Any) -> dict[str, Any]:
        return {**value, **await super().ainvoke(value, config)}


class RunnableConfig(TypedDict, total=False):
    """Settings of one invocation."""

    callbacks: Any
    max_concurrency: int | None
    tags: list[str]
    metadata: dict[str, Any]


class RunnableBranch(Step):
    """The step behind the first condition that holds, the last step where none does."""

    def __init__(self, *branches: Any) -> None:
        *pairs, default = branches
        self.branches = [(condition, to_step(step)) for condition, step in pairs]
        self.default = to_step(default)

    def _chosen(self, value: Any) -> Step:
        return next((step for condition, step in self.branches if condition(value)), self.default)

    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """Invoke the step."""
        return self._chosen(value).invoke(value, config, **kwargs)

    async def ainvoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """``invoke`` for callers that await."""
        return await self._chosen(value).ainvoke(value, config, **kwargs)


async def run_in_executor(executor: Any, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call a function in a thread."""
    return await asyncio.to_thread(function, *args, **kwargs)


def add(pieces: Iterable[Any]) -> Any:
    """The sum of all pieces, ``None`` where there are none."""
    total = None
    for piece in pieces:
        total = piece if total is None else total + piece
    return total


async def aadd(pieces: AsyncIterable[Any]) -> Any:
    """``add`` for an asynchronous stream."""
    return add([piece async for piece in pieces])
