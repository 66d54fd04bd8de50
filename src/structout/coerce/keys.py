"""Keys of an object matched to the fields of a type: exactly, by spelling, by accents, by a clear typo.

Object keys and fields in; who belongs to whom, and what is left over, out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from structout.coerce.folding import casefold, distance, squeeze, unaccent
from structout.coerce.schemas import Field, Fields
from structout.result import JsonValue, RepairKind

_MAX_KEYS = 400


@dataclass(frozen=True, slots=True)
class Matched:
    """Which key gives which field.

    Attributes:
        taken: key → its field and the liberty taken, ``None`` for an exact match.
        extra: keys that no field wants.
        rivals: keys that would fit a field another key already gives, with another value.
    """

    taken: Mapping[str, tuple[Field, RepairKind | None]]
    extra: tuple[str, ...]
    rivals: tuple[str, ...] = ()


def _stripped(text: str) -> str:
    return casefold(text.strip())


_SPELLINGS: tuple[Callable[[str], str], ...] = (_stripped, squeeze, unaccent)


def key_words(key: str) -> frozenset[str]:
    """The words of a key in snake or camel case, in the singular."""
    words = re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).lower())
    return frozenset(word.removesuffix("s") if len(word) > 3 else word for word in words)


def match_keys(value: Mapping[str, JsonValue], known: Fields, margin: int) -> Matched:
    """Match the keys of an object to the fields of a type.

    Args:
        value: the object.
        known: the fields.
        margin: how many more edits the second-best field must need for a misspelt key to count.
    """
    exact, fields = known.by_key, known.fields
    taken: dict[str, tuple[Field, RepairKind | None]] = {}
    given: set[str] = set()
    for key in value:
        field = exact.get(key)
        if field is not None and (field.name not in given or field.by_path):
            taken[key] = (field, None)
            given.add(field.name)
    left = [key for key in value if key not in taken]
    if left and len(left) <= _MAX_KEYS:
        for fold in _SPELLINGS:
            left = _by_spelling(left, [f for f in fields if f.name not in given], fold, taken, given)
        left = _by_typo(left, [f for f in fields if f.name not in given], margin, taken)
    # Where the keys that are not the type's are kept, one that stands beside the field's own name is such a key.
    kept = known.extra == "allow"
    at_odds = {key: field for key, (field, kind) in taken.items() if kind or not kept}
    rivals = tuple(key for key in left if _rivals(key, value, at_odds))
    return Matched(taken, tuple(key for key in left if key not in rivals), rivals)


def _labels(field: Field) -> tuple[str, ...]:
    return (*field.keys, field.name)


def _by_spelling(
    left: list[str],
    fields: list[Field],
    fold: Callable[[str], str],
    taken: dict[str, tuple[Field, RepairKind | None]],
    given: set[str],
) -> list[str]:
    wanted: dict[str, set[str]] = {}
    for field in fields:
        for label in _labels(field):
            wanted.setdefault(fold(label), set()).add(field.name)
    by_name = {field.name: field for field in fields}
    rest: list[str] = []
    for key in left:
        names = wanted.get(fold(key), set()) - given
        if fold(key) and len(names) == 1:
            name = next(iter(names))
            taken[key] = (by_name[name], RepairKind.KEY_SPELLING)
            given.add(name)
        else:
            rest.append(key)
    return rest


def _by_typo(
    left: list[str], fields: list[Field], margin: int, taken: dict[str, tuple[Field, RepairKind | None]]
) -> list[str]:
    """The one missing field that one left-over key is close to."""
    if sum(field.required for field in fields) > 1 or len(fields) > 40 or not left or len(left) > 12:
        return left
    near = [(key, field) for key in left for field in fields if _is_close(key, field, 0)]
    if len(near) != 1:
        return left
    key, field = near[0]
    others = [f for f in fields if f is not field]
    if any(_is_close(key, other, margin) for other in others):
        return left
    taken[key] = (field, RepairKind.KEY_TYPO)
    return [other for other in left if other != key]


def _is_close(key: str, field: Field, slack: int) -> bool:
    folded = unaccent(key)
    return any(_close(folded, unaccent(label), slack) for label in _labels(field))


def _close(a: str, b: str, slack: int) -> bool:
    shorter = min(len(a), len(b))
    if shorter < 4 or [c for c in a if c.isdigit()] != [c for c in b if c.isdigit()]:
        return False
    if not slack and shorter < 7 and (a[0] != b[0] or (len(a) == len(b) and sorted(a) != sorted(b))):
        return False
    limit = (1 if shorter < 7 else 2) + slack
    return distance(a, b, limit) <= limit


def _rivals(key: str, value: Mapping[str, JsonValue], taken: Mapping[str, Field]) -> bool:
    folded = squeeze(key)
    return bool(folded) and any(
        folded in {squeeze(label) for label in _labels(field)} and value[other] != value[key]
        for other, field in taken.items()
    )
