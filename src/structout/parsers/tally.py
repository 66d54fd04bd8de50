"""A typed value → how many pairs, objects and lists its JSON has, in one number that is compared with the text's own.

A key that was given twice, one that the type does not know and a bracket inside a text all make a difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from inspect import isclass
from typing import Any, Final, Literal, NamedTuple, cast, get_args, get_origin
from uuid import UUID

from pydantic import BaseModel

_OBJECT: Final = 1 << 12
_LIST: Final = 1 << 24
_UNTOLD: Final = 1 << 36
"""Twelve bits for each count: no text of less than 4,096 characters has more."""

_PLAIN = frozenset({str, int, bool, float, type(None), date, datetime, time, timedelta, Decimal, UUID})


def tally_of_text(text: str) -> int:
    """What valid JSON has, where none of its strings holds a colon or an opening bracket.

    Args:
        text: the JSON, less than 4,096 characters.
    """
    return text.count(":") + _OBJECT * text.count("{") + _LIST * text.count("[")


def pairs_in(tally: int) -> int | None:
    """How many key-value pairs were counted, ``None`` where the value does not tell."""
    return None if tally >= _UNTOLD else tally % _OBJECT


def tally_of(value: Any) -> int:
    """What the JSON of a value has, if the value is all that the JSON says."""
    try:
        rows_in, walked, count = _PLANS[value.__class__]
    except KeyError:
        return _tally_of_other(value, value.__class__)
    given, held = value.__pydantic_fields_set__, value.__dict__
    if len(given) < len(held):
        return _OBJECT + len(given) + sum([tally_of(held[name]) for name in given if name in held])
    count += len(given)
    for name in rows_in:
        rows = held[name]
        count += _OBJECT * len(rows)
        for row in rows:
            count += len(row.__pydantic_fields_set__)
    for name in walked:
        count += tally_of(held[name])
    return count


def _tally_of_other(value: Any, kind: type[Any]) -> int:
    if kind in _PLAIN:
        return 0
    if kind in (list, tuple, set, frozenset):
        return _LIST + sum([tally_of(item) for item in cast("Iterable[object]", value)])
    if kind is dict:
        held = cast("dict[object, object]", value)
        return _OBJECT + len(held) + sum([tally_of(item) for item in held.values()])
    if issubclass(kind, Enum):
        return 0
    if getattr(kind, "__pydantic_root_model__", False):
        return tally_of(value.root)
    return tally_of(value) if _learned(kind) else _UNTOLD


class _Plan(NamedTuple):
    """Which fields of a model are looked at.

    Attributes:
        rows: lists of models of plain values.
        walked: whatever may hold more, other than these and plain values.
        fixed: the tally of the object itself and of its lists, without what is in them.
    """

    rows: tuple[str, ...]
    walked: tuple[str, ...]
    fixed: int


_PLANS: dict[type[Any], _Plan] = {}


def _learned(model: type[Any], within: frozenset[type[Any]] = frozenset()) -> bool:
    """Whether a class is a model, how to look at whose values is known from now on.

    Args:
        model: the class.
        within: the models that are being learned and hold this one; one that holds itself is looked at field by field.
    """
    fields: dict[str, Any] | None = getattr(model, "model_fields", None)
    if fields is None:
        return False
    kinds = {name: known.annotation for name, known in fields.items()}
    items: dict[str, Any] = {
        name: get_args(kind)[0] for name, kind in kinds.items() if get_origin(kind) is list
    }
    rows = tuple(name for name, kind in items.items() if _is_flat(kind, within | {model}))
    lists = [name for name, kind in items.items() if _is_plain(kind)]
    walked = (name for name, kind in kinds.items() if name not in (*rows, *lists) and not _is_plain(kind))
    _PLANS[model] = _Plan(rows, tuple(walked), _OBJECT + _LIST * (len(rows) + len(lists)))
    return True


def _is_flat(kind: Any, within: frozenset[type[Any]]) -> bool:
    if not isclass(kind) or not issubclass(kind, BaseModel) or kind.__pydantic_root_model__ or kind in within:
        return False
    return (kind in _PLANS or _learned(kind, within)) and _PLANS[kind] == _Plan((), (), _OBJECT)


def _is_plain(kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return True
    return all(part in _PLAIN or _is_enum(part) for part in get_args(kind) or (kind,))


def _is_enum(kind: Any) -> bool:
    return isclass(kind) and issubclass(kind, Enum)
