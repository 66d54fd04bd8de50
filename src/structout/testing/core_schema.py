"""A pydantic core schema → a hypothesis strategy of inputs that validate: one small function for each schema type.

Hypothesis' own `builds` ignores patterns, multiples and aliases; the core schema knows them all.
"""

from __future__ import annotations

import datetime
import json
import math
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, TypeAlias

from hypothesis import strategies as st

Schema: TypeAlias = Mapping[str, Any]
Strategy: TypeAlias = st.SearchStrategy[Any]

_MAX_ITEMS = 3
_NOTABLE = (
    'the "old" pier', "line one\nline two", "tab\there", "a\\d+b", "C:\\new\\table", "/^x/", "{curly}", "[3]", "a, b",
    "```py\nx\n```", "don't", "für Élise", "中文，字", "🍵", "http://a.example/?q=1&r=2", "// no comment", "50 %", "<b>bold</b>",
    "ends in a colon:", "oak tree", "blue door",
)  # fmt: skip
_DAYS = (datetime.date(1900, 1, 1), datetime.date(2100, 12, 31))


class Builder:
    """Strategies for one core schema and for the definitions in it."""

    def __init__(self) -> None:
        self._schemas: dict[str, Schema] = {}
        self._built: dict[str, Strategy] = {}

    def of(self, schema: Schema) -> Strategy:
        """The strategy for a schema."""
        build = _BUILDERS.get(schema["type"])
        return st.from_type(schema.get("cls", object)) if build is None else build(self, schema)

    def define(self, schema: Schema) -> Strategy:
        """The strategy for a schema with definitions."""
        self._schemas |= {part["ref"]: part for part in schema["definitions"]}
        return self.of(schema["schema"])

    def reference(self, schema: Schema) -> Strategy:
        """The strategy for a definition, which may refer to itself."""
        ref: str = schema["schema_ref"]
        if ref not in self._built:
            self._built[ref] = st.deferred(lambda: self.of(self._schemas[ref]))
        return self._built[ref]


def _inner(builder: Builder, schema: Schema) -> Strategy:
    return builder.of(schema["schema"])


def _integers(_builder: Builder, schema: Schema) -> Strategy:
    step: int = schema.get("multiple_of", 1)
    low = max(-(10**9), schema.get("ge", -(10**9)), schema.get("gt", -(10**9) - 1) + 1)
    high = min(10**9, schema.get("le", 10**9), schema.get("lt", 10**9 + 1) - 1)
    low, high = (low if "ge" in schema or "gt" in schema else min(low, high)), max(low, high)
    small = st.integers(math.ceil(low / step), math.floor(high / step))
    return small.map(lambda n: n * step)


def _floats(_builder: Builder, schema: Schema) -> Strategy:
    if "multiple_of" in schema:
        step: float = schema["multiple_of"]
        return st.integers(-1000, 1000).map(lambda n: n * step)
    low, high = schema.get("ge", schema.get("gt")), schema.get("le", schema.get("lt"))
    plain = st.floats(
        low, high, allow_nan=False, allow_infinity=False,
        exclude_min="gt" in schema, exclude_max="lt" in schema,
    )  # fmt: skip
    if low is None and high is None:
        return st.one_of(st.integers(-4000, 4000).map(lambda n: n / 4), plain)
    return plain


def _decimals(_builder: Builder, schema: Schema) -> Strategy:
    places: int = schema.get("decimal_places", 2)
    whole: int = schema.get("max_digits", 9) - places
    limit = Decimal(10) ** max(whole, 0) - Decimal(1).scaleb(-places)
    low = max(-limit, Decimal(schema.get("ge", schema.get("gt", -limit))))
    high = min(limit, Decimal(schema.get("le", schema.get("lt", limit))))
    step = Decimal(schema.get("multiple_of", Decimal(1).scaleb(-places)))
    return st.integers(math.ceil(low / step), math.floor(high / step)).map(lambda n: n * step)


def _texts(_builder: Builder, schema: Schema) -> Strategy:
    low: int = schema.get("min_length", 0)
    high: int = schema.get("max_length", max(8, low + 4))
    if "pattern" in schema:
        pattern = re.compile(schema["pattern"])
        return st.from_regex(pattern, fullmatch=pattern.pattern.startswith("^"))
    words = st.text("abcdefghijklmnopqrstuvwxyz ", min_size=low, max_size=high)
    odd = st.text(st.characters(codec="utf-8"), min_size=low, max_size=high)
    notable = [text for text in _NOTABLE if low <= len(text) <= schema.get("max_length", 99)]
    return st.one_of(words, st.sampled_from(notable), odd) if notable else st.one_of(words, odd)


