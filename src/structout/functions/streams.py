"""A call whose answer is wanted while it comes: pieces of text become items, or values that grow."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from structout.errors import ConfigError
from structout.functions.asking import Call
from structout.functions.declaration import Plan
from structout.functions.items import AsyncItemStream, ItemStream
from structout.llms.base import BaseLanguageModel
from structout.parsers.pipeline import Pipeline
from structout.streaming import Growth, Items, astream, astream_items, stream, stream_items


def opened(plan: Plan, call: Call[Any], llm: BaseLanguageModel) -> ItemStream[Any]:
    """Ask the model and read its answer as it comes. The model is asked when the first item is wanted."""
    items: Items[Any] = Items(plan.options.on_item_error)
    growth = _growth(plan, call, items)

    def source() -> Iterator[Any]:
        chunks = llm.stream_chunks(
            call.request.prompt, callbacks=call.run.get_child(), **call.request.options
        )
        yield from stream(growth, chunks) if plan.result.partial else stream_items(growth, items, chunks)

    return ItemStream(source(), items)


def aopened(plan: Plan, call: Call[Any], llm: BaseLanguageModel) -> AsyncItemStream[Any]:
    """``opened`` for callers that await."""
    items: Items[Any] = Items(plan.options.on_item_error)
    growth = _growth(plan, call, items)

    async def source() -> AsyncIterator[Any]:
        chunks = llm.astream_chunks(
            call.request.prompt, callbacks=call.run.get_child(), **call.request.options
        )
        values = astream(growth, chunks) if plan.result.partial else astream_items(growth, items, chunks)
        async for value in values:
            yield value

    return AsyncItemStream(source(), items)


def _growth(plan: Plan, call: Call[Any], items: Items[Any]) -> Growth[Any]:
    parser: Any = getattr(plan.parser, "whole", plan.parser)
    pipeline: Pipeline[Any] | None = getattr(parser, "pipeline", None)
    if pipeline is None:
        raise ConfigError(f"{call.name}: {type(parser).__name__} cannot read a stream; leave parser= out")
    on_item = None if plan.result.partial else items.add
    return Growth(parser.explain, pipeline.coercer, prompt=call.request.prompt.to_string(), on_item=on_item)
