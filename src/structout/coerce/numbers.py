"""A number out of text: separators, currencies, percent, units, scales, fractions, a number in a sentence.

A convention is read only where it allows one reading; "1,234" for a float is refused with a hint.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Context, Decimal, InvalidOperation
from functools import cache
from itertools import pairwise

from structout.coerce.digits import MAX_DIGITS, TWO_WAYS, amount_of, ascii_digits, grouped
from structout.coerce.patterns import lazy
from structout.coerce.reading import NOTHING, DecimalMark, Found, Unread, Why
from structout.coerce.words import (
    CAPITAL_SCALES,
    COMMA_CODES,
    CURRENCY_CODES,
    CURRENCY_SIGNS,
    HEDGES,
    NUMBER_WORDS,
    OPERATORS,
    SCALES,
    SPACELESS_HEDGES,
)
from structout.result import RepairKind, Span

_MANY = 32
_MAX_TEXT = 20_000
_EXACT = Context(prec=2 * MAX_DIGITS + 8)
_QUOTES = " \t\r\n\"'“”‘’«»„`*_"


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    value: Decimal | None
    plain: bool
    comma_with_unit: bool = False


@cache
def _token_pattern() -> re.Pattern[str]:
    return re.compile(
        r"(?:(?<![\w)\]])[-+])?+(?P<sign_money>[" + re.escape(CURRENCY_SIGNS) + r"]\s?-?)?+"
        r"(?P<body>\d++(?:[.,'’_٬٫\u00a0\u202f\u2009]\d++|[ ]\d{3}(?!\d))*+|(?<![\w.])\.\d++)"
        r"(?P<vulgar>[¼-¾⅐-⅞])?+"
        r"(?P<exp>[eE][-+]?\d{1,5}(?!\w)|\s?[x×*]\s?10(?:\^|\*\*)[-+]?\d{1,4}(?!\w))?+"
    )


@cache
def _unit_pattern() -> re.Pattern[str]:
    word = r"[^\W\d_](?:[^\W\d_]|[/°²³^·'’.-]|(?<=m)[23](?!\d)|(?<=[A-Z])\d(?!\d))*+"
    return re.compile(r"\s?(?:%|‰|°\s?[CFK]?(?!\w)|" + word + r")(?:\s" + word + r"){0,2}")


@cache
def _fraction_pattern() -> re.Pattern[str]:
    return re.compile(r"([-+]?)(?:(\d{1,9})\s)?(\d{1,9})\s?[/⁄]\s?(\d{1,9})")


def _power(exp: str) -> int:
    return int(exp[1:]) if exp[0] in "eE" else int(re.split(r"\^|\*\*", exp)[1])


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands behind a number: a scale to multiply by, units, and what is left."""

    power: int
    kinds: tuple[RepairKind, ...]
    end: int


def _scale_at(text: str, pos: int) -> tuple[int, int]:
    match = re.compile(r"\s?([^\W\d_]{1,12})\.?").match(text, pos)
    if match is None:
        return 0, pos
    word = match[1]
    glued = match.start(1) == pos
    if glued and word in CAPITAL_SCALES:
        return CAPITAL_SCALES[word], match.end()
    if glued and word[:2] in SCALES and not word.isascii():
        return SCALES[word[:2]], pos + 2
    if glued and word[:1] in SCALES and not word.isascii():
        return SCALES[word[:1]], pos + 1
    power = SCALES.get(word.lower(), 0)
    return (power, match.end(1)) if power else (0, pos)


