"""Objects: keys matched to fields, wrappers taken off, mappings; each returns one ``Outcome``."""

from __future__ import annotations

from collections.abc import Iterator

from structout.coerce.keys import Matched, key_words, match_keys
from structout.coerce.pairs import pairs_in
from structout.coerce.schemas import Field, Fields, Schema
from structout.coerce.units import is_unit_key, sibling_clash
from structout.coerce.walk import Draft, Outcome, Place, Trouble, Walk
from structout.coerce.wrappers import SCHEMA_KEYS, decode, unwrapped
from structout.errors import FailureKind
from structout.result import JsonValue, RepairKind


def read_object(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> Outcome:
    """An object with named fields."""
    if isinstance(value, dict):
        return _fitted(walk, schema, value, place)
    if isinstance(value, list) and schema["type"] in ("named-tuple", "arguments"):
        return _positional(walk, schema, value, place)
    if isinstance(value, str) and (pairs := pairs_in(value, walk.schemas.fields(schema))):
        inside = _fitted(walk, schema, {**pairs}, place)
        return inside.after(Draft(RepairKind.KEY_VALUE_LINES, place, value, {**pairs}))
    return otherwise(walk, schema, value, place)


def read_mapping(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> Outcome:
    """A mapping with keys and values of given types."""
    if not isinstance(value, dict):
        return otherwise(walk, schema, value, place)
    plain = _mapping(walk, schema, value, place)
    return plain if plain.fits else unwrapped(walk, schema, value, place) or plain


def otherwise(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> Outcome:
    """What is no object may hold one: a list of one, JSON inside a string."""
    if isinstance(value, list) and len(value) == 1:
        inside = walk.at(schema, value[0], place.inside(0))
        return inside.after(Draft(RepairKind.LIST_TO_ITEM, place, value, value[0])) if inside.fits else inside
    if isinstance(value, list) and value:
        merged = _merged(value)
        inside = walk.at(schema, merged, place) if merged else None
        if inside is not None and inside.fits:
            return inside.after(Draft(RepairKind.LIST_TO_OBJECT, place, value, merged))
        hint = f"a list of {len(value)} cannot stand for one object; give one object"
        return walk.refuse(schema, value, place, hint=hint, kind=FailureKind.INVALID)
    if isinstance(value, str):
        decoded = decode(value, walk.options)
        if isinstance(decoded, (dict, list)):
            inside = walk.at(schema, decoded, place)
            return (
                inside.after(Draft(RepairKind.JSON_IN_STRING, place, value, decoded))
                if inside.fits
                else inside
            )
    return walk.refuse(schema, value, place)


_NAMES = frozenset(("key", "name", "field", "attribute", "property"))


def _merged(items: list[JsonValue]) -> dict[str, JsonValue]:
    """Objects of one pair each, all with different keys, as one object; empty where they are none."""
    pairs = [pair for item in items if isinstance(item, dict) and (pair := _pair_of(item)) is not None]
    merged = dict(pairs)
    return merged if len(merged) == len(items) else {}


def _pair_of(item: dict[str, JsonValue]) -> tuple[str, JsonValue] | None:
    """The pair of an object of one, or of one that spells it out: ``{"key": "ph", "value": 6.8}``."""
    if len(item) == 1:
        return next(iter(item.items()))
    name = next((item[key] for key in item if key.casefold() in _NAMES), None)
    return (name, item["value"]) if len(item) == 2 and isinstance(name, str) and "value" in item else None


def _unflattened(value: dict[str, JsonValue], fields: Fields) -> dict[str, JsonValue]:
    """Keys with a point in them as the objects that they mean, ``{"dim.length": 4}`` for ``{"dim": {"length": 4}}``.

    Empty where a key has no field before its point, or more than one point, or stands beside the whole object.
    """
    names = {name for field in fields.fields for name in (*field.keys, field.name)}
    deep: dict[str, JsonValue] = {}
    for key, content in value.items():
        outer, point, inner = key.partition(".")
        if not point:
            deep[key] = content
            continue
        held = deep.setdefault(outer, {})
        if outer not in names or outer in value or "." in inner or not isinstance(held, dict):
            return {}
        held[inner] = content
    return deep


def _fitted(walk: Walk, schema: Schema, value: dict[str, JsonValue], place: Place) -> Outcome:
    fields = walk.schemas.fields(schema)
    matched = match_keys(value, fields, walk.options.typo_margin)
    strange = bool(value) and not matched.taken and (bool(fields.fields) and fields.extra != "allow")
    if strange:
        inside = unwrapped(walk, schema, value, place)
        if inside is not None:
            return inside
    outcome = _filled(walk, fields, matched, value, place)
    if strange and outcome.fits:
        keys = ", ".join(map(repr, list(value)[:6]))
        return walk.refuse(schema, value, place, hint=f"none of its keys ({keys}) is a key of the type")
    if not outcome.fits and any("." in key for key in value) and (deep := _unflattened(value, fields)):
        inside = _fitted(walk, schema, deep, place)
        if inside.fits:
            return inside.after(Draft(RepairKind.KEY_SPELLING, place, {**value}, deep))
    return outcome if outcome.fits else _echoed(value, place, outcome)


def _filled(
    walk: Walk, fields: Fields, matched: Matched, value: dict[str, JsonValue], place: Place
) -> Outcome:
    prepared: dict[str, JsonValue] = {}
    drafts: list[Draft] = []
    troubles: list[Trouble] = []
    fit = 0
    for key, (field, liberty) in matched.taken.items():
        inside = _field_value(walk, field, value[key], place.child(field.key, key))
        if liberty is RepairKind.KEY_TYPO and (not inside.fits or _as_text(inside)):
            troubles += _missing(walk, [field], value, place)
            continue
        if liberty is not None:
            drafts.append(Draft(liberty, place.child(field.key, key), key, field.key))
        prepared[field.key if liberty or not field.by_path else key] = inside.value
        drafts += inside.drafts
        troubles += inside.troubles
        fit += inside.fit + 1
    given = {field.name for field, _ in matched.taken.values()}
    troubles += _missing(walk, [f for f in fields.fields if f.required and f.name not in given], value, place)
    troubles += _unit_troubles(drafts, value, place)
    unfilled = [f for f in fields.fields if not f.required and f.name not in given]
    if unfilled and matched.extra and fields.extra == "ignore":
        troubles += _near_misses(matched.extra, unfilled, value, place)
    drafts += _extras(fields, matched, value, place, prepared)
    return Outcome(prepared, tuple(drafts), tuple(troubles), fit)


def _unit_troubles(drafts: list[Draft], value: dict[str, JsonValue], place: Place) -> Iterator[Trouble]:
    """Numbers whose unit is another than the one that the object names beside them."""
    for draft in drafts:
        if (
            draft.kind is not RepairKind.UNIT
            or draft.place.path[:-1] != place.path
            or not isinstance(draft.before, str)
        ):
            continue
        field = str(draft.place.path[-1])
        for key, unit in value.items():
            other = (
                sibling_clash(draft.before, unit)
                if isinstance(unit, str) and len(unit) <= 24 and is_unit_key(key, field)
                else ""
            )
            if other:
                yield Trouble(
                    draft.place,
                    f"a number in {unit}",
                    draft.before,
                    f"the text gives {other}, {key!r} says {unit}",
                )


def _near_misses(
    extra: tuple[str, ...], fields: list[Field], value: dict[str, JsonValue], place: Place
) -> Iterator[Trouble]:
    """Keys that no field takes and that hold the words of a field with a default: ``is_active`` beside ``active``."""
    for key in extra:
        words = key_words(key)
        near = next((f for f in fields if key_words(f.key) <= words and key_words(f.key)), None)
        if near is not None:
            hint = f"it may be meant for {near.key!r}"
            yield Trouble(
                place.child(key), "a key of the type", {key: value[key]}, hint, FailureKind.AMBIGUOUS
            )


def _as_text(inside: Outcome) -> bool:
    """A number under a misspelt key for a text is rather another key's value."""
    return any(draft.kind is RepairKind.TEXT_FROM_SCALAR for draft in inside.drafts)


def _field_value(walk: Walk, field: Field, value: JsonValue, place: Place) -> Outcome:
    if field.by_path:
        return Outcome(value)
    walk.sources[place.path] = place.source
    if field.about:
        walk.notes[place.path] = field.about
    return walk.at(field.schema, value, place)


def _missing(walk: Walk, fields: list[Field], value: dict[str, JsonValue], place: Place) -> Iterator[Trouble]:
    keys = ", ".join(map(repr, list(value)[:8])) if fields else ""
    hint = f"the object has only {keys}" if keys else "the object is empty"
    for field in fields:
        expected = f"the key {field.key!r} with {walk.schemas.describe(field.schema)}"
        yield Trouble(
            Place((*place.path, field.key), place.source, place.depth), expected, None, hint, missing=True
        )


def _extras(
    fields: Fields,
    matched: Matched,
    value: dict[str, JsonValue],
    place: Place,
    prepared: dict[str, JsonValue],
) -> Iterator[Draft]:
    for key in matched.extra:
        if fields.extra == "allow" and key not in prepared:
            prepared[key] = value[key]
        else:
            kind = RepairKind.FORBIDDEN_KEY if fields.extra == "forbid" else RepairKind.EXTRA_KEY
            yield Draft(kind, place.child(key), {key: value[key]}, None)
    for key in matched.rivals:
        yield Draft(RepairKind.CONFLICTING_KEY, place.child(key), {key: value[key]}, None)


def _echoed(value: dict[str, JsonValue], place: Place, outcome: Outcome) -> Outcome:
    """Tell an echo of the schema from a wrong answer."""
    properties = value.get("properties", value.get("$defs"))
    if not isinstance(properties, dict) or not properties or not value.keys() <= SCHEMA_KEYS:
        return outcome
    if not all(isinstance(p, dict) and p.keys() & SCHEMA_KEYS for p in properties.values()):
        return outcome
    trouble = Trouble(
        place,
        outcome.troubles[0].expected,
        value,
        "this is the schema; give a value that fits it",
        FailureKind.SCHEMA_ECHO,
    )
    return Outcome(value, troubles=(trouble,))


def _positional(walk: Walk, schema: Schema, value: list[JsonValue], place: Place) -> Outcome:
    fields = walk.schemas.fields(schema).fields
    if len(value) > len(fields) or any(f.required for f in fields[len(value) :]):
        return walk.refuse(schema, value, place, hint=f"{len(fields)} items are wanted, {len(value)} given")
    parts = [
        walk.at(f.schema, item, place.child(i))
        for i, (f, item) in enumerate(zip(fields, value, strict=False))
    ]
    return joined([part.value for part in parts], parts)


def _mapping(walk: Walk, schema: Schema, value: dict[str, JsonValue], place: Place) -> Outcome:
    keys_schema, values_schema = schema.get("keys_schema"), schema.get("values_schema")
    prepared: dict[str, JsonValue] = {}
    parts: list[Outcome] = []
    for key, content in value.items():
        inside = place.child(key)
        walk.sources[inside.path] = inside.source
        name = key if keys_schema is None else _mapping_key(walk, keys_schema, key, inside, parts)
        part = Outcome(content) if values_schema is None else walk.at(values_schema, content, inside)
        parts.append(part)
        if name in prepared and prepared[name] != part.value:
            parts.append(
                walk.refuse(
                    schema, value, inside, hint=f"the key {name!r} is given twice", kind=FailureKind.AMBIGUOUS
                )
            )
        prepared[name] = part.value
    return joined(prepared, parts)


def _mapping_key(walk: Walk, schema: Schema, key: str, place: Place, parts: list[Outcome]) -> str:
    resolved = walk.schemas.resolve(schema)
    if resolved["type"] in ("str", "any"):
        return key
    if strictly_fits(walk, resolved, key) or strictly_fits(walk, resolved, decode_scalar(key)):
        return key
    part = walk.at(schema, key, place)
    parts.append(part)
    return part.value if isinstance(part.value, str) else str(part.value)


def decode_scalar(text: str) -> JsonValue:
    """The number a key spells, or the text itself."""
    try:
        return int(text) if len(text) < 20 else text
    except ValueError:
        return text


def strictly_fits(walk: Walk, schema: Schema, value: JsonValue) -> bool:
    """Whether Pydantic takes the value as it stands, in strict JSON mode."""
    return walk.schemas.accepts(schema, value)


def joined(value: JsonValue, parts: list[Outcome]) -> Outcome:
    """One outcome of several parts; where one does not fit, its input stands in the value."""
    troubles = tuple(trouble for part in parts for trouble in part.troubles)
    drafts = tuple(draft for part in parts for draft in part.drafts)
    return Outcome(value, drafts, troubles, sum(part.fit for part in parts))
