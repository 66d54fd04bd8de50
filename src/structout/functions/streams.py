"""A call whose answer is wanted while it comes: pieces of text become items, or values that grow."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping
from contextlib import aclosing, closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from structout.errors import ConfigError, OutputParserException
from structout.fixing import ModelRespondent, Reply, Request
from structout.functions.aftermath import Aftermath
from structout.functions.asking import Call, warn_of_missing
from structout.functions.declaration import Plan
from structout.functions.grounding import ground
from structout.functions.items import AsyncItemStream, ItemStream, Progress
from structout.instructions import estimate_tokens
from structout.llms.base import BaseLanguageModel
from structout.llms.result import GenerationChunk
from structout.parsers.base import BaseOutputParser
from structout.reprompting import Lenient
from structout.result import Attempt, Usage
from structout.streaming import Growth, Items, Partial, astream, astream_items, stream, stream_items


def opened(plan: Plan, call: Call[Any], llm: BaseLanguageModel, inputs: Mapping[str, Any]) -> ItemStream[Any]:
    """Ask the model and read its answer as it comes. The model is asked when the first item is wanted."""
    progress = Progress(Items(plan.options.on_item_error))
    streamed = _Streamed.of(plan, call, llm, progress)

    def source() -> Iterator[Any]:
        with _reported(streamed, inputs) as came:
            for value in _values(streamed):
                came(value)
                yield value

    return ItemStream(source(), progress)


def aopened(
    plan: Plan, ready: Callable[[], Awaitable[Call[Any]]], llm: BaseLanguageModel, inputs: Mapping[str, Any]
) -> AsyncItemStream[Any]:
    """``opened`` for callers that await; a body that awaits is run when the first item is wanted."""
    progress = Progress(Items(plan.options.on_item_error))

    async def source() -> AsyncIterator[Any]:
        streamed = _Streamed.of(plan, await ready(), llm, progress)
        try:
            with _reported(streamed, inputs) as came:
                async with aclosing(_avalues(streamed)) as values:
                    async for value in values:
                        came(value)
                        yield value
        finally:
            await streamed.call.run.settled()

    return AsyncItemStream(source(), progress)


def _values(streamed: _Streamed) -> Generator[Any]:
    """What the streamed answer holds, and, where that is refused, what those after it hold beyond it."""
    try:
        yield from streamed.read(streamed.heard(streamed.chunks()))
    except OutputParserException as error:
        after = streamed.after(error)
    else:
        return
    yield from after.values()


async def _avalues(streamed: _Streamed) -> AsyncGenerator[Any]:
    """``_values`` for callers that await."""
    try:
        async with aclosing(streamed.aread(streamed.aheard(streamed.achunks()))) as values:
            async for value in values:
                yield value
    except OutputParserException as error:
        after = streamed.after(error)
    else:
        return
    async with aclosing(after.avalues()) as values:
        async for value in values:
            yield value


@dataclass(slots=True)
class _Streamed:
    """One streamed call, and what was heard of it."""

    plan: Plan
    call: Call[Any]
    llm: BaseLanguageModel
    progress: Progress
    growth: Growth[Any]
    came: list[Any] = field(default_factory=list[Any])
    usage: Usage | None = None
    reason: str | None = None
    seconds: float = 0.0

    @classmethod
    def of(cls, plan: Plan, call: Call[Any], llm: BaseLanguageModel, progress: Progress) -> _Streamed:
        progress.growth = _growth(plan, call, llm, progress.items)
        return cls(plan, call, llm, progress, progress.growth)

    def chunks(self) -> Generator[GenerationChunk]:
        """Ask the model.

        Raises:
            ConfigError: the budget does not allow it.
        """
        request, callbacks = self._request(), self.call.run.get_child()
        if isinstance(self.call.respondent, Lenient):
            return self.call.respondent.stream(request, callbacks)
        return ModelRespondent(self.llm, callbacks).stream(request)

    def achunks(self) -> AsyncGenerator[GenerationChunk]:
        """``chunks`` for callers that await."""
        request, callbacks = self._request(), self.call.run.get_child()
        if isinstance(self.call.respondent, Lenient):
            return self.call.respondent.astream(request, callbacks)
        return ModelRespondent(self.llm, callbacks).astream(request)

    def _request(self) -> Request:
        reason = self.call.policy.budget.refuses((), self.call.request)
        if reason is not None:
            raise ConfigError(f"no call was made: {reason}")
        return self.call.request

    def heard(self, chunks: Generator[GenerationChunk]) -> Generator[GenerationChunk]:
        """The pieces, with the time it took to wait for them and what they say beside their text."""
        with closing(chunks):
            begin = time.monotonic()
            for chunk in chunks:
                self._note(chunk, begin)
                yield chunk
                begin = time.monotonic()

    async def aheard(self, chunks: AsyncGenerator[GenerationChunk]) -> AsyncGenerator[GenerationChunk]:
        """``heard`` for callers that await."""
        async with aclosing(chunks):
            begin = time.monotonic()
            async for chunk in chunks:
                self._note(chunk, begin)
                yield chunk
                begin = time.monotonic()

    def _note(self, chunk: GenerationChunk, begin: float) -> None:
        self.seconds += time.monotonic() - begin
        self.reason = chunk.finish_reason or self.reason
        self.usage = chunk.usage or self.usage

    def read(self, chunks: Generator[GenerationChunk]) -> Generator[Any]:
        """The items of the answer, or the values that it grows through."""
        growth = self.growth
        if self.plan.result.partial:
            return stream(growth, chunks)
        return stream_items(growth, self.progress.items, chunks)

    def aread(self, chunks: AsyncGenerator[GenerationChunk]) -> AsyncGenerator[Any]:
        """``read`` for callers that await."""
        growth = self.growth
        if self.plan.result.partial:
            return astream(growth, chunks)
        return astream_items(growth, self.progress.items, chunks)

    def after(self, error: OutputParserException) -> Aftermath:
        """What follows a refusal of the whole; one of an item is raised."""
        items = self.progress.items
        if items.errors and items.errors[-1] is error:
            raise error
        return Aftermath(
            self.call,
            self._reply(),
            error,
            self.came,
            None if self.plan.result.partial else items,
            lambda items: _growth(self.plan, self.call, self.llm, items),
            self.progress.attempts,
        )

    def _reply(self) -> Reply:
        text = self.growth.text
        asked = estimate_tokens(self.call.request.prompt.to_string())
        # A stream that was ended early has not said what it took.
        usage = self.usage or Usage(asked, estimate_tokens(text))
        return Reply(text, usage, self.seconds, self.reason)

    def ended(self, error: BaseException | None = None) -> None:
        """Keep the one attempt of a stream after which nothing was asked."""
        if not self.progress.attempts:
            reply, request = self._reply(), self.call.request
            told = None if error is None else str(error)
            prompt = request.prompt.to_string()
            self.progress.attempts.append(
                Attempt(request.strategy, prompt, reply.text, told, reply.usage, reply.seconds)
            )
        if isinstance(error, OutputParserException):
            error.attempts = tuple(self.progress.attempts)

    def keep(self, value: Any) -> None:
        """Note a value that is given out; of one that grows only what it is now counts."""
        if isinstance(value, Partial):
            self.came.clear()
        self.came.append(value)

    @property
    def value(self) -> Any:
        """What was given out, as grounding sees it."""
        return [each.value if isinstance(each, Partial) else each for each in self.came]


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
def _reported(streamed: _Streamed, inputs: Mapping[str, Any]) -> Generator[Callable[[Any], None]]:
    """Tell the handlers of the start, of the values that came, and of the end; a caller may end a stream early."""
    call, growth, came = streamed.call, streamed.growth, streamed.came
    call.run.emit("on_chain_start", {"name": call.name}, dict(inputs))
    try:
        yield streamed.keep
    except GeneratorExit:
        streamed.ended()
        call.run.emit("on_chain_end", {"value": came})
        raise
    except BaseException as error:
        streamed.ended(error)
        call.run.emit("on_chain_error", error)
        raise
    streamed.ended()
    if growth.stopped is not None:
        call.run.emit("on_stop_early", growth.stopped, tokens_saved=growth.tokens_saved)
    call.run.emit("on_value", came)
    call.run.emit("on_chain_end", {"value": came})
    if call.grounding == "warn":
        warn_of_missing(call, ground(streamed.value, call.source), depth=5)