def _bytes(_builder: Builder, schema: Schema) -> Strategy:
    low: int = schema.get("min_length", 0)
    return st.text("abc", min_size=low, max_size=schema.get("max_length", low + 4)).map(str.encode)


def _bounds(schema: Schema, low: Any, high: Any) -> tuple[Any, Any]:
    return schema.get("ge", schema.get("gt", low)), schema.get("le", schema.get("lt", high))


def _dates(_builder: Builder, schema: Schema) -> Strategy:
    today = datetime.date(2020, 1, 1)
    low, high = _bounds(schema, *_DAYS)
    now = schema.get("now_op")
    return (
        st.dates(low, today if now == "past" else high)
        if now != "future"
        else st.dates(datetime.date(2200, 1, 1))
    )


def _datetimes(_builder: Builder, schema: Schema) -> Strategy:
    low, high = _bounds(schema, datetime.datetime(1900, 1, 1), datetime.datetime(2100, 12, 31))
    now = schema.get("now_op")
    if now is not None:
        year = {"past": (1990, 2020), "future": (2200, 2210)}[now]
        low, high = (datetime.datetime(y, 1, 1) for y in year)
    aware = low.tzinfo is not None or high.tzinfo is not None or schema.get("tz_constraint") == "aware"
    zones: list[datetime.tzinfo | None] = [datetime.UTC] if aware else [None]
    if not aware and "tz_constraint" not in schema:
        zones.append(datetime.UTC)
    naive = st.datetimes(low.replace(tzinfo=None), high.replace(tzinfo=None))
    return st.tuples(naive, st.sampled_from(zones)).map(lambda pair: pair[0].replace(tzinfo=pair[1]))


def _times(_builder: Builder, schema: Schema) -> Strategy:
    return st.times(*_bounds(schema, datetime.time.min, datetime.time.max))


def _timedeltas(_builder: Builder, schema: Schema) -> Strategy:
    low, high = _bounds(schema, datetime.timedelta(-1000), datetime.timedelta(1000))
    span = int((high - low).total_seconds())
    return st.integers(0, span).map(lambda n: low + datetime.timedelta(seconds=n))


def _many(
    items: Strategy, schema: Schema, unique_by: Callable[[Any], str] | None = None
) -> st.SearchStrategy[list[Any]]:
    low: int = schema.get("min_length", 0)
    high: int = schema.get("max_length", max(_MAX_ITEMS, low + 1))
    return st.lists(items, min_size=low, max_size=high, unique_by=unique_by)


def _key_repr(pair: tuple[Any, Any]) -> str:
    return repr(pair[0])


def _items(builder: Builder, schema: Schema) -> Strategy:
    return builder.of(schema["items_schema"]) if "items_schema" in schema else _scalars()


def _lists(builder: Builder, schema: Schema) -> Strategy:
    return _many(_items(builder, schema), schema)


def _sets(builder: Builder, schema: Schema) -> Strategy:
    return _many(_items(builder, schema), schema, repr)


def _tuples(builder: Builder, schema: Schema) -> Strategy:
    parts: list[Schema] = schema["items_schema"]
    many: int | None = schema.get("variadic_item_index")
    if many is None:
        return st.tuples(*map(builder.of, parts))
    head = st.tuples(*map(builder.of, parts[:many]))
    tail = st.tuples(*map(builder.of, parts[many + 1 :]))
    middle = st.lists(builder.of(parts[many]), max_size=_MAX_ITEMS)
    return st.tuples(head, middle, tail).map(lambda t: (*t[0], *t[1], *t[2]))


def _dicts(builder: Builder, schema: Schema) -> Strategy:
    keys = builder.of(schema.get("keys_schema", {"type": "str"}))
    items = builder.of(schema["values_schema"]) if "values_schema" in schema else _scalars()
    pairs = _many(st.tuples(keys, items), schema, _key_repr)
    return pairs.map(dict)


def _alias(name: str, field: Schema) -> str:
    alias: Any = field.get("validation_alias", name)
    while not isinstance(alias, str):
        alias = alias[0]
    return alias


def _mapping(builder: Builder, fields: Mapping[str, Schema]) -> Strategy:
    needed: dict[str, Strategy] = {}
    optional: dict[str, Strategy] = {}
    for name, field in fields.items():
        may_miss = field["schema"]["type"] == "default" or field.get("required") is False
        (optional if may_miss else needed)[_alias(name, field)] = builder.of(field["schema"])
    return st.fixed_dictionaries(needed, optional=optional)