def _behind(text: str, pos: int) -> _Around:
    power, pos = _scale_at(text, pos)
    kinds: list[RepairKind] = [RepairKind.UNIT] if power else []
    rest = text[pos:]
    percent = re.match(
        r"\s?(?:%|percent\b|per cent\b|Prozent\b|por ciento\b|pour cent\b|per cento\b|procent\b)", rest
    )
    if percent:
        return _Around(power, (*kinds, RepairKind.PERCENT), pos + percent.end())
    money = re.match(r"\s?[" + re.escape(CURRENCY_SIGNS) + "]", rest)
    if money:
        kinds.append(RepairKind.UNIT)
        pos += money.end()
    unit = _unit_pattern().match(text, pos)
    if unit and not HEDGES.intersection(unit[0].lower().split()) and not unit[0].endswith(SPACELESS_HEDGES):
        kinds.append(RepairKind.UNIT)
        pos = unit.end()
    return _Around(power, tuple(dict.fromkeys(kinds)), pos)


def _before(text: str) -> tuple[str, bool]:
    """The text before a number without a currency that belongs to it, and whether there was one."""
    stripped = text.rstrip(_QUOTES)
    word = re.search(r"(?<!\S)\S{1,4}\Z", stripped)
    if word and (word[0] in CURRENCY_CODES or word[0].upper() in CURRENCY_CODES):
        return stripped[: word.start()], True
    if stripped and stripped[-1] in CURRENCY_SIGNS:
        return stripped[:-1], True
    return text, False


def _without_country(before: str, match: re.Match[str]) -> str:
    """``R$ 5`` and ``US$5``: the letters belong to the sign."""
    return re.sub(r"(?<![^\W_])[A-Z]{1,3}\Z", "", before[-8:]) if match["sign_money"] else before


_SPACELESS = lazy(r"[\u3040-\u9fff\uac00-\ud7a3]")
_LABEL = lazy(r"[^\W\d_][^:=\n]{0,40}[:=]\s*\Z")


def hedged(before: str, after: str) -> bool:
    """Whether the words beside a number change what it says: "about", "at least", "<", "以上"."""
    near = before.lower().split()[-3:] + after.lower().split()[:2]
    words = {word.strip(",.;:()\"'*") for word in near} | set(near)
    return (
        bool(words & HEDGES)
        or before.rstrip().endswith(SPACELESS_HEDGES)
        or any(hedge in after[:6] for hedge in SPACELESS_HEDGES)
        or any(sign in before.rstrip()[-2:] for sign in "~≈<>≤≥±")
        or after[:1] in ("+", "±")
    )


def _bracketed(text: str) -> bool:
    """``($1,234.50)`` as book-keepers write a loss; ``(5)`` is only a number in brackets."""
    bare = text.strip()
    return (
        bare[:1] == "("
        and bare[-1:] == ")"
        and not bare[1:-1].strip().isalnum()
        and bare.count("(") == 1
        and ("," in bare or any(sign in bare for sign in CURRENCY_SIGNS))
    )


def _surroundings(before: str, after: str) -> tuple[RepairKind, ...]:
    before, after = before.strip(_QUOTES + "([."), after[:200].strip(_QUOTES + ".!;,)]")
    if not before and not after:
        return ()
    if hedged(before, after):
        return (RepairKind.LEFT_OUT_TEXT,)
    return (RepairKind.SCALAR_IN_PROSE,)


def _fraction(text: str) -> Found[Decimal] | Unread | None:
    match = _fraction_pattern().fullmatch(text.strip(_QUOTES).rstrip("."))
    if match is None:
        return None
    sign, whole, over, under = match.groups()
    if int(under) == 0:
        return Unread(Why.UNSUITABLE, "a fraction cannot have 0 below the line")
    value = Decimal(int(whole or 0)) + Decimal(int(over)) / Decimal(int(under))
    start = text.find(match[0])
    return Found(
        -value if sign == "-" else value, Span(start, start + len(match[0])), (RepairKind.NUMBER_FORMAT,)
    )


