"""Times of day out of text: located beside the dates, with the half of the day, the zone and what makes them vague.

A text in, the one time or why there is none out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, time, timedelta, timezone, tzinfo
from functools import cache

from structout.coerce.calendar_words import AFTERNOON, MORNING
from structout.coerce.date_marks import PART_OF_DAY, TIME_RANGE, ZONE_APART, ZONE_NAME
from structout.coerce.reading import NOTHING, Unread, Why
from structout.result import Span


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day in a text."""

    span: Span
    hour: int
    minute: int
    second: int
    microsecond: int
    half: bool
    """Whether the half of the day is said (am, pm) or not needed."""
    zone: tzinfo | None = None
    unknown_zone: str = ""

    def time(self) -> time:
        """As Python has it."""
        return time(self.hour, self.minute, self.second, self.microsecond, self.zone)


@cache
def _clock_patterns() -> tuple[re.Pattern[str], ...]:
    half = r"(?:\s?(?P<half>[ap]\.?\s?m\b\.?))?"
    zone = (
        r"(?:\s?\(?(?P<zone>Z(?![a-z])|(?:UTC|GMT)(?:\s?[-+]\d{1,2}(?::?\d{2})?)?|[-+]\d{2}(?::?\d{2})?(?!\d)|"
        r"(?-i:[ACEMPW][DES]?T|[BI]ST|JST|MS[KD]|MEZ|MESZ|CEST|EEST|WEST|HKT|AEST)(?!\w)))?"
    )
    early = r"(?:(?P<half>上午|早上|凌晨|清晨|午前|오전|下午|晚上|傍晚|中午|午後|夜|오후)\s?)?"
    return tuple(
        re.compile(pattern, re.I)
        for pattern in (
            early + r"(?<![\d:.+])(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,](?P<part>\d{1,9}))?)?(?![\d:])"
            + half.replace("half", "half2") + r"(?:\s?(?:Uhr|hrs|h|noon|midday)\b)?" + zone,
            r"(?<![\d:.,])(?P<hour>\d{1,2})(?:[.](?P<minute>\d{2}))?\s?(?P<half>[ap]\.?m\b\.?)" + zone,
            r"(?<![\d:.,])(?P<hour>\d{1,2})(?:[.](?P<minute>\d{2}))?\s?(?:Uhr|uur|h|hrs)(?![a-z])(?:\s?(?P<late>\d{2})(?!\d))?",
            r"(?<!\w)(?:ore|kl|klo|alle|om|godz|saat|ώρα|о|в|at|(?<!\d )o)\.?\s(?P<hour>\d{1,2})\.(?P<minute>\d{2})(?!\.?\d)",
            r"(?<=\x00),?\s(?P<hour>\d{1,2})\.(?P<minute>\d{2})(?=[\s.)]{0,4}\Z)",
            early + r"(?<!\d)(?P<hour>\d{1,2})\s?[点點时時시]\s?(?:(?P<thirty>半)|(?P<minute>\d{1,2})\s?[分분]?)?",
        )
    )  # fmt: skip


@cache
def _signed() -> re.Pattern[str]:
    """An offset right behind a time, or a positive one anywhere."""
    return re.compile(r"\A\s?\(?-\d{2}:?\d{2}(?!\d)|(?<!\w)\+\d{2}:?\d{2}(?!\d)")


def _zone(text: str | None) -> tuple[tzinfo | None, str]:
    if not text:
        return None, ""
    match = re.fullmatch(r"(?:UTC|GMT)?\s?([-+])(\d{1,2}):?(\d{2})?", text, re.I)
    if match:
        offset = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
        if offset >= timedelta(hours=24):
            return None, text
        return timezone(-offset if match[1] == "-" else offset), ""
    return (UTC, "") if text.upper() in ("Z", "UTC", "GMT") else (None, text)


_OFFSET = re.compile(r"-(?:0\d|1[0-2])(?:00|30)")


