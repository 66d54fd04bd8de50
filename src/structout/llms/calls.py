"""Parts that text and chat models share: bounded concurrency, tolerant calls, results of either shape."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, TypeVar

from structout.llms.result import ChatResult, GenerationChunk, LLMResult
from structout.llms.signatures import fitting

T = TypeVar("T")


async def gathered(calls: Sequence[Awaitable[T]], at_once: int) -> list[T]:
    """The results of the calls in order, with at most ``at_once`` under way; the first failure cancels the rest."""
    gate = asyncio.Semaphore(at_once)

    async def one(call: Awaitable[T]) -> T:
        async with gate:
            return await call

    tasks = [asyncio.ensure_future(one(call)) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for call in calls:
            # One that never got through the gate was not begun, and would warn that nobody awaited it.
            if asyncio.iscoroutine(call):
                call.close()


def taken(method: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a method of a subclass takes, old signatures included."""
    return fitting(method, options, {"run_manager": None})


def whole(result: LLMResult | ChatResult) -> GenerationChunk:
    """An answer as the one piece of a stream."""
    first = as_llm_result(result).generations[0][0]
    return GenerationChunk(first.text, first.finish_reason, as_llm_result(result).usage)


def as_llm_result(result: LLMResult | ChatResult) -> LLMResult:
    """An answer to one conversation, of either shape, as an LLMResult."""
    return LLMResult([result.generations], result.llm_output) if isinstance(result, ChatResult) else result
