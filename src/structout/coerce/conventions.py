"""What the amounts in a value show, taken together, of how an ambiguous one among them is written.

The whole JSON value in, the decimal mark out. Dates show nothing of each other: a list may hold both orders.
"""

from __future__ import annotations

from collections.abc import Iterator

from structout.coerce.patterns import lazy
from structout.coerce.reading import DecimalMark
from structout.result import JsonValue

_MAX_LEAVES = 2_000
_AMOUNT = lazy(r"\D{0,8}\d{1,9}(?:[.,'’ \u00a0\u202f]\d{3})*(?P<mark>[.,])\d{1,2}\D{0,14}")
_POINTED = lazy(r"\D{0,8}\d{1,3}(?:,\d{3})+\.\d{1,6}\D{0,14}")


def seen_mark(value: JsonValue) -> DecimalMark | None:
    """The decimal mark that the amounts in a value show, if they agree: ``92,5 m²`` and ``2.480,90``, or ``3,389.5``.

    Args:
        value: the JSON value as it was read; only texts count. A decimal point without grouping commas shows nothing,
            for JSON has it in any language.
    """
    marks: set[str] = set()
    pointed = False
    for text in _short_texts(value):
        match = _AMOUNT().fullmatch(text)
        marks |= {match["mark"]} if match else set()
        pointed = pointed or _POINTED().fullmatch(text) is not None
    if marks == {","}:
        return None if pointed else ","
    return "." if pointed and "," not in marks else None


def _short_texts(value: JsonValue) -> Iterator[str]:
    """The texts in a value that are short enough for an amount."""
    parts: list[JsonValue] = [value]
    for _ in range(_MAX_LEAVES):
        if not parts:
            break
        part = parts.pop()
        if isinstance(part, dict):
            parts.extend(part.values())
        elif isinstance(part, list):
            parts.extend(part)
        elif isinstance(part, str) and len(part) <= 40:
            yield part
