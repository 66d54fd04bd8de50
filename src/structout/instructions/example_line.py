"""An outline goes in, one line in the form of the answer comes out, with a typed placeholder for each value."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from structout.instructions.outline import FORMATS, Node, NodeKind, Outline, outline
from structout.result import JsonValue

_FORMAT_SLOTS = {
    "date": "YYYY-MM-DD",
    "date-time": "YYYY-MM-DDTHH:MM:SS",
    "time": "HH:MM:SS",
    "duration": "ISO 8601 duration",
}

_DATE_SLOTS = frozenset(slot for slot in _FORMAT_SLOTS.values() if " " not in slot)
# Limits that the slot itself tells.
_SHOWN_BY_SLOT = frozenset(
    ("integer", *(words for word, words in FORMATS.items() if word in _FORMAT_SLOTS and word != "duration"))
)


def placeholders(tp: Any) -> frozenset[str]:
    """Every text that stands for a value in the instructions of a type, so that an echo can be told from an answer.

    Args:
        tp: any type that Pydantic takes.

    Returns:
        The slots of the example line with and without their angle brackets, and the choices as the two compact
        styles write them (``low|high``, ``"low" | "high"``).

    Raises:
        ConfigError: the type cannot be expressed in JSON.
    """
    outlined = outline(tp)
    found: set[str] = set()
    for node in (outlined.root, *outlined.named.values()):
        for slot in _slots(node):
            found.add(f"<{slot}>")
            if "|" in slot or slot in _DATE_SLOTS:
                found.add(slot)
        found.update(" | ".join(json.dumps(o, ensure_ascii=False) for o in c.options) for c in _choices(node))
    return frozenset(found)


def example_line(outlined: Outline) -> str:
    """Write the answer's form in one line, after a line for each part that is referred to by name."""
    named = [f"{name} = {_form(node)}" for name, node in outlined.named.items()]
    root = outlined.root
    # The last line shows the form itself, a name would tell a small model nothing.
    return "\n".join([*named, _form(outlined.named[root.label] if root.kind is NodeKind.REF else root)])


def notes(outlined: Outline) -> list[str]:
    """What the form cannot show, one line a place: descriptions, limits, defaults, which fields may be left out."""
    places: dict[str, list[str]] = {}
    for name, node in (*outlined.named.items(), ("", outlined.root)):
        for path, remark in _notes(node, name):
            places.setdefault(path or "the answer", []).append(remark)
    return [f"- {path}: {'; '.join(dict.fromkeys(remarks))}" for path, remarks in places.items()]


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for part in (*node.parts, *(entry.node for entry in node.fields)):
        yield from _walk(part)


def _choices(node: Node) -> Iterator[Node]:
    return (inner for inner in _walk(node) if inner.kind is NodeKind.CHOICE and len(inner.options) > 1)


def _slots(node: Node) -> Iterator[str]:
    for inner in _walk(node):
        if inner.kind is not NodeKind.OBJECT and _is_slot(inner):
            yield _slot(inner)


def _is_slot(node: Node) -> bool:
    if node.kind is NodeKind.UNION:
        return all(_is_slot(part) for part in node.parts)
    if node.kind is NodeKind.CHOICE:
        return len(node.options) > 1
    return node.kind in (NodeKind.SCALAR, NodeKind.ANY, NodeKind.REF)


def _slot(node: Node) -> str:
    if node.kind is NodeKind.CHOICE:
        return "|".join(_word(option) for option in node.options)
    if node.kind is NodeKind.UNION:
        return " or ".join(dict.fromkeys(_slot(part) for part in node.parts))
    if node.label == "boolean":
        return "true|false"
    if node.kind is NodeKind.ANY:
        return "any value"
    return _FORMAT_SLOTS.get(str(node.schema.get("format")), node.label)


def _word(option: JsonValue) -> str:
    return option if isinstance(option, str) else json.dumps(option, ensure_ascii=False)


def _quoted(node: Node) -> bool:
    """Whether the slot stands in quotes: where a string is among what may stand there."""
    if node.kind is NodeKind.UNION:
        return any(_quoted(part) for part in node.parts)
    if node.kind is NodeKind.CHOICE:
        return any(isinstance(option, str) for option in node.options)
    return node.kind is NodeKind.SCALAR and node.label == "string"


def _form(node: Node) -> str:
    if node.kind is NodeKind.OBJECT:
        inner = ", ".join(f"{json.dumps(e.name, ensure_ascii=False)}: {_form(e.node)}" for e in node.fields)
        return f"{{{inner}}}"
    if node.kind is NodeKind.ARRAY:
        return f"[{_form(node.parts[0])}]"
    if node.kind is NodeKind.TUPLE:
        return f"[{', '.join(_form(part) for part in node.parts)}]"
    if node.kind is NodeKind.MAP:
        key = "|".join(map(_word, node.options)) or "key"
        return f"{{{json.dumps(f'<{key}>', ensure_ascii=False)}: {_form(node.parts[0])}}}"
    if _is_slot(node):
        return json.dumps(f"<{_slot(node)}>", ensure_ascii=False) if _quoted(node) else f"<{_slot(node)}>"
    if node.kind is NodeKind.CHOICE:
        return json.dumps(node.options[0], ensure_ascii=False)
    return " or ".join(dict.fromkeys(_form(part) for part in node.parts))


def _notes(node: Node, path: str) -> Iterator[tuple[str, str]]:
    yield from ((path, remark) for remark in node.remarks if remark not in _SHOWN_BY_SLOT)
    for entry in node.fields:
        inside = f"{path}.{entry.name}" if path else entry.name
        yield from _notes(entry.node, inside)
        if not entry.required:
            yield inside, "may be left out"
        # Nothing, an empty list or an empty object is what leaving the field out suggests anyway.
        default = entry.node.schema.get("default")
        if default not in (None, [], {}):
            yield inside, f"default {json.dumps(default, ensure_ascii=False)}"
    for index, part in enumerate(node.parts):
        yield from _notes(
            part, _inside(node.kind, path, index, part.label if part.kind is NodeKind.OBJECT else "")
        )


def _inside(kind: NodeKind, path: str, index: int, label: str) -> str:
    if kind is NodeKind.UNION:
        return f"{path} ({label})".strip() if label else path
    if kind is NodeKind.MAP:
        return f"{path}.<key>"
    return f"{path}[{index if kind is NodeKind.TUPLE else ''}]"
