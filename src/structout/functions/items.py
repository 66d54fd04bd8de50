"""Lists whose wrong items do not cost the right ones, whole or as a stream."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar, cast

from structout.errors import FailureKind, OutputParserException
from structout.parsers import TypedOutputParser
from structout.parsers.base import BaseOutputParser
from structout.result import Attempt, Parsed, Span, Usage
from structout.streaming import Growth, Items

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ParsedItems(Parsed[list[T]]):
    """A list with the items that were left out.

    Attributes:
        errors: for each of them, what was wrong.
    """

    errors: tuple[OutputParserException, ...] = ()


def item_errors(parsed: Parsed[Any]) -> tuple[OutputParserException, ...]:
    """The items of a list that were left out."""
    return parsed.errors if isinstance(parsed, ParsedItems) else ()


class ItemsParser(BaseOutputParser[list[T]]):
    """Reads a list; items that are wrong are left out and told.

    Args:
        whole: reads the list.
        item: reads one item.
    """

    def __init__(self, whole: TypedOutputParser[list[T]], item: TypedOutputParser[T]) -> None:
        self.whole = whole
        self.item = item
        self.tp = whole.tp
        self.max_severity = whole.max_severity

    @property
    def adapter(self) -> Any:
        """What validates the list."""
        return self.whole.adapter

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        return self.whole.get_format_instructions()

    def explain(
        self, text: str, *, prompt: str | None = None, finish_reason: str | None = None
    ) -> Parsed[list[T]]:
        """Read the list, item by item where it cannot be read as a whole.

        Raises:
            OutputParserException: the completion holds no list.
        """
        try:
            return self.whole.explain(text, prompt=prompt, finish_reason=finish_reason)
        except OutputParserException as error:
            raw = error.partial
            if error.kind not in (FailureKind.INVALID, FailureKind.SEVERITY) or not isinstance(raw, list):
                raise
        read: list[T] = []
        errors: list[OutputParserException] = []
        for index, each in enumerate(raw):
            try:
                read.append(self.item.explain(json.dumps(each)).value)
            except OutputParserException as error:
                errors.append(_moved(error, index))
        if not errors:
            raise OutputParserException("the list cannot be read", text)
        return ParsedItems(read, text, Span(0, len(text)), errors=tuple(errors))


def _moved(error: OutputParserException, index: int) -> OutputParserException:
    """The error of an item, told as one of the list."""
    problems = tuple(replace(each, path=f"$[{index}]{each.path[1:]}", span=None) for each in error.errors)
    return OutputParserException(
        f"item {index} is not of the type: {error.message}",
        error.llm_output,
        kind=error.kind,
        errors=problems,
        partial=error.partial,
    )


@dataclass(slots=True)
class Progress:
    """How far a stream has come; whoever reads it writes here.

    Attributes:
        items: the items, and the wrong ones among them.
        growth: the answer on its way in, ``None`` before it is asked for.
        attempts: every answer that was read to its end, first to last.
    """

    items: Items[Any]
    growth: Growth[Any] | None = None
    attempts: list[Attempt] = field(default_factory=list[Attempt])


class _Stream:
    """What both kinds of stream tell about themselves."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    @property
    def stopped(self) -> str | None:
        """Why the stream was ended early (``"complete"``, ``"repetition-loop"``), ``None`` where it was not."""
        return None if self._progress.growth is None else self._progress.growth.stopped

    @property
    def tokens_saved(self) -> int | None:
        """How many tokens the early end saved at most: the limit less the pieces that came, where there is a limit."""
        return None if self._progress.growth is None else self._progress.growth.tokens_saved

    @property
    def errors(self) -> tuple[OutputParserException, ...]:
        """The wrong items: those left out so far, and the one that ended the stream."""
        return tuple(self._progress.items.errors)

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """Every answer that was read to its end so far: the streamed one, and those that were asked for after it."""
        return tuple(self._progress.attempts)

    @property
    def usage(self) -> Usage:
        """Tokens of all attempts; estimated where the stream was ended before the server told."""
        return sum((attempt.usage for attempt in self.attempts), Usage())


class ItemStream(_Stream, Generic[T]):
    """The items of a function's answer, each as soon as it is whole; an iterator."""

    def __init__(self, source: Iterator[T], progress: Progress) -> None:
        super().__init__(progress)
        self._source = source

    def __iter__(self) -> ItemStream[T]:
        return self

    def __next__(self) -> T:
        return next(self._source)

    def close(self) -> None:
        """End the stream; the model is asked for no more."""
        cast("Generator[T]", self._source).close()


class AsyncItemStream(_Stream, Generic[T]):
    """``ItemStream`` for callers that await; awaiting the stream itself gives the stream."""

    def __init__(self, source: AsyncIterator[T], progress: Progress) -> None:
        super().__init__(progress)
        self._source = source

    def __aiter__(self) -> AsyncItemStream[T]:
        return self

    async def __anext__(self) -> T:
        return await anext(self._source)

    def __await__(self) -> Generator[Any, None, AsyncItemStream[T]]:
        return self
        yield

    async def aclose(self) -> None:
        """End the stream; the model is asked for no more."""
        await cast("Any", self._source).aclose()
