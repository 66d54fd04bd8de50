"""Where in the value each edit stands: the paths of many places in one JSON text, told in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pydantic_core import from_json

from structout.jsonish.patterns import past_blanks
from structout.result import render_path

_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'


@cache
def _event() -> re.Pattern[str]:
    """What changes the path: an opener, a closer, a key with the comma before it, a comma; group 1 is where it stands."""
    return re.compile(
        rf'[^"{{}}\[\],]*+(?:{_STRING}(?![ \t\r\n]*+:)[^"{{}}\[\],]*+)*+()'
        rf"(?:([\[{{])|([}}\]])|,?+[ \t\r\n]*+({_STRING})[ \t\r\n]*+:|(,)|\Z)"
    )


@cache
def _scalar() -> re.Pattern[str]:
    return re.compile(rf"{_STRING}|[^\s\"{{}}\[\],:]++")


class _Walk:
    """A walk through a JSON text: the path at the present position, and what the last event was."""

    __slots__ = (
        "_at",
        "_events",
        "_json",
        "_key_parts",
        "_next",
        "_prefixes",
        "_slots",
        "closed",
        "end",
        "open",
    )

    def __init__(self, json: str) -> None:
        self._json = json
        self._events = _event().finditer(json)
        self._prefixes: list[str] = []
        # For each open container the slot that is being filled: an index, or the key as it is rendered.
        self._slots: list[int | str] = [""]
        self._key_parts: dict[str, str] = {}
        self.end = 0
        self.open = True
        self.closed = ""
        self._step()

    def _step(self) -> None:
        self._next = next(self._events, None)
        self._at = self._next.start(1) if self._next else len(self._json)

    def go_to(self, offset: int) -> None:
        """Take in every event that begins before ``offset``."""
        while self._at < offset and (event := self._next) is not None:
            self._take(event)
            self._step()

    def _take(self, event: re.Match[str]) -> None:
        self.end = event.end()
        kind = event.lastindex
        slots = self._slots
        if kind == 4:
            slots[-1] = self._key_parts.get(event[4]) or self._part(event[4])
            self.open = True
        elif kind == 5:
            last = slots[-1]
            slots[-1] = last + 1 if isinstance(last, int) else last
            self.open = True
        elif kind == 2:
            self._prefixes.append(self.slot)
            self.open = event[2] == "["
            slots.append(0 if self.open else "")
        elif kind == 3 and self._prefixes:
            slots.pop()
            self.closed = self._prefixes.pop()
            self.open = False

    def _part(self, literal: str) -> str:
        part = self._key_parts[literal] = render_path((from_json(literal),))[1:]
        return part

    @property
    def container(self) -> str:
        """The path of the innermost open container."""
        return self._prefixes[-1] if self._prefixes else "$"

    @property
    def slot(self) -> str:
        """The path of the value that stands, or may stand, behind the last event."""
        last = self._slots[-1]
        return f"{self.container}[{last}]" if isinstance(last, int) else self.container + last


def paths_at(json: str, begins: list[int], ends: list[int]) -> Iterator[str]:
    """For each written stretch the path of the value in it or right before it, as repairs show it.

    Args:
        json: valid JSON text.
        begins: where each stretch begins, ascending.
        ends: where it ends.
    """
    walk = _Walk(json)
    last = known = -1
    value = (0, 0)
    for begin, end in zip(begins, ends, strict=True):
        walk.go_to(begin)
        # Behind something that was left out right here, the value before it no longer touches.
        reach = begin + (begin == last)
        if walk.open and walk.end != known:
            # Found once for all the edits in it: a long string may hold thousands.
            known = walk.end
            value = _value_span(json, known)
        if walk.open and (value[1] >= reach if value[0] < begin else value[0] < min(end, value[1])):
            yield walk.slot
        elif not walk.open and walk.end == reach and json[begin - 1 : begin] in ("}", "]"):
            yield walk.closed
        else:
            yield walk.container
        last = begin


def _value_span(json: str, start: int) -> tuple[int, int]:
    """Where the value behind ``start`` begins and how far it reaches: of a container, only its opener; of none, nothing."""
    at = past_blanks(json, start)
    found = _scalar().match(json, at)
    if found:
        return at, found.end()
    return at, at + (json[at : at + 1] in ("{", "["))
