"""An outline goes in, a compact TypeScript-like type comes out, with everything else in comments."""

from __future__ import annotations

import json
import re
from typing import Any

from structout.instructions.outline import FieldNode, Node, NodeKind, Outline, outline
from structout.result import JsonValue

_PLAIN_KEY = re.compile(r"[^\W\d]\w*\Z")
_SCALARS = {"integer": "number"}
_CONTAINERS = (NodeKind.ARRAY, NodeKind.TUPLE, NodeKind.MAP, NodeKind.UNION)


def typescript(tp: Any) -> str:
    """Write a type as a compact TypeScript-like type.

    Descriptions, constraints, formats, units and defaults stand in comments. Parts that are recursive or used
    more than once are named and come first; the type itself comes last.

    Args:
        tp: any type that Pydantic takes.

    Returns:
        The type, without a line break at its end; the same text for the same type, always.

    Raises:
        ConfigError: the type cannot be expressed in JSON.

    >>> print(typescript(list[int]))
    number[] // each item: integer
    """
    return render_outline(outline(tp))


def render_outline(outlined: Outline) -> str:
    """Write an outline as a compact type, its named parts first."""
    parts = [
        _commented(f"type {name} = {_render(node, 0)};", _remarks(node))
        for name, node in outlined.named.items()
    ]
    return "\n".join([*parts, _commented(_render(outlined.root, 0), _remarks(outlined.root))])


def literal(value: JsonValue) -> str:
    """A value as JSON, other scripts left as they are."""
    return json.dumps(value, ensure_ascii=False)


def _render(node: Node, depth: int) -> str:
    if node.kind is NodeKind.OBJECT:
        return _object(node, depth)
    if node.kind is NodeKind.CHOICE:
        return " | ".join(literal(option) for option in node.options)
    if node.kind is NodeKind.ARRAY:
        return f"{_grouped(node.parts[0], depth)}[]"
    parts = [_render(part, depth) for part in node.parts]
    if node.kind is NodeKind.TUPLE:
        rest = node.schema.get("items")
        return f"[{', '.join([*parts, '...any[]'] if rest else parts)}]"
    if node.kind is NodeKind.MAP:
        return f"{{ [key: string]: {parts[0]} }}"
    if node.kind is NodeKind.UNION:
        return " | ".join(dict.fromkeys(parts))
    return node.label if node.kind is NodeKind.REF else _SCALARS.get(node.label, node.label or "any")


def _grouped(node: Node, depth: int) -> str:
    text = _render(node, depth)
    many = node.kind is NodeKind.UNION or (node.kind is NodeKind.CHOICE and len(node.options) > 1)
    return f"({text})" if many else text


def _object(node: Node, depth: int) -> str:
    if not node.fields:
        return "{}"
    lines = [_field(entry, depth + 1) for entry in node.fields]
    opening = _commented("{", node.remarks)
    return "\n".join([opening, *lines, "  " * depth + "}"])


def _field(entry: FieldNode, depth: int) -> str:
    key = entry.name if _PLAIN_KEY.match(entry.name) else literal(entry.name)
    mark = "" if entry.required else "?"
    remarks = _remarks(entry.node)
    default = entry.node.schema.get("default")
    # Nothing, an empty list or an empty object is what the question mark says already.
    if default not in (None, [], {}):
        remarks = (*remarks, f"default {literal(default)}")
    return _commented(f"{'  ' * depth}{key}{mark}: {_render(entry.node, depth)},", remarks)


def _remarks(node: Node) -> tuple[str, ...]:
    """What is to be said about a place and the places in it that have no line of their own."""
    if node.kind is NodeKind.OBJECT:
        return ()
    own = list(node.remarks)
    label = (
        "each item: " if node.kind is NodeKind.ARRAY else "each value: " if node.kind is NodeKind.MAP else ""
    )
    if node.kind in _CONTAINERS:
        for index, part in enumerate(node.parts):
            prefix = f"item {index + 1}: " if node.kind is NodeKind.TUPLE else label
            own.extend(f"{prefix}{remark}" for remark in _remarks(part))
    return tuple(dict.fromkeys(own))


def _commented(text: str, remarks: tuple[str, ...]) -> str:
    if not remarks:
        return text
    first, newline, rest = text.partition("\n")
    # Other comments may stand on the line already: that of the object which opens on it.
    joiner = "; " if re.search(r"\{ // |\{, // ", first) else " // "
    return f"{first}{joiner}{'; '.join(remarks)}{newline}{rest}"
