"""The contract of every parser: format instructions go into the prompt, a completion comes back as a value.

In: a completion. Out: the value, or the account of how it was read, or OutputParserException and nothing else.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from structout import streaming
from structout.errors import FailureKind, OutputParserException
from structout.pipes import Config, Step, text_of
from structout.result import JsonValue, Parsed, Problem, Repair, RepairKind, Severity, Span, shorten

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class OutputParser(Protocol[T_co]):
    """Anything that can ask for a value and read one."""

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        ...

    def parse(self, text: str) -> T_co:
        """Read the completion.

        Raises:
            OutputParserException: the completion holds no such value.
        """
        ...


class BaseOutputParser(Step, Generic[T]):
    """Base of the parsers here: one of ``explain`` and ``parse`` is enough, each is written in terms of the other.

    Attributes:
        max_severity: the gravest repair that is taken without an error.
    """

    max_severity: Severity = Severity.TYPE

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        raise NotImplementedError(f"{type(self).__name__} has no format instructions")

    def explain(self, text: str, *, prompt: str | None = None, finish_reason: str | None = None) -> Parsed[T]:
        """Read the completion and keep the account of every liberty taken.

        Args:
            text: the completion.
            prompt: what the model was sent, where known: a payload that stands verbatim in it is no answer.
            finish_reason: why the model stopped, where known (``"stop"``, ``"length"``, ``"refusal"``, …).

        Raises:
            OutputParserException: the completion holds no such value.
        """
        if _inherited(type(self), "parse"):
            raise NotImplementedError(f"{type(self).__name__} defines neither explain nor parse")
        stopped_early(text, finish_reason)
        return Parsed(self.parse(text), text, Span(0, len(text)))

    def parse(self, text: str) -> T:
        """Read the completion.

        Raises:
            OutputParserException: the completion holds no such value.
        """
        return self.explain(text).value

    async def aparse(self, text: str) -> T:
        """``parse`` for callers that await; reading text never waits for anything."""
        return self.parse(text)

    def growth(
        self,
        *,
        prompt: str | None = None,
        stop_early: bool = False,
        on_item: streaming.OnItem | None = None,
        max_tokens: int | None = None,
    ) -> streaming.Growth[T]:
        """One completion on its way in, to be fed piece by piece; ``stream`` and its kin drive it.

        Args:
            prompt: what the model was sent, where known.
            stop_early: end the stream once the value is whole, or once the model has fallen into a loop.
            on_item: told of each item of a list that is finished.
            max_tokens: the limit of the completion, where known: what an early end saved is told by it.
        """
        return streaming.Growth(
            self.explain, prompt=prompt, stop_early=stop_early, on_item=on_item, max_tokens=max_tokens
        )

    def stream(
        self, chunks: Iterable[streaming.Chunk], *, prompt: str | None = None, stop_early: bool = False
    ) -> Iterator[streaming.Partial[T]]:
        """The value after each chunk that changes something; the last is what ``parse`` makes of the whole.

        Args:
            chunks: the completion in pieces of any size.
            prompt: what the model was sent, where known.
            stop_early: end the stream once the value is whole, or once the model has fallen into a loop.

        Raises:
            OutputParserException: the whole holds no such value; ``partial`` has what was whole.
            StreamBrokenError: the stream broke off; ``partial`` has what was whole.
        """
        return streaming.stream(self.growth(prompt=prompt, stop_early=stop_early), chunks)

    def astream(
        self, chunks: AsyncIterable[streaming.Chunk], *, prompt: str | None = None, stop_early: bool = False
    ) -> AsyncIterator[streaming.Partial[T]]:
        """``stream`` for an asynchronous stream."""
        return streaming.astream(self.growth(prompt=prompt, stop_early=stop_early), chunks)

    def stream_items(
        self,
        chunks: Iterable[streaming.Chunk],
        *,
        prompt: str | None = None,
        stop_early: bool = False,
        items: streaming.Items[Any] | None = None,
    ) -> Iterator[Any]:
        """Each item of a list as soon as it is whole.

        Args:
            chunks: the completion in pieces of any size.
            prompt: what the model was sent, where known.
            stop_early: end the stream once the list is whole, or once the model has fallen into a loop.
            items: what is done with items that are not of the type; they raise by default.

        Raises:
            OutputParserException: an item, or the whole, is not of the type.
            StreamBrokenError: the stream broke off.
        """
        items = streaming.Items() if items is None else items
        return streaming.stream_items(
            self.growth(prompt=prompt, stop_early=stop_early, on_item=items.add), items, chunks
        )

    def astream_items(
        self,
        chunks: AsyncIterable[streaming.Chunk],
        *,
        prompt: str | None = None,
        stop_early: bool = False,
        items: streaming.Items[Any] | None = None,
    ) -> AsyncIterator[Any]:
        """``stream_items`` for an asynchronous stream."""
        items = streaming.Items() if items is None else items
        return streaming.astream_items(
            self.growth(prompt=prompt, stop_early=stop_early, on_item=items.add), items, chunks
        )

    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> T:
        """``parse`` by its name in pipes: of a text, or of a model's message."""
        return self.parse(text_of(value))

    async def ainvoke(self, value: Any, config: Config = None, **kwargs: Any) -> T:
        """``invoke`` for callers that await."""
        return await self.aparse(text_of(value))

    @property
    def _type(self) -> str:
        raise NotImplementedError(f"{type(self).__name__} has no _type")


