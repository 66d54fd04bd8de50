"""Dates, times and moments out of text, in many spellings; never filled up from today.

The date is located first and then read; two different ones are refused, so is 03/04/2025 without `dayfirst`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cache

from structout.coerce.calendar_words import ERAS, MONTHS
from structout.coerce.clocks import clocks, one_clock
from structout.coerce.date_marks import (
    COMPACT,
    RANGE,
    RANGE_ON,
    SHORT_YEAR,
    VAGUE,
    VAGUE_BEHIND,
    weekday_clash,
    weekdays_beside,
)
from structout.coerce.digits import ascii_digits
from structout.coerce.folding import MARKS
from structout.coerce.library_dates import read_by_library
from structout.coerce.reading import NOTHING, Found, Unread, Why
from structout.result import RepairKind, Span

_EDGE = MARKS + ".,;:()[]<>。，"
_MAX_TEXT = 20_000
_DOTTED_CLOCK = re.compile(r"([01]?\d|2[0-3])\.([0-5]\d)")
_TWO_WAYS = Unread(
    Why.AMBIGUOUS,
    "day or month first? write it as YYYY-MM-DD",
    "dayfirst=True or dayfirst=False says which comes first",
)


@dataclass(frozen=True, slots=True)
class _Day:
    span: Span
    value: date | None
    """``None`` where the order of day and month is open."""


@cache
def _day_patterns() -> tuple[re.Pattern[str], ...]:
    names = "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True))
    month = rf"(?P<month>{names})(?![^\W\d_])\.?"
    day = r"(?:(?<![\d.:/-])|(?<=[\u0590-\u05ff]-))(?P<day>\d{1,2})(?!\d)(?:st|nd|rd|th|er|º|ª|o|\.)?"
    year = r"(?:พ\.ศ\.\s?)?(?P<year>\d{4})(?![\d:]|-\d)"
    number = r"(?<![\d.,/-])"
    return tuple(
        re.compile(pattern, re.I)
        for pattern in (
            number
            + r"(?P<year>\d{4})(?P<mark>[-/.])\s?(?P<mon>\d{1,2})(?P=mark)\s?(?P<day>\d{1,2})(?![\d/-])",
            number + r"(?P<year>\d{4})\s?[年년]\s?(?P<mon>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日号號일]",
            rf"(?P<era>{'|'.join(ERAS)})\s?(?P<year>\d{{1,3}}|元)\s?年\s?(?P<mon>\d{{1,2}})\s?月\s?(?P<day>\d{{1,2}})\s?[日號号]",
            number + r"(?P<day>\d{1,2})\s+tháng\s+(?P<mon>\d{1,2}),?\s+(?:năm\s+)?(?P<year>\d{4})(?!\d)",
            number
            + r"(?P<one>\d{1,2})(?P<mark>[-/.])\s?(?P<two>\d{1,2})(?P=mark)\s?(?P<year>\d{4})(?![\d/-])",
            rf"{day}[\s-]{{0,2}}(?:of\s+|de\s+|d['’])?{month}[\s,-]{{0,3}}(?:de\s+|del\s+)?{year}",
            rf"(?<![^\W\d_]){month}[\s-]{{0,2}}(?P<day>\d{{1,2}})(?!\d)(?:st|nd|rd|th)?,?[\s-]{{1,2}}(?:of\s+)?{year}",
            rf"{number}{year}[.\s,-]{{1,3}}{month}[\s-]{{0,2}}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)",
        )
    )


def _make(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _numeric(match: re.Match[str], dayfirst: bool | None) -> tuple[bool, date | None]:
    """Whether it is a date at all, and which one where that is certain."""
    one, two, year = int(match["one"]), int(match["two"]), int(match["year"])
    first, second = _make(year, two, one), _make(year, one, two)
    if match["mark"] == "." and dayfirst is None:
        return first is not None, first
    if dayfirst is not None:
        value = first if dayfirst else second
        return value is not None, value
    if first and second and first != second:
        return True, None
    return (first or second) is not None, first or second


def _day_of(match: re.Match[str], dayfirst: bool | None) -> _Day | None:
    groups = match.groupdict()
    span = Span(*match.span())
    if "one" in groups:
        fits, value = _numeric(match, dayfirst)
        return _Day(span, value) if fits else None
    month = MONTHS[groups["month"].lower()] if "month" in groups else int(groups["mon"])
    value = _make(_year_of(groups), month, int(groups["day"]))
    return _Day(span, value) if value else None


def _year_of(groups: dict[str, str]) -> int:
    """The year of our era; Thai months go with the Buddhist one, 543 years ahead."""
    year = 1 if groups["year"] == "元" else int(groups["year"])
    if "era" in groups:
        return year + ERAS[groups["era"]]
    thai = "\u0e00" <= groups.get("month", "")[:1] <= "\u0e7f"
    return year - 543 if thai and year > 2400 else year


def _by_weekday(text: str, match: re.Match[str]) -> date | None:
    """Of the two readings of ``Thursday, 05/03/2026`` the one that falls on the day of the week beside it."""
    one, two, year = int(match["one"]), int(match["two"]), int(match["year"])
    named = weekdays_beside(text, *match.span())
    fits = [day for day in (_make(year, two, one), _make(year, one, two)) if day and named == {day.weekday()}]
    return fits[0] if len(fits) == 1 else None


def _days(text: str, dayfirst: bool | None) -> list[_Day]:
    found: list[_Day] = []
    for pattern in _day_patterns():
        for match in pattern.finditer(text):
            day = _day_of(match, dayfirst)
            if day and day.value is None:
                day = _Day(day.span, _by_weekday(text, match))
            if day and not any(
                day.span.start < d.span.end and d.span.start < day.span.end for d in found[-64:]
            ):
                found.append(day)
    return sorted(found, key=lambda d: d.span.start)


def _one_day(days: list[_Day], text: str) -> _Day | Unread:
    if not days:
        return NOTHING
    if any(day.value is None for day in days):
        return _TWO_WAYS
    if len({day.value for day in days}) > 1:
        return Unread(Why.SEVERAL, "several dates stand there")
    start, end = days[0].span.start, days[0].span.end
    if RANGE().search(text[max(0, start - 16) : start]) or RANGE_ON().match(text, end):
        return Unread(Why.SEVERAL, "a stretch of days stands there")
    if any(d.value and weekday_clash(text, d.span.start, d.span.end, d.value) for d in days):
        return Unread(Why.AMBIGUOUS, "the day of the week beside it is another one")
    if _other_calendar(text, days[0]):
        return Unread(Why.AMBIGUOUS, "the year may be one of another calendar: write it as YYYY-MM-DD")
    return days[0]


def _other_calendar(text: str, day: _Day) -> bool:
    """``13/03/2567`` counts from the Buddha and ``1403/12/14`` is Persian, or one of them is meant as written."""
    said = text[day.span.start : day.span.end]
    year = day.value.year if day.value else 0
    if said[:4].isdigit() and said[4] != "/":
        return False
    return 2400 < year < 2700 or (1300 <= year < 1500 and said[:4].isdigit())


def _short_year(text: str) -> Unread | None:
    """``03/04/05``: which of the three is the year, nobody can tell."""
    hint = "write the year with four digits"
    return Unread(Why.AMBIGUOUS, hint) if SHORT_YEAR().search(text) else None


def _kinds(text: str, spans: Iterator[Span]) -> tuple[RepairKind, ...]:
    """The price of a date: its format, the sentence round it, a word that makes it vague."""
    covered = list(spans)
    start, end = min(s.start for s in covered), max(s.end for s in covered)
    vague = (VAGUE().search(text[max(0, s.start - 40) : s.start]) for s in covered)
    if any(vague) or any(VAGUE_BEHIND().match(text, s.end) for s in covered):
        return (RepairKind.DATE_FORMAT, RepairKind.LEFT_OUT_TEXT)
    outside = text[:start].strip(_EDGE) + text[end:].strip(_EDGE)
    return (RepairKind.DATE_FORMAT, RepairKind.SCALAR_IN_PROSE) if outside else (RepairKind.DATE_FORMAT,)


def read_date(text: str, *, dayfirst: bool | None = None) -> Found[date] | Unread:
    """Read the one date in a text.

    Args:
        text: a date in any spelling, or a sentence with one date in it.
        dayfirst: the order of ``03/04/2025``; ``None`` refuses it.

    Returns:
        The date with its place, or why there is none. A missing day, month or year is never filled in.
    """
    if len(text) > _MAX_TEXT:
        return NOTHING
    text = ascii_digits(text)
    compact = re.fullmatch(r"(?P<year>(?:19|20)\d\d)(?P<mon>\d\d)(?P<day>\d\d)", text.strip(_EDGE))
    days = [d for d in [_day_of(compact, None)] if d] if compact else _days(text, dayfirst)
    day = _one_day(days, text) if days else _short_year(text) or read_by_library(text.strip(_EDGE), dayfirst)
    if isinstance(day, Unread):
        return day
    if isinstance(day, Found):
        return day.to(day.value.date())
    assert day.value is not None  # noqa: S101
    kinds = (
        (RepairKind.DATE_FORMAT,)
        if compact
        else _kinds(text, iter((day.span, *(c.span for c in clocks(text, [d.span for d in days])))))
    )
    return Found(day.value, day.span, kinds)


def read_time(text: str) -> Found[time] | Unread:
    """Read the one time of day in a text.

    Args:
        text: a time such as ``7:30 pm``, ``19h30`` or ``下午3点``, or a sentence with one in it.

    Returns:
        The time with its place, or why there is none.
    """
    if len(text) > _MAX_TEXT:
        return NOTHING
    text = ascii_digits(text)
    named = {
        "noon": time(12),
        "midday": time(12),
        "midnight": time(0),
        "mediodía": time(12),
        "medianoche": time(0),
    }
    alone = named.get(text.strip(_EDGE).lower())
    if alone is not None:
        return Found(alone, Span(0, len(text)), (RepairKind.DATE_FORMAT,))
    dotted = _DOTTED_CLOCK.fullmatch(text.strip(_EDGE))
    if dotted is not None:
        return Found(time(int(dotted[1]), int(dotted[2])), Span(0, len(text)), (RepairKind.DATE_FORMAT,))
    days = _days(text, True)
    clock = one_clock(text, clocks(text, [d.span for d in days]))
    if isinstance(clock, Unread):
        return clock
    return Found(clock.time(), clock.span, _kinds(text, iter((clock.span, *(d.span for d in days)))))


def read_datetime(text: str, *, dayfirst: bool | None = None) -> Found[datetime] | Unread:
    """Read the one moment in a text: a date and a time of day.

    Args:
        text: a moment in any spelling, or a sentence with one in it.
        dayfirst: the order of ``03/04/2025``; ``None`` refuses it.

    Returns:
        The moment with its place, or why there is none. An ISO date alone is midnight; any other date without
        a time is refused, for nobody said midnight.
    """
    if len(text) > _MAX_TEXT:
        return NOTHING
    text = ascii_digits(text)
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text.strip(_EDGE)):
        day = read_date(text)
        return day if isinstance(day, Unread) else day.to(datetime.combine(day.value, time()))
    text = COMPACT().sub(r"\1-\2-\3T\4:\5:\6", text)
    days = _days(text, dayfirst)
    if not days:
        return _short_year(text) or read_by_library(text.strip(_EDGE), dayfirst, clock=True)
    day = _one_day(days, text)
    if isinstance(day, Unread):
        return day
    clock = one_clock(text, clocks(text, [d.span for d in days]))
    if isinstance(clock, Unread):
        return clock if clock is not NOTHING else Unread(Why.UNSUITABLE, "no time of day stands there")
    assert day.value is not None  # noqa: S101
    spans = (day.span, clock.span)
    whole = Span(min(s.start for s in spans), max(s.end for s in spans))
    return Found(datetime.combine(day.value, clock.time()), whole, _kinds(text, iter(spans)))
