"""Single values: taken as they stand, taken out of a list or object of one, or read by the rule of their kind."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from pydantic_core import PydanticSerializationError, ValidationError, to_json

from structout.coerce.patterns import lazy
from structout.coerce.reading import Found, Unread, Why
from structout.coerce.scalars import Ask, Rule, is_slot
from structout.coerce.schemas import CODE_ERRORS, Schema, choices_of
from structout.coerce.walk import Draft, Handler, Outcome, Place, Walk
from structout.errors import FailureKind
from structout.result import JsonValue, RepairKind

_KINDS: Final[Mapping[Why, FailureKind]] = {
    Why.SEVERAL: FailureKind.AMBIGUOUS,
    Why.AMBIGUOUS: FailureKind.AMBIGUOUS,
    Why.PLACEHOLDER: FailureKind.PLACEHOLDER,
}
_ANSWER_KEYS: Final = frozenset(
    "value answer result output response text content final_answer data label choice amount number".split()
)


def leaf_reader(rules: Mapping[str, Rule]) -> Handler:
    """The handler of single values that goes by a table of rules."""

    def read(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> Outcome:
        return _read(walk, rules.get(schema["type"]), schema, value, place)

    return read


def _read(walk: Walk, rule: Rule | None, schema: Schema, value: JsonValue, place: Place) -> Outcome:
    if not isinstance(value, str) and _plain(walk, schema, value, place):
        return Outcome(value, fit=1)
    field = _field(place)
    # Without a type and a name, "string" is a text like any other.
    named = schema["type"] not in ("literal", "enum") and (field or schema["type"] != "any")
    if named and is_slot(value, field):
        return walk.refuse(
            schema,
            value,
            place,
            hint="a slot of the instructions was left open",
            kind=FailureKind.PLACEHOLDER,
        )
    if _plain(walk, schema, value, place):
        return Outcome(value, fit=1)
    if schema["type"] == "any":
        return walk.refuse(schema, value, place, hint="NaN and Infinity are no JSON")
    if rule is None:
        return _opaque(walk, schema, value, place)
    spelt = walk.spelling(place.source) if walk.spelling and schema["type"] in _SPELT else None
    options = walk.options
    if schema["type"] in _NUMBERS and isinstance(value, str) and _THREE_BEHIND().search(value):
        options = replace(options, decimal=walk.decimal)
    ask = Ask(schema, options, field, spelt, walk.about(place))
    reading = rule(value, ask)
    if isinstance(reading, Found):
        drafts = tuple(Draft(kind, place, value, reading.value) for kind in reading.kinds)
        return Outcome(reading.value, drafts, (), 1)
    return _inside(walk, schema, value, place) or _refused(walk, schema, value, place, reading)


_DIGITS = lazy(r"[-+]?\d+(?:\.\d*)?")
_ODD: Final = {
    "date": _DIGITS,
    "datetime": _DIGITS,
    "time": lazy(r"[-+]?\d+|\d\d:\d\d-\d\d:\d\d"),
    "timedelta": lazy(r"\d+:\d\d"),
}
"""What Pydantic takes for a time and nobody means so: seconds since 1970, a stretch of time as an offset, a clock."""
_NUMBERS: Final = frozenset(("int", "float", "decimal"))
_THREE_BEHIND = lazy(r"(?<!\d)\d{1,3}[.,]\d{3}(?![\d.,]{0,40}\d)")
_SPELT: Final = frozenset(("str", "int", "date", "datetime"))


def _field(place: Place) -> str:
    """The name of the field that holds a value, ``item`` in a list at the root, none at the root itself."""
    for step in reversed(place.path):
        if isinstance(step, str):
            return step or "item"
    return "item" if place.path else ""


def _refused(walk: Walk, schema: Schema, value: JsonValue, place: Place, reading: Unread) -> Outcome:
    if (
        schema["type"] in ("enum", "literal")
        and not isinstance(value, (dict, list))
        and walk.schemas.accepts(schema, value)
    ):
        return Outcome(value, fit=1)
    kind = _KINDS.get(reading.why, FailureKind.INVALID)
    return walk.refuse(schema, value, place, hint=reading.hint, kind=kind, advice=reading.advice)


def _plain(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> bool:
    """Whether the value is of the kind already; constraints are Pydantic's to check at the end."""
    kind = schema["type"]
    if kind == "str":
        return isinstance(value, str)
    if kind in ("int", "bool", "none"):
        return type(value) is _PLAIN[kind]
    if kind == "float":
        return isinstance(value, (int, float)) and not isinstance(value, bool) and _finite(walk, value, place)
    if kind == "any":
        return _all_finite(value)
    if kind in ("literal", "enum"):
        return any(type(option) is type(value) and option == value for option in choices_of(schema))
    odd = _ODD.get(kind)
    if odd is not None and isinstance(value, str) and odd().fullmatch(value.strip()):
        return False
    return walk.schemas.accepts(schema, value)


