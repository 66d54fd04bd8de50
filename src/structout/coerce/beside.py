"""What stands beside a number: percent, currency, unit, and words that change what it says.

The text on either side of the digits in; what is left away, and at which price, out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from structout.coerce.patterns import lazy
from structout.coerce.reading import Unread
from structout.coerce.scales import scale_at
from structout.coerce.words import (
    CHANGES,
    CURRENCY_CODES,
    CURRENCY_SIGNS,
    HEDGES,
    HEDGES_BEFORE,
    HEDGES_BEHIND,
    SPACELESS_HEDGES,
)
from structout.result import RepairKind

EDGE = " \t\r\n\"'“”‘’«»„`*_"
"""Blanks, quotes and Markdown marks that may surround a number."""

LABEL = lazy(r"[^\W\d_][^:=\n]{0,40}[:=]\s*\Z")
"""A word or more that announce a value."""
_PERCENT = lazy(
    r"\s?(?:%|percent\b|per cent\b|pct\b|Prozent\b|por ciento\b|por cento\b|pour cent\b|per cento\b|procent\w{0,2}\b|процент\w{0,3}\b|"
    r"yüzde\b|prosenttia\b|százalék\b|퍼센트|パーセント|เปอร์เซ็นต์)"
)
_MONEY = lazy(r"\s?[" + re.escape(CURRENCY_SIGNS) + "]")
_CODE = "|".join(map(re.escape, sorted(CURRENCY_CODES, key=len, reverse=True)))
_MARK = rf"\s*(?:(?:{_CODE})|[{re.escape(CURRENCY_SIGNS)}])\s*"
_LOSS = lazy(
    rf"(?:{_MARK})?\(\s*\d[\d.,'’ ]*[.,]\d\d\s*\)(?:{_MARK})?|{_MARK}\(\s*\d[^()]*\)|\(\s*\d[^()]*\){_MARK}|[-–−]\s*\([^()]*\)"
)
BEFORE_REMARKS = lazy(
    r"\s*+[^\n]++(?=\n\s*+[*_]{0,2}(?:confidence|certainty|sources?|explanation|reason(?:ing)?|note|confianza|konfidenz|sicherheit|"
    r"quelle|begründung|erklärung|fuente|explicación|confiance|explication|confiança|fonte|источник|置信度|解释|来源)\b)",
    re.I,
)
"""The line of an answer, where a remark about it has the next one."""
_BLANK_LINE = lazy(r"\n[ \t\r]*+\n")
_TAG = lazy(r"</?[A-Za-z][\w-]{0,15}>")
_MORE_OR_LESS = ("多", "余", "餘", "以上", "以下", "未満", "未满", "左右")
_ALONE = frozenset("do tot od ab bis až até hasta jusqu'à fino från till upp".split())
"""Words that have another sense in a sentence, and mean a limit where they stand alone before a number."""
_HEDGE_SIGNS = "~≈<>≤≥±▼↓√"


@dataclass(frozen=True, slots=True)
class Around:
    """What stands behind a number: a scale to multiply by, units, and where they end."""

    power: int
    kinds: tuple[RepairKind, ...]
    end: int


@cache
def _unit_pattern() -> re.Pattern[str]:
    word = r"[^\W\d_](?:[^\W\d_]|[/°²³^·'’.-]|(?<=m)[23](?!\d)|(?<=[A-Z])\d(?!\d))*+"
    return re.compile(r"\s?(?:%|‰|°\s?[CFK]?(?!\w)|" + word + r")(?:\s" + word + r"){0,2}")


def behind(text: str, pos: int, money: bool = False, field: str = "") -> Around | Unread:
    """Read what follows a number.

    Args:
        text: the text with the number in.
        pos: where its digits end.
        money: whether a currency stands before it.
        field: the name of the field.
    """
    scale = scale_at(text, pos, money, field)
    if isinstance(scale, Unread):
        return scale
    power, pos = scale
    kinds: list[RepairKind] = [RepairKind.UNIT] if power else []
    percent = _PERCENT().match(text, pos)
    if percent:
        return Around(power, (*kinds, RepairKind.PERCENT), percent.end())
    sign = _MONEY().match(text, pos)
    if sign:
        kinds.append(RepairKind.UNIT)
        pos = sign.end()
    unit = _unit_pattern().match(text, pos)
    if unit and not _changes(unit[0]):
        kinds.append(RepairKind.UNIT)
        pos = unit.end()
    return Around(power, tuple(dict.fromkeys(kinds)), pos)


def _changes(unit: str) -> bool:
    spelt = unit.lower().split()
    words = {*spelt, *(word.strip(".,;") for word in spelt)}
    return (
        bool(words & HEDGES)
        or bool(words & HEDGES_BEHIND)
        or unit.endswith(SPACELESS_HEDGES)
        or unit.lstrip().startswith(_MORE_OR_LESS)
    )


def before(text: str) -> tuple[str, bool]:
    """The text before a number without a currency that belongs to it, and whether there was one; a sign stays."""
    stripped = text.rstrip(EDGE)
    word = re.search(r"(?<!\S)-?(?P<code>\S{1,4})\Z", stripped)
    if word and (word["code"] in CURRENCY_CODES or word["code"].upper() in CURRENCY_CODES):
        return stripped[: word.start("code")], True
    if stripped and stripped[-1] in CURRENCY_SIGNS:
        return stripped[:-1], True
    return text, False


def money_at(text: str, pos: int) -> bool:
    """Whether a currency stands behind the digits that end at ``pos``."""
    word = re.compile(r"\s?([^\W\d_]{1,4}\.?)(?!\w)").match(text, pos)
    return bool(_MONEY().match(text, pos)) or bool(
        word and (word[1] in CURRENCY_CODES or word[1].casefold() in ("euro", "euros"))
    )


def hedged(before: str, after: str) -> bool:
    """Whether the words beside a number change what it says: "about", "at least", "<", "以上"."""
    left, right = before.lower().split()[-3:], after.lower().split()[:3]
    bare = {word.strip(",.;:()\"'*") for word in left + right[:2]}
    moved = bool(bare & CHANGES) and left[-1:] not in (["to"], ["auf"], ["à"], ["op"], ["до"])
    return (
        moved
        or before.strip(EDGE).lower() in _ALONE
        or bool((bare | {*left, *right[:2]}) & HEDGES)
        or not HEDGES_BEFORE.isdisjoint(left)
        or not HEDGES_BEHIND.isdisjoint({*right, *(word.strip(",;:()\"'*") for word in right)})
        or before.rstrip(" 为為是有达達到了").endswith(SPACELESS_HEDGES)
        or any(hedge in after[:6] for hedge in SPACELESS_HEDGES)
        or any(sign in before.rstrip()[-2:] + after[:2] for sign in _HEDGE_SIGNS)
        or after[:1] == "+"
    )


def bracketed(text: str) -> bool:
    """``($1,234.50)``, ``$(42)``, ``(42.10)`` as book-keepers write a loss; ``(5)`` is only a number in brackets."""
    bare = text.strip()
    return (
        bare[:1] == "("
        and bare[-1:] == ")"
        and not bare[1:-1].strip().isalnum()
        and bare.count("(") == 1
        and ("," in bare or any(sign in bare for sign in CURRENCY_SIGNS))
    ) or (_LOSS().fullmatch(bare) is not None)


def surroundings(before: str, after: str) -> tuple[RepairKind, ...]:
    """The price of what is left out on both sides: none, a sentence, or words that change the number."""
    label = LABEL().search(before)
    said = before[: label.start()] if label else before
    left, right = said.strip(EDGE + "(["), after[:200].strip(EDGE + ".!;,)]")
    if left.strip(".") or right:
        # What a paragraph of its own says does not change the number.
        near = hedged(_BLANK_LINE().split(_TAG().sub("", said))[-1].strip(EDGE + "(["), _paragraph(after))
        return (RepairKind.LEFT_OUT_TEXT,) if near else (RepairKind.SCALAR_IN_PROSE,)
    return (RepairKind.SCALAR_IN_PROSE,) if label else ()


def _paragraph(after: str) -> str:
    near = _BLANK_LINE().split(_TAG().sub("", after[:200]), maxsplit=1)[0]
    return near.strip(EDGE + ".!;,)]")
