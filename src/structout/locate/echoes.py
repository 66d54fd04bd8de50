"""Answers that only repeat the instructions: the schema, or the prompt itself.

In: a JSON value or a stretch of the completion. Out: whether, and where, it is an echo.
"""

from __future__ import annotations

import re

from structout.result import JsonValue

_SCHEMA_KEYS = frozenset(
    {"properties", "$defs", "definitions", "$ref", "$schema", "items", "anyOf", "additionalProperties"}
)
_TYPE_WORDS = frozenset({"string", "integer", "number", "boolean", "object", "array", "null"})


def is_schema(value: JsonValue) -> bool:
    """Whether a JSON value is a JSON Schema that describes data, and no data."""
    if not isinstance(value, dict):
        return False
    properties = value.get("properties")
    if isinstance(properties, dict) and properties:
        return all(_describes(entry) for entry in properties.values())
    return value.get("type") in _TYPE_WORDS and bool(_SCHEMA_KEYS & value.keys())


def _describes(entry: JsonValue) -> bool:
    if not isinstance(entry, dict):
        return False
    typed = entry.get("type")
    return (isinstance(typed, str) and typed in _TYPE_WORDS) or bool(
        {"$ref", "anyOf", "allOf", "enum"} & entry.keys()
    )


_BLANKS = re.compile(r"\s++")
_SHORTEST_ECHO = 12


def stands_in(payload: str, prompt: str) -> bool:
    """Whether a payload stands in the prompt, blanks apart."""
    squeezed = _BLANKS.sub("", payload)
    return len(squeezed) >= _SHORTEST_ECHO and squeezed in _BLANKS.sub("", prompt)
