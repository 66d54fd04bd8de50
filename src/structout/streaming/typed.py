"""Parts of a growing value made into their types as soon as they are whole.

In: a part's core schema and its JSON. Out: the typed part, or ``MISSING`` where it is not shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from structout.coerce import Coercer, Refused
from structout.coerce.schemas import OBJECTS, Field, Schema
from structout.result import JsonValue, Path, Span
from structout.streaming.partial import Growing, PartialObject

MISSING: Final = object()
"""In place of a part that is not to be shown."""

_LISTS: Final = frozenset({"list", "set", "frozenset", "generator"})
_PLAIN: Final = {"str": str, "int": int, "bool": bool, "none": type(None)}


@dataclass(frozen=True, slots=True)
class Node:
    """What is known of the type of a part.

    Attributes:
        schema: the core schema of the part, ``None`` where it is not known.
        kind: the kind of the resolved schema, "" where it is not known.
        resolved: the schema that decides how the part is read.
        members: for an object, key → field.
        title: what an unfinished object of the type is called.
        shown: the names of the fields, empty where any key is shown.
    """

    schema: Schema | None
    kind: str
    resolved: Schema | None
    members: Mapping[str, Field]
    title: str = "object"
    shown: frozenset[str] = frozenset()

    def allows(self, name: str | int) -> bool:
        """Whether a member of that name belongs to the value."""
        return not self.shown or name in self.shown


UNKNOWN: Final = Node(None, "", None, {})


class Typist:
    """Makes parts of a value typed, by the schemas of one type.

    Args:
        coercer: the coercer of the whole type.
    """

    def __init__(self, coercer: Coercer[Any]) -> None:
        self._coercer = coercer
        self._schemas = coercer.schemas
        self._nodes: dict[int, Node] = {}
        self._children: dict[tuple[int, str], tuple[str, Node]] = {}
        self.root = self.node(coercer.adapter.core_schema)

    def node(self, schema: Schema) -> Node:
        """The node of a schema."""
        known = self._nodes.get(id(schema))
        if known is None:
            known = self._nodes[id(schema)] = self._made(schema)
        return known

    def _made(self, schema: Schema) -> Node:
        resolved = self._schemas.resolve(schema)
        while resolved["type"] == "nullable":
            resolved = self._schemas.resolve(resolved["schema"])
        kind = resolved["type"]
        members: dict[str, Field] = {}
        if kind in OBJECTS:
            for field in self._schemas.fields(resolved).fields:
                members.update(dict.fromkeys((field.name, *field.keys), field))
        if not members:
            return Node(schema, kind, resolved, members)
        fields = self._schemas.fields(resolved)
        names = () if fields.extra == "allow" else (f.name for f in fields.fields)
        return Node(schema, kind, resolved, members, fields.title, frozenset(names))

    def child(self, node: Node, key: str | int) -> tuple[str | int, Node]:
        """The name under which a member or item is shown, and its node."""
        if isinstance(key, int):
            return key, self._item(node, key)
        known = self._children.get((id(node), key))
        if known is None:
            known = self._children[id(node), key] = self._member(node, key)
        return known

    def _member(self, node: Node, key: str) -> tuple[str, Node]:
        field = node.members.get(key)
        if field is not None:
            return field.name, self.node(field.schema)
        if node.kind == "dict" and node.resolved and "values_schema" in node.resolved:
            return key, self.node(node.resolved["values_schema"])
        return key, UNKNOWN

    def _item(self, node: Node, index: int) -> Node:
        inner: Any = node.resolved.get("items_schema") if node.resolved else None
        if node.kind in _LISTS and inner:
            return self.node(inner)
        if node.kind != "tuple" or not isinstance(inner, list):
            return UNKNOWN
        slots = cast("list[Schema]", inner)
        return self.node(slots[index]) if index < len(slots) else UNKNOWN

    def grows(self, node: Node) -> bool:
        """Whether an unfinished string is shown as this part: only where any text is allowed."""
        return node.kind in ("str", "any", "")

    def whole(self, node: Node, value: JsonValue) -> Any:
        """The typed form of a finished part, ``MISSING`` where it is none."""
        if node.schema is None:
            return value
        if type(value) is _PLAIN.get(node.kind) and len(node.resolved or ()) <= 1:
            return value
        if node is self.root:
            outcome = self._coercer.coerce(value, _nowhere)
        else:
            outcome = self._coercer.part(node.schema, value)
        return MISSING if isinstance(outcome, Refused) else outcome.value

    def view(self, node: Node, value: JsonValue, *, is_open: bool) -> Any:
        """A typed view of a value read at once; where ``is_open``, its last part is not whole."""
        if not is_open:
            return self.whole(node, value)
        if isinstance(value, dict):
            return self._object_view(node, value)
        if isinstance(value, list):
            return self._list_view(node, value)
        if isinstance(value, str) and self.grows(node):
            return value
        return MISSING

    def _object_view(self, node: Node, value: dict[str, JsonValue]) -> PartialObject:
        fields: dict[str, Any] = {}
        last = next(reversed(value), None)
        open_key: str | None = None
        for key, part in value.items():
            name, inside = self.child(node, key)
            if not node.allows(name):
                continue
            shown = self.view(inside, part, is_open=key == last)
            if shown is not MISSING:
                fields[str(name)] = shown
                open_key = str(name) if key == last else None
        return PartialObject(node.title, fields, open_key)

    def _list_view(self, node: Node, value: list[JsonValue]) -> Growing:
        *whole, last = value or [None]
        views = [self.whole(self.child(node, i)[1], part) for i, part in enumerate(whole)]
        items = [view for view in views if view is not MISSING]
        tail = self.view(self.child(node, len(whole))[1], last, is_open=True) if value else MISSING
        return Growing(items, len(items), None if tail is MISSING else lambda: tail)


def _nowhere(_: Path) -> Span:
    return Span(0, 0)
