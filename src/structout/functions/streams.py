"""A call whose answer is wanted while it comes: pieces of text become items, or values that grow."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from structout.errors import ConfigError
from structout.functions.asking import Call
from structout.functions.declaration import Plan
from structout.functions.items import AsyncItemStream, ItemStream
from structout.llms.base import BaseLanguageModel
from structout.parsers.base import BaseOutputParser
from structout.streaming import Items


def opened(plan: Plan, call: Call[Any], llm: BaseLanguageModel) -> ItemStream[Any]:
    """Ask the model and read its answer as it comes. The model is asked when the first item is wanted."""
    items: Items[Any] = Items(plan.options.on_item_error)
    parser, prompt = _parser(plan, call), call.request.prompt

    def source() -> Iterator[Any]:
        chunks = llm.stream_chunks(prompt, callbacks=call.run.get_child(), **call.request.options)
        if plan.result.partial:
            yield from parser.stream(chunks, prompt=prompt.to_string())
        else:
            yield from parser.stream_items(chunks, prompt=prompt.to_string(), items=items)

    return ItemStream(source(), items)


def aopened(plan: Plan, call: Call[Any], llm: BaseLanguageModel) -> AsyncItemStream[Any]:
    """``opened`` for callers that await."""
    items: Items[Any] = Items(plan.options.on_item_error)
    parser, prompt = _parser(plan, call), call.request.prompt

    async def source() -> AsyncIterator[Any]:
        chunks = llm.astream_chunks(prompt, callbacks=call.run.get_child(), **call.request.options)
        if plan.result.partial:
            values = parser.astream(chunks, prompt=prompt.to_string())
        else:
            values = parser.astream_items(chunks, prompt=prompt.to_string(), items=items)
        async for value in values:
            yield value

    return AsyncItemStream(source(), items)


def _parser(plan: Plan, call: Call[Any]) -> BaseOutputParser[Any]:
    parser: Any = getattr(plan.parser, "whole", plan.parser)
    if hasattr(parser, "stream_items"):
        return parser
    raise ConfigError(f"{call.name}: {type(parser).__name__} cannot read a stream; leave parser= out")
