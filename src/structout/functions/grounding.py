"""Value and source text → for each string, number and date of the value: does it stand in the text, and where.

No model is asked. A value that stands nowhere is not therefore wrong; it is where to look first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum, StrEnum
from typing import Any, Final, Literal, cast, get_args, get_origin

from pydantic import BaseModel

from structout.coerce.calendar_words import MONTHS
from structout.coerce.numerals import written_out
from structout.coerce.reading import Found
from structout.coerce.words import NUMBER_WORDS, SCALES
from structout.result import Path, Span, render_path

MOST_SPANS: Final = 8
"""So many places are told for each part of a value."""


class Standing(StrEnum):
    """How a part of a value stands in the source."""

    EXACT = "exact"
    """As it is."""
    NORMALISED = "normalised"
    """In another spelling: case, accents, white space, separators of digits, another way to write a date."""
    MISSING = "missing"
    """Nowhere."""


@dataclass(frozen=True, slots=True)
class Grounded:
    """One part of a value.

    Attributes:
        path: where in the value, as ``$.items[2].price``.
        value: the string, number or date.
        standing: how it stands in the source.
        spans: where, in characters of the source; at most eight places.
    """

    path: str
    value: Any
    standing: Standing
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Grounding:
    """Every part of a value that can be looked for in the source: strings, numbers and dates.

    Booleans and choices are left out: they are inferred, not quoted.

    Attributes:
        parts: each of them, in the order of the value.
    """

    parts: tuple[Grounded, ...] = ()

    @property
    def missing(self) -> tuple[Grounded, ...]:
        """The parts that stand nowhere in the source."""
        return tuple(part for part in self.parts if part.standing is Standing.MISSING)

    @property
    def complete(self) -> bool:
        """Whether every part stands in the source."""
        return not self.missing

    def __str__(self) -> str:
        return "\n".join(
            f"{part.path}: {part.standing} {', '.join(f'{s.start}-{s.end}' for s in part.spans)}".rstrip()
            for part in self.parts
        )


def ground(value: Any, source: str) -> Grounding:
    """Look for each part of a value in the source.

    Args:
        value: any value: a model, a dataclass, containers, a scalar.
        source: the text that it was read from.
    """
    text = Source(source)
    return Grounding(tuple(_grounded(text, path, part) for path, part in leaves(value)))


def leaves(value: Any, path: Path = (), annotation: Any = None) -> Iterator[tuple[Path, Any]]:
    """The strings, numbers and dates of a value, each with its path."""
    if value is None or isinstance(value, bool | Enum) or _is_choice(annotation):
        return
    if isinstance(value, str | int | float | Decimal | date | time):
        yield path, value
        return
    for step, part, kind in _children(value):
        yield from leaves(part, (*path, step), kind)


def _is_choice(annotation: Any) -> bool:
    return get_origin(annotation) is Literal or any(
        get_origin(each) is Literal for each in get_args(annotation)
    )


def _children(value: Any) -> Iterator[tuple[str | int, Any, Any]]:
    if isinstance(value, BaseModel):
        for name, info in type(value).model_fields.items():
            yield name, getattr(value, name), info.annotation
    elif is_dataclass(value):
        for each in fields(value):
            yield each.name, getattr(value, each.name), each.type
    elif isinstance(value, Mapping):
        for key, part in cast("Mapping[Any, Any]", value).items():
            yield str(key), part, None
    elif isinstance(value, Sequence | Set) and not isinstance(value, bytes | bytearray):
        for index, part in enumerate(cast("Sequence[Any]", value)):
            yield index, part, None


def _grounded(source: Source, path: Path, value: Any) -> Grounded:
    exact = source.exact(value if isinstance(value, str) else str(value))
    standing, spans = (Standing.EXACT, exact) if exact else (Standing.NORMALISED, source.normalised(value))
    return Grounded(render_path(path), value, standing if spans else Standing.MISSING, spans[:MOST_SPANS])


_NUMBER = re.compile(r"\d++(?:[.,'’ \u00a0\u202f]\d++)*+")
_WORD = re.compile(r"[^\W\d_]++")
_DIGITS = re.compile(r"\d++")
_BETWEEN: Final = frozenset((" ", "-", "\n", "  "))
_MOST_WORDS: Final = 16


class Source:
    """A text to look things up in; what looking up needs is worked out once.

    Args:
        text: the source text.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._folded, self._places = _folded(text)
        self._numbers: list[tuple[Span, frozenset[Decimal]]] | None = None
        self._words: list[tuple[Span, Decimal]] | None = None

    def exact(self, text: str) -> tuple[Span, ...]:
        """Where the text stands as it is, not inside of a longer word or number."""
        return tuple(_whole_words(self.text, text)) if text.strip() else ()

    def normalised(self, value: Any) -> tuple[Span, ...]:
        """Where the value stands in another spelling."""
        if isinstance(value, str):
            return self._string(value)
        if isinstance(value, datetime):
            day = self._date(value.date())
            return (*day, *self._time(value.time())) if day and self._has_time(value.time()) else ()
        if isinstance(value, date):
            return self._date(value)
        if isinstance(value, time):
            return self._time(value)
        return self._number(Decimal(str(value)))

    def _string(self, value: str) -> tuple[Span, ...]:
        folded, _ = _folded(value)
        if not folded:
            return ()
        found = _whole_words(self._folded, folded)
        return tuple(
            Span(self._places[each.start], self._places[each.end - 1] + 1) for each in found
        ) or self._string_as_scalar(value)

    def _string_as_scalar(self, value: str) -> tuple[Span, ...]:
        for read in (datetime.fromisoformat, time.fromisoformat):
            try:
                return self.normalised(_bare(read(value), value))
            except ValueError:
                continue
        return ()

    def _number(self, value: Decimal) -> tuple[Span, ...]:
        wanted = {abs(value), abs(value) * 100} if value else {value}
        if self._numbers is None:
            self._numbers = list(_numbers(self.text))
        found = [
            span
            for span, readings in self._numbers
            if abs(value) in readings or (readings & wanted and _is_percent(self.text, span))
        ]
        if self._words is None:
            self._words = list(_number_words(self.text))
        return (*found, *(span for span, number in self._words if number == value))

    def _date(self, value: date) -> tuple[Span, ...]:
        return tuple(Span(*match.span()) for match in _date_pattern(value).finditer(self.text))

    def _has_time(self, value: time) -> bool:
        return value == time(0) or bool(self._time(value))

    def _time(self, value: time) -> tuple[Span, ...]:
        hours = {value.hour, value.hour % 12 or 12}
        minutes = rf"[:.h时点時點]\s?{value.minute:02d}(?!\d)" if value.minute else r"(?:[:.h]00)?(?!\d)"
        found = re.finditer(rf"(?<!\d)0?(?:{'|'.join(map(str, hours))}){minutes}", self.text)
        return tuple(Span(*match.span()) for match in found)


