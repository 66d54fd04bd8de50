"""What the pipeline has to know of a type: which notations can hold it, and the names that belong to it.

In: a type's core schema. Out: one frozen value, worked out when first needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from structout.coerce.schemas import OBJECTS, Schema, Schemas, branches_of
from structout.parsers.clean import clocked, endless, numbered
from structout.shapes import Hints

Kind = Literal["object", "list", "text", "scalar", "null", "any"]

_LISTS: Final = frozenset({"list", "set", "frozenset", "tuple", "generator"})
_OTHERS: Final[dict[str, Kind]] = {"dict": "object", "str": "text", "none": "null", "any": "any"}
_NULL: Final[Schema] = {"type": "none"}
_NODE_LIMIT = 2_000


@dataclass(frozen=True, slots=True)
class Target:
    """Facts about a type.

    Attributes:
        kinds: what its values can be.
        hints: names that belong to it, for the readers of other notations.
        items: what the items can be where it is a list.
        open_keys: whether an object of any keys fits.
        untyped: whether any JSON value will do.
        only_text: whether nothing but a string will do, so that the answer is the value.
        loose: whether some part of it may be any JSON value, or a number that no float can hold.
        clocks: whether some part of it is a time or a length of time, for which Pydantic takes a clock.
        moments: whether some part of it is a date with a time, for which Pydantic takes any digits as seconds.
    """

    kinds: frozenset[Kind]
    hints: Hints
    items: frozenset[Kind]
    open_keys: bool
    untyped: bool
    only_text: bool
    loose: bool
    clocks: bool
    moments: bool

    def overread(self, text: str) -> bool:
        """Whether Pydantic may read more out of valid JSON than it says."""
        return (
            (self.loose and endless(text))
            or (self.clocks and clocked(text))
            or (self.moments and numbered(text))
        )


def target_of(schemas: Schemas, *, bounded: bool) -> Target:
    """The facts about the type whose core schema is given.

    Args:
        schemas: the core schema.
        bounded: whether the type's strict validator refuses numbers that no float can hold.
    """
    roots = list(_leaves(schemas, schemas.root))
    kinds: frozenset[Kind] = frozenset(_kind(node) for node in roots)
    inside = [leaf for node in roots if _kind(node) == "list" for leaf in _item_leaves(schemas, node)]
    objects = [node for node in [*roots, *inside] if node["type"] in OBJECTS]
    found = [schemas.fields(node) for node in objects]
    hints = Hints(
        names=tuple(dict.fromkeys(fields.title for fields in found if fields.title)),
        fields=frozenset(
            key for fields in found for field in fields.fields for key in (field.name, *field.keys)
        ),
        wants=_wants(kinds),
        required=tuple(
            frozenset((field.name, *field.keys))
            for fields in found[:1]
            for field in fields.fields
            if field.required
        ),
        known=frozenset(_known(schemas)),
    )
    open_keys = any(node["type"] == "dict" for node in roots) or any(
        known.extra == "allow" for known in found
    )
    items: frozenset[Kind] = frozenset(_kind(node) for node in inside)
    loose = not bounded or any(map(_takes_anything, _nodes(schemas)))
    parts: frozenset[str] = frozenset(node["type"] for node in _nodes(schemas))
    only_text = schemas.root["type"] == "str"
    return Target(
        kinds,
        hints,
        items,
        open_keys,
        "any" in kinds,
        only_text,
        loose,
        not parts.isdisjoint(("time", "timedelta")),
        "datetime" in parts,
    )


def _wants(kinds: frozenset[Kind]) -> Literal["object", "list", "scalar", "any"]:
    if "any" in kinds:
        return "any"
    if "object" in kinds:
        return "any" if "list" in kinds else "object"
    return "list" if "list" in kinds else "scalar"


def _kind(node: Schema) -> Kind:
    if node["type"] in OBJECTS:
        return "object"
    return "list" if node["type"] in _LISTS else _OTHERS.get(node["type"], "scalar")


def _leaves(schemas: Schemas, schema: Schema, depth: int = 0) -> Iterator[Schema]:
    """The nodes a value may be of, unions and optional ones opened."""
    node = schemas.resolve(schema)
    if depth > 20:
        return
    if node["type"] in ("union", "tagged-union"):
        for branch in branches_of(node):
            yield from _leaves(schemas, branch, depth + 1)
    elif node["type"] == "nullable":
        yield from _leaves(schemas, node["schema"], depth + 1)
        yield _NULL
    elif node["type"] in ("function-before", "function-wrap"):
        yield from _leaves(schemas, node["schema"], depth + 1)
    else:
        yield node


def _item_leaves(schemas: Schemas, node: Schema) -> Iterator[Schema]:
    for item in _items(node):
        yield from _leaves(schemas, item)


def _items(node: Schema) -> list[Schema]:
    inner: list[Schema] | Schema | None = node.get("items_schema")
    return inner if isinstance(inner, list) else [inner] if inner else []


def _known(schemas: Schemas) -> Iterator[str]:
    """Every field name anywhere in the type."""
    for node in _nodes(schemas):
        if node["type"] in OBJECTS:
            for field in schemas.fields(node).fields:
                yield from (field.name, *field.keys)


def _takes_anything(node: Schema) -> bool:
    kind = node["type"]
    return (
        kind == "any"
        or (kind == "dict" and "values_schema" not in node)
        or (kind in _LISTS and not node.get("items_schema"))
    )


def _nodes(schemas: Schemas) -> Iterator[Schema]:
    """Every node of the type, each once."""
    seen: set[int] = set()
    stack = [schemas.root]
    while stack and len(seen) < _NODE_LIMIT:
        node = schemas.resolve(stack.pop())
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if node["type"] in OBJECTS:
            stack.extend(field.schema for field in schemas.fields(node).fields)
        elif node["type"] in ("union", "tagged-union"):
            stack.extend(branches_of(node))
        elif node["type"] in _LISTS:
            stack.extend(_items(node))
        elif "schema" in node:
            stack.append(node["schema"])
        elif "values_schema" in node:
            stack.append(node["values_schema"])
