"""A call whose answer is wanted while it comes: pieces of text become items, or values that grow."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from typing import Any, cast

from structout.errors import ConfigError
from structout.functions.asking import Call
from structout.functions.declaration import Plan
from structout.functions.items import AsyncItemStream, ItemStream
from structout.llms.base import BaseLanguageModel
from structout.parsers.base import BaseOutputParser
from structout.streaming import Growth, Items, astream, astream_items, stream, stream_items


def opened(plan: Plan, call: Call[Any], llm: BaseLanguageModel) -> ItemStream[Any]:
    """Ask the model and read its answer as it comes. The model is asked when the first item is wanted."""
    items: Items[Any] = Items(plan.options.on_item_error)
    growth = _growth(plan, call, llm, items)

    def source() -> Iterator[Any]:
        prompt, options = call.request.prompt, call.request.options
        chunks = llm.stream_chunks(prompt, callbacks=call.run.get_child(), **options)
        yield from stream(growth, chunks) if plan.result.partial else stream_items(growth, items, chunks)
        _tell(call, growth)

    return ItemStream(source(), items, growth)


def aopened(plan: Plan, call: Call[Any], llm: BaseLanguageModel) -> AsyncItemStream[Any]:
    """``opened`` for callers that await."""
    items: Items[Any] = Items(plan.options.on_item_error)
    growth = _growth(plan, call, llm, items)

    async def source() -> AsyncIterator[Any]:
        prompt, options = call.request.prompt, call.request.options
        chunks = llm.astream_chunks(prompt, callbacks=call.run.get_child(), **options)
        values = astream(growth, chunks) if plan.result.partial else astream_items(growth, items, chunks)
        async with aclosing(values):
            async for value in values:
                yield value
        _tell(call, growth)

    return AsyncItemStream(source(), items, growth)


def _growth(plan: Plan, call: Call[Any], llm: BaseLanguageModel, items: Items[Any]) -> Growth[Any]:
    parser: Any = getattr(plan.parser, "whole", plan.parser)
    if not isinstance(parser, BaseOutputParser):
        raise ConfigError(f"{call.name}: {type(parser).__name__} cannot read a stream; leave parser= out")
    reader = cast("BaseOutputParser[Any]", parser)
    limit = call.request.options.get("max_tokens", getattr(llm, "max_tokens", None))
    return reader.growth(
        prompt=call.request.prompt.to_string(),
        stop_early=plan.options.stop_early,
        on_item=None if plan.result.partial else items.add,
        max_tokens=limit if isinstance(limit, int) and limit > 0 else None,
    )


def _tell(call: Call[Any], growth: Growth[Any]) -> None:
    if growth.stopped is not None:
        call.run.emit("on_stop_early", growth.stopped, tokens_saved=growth.tokens_saved)