def _all_finite(value: JsonValue) -> bool:
    """No NaN or Infinity anywhere inside."""
    parts: list[JsonValue] = [value]
    while parts:
        part = parts.pop()
        if isinstance(part, float) and not math.isfinite(part):
            return False
        if isinstance(part, dict):
            parts.extend(part.values())
        elif isinstance(part, list):
            parts.extend(part)
    return True


_PLAIN: Final[Mapping[str, Any]] = {"int": int, "bool": bool, "none": type(None)}


def _finite(walk: Walk, value: float, place: Place) -> bool:
    """A number written with digits must not have become infinite."""
    if isinstance(value, int) or not math.isinf(value) or walk.spelling is None:
        return True
    return not any(c.isdigit() for c in walk.spelling(place.source))


def _inside(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> Outcome | None:
    """One value in a list of one, or under the only key of an answer object."""
    plain = schema["type"] != "str"
    if isinstance(value, list) and len(value) == 1 and (plain or (place.path and isinstance(value[0], str))):
        inside = walk.at(schema, value[0], place.inside(0))
        return (
            inside.after(Draft(RepairKind.LIST_TO_ITEM, place, value, inside.value)) if inside.fits else None
        )
    if isinstance(value, dict) and len(value) == 1 and plain:
        key, content = next(iter(value.items()))
        if isinstance(content, (dict, list)) or content is None or not (_names(key, place) or not place.path):
            return None
        inside = walk.at(schema, content, place.inside(key))
        return (
            inside.after(Draft(RepairKind.FIELD_TO_VALUE, place, value, inside.value))
            if inside.fits
            else None
        )
    return None


def _names(key: str, place: Place) -> bool:
    return key.casefold() in _ANSWER_KEYS or key.casefold() == _field(place).casefold()


def _opaque(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> Outcome:
    """A kind with no rule: Pydantic alone knows."""
    try:
        walk.schemas.validator(schema).validate_json(to_json(value, inf_nan_mode="constants"))
    except PydanticSerializationError as error:
        return walk.refuse(schema, value, place, hint=str(error))
    except CODE_ERRORS as error:
        return walk.refuse(schema, value, place, hint=f"its validator failed with {error!r}")
    except ValidationError as error:
        bare = value.strip(" \t\r\n\"'`<>") if isinstance(value, str) else ""
        if bare and bare != value and walk.schemas.accepts(schema, bare):
            return Outcome(bare, (Draft(RepairKind.MARKUP, place, value, bare),), (), 1)
        message = error.errors(include_url=False, include_context=False, include_input=False)[0]["msg"]
        return walk.refuse(schema, value, place, hint=message)
    return Outcome(value, fit=1)


def read_hooked(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> Outcome:
    """A type whose own code sees the value first: what that takes is left alone."""
    if walk.schemas.accepts(schema, value):
        return Outcome(value, fit=1)
    inside = walk.at(schema["schema"], value, place)
    if inside.fits and walk.schemas.accepts(schema, inside.value):
        return inside
    plain = _opaque(walk, schema, value, place)
    return plain if plain.fits or not inside.troubles else inside
