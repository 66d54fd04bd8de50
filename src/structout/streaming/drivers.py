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
    Mapping,
)
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, Protocol, TypeVar, cast

from pydantic import BaseModel

from structout.coerce import Refused
from structout.errors import FailureKind, ModelError, OutputParserException, StreamBrokenError
from structout.result import JsonValue, Problem, shorten
from structout.streaming.growth import Growth
from structout.streaming.partial import Partial
from structout.streaming.settled import same
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
    _raw: list[JsonValue] = field(default_factory=list[JsonValue])
    _members: set[Any] = field(default_factory=set[Any])

    def add(self, index: int, raw: JsonValue, typed: Any) -> None:
        """One more item is settled."""
        self._ready.append((raw, typed))

    def take(self, growth: Growth[Any]) -> Iterator[T]:
        """The items that are ready; the first that is not of the type, where that ends the stream, and all behind it stay."""
        while self._ready and (self._ready[0][1] is not MISSING or self.on_error != "raise"):
            yield from self._told(growth, *self._ready.popleft())

    def _told(
        self, growth: Growth[Any], raw: JsonValue, typed: Any, kind: FailureKind = FailureKind.INVALID
    ) -> Iterator[T]:
        index = len(self._raw)
        self._raw.append(raw)
        if typed is MISSING:
            self.errors.append(_item_error(growth, index, raw, kind))
            return
        if growth.is_set:
            if typed in self._members:
                return
            self._members.add(typed)
        self._given.append(typed)
        yield typed

    def rest(self, growth: Growth[Any], reason: str | None) -> Iterator[T]:
        """What the whole holds beyond the items that were given.

        Raises:
            OutputParserException: the whole is refused, or holds another list.
        """
        try:
            value = _last(growth, reason).value
        except OutputParserException as error:
            yield from self._one_by_one(growth, error)
            return
        items = _items_of(value, growth.text)
        if growth.is_set:
            held = [each for each in self._given if each in value]
            items = held + [each for each in items if each not in self._members]
        if not same(items[: len(self._given)], self._given):
            raise OutputParserException(
                "the answer goes on with another list than the one whose items were given already: parse it as a whole",
                growth.text,
                kind=FailureKind.AMBIGUOUS,
            )
        self.errors.clear()
        yield from items[len(self._given) :]

    def _one_by_one(self, growth: Growth[Any], error: OutputParserException) -> Iterator[T]:
        """The rest of a list that was refused for some of its items."""
        raws = growth.refused_list(error)
        told = len(self._raw)
        if raws is None or raws[:told] != self._raw:
            raise error
        rest = [(raw, growth.item(told + at, raw)) for at, raw in enumerate(raws[told:])]
        if not self.errors and all(typed is not MISSING for _, typed in rest):
            raise error
        for raw, typed in rest:
            yield from self._told(growth, raw, typed, error.kind)
            if self.errors and self.on_error == "raise":
                raise self.errors[-1] from error


def _items_of(value: Any, text: str) -> list[Any]:
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | Mapping | BaseModel):
        found = shorten(cast("object", value))
        raise OutputParserException(f"expected a list, whose items are wanted; found {found}", text)
    return list(cast("Iterable[Any]", value))


def _item_error(growth: Growth[Any], index: int, raw: JsonValue, kind: FailureKind) -> OutputParserException:
    refused = growth.refused(index, raw)
    problems = refused.problems if isinstance(refused, Refused) else ()
    path = f"$[{index}]"
    moved = tuple(replace(p, path=path + p.path[1:], span=None) for p in problems)
    shown = moved or (Problem(path, "an item of the type", shorten(raw)),)
    return OutputParserException(
        f"item {index} is not of the type", growth.text, kind=kind, errors=shown, partial=raw
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
