"""The loops that carry out what a generator asks for, sync and async: to its end, or request by request."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
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


def performed(steps: Generator[A, Any, Any], perform: Callable[[A], Any]) -> Iterator[A]:
    """``run``, giving out each request once it has been performed."""
    outcome: Any = None
    while True:
        try:
            request = steps.send(outcome)
        except StopIteration:
            return
        outcome = perform(request)
        yield request


async def aperformed(
    steps: Generator[A, Any, Any], perform: Callable[[A], Awaitable[Any]]
) -> AsyncIterator[A]:
    """``performed`` for callers that await."""
    outcome: Any = None
    while True:
        try:
            request = steps.send(outcome)
        except StopIteration:
            return
        outcome = await perform(request)
        yield request
