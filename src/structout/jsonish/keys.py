"""Keys that stand twice in one object: found from the JSON text and the value that was built from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from pydantic_core import from_json, to_json

from structout.result import JsonValue, Path, RepairKind

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\],:]|[^\s"{}\[\],:]++')


Repeated: TypeAlias = "tuple[RepairKind, Path, int, int]"
"""Which repair a repeated key is, its path, and where in the JSON the member stands that another overrides."""


def keys_repeat(json: str, value: JsonValue) -> bool:
    """Whether some object of ``json`` may have a key twice; a cheap count, never wrong when it says no."""
    if not isinstance(value, (dict, list)):
        return False
    if "\\" in json and "\\u00" in json:
        return True
    # Each member has one colon of its own; those within strings stand on both sides.
    return json.count(":") != to_json(value, inf_nan_mode="constants").count(b":")


def repeated_keys(json: str, value: JsonValue) -> tuple[Repeated, ...]:
    """Every key that repeats an earlier one of its object, with the span in ``json`` of the earlier member.

    Equal values are DUPLICATE_KEY, different ones CONFLICTING_KEY; the last one stands.
    """
    if not keys_repeat(json, value):
        return ()
    found: list[Repeated] = []
    objects: list[dict[str, tuple[int, int]]] = []
    for path, key_start, end, opens in _members(json):
        if opens:
            objects[len(path) :] = [{}]
        elif path and isinstance(name := path[-1], str):
            seen = objects[len(path) - 1]
            if earlier := seen.get(name):
                same = _member(json, *earlier) == _member(json, key_start, end)
                found.append((_K.DUPLICATE_KEY if same else _K.CONFLICTING_KEY, path, *earlier))
            seen[name] = (key_start, end)
    return tuple(found)


_K = RepairKind


def _members(json: str) -> Iterator[tuple[Path, int, int, bool]]:
    """Path, start of the key and end of every value, when it ends; and every container, when it opens."""
    path: list[str | int] = []
    key_starts: list[int] = []
    key_next = False
    for token in _TOKEN.finditer(json):
        mark = token[0]
        if mark in "{[":
            yield tuple(path), 0, 0, True
            path.append(0 if mark == "[" else "")
            key_starts.append(0)
            key_next = mark == "{"
        elif mark in "}]":
            path.pop()
            key_starts.pop()
            yield tuple(path), key_starts[-1] if key_starts else 0, token.end(), False
        elif mark == ",":
            last = path[-1]
            key_next = isinstance(last, str)
            path[-1] = last if isinstance(last, str) else last + 1
        elif mark == ":":
            key_next = False
        elif key_next:
            key_starts[-1] = token.start()
            path[-1] = from_json(mark)
        else:
            yield tuple(path), key_starts[-1] if key_starts else 0, token.end(), False


def _member(json: str, start: int, end: int) -> JsonValue:
    return from_json("{" + json[start:end] + "}")
