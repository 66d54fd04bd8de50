"""Answers that only repeat the instructions: the schema, an unfilled slot, the prompt itself.

In: a JSON value or a stretch of the completion. Out: whether, and where, it is an echo.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from structout.result import JsonValue, Path

_SCHEMA_KEYS = frozenset({"properties", "$defs", "definitions", "$ref", "$schema", "items", "anyOf", "additionalProperties"})
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
    return (isinstance(typed, str) and typed in _TYPE_WORDS) or bool({"$ref", "anyOf", "allOf", "enum"} & entry.keys())


@cache
def _slot() -> re.Pattern[str]:
    return re.compile(
        r"\s*+(?:"
        r"<(?!/?(?:a|b|br|i|p|q|s|u|hr|li|ul|ol|h[1-6]|em|div|img|pre|svg|code|html|body|head|span|strong|table|td|tr|th|"
        r"nav|main|form|input|label|button|script|style|title|meta|link|section|header|footer)\b)"
        r"[A-Za-z_][\w .,:|/'-]{0,60}+>"
        r"|(?:string|str)(?:\s*+\|\s*+(?:null|None))?+(?:\s*+\((?:optional|required)\))?+"
        r"|[A-Za-z_][\w-]{0,30}+(?:\s?\|\s?[\w-]{1,30}+){1,12}+"
        r")\s*+",
        re.IGNORECASE,
    )


_TYPE_KEY = re.compile(r"type|kind|format|schema|regex|pattern|command|code|expr|query|markup|html|xml", re.IGNORECASE)


def is_slot(text: str) -> bool:
    """Whether a text is an unfilled slot: ``<name>``, ``low|normal|high``, ``string``.

    >>> [is_slot(t) for t in ("<string>", "low|high", "string", "<br>", "strings")]
    [True, True, True, False, False]
    """
    return len(text) <= 240 and _slot().fullmatch(text) is not None


def slots(value: JsonValue, allowed: frozenset[str] = frozenset()) -> Iterator[tuple[Path, str]]:
    """Paths and texts of the unfilled slots in a value.

    Args:
        value: the JSON value.
        allowed: texts that the type lists as values of its own.
    """
    stack: list[tuple[Path, Any]] = [((), value)]
    while stack:
        path, here = stack.pop()
        if isinstance(here, dict):
            stack.extend(((*path, key), inner) for key, inner in here.items())  # pyright: ignore
        elif isinstance(here, list):
            stack.extend(((*path, index), inner) for index, inner in enumerate(here))  # pyright: ignore
        elif isinstance(here, str) and here not in allowed and is_slot(here) and not _is_type_key(path):
            yield path, here


def _is_type_key(path: Path) -> bool:
    key = next((step for step in reversed(path) if isinstance(step, str)), "")
    return _TYPE_KEY.search(key) is not None


_BLANKS = re.compile(r"\s++")
_SHORTEST_ECHO = 12


def stands_in(payload: str, prompt: str) -> bool:
    """Whether a payload stands in the prompt, blanks apart."""
    squeezed = _BLANKS.sub("", payload)
    return len(squeezed) >= _SHORTEST_ECHO and squeezed in _BLANKS.sub("", prompt)
