"""Dates that python-dateutil, or ``dateparser`` of the extra ``dates``, reads in one way only.

A short text that is a date and nothing else in; a moment or a refusal out.
"""

from __future__ import annotations

import re
import warnings
from datetime import datetime, timedelta, timezone
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from structout.coerce.reading import NOTHING, Found, Unread
from structout.result import RepairKind, Span

_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_WORD = re.compile(r"[^\W\d_]{3}")
_DAY = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_CLOCK = re.compile(r"\d[:.]\d\d")
_LANGUAGES: Final = (
    ("\u024f", "et lv lt hr sl sq ca is az eu pl cs"),
    ("\u03ff", "el"),
    ("\u052f", "sr bg mk be kk ky mn uk ru"),
    ("\u058f", "hy"),
    ("\u05ff", "he"),
    ("\u06ff", "fa ur ar"),
    ("\u097f", "mr ne hi"),
    ("\u09ff", "bn as"),
    ("\u0dff", "gu pa or ta te kn ml si"),
    ("\u0e7f", "th"),
    ("\u0fff", "lo bo"),
    ("\u10ff", "my ka"),
    ("\u17ff", "am km"),
    ("\uffff", "zh ja ko"),
)
"""The last letter of a script and the languages written in it: loading all two hundred would take seconds."""


def read_by_library(text: str, dayfirst: bool | None, *, clock: bool = False) -> Found[datetime] | Unread:
    """Read a date that our own patterns don't know.

    Args:
        text: a date with a year of four digits and a word in it, at most 60 characters.
        dayfirst: the order of day and month, ``None`` where it is open.
        clock: whether a time of day must stand there too.

    Returns:
        The moment that the libraries see under every assumption, or why there is none.
    """
    if not 8 <= len(text) <= 60 or not _YEAR.search(text) or not _WORD.search(text):
        return NOTHING
    orders = (True, False) if dayfirst is None else (dayfirst,)
    moment = _by_dateutil(text, orders, clock)
    strange = not text.isascii() and len(text.split()) <= 7 and bool(_DAY.search(text))
    if moment is None and strange and (not clock or _CLOCK.search(text)):
        moment = _by_dateparser(text, orders)
    if moment is None:
        return NOTHING
    if moment.tzinfo is not None:
        moment = moment.replace(tzinfo=timezone(moment.utcoffset() or timedelta()))
    return Found(moment, Span(0, len(text)), (RepairKind.DATE_FORMAT,))


def _by_dateutil(text: str, orders: tuple[bool, ...], clock: bool) -> datetime | None:
    """Two defaults show what was filled in, two orders what was guessed."""
    defaults = [datetime(2001, 1, 3, 1, 2, 3, 4), datetime(2005, 8, 28, 20, 40, 50, 60)]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            read = [_dateutil().parse(text, default=d, dayfirst=o) for d in defaults for o in orders]
    except (ValueError, OverflowError, TypeError, Warning):
        return None
    same = len({moment if clock else moment.date() for moment in read}) == 1
    return read[0] if same and str(read[0].year) in text else None


@cache
def _dateutil() -> Any:
    return import_module("dateutil.parser")


@cache
def _dateparser() -> Any:
    return import_module("dateparser") if find_spec("dateparser") else None


@lru_cache(maxsize=256)
def _by_dateparser(text: str, orders: tuple[bool, ...]) -> datetime | None:
    library = _dateparser()
    if library is None:
        return None
    last = max(c for c in text if c.isalpha())
    languages = next((names.split() for end, names in _LANGUAGES if last <= end), None)
    required = {
        "STRICT_PARSING": True,
        "REQUIRE_PARTS": ["day", "month", "year"],
        "PREFER_LOCALE_DATE_ORDER": False,
    }
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            read: set[datetime | None] = {
                library.parse(
                    text, languages=languages, settings={**required, "DATE_ORDER": "DMY" if order else "MDY"}
                )
                for order in orders
            }
    except (ValueError, OverflowError, TypeError):
        return None
    moment = read.pop()
    return moment if not read and moment is not None and str(moment.year) in text else None
