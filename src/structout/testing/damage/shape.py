"""What the damages must know of a type: its field names, the kinds of their values, and what would be ambiguous."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, cast

from pydantic import TypeAdapter

Trait: TypeAlias = Literal[
    "free-keys", "union", "any", "text-root", "scalar-root", "object-root", "array-root", "forbids"
]
Kind: TypeAlias = Literal[
    "object", "array", "text", "date", "choice", "integer", "number", "boolean", "null", "any"
]

_FORMATS = ("date", "date-time", "time", "duration")
_PLAIN: Mapping[str, Kind] = {
    "object": "object",
    "array": "array",
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


@dataclass(frozen=True, slots=True)
class Shape:
    """A type as the damages see it.

    Attributes:
        traits: what makes some damages ambiguous.
        root: the kinds that the value itself may have.
        kinds: for each field name the kinds that its value may have, over all models of the type.
        required: the field names that no model leaves optional.
        options: the texts of all enums and literals.
        nullable: the field names whose default is null.
        defaults: the other scalar defaults by field name, as they are written in JSON.
        members: the names of enum members by their text, where they differ.
        fields: the fields' own names by the alias that stands in JSON.
    """

    traits: frozenset[Trait] = frozenset()
    root: frozenset[Kind] = frozenset()
    kinds: Mapping[str, frozenset[Kind]] = field(default_factory=lambda: MappingProxyType({}))
    required: frozenset[str] = frozenset()
    options: frozenset[str] = frozenset()
    nullable: frozenset[str] = frozenset()
    defaults: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    members: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    fields: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def only(self, key: str | None, kind: Kind) -> bool:
        """Whether the value of that field (``None``: the value itself) can be of no other kind than ``kind``."""
        found = self.root if key is None else self.kinds.get(key, frozenset[Kind]())
        return found == frozenset((kind,))


UNKNOWN = Shape()
"""Nothing is known: only damages to the notation can be done."""


def shape_of(tp: Any) -> Shape:
    """Look at a type through its JSON schema, and for the names that do not stand in it through Pydantic's own."""
    adapter: TypeAdapter[Any] = TypeAdapter(tp)
    schema: dict[str, Any] = adapter.json_schema()
    definitions = cast("dict[str, Any]", schema.get("$defs", {}))
    nodes = list(_nodes(schema))
    parts = [pair for node in nodes for pair in cast("dict[str, Any]", node.get("properties", {})).items()]
    kinds: dict[str, frozenset[Kind]] = {}
    for name, part in parts:
        kinds[name] = kinds.get(name, frozenset[Kind]()) | _kinds(part, definitions)
    optional = {
        name for node in nodes for name in node.get("properties", {}) if name not in node.get("required", ())
    }
    defaults = {
        name: _scalar(part["default"]) for name, part in parts if isinstance(part, dict) and "default" in part
    }
    root = _kinds(schema, definitions)
    inner = list(_nodes(adapter.core_schema))
    return Shape(
        traits=frozenset(_traits(nodes, root)),
        root=root,
        kinds=MappingProxyType(kinds),
        required=frozenset(kinds) - optional,
        options=frozenset(option for node in nodes for option in _options(node)),
        nullable=frozenset(name for name, value in defaults.items() if value == "null"),
        defaults=MappingProxyType(
            {name: value for name, value in defaults.items() if value not in ("null", None)}
        ),
        members=MappingProxyType(dict(_members(inner))),
        fields=MappingProxyType(dict(_aliases(inner))),
    )


def _scalar(value: Any) -> str | None:
    return None if isinstance(value, (dict, list)) else json.dumps(value, ensure_ascii=False)


def _members(nodes: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        for member in cast("list[Enum]", node["members"] if node.get("type") == "enum" else ()):
            if isinstance(member.value, str) and member.value.casefold() != member.name.casefold():
                yield member.value, member.name


def _aliases(nodes: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        fields = cast("dict[str, Any]", node["fields"] if node.get("type") == "model-fields" else {})
        for name, part in fields.items():
            alias = part.get("validation_alias")
            if isinstance(alias, str) and alias.casefold() != name.casefold():
                yield alias, name


def _nodes(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        node = cast("dict[str, Any]", schema)
        yield node
        for part in node.values():
            yield from _nodes(part)
    elif isinstance(schema, list):
        for part in cast("list[Any]", schema):
            yield from _nodes(part)


def _options(node: dict[str, Any]) -> Iterator[str]:
    values = node.get("enum", [node["const"]] if "const" in node else ())
    yield from (value for value in values if isinstance(value, str))


def _kinds(schema: Any, definitions: dict[str, Any], depth: int = 0) -> frozenset[Kind]:
    if not isinstance(schema, dict) or depth > 20:
        return frozenset({"any"})
    node = cast("dict[str, Any]", schema)
    if "$ref" in node:
        return _kinds(definitions.get(str(node["$ref"]).rsplit("/", 1)[-1]), definitions, depth + 1)
    for word in ("anyOf", "oneOf", "allOf"):
        if word in node:
            parts = cast("list[Any]", node[word])
            return frozenset(kind for part in parts for kind in _kinds(part, definitions, depth + 1))
    if "enum" in node or "const" in node:
        return frozenset({"choice"})
    if node.get("type") == "string":
        return frozenset({"date" if node.get("format") in _FORMATS else "text"})
    return frozenset({_PLAIN.get(str(node.get("type")), "any")})


def _traits(nodes: list[dict[str, Any]], root: frozenset[Kind]) -> Iterator[Trait]:
    if any(node.get("type") == "object" and "properties" not in node for node in nodes):
        yield "free-keys"
    if any(_branches(node) > 1 for node in nodes):
        yield "union"
    if any(not node or node.get("additionalProperties") is True or node.get("items") == {} for node in nodes):
        yield "any"
    if any(node.get("additionalProperties") is False for node in nodes):
        yield "forbids"
    if "text" in root:
        yield "text-root"
    if not root & {"object", "array"}:
        yield "scalar-root"
    if "object" in root:
        yield "object-root"
    if "array" in root:
        yield "array-root"


def _branches(node: dict[str, Any]) -> int:
    parts = node.get("anyOf") or node.get("oneOf") or ()
    return sum(1 for part in parts if part != {"type": "null"})