def _words(text: str) -> Found[Decimal] | None:
    word = text.strip(_QUOTES + ".!").casefold()
    if len(word) == 1 and unicodedata.numeric(word, 1) % 1:
        return Found(Decimal(str(unicodedata.numeric(word))), Span(0, len(text)), (RepairKind.NUMBER_FORMAT,))
    tens, _, ones = word.replace("-", " ").partition(" ")
    if (
        word not in NUMBER_WORDS
        and NUMBER_WORDS.get(tens, 0) in range(20, 91, 10)
        and 0 < NUMBER_WORDS.get(ones, 0) < 10
    ):
        number = NUMBER_WORDS[tens] + NUMBER_WORDS[ones]
        return Found(Decimal(number), Span(0, len(text)), (RepairKind.NUMBER_FROM_TEXT,))
    if word not in NUMBER_WORDS:
        return None
    return Found(Decimal(NUMBER_WORDS[word]), Span(0, len(text)), (RepairKind.NUMBER_FROM_TEXT,))


def _foreign(text: str, match: re.Match[str]) -> bool:
    """Whether the digits belong to something else: an identifier, a time, a date."""
    start = match.start()
    left = text[start - 1 : start] if start else ""
    if left == "_" or (left.isalnum() and not _SPACELESS().match(left)):
        return not (match["sign_money"] and text[max(0, start - 3) : start].split()[-1].isupper())
    return left == "-" and text[start - 2 : start - 1].isalpha()


def _collides(text: str, match: re.Match[str]) -> bool:
    start, end = match.start(), match.end()
    near = text[max(0, start - 1) : start] + text[end : end + 1]
    return any(c in ":/" for c in near) and bool(
        re.match(r"[:/]\d", text[end : end + 2]) or re.match(r"\d[:/]", text[max(0, start - 2) : start])
    )


def _value(match: re.Match[str], text: str, decimal: DecimalMark | None, integer: bool) -> Decimal | Unread:
    body = match["body"]
    amount = amount_of(body, decimal, integer)
    if isinstance(amount, Unread) and amount.why is Why.AMBIGUOUS and body.count(",") == 1:
        amount = _comma_with_unit(match, text, amount)
    if isinstance(amount, Unread):
        return amount
    if match["vulgar"]:
        amount = _EXACT.add(amount, Decimal(str(unicodedata.numeric(match["vulgar"]))))
    if match["exp"]:
        power = _power(match["exp"])
        if abs(power) > MAX_DIGITS:
            return Unread(Why.UNSUITABLE, f"the number has more than {MAX_DIGITS} digits")
        amount = _EXACT.scaleb(amount, Decimal(power))
    negative = match[0][0] == "-" or (match["sign_money"] or "").endswith("-")
    return amount.copy_negate() if negative else amount


def _comma_with_unit(match: re.Match[str], text: str, refusal: Unread) -> Decimal | Unread:
    """``19,95 Euro`` can only be a decimal comma and ``$1,299`` only a thousand; ``1,234 kg`` can be both."""
    whole, tail = match["body"].split(",")
    before = text[max(0, match.start() - 60) : match.start()]
    after = text[match.end() : match.end() + 20]
    if len(tail) == 3:
        sure = (
            grouped([whole, tail])
            and whole[0] != "0"
            and _counts_in_commas(match["sign_money"] or "", before, after)
        )
        return Decimal(whole + tail) if sure else refusal
    marked = bool(_behind(text, match.end()).kinds) or bool(match["sign_money"]) or _before(before)[1]
    return Decimal(f"{whole}.{tail}") if marked else refusal


def _counts_in_commas(sign: str, before: str, after: str) -> bool:
    """Whether the currency or the script beside an amount groups thousands with commas wherever it is used."""
    codes = {*before.split()[-1:], *after.split()[:1]}
    spaceless = re.match(r"\s?[\u3040-\u9fff\uac00-\ud7a3]", after)
    return bool(spaceless) or sign[:1] in tuple("$£¥₩₹￥") or bool(codes & COMMA_CODES)


def _dotted_measure(match: re.Match[str], text: str, integer: bool) -> bool:
    """``1.234 €`` and ``2.962 m`` are thousands or small, as the language goes."""
    parts = match["body"].split(".")
    if integer or len(parts) != 2 or not grouped(parts) or parts[0].startswith("0"):
        return False
    around = _behind(text, match.end())
    money = match["sign_money"] or _before(text[max(0, match.start() - 60) : match.start()])[1]
    return bool(money) or RepairKind.UNIT in around.kinds


