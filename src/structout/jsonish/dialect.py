"""Broken JSON whose strings are whole: one pass mends what has one remedy, and Rust says whether that makes it JSON.

What the pass knows no remedy for is for the scanner. The faults are noted in compact form.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from functools import cache

from pydantic_core import from_json

from structout.jsonish.edits import Marks
from structout.jsonish.faults import REMEDIES, Fault, fault
from structout.result import JsonValue

_MANY = 2048


def mend(text: str, start: int, end: int) -> tuple[str, Marks] | None:
    """The text with every fault mended, and the marks; ``None`` where a fault is of another kind.

    The text must begin at ``start`` with an opener and end at ``end`` without blanks behind it.
    """
    chunks: list[str] = []
    spans, codes = array("q"), bytearray()
    pieces: list[str] = []
    bounds: list[int] = []
    at = start
    for found in fault().finditer(text, start, end):
        code = found.lastindex or 0
        begin, stop = span = found.span(code)
        after = _REWRITES[code]
        if not isinstance(after, str) and (after := after(text, begin, stop)) is None:
            if code == Fault.END:
                break
            return None
        pieces += (text[at:begin], after)
        bounds += span
        codes.append(code)
        at = stop
        if len(pieces) > _MANY:
            # Many small strings and numbers take several times the room of the text.
            chunks.append("".join(pieces))
            spans.extend(bounds)
            pieces.clear()
            bounds.clear()
    spans.extend(bounds)
    chunks += (*pieces, text[at:end])
    return "".join(chunks), Marks(text, spans, bytes(codes))


def _none(text: str, begin: int, stop: int) -> None:
    return None


_REWRITES = [REMEDIES[code].rewrite if code in REMEDIES else _none for code in range(Fault.OTHER + 1)]


def is_closed(text: str, start: int, end: int) -> bool:
    """Whether a text ends with what closes its first bracket."""
    return _CLOSER_OF[text[start]] == text[end - 1]


def missing_closers(json: str) -> Iterator[str]:
    """What may close the containers that are open at the end: a quick guess, then what is sure.

    Nothing where that cannot be told: a number at the end may have been cut, more was to come behind an opening bracket;
    brackets may not match.
    """
    if not json[-1:].isalnum() and json[-1:] not in ".:+-[{":
        yield _guessed_closers(json)
        yield _counted_closers(json)


def _guessed_closers(json: str) -> str:
    """The guess: no string holds a bracket, and the value that Rust reads up to here shows what is open."""
    count = json.count
    open_at_end = count("{") - count("}") + count("[") - count("]")
    if open_at_end == 1:
        return _CLOSER_OF[json[0]]
    closing = ""
    try:
        value: JsonValue = from_json(json, allow_partial=True)
    except (ValueError, TypeError):
        return ""
    for _ in range(open_at_end):
        closing = ("}" if isinstance(value, dict) else "]") + closing
        if not isinstance(value, (dict, list)) or not value:
            break
        value = value[next(reversed(value))] if isinstance(value, dict) else value[-1]
    return closing


def _counted_closers(json: str) -> str:
    stack: list[str] = []
    for found in _bracket().finditer(json):
        mark = found[1]
        if mark in _CLOSER_OF:
            stack.append(_CLOSER_OF[mark])
        elif mark and (not stack or stack.pop() != mark):
            return ""
    return "".join(reversed(stack))


_CLOSER_OF = {"{": "}", "[": "]"}


@cache
def _bracket() -> re.Pattern[str]:
    """The next bracket, flat containers swallowed; a lone quote takes the rest of the text."""
    inner = r"[^\"{}\[\]]*+(?:\"[^\"\\]*+(?:\\.[^\"\\]*+)*+(?:\"|\Z)[^\"{}\[\]]*+)*+"
    flat = rf"(?:\{{{inner}\}}|\[{inner}\])"
    return re.compile(rf"{inner}(?:{flat}{inner})*+([{{}}\[\]]|\Z)", re.DOTALL)