def _clock_of(match: re.Match[str]) -> Clock | None:
    groups = {key: value for key, value in match.groupdict().items() if value}
    half = (groups.get("half") or groups.get("half2") or "").lower().replace(" ", "").replace(".", "")
    hour, minute = int(groups["hour"]), int(groups.get("minute") or groups.get("late") or 0)
    minute = 30 if "thirty" in groups else minute
    second = int(groups.get("second", 0))
    if half and (hour == 0 or hour > 12) and half.isascii():
        return None
    if half in AFTERNOON and hour < 12:
        hour += 12
    elif half in MORNING and hour == 12:
        hour = 0
    if hour > 23 or minute > 59 or second > 59:
        return None
    zone, unknown = _zone(groups.get("zone"))
    # "17:05 -18:00" is a stretch of time; "17:05 -0800" is none, since both its ends would have a colon.
    apart = groups.get("zone", "").startswith("-") and not _OFFSET.fullmatch(groups["zone"])
    if apart and "second" not in groups:
        zone, unknown = None, groups["zone"]
    part = int(groups.get("part", "0").ljust(6, "0")[:6])
    return Clock(Span(*match.span()), hour, minute, second, part, bool(half) or hour > 12, zone, unknown)


def clocks(text: str, days: list[Span]) -> list[Clock]:
    """Every time of day in a text.

    Args:
        text: the text.
        days: where its dates stand, which are no times.
    """
    masked = list(text)
    for day in days:
        masked[day.start : day.end] = "\x00" * (day.end - day.start)
    rest = re.sub("\x00T(?=\\d)", "\x00 ", "".join(masked))
    found: list[Clock] = []
    for pattern in _clock_patterns():
        for match in pattern.finditer(rest):
            clock = _clock_of(match)
            if clock and not any(
                clock.span.start < c.span.end and c.span.start < clock.span.end for c in found[-64:]
            ):
                found.append(clock)
    return found


def _in_its_half(text: str, clock: Clock) -> Clock | Unread:
    """``6:30 in the evening`` is 18:30; which half "at night" means depends on the hour."""
    word = PART_OF_DAY().search(text[max(0, clock.span.start - 20) : clock.span.end + 24])
    if word is None or not 1 <= clock.hour <= 12:
        return clock
    if word["late"] and clock.hour < 12:
        return replace(clock, hour=clock.hour + 12, half=True)
    return Unread(Why.AMBIGUOUS, "write the time in 24 hours") if word["night"] or clock.hour == 12 else clock


def one_clock(text: str, clocks: list[Clock]) -> Clock | Unread:
    """The one time that the times in a text agree on, or why there is none.

    Args:
        text: the text.
        clocks: the times in it.
    """
    if not clocks:
        return NOTHING
    said = [clock for clock in clocks if clock.half] or clocks
    best: Clock | Unread = said[0]
    if best.unknown_zone:
        return Unread(
            Why.AMBIGUOUS,
            f"{best.unknown_zone!r} has no certain offset: write the moment in ISO 8601 with seconds",
        )
    if TIME_RANGE().search(text[max(0, best.span.start - 24) : best.span.start]):
        return Unread(Why.SEVERAL, "a stretch of time stands there")
    end = best.span.end
    apart = (
        ZONE_NAME().match(text, end)
        or ZONE_APART().search(text[end : end + 24])
        or _signed().search(text[end:])
        or _signed().search(text[: best.span.start])
    )
    if best.zone is None and apart:
        return Unread(
            Why.AMBIGUOUS, "the zone's offset is not said: write the moment in ISO 8601 with its offset"
        )
    if not best.half:
        best = _in_its_half(text, best)
        if isinstance(best, Unread):
            return best
    for other in clocks:
        same = other.time() == best.time() or (
            not other.half
            and (other.hour % 12, other.minute, other.second) == (best.hour % 12, best.minute, best.second)
        )
        if not same:
            return Unread(Why.SEVERAL, "several times stand there")
    return best
