"""A type goes in, an outline comes out: a small tree of nodes that every instruction style renders.

The tree is built from Pydantic's own JSON schema, so it covers exactly the types that Pydantic takes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, cast

from pydantic import TypeAdapter
from pydantic.errors import PydanticInvalidForJsonSchema, PydanticSchemaGenerationError, PydanticUserError
from pydantic.json_schema import GenerateJsonSchema

from structout.errors import ConfigError
from structout.result import JsonValue

Schema = dict[str, JsonValue]


class NodeKind(StrEnum):
    """What a place in the value can hold."""

    OBJECT = "object"
    ARRAY = "array"
    TUPLE = "tuple"
    MAP = "map"
    UNION = "union"
    CHOICE = "choice"
    SCALAR = "scalar"
    ANY = "any"
    REF = "ref"


@dataclass(frozen=True, slots=True)
class Node:
    """One place in the value.

    Attributes:
        kind: what it can hold.
        label: a scalar's JSON type, a reference's target, an object's class name.
        description: what the type's author wrote about it, in one line.
        limits: constraints, formats, units and examples, in words.
        fields: an object's fields.
        parts: an array's item, a tuple's places, a map's value, a union's branches.
        options: a choice's values, or those that a map's keys are restricted to.
        schema: the JSON schema it was made from.
    """

    kind: NodeKind
    label: str = ""
    description: str = ""
    limits: tuple[str, ...] = ()
    fields: tuple[FieldNode, ...] = ()
    parts: tuple[Node, ...] = ()
    options: tuple[JsonValue, ...] = ()
    schema: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])

    @property
    def remarks(self) -> tuple[str, ...]:
        """The description and the limits."""
        return (self.description, *self.limits) if self.description else self.limits


@dataclass(frozen=True, slots=True)
class FieldNode:
    """One field of an object: its key as the completion must have it, and what it holds."""

    name: str
    node: Node
    required: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """The whole type: its root, and the parts that are referred to by name."""

    root: Node
    named: Mapping[str, Node]


_NUMBER_LIMITS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "greater than {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
}
_LENGTH_LIMITS = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "pattern": "matches the regular expression {}",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "minProperties": "at least {} entries",
    "maxProperties": "at most {} entries",
}
_LIMITS = _NUMBER_LIMITS | _LENGTH_LIMITS
_COUNTED = frozenset(words for words in _LENGTH_LIMITS.values() if words.startswith("at "))
FORMATS = {
    "date": "a date as YYYY-MM-DD",
    "date-time": "a date and time as YYYY-MM-DDTHH:MM:SS",
    "time": "a time as HH:MM:SS",
    "duration": "an ISO 8601 duration such as PT1H30M",
    "uuid": "a UUID",
    "email": "an e-mail address",
    "uri": "a URL",
    "decimal": "a decimal number",
    "binary": "bytes",
}
# Keywords that are shown by the shape of the type itself, or say nothing to a model.
_SILENT = frozenset({
    "title", "type", "default", "properties", "required", "items", "prefixItems", "anyOf", "oneOf",
    "allOf", "enum", "const", "$ref", "$defs", "description", "additionalProperties",
    "patternProperties", "propertyNames", "discriminator", "writeOnly", "readOnly", "deprecated",
    "contentMediaType", "contentEncoding", "contentSchema", "unevaluatedItems", "$schema", "$id",
    "$comment",
})  # fmt: skip


class _PlainSchema(GenerateJsonSchema):
    """Pydantic's generator, with a NamedTuple as an object, so that its field names are told."""

    # A default that JSON cannot hold is left out of the schema; that is no news to the caller.
    ignored_warning_kinds = {"skipped-choice", "non-serializable-default"}  # noqa: RUF012  (Pydantic's own declaration)

    def named_tuple_schema(self, schema: Any) -> dict[str, Any]:
        """A NamedTuple, which Pydantic validates from an object as well as from an array."""
        places = cast("list[dict[str, Any]]", schema["fields"])
        inner = [(place, self.generate_inner(place["schema"])) for place in places]
        return {
            "type": "object",
            "title": schema["cls"].__name__,
            "properties": {place["name"]: made for place, made in inner},
            "required": [place["name"] for place, _ in inner if place["schema"].get("type") != "default"],
        }

    def arguments_schema(self, schema: Any) -> dict[str, Any]:
        """The arguments of a call, by name where Pydantic leaves the choice open."""
        places = schema["arguments_schema"]
        if any(place.get("mode") == "positional_only" for place in places) or "var_args_schema" in schema:
            return super().arguments_schema(schema)
        return self.kw_arguments_schema(places, schema.get("var_kwargs_schema"))


