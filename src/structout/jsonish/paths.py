"""Where in the value each edit stands: the paths of many places in one JSON text, told in one pass."""

from __future__ import annotations

import re
from functools import cache

from pydantic_core import from_json

from structout.jsonish.patterns import WS, past_blanks
from structout.result import render_path

STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
"""A string in valid JSON."""
_SCALAR = rf"{STRING}|[^\s\"{{}}\[\],:]++"
_INNER = rf"[^\"{{}}\[\]]*+(?:{STRING}[^\"{{}}\[\]]*+)*+"
_WHOLE = rf"{_SCALAR}|[\[{{]{_INNER}(?:[\[{{]{_INNER}[}}\]]{_INNER})*+[}}\]]"
_FAR = 60
"""How far off the next edit must be for whole values to be passed at once: a near one is too often inside them."""


@cache
def _mark() -> re.Pattern[str]:
    """What changes the path, with the scalar behind it; the group that takes part last says which it is."""
    return re.compile(
        rf"(?:(\{{)|(\[){WS}({_SCALAR})?+|([}}\]])|,?+{WS}({STRING}){WS}:{WS}({_SCALAR})?+|(,){WS}({_SCALAR})?+|({_SCALAR})){WS}"
    )


_BRACE, _BRACKET, _FIRST, _CLOSER, _KEY, _MEMBER, _COMMA, _ITEM, _ROOT = range(1, 10)
_KEYS = frozenset({_KEY, _MEMBER})
_COMMAS = frozenset({_COMMA, _ITEM})
_SCALARS = frozenset({_FIRST, _MEMBER, _ITEM, _ROOT})
_OPENERS = ("{", "[")


@cache
def _members() -> re.Pattern[str]:
    """Whole members, the last with its key in group 1 and its value in group 2."""
    return re.compile(rf"(?:,?+{WS}({STRING}){WS}:{WS}({_WHOLE}){WS})++")


@cache
def _item() -> re.Pattern[str]:
    """A whole item (group 2) with the comma before it (group 1)."""
    return re.compile(rf"(,?+){WS}({_WHOLE}){WS}")


class Paths:
    """The paths of places in a JSON text, asked for from its beginning to its end.

    Attributes:
        container: the path of the innermost open container.
        part: what is added to it for the value that is being read: an index, or the key as it is rendered.
        first: where that value begins, -1 where none does.
        stop: how far it reaches; of a container that is open, only behind its opener.
        closed: the path of the container that was closed last, and where.
    """

    __slots__ = (
        "_at",
        "_json",
        "_known",
        "_last",
        "_outer",
        "closed",
        "closed_at",
        "container",
        "first",
        "part",
        "stop",
    )

    def __init__(self, json: str) -> None:
        self._json = json
        self._at = past_blanks(json, 0)
        self._known: dict[str, str] = {}
        self._outer: list[tuple[str, str | int]] = []
        self.container = "$"
        self.part: str | int = ""
        self.first = self.stop = self.closed_at = self._last = -1
        self.closed = ""

    def at(self, begin: int, end: int) -> str:
        """The path of the value in a written stretch or right before it, as repairs show it.

        Args:
            begin: where the stretch begins, not before the last one.
            end: where it ends.
        """
        self.go_to(begin)
        # Behind something that was left out right here, the value before it no longer touches.
        reach = begin + (begin == self._last)
        self._last = begin
        if self.stop >= reach if self.first < begin else self.first < min(end, self.stop):
            return self.slot
        return self.closed if self.closed_at == reach else self.container

    @property
    def slot(self) -> str:
        """The path of the value that is being read."""
        part = self.part
        return f"{self.container}{part}" if isinstance(part, str) else f"{self.container}[{part}]"

    def go_to(self, offset: int) -> None:
        """Take in every mark that begins before ``offset``."""
        match, json, known = _mark().match, self._json, self._known
        while (at := self._at) < offset:
            if offset - at > _FAR and json[at : at + 1] not in "{}]" and self._pass_whole(offset):
                continue
            mark = match(json, at)
            if mark is None:
                return
            kind, self._at = mark.lastindex or 0, mark.end()
            if kind == _CLOSER:
                self._close(at + 1)
                continue
            if kind in _KEYS:
                key = mark[_KEY]
                self.part = known.get(key) or self._rendered(key)
            elif kind in _COMMAS:
                self.part = self.part + 1 if isinstance(self.part, int) else ""
            elif kind != _ROOT:
                self._outer.append((self.container, self.part))
                self.container, self.part = self.slot, "" if kind == _BRACE else 0
            if kind in _SCALARS:
                self.first, self.stop = mark.span(kind)
            else:
                self.first = self._at
                self.stop = self.first + (kind != _BRACE and json[self.first : self.first + 1] in _OPENERS)

    def _close(self, at: int) -> None:
        self.closed, self.closed_at = self.container, at
        self.container, self.part = self._outer.pop()
        self.first = self.stop = -1

    def _pass_whole(self, offset: int) -> bool:
        """Take in all members, or one item, that end before ``offset``."""
        if not self._outer:
            return False
        part = self.part
        mark = (_members() if isinstance(part, str) else _item()).match(self._json, self._at, offset)
        if mark is None:
            return False
        if isinstance(part, str):
            self.part = self._rendered(mark[1])
        else:
            self.part = part + len(mark[1])
        self._at = past_blanks(self._json, mark.end())
        first, stop = mark.span(2)
        if self._json[first] in _OPENERS:
            self.closed, self.closed_at = self.slot, stop
            first = stop = -1
        self.first, self.stop = first, stop
        return True

    def _rendered(self, key: str) -> str:
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = render_path((from_json(key),))[1:]
        return known
