"""TOML with sections goes in, a JSON value comes out; flat ``key = value`` lines are left to the reader of those.

Read by the standard library, which constructs nothing but plain values and dates.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from functools import cache
from math import isfinite
from typing import TypeAlias

from structout.result import RepairKind, Span
from structout.shapes.reading import Hints, Piece, ShapeReading, list_piece, object_piece, reading_of, trimmed

_Toml: TypeAlias = "dict[str, _Toml] | list[_Toml] | str | int | float | bool | datetime.date | datetime.time"

_LONGEST = 20_000
_DEEPEST = 40


class _TooMuch(ValueError):
    """The document holds what no value can be made of."""


@cache
def _section() -> re.Pattern[str]:
    return re.compile(r"\[{1,2}(?P<name>[\w.\"' -]{1,100}+)\]{1,2}")


def sections(text: str, start: int, end: int) -> list[str]:
    """The names of the sections, each of which has a line of its own."""
    heads = [_section().fullmatch(line.strip()) for line in text[start:end].splitlines()]
    return [head["name"] for head in heads if head]


@cache
def _first_line() -> re.Pattern[str]:
    return re.compile(
        r"^[ \t]*+(?:[\w.\"-]{1,100}+[ \t]*+=[ \t]*+\S|\[{1,2}[\w.\"' -]{1,100}+\]{1,2}[ \t\r]*+$)", re.M
    )


def read_toml(text: str, start: int, end: int, hints: Hints) -> ShapeReading | None:
    """Read a document with at least one section.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.
        hints: what is known of the type.

    Returns:
        The document as an object; ``None`` where the text is none, is longer than 20,000 characters, or does not
        hold the type's fields.
    """
    if hints.wants == "scalar" or end - start > _LONGEST or not sections(text, start, end):
        return None
    first = _first_line().search(text, start, end)
    if first is None:
        return None
    span = Span(*trimmed(text, first.start(), end))
    try:
        document = tomllib.loads(span.of(text))
        piece = _piece(document, span, 0)
    except (tomllib.TOMLDecodeError, RecursionError, _TooMuch):
        return None
    fits = _holds(document, hints) if hints.fields else hints.wants == "object"
    return reading_of(text, piece, RepairKind.TOML) if fits else None


def _holds(document: dict[str, _Toml], hints: Hints) -> bool:
    """Whether the fields stand at the top, or under the one name that all sections begin with."""
    inner = next(iter(document.values())) if len(document) == 1 else None
    return hints.convinced(tuple(document)) or (isinstance(inner, dict) and hints.convinced(tuple(inner)))


def _piece(value: _Toml, span: Span, depth: int) -> Piece:
    if depth > _DEEPEST or (isinstance(value, float) and not isfinite(value)):
        raise _TooMuch("nested too deep, or a number without end")
    if isinstance(value, dict):
        return object_piece(span, [(key, _piece(inner, span, depth + 1)) for key, inner in value.items()])
    if isinstance(value, list):
        return list_piece(span, [_piece(inner, span, depth + 1) for inner in value])
    if isinstance(value, datetime.date | datetime.time):
        return Piece(span, value.isoformat())
    return Piece(span, value)
