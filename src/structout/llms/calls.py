"""Parts that text and chat models share: tolerant calls, results of either shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from structout.llms.result import ChatResult, GenerationChunk, LLMResult
from structout.llms.signatures import fitting


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
