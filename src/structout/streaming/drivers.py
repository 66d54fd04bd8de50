"""Pieces in, values out: the same growth driven by a plain and by an asynchronous stream."""

from __future__ import annotations

from collections import deque
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Generator,
    Iterable,
    Iterator,
)
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, Protocol, TypeVar

from structout.coerce import Refused
from structout.errors import FailureKind, ModelError, OutputParserException, StreamBrokenError
from structout.result import JsonValue, Problem, shorten
from structout.streaming.growth import Growth
from structout.streaming.partial import Partial
from structout.streaming.typed import MISSING

T = TypeVar("T")

OnItemError = Literal["raise", "skip", "collect"]


class TextChunk(Protocol):
    """A piece of a streamed completion."""

    @property
    def text(self) -> str:
        """The piece."""
        ...

    @property
    def finish_reason(self) -> str | None:
        """Why the model stopped, on the last piece."""
        ...


Chunk = str | TextChunk


def stream(growth: Growth[T], chunks: Iterable[Chunk]) -> Generator[Partial[T]]:
    """The value after each piece that changes something, last the whole.

    Closing the iterator early closes ``chunks``.

    Raises:
        OutputParserException: the whole holds no value of the type.
        StreamBrokenError: the stream broke off; ``partial`` has what was whole.
        ModelError: the model failed before the first piece.
    """
    source = iter(chunks)
    reason: str | None = None
    try:
        for chunk in source:
            piece, reason = _opened(chunk, reason)
            if (shown := growth.feed(piece)) is not None:
                yield shown
            if growth.stopped:
                break
    except ModelError as error:
        if not growth.pieces:
            raise
        raise _broken(growth, error) from error
    finally:
        _close(source)
    yield _last(growth, reason)


async def astream(growth: Growth[T], chunks: AsyncIterable[Chunk]) -> AsyncGenerator[Partial[T]]:
    """``stream`` for an asynchronous stream."""
    source = aiter(chunks)
    reason: str | None = None
    try:
        async for chunk in source:
            piece, reason = _opened(chunk, reason)
            if (shown := growth.feed(piece)) is not None:
                yield shown
            if growth.stopped:
                break
    except ModelError as error:
        if not growth.pieces:
            raise
        raise _broken(growth, error) from error
    finally:
        await _aclose(source)
    yield _last(growth, reason)


def _opened(chunk: Chunk, reason: str | None) -> tuple[str, str | None]:
    if isinstance(chunk, str):
        return chunk, reason
    return chunk.text, chunk.finish_reason or reason


def _last(growth: Growth[T], reason: str | None) -> Partial[T]:
    if growth.stopped == FailureKind.REPETITION_LOOP:
        raise OutputParserException(
            f"the model fell into a loop and was stopped after {len(growth.text)} characters",
            growth.text,
            kind=FailureKind.REPETITION_LOOP,
            partial=growth.partial_json(),
        )
    return growth.finish(reason)


def _broken(growth: Growth[Any], error: ModelError) -> StreamBrokenError:
    return StreamBrokenError(str(error), completion=growth.text, partial=growth.partial_json())


def _close(source: Iterator[Any]) -> None:
    close = getattr(source, "close", None)
    if callable(close):
        close()


async def _aclose(source: AsyncIterator[Any]) -> None:
    close: Callable[[], Awaitable[None]] | None = getattr(source, "aclose", None)
    if close is not None:
        await close()


@dataclass(slots=True)
class Items(Generic[T]):
    """The finished items of a list that grows, and what became of those that are none.

    Attributes:
        on_error: what an item that is not of the type does: end the stream, be left out, or be left out and kept
            in ``errors``.
        errors: the items left out, each as the error it would have raised, and the one that ended the stream.
    """

    on_error: OnItemError = "raise"
    errors: list[OutputParserException] = field(default_factory=list[OutputParserException])
    _ready: deque[Any] = field(default_factory=deque[Any])
    _given: list[Any] = field(default_factory=list[Any])
    _told: int = 0

    def add(self, index: int, raw: JsonValue, typed: Any) -> None:
        """One more item is whole."""
        self._told = index + 1
        self._ready.append(typed if typed is not MISSING else _BadItem(index, raw))

    def take(self, growth: Growth[Any]) -> Iterator[T]:
        """The items that are ready.

        Raises:
            OutputParserException: an item is not of the type, and that is to be raised.
        """
        while self._ready:
            item = self._ready.popleft()
            if not isinstance(item, _BadItem):
                self._given.append(item)
                yield item
                continue
            self.errors.append(_item_error(growth, item))
            if self.on_error == "raise":
                raise self.errors[-1]

    def rest(self, growth: Growth[Any], reason: str | None) -> Iterator[T]:
        """What only the whole shows."""
        if growth.list_closed and (self.errors or reason in (None, "stop")):
            return
        items = list(_last(growth, reason).value)
        if items[: self._told] != self._given and not self.errors:
            raise OutputParserException(
                "the end of the answer changes items that were given already: parse it as a whole",
                growth.text,
                kind=FailureKind.AMBIGUOUS,
            )
        yield from items[self._told :]


@dataclass(frozen=True, slots=True)
class _BadItem:
    index: int
    raw: JsonValue


def _item_error(growth: Growth[Any], item: _BadItem) -> OutputParserException:
    refused = growth.refused(item.index, item.raw)
    problems = refused.problems if isinstance(refused, Refused) else ()
    path = f"$[{item.index}]"
    moved = tuple(replace(p, path=path + p.path[1:], span=None) for p in problems)
    shown = moved or (Problem(path, "an item of the type", shorten(item.raw)),)
    return OutputParserException(
        f"item {item.index} is not of the type", growth.text, errors=shown, partial=item.raw
    )


def stream_items(growth: Growth[Any], items: Items[T], chunks: Iterable[Chunk]) -> Generator[T]:
    """Each item of a list as soon as it is whole.

    Raises:
        OutputParserException: an item is not of the type (after those before it were given), or the whole is no list.
        StreamBrokenError: the stream broke off.
        ModelError: the model failed before the first piece.
    """
    source = iter(chunks)
    reason: str | None = None
    try:
        for chunk in source:
            piece, reason = _opened(chunk, reason)
            growth.feed(piece)
            yield from items.take(growth)
            if growth.stopped:
                break
    except ModelError as error:
        if not growth.pieces:
            raise
        raise _broken(growth, error) from error
    finally:
        _close(source)
    yield from items.rest(growth, reason)


async def astream_items(
    growth: Growth[Any], items: Items[T], chunks: AsyncIterable[Chunk]
) -> AsyncGenerator[T]:
    """``stream_items`` for an asynchronous stream."""
    source = aiter(chunks)
    reason: str | None = None
    try:
        async for chunk in source:
            piece, reason = _opened(chunk, reason)
            growth.feed(piece)
            for item in items.take(growth):
                yield item
            if growth.stopped:
                break
    except ModelError as error:
        if not growth.pieces:
            raise
        raise _broken(growth, error) from error
    finally:
        await _aclose(source)
    for item in items.rest(growth, reason):
        yield item
