"""Texts that Rust reads as they are, or once the faults between their strings are mended."""

from __future__ import annotations

import re
from array import array
from math import isinf

from pydantic_core import from_json

from structout.jsonish.dialect import is_closed, mend, missing_closers
from structout.jsonish.edits import Marks
from structout.jsonish.escapes import swallows
from structout.jsonish.reading import Reading
from structout.result import JsonValue, Span

_HUGE_EXPONENT = re.compile(r"[0-9][eE]\+?[0-9]{3}")
_OUTSIDE_STRINGS = re.compile(r'"(?:[^"\\]++|\\.)*+"|([0-9][0-9.]*+[eE]\+?[0-9]{3,}+)')


def read_strict(text: str, start: int, end: int, max_depth: int) -> Reading | None:
    """Valid JSON, unchanged."""
    body = text[start:end]
    bare = body.strip(" \t\r\n")
    if not bare or bare[-1] not in '}]"0123456789el':
        return None
    try:
        value = from_json(bare, allow_inf_nan=False, cache_strings="keys")
    except (ValueError, TypeError):
        return None
    if _too_deep(bare, max_depth) or _endless(bare) or swallows(bare):
        return None
    begin = start + len(body) - len(body.lstrip(" \t\r\n"))
    reading = Reading(text, bare, Span(begin, begin + len(bare)))
    reading.__dict__["value"] = value
    return reading


def _endless(json: str) -> bool:
    """Whether valid JSON holds a number beyond all bounds."""
    found = _HUGE_EXPONENT.search(json) is not None
    return found and any(each[1] and isinf(float(each[1])) for each in _OUTSIDE_STRINGS.finditer(json))


def read_mended(text: str, start: int, end: int, max_depth: int) -> Reading | None:
    """JSON in a dialect: all strings whole, and what is wrong between them mended at once."""
    while start < end and text[start] in " \t\r\n":
        start += 1
    while end > start and text[end - 1] in " \t\r\n":
        end -= 1
    if start == end or text[start] not in "{[":
        return None
    if swallows(text, start, end):
        return None
    if not is_closed(text, start, end):
        # Only cut at its end, the text needs no mending.
        unclosed = _read_unclosed(text, start, end, max_depth)
        if unclosed is not None:
            return unclosed
    mended = mend(text, start, end)
    if mended is None:
        return None
    json, marks = mended
    del mended
    closing, value = _value_of(json)
    if value is _NOTHING:
        return None
    if closing:
        json += closing
        marks = Marks(text, marks.spans, marks.codes, closing, end)
    if _too_deep(json, max_depth):
        return None
    reading = Reading(text, json, Span(start, end), marks)
    reading.__dict__["value"] = value
    return reading


def _read_unclosed(text: str, start: int, end: int, max_depth: int) -> Reading | None:
    """Valid JSON but for the closers at its end."""
    json = text[start:end]
    try:
        from_json(json, allow_inf_nan=False)
    except (ValueError, TypeError) as error:
        if "EOF" not in str(error) or "string" in str(error):
            return None
    closing, value = _closed(json)
    json += closing
    if value is _NOTHING or _too_deep(json, max_depth):
        return None
    marks = Marks(text, array("q"), b"", closing, end)
    reading = Reading(text, json, Span(start, end), marks)
    reading.__dict__["value"] = value
    return reading


def _value_of(json: str) -> tuple[str, JsonValue | object]:
    """The value of a text, and the closers that it lacks."""
    if is_closed(json, 0, len(json.rstrip(" \t\r\n"))):
        try:
            return "", from_json(json, allow_inf_nan=False, cache_strings="keys")
        except (ValueError, TypeError) as error:
            if "EOF" not in str(error):
                return "", _NOTHING
    return _closed(json)


def _closed(json: str) -> tuple[str, JsonValue | object]:
    """The closers that make JSON of the text, and the value."""
    for closing in missing_closers(json):
        try:
            return closing, from_json(json + closing, allow_inf_nan=False, cache_strings="keys")
        except (ValueError, TypeError):
            continue
    return "", _NOTHING


_NOTHING = object()


def _too_deep(json: str, max_depth: int) -> bool:
    """Whether JSON that Rust took (its own limit is 200) is nested deeper than allowed."""
    return max_depth < _RUST_DEPTH and _depth(json) > max_depth


_RUST_DEPTH = 200


def _depth(json: str) -> int:
    """How deep a JSON text is nested."""
    depth = deepest = 0
    for mark in re.findall(r'"(?:[^"\\]++|\\.)*+"|[{}\[\]]', json):
        if mark in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif mark in "}]":
            depth -= 1
    return deepest
