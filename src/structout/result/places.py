"""Where values stand: paths into a value, spans of a completion; and how a value is shown in few characters."""

from __future__ import annotations

import re
import reprlib
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

JsonValue: TypeAlias = "dict[str, JsonValue] | list[JsonValue] | str | int | float | bool | None"
"""A JSON value as Python holds it."""

Path: TypeAlias = "tuple[str | int, ...]"
"""Where a value sits: field names and list indexes from the root, ``()`` for the root itself."""

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def render_path(path: Path) -> str:
    """Write a path the way errors and repairs show it.

    >>> render_path(("items", 2, "unit price"))
    '$.items[2]["unit price"]'
    """
    parts = ["$"]
    for step in path:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        elif _PLAIN_KEY.match(step):
            parts.append(f".{step}")
        else:
            escaped = step.replace("\\", "\\\\").replace('"', '\\"')
            parts.append(f'["{escaped}"]')
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of character offsets into the completion."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The characters of ``text`` that the span covers."""
        return text[self.start : self.end]

    def shifted(self, by: int) -> Span:
        """The same range in a text that has ``by`` more characters in front."""
        return Span(self.start + by, self.end + by)


class _Brief(reprlib.Repr):
    """A repr that looks at no more of a value than it shows."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxdict = self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = 8
        self.maxstring = self.maxother = self.maxlong = 200

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        """A dict in its own order; the inherited one sorts the keys."""
        if level <= 0:
            return "{...}"
        pairs = islice(x.items(), self.maxdict)
        shown = [f"{self.repr1(key, level - 1)}: {self.repr1(value, level - 1)}" for key, value in pairs]
        return "{" + ", ".join([*shown, "..."] if len(x) > self.maxdict else shown) + "}"

    def repr_int(self, x: int, level: int) -> str:
        """An integer; Python refuses to write out one of thousands of digits."""
        digits = int(x.bit_length() * 0.30103) + 1
        return f"an integer of about {digits} digits" if digits > self.maxlong else super().repr_int(x, level)


_BRIEF = _Brief()


def shorten(value: object, limit: int = 80) -> str:
    """The repr of ``value`` in at most ``limit`` characters; of a large or deep value only the beginning is looked at."""
    text = repr(value[: limit * 2]) if isinstance(value, str) else _BRIEF.repr(value)
    return text if len(text) <= limit else f"{text[: limit - 2]}…{text[-1]}"
