"""Words and letters behind a number that multiply it: ``2.5 million``, ``5k``, ``$3m``, ``3万``, ``450 k€``.

Text and the end of the digits in; the power of ten and where it ends, or why nobody can tell, out.
"""

from __future__ import annotations

import re
from functools import cache

from structout.coerce.patterns import lazy
from structout.coerce.reading import Unread, Why
from structout.coerce.words import CAPITAL_SCALES, CURRENCY_SIGNS, SCALES

_MONEY_SCALES = {"m": 6, "b": 9, "M": 6, "K": 3, "k": 3, "B": 9}
_LETTER = lazy(r"\s?([kKmMbB])(?=[" + re.escape(CURRENCY_SIGNS) + r"])|\s?([kKmMbB])(?![\w/.])")
_COUNTED = lazy(
    r"population|inhabitants|users|followers|subscribers|views|downloads|votes|viewers|listeners|customers|revenue|budget|cost|price|"
    r"salary|sales|turnover|profit|income|valuation|funding|amount|gross|earnings|box_?office|market_?cap|einwohner|umsatz",
    re.I,
)


_WARMTH = lazy(r"temp|kelvin|_k\Z", re.I)


@cache
def _words() -> re.Pattern[str]:
    spaced = [word for word in SCALES if word[0].isascii() or (word[0].isalpha() and not _spaceless(word))]
    glued = [word for word in SCALES if _spaceless(word)]
    return re.compile(rf"\s?(?:(?P<spaced>{_either(spaced)})(?!\w)\.?|(?P<glued>{_either(glued)}))", re.I)


def _spaceless(word: str) -> bool:
    return "\u0e00" <= word[0] <= "\u0e7f" or word[0] >= "\u3040"


def _either(words: list[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def scale_at(text: str, pos: int, money: bool, field: str = "") -> tuple[int, int] | Unread:
    """What multiplies the number that ends at ``pos``.

    Args:
        text: the text with the number in.
        pos: the end of its digits.
        money: whether a currency stands before it.
        field: the name of the field; where people or money are counted, ``83m`` is no length.

    Returns:
        The power of ten and where its words end, 0 and ``pos`` for none; a refusal for ``5 M``.
    """
    power, end = 0, pos
    for _ in range(3):
        match = _words().match(text, end)
        if match is None:
            break
        power, end = power + SCALES[(match["spaced"] or match["glued"]).lower()], match.end()
    return (power, end) if power else _letter_at(text, pos, money, field)


def _letter_at(text: str, pos: int, money: bool, field: str) -> tuple[int, int] | Unread:
    match = _LETTER().match(text, pos)
    if match is None:
        return 0, pos
    letter = match[1] or match[2]
    if match[1] or money:
        return _MONEY_SCALES[letter], match.end()
    if letter in "Kk" and _WARMTH().search(field):
        return 0, pos
    if letter == "k" or (match.start(2) == pos and letter in CAPITAL_SCALES):
        return _MONEY_SCALES[letter], match.end()
    if letter in "MK" or (letter in "mb" and _COUNTED().search(field)):
        return Unread(Why.AMBIGUOUS, "a multiple or a unit? write the digits out")
    return 0, pos
