"""What valid JSON of the type must still pass before its value is taken: the cheap signs of an unfilled or odd answer.

In: the completion and the value that Pydantic built from it. Out: whether a closer look is needed. The checks cost
next to nothing beside the validation; a closer look is never wrong, only slower.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from math import inf
from typing import Any, NamedTuple, cast, get_args, get_origin

from pydantic.fields import FieldInfo

from structout import jsonish
from structout.locate import is_example
from structout.result import Span

_SMALL = 2_500
"""Characters up to which the value itself is walked; in longer ones only the text is looked at."""

_SHORT = 600
_HEAD = 1_000
_UNKNOWN = 1 << 40
_A_CLAUSE = 40
_CLOSERS = {"{": "}", "[": "]"}
_INSIDE = frozenset("(,\"'\\")
_PLAIN = frozenset({str, int, bool, type(None), date, datetime, Decimal})


def suspicious(text: str, value: object) -> bool:
    """Whether valid JSON needs a closer look.

    Args:
        text: the JSON.
        value: what it was validated to.
    """
    if ("<" in text or "|" in text) and _slot().search(text):
        return True
    if "\\" in text and jsonish.swallows(text):
        return True
    if len(text) > _SMALL:
        return text.find('"string"', 0, _HEAD) >= 0
    if '"string"' in text or '"..."' in text or '"…"' in text or '"{' in text:
        return True
    if len(text) <= _SHORT and "[" in text and _quotes_a_bracket(text):
        return True
    pairs, colons = _pairs(value), text.count(":")
    if pairs == colons:
        return False
    if pairs < colons:
        return pairs < len(_key().findall(text))
    if pairs < _UNKNOWN // 2:
        return False
    keys = _key().findall(text)
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


def _quotes_a_bracket(text: str) -> bool:
    """Whether a string opens with a bracket; looking for one character is many times faster than for two."""
    at = text.find("[")
    while at > 0 and text[at - 1] != '"':
        at = text.find("[", at + 1)
    return at > 0


def endless(text: str) -> bool:
    """Whether valid JSON may hold what Pydantic takes for more than it says: NaN, Infinity, 1e999, a clock for a length."""
    return _endless().search(text) is not None


def numbered(text: str) -> bool:
    """Whether a string of valid JSON is all digits, in a text short enough to be looked at."""
    return len(text) <= _SMALL and _digits().search(text) is not None


@cache
def _digits() -> re.Pattern[str]:
    return re.compile(r'"[-+]?[0-9]++(?:\.[0-9]++)?"')


@cache
def _endless() -> re.Pattern[str]:
    return re.compile(r"NaN|Infinity|[0-9][eE]\+?[0-9]{3}|\"[0-9]{2}:[0-9]{2}(?:-[0-9]{2}:[0-9]{2})?\"")


def obvious_payload(text: str, opener: str) -> str:
    """What stands between the first bracket and the last, where nothing hints at more than one payload; else ``""``.

    The bracket must open a payload of its own: behind no tag, inside no other bracket, and not as a citation.

    Args:
        text: the completion.
        opener: the bracket that opens every value of the type.
    """
    start, end = text.find(opener), text.rfind(_CLOSERS[opener]) + 1
    if not 0 <= start < end or text[end : end + 1].isalnum():
        return ""
    head = text[:start]
    if "<" in head or "[" in head or "{" in head or "◁" in head:
        return ""
    lead = head.rstrip()[-1:]
    if opener == "[" and lead and not head.endswith("\n"):
        alone = text[start + 1 : start + 2] in ('"', "{", "[")
    else:
        alone = lead not in _INSIDE
    # To decline and to announce an example takes more than a clause; looking for its stops costs next to nothing.
    if "." in head or "," in head or len(text) - end > _A_CLAUSE or not head.isascii():
        alone = alone and not is_example(text, Span(0, len(text)), Span(start, end))
    return text[start:end] if alone else ""


@cache
def _slot() -> re.Pattern[str]:
    return re.compile(
        r'"\s?<[A-Za-zÀ-ӿ][^<>"\n]{0,80}>\s?"|"\s?[A-Za-z_][\w -]{0,40}(?:\|[\w -]{1,40}){1,20}"'
    )


@cache
def _key() -> re.Pattern[str]:
    return re.compile(r'"(?:[^"\\]++|\\.)*+"\s*+:')


class _Plan(NamedTuple):
    """Which fields of a model are looked at: numbers, lists of flat models, and whatever else is no plain value."""

    numbers: tuple[str, ...]
    rows: tuple[str, ...]
    walked: tuple[str, ...]


_PLANS: dict[type[Any], _Plan] = {}


def _plan(model: type[Any]) -> _Plan | None:
    """How to look at the values of a class, ``None`` for no model."""
    fields: dict[str, FieldInfo] | None = getattr(model, "model_fields", None)
    if fields is None:
        return None
    # A class that holds itself is looked at field by field, and here met again before it is known.
    _PLANS[model] = _Plan((), (), ("",))
    kinds = {name: known.annotation for name, known in fields.items()}
    numbers = tuple(name for name, kind in kinds.items() if kind is float)
    rows = tuple(
        name for name, kind in kinds.items() if get_origin(kind) is list and _is_flat(get_args(kind)[0])
    )
    walked = (name for name, kind in kinds.items() if name not in (*numbers, *rows) and not _is_plain(kind))
    _PLANS[model] = _Plan(numbers, rows, tuple(walked))
    return _PLANS[model]


def _is_flat(kind: Any) -> bool:
    plan = (_PLANS.get(kind) or _plan(kind)) if isinstance(kind, type) else None
    return plan is not None and not plan.rows and not plan.walked


def _is_plain(kind: Any) -> bool:
    return all(part in _PLAIN for part in get_args(kind) or (kind,))


def _pairs(value: Any) -> int:
    """How many key-value pairs the JSON of a value has; below zero where a number in it has no end.

    A type whose pairs cannot be told counts as very many.
    """
    plan = _PLANS.get(value.__class__) or _plan(value.__class__)
    if plan is None:
        return _pairs_of(value)
    numbers, rows, walked = plan
    count, held = len(value.__pydantic_fields_set__), value.__dict__
    for name in rows:
        for row in held[name]:
            count += len(row.__pydantic_fields_set__)
    for name in walked:
        count += _pairs(held[name])
    return count if not numbers or _ends([held[name] for name in numbers]) else -_UNKNOWN


def _pairs_of(value: Any) -> int:
    kind = value.__class__
    if kind is list:
        return sum([_pairs(item) for item in value])
    if kind is dict:
        return len(value) + sum([_pairs(item) for item in value.values()])
    if kind is float:
        return 0 if _ends([value]) else -_UNKNOWN
    return 0 if kind in _PLAIN else _UNKNOWN


def _ends(numbers: list[float]) -> bool:
    return inf not in numbers and -inf not in numbers
