"""A length of time out of text: "2h 30m", "90 minutes", "1:30:00", or a sentence with one in it."""

from __future__ import annotations

import re
from datetime import timedelta
from decimal import Decimal
from functools import cache
from typing import Final

from structout.coerce.beside import hedged
from structout.coerce.calendar_words import DURATION_UNITS
from structout.coerce.digits import ascii_digits
from structout.coerce.folding import MARKS
from structout.coerce.patterns import lazy
from structout.coerce.reading import NOTHING, Found, Unread, Why
from structout.coerce.words import NUMBER_WORDS
from structout.result import RepairKind, Span

_EDGE = MARKS + ".,;:()。"
_MAX_TEXT = 20_000
_SHORT = 80
_GLUED = lazy(r"(?<=[^\W\d_])(?=\d)")


_JOINED = lazy(r"(?:(?<!\w)(?:and|plus|und|et|y|e|i|и|та|і|en|och|og|ja|ve)|و|및|と)\s*\Z", re.I)
_JOINED_ON = lazy(r"\s*+(?:[(,]\s*+)?(?:(?:and|plus|und|et|y|e|i|и|та|і|en|och|og|ja|ve)\s|و\s?(?=\w))", re.I)
_QUARTERS: Final = {"¼": 0.25, "½": 0.5, "¾": 0.75}
_ONES: Final = frozenset("a an one ein eine einen un une una uno um uma een en ett 一".split())
_SPELT = lazy(
    r"(?:(?:an?\s|eine?\s|une\s|uma\s)?(?P<half>half|halbe|media|demi|demie|mezza|meia|1/2)(?:[\s-]an?)?|(?P<number>[^\W\d_]+))[\s-](?P<unit>[^\W\d_]+)"
)
_HALF = lazy(
    r"\s++(?:and|y|et|e|ed|und|en|i|с)\s++(?:(?:a|une?|eine?n?|um|uma)\s*+)?(?:half|halbe?n?|media|medio|demie?|mezz[ao]|mei[ao]|pół|половиной|quarter|viertel|cuarto|quart)\b|\s?(?:buçuk|반|半|וחצי|rưỡi|și jumătate|ونصف|ครึ่ง)(?!\w)",
    re.I,
)


@cache
def _part_pattern() -> re.Pattern[str]:
    units = "|".join(sorted(map(re.escape, DURATION_UNITS), key=len, reverse=True))
    return re.compile(
        rf"(?<![A-Za-z\d_.,:/-])(\d{{1,9}}(?:[.,]\d{{1,6}})?[¼½¾]?|[¼½¾]|(?:\d{{1,3}}\s)?[13]/[24])(?:\s?-?|\sde\s)({units})(?![^\W\d_])\.?",
        re.I,
    )


@cache
def _glued_pattern() -> re.Pattern[str]:
    return re.compile(
        r"(?<![\w.,:])(?=\d)(?:(\d{1,4})d)?\s?(?:(\d{1,4})h)?\s?(?:(\d{1,4})m(?:in)?|(?<=h)(\d\d))?\s?(?:(\d{1,5})s(?:ec)?)?(?!\w)",
        re.I,
    )


def read_duration(text: str) -> Found[timedelta] | Unread:
    """Read the one length of time in a text.

    Args:
        text: numbers with units of time, ``h:mm:ss``, or a sentence with one length of time in it.

    Returns:
        The length with its place, or why there is none; a number without a unit is refused.
    """
    if len(text) > _MAX_TEXT:
        return NOTHING
    text = ascii_digits(text)
    bare = text.strip(_EDGE)
    clock = re.fullmatch(r"(\d{1,4}):([0-5]\d):([0-5]\d)", bare)
    if clock:
        hours, minutes, seconds = map(int, clock.groups())
        value = timedelta(hours=hours, minutes=minutes, seconds=seconds)
        return Found(value, Span(0, len(text)), (RepairKind.DURATION_FORMAT,))
    glued = _glued_pattern().fullmatch(bare)
    if glued and any(glued.groups()):
        days, hours, minutes, bare_minutes, seconds = (int(part or 0) for part in glued.groups())
        minutes += bare_minutes
        value = timedelta(days, hours=hours, minutes=minutes, seconds=seconds)
        return Found(value, Span(0, len(text)), (RepairKind.DURATION_FORMAT,))
    spelt = _spelt(bare)
    if spelt is not None:
        return Found(spelt, Span(0, len(text)), (RepairKind.DURATION_FORMAT,))
    return _in_units(text)


