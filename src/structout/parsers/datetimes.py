"""A completion goes in, the moment that it names comes out."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cached_property

from structout.coerce import Found, Unread, Why, read_date, read_datetime
from structout.errors import ConfigError
from structout.parsers.single import SingleValueOutputParser
from structout.result import RepairKind, Severity, Span

_EXAMPLES = (
    datetime(2023, 7, 4, 14, 30, tzinfo=UTC),
    datetime(1999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
    datetime(2025, 1, 1, tzinfo=UTC),
)
_EDGE = " \t\r\n\"'`*“”"
_UNORDERED = re.compile(r"(?<!\d)\d{1,2}([/.-])\d{1,2}\1\d{2}(?!\d)")
# What each directive can stand for in running text; those that are missing are looked for nowhere but alone.
_DIRECTIVES = {
    "Y": r"\d{4}", "y": r"\d{2}", "m": r"\d{1,2}", "d": r"\d{1,2}", "H": r"\d{1,2}", "I": r"\d{1,2}", "M": r"\d{1,2}",
    "S": r"\d{1,2}", "f": r"\d{1,6}", "j": r"\d{1,3}", "p": r"[AaPp][Mm]", "z": r"(?:[+-]\d{2}:?\d{2}|Z)",
    "b": r"[^\W\d]{3,9}\.?", "B": r"[^\W\d]{3,12}", "a": r"[^\W\d]{2,9}\.?", "A": r"[^\W\d]{4,12}", "%": "%",
}  # fmt: skip


class DatetimeOutputParser(SingleValueOutputParser[datetime]):
    """Reads a date and time: in the agreed pattern first, else in any spelling that has one reading.

    Where the pattern ends in a literal ``Z`` the result is aware and in UTC. A date such as ``03/04/05`` is refused
    unless the pattern decides, and so is an answer without a date.

    Args:
        format: the pattern, as ``datetime.strptime`` takes it.
        max_severity: the gravest repair that is taken without an error.

    Raises:
        ConfigError: the pattern is none that ``strptime`` can read.
    """

    def __init__(
        self,
        format: str = "%Y-%m-%dT%H:%M:%S.%fZ",  # noqa: A002
        *,
        max_severity: Severity | str = Severity.TYPE,
    ) -> None:
        super().__init__(max_severity=max_severity)
        self.format = format
        self._utc = format.endswith("Z") and not format.endswith("%Z")
        self._dated = re.search(r"%-?[ymdYjBbcxUWGV]", format) is not None
        self._timed = re.search(r"%-?[HIMSfpXc]", format) is not None
        try:
            self._strict(_EXAMPLES[0].strftime(format))
        except ValueError as error:
            raise ConfigError(
                f"expected a pattern that strptime can read, found {format!r}: {error}"
            ) from error

    @property
    def expected(self) -> str:
        """What the answer should be, for messages."""
        return f"a datetime that matches the pattern {self.format!r}"

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        examples = ", ".join(example.strftime(self.format) for example in _EXAMPLES)
        return f'Write a datetime string that matches the following pattern: "{self.format}". Examples: {examples}'

    def read(self, text: str) -> Found[datetime] | Unread:
        """Read the moment from a text."""
        for shown, kinds in (
            (text.strip(), ()),
            (text.strip(_EDGE).rstrip(".").strip(_EDGE), (RepairKind.MARKUP,)),
        ):
            try:
                return Found(self._strict(shown), Span(0, len(text)), kinds)
            except ValueError:
                continue
        found = self._in_text(text) or self._otherwise(text)
        if isinstance(found, Unread) and found.why is Why.NONE and _UNORDERED.search(text[:20_000]):
            return Unread(
                Why.AMBIGUOUS, "which of its numbers is the day, the month and the year is not said"
            )
        return found

    def _strict(self, text: str) -> datetime:
        moment = datetime.strptime(text, self.format)
        return moment.replace(tzinfo=UTC) if self._utc else moment

    def _in_text(self, text: str) -> Found[datetime] | Unread | None:
        """The one moment that stands in the text in the agreed pattern."""
        if self._pattern is None or len(text) > 20_000:
            return None
        found: dict[datetime, Span] = {}
        for match in self._pattern.finditer(text):
            try:
                found.setdefault(self._strict(match.group()), Span(*match.span()))
            except ValueError:
                continue
        if len(found) > 1:
            return Unread(Why.SEVERAL)
        return next(
            (Found(moment, span, (RepairKind.SCALAR_IN_PROSE,)) for moment, span in found.items()), None
        )

    def _otherwise(self, text: str) -> Found[datetime] | Unread:
        if not self._dated:
            return Unread(Why.NONE)
        if self._timed:
            found = read_datetime(text)
            return found if isinstance(found, Unread) else found.to(self._zoned(found.value))
        day = read_date(text)
        return day if isinstance(day, Unread) else day.to(datetime.combine(day.value, datetime.min.time()))

    def _zoned(self, moment: datetime) -> datetime:
        if not self._utc:
            return moment
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        parts = re.split(r"%(-?[A-Za-z%])", self.format)
        directives = [directive.removeprefix("-") for directive in parts[1::2]]
        if any(directive not in _DIRECTIVES for directive in directives):
            return None
        pieces = [re.escape(literal) for literal in parts[0::2]]
        joined = pieces[0] + "".join(
            _DIRECTIVES[directive] + literal
            for directive, literal in zip(directives, pieces[1:], strict=True)
        )
        return re.compile(rf"(?<![\w.:/-]){joined}(?![\w:/]|[.-]\d)", re.IGNORECASE)

    @property
    def _type(self) -> str:
        return "datetime"
