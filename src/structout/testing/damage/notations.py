"""Damages that write the same value in another notation: XML, YAML, lines, tables, lists, calls, JSON lines."""

from __future__ import annotations

import json
import re
from random import Random
from typing import cast

from structout.result import JsonValue
from structout.testing.damage.model import Damage, Stage
from structout.testing.damage.shape import Shape, Trait

_SAFE = re.compile(r"[A-Za-z][A-Za-z0-9 ]*[A-Za-z0-9]\Z")
_WORDS = frozenset({"null", "none", "true", "false", "yes", "no", "on", "off", "nan", "inf", "infinity"})


def _loaded(text: str) -> JsonValue:
    try:
        return cast("JsonValue", json.loads(text))
    except ValueError:
        return None


def _is_safe(value: JsonValue) -> bool:
    if isinstance(value, str):
        return bool(_SAFE.match(value)) and value.lower() not in _WORDS
    return isinstance(value, int | float)


def _flat(value: JsonValue) -> dict[str, str] | None:
    """An object of plain words and numbers as texts, ``None`` for anything else."""
    if not isinstance(value, dict) or not value or not all(map(_is_safe, value.values())):
        return None
    if not all(re.match(r"[A-Za-z_]+\Z", key) for key in value):
        return None
    return {key: item if isinstance(item, str) else json.dumps(item) for key, item in value.items()}


def _rows(text: str) -> list[dict[str, str]] | None:
    value = _loaded(text)
    rows = [_flat(item) for item in value] if isinstance(value, list) else []
    flat = [row for row in rows if row is not None]
    return (
        flat
        if flat and len(flat) == len(rows) and all(row.keys() == flat[0].keys() for row in flat)
        else None
    )


def _phrases(text: str) -> list[str] | None:
    value = _loaded(text)
    if not isinstance(value, list) or len(value) < 2:
        return None
    items = [item for item in value if isinstance(item, str) and _is_safe(item)]
    return items if len(items) == len(value) else None


def _yaml(text: str, _rng: Random, _shape: Shape) -> str | None:
    flat = _flat(_loaded(text))
    return None if flat is None else "".join(f"{key}: {item}\n" for key, item in flat.items())


def _key_value_lines(text: str, _rng: Random, _shape: Shape) -> str | None:
    flat = _flat(_loaded(text))
    return None if flat is None else "".join(f"- **{key}**: {item}\n" for key, item in flat.items())


def _xml(text: str, _rng: Random, _shape: Shape) -> str | None:
    flat = _flat(_loaded(text))
    return None if flat is None else f"<record>{''.join(f'<{k}>{v}</{k}>' for k, v in flat.items())}</record>"


def _tool_xml(text: str, _rng: Random, _shape: Shape) -> str | None:
    flat = _flat(_loaded(text))
    if flat is None:
        return None
    parameters = "".join(f'<parameter name="{key}">{item}</parameter>\n' for key, item in flat.items())
    return f'<invoke name="record">\n{parameters}</invoke>'


def _constructor(text: str, _rng: Random, _shape: Shape) -> str | None:
    value = _loaded(text)
    if not isinstance(value, dict) or _flat(value) is None:
        return None
    return f"Record({', '.join(f'{key}={item!r}' for key, item in value.items())})"


def _table(text: str, _rng: Random, _shape: Shape) -> str | None:
    rows = _rows(text)
    if rows is None:
        return None
    head = f"| {' | '.join(rows[0])} |\n|{'---|' * len(rows[0])}\n"
    return head + "".join(f"| {' | '.join(row.values())} |\n" for row in rows)


def _json_lines(text: str, _rng: Random, _shape: Shape) -> str | None:
    value = _loaded(text)
    if (
        not isinstance(value, list)
        or len(value) < 2
        or not all(isinstance(item, dict) and item for item in value)
    ):
        return None
    return "\n".join(json.dumps(item, ensure_ascii=False) for item in value)


def _list_markup(text: str, rng: Random, _shape: Shape) -> str | None:
    items = _phrases(text)
    if items is None:
        return None
    numbered = rng.random() < 0.5
    return "\n".join(f"{number}. {item}" if numbered else f"- {item}" for number, item in enumerate(items, 1))


def _comma_list(text: str, _rng: Random, _shape: Shape) -> str | None:
    items = _phrases(text)
    return None if items is None else ", ".join(items)


_OBJECTS: frozenset[Trait] = frozenset({"any", "text-root", "union", "free-keys"})

NOTATIONS = (
    Damage("yaml-output", _yaml, stage=Stage.LAST_SYNTAX, alone=True, avoid=_OBJECTS),
    Damage("key-value-lines", _key_value_lines, alone=True, avoid=_OBJECTS),
    Damage("xml-output", _xml, alone=True, avoid=_OBJECTS),
    Damage("tool-call-xml", _tool_xml, alone=True, avoid=_OBJECTS),
    Damage("python-repr", _constructor, alone=True, avoid=_OBJECTS),
    Damage("markdown-table", _table, alone=True, avoid=_OBJECTS),
    Damage("json-lines", _json_lines, alone=True, avoid=_OBJECTS),
    Damage("list-markup", _list_markup, alone=True, avoid=_OBJECTS),
    Damage("comma-list", _comma_list, alone=True, avoid=_OBJECTS),
)
