"""What valid JSON of the type must still pass before its value is taken: the cheap signs of an unfilled or odd answer.

In: the completion and the value that Pydantic built from it. Out: whether a closer look is needed. The checks cost
next to nothing beside the validation; a closer look is never wrong, only slower.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, cast

# Packages whose names are imported with their first use.
from structout import jsonish, locate
from structout.parsers.tally import pairs_in, tally_of, tally_of_text
from structout.result import Span

_SMALL = 2_500
"""Characters up to which the value itself is walked; in longer ones only the text is looked at."""

_SHORT = 600
_APART = 1_000
"""Characters from one backslash to the next on average, in longer texts, for each to be looked at."""

_HEAD = 1_000
_A_CLAUSE = 24
_CLOSERS = {"{": "}", "[": "]"}
_QUOTE_MARKS = frozenset("\"'`”")
_INSIDE = frozenset("(,\"'\\")


def suspicious(text: str, value: object) -> bool:
    """Whether valid JSON needs a closer look.

    Args:
        text: the JSON.
        value: what it was validated to.
    """
    if ("<" in text or "|" in text) and _slot().search(text):
        return True
    if "\\" in text and _sparse(text) and jsonish.swallows(text):
        return True
    if len(text) > _SMALL:
        return text.find('"string"', 0, _HEAD) >= 0
    if ('"str' in text and _type_name().search(text)) or '"..."' in text or '"…"' in text:
        return True
    tally = tally_of(value)
    return tally != tally_of_text(text) and _is_odd(text, value, pairs_in(tally))


@cache
def _type_name() -> re.Pattern[str]:
    return re.compile(r'"str(?:ing)?"(?!\s*:)')


def _sparse(text: str) -> bool:
    """Whether a look at each backslash costs little beside the validation."""
    return len(text) <= _SMALL or text.count("\\") * _APART < len(text)


def _is_odd(text: str, value: object, pairs: int | None) -> bool:
    """Whether a string of the JSON opens with a bracket, as a slot does, or a key of it was lost."""
    if '"{' in text or (len(text) <= _SHORT and '"[' in text):
        return True
    keys = _key().findall(text)
    if pairs is not None:
        return pairs < len(keys)
    return len(set(keys)) < len(keys) or not {key.rstrip(": \t\r\n") for key in keys} <= _names(value)


def _names(value: Any) -> set[str]:
    """The names in a value, quoted: of fields and of mappings' keys. A key that is none of them may be lost."""
    names: set[str] = set()
    parts: list[Any] = [value]
    while parts:
        part = parts.pop()
        held: Mapping[Any, object]
        if isinstance(part, dict):
            held = cast("dict[object, object]", part)
        elif isinstance(part, (list, tuple, set, frozenset)):
            parts.extend(cast("Iterable[object]", part))
            continue
        else:
            fields: Iterable[str] = getattr(part.__class__, "__dataclass_fields__", None) or getattr(
                part.__class__, "model_fields", ()
            )
            held = {name: getattr(part, name) for name in fields}
        names.update(f'"{name}"' for name in held)
        parts.extend(held.values())
    return names


def endless(text: str) -> bool:
    """Whether valid JSON may hold a number that is none or has no end: NaN, Infinity, 1e999."""
    return "NaN" in text or "Infinity" in text or any(huge.search(text) for huge in _huge())


def clocked(text: str) -> bool:
    """Whether a string of valid JSON is the time of a day, which Pydantic takes for a length of time as well."""
    return _clock().search(text) is not None


def numbered(text: str) -> bool:
    """Whether a string of valid JSON is all digits, in a text short enough to be looked at."""
    return len(text) <= _SMALL and _digits().search(text) is not None


@cache
def _digits() -> re.Pattern[str]:
    return re.compile(r'"[-+]?[0-9]++(?:\.[0-9]*+)?"')


@cache
def _huge() -> tuple[re.Pattern[str], ...]:
    # One letter in front, looked for as such, is several times faster than a choice of two.
    return tuple(re.compile(rf"{mark}(?<=[0-9]{mark})\+?[0-9]{{3}}") for mark in "eE")


@cache
def _clock() -> re.Pattern[str]:
    return re.compile(r'"[0-9]{2}:[0-9]{2}(?:-[0-9]{2}:[0-9]{2})?"')


def obvious_payload(text: str, opener: str) -> str:
    """What stands between the first bracket and the last, where nothing hints at more than one payload; else ``""``.

    The bracket must open a payload of its own: behind no tag, inside no other bracket, and not as a citation.

    Args:
        text: the completion.
        opener: the bracket that opens every value of the type.
    """
    start, end = text.find(opener), text.rfind(_CLOSERS[opener]) + 1
    if not 0 <= start < end:
        return ""
    head, tail = text[:start], text[end:]
    if "[" in head or "{" in head or "[" in tail or "{" in tail or tail[:1].isalnum():
        return ""
    # A mark behind the payload may end the reasoning that it belongs to.
    if ("<" in text and ("<" in head or "<" in tail)) or "◁" in text:
        return ""
    lead = head.rstrip()[-1:]
    if opener == "[" and lead and (not head.endswith("\n") or tail[:1] not in ("", "\n", "\r")):
        alone = text[start + 1 : start + 2] in ('"', "{", "[")
    else:
        alone = lead not in _INSIDE and not (lead == ":" and _is_of_a_key(head, tail))
    # To decline and to announce an example takes more than a clause; looking for its stops costs next to nothing.
    if "." in head or "," in head or len(tail) > _A_CLAUSE or not head.isascii():
        alone = alone and locate.withdrawn(text, Span(0, len(text)), Span(start, end)) is None
    return text[start:end] if alone else ""


def _is_of_a_key(head: str, tail: str) -> bool:
    """Whether one word and a colon stand before the bracket, and other lines or pairs beside theirs."""
    above, _, label = head.rpartition("\n")
    if label.rstrip()[-2:-1] in _QUOTE_MARKS or _later_key().search(label):
        return True
    return bool(label) and " " not in label.strip() and bool(above.strip() or tail.strip())


@cache
def _later_key() -> re.Pattern[str]:
    return re.compile(r"[,;]\s?\w{1,40}\s?:\s?\Z")


@cache
def _slot() -> re.Pattern[str]:
    return re.compile(
        r'"\s?<[A-Za-zÀ-ӿ][^<>"\n]{0,80}>\s?"|"\s?[A-Za-z_][\w -]{0,40}(?:\|[\w -]{1,40}){1,20}"'
    )


@cache
def _key() -> re.Pattern[str]:
    return re.compile(r'"(?:[^"\\]++|\\.)*+"\s*+:')