class _OutlineSchema(_PlainSchema):
    def decimal_schema(self, schema: Any) -> dict[str, Any]:
        bounds = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
        limits = {word: float(schema[key]) for key, word in bounds.items() if schema.get(key) is not None}
        digits = {"decimal places": schema.get("decimal_places"), "digits": schema.get("max_digits")}
        shown = {f"at most {what}": number for what, number in digits.items() if number is not None}
        return {"type": "number", "format": "decimal", **limits, **shown}


def json_schema(tp: Any, *, outline: bool = False) -> Schema:
    """The JSON schema of any type that Pydantic takes, keys by alias.

    Args:
        tp: the type.
        outline: with the simplifications that an outline wants (a Decimal is a number).

    Raises:
        ConfigError: Pydantic cannot validate the type, or JSON cannot express it.
    """
    generator = _OutlineSchema if outline else _PlainSchema
    try:
        return cast("Schema", TypeAdapter(tp).json_schema(schema_generator=generator))
    except (PydanticInvalidForJsonSchema, PydanticSchemaGenerationError, PydanticUserError) as error:
        name = getattr(tp, "__name__", repr(tp))
        raise ConfigError(
            f"expected a type that JSON can express, found {name}: {str(error).splitlines()[0]}; "
            "give the field a JSON type, or exclude it from the model that the completion is read into"
        ) from error


def outline(tp: Any) -> Outline:
    """Outline a type.

    Args:
        tp: any type that Pydantic takes.

    Returns:
        The tree; parts that are recursive or used more than once are named, the others stand in place.

    Raises:
        ConfigError: the type cannot be expressed in JSON.
    """
    schema = json_schema(tp, outline=True)
    defs = cast("dict[str, Schema]", schema.get("$defs", {}))
    named = _named(schema, defs)
    builder = _Builder(defs, named)
    return Outline(builder.node(schema), {name: builder.node(defs[name]) for name in defs if name in named})


def _refs(schema: JsonValue) -> Iterator[str]:
    if isinstance(schema, list):
        for item in schema:
            yield from _refs(item)
    elif isinstance(schema, dict):
        ref = schema.get("$ref")
        if isinstance(ref, str):
            yield ref.rpartition("/")[2]
        for key, value in schema.items():
            if key not in ("$defs", "default", "examples", "discriminator"):
                yield from _refs(value)


def _named(schema: Schema, defs: Mapping[str, Schema]) -> frozenset[str]:
    edges = {name: set(_refs(body)) for name, body in defs.items()}
    uses = Counter(_refs(schema))
    for body in defs.values():
        uses.update(_refs(body))
    several = {name for name, count in uses.items() if count > 1 and "properties" in defs[name]}
    return frozenset(several | {name for name in defs if name in _reachable(name, edges)})


