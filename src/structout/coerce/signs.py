"""Signs that a number bears elsewhere than before its digits: ``75.20-``, ``minus 5``, ``33.9° S``, ``– 5 €``.

What stands beside the digits in; whether the number is negative, or why nobody can tell, out.
"""

from __future__ import annotations

import re
from typing import Final

from structout.coerce.patterns import lazy
from structout.coerce.reading import Unread, Why
from structout.coerce.words import CURRENCY_SIGNS

MINUS_WORDS: Final = frozenset(
    "minus negative moins menos meno min мінус минус マイナス 零下 负 負 마이너스 영하 eksi mínus miinus mínusz minusz מינוס μείον माइनस ติดลบ âm سالب ناقص منفی".split()
)
"""Words that stand for a minus sign where nothing stands before them."""
_ALWAYS = ("minus", "минус", "мінус", "零下", "영하", "マイナス", "mínusz", "מינוס", "ติดลบ", "μείον")

_EDGE = " \t\r\n\"'“”‘’«»„`*_"
_LOOSE = lazy(
    r"\s*+[\"'*_(]{0,3}(?:--|—|[-–−]\s++)[-+]?(?:[^\W\d_]{1,3}\s?)?["
    + re.escape(CURRENCY_SIGNS)
    + r"]?\s?[\d.]"
)
_BEHIND = lazy(r"\s?-(?![\w-])")
_COMPASS = lazy(
    r"\s?(?P<degree>[°º])?\s?(?:(?P<minus>[SW]|south|west|süd|sur|sud|oeste|ouest|ovest)|(?P<plus>[NE]|north|east|nord|norte|est|ost|este))\b\.?"
)
_COORDINATE = lazy(r"(?:^|_)(?:lat|lon|lng|latitude|longitude|latitud|longitud|breite|länge)(?:$|_)", re.I)


def minus_word(left: str) -> int:
    """How many characters at the end of the text before a number say minus: 6 in ``bei minus``.

    Args:
        left: the text before the number.
    """
    bare = left.strip(_EDGE)
    if bare.casefold() in MINUS_WORDS:
        return len(left)
    word = re.search(r"(?:(?<!\w)[^\W\d_]{3,8}|零下|영하|マイナス|ติดลบ)\s*\Z", left)
    return len(word[0]) if word and word[0].strip().casefold() in _ALWAYS else 0


def loose_minus(text: str) -> Unread | None:
    """``- 5`` may be an item of a list and ``--5`` a slip: neither is read."""
    if not _LOOSE().match(text):
        return None
    return Unread(Why.AMBIGUOUS, "a minus or a dash? write the sign close to the number, once")


def trailing_minus(body: str, after: str) -> bool | Unread:
    """Whether a minus behind the digits makes an amount negative, as in ``1.250,00-``.

    Args:
        body: the digits with their marks.
        after: what stands behind them.
    """
    if not _BEHIND().match(after):
        return False
    if re.search(r"[.,]\d\d\Z", body):
        return True
    rest = after.strip(_EDGE + "-.")
    return (
        Unread(Why.AMBIGUOUS, "a minus or a dash behind the number?")
        if not rest or rest in CURRENCY_SIGNS
        else False
    )


def compass(after: str, field: str) -> tuple[bool, int] | None:
    """South and west of a coordinate are negative.

    Args:
        after: what stands behind the digits.
        field: the name of the field; without a degree sign only a coordinate has a point of the compass.

    Returns:
        Whether it is south or west, and where that ends; ``None`` where no such point stands there.
    """
    match = _COMPASS().match(after)
    if match is None or not (match["degree"] or _COORDINATE().search(field)):
        return None
    return match["minus"] is not None, match.end()
