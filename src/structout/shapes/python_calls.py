"""A call in a Python repr goes in, the JSON value that it stands for comes out: dates, decimals, sets, instances."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from structout.result import Span
from structout.shapes.reading import Piece, list_piece, object_piece

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "\n": ""}
_Arguments = dict[str, int]


class NotPython(ValueError):
    """The text is no repr that is read here."""


@cache
def _escape() -> re.Pattern[str]:
    return re.compile(
        r"\\(?:(?P<short>[ntr\\'\"\n])|x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})|U(?P<w>[0-9a-fA-F]{8}))"
    )


def string_value(token: str) -> str:
    """The content of a string literal; a backslash before anything Python does not know stays."""
    quote = min(index for index in (token.find("'"), token.find('"')) if index >= 0)
    prefix, body = token[:quote].lower(), token[quote:]
    width = 3 if len(body) >= 6 and body[:3] in ("'''", '"""') else 1
    inner = body[width:-width]
    return inner if "r" in prefix else _escape().sub(_unescape, inner)


def _unescape(match: re.Match[str]) -> str:
    if match["short"]:
        return _ESCAPES[match["short"]]
    code = int(match[str(match.lastgroup)], 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else match.group()


def called(name: str, positional: list[Piece], keywords: list[tuple[str, Piece]], span: Span) -> Piece:
    """What a call stands for: a date's text, a container's items, an instance's fields.

    Raises:
        NotPython: the arguments make no such value.
    """
    short = name.rpartition(".")[2]
    if short in _TIMES and all(isinstance(piece.scalar, int) for piece in positional):
        return _time(short, positional, keywords, span)
    if short in _CONTAINERS and not keywords and len(positional) < 2:
        inner = positional[0] if positional else list_piece(span, [])
        return Piece(span, inner.scalar, inner.items, inner.entries)
    if short[:1].islower() and short not in _MADE and not keywords:
        raise NotPython("what a function gives is not known")
    if positional and not keywords and len(positional) == 1:
        # Decimal('1.5'), UUID('…'), SecretStr('…'), Color('red'): the one argument is the value.
        inner = positional[0]
        return Piece(span, inner.scalar, inner.items, inner.entries)
    if positional and keywords:
        raise NotPython("arguments both with and without names")
    return list_piece(span, positional) if positional else object_piece(span, keywords)


def _time(short: str, positional: list[Piece], keywords: list[tuple[str, Piece]], span: Span) -> Piece:
    places, make = _TIMES[short]
    numbers = {place: piece.scalar for place, piece in zip(places, positional, strict=False)}
    zone = dict(keywords).get("tzinfo")
    numbers |= {key: piece.scalar for key, piece in keywords if key not in ("tzinfo", "fold")}
    whole = {key: number for key, number in numbers.items() if isinstance(number, int)}
    try:
        text = make(whole)
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise NotPython(f"no such {short}") from error
    return Piece(span, f"{text}{_offset(zone)}" if zone else text)


def _offset(zone: Piece) -> str:
    """The offset that a zone stands for: ``timezone.utc``, ``timezone(timedelta(…))``, Pydantic's ``TzInfo(7200)``."""
    name, seconds = str(zone.scalar), zone.scalar
    length = _length().fullmatch(name)
    if name.rpartition(".")[2] in ("utc", "UTC"):
        seconds = 0
    elif length:
        seconds = int(length["days"]) * 86_400 + int(length["seconds"])
    if type(seconds) is not int or seconds % 60 or abs(seconds) >= 86_400:
        raise NotPython("a time zone that is not read")
    hours, minutes = divmod(abs(seconds) // 60, 60)
    return f"{'-' if seconds < 0 else '+'}{hours:02}:{minutes:02}"


@cache
def _length() -> re.Pattern[str]:
    return re.compile(r"P(?P<days>-?\d{1,3})DT(?P<seconds>\d{1,5})S")


def _date(numbers: _Arguments) -> str:
    return datetime.date(*(numbers[place] for place in _CALENDAR)).isoformat()


def _clock(numbers: _Arguments) -> str:
    hour, minute, second, microsecond = (numbers.get(place, 0) for place in _CLOCK)
    return datetime.time(hour, minute, second, microsecond).isoformat()


def _datetime(numbers: _Arguments) -> str:
    return f"{_date(numbers)}T{_clock(numbers)}"


def _duration(numbers: _Arguments) -> str:
    length = datetime.timedelta(**numbers)
    seconds = length.seconds + length.microseconds / 1_000_000
    return f"P{length.days}DT{seconds:.6f}".rstrip("0").rstrip(".") + "S"


_CALENDAR = ("year", "month", "day")
_CLOCK = ("hour", "minute", "second", "microsecond")
_LENGTHS = ("days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks")
_TIMES: Mapping[str, tuple[tuple[str, ...], Callable[[_Arguments], str]]] = MappingProxyType({
    "date": (_CALENDAR, _date),
    "datetime": ((*_CALENDAR, *_CLOCK), _datetime),
    "time": (_CLOCK, _clock),
    "timedelta": (_LENGTHS, _duration),
})  # fmt: skip
_MADE = frozenset(("str", "int", "float", "bool", "timezone"))
_CONTAINERS = frozenset(("set", "frozenset", "list", "tuple", "deque", "dict", "OrderedDict"))