def _fields(builder: Builder, schema: Schema) -> Strategy:
    return _mapping(builder, schema["fields"])


def _dataclass_fields(builder: Builder, schema: Schema) -> Strategy:
    return _mapping(builder, {field["name"]: field for field in schema["fields"] if field.get("init", True)})


def _named_tuple(builder: Builder, schema: Schema) -> Strategy:
    return st.tuples(*(builder.of(field["schema"]) for field in schema["fields"]))


def _call(builder: Builder, schema: Schema) -> Strategy:
    return st.tuples(*(builder.of(part["schema"]) for part in schema["arguments_schema"]["arguments_schema"]))


def _model(builder: Builder, schema: Schema) -> Strategy:
    return builder.of(schema["schema"])


def _nullable(builder: Builder, schema: Schema) -> Strategy:
    return st.one_of(st.none(), _inner(builder, schema))


def _union(builder: Builder, schema: Schema) -> Strategy:
    choices: list[Any] = schema["choices"]
    # A choice may come with a label for errors.
    return st.one_of(*(builder.of(choice if hasattr(choice, "keys") else choice[0]) for choice in choices))


def _tagged_union(builder: Builder, schema: Schema) -> Strategy:
    # A choice may be the name of another choice in older versions.
    return st.one_of(
        *(builder.of(choice) for choice in schema["choices"].values() if not isinstance(choice, str))
    )


def _json_side(builder: Builder, schema: Schema) -> Strategy:
    classes = [part["cls"] for part in (schema["python_schema"],) if part["type"] == "is-instance"]
    return st.from_type(classes[0]) if classes else builder.of(schema["json_schema"])


def _lax_or_strict(builder: Builder, schema: Schema) -> Strategy:
    return builder.of(schema["strict_schema"])


def _chain(builder: Builder, schema: Schema) -> Strategy:
    return builder.of(schema["steps"][0])


def _members(_builder: Builder, schema: Schema) -> Strategy:
    return st.sampled_from(schema["members"])


def _literals(_builder: Builder, schema: Schema) -> Strategy:
    return st.sampled_from(schema["expected"])


def _urls(_builder: Builder, schema: Schema) -> Strategy:
    schemes: list[str] = schema.get("allowed_schemes", ["https"])
    return st.text("abcxyz", min_size=1, max_size=6).map(
        lambda name: f"{schemes[-1]}://{name}.example/{name}"
    )


def _json_text(builder: Builder, schema: Schema) -> Strategy:
    inner = builder.of(schema["schema"]) if "schema" in schema else _scalars()
    return inner.map(json.dumps)


def _scalars() -> Strategy:
    return st.one_of(st.none(), st.booleans(), st.integers(-99, 99), st.text("abc ", max_size=5))


def _anything(_builder: Builder, _schema: Schema) -> Strategy:
    return _scalars()


def _just(make: Callable[[], Strategy]) -> Callable[[Builder, Schema], Strategy]:
    return lambda _builder, _schema: make()


_BUILDERS: Mapping[str, Callable[[Builder, Schema], Strategy]] = {
    "any": _anything,
    "none": _just(st.none),
    "bool": _just(st.booleans),
    "int": _integers,
    "float": _floats,
    "decimal": _decimals,
    "str": _texts,
    "bytes": _bytes,
    "date": _dates,
    "datetime": _datetimes,
    "time": _times,
    "timedelta": _timedeltas,
    "uuid": _just(st.uuids),
    "url": _urls,
    "multi-host-url": _urls,
    "enum": _members,
    "literal": _literals,
    "list": _lists,
    "set": _sets,
    "frozenset": _sets,
    "tuple": _tuples,
    "dict": _dicts,
    "generator": _lists,
    "model": _model,
    "model-fields": _fields,
    "typed-dict": _fields,
    "dataclass": _model,
    "dataclass-args": _dataclass_fields,
    "named-tuple": _named_tuple,
    "call": _call,
    "nullable": _nullable,
    "union": _union,
    "tagged-union": _tagged_union,
    "default": _inner,
    "json": _json_text,
    "function-after": _inner,
    "function-before": _inner,
    "function-wrap": _inner,
    "custom-error": _inner,
    "json-or-python": _json_side,
    "lax-or-strict": _lax_or_strict,
    "chain": _chain,
    "definitions": Builder.define,
    "definition-ref": Builder.reference,
}