def _inherited(cls: type[Any], name: str) -> bool:
    return getattr(cls, name) is getattr(BaseOutputParser, name)


_STOPS = {
    "length": (FailureKind.TRUNCATED, "the completion was cut off at the token limit: allow more tokens"),
    "max_tokens": (FailureKind.TRUNCATED, "the completion was cut off at the token limit: allow more tokens"),
    "refusal": (FailureKind.REFUSAL, "the model declined to answer"),
    "content_filter": (FailureKind.REFUSAL, "the answer was withheld by a content filter"),
}


def stopped_early(text: str, finish_reason: str | None, *, partial: JsonValue = None) -> None:
    """Refuse a completion whose finish reason says that it is not whole.

    Raises:
        OutputParserException: it was cut off (kind ``truncated``) or withheld (kind ``refusal``).
    """
    if finish_reason in _STOPS:
        kind, message = _STOPS[finish_reason]
        raise OutputParserException(message, text, kind=kind, partial=partial)


def within(parsed: Parsed[T], limit: Severity, *, partial: JsonValue = None) -> Parsed[T]:
    """Let a parsed value through if none of its repairs is graver than ``limit``.

    Raises:
        OutputParserException: kind ``severity`` (``truncated`` where it was cut off), saying what would have been done.
    """
    worst = parsed.severity
    if worst <= limit:
        return parsed
    kind = FailureKind.SEVERITY if parsed.complete else FailureKind.TRUNCATED
    what = (
        "was cut off in the middle of a value"
        if not parsed.complete
        else f"can only be read with a repair that {_PRESUMES[worst]}"
    )
    raise OutputParserException(
        f"the completion {what}",
        parsed.text,
        kind=kind,
        errors=tuple(as_problem(repair, limit) for repair in parsed.repairs if repair.severity > limit),
        partial=partial,
    )


_PRESUMES = {
    Severity.COSMETIC: "mends the notation",
    Severity.TYPE: "converts to the type",
    Severity.LOSSY: "leaves something out",
    Severity.GUESS: "takes one of several readings",
}
_WANTED = {
    RepairKind.FORBIDDEN_KEY: ("only keys that the type has", "leave it out"),
    RepairKind.CONFLICTING_KEY: ("each key once", "take the last"),
    RepairKind.ELLIPSIS: ("every item, written out", ""),
    RepairKind.STRAY_TOKEN: ("nothing beside the value", ""),
    RepairKind.LEFT_OUT_TEXT: ("the value and no text beside it", ""),
    RepairKind.MISSING_VALUE: ("a value for each key", ""),
    RepairKind.UNFINISHED_VALUE: ("a whole value", ""),
    RepairKind.CHOICE_TYPO: ("one of the choices, as it is spelt", ""),
    RepairKind.ONE_OF_SEVERAL: ("only one value", ""),
}
_IN_FORM = {
    Severity.COSMETIC: "a value in the notation that was asked for",
    Severity.TYPE: "a value of exactly the type that was asked for",
}


def as_problem(repair: Repair, limit: Severity) -> Problem:
    """A repair that may not be made, told as a problem."""
    expected, would = _WANTED.get(repair.kind, ("", ""))
    expected = expected or _IN_FORM.get(repair.severity, "a whole value of the type that was asked for")
    would = would or f"read it as {shorten(repair.after)}"
    allow = f"allow it with max_severity={str(repair.severity)!r} (max_severity is {limit})"
    advice = f"{repair.kind} would {would}; {allow}"
    return Problem(repair.path, expected, shorten(repair.before), repair.span, advice=advice)
