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
from typing import Final

from structout.coerce import beside
from structout.coerce.beside import EDGE, Around, before, behind, bracketed, money_at, surroundings
from structout.coerce.booleans import cue_pattern
from structout.coerce.digits import MAX_DIGITS, TWO_WAYS, amount_of, ascii_digits, grouped
from structout.coerce.numerals import contradicted, written_out
from structout.coerce.patterns import lazy
from structout.coerce.reading import NOTHING, DecimalMark, Found, Unread, Why
from structout.coerce.signs import compass, loose_minus, minus_word, trailing_minus
from structout.coerce.units import counts_things, names_money
from structout.coerce.words import COMMA_CODES, CURRENCY_SIGNS, LINKS, OPERATORS
from structout.result import RepairKind, Span

_MANY = 32
_MAX_TEXT = 20_000
_EXACT = Context(prec=2 * MAX_DIGITS + 8)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_COUNT_MARKS: Final = frozenset("# No. no. № Nr. nr. n° N° nº Nº".split())
_DECADE = lazy(r"['’]?s\b|er(?: Jahre)?\b|-(?:е|х|tych|te)\b|年代")
_FIRST_LINE = lazy(r"[*_`\"]{0,3}-?\d[\d.,]{0,40}[*_`\".]{0,4}(?=(?:[^\S\n]*+\n){2}\s*+[^\W\d_])")
_ENTRY = lazy(r"\s*+\[\d{1,3}\][ \t]++[^\W\d_]")
_TIMES_IT = lazy(r"[\w)\]](?:[*×÷^]|\s[*×÷^]\s)\Z")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What decides where the text leaves it open."""

    decimal: DecimalMark | None
    integer: bool
    field: str


@dataclass(frozen=True, slots=True)
class _Site:
    """One run of digits with what belongs to it."""

    match: re.Match[str]
    left: str
    money: bool
    around: Around
    negative: bool

    @property
    def body(self) -> str:
        """The digits with their marks."""
        return self.match["body"]


@cache
def _token_pattern() -> re.Pattern[str]:
    power = r"(?:(?:\^\{?|\*\*)[-+]?\d{1,4}(?!\w)\}?|[⁺⁻]?[⁰¹²³⁴-⁹]{1,4})"
    return re.compile(
        r"(?:(?<![\w)\]])[-+–])?+(?P<sign_money>[" + re.escape(CURRENCY_SIGNS) + r"]\s?-?)?+"
        r"(?P<body>\d++(?:[.,'’_٬٫\u00a0\u202f\u2009]\d++|[ ]\d{3}(?!\d))*+|(?<![\w.])\.\d++)"
        r"(?P<vulgar>[¼-¾⅐-⅞])?+"
        rf"(?:(?P<exp>[eE][-+]?\d{{1,5}}(?!\w)|\s?(?:[x×*·⋅∙]|\\times|\\cdot)\s?10{power})|"
        rf"(?:(?<=^10)|(?<=[^\w.,]10))(?P<ten>{power}))?+"
    )


def _power(exp: str) -> int:
    """The power in ``e5``, ``× 10^5``, ``·10⁵``."""
    raised = re.search(r"[⁺⁻]?[⁰¹²³⁴-⁹]++\Z", exp)
    plain = raised[0].translate(_SUPERSCRIPTS) if raised else exp.strip("}")
    return int(re.split(r"[eE^]|\*\*", plain)[-1].lstrip("{"))


def _without_country(before: str, match: re.Match[str]) -> str:
    """``R$ 5`` and ``US$5``: the letters belong to the sign."""
    return re.sub(r"(?<![^\W_])[A-Z]{1,3}\Z", "", before[-8:]) if match["sign_money"] else before


_SPACELESS = lazy(r"[\u3040-\u9fff\uac00-\ud7a3]")


def _foreign(text: str, match: re.Match[str]) -> bool:
    """Whether the digits belong to something else: an identifier, a time, a date."""
    start = match.start()
    left = text[start - 1 : start] if start else ""
    if left == "_" or (left.isalnum() and not _SPACELESS().match(left)):
        return not (match["sign_money"] and text[max(0, start - 3) : start].split()[-1].isupper())
    if left != "-" or not text[start - 2 : start - 1].isalpha():
        return False
    return re.search(r"\d\s?[^\W\d_]{1,4}-\Z", text[max(0, start - 8) : start]) is None


def _collides(text: str, match: re.Match[str]) -> bool:
    start, end = match.start(), match.end()
    near = text[max(0, start - 1) : start] + text[end : end + 1]
    return any(c in ":/" for c in near) and bool(
        re.match(r"[:/]\d", text[end : end + 2]) or re.match(r"\d[:/]", text[max(0, start - 2) : start])
    )


def _site(text: str, match: re.Match[str], wanted: _Wanted) -> _Site | Unread:
    start, end = match.span()
    if text[end : end + 1] in tuple("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"):
        return Unread(Why.AMBIGUOUS, "a power or a footnote? write the digits out")
    if (
        _DECADE().match(text, end)
        and re.fullmatch(r"(?:[12]\d)?\d0", match["body"])
        and (len(match["body"]) == 4 or text[start - 1 : start] in tuple("'’"))
    ):
        return Unread(Why.AMBIGUOUS, "a decade is no single year")
    if _TIMES_IT().search(text[max(0, start - 8) : start]):
        return Unread(Why.SEVERAL, "a calculation is no number")
    left, coded = before(_without_country(text[max(0, start - 60) : start], match))
    money = coded or bool(match["sign_money"])
    bare = left.strip(EDGE)
    said = minus_word(left)
    minus = bare == "-" or said > 0
    if money and bare.endswith("-") and not minus:
        return Unread(Why.AMBIGUOUS, "a minus or a dash before the currency?")
    if bare == ",":
        return TWO_WAYS
    if bare == "-" or (wanted.integer and bare in _COUNT_MARKS):
        left = ""
    left = left[: len(left) - said].removesuffix("#") if wanted.integer else left[: len(left) - said]
    point = compass(text[end : end + 16], wanted.field)
    if point:
        around: Around | Unread = Around(0, (RepairKind.UNIT,), end + point[1])
    else:
        around = behind(text, end, money, wanted.field)
    behind_it = trailing_minus(match["body"], text[end : end + 16])
    if isinstance(around, Unread):
        return around
    if isinstance(behind_it, Unread):
        return behind_it
    signs = (
        match[0][0] in "-–",
        (match["sign_money"] or "").endswith("-"),
        minus,
        behind_it,
        point and point[0],
    )
    if sum(map(bool, signs)) > 1:
        return Unread(Why.AMBIGUOUS, "two signs: is it negative?")
    return _Site(match, left, money, around, any(signs))


def _value(site: _Site, text: str, wanted: _Wanted) -> Decimal | Unread:
    match = site.match
    amount = _amount(site, text, wanted)
    if isinstance(amount, Unread):
        return amount
    if match["vulgar"]:
        amount = _EXACT.add(amount, Decimal(str(unicodedata.numeric(match["vulgar"]))))
    if match["exp"] or match["ten"]:
        power = _power(match["exp"] or match["ten"])
        if abs(power) > MAX_DIGITS:
            return Unread(Why.UNSUITABLE, f"the number has more than {MAX_DIGITS} digits")
        amount = _EXACT.scaleb(amount if match["exp"] else Decimal(1), Decimal(power))
    return amount.copy_negate() if site.negative else amount


def _amount(site: _Site, text: str, wanted: _Wanted) -> Decimal | Unread:
    amount = amount_of(site.body, wanted.decimal, wanted.integer)
    if not isinstance(amount, Unread) or amount.why is not Why.AMBIGUOUS:
        return amount
    if site.body.count(",") == 1:
        return _comma(site, text, wanted, amount)
    whole, _, tail = site.body.partition(".")
    end = site.match.end()
    paid = site.money or money_at(text, end) or names_money(wanted.field)
    whole_things = (
        wanted.integer and tail.isdigit() and (paid or (not site.around.power and counts_things(text, end)))
    )
    return Decimal(whole + tail) if whole_things else amount


def _comma(site: _Site, text: str, wanted: _Wanted, refusal: Unread) -> Decimal | Unread:
    """``19,95 Euro``, a sentence's and a field's ``7,5`` are decimal commas, ``$1,299`` a thousand; ``1,234 kg`` can be both."""
    whole, tail = site.body.split(",")
    end = site.match.end()
    if len(tail) == 3 and whole != "0" and not site.match["exp"]:
        before = text[max(0, site.match.start() - 60) : site.match.start()]
        counted = _counts_in_commas(site.match["sign_money"] or "", before, text[end : end + 20])
        return Decimal(whole + tail) if grouped([whole, tail]) and whole[0] != "0" and counted else refusal
    said = site.left.strip(EDGE)
    alone = bool(wanted.field) and not said and not text[end:].strip(EDGE + ".")
    in_prose = (len(said.split()) > 2 or said.endswith("%")) and len(tail) < 3
    return Decimal(f"{whole}.{tail}") if alone or in_prose or site.around.kinds or site.money else refusal


def _counts_in_commas(sign: str, before: str, after: str) -> bool:
    """Whether the currency or the script beside an amount groups thousands with commas wherever it is used."""
    codes = {*before.split()[-1:], *after.split()[:1]}
    spaceless = re.match(r"\s?[\u3040-\u9fff\uac00-\ud7a3]", after)
    return bool(spaceless) or sign[:1] in tuple("$£¥₩₹￥฿₱₦₪") or bool(codes & COMMA_CODES)


def _dotted_measure(site: _Site, wanted: _Wanted) -> bool:
    """``1.234 €`` and ``2.962 m`` are thousands or small, as the language goes."""
    parts = site.body.split(".")
    if (
        site.match["exp"]
        or wanted.decimal
        or wanted.integer
        or len(parts) != 2
        or not grouped(parts)
        or parts[0].startswith("0")
    ):
        return False
    return site.money or RepairKind.UNIT in site.around.kinds or names_money(wanted.field)


def read_number(
    text: str, *, decimal: DecimalMark | None = None, integer: bool = False, field: str = ""
) -> Found[Decimal] | Unread:
    """Read the one number in a text.

    Args:
        text: a number in any spelling, or a sentence with one number in it.
        decimal: the decimal mark; ``None`` refuses what can be read both ways.
        integer: whether a whole number is wanted, so that ``12,111`` has one reading.
        field: the name of the field it is for, which tells a coordinate, a rating or a count of people.

    Returns:
        The exact value with its place, or why there is none: no number, two different ones, two readings.
    """
    if len(text) > _MAX_TEXT:
        return NOTHING
    text = ascii_digits(text)
    whole = written_out(text, field) if len(text) <= 60 else None
    if integer and whole is not None and "/" in text:
        return Unread(Why.UNSUITABLE, "a fraction or a score is no whole number")
    if whole is not None:
        return whole if isinstance(whole, Unread) else suited(whole, integer)
    if bracketed(text):
        return Unread(Why.AMBIGUOUS, "brackets round an amount may mean that it is negative")
    wanted = _Wanted(decimal, integer, field)
    found = _all(text, wanted)
    if isinstance(found, Unread):
        return _answer(text, wanted) or found if found.why is Why.SEVERAL else found
    if any(text[a.span.end : b.span.start].strip() in OPERATORS for a, b in pairwise(found)):
        return _answer(text, wanted) or Unread(Why.SEVERAL, "a calculation is no number")
    cued = _answer(text, wanted) if len({reading.value for reading in found}) > 1 else None
    if cued is not None:
        return cued
    if len({reading.value for reading in found}) > 1:
        shown = ", ".join(text[f.span.start : f.span.end] for f in found[:3])
        return Unread(Why.SEVERAL, f"several numbers stand there: {shown}")
    best = min(found, key=lambda f: len(f.kinds))
    return loose_minus(text) or contradicted(text, best.value) or suited(best, integer)


def _answer(text: str, wanted: _Wanted) -> Found[Decimal] | None:
    """The number behind "Final answer:", or on a first line of its own before an explanation."""
    cues = list(cue_pattern().finditer(text))
    first = _FIRST_LINE().match(text)
    if not cues and not first:
        return None
    start = cues[-1].end() if cues else 0
    rest = beside.BEFORE_REMARKS().match(text, start)
    part = first[0] if first and not cues else rest[0] if rest else text[start:]
    found = read_number(part, decimal=wanted.decimal, integer=wanted.integer, field=wanted.field)
    if isinstance(found, Unread):
        return None
    span = Span(found.span.start + start, found.span.end + start)
    return Found(found.value, span, tuple(dict.fromkeys((*found.kinds, RepairKind.SCALAR_IN_PROSE))))


def _all(text: str, wanted: _Wanted) -> list[Found[Decimal]] | Unread:
    found: list[Found[Decimal]] = []
    cited: list[Found[Decimal]] = []
    for count, match in enumerate(_token_pattern().finditer(text)):
        if count >= _MANY:
            return Unread(Why.SEVERAL)
        if _foreign(text, match):
            continue
        if _collides(text, match):
            return Unread(Why.SEVERAL, "a time, a date or a ratio is no single number")
        reading = _one(text, match, wanted)
        if isinstance(reading, Unread):
            return reading
        (cited if _is_cited(text, match) else found).append(reading)
    if cited and not found and _ENTRY().match(text):
        return Unread(Why.AMBIGUOUS, "it numbers an entry of a list of sources")
    return found or cited or NOTHING


def _is_cited(text: str, match: re.Match[str]) -> bool:
    """``[3]`` behind words: a citation, where another number stands too."""
    return (
        match["body"].isdigit()
        and text[match.start() - 1 : match.start()] == "["
        and text[match.end() : match.end() + 1] == "]"
    )


def _one(text: str, match: re.Match[str], wanted: _Wanted) -> Found[Decimal] | Unread:
    site = _site(text, match, wanted)
    if isinstance(site, Unread):
        return site
    if _dotted_measure(site, wanted):
        return TWO_WAYS
    value = _value(site, text, wanted)
    if isinstance(value, Unread):
        return (
            value if value.why is not Why.NONE else Unread(Why.AMBIGUOUS, "its separators fit no convention")
        )
    end = site.around.end
    if text[end - 1 : end].isalnum() and text[end : end + 1].isalnum():
        return NOTHING
    if site.body.count(" ") == 1 and not site.money and not _one_amount(site):
        return Unread(Why.AMBIGUOUS, "a blank between digits: one number or two?")
    try:
        value = _EXACT.scaleb(value, Decimal(site.around.power)) if site.around.power else value
    except InvalidOperation:
        return Unread(Why.UNSUITABLE, "the number is too large")
    return Found(value, Span(match.start(), end), _kinds(site, text))


def _one_amount(site: _Site) -> bool:
    """Whether a blank between digits groups them: nothing before it could be a number's name."""
    left = site.left.rstrip(EDGE)
    words = left.split()
    return not left or "," in site.body or left[-1] in ",:;(=" or words[-1].casefold() in LINKS


def _kinds(site: _Site, text: str) -> tuple[RepairKind, ...]:
    plain = site.body.isdigit() or site.body.count(".") == 1
    kinds = [RepairKind.NUMBER_FROM_TEXT if plain else RepairKind.NUMBER_SEPARATORS]
    if site.money:
        kinds.append(RepairKind.UNIT)
    kinds += site.around.kinds
    kinds += surroundings(site.left, text[site.around.end :])
    return tuple(dict.fromkeys(kinds))


def suited(found: Found[Decimal], integer: bool) -> Found[Decimal] | Unread:
    """The number, or a refusal where a whole one is wanted and it is none."""
    if integer and found.value != found.value.to_integral_value():
        return Unread(Why.UNSUITABLE, "a fraction is never rounded to a whole number")
    return found
