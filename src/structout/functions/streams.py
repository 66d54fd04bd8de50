"""A call whose answer is wanted while it comes: pieces of text become items, or values that grow."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping
from contextlib import aclosing, contextmanager
from typing import Any, cast

from structout.errors import ConfigError
from structout.functions.asking import Call
from structout.functions.declaration import Plan
from structout.functions.items import AsyncItemStream, ItemStream
from structout.llms.base import BaseLanguageModel
from structout.parsers.base import BaseOutputParser
from structout.streaming import Growth, Items, Partial, astream, astream_items, stream, stream_items


def opened(plan: Plan, call: Call[Any], llm: BaseLanguageModel, inputs: Mapping[str, Any]) -> ItemStream[Any]:
    """Ask the model and read its answer as it comes. The model is asked when the first item is wanted."""
    items: Items[Any] = Items(plan.options.on_item_error)
    growth = _growth(plan, call, llm, items)

    def source() -> Iterator[Any]:
        prompt, options = call.request.prompt, call.request.options
        with _reported(call, inputs, growth) as came:
            chunks = llm.stream_chunks(prompt, callbacks=call.run.get_child(), **options)
            for value in (
                stream(growth, chunks) if plan.result.partial else stream_items(growth, items, chunks)
            ):
                came(value)
                yield value

    return ItemStream(source(), items, growth)


def aopened(
    plan: Plan, call: Call[Any], llm: BaseLanguageModel, inputs: Mapping[str, Any]
) -> AsyncItemStream[Any]:
    """``opened`` for callers that await."""
    items: Items[Any] = Items(plan.options.on_item_error)
    growth = _growth(plan, call, llm, items)

    async def source() -> AsyncIterator[Any]:
        prompt, options = call.request.prompt, call.request.options
        with _reported(call, inputs, growth) as came:
            chunks = llm.astream_chunks(prompt, callbacks=call.run.get_child(), **options)
            values = astream(growth, chunks) if plan.result.partial else astream_items(growth, items, chunks)
            async with aclosing(values):
                async for value in values:
                    came(value)
                    yield value

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


@contextmanager
def _reported(
    call: Call[Any], inputs: Mapping[str, Any], growth: Growth[Any]
) -> Generator[Callable[[Any], None]]:
    """Tell the handlers of the start, of the values that came, and of the end; a caller may end a stream early."""
    came: list[Any] = []
    call.run.emit("on_chain_start", {"name": call.name}, dict(inputs))
    try:
        yield lambda value: _keep(came, value)
    except GeneratorExit:
        call.run.emit("on_chain_end", {"value": came})
        raise
    except BaseException as error:
        call.run.emit("on_chain_error", error)
        raise
    if growth.stopped is not None:
        call.run.emit("on_stop_early", growth.stopped, tokens_saved=growth.tokens_saved)
    call.run.emit("on_value", came)
    call.run.emit("on_chain_end", {"value": came})


def _keep(came: list[Any], value: Any) -> None:
    # Of a value that grows only what it is now counts.
    if isinstance(value, Partial):
        came.clear()
    came.append(value)