def _bare(moment: datetime | time, text: str) -> Any:
    return moment.date() if isinstance(moment, datetime) and len(text) <= len("2024-03-14") else moment


def _date_pattern(value: date) -> re.Pattern[str]:
    """The date in digits in any order, with the name of the month in many languages, in Chinese or Korean."""
    named = "|".join(re.escape(name) for name, month in MONTHS.items() if month == value.month)
    year, month, day = rf"(?:{value.year}|{value.year % 100:02d})", f"0?{value.month}", f"0?{value.day}"
    ordinal, mark, of = r"(?:st|nd|rd|th|er|[.º°])?", r"[./\- ]{1,2}", r"(?:of |de |del |d')?"
    forms = (
        f"{value.year}{value.month:02d}{value.day:02d}",
        f"{year}{mark}{month}{mark}{day}",
        f"{day}{mark}{month}{mark}{year}",
        f"{month}{mark}{day}{mark}{year}",
        rf"{day}{ordinal}[\s-]{{1,2}}{of}(?:{named})[.,]?[\s-]{{1,2}}{of}{year}",
        rf"(?:{named})\.?\s{{1,2}}(?:the )?{day}{ordinal},?\s{{1,2}}{year}",
        rf"{year}[\s-](?:{named})[\s-]{day}",
        rf"{value.year}\s?[年년]\s?{month}\s?[月월]\s?{day}",
    )
    return re.compile(rf"(?<!\d)(?:{'|'.join(forms)})(?!\d)", re.IGNORECASE)


