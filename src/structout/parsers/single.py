"""Base of the parsers that read one plain value (a number, a date, a word for yes or no, an option) from a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Generic, TypeVar

from structout.coerce import Found, Unread, Why
from structout.errors import FailureKind, OutputParserException
from structout.locate import failure_sign, locate
from structout.parsers.base import BaseOutputParser, stopped_early, within
from structout.parsers.texts import answer_span, outside, wrapping
from structout.result import Parsed, Problem, Repair, Severity, Span, shorten

T = TypeVar("T")

_KINDS = {
    Why.NONE: FailureKind.NO_VALUE,
    Why.SEVERAL: FailureKind.AMBIGUOUS,
    Why.AMBIGUOUS: FailureKind.AMBIGUOUS,
    Why.PLACEHOLDER: FailureKind.PLACEHOLDER,
    Why.UNSUITABLE: FailureKind.INVALID,
}
_REASONS = {
    Why.NONE: "none is in it",
    Why.SEVERAL: "several different ones are in it",
    Why.AMBIGUOUS: "it can be read in two ways",
    Why.PLACEHOLDER: "a slot of the instructions was left unfilled",
    Why.UNSUITABLE: "what is in it does not fit",
}
_SHORT = 60


@cache
def _second_thoughts() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:actually|correct(?:ion|ed)|instead|rather|wait|sorry|final|or|but|not|however|eigentlich|sondern|korrektur|"
        r"doch|oder|en realidad|corrección|sino|pero|en fait|plutôt|mais|ou)\b|更正|应该|不是|但",
        re.IGNORECASE,
    )


class SingleValueOutputParser(BaseOutputParser[T], Generic[T]):
    """Base: subclasses say what they expect and read it from a stretch of text.

    Args:
        max_severity: the gravest repair that is taken without an error.
    """

    def __init__(self, *, max_severity: Severity | str = Severity.TYPE) -> None:
        self.max_severity = Severity.of(max_severity)

    @property
    def expected(self) -> str:
        """What the answer should be, for messages."""
        raise NotImplementedError

    def read(self, text: str) -> Found[T] | Unread:
        """Read the value from a text that holds the answer and nothing that marks it."""
        raise NotImplementedError

    def explain(self, text: str, *, prompt: str | None = None, finish_reason: str | None = None) -> Parsed[T]:
        """Read the completion and keep the account of every liberty taken.

        Args:
            text: the completion.
            prompt: not looked at: the value may well stand in the text that was asked about.
            finish_reason: why the model stopped; an answer that was cut off is refused.

        Raises:
            OutputParserException: the completion holds no such value, or several.
        """
        stopped_early(text, finish_reason)
        located = locate(text)
        place = answer_span(located)
        found = self._found(text, place)
        span = found.span.shifted(place.start)
        before, after = shorten(span.of(text)), shorten(found.value)
        repairs = tuple(Repair(kind, "$", span, before, after) for kind in found.kinds)
        parsed = Parsed(found.value, text, span, (*wrapping(located, span), *repairs), outside(text, span))
        return within(parsed, self.max_severity)

    def _found(self, text: str, place: Span) -> Found[T]:
        answer = place.of(text)
        found = self.read(answer)
        if isinstance(found, Unread):
            alone = self._alone(answer)
            if alone is None:
                raise self._refused(text, place, found)
            return alone
        return found

    def _alone(self, answer: str) -> Found[T] | None:
        """The value of the first line, where it is nothing but the value and the lines below only explain it."""
        first, *rest = _lines(answer)
        below = answer[first.end :]
        if not rest or first.end - first.start > _SHORT or _second_thoughts().search(below):
            return None
        found = self.read(first.of(answer))
        if isinstance(found, Unread) or found.span.end - found.span.start < first.end - first.start - 3:
            return None
        again = self.read(below)
        if isinstance(again, Found) and again.value != found.value:
            return None
        return Found(found.value, found.span.shifted(first.start), found.kinds)

    def _refused(self, text: str, place: Span, unread: Unread) -> OutputParserException:
        sign = failure_sign(text)
        kind = sign if sign and unread.why is Why.NONE else _KINDS[unread.why]
        found, reason = shorten(place.of(text)), unread.hint or _REASONS[unread.why]
        problem = Problem("$", self.expected, found, place, reason, unread.advice)
        message = f"expected {self.expected}, found {found}: {reason}"
        return OutputParserException(message, text, kind=kind, errors=(problem,))


def _lines(answer: str) -> Iterator[Span]:
    position = 0
    for raw in answer.splitlines(keepends=True) or [""]:
        if raw.strip() or not answer.strip():
            start = position + len(raw) - len(raw.lstrip())
            yield Span(start, start + len(raw.strip()))
        position += len(raw)
