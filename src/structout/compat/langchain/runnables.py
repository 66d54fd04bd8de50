"""The names that pipes had in late 2023."""

from __future__ import annotations

import asyncio
from abc import ABCMeta
from collections.abc import AsyncIterable, Callable, Iterable, Mapping
from typing import Any

from structout.pipes import Config, MappingStep, Step


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