def in_smallest_unit(text: str, seconds: float) -> Found[Decimal] | None:
    """Read ``1 h 52 min`` as minutes.

    Args:
        text: a length of time and nothing else.
        seconds: how many seconds the unit has that it is wanted in.

    Returns:
        The number of these units; ``None`` where the length is not in several units with this one as its last.
    """
    text = _GLUED().sub(" ", ascii_digits(text)) if len(text) <= _SHORT else ""
    parts = _part_pattern().findall(text)
    if len(parts) < 2 or DURATION_UNITS[parts[-1][1].lower()] != seconds:
        return None
    found = read_duration(text)
    if isinstance(found, Unread) or found.kinds != (RepairKind.DURATION_FORMAT,):
        return None
    return found.to(Decimal(str(found.value.total_seconds())) / Decimal(str(seconds)))


def _count(number: str) -> float:
    if "/" in number:
        whole, _, part = number.rpartition(" ")
        return float(whole or 0) + int(part[0]) / int(part[2])
    part = _QUARTERS.get(number[-1], 0.0)
    whole = number[:-1] if part else number
    return float(whole.replace(",", ".") or 0) + part


def _spelt(text: str) -> timedelta | None:
    """``two weeks``, ``an hour``, ``half an hour``: a word for a number, and a unit."""
    match = _SPELT().fullmatch(text.casefold())
    seconds = DURATION_UNITS.get(match["unit"]) if match else None
    if match is None or seconds is None or len(match["unit"]) < 2:
        return None
    number = 0.5 if match["half"] else 1 if match["number"] in _ONES else NUMBER_WORDS.get(match["number"])
    return None if number is None else timedelta(seconds=number * seconds)


def _in_units(text: str) -> Found[timedelta] | Unread:
    runs: list[tuple[float, Span]] = []
    for match in _part_pattern().finditer(text):
        seconds = _count(match[1]) * DURATION_UNITS[match[2].lower()]
        if runs and re.fullmatch(
            r"[\s,]*+(?:and|und|y|et|e|en|i|a|и|та|і|och|og|ja|ve|és|și|και)?\s*+",
            text[runs[-1][1].end : match.start()],
            re.I,
        ):
            total, span = runs.pop()
            runs.append((total + seconds, Span(span.start, match.end())))
        else:
            runs.append((seconds, Span(*match.span())))
    if not runs:
        hint = "say the unit: seconds, minutes, hours, days" if re.search(r"\d", text) else ""
        return Unread(Why.NONE, hint)
    if len({seconds for seconds, _ in runs}) > 1:
        return Unread(Why.SEVERAL, "several lengths of time stand there")
    seconds, span = runs[0]
    try:
        value = timedelta(seconds=round(seconds, 6))
    except OverflowError:
        return Unread(Why.UNSUITABLE, "the length of time is too large")
    outside = text[: span.start].strip(_EDGE) + text[span.end :].strip(_EDGE)
    kinds = (RepairKind.DURATION_FORMAT,)
    if re.search(r"[-–—~]\s?\Z|\bto\s+\Z|\d\s*\Z", text[: span.start]):
        return Unread(Why.SEVERAL, "a range is no single length of time")
    if _JOINED().search(text[: span.start]) or _JOINED_ON().match(text, span.end):
        return Unread(Why.SEVERAL, "something is joined to it that cannot be read")
    if any(c.isdigit() for c in outside) and len(runs) == 1:
        return Unread(Why.SEVERAL, "other numbers stand beside it")
    if _HALF().match(text, span.end):
        return Unread(Why.NONE, "write the halves in minutes")
    if len(runs) > 1:
        outside = "".join(_part_pattern().split(outside)[::3]).strip(_EDGE)
    if outside and hedged(text[: span.start], text[span.end :]):
        return Found(value, span, (*kinds, RepairKind.LEFT_OUT_TEXT))
    return Found(value, span, (*kinds, RepairKind.SCALAR_IN_PROSE) if outside else kinds)
