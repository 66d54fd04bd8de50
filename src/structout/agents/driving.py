"""The two loops that carry out what a generator asks for: one sync, one async."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import Any, TypeVar

A = TypeVar("A")
R = TypeVar("R")


def run(steps: Generator[A, Any, R], perform: Callable[[A], Any]) -> R:
    """Perform each request and send its outcome back, until the generator returns."""
    outcome: Any = None
    while True:
        try:
            request = steps.send(outcome)
        except StopIteration as stop:
            return stop.value
        outcome = perform(request)


async def arun(steps: Generator[A, Any, R], perform: Callable[[A], Awaitable[Any]]) -> R:
    """``run`` for callers that await."""
    outcome: Any = None
    while True:
        try:
            request = steps.send(outcome)
        except StopIteration as stop:
            return stop.value
        outcome = await perform(request)