def _reachable(start: str, edges: Mapping[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    todo = list(edges[start])
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo.extend(edges[name])
    return seen


def one_line(text: JsonValue) -> str:
    """A text with all white space made single blanks."""
    return " ".join(str(text).split())


def _show(value: JsonValue) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return one_line(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _limit(words: str, value: JsonValue) -> str:
    # One item, but two items.
    singular = (
        words.replace("entries", "entry").removesuffix("s") if value == 1 and words in _COUNTED else words
    )
    return singular.format(_show(value))


def _limits(schema: Schema) -> tuple[str, ...]:
    out: list[str] = []
    if schema.get("type") == "integer":
        out.append("integer")
    for key, value in schema.items():
        if key in _LIMITS:
            out.append(_limit(_LIMITS[key], value))
        elif key == "format":
            out.append(FORMATS.get(str(value), f"format {value}"))
        elif key == "uniqueItems" and value:
            out.append("no duplicates")
        elif key == "examples" and isinstance(value, list):
            out.append("for example " + ", ".join(_show(example) for example in value))
        elif key not in _SILENT and isinstance(value, str | int | float) and not isinstance(value, bool):
            out.append(f"{key}: {_show(value)}")
    return tuple(out)


@dataclass(frozen=True, slots=True)
class _Builder:
    defs: Mapping[str, Schema]
    named: frozenset[str]

    def node(self, schema: Schema) -> Node:
        described = one_line(schema.get("description", ""))
        if "$ref" in schema:
            return self._reference(schema, described)
        made = self._shape(schema)
        limits = _limits(schema)
        if made.kind is NodeKind.TUPLE:
            limits = tuple(limit for limit in limits if not limit.endswith(" items"))
        joined = "; ".join(dict.fromkeys(text for text in (described, made.description) if text))
        return replace(made, description=joined, limits=(*limits, *made.limits), schema=schema)

    def _reference(self, schema: Schema, described: str) -> Node:
        name = str(schema["$ref"]).rpartition("/")[2]
        if name in self.named:
            return Node(NodeKind.REF, name, described, _limits(schema), schema=schema)
        target = self.node(self.defs[name])
        joined = "; ".join(dict.fromkeys(text for text in (described, target.description) if text))
        return replace(target, description=joined, limits=(*_limits(schema), *target.limits))

    def _shape(self, schema: Schema) -> Node:
        if "enum" in schema:
            return Node(NodeKind.CHOICE, options=tuple(cast("list[JsonValue]", schema["enum"])))
        if "const" in schema:
            return Node(NodeKind.CHOICE, options=(schema["const"],))
        for word in ("anyOf", "oneOf", "allOf"):
            if word in schema:
                return self._union(cast("list[Schema]", schema[word]))
        return self._typed(schema, schema.get("type"))

    def _union(self, branches: list[Schema]) -> Node:
        parts = tuple(self.node(branch) for branch in branches)
        return parts[0] if len(parts) == 1 else Node(NodeKind.UNION, parts=parts)

    def _typed(self, schema: Schema, json_type: JsonValue) -> Node:
        if isinstance(json_type, list):
            return self._union([{**schema, "type": one} for one in json_type])
        if json_type == "object":
            return self._object(schema)
        if json_type == "array":
            return self._array(schema)
        return Node(NodeKind.SCALAR, str(json_type)) if json_type else Node(NodeKind.ANY)

    def _object(self, schema: Schema) -> Node:
        required = cast("list[str]", schema.get("required", []))
        properties = cast("dict[str, Schema]", schema.get("properties", {}))
        if properties or schema.get("additionalProperties") is False:
            fields = tuple(
                FieldNode(name, self.node(body), name in required) for name, body in properties.items()
            )
            return Node(NodeKind.OBJECT, str(schema.get("title", "")), fields=fields)
        return self._map(schema)

    def _map(self, schema: Schema) -> Node:
        patterns = cast("dict[str, Schema]", schema.get("patternProperties", {}))
        value = schema.get("additionalProperties") or next(iter(patterns.values()), True)
        keys = cast("Schema", schema.get("propertyNames", {}))
        limits = [f"keys match the regular expression {one_line(pattern)}" for pattern in patterns]
        node = self.node(keys)
        if node.options:
            limits.append("keys: " + ", ".join(map(_show, node.options)))
        limits.extend(f"keys: {remark}" for remark in node.remarks)
        part = self.node(value) if isinstance(value, dict) else Node(NodeKind.ANY)
        return Node(NodeKind.MAP, limits=tuple(limits), parts=(part,), options=node.options)

    def _array(self, schema: Schema) -> Node:
        items = schema.get("items")
        rest = (self.node(items),) if isinstance(items, dict) else ()
        if "prefixItems" in schema:
            places = cast("list[Schema]", schema["prefixItems"])
            return Node(NodeKind.TUPLE, parts=tuple(self.node(place) for place in places))
        return Node(NodeKind.ARRAY, parts=rest or (Node(NodeKind.ANY),))