def _whole_words(text: str, wanted: str) -> Iterator[Span]:
    start = text.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if not (_joins(text, start) or _joins(text, end)):
            yield Span(start, end)
        start = text.find(wanted, end)


def _joins(text: str, at: int) -> bool:
    """Whether a word or a number of the Latin kind goes on across a position."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before.isdigit() and after in ".," and text[at + 1 : at + 2].isdigit():
        return True
    if after.isdigit() and before in ".," and text[at - 2 : at - 1].isdigit():
        return True
    both = before.isalnum() and after.isalnum()
    return both and before < "\u0600" and after < "\u0600" and before.isdigit() == after.isdigit()


def _folded(text: str) -> tuple[str, list[int]]:
    """The text without case, accents and marks, and for each character of it the place it came from."""
    characters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for each in unicodedata.normalize("NFKD", character).casefold():
            if each.isalnum():
                characters.append(each)
                places.append(place)
            elif not unicodedata.combining(each) and characters and characters[-1] != " ":
                characters.append(" ")
                places.append(place)
    if characters and characters[-1] == " ":
        del characters[-1], places[-1]
    return "".join(characters), places


def _numbers(text: str) -> Iterator[tuple[Span, frozenset[Decimal]]]:
    for match in _NUMBER.finditer(text):
        yield Span(*match.span()), frozenset(_readings(match[0]))
        if not match[0].isdigit():
            for part in _DIGITS.finditer(match[0]):
                span = Span(match.start() + part.start(), match.start() + part.end())
                yield span, frozenset((Decimal(part[0]),)) if " " in match[0] else frozenset()


def _number_words(text: str) -> Iterator[tuple[Span, Decimal]]:
    """Each number that the text spells: its words alone, and together where they stand together."""
    run: list[re.Match[str]] = []
    for match in _WORD.finditer(text):
        word = match[0].casefold()
        if run and (not _counts(word) or text[run[-1].end() : match.start()] not in _BETWEEN):
            yield from _spelt(text, run)
            run = []
        if _counts(word):
            run.append(match)
            if word in NUMBER_WORDS:
                yield Span(*match.span()), Decimal(NUMBER_WORDS[word])
    yield from _spelt(text, run)


def _counts(word: str) -> bool:
    return word in NUMBER_WORDS or word in SCALES or word == "and"


def _spelt(text: str, run: Sequence[re.Match[str]]) -> Iterator[tuple[Span, Decimal]]:
    words = [match for match in run if match[0].casefold() != "and"]
    if len(words) < 2 or len(words) > _MOST_WORDS:
        return
    span = Span(words[0].start(), words[-1].end())
    number = written_out(text[span.start : span.end], "")
    if isinstance(number, Found):
        yield span, number.value


def _readings(token: str) -> Iterator[Decimal]:
    """Every number that a run of digits and separators can mean."""
    yield Decimal("".join(_DIGITS.findall(token)))
    for mark in ".,":
        whole, found, fraction = token.rpartition(mark)
        if found and fraction.isdigit() and mark not in whole:
            yield Decimal(f"{''.join(_DIGITS.findall(whole))}.{fraction}")


def _is_percent(text: str, span: Span) -> bool:
    return text[span.end : span.end + 2].lstrip()[:1] in ("%", "％")