def read_number(
    text: str, *, decimal: DecimalMark | None = None, integer: bool = False
) -> Found[Decimal] | Unread:
    """Read the one number in a text.

    Args:
        text: a number in any spelling, or a sentence with one number in it.
        decimal: the decimal mark; ``None`` refuses what can be read both ways.
        integer: whether a whole number is wanted, so that ``12,111`` has one reading.

    Returns:
        The exact value with its place, or why there is none: no number, two different ones, two readings.
    """
    if len(text) > _MAX_TEXT:
        return NOTHING
    text = ascii_digits(text)
    whole = _fraction(text) or _words(text) if len(text) <= 60 else None
    if whole is not None:
        return whole if isinstance(whole, Unread) else _suited(whole, integer)
    if _bracketed(text):
        return Unread(Why.AMBIGUOUS, "brackets round an amount may mean that it is negative")
    found: list[Found[Decimal]] = []
    for count, match in enumerate(_token_pattern().finditer(text)):
        if count >= _MANY:
            return Unread(Why.SEVERAL)
        if _foreign(text, match):
            continue
        if _collides(text, match):
            return Unread(Why.SEVERAL, "a time, a date or a ratio is no single number")
        reading = _one(text, match, decimal, integer)
        if isinstance(reading, Unread):
            return reading
        found.append(reading)
    if not found:
        return NOTHING
    if any(text[a.span.end : b.span.start].strip() in OPERATORS for a, b in pairwise(found)):
        return Unread(Why.SEVERAL, "a calculation is no number")
    if len({reading.value for reading in found}) > 1:
        shown = ", ".join(text[f.span.start : f.span.end] for f in found[:3])
        return Unread(Why.SEVERAL, f"several numbers stand there: {shown}")
    return _suited(min(found, key=lambda f: len(f.kinds)), integer)


def _one(
    text: str, match: re.Match[str], decimal: DecimalMark | None, integer: bool
) -> Found[Decimal] | Unread:
    if decimal is None and _dotted_measure(match, text, integer):
        return TWO_WAYS
    value = _value(match, text, decimal, integer)
    if isinstance(value, Unread):
        return (
            value if value.why is not Why.NONE else Unread(Why.AMBIGUOUS, "its separators fit no convention")
        )
    around = _behind(text, match.end())
    if text[around.end - 1 : around.end].isalnum() and text[around.end : around.end + 1].isalnum():
        return NOTHING
    before, money = _before(_without_country(text[max(0, match.start() - 60) : match.start()], match))
    if " " in match["body"] and match["body"].count(" ") == 1 and before.strip(_QUOTES):
        return Unread(Why.AMBIGUOUS, "a blank between digits: one number or two?")
    kinds = [RepairKind.NUMBER_FROM_TEXT] if match["body"].isdigit() or match["body"].count(".") == 1 else []
    if not kinds:
        kinds.append(RepairKind.NUMBER_SEPARATORS)
    if money or match["sign_money"]:
        kinds.append(RepairKind.UNIT)
    kinds += around.kinds
    label = _LABEL().search(before)
    kinds += _surroundings(before[: label.start()] if label else before, text[around.end :])
    if label and RepairKind.LEFT_OUT_TEXT not in kinds:
        kinds.append(RepairKind.SCALAR_IN_PROSE)
    try:
        value = _EXACT.scaleb(value, Decimal(around.power)) if around.power else value
    except InvalidOperation:
        return Unread(Why.UNSUITABLE, "the number is too large")
    return Found(value, Span(match.start(), around.end), tuple(dict.fromkeys(kinds)))


def _suited(found: Found[Decimal], integer: bool) -> Found[Decimal] | Unread:
    if integer and found.value != found.value.to_integral_value():
        return Unread(Why.UNSUITABLE, "a fraction is never rounded to a whole number")
    return found
