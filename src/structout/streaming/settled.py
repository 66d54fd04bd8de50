"""The one rule for items that are given while their list still comes in: only those that are settled.

In: the items as they end, and what follows each. Out: those that the rest of the list cannot change. The first that is
not settled waits for the end, and all behind it do: then the whole is read, and what was not given is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, cast

from structout.errors import FailureKind
from structout.jsonish import Reading
from structout.result import JsonValue, RepairKind, Span
from structout.streaming.typed import MISSING, Typist

OnItem = Callable[[int, JsonValue, Any], None]
"""Told of each settled item: its index, its JSON, its typed value or ``MISSING`` where it is not of the type."""

_CONFIRMED_BY: Final[Mapping[type, str]] = {dict: "{", list: "[", str: '"', int: " ", float: " "}
_CLOSERS: Final = {"{": "}", "[": "]"}

_APART: Final = frozenset(
    {
        RepairKind.EXTRA_KEY,
        RepairKind.CHOICE_SPELLING,
        RepairKind.CHOICE_NAME,
        RepairKind.BOOLEAN_WORD,
        RepairKind.DATE_FORMAT,
    }
)
"""What the type decides for a single item; every other liberty may be taken otherwise once more items are known."""

_LOCAL: Final = frozenset(
    {
        None,
        RepairKind.SINGLE_QUOTES,
        RepairKind.SMART_QUOTES,
        RepairKind.BACKTICK_QUOTES,
        RepairKind.UNQUOTED_KEY,
        RepairKind.UNQUOTED_STRING,
        RepairKind.INNER_QUOTE,
        RepairKind.CONTROL_CHARACTER,
        RepairKind.INVALID_ESCAPE,
        RepairKind.TRAILING_COMMA,
        RepairKind.REPEATED_COMMA,
        RepairKind.MISSING_COMMA,
        RepairKind.MISSING_COLON,
        RepairKind.COMMENT,
        RepairKind.PYTHON_LITERAL,
        RepairKind.JS_LITERAL,
    }
)
"""Faults whose remedy shows in what stands around them, not in what comes items later."""


class Settler:
    """Holds the items of a list back until they are settled.

    In strict JSON an item is settled when the next one begins as it did: a quote behind a text, a bracket behind an
    object or list, a blank and a number behind a number (a comma alone may yet be its decimal mark). In damaged JSON
    it is when the next one is whole, both stand in brackets of their own, and every fault so far is a local one. And
    an item has to be read, or refused, for what it is: what hangs on other items waits.

    Args:
        typist: reads single items.
        on_item: is given those that are settled.

    Attributes:
        count: how many were given.
    """

    def __init__(self, typist: Typist, on_item: OnItem) -> None:
        self._typist = typist
        self._on_item = on_item
        self._held: tuple[int, JsonValue] | None = None
        self._over = False
        self.count = 0

    def ends(self, index: int, raw: JsonValue) -> None:
        """An item of strict JSON is whole."""
        self._held = index, raw

    def begins(self, mark: str) -> None:
        """The next item of strict JSON begins."""
        held, self._held = self._held, None
        if held is None or self._over:
            return
        self._over = _CONFIRMED_BY.get(type(held[1])) != mark or not self._given(*held)

    def again(self, reading: Reading) -> None:
        """The list is damaged, and was read as far as it goes."""
        value = reading.value
        faults = (start for start, _, _, kind in reading.edits if kind not in _LOCAL)
        sure = next(faults, len(reading.text))
        while not self._over and isinstance(value, list) and self.count + 1 < len(value):
            at = self.count
            here, behind = reading.span_of((at,)), reading.span_of((at + 1,))
            if behind.end > sure or not _bracketed(reading.text, here, behind):
                return
            self._over = not self._given(at, value[at])

    def _given(self, index: int, raw: JsonValue) -> bool:
        """Give an item that is read, or refused, for what it is; ``False`` where that is still open."""
        outcome = self._typist.apart(index, raw)
        if outcome is None:
            return False
        typed = self._typist.item(index, raw)
        if typed is MISSING:
            sure = not outcome.fits and all(t.kind is FailureKind.INVALID for t in outcome.troubles)
        else:
            sure = outcome.fits and all(draft.kind in _APART for draft in outcome.drafts)
        if sure:
            self.count += 1
            self._on_item(index, raw, typed)
        return sure


def _bracketed(text: str, here: Span, behind: Span) -> bool:
    """Whether two items in a row begin and end with brackets of the same kind, and at most a comma parts them."""
    opener = text[here.start]
    ends = text[here.end - 1], text[behind.end - 1]
    alike = text[behind.start] == opener and ends == (_CLOSERS.get(opener),) * 2
    return alike and text[here.end : behind.start].strip() in ("", ",")


_LINE: Final = re.compile(r"(?:([-*+•])|([0-9]{1,3})([.)]))[ \t]\s*+[^\s\[]")


_MORE: Final = re.compile(r"[ \t]++[^\W\d_]")
"""A line that goes on with the item above."""


def lines_settled(text: str) -> int | None:
    """How many items of a list in lines are settled; ``None`` where some line does not begin with the mark for it.

    A line is settled once the next one is whole and begins with the same bullet, or with the next number.

    >>> lines_settled("- oak\\n- elm\\n- as")
    1
    >>> lines_settled("1. oak\\nand more\\n") is None
    True
    """
    lines = text.split("\n")[:-1]
    marks = [_mark(line) for line in lines if not _MORE.match(line)]
    if "" in marks or not all(two == _next(one) for one, two in pairwise(marks)):
        return None
    return max(0, len(marks) - 1)


def _mark(line: str) -> str:
    """The bullet or number that a line begins with."""
    found = _LINE.match(line)
    return "" if found is None else found[1] or found[2] + found[3]


def _next(mark: str) -> str:
    return mark if len(mark) == 1 else f"{int(mark[:-1]) + 1}{mark[-1]}"


def same(one: Any, two: Any) -> bool:
    """Whether two typed values are the same, also where they do not say so: NaN, objects of a class without ``==``."""
    if one is two or type(one) is not type(two):
        return one is two
    if isinstance(one, dict):
        parts = cast("dict[Any, Any]", one)
        return parts.keys() == two.keys() and all(same(part, two[key]) for key, part in parts.items())
    if isinstance(one, list | tuple):
        return len(cast("Sequence[Any]", one)) == len(two) and all(map(same, cast("Sequence[Any]", one), two))
    if one == two or one != one:
        return True
    state = getattr(one, "__dict__", None)
    return same(state, two.__dict__) if state is not None else type(one).__eq__ is object.__eq__
