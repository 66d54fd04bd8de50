"""Keys that stand twice in one object: found from the JSON text and the value that was built from it."""

from __future__ import annotations

import re

from pydantic_core import from_json, to_json

from structout.result import JsonValue, Path, RepairKind

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\],:]|[^\s"{}\[\],:]++')
_SPACED_KEY = re.compile(r'"[ \t\r\n]++:')


def keys_repeat(json: str, value: JsonValue) -> bool:
    """Whether some object of ``json`` may have a key twice; a cheap count, never wrong when it says no."""
    if not isinstance(value, (dict, list)):
        return False
    if "\\u00" in json or _SPACED_KEY.search(json):
        return True
    return json.count('":') != to_json(value, inf_nan_mode="constants").count(b'":')


def repeated_keys(json: str, value: JsonValue) -> list[tuple[RepairKind, Path, int, int]]:
    """Every key that repeats an earlier one of its object, with the span in ``json`` of the earlier member.

    Equal values are DUPLICATE_KEY, different ones CONFLICTING_KEY; the last one stands.
    """
    if not keys_repeat(json, value):
        return []
    found: list[tuple[RepairKind, Path, int, int]] = []
    path: list[str | int] = []
    seen: list[dict[str, tuple[int, int]]] = []
    starts: list[int] = []
    key_next, key_start = False, 0

    def close(end: int) -> None:
        """A member's value has ended: compare it with an earlier one of its key."""
        if not path or isinstance(path[-1], int):
            return
        name = path[-1]
        earlier = seen[-1].get(name)
        if earlier is not None:
            same = _member(json, *earlier) == _member(json, key_starts[-1], end)
            kind = RepairKind.DUPLICATE_KEY if same else RepairKind.CONFLICTING_KEY
            found.append((kind, tuple(path), *earlier))
        seen[-1][name] = (key_starts[-1], end)

    key_starts: list[int] = []
    for token in _TOKEN.finditer(json):
        mark = token[0]
        if mark in "{[":
            starts.append(token.start())
            path.append(0 if mark == "[" else "")
            seen.append({})
            key_starts.append(0)
            key_next = mark == "{"
        elif mark in "}]":
            path.pop()
            seen.pop()
            key_starts.pop()
            starts.pop()
            close(token.end())
            key_next = False
        elif mark == ",":
            last = path[-1]
            key_next = isinstance(last, str)
            path[-1] = last if isinstance(last, str) else last + 1
        elif mark == ":":
            key_next = False
        elif key_next:
            key_start = token.start()
            key_starts[-1] = key_start
            path[-1] = from_json(mark)
        else:
            close(token.end())
    return found


def _member(json: str, start: int, end: int) -> JsonValue:
    return from_json("{" + json[start:end] + "}")
