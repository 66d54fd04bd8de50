"""The value that came out × the right value → a verdict."""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import StrEnum

from structout.result import JsonValue


class Verdict(StrEnum):
    """What became of a completion."""

    RIGHT = "right"
    """The right value, or an error where an error is right."""
    RAISED = "raised"
    """An error where a value was right: a call to a model can still mend it."""
    HUNG = "hung"
    """No answer at all in the time that there was."""
    LOSSY = "lossy"
    """The right value with something left out, and nobody was told."""
    WRONG = "wrong"
    """Another value, or a value where an error is right."""
    VALID = "valid"
    """A value of the type; what would be right is not known."""


ERROR: JsonValue = {"$error": True}
"""In a corpus: no value can be given honestly, an error is right."""

_DEEPEST = 50


def same(left: JsonValue, right: JsonValue) -> bool:
    """Whether two JSON values are the same; 1 and 1.0 are, 1 and true are not."""
    pairs = [(left, right)]
    while pairs:
        one, other = pairs.pop()
        parts = _parts(one, other)
        if parts is None:
            return False
        pairs += parts
    return True


def _parts(one: JsonValue, other: JsonValue) -> list[tuple[JsonValue, JsonValue]] | None:
    """What is left to compare of two values; ``None`` where they differ already."""
    if isinstance(one, dict) and isinstance(other, dict):
        return [(one[key], other[key]) for key in one] if one.keys() == other.keys() else None
    if isinstance(one, list) and isinstance(other, list):
        return list(zip(one, other, strict=True)) if len(one) == len(other) else None
    return [] if _same_scalar(one, other) else None


def _same_scalar(one: JsonValue, other: JsonValue) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other or math.isclose(one, other, rel_tol=1e-12)
    if isinstance(one, float) and isinstance(other, dict):
        return str(one) == other.get("$float")
    return type(one) is type(other) and one == other


def leaves_out(got: JsonValue, right: JsonValue, depth: int = 0) -> bool:
    """Whether ``got`` is ``right`` with something missing: members, items, the end or the middle of a text."""
    if depth > _DEEPEST:
        return False
    if same(got, right):
        return True
    if isinstance(got, dict) and isinstance(right, dict):
        return got.keys() <= right.keys() and all(leaves_out(got[key], right[key], depth + 1) for key in got)
    if isinstance(got, list) and isinstance(right, list):
        rest = iter(right)
        return all(any(leaves_out(item, candidate, depth + 1) for candidate in rest) for item in got)
    if isinstance(got, str) and isinstance(right, str):
        rest_of_text = iter(right)
        return all(char in rest_of_text for char in got)
    return got is None


def verdict_on(forms: Iterable[JsonValue], expected: Iterable[JsonValue]) -> Verdict:
    """Judge a value.

    Args:
        forms: the JSON forms that the value has (by field name, by alias).
        expected: the right values; several where several are right.
    """
    written, right = list(forms), list(expected)
    if any(same(form, value) for form in written for value in right if value != ERROR):
        return Verdict.RIGHT
    if any(leaves_out(form, value) for form in written for value in right if value != ERROR):
        return Verdict.LOSSY
    return Verdict.WRONG


def storable(value: JsonValue) -> JsonValue:
    """The value, or words in its place where it is too deep to be written by every program."""
    level: list[JsonValue] = [value]
    for _ in range(_DEEPEST):
        level = [part for item in level for part in _children(item)]
        if not level:
            return value
    return f"nested deeper than {_DEEPEST}"


def _children(value: JsonValue) -> list[JsonValue]:
    return list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
