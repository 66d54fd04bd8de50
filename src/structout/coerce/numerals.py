"""Numbers written without the usual digits: words, Chinese numerals, fractions.

The whole of a short text in, the exact number or a refusal out; a sentence is none of it.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import Final

from structout.coerce.patterns import lazy
from structout.coerce.reading import Found, Unread, Why
from structout.coerce.words import NUMBER_WORDS
from structout.result import RepairKind, Span

_EDGE = " \t\r\n\"'“”‘’«»„`*_"
_RATING = lazy(
    r"rating|score|stars?|grade|marks?|points?|note|nota|punkte|bewertung|puntuación|voto|评分|評価", re.I
)
_MULTIPLIERS: Final = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_MYRIADS: Final = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_PLACES: Final = {"十": 10, "百": 100, "千": 1_000}
_CHINESE: Final = {c: n for n, c in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2}
_FRACTION = lazy(r"([-+]?)(?:(\d{1,9})\s)?(\d{1,9})\s?[/⁄]\s?(\d{1,9})")
_OUT_OF = lazy(
    r"(?:[^\W\d][^\W\d ]{1,24}:\s{1,2})?(?:(?P<got>\d{1,4}(?:[.,]\d{1,2})?)|(?P<word>[^\W\d]{2,12}))\s?(?:[^\W\d]{2,12}\s)?"
    r"(?<!\d)(?:out of|of|von|sur|de|من|מתוך|از|จาก|trên|dari|kati ya|ud af|od|sobre|em|su|van|av|af|z|ze|iz|из|з|din|över)\s(?P<most>\d{1,4})(?:\s[^\W\d]{2,12})?",
    re.I,
)
_SAID = lazy(
    r"(?:\A|\n|(?<!\w)(?:is|are|ist|sind|es|est|é|è)(?!\w)|[:=：→]|['’]s(?!\w))[\s*_`\"'(]{0,4}+"
    r"(?:(?:[-•]|\d{1,2}[.)])\s{1,4}+)?+(?P<minus>(?:minus|negative)\s)?+(?P<word>[^\W\d_]{2,20}+|n/a)(?!\w)",
    re.I,
)
"""A word at the head of a line or behind what announces an answer."""
_NONE: Final = frozenset(("null", "none", "nil", "n/a"))
_TWICE = lazy(r"(\w{1,24})\s?\((\w{1,24})\)")
_BY_MYRIADS = lazy(
    r"(?:(\d{1,4}|\d,\d{3})\s?[억亿億]\s?)?(?:(\d{1,4}|\d,\d{3}|\d[천千])\s?[만万萬]\s?)?(\d{3,4}|\d,\d{3}|\d[천千])?\s?(?:원|円|元|人|명|名)?"
)
_COUNTERS: Final = frozenset("个個名位枚冊册次回条條只匹台辆輛间間层層")
_NUMERAL = lazy("[〇零一二两兩三四五六七八九十百千万萬亿億]{2,24}")


def written_out(text: str, field: str) -> Found[Decimal] | Unread | None:
    """The number that a short text spells in words, as a fraction or in Chinese numerals.

    Args:
        text: the whole text.
        field: the name of the field; for a rating, ``8/10`` is no fraction.

    Returns:
        The number, a refusal, or ``None`` where it spells none.
    """
    return _fraction(text, field) or _twice(text) or _by_myriads(text) or _words(text)


def out_of(text: str, most: object) -> Found[Decimal] | Unread | None:
    """The points of a score: ``4 out of 5`` for a field that ends at 5; ``4/5`` may be a fraction.

    Args:
        text: the whole text.
        most: the greatest number that the type allows.

    Returns:
        The points, a refusal of ``four of 5`` where the field does not end there, or ``None`` for what is no score.
    """
    match = _OUT_OF().fullmatch(text.strip(_EDGE).rstrip("."))
    word = NUMBER_WORDS.get((match["word"] or "").casefold()) if match else None
    if match is None or (match["word"] and word is None):
        return None
    got = Decimal(word) if word is not None else Decimal(match["got"].replace(",", "."))
    if isinstance(most, (int, float, Decimal)) and 3 <= most == int(match["most"]) >= got:
        return Found(got, Span(0, len(text)), (RepairKind.NUMBER_FORMAT, RepairKind.UNIT))
    return (
        None
        if word is None
        else Unread(Why.SEVERAL, f"{match['word']} in words and {match['most']} in digits")
    )


def _twice(text: str) -> Unread | None:
    """``three (4)``: the word and the digits are two numbers."""
    match = _TWICE().fullmatch(text.strip(_EDGE))
    said = [NUMBER_WORDS.get(word.casefold(), word) for word in match.groups()] if match else []
    digits = [int(word) for word in said if isinstance(word, str) and word.isdecimal()]
    words = [word for word in said if not isinstance(word, str)]
    if not digits or not words or digits == words:
        return None
    return Unread(Why.SEVERAL, f"{words[0]} in words and {digits[0]} in digits")


def contradicted(text: str, found: Decimal) -> Unread | None:
    """A refusal where words say another number, or none, in the place of an answer: "It is zero, as of 2024".

    Args:
        text: the whole text.
        found: the number that stands there in digits.
    """
    for match in _SAID().finditer(text):
        word = match["word"].casefold()
        number = NUMBER_WORDS.get(word)
        if word in _NONE or (number is not None and (-number if match["minus"] else number) != found):
            return Unread(Why.SEVERAL, f"{match['word']} in words and {found} in digits")
    return None


def _fraction(text: str, field: str) -> Found[Decimal] | Unread | None:
    match = _FRACTION().fullmatch(text.strip(_EDGE).rstrip("."))
    if match is None:
        return None
    sign, whole, over, under = match.groups()
    if int(under) == 0:
        return Unread(Why.UNSUITABLE, "a fraction cannot have 0 below the line")
    if not whole and _RATING().search(field):
        return Unread(Why.AMBIGUOUS, f"a fraction, or {over} points of {under}?")
    value = Decimal(int(whole or 0)) + Decimal(int(over)) / Decimal(int(under))
    start = text.find(match[0])
    return Found(
        -value if sign == "-" else value, Span(start, start + len(match[0])), (RepairKind.NUMBER_FORMAT,)
    )


def _by_myriads(text: str) -> Found[Decimal] | None:
    """``3억 5천만원`` and ``1億2000万円``; ``3억 5천`` and ``3万5`` may leave a myriad out and are left alone."""
    match = _BY_MYRIADS().fullmatch(text.strip(_EDGE))
    parts = [part for part in match.groups() if part] if match else []
    if match is None or len(parts) < 2 or (match[1] and match[3] and not match[2]):
        return None
    total = 0
    for part, factor in zip(match.groups(), (10**8, 10**4, 1), strict=True):
        digits = (part or "0").replace(",", "")
        total += factor * (int(digits[0]) * 1_000 if digits[-1] in "천千" else int(digits))
    return Found(Decimal(total), Span(0, len(text)), (RepairKind.NUMBER_FORMAT, RepairKind.UNIT))


def _words(text: str) -> Found[Decimal] | None:
    word = text.strip(_EDGE + ".!").casefold()
    if len(word) == 1 and unicodedata.numeric(word, 1) % 1:
        return Found(Decimal(str(unicodedata.numeric(word))), Span(0, len(text)), (RepairKind.NUMBER_FORMAT,))
    counted = word[:-1] if len(word) > 1 and word[-1] in _COUNTERS else word
    word = counted if counted in NUMBER_WORDS or _NUMERAL().fullmatch(counted) else word
    number = NUMBER_WORDS.get(word)
    if number is None:
        number = _in_english(word) if word.isascii() else _in_chinese(word)
    if number is None:
        return None
    return Found(Decimal(number), Span(0, len(text)), (RepairKind.NUMBER_FROM_TEXT,))


def _in_english(words: str) -> int | None:
    """``two hundred and five thousand``: each multiplier is smaller than the one before it."""
    total, part, last, limit = 0, 0, 1_000, 10**12
    for word in words.replace("-", " ").replace(" and ", " ").split():
        number, factor = NUMBER_WORDS.get(word), _MULTIPLIERS.get(word, 0)
        if factor == 100 and 0 < part < 10:
            part, last = part * 100, 100
        elif factor > 100 and part and factor < limit:
            total, part, last, limit = total + part * factor, 0, 1_000, factor
        elif number is not None and 0 < number < last and (last > 90 or (last >= 20 and number < 10)):
            part, last = part + number, number
        else:
            return None
    return total + part or None


def _in_chinese(numeral: str) -> int | None:
    """``三百二十一`` by places, ``二〇二五`` digit by digit; ``一百五`` may be 150 and is left alone."""
    if not _NUMERAL().fullmatch(numeral):
        return None
    if all(c in _CHINESE for c in numeral):
        return int("".join(str(_CHINESE[c]) for c in numeral)) if len(numeral) > 2 else None
    total, part, digit, place, myriad = 0, 0, 0, 10_000, 10**12
    for c in numeral:
        if c in _CHINESE and (digit == 0 or c in "零〇"):
            digit = _CHINESE[c]
        elif c in _PLACES and _PLACES[c] < place:
            place = _PLACES[c]
            part, digit = part + (digit or 1) * place, 0
        elif c in _MYRIADS and _MYRIADS[c] < myriad and (part or digit):
            myriad = _MYRIADS[c]
            total, part, digit, place = total + (part + digit) * myriad, 0, 0, 10_000
        else:
            return None
    if digit and place > 10 and numeral[-2] not in "零〇":
        return None
    return total + part + digit
