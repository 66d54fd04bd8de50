"""Parts of a growing value made into their types as soon as they are whole.

In: a part's core schema and its JSON. Out: the typed part, or ``MISSING`` where it is not shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, cast

from pydantic import ValidationError

from structout.coerce import Coercer, Refused
from structout.coerce.schemas import CODE_ERRORS, OBJECTS, Field, Schema
from structout.coerce.walk import Outcome
from structout.result import JsonValue, Path
from structout.streaming.partial import Growing, PartialObject

MISSING: Final = object()
"""In place of a part that is not to be shown."""

_LISTS: Final = frozenset({"list", "set", "frozenset", "generator"})
_OF_PARTS: Final = OBJECTS | _LISTS - {"generator"}
_ANY: Final[Schema] = {"type": "any"}
_PLAIN_LIST: Final = frozenset({"type", "items_schema"})
_INSTANCES: Final = frozenset({"model", "dataclass", "definition-ref"})
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
        runs_code: whether validators of the caller's stand in its parts, so that a typed part may not be validated again.
    """

    schema: Schema | None
    kind: str
    resolved: Schema | None
    members: Mapping[str, Field]
    title: str = "object"
    shown: frozenset[str] = frozenset()
    runs_code: bool = False

    def allows(self, name: str | int) -> bool:
        """Whether a member of that name belongs to the value."""
        return not self.shown or name in self.shown


UNKNOWN: Final = Node(None, "", None, {})


def _runs_code(schema: Any) -> bool:
    """Whether a validator of the caller's stands in a schema; those of a model in it do not run for its instances."""
    if isinstance(schema, list):
        return any(map(_runs_code, cast("list[Any]", schema)))
    if not isinstance(schema, dict):
        return False
    node = cast("dict[str, Any]", schema)
    kind = node.get("type")
    if isinstance(kind, str) and (kind.startswith("function-") or kind in _INSTANCES):
        return kind not in _INSTANCES
    return any(_runs_code(part) for key, part in node.items() if key not in ("metadata", "serialization"))


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
        self._read: dict[Path, tuple[JsonValue, Any]] = {}
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
        code = kind in _OF_PARTS and any(map(_runs_code, resolved.values()))
        if not members:
            return Node(schema, kind, resolved, members, runs_code=code)
        fields = self._schemas.fields(resolved)
        names = () if fields.extra == "allow" else (f.name for f in fields.fields)
        return Node(schema, kind, resolved, members, fields.title, frozenset(names), code)

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

    @property
    def holds_texts(self) -> bool:
        """Whether the whole is a list of texts."""
        return self.root.kind == "list" and self._item(self.root, 0).kind == "str"

    def whole(self, node: Node, value: JsonValue) -> Any:
        """The typed form of a finished part, ``MISSING`` where it is none."""
        if node.schema is None:
            return value
        if type(value) is _PLAIN.get(node.kind) and len(node.resolved or ()) <= 1:
            return value
        try:
            outcome = self._coercer.part(node.schema, value)
        except CODE_ERRORS:
            # A validator of the caller's that fails is told of at the end, with the whole.
            return MISSING
        return MISSING if isinstance(outcome, Refused) else outcome.value

    def put_together(self, node: Node, value: JsonValue, typed: Any) -> Any:
        """A finished container, typed, from its typed parts where there are: their validators do not run again.

        Args:
            node: what is known of its type.
            value: its JSON.
            typed: its JSON with each part in its type, ``None`` where some part is of no type.
        """
        if typed is not None and node.schema is not None and node.kind in _OF_PARTS:
            if node.kind == "list" and node.schema.keys() <= _PLAIN_LIST:
                return typed
            if node.runs_code:
                return self.whole(node, value)
            with suppress(ValidationError, *CODE_ERRORS):
                return self._schemas.validator(node.schema).validate_python(typed, strict=True)
        return self.whole(node, value)

    def item(self, index: int, value: JsonValue) -> Any:
        """A finished item of the whole, typed."""
        return self._known((index,), self.child(self.root, index)[1], value)

    def apart(self, index: int, value: JsonValue) -> Outcome | None:
        """What is read in an item of the whole, ``None`` where that hangs on the other items."""
        schema = self.child(self.root, index)[1].schema
        if schema is None and self.root.kind == "tuple":
            return None
        return self._coercer.apart(schema or _ANY, value)

    def view(self, value: JsonValue, *, is_open: bool) -> Any:
        """A typed view of the whole, read at once; where ``is_open``, its last part is not whole."""
        return self._open_view((), self.root, value, is_open=is_open)

    def _known(self, path: Path, node: Node, value: JsonValue) -> Any:
        """A finished part, typed; it is not validated again as long as it reads the same."""
        known = self._read.get(path)
        if known is None or known[0] != value:
            known = self._read[path] = value, self.whole(node, value)
        return known[1]

    def _open_view(self, path: Path, node: Node, value: JsonValue, *, is_open: bool = True) -> Any:
        if isinstance(value, dict):
            return self._object_view(path, node, value, is_open)
        if isinstance(value, list):
            return self._list_view(path, node, value, is_open)
        if isinstance(value, str) and self.grows(node):
            return value
        return MISSING

    def _part(self, path: Path, node: Node, value: JsonValue, is_open: bool) -> Any:
        return self._open_view(path, node, value) if is_open else self._known(path, node, value)

    def _object_view(
        self, path: Path, node: Node, value: dict[str, JsonValue], is_open: bool
    ) -> PartialObject:
        fields: dict[str, Any] = {}
        last = next(reversed(value), None) if is_open else None
        open_key: str | None = None
        for key, part in value.items():
            name, inside = self.child(node, key)
            if not node.allows(name):
                continue
            shown = self._part((*path, key), inside, part, key == last)
            if shown is not MISSING:
                fields[str(name)] = shown
                open_key = str(name) if key == last else None
        return PartialObject(node.title, fields, open_key)

    def _list_view(self, path: Path, node: Node, value: list[JsonValue], is_open: bool) -> Growing:
        whole = value[:-1] if is_open else value
        views = [self._known((*path, i), self.child(node, i)[1], part) for i, part in enumerate(whole)]
        items = [view for view in views if view is not MISSING]
        at = len(whole)
        if at == len(value):
            return Growing(items, len(items))
        tail = self._open_view((*path, at), self.child(node, at)[1], value[at])
        return Growing(items, len(items), None if tail is MISSING else lambda: tail)
