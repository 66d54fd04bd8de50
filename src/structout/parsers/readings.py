"""What can be read out of a completion, in whatever notation: all have the same attributes.

A reading of tolerant JSON, of another notation, of several values together, or of the bare words.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeAlias

from structout import jsonish, shapes
from structout.jsonish import Reading, Unreadable
from structout.locate import trimmed
from structout.result import JsonValue, Path, Repair, RepairKind, Span
from structout.shapes import Hints, ShapeReading


@dataclass(slots=True)
class Places:
    """Tolerant JSON read at places of one text, each place once, however often it is asked for.

    Attributes:
        text: the completion.
        max_depth: how deep values may nest.
    """

    text: str
    max_depth: int
    _known: dict[tuple[int, int, bool, bool], Reading | Unreadable] = field(
        default_factory=dict[tuple[int, int, bool, bool], "Reading | Unreadable"]
    )

    def read(self, span: Span, *, alone: bool = True, headless: bool = False) -> Reading:
        """The value in a stretch; see ``jsonish.read``.

        Raises:
            Unreadable: there is none.
        """
        place = (span.start, span.end, alone, headless)
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = self._read(*place)
        if isinstance(known, Unreadable):
            raise known
        return known

    def _read(self, start: int, end: int, alone: bool, headless: bool) -> Reading | Unreadable:
        try:
            reading = jsonish.read(
                self.text, start, end, max_depth=self.max_depth, alone=alone, headless=headless
            )
            reading.value  # noqa: B018
        except Unreadable as trouble:
            return trouble
        return reading


@dataclass(frozen=True, slots=True)
class Collected:
    """Several readings taken as the items of one list."""

    items: tuple[Readable, ...]
    text: str
    kind: RepairKind

    @property
    def span(self) -> Span:
        """From the first item to the last."""
        return Span(self.items[0].span.start, self.items[-1].span.end)

    @property
    def value(self) -> JsonValue:
        """The items as a list."""
        return [item.value for item in self.items]

    @property
    def json(self) -> str:
        """The items as JSON text."""
        return "[" + ",".join(item.json for item in self.items) + "]"

    @property
    def complete(self) -> bool:
        """Whether no item was cut off."""
        return all(item.complete for item in self.items) and not self._cut

    @property
    def _cut(self) -> bool:
        """Whether the text ends in a number of the last item, which lacks the closers that the others have."""
        *others, last = self.items
        unclosed = RepairKind.MISSING_CLOSE
        return (
            bool(others)
            and last.span.of(self.text)[-1:].isdigit()
            and any(repair.kind is unclosed for repair in last.repairs)
            and not any(repair.kind is unclosed for item in others for repair in item.repairs)
        )

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """The collecting, and what was mended in the items."""
        gathered = Repair(
            self.kind, "$", self.span, f"{len(self.items)} values", f"a list of {len(self.items)}"
        )
        inner = (
            replace(repair, path=f"$[{index}]{repair.path[1:]}")
            for index, item in enumerate(self.items)
            for repair in item.repairs
        )
        end = self.span.end
        more = (Repair(RepairKind.UNFINISHED_VALUE, "$", Span(end - 1, end), self.text[end - 1 : end], ""),)
        return (gathered, *inner, *(more if self._cut else ()))

    def span_of(self, path: Path) -> Span:
        """Where the part at a path stands."""
        if not path or not isinstance(path[0], int):
            return self.span
        return self.items[path[0]].span_of(path[1:])


def collected(text: str, items: tuple[Readable, ...]) -> Collected:
    """Several readings as one list; JSON lines where nothing but line breaks stands between them."""
    gaps = [text[a.span.end : b.span.start] for a, b in pairwise(items)]
    lines = all(not gap.strip(" \t\r\n,") for gap in gaps)
    return Collected(items, text, RepairKind.JSON_LINES if lines else RepairKind.COLLECTED_VALUES)


@dataclass(frozen=True, slots=True)
class BareText:
    """A stretch of the completion taken as a string."""

    text: str
    span: Span
    complete: bool = True
    repairs: tuple[Repair, ...] = ()

    @property
    def value(self) -> JsonValue:
        """The text of the stretch."""
        return self.span.of(self.text)

    @property
    def json(self) -> str:
        """The string as JSON text."""
        return json.dumps(self.value, ensure_ascii=False)

    def span_of(self, path: Path) -> Span:
        """The whole stretch."""
        return self.span


@dataclass(frozen=True, slots=True)
class Arguments:
    """What a tool call in a reading hands over."""

    call: Reading
    path: Path
    value: JsonValue

    @property
    def span(self) -> Span:
        """The whole call."""
        return self.call.span

    @property
    def json(self) -> str:
        """The arguments as JSON text."""
        return json.dumps(self.value, ensure_ascii=False)

    @property
    def complete(self) -> bool:
        """Whether the call was not cut off."""
        return self.call.complete

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """The unwrapping, and what was mended in the call."""
        unwrapped = Repair(RepairKind.TOOL_CALL, "$", self.span, "a tool call", "its arguments")
        return (unwrapped, *self.call.repairs)

    def span_of(self, path: Path) -> Span:
        """Where the part of the arguments at a path stands."""
        return self.call.span_of((*self.path, *path))


def arguments_of(reading: Readable) -> Arguments | None:
    """The arguments of a reading that is one tool call in the form of a provider's API, ``None`` if it is none."""
    if not isinstance(reading, Reading):
        return None
    path, here = _call_in(reading.value)
    if not isinstance(here, dict) or not _NAMES & here.keys():
        return None
    key = next((key for key in _ARGUMENTS if key in here), "")
    held = here.get(key)
    value = _decoded(held) if isinstance(held, str) else held
    return Arguments(reading, (*path, key), value) if isinstance(value, dict | list) else None


def _call_in(value: JsonValue) -> tuple[Path, JsonValue]:
    """The innermost part of a provider's message that is still the call, with the way to it."""
    steps: list[str | int] = []
    for _ in range(_MOST_HOLDERS):
        if isinstance(value, list) and len(value) == 1:
            steps.append(0)
            value = value[0]
        held = [key for key in value if key in _HOLDERS and value[key]] if isinstance(value, dict) else []
        if len(held) != 1 or not isinstance(value, dict) or not isinstance(value[held[0]], dict | list):
            break
        steps.append(held[0])
        value = value[held[0]]
    return tuple(steps), value


_MOST_HOLDERS = 5
_HOLDERS = frozenset(
    {
        "function", "function_call", "functionCall", "tool_call", "toolCall", "tool_calls", "toolCalls", "tool_use",
        "toolUse", "tool_uses", "message",
    }
)  # fmt: skip
_NAMES = frozenset({"name", "tool", "tool_name", "function", "function_name", "recipient_name"})
_ARGUMENTS = ("arguments", "parameters", "args", "input", "tool_input", "action_input")


def _decoded(text: str) -> JsonValue:
    try:
        return jsonish.read(text).value
    except Unreadable:
        return None


Readable: TypeAlias = "Reading | ShapeReading | Collected | BareText | Arguments"
"""Whatever was read: ``span``, ``value``, ``json``, ``repairs``, ``complete`` and ``span_of``."""


def outside(text: str, reading: Readable) -> tuple[Span, ...]:
    """The stretches of a completion that the reading did not use, blanks apart."""
    used = [item.span for item in reading.items] if isinstance(reading, Collected) else [reading.span]
    ends = [0, *(span.end for span in used)]
    starts = [*(span.start for span in used), len(text)]
    rest = (trimmed(text, Span(end, start)) for end, start in zip(ends, starts, strict=True) if end < start)
    return tuple(span for span in rest if span.end > span.start)


_NOTATION = frozenset(
    {
        RepairKind.SINGLE_QUOTES,
        RepairKind.SMART_QUOTES,
        RepairKind.PYTHON_LITERAL,
        RepairKind.TRAILING_COMMA,
        RepairKind.UNQUOTED_KEY,
        RepairKind.NON_STRING_KEY,
        RepairKind.OVER_ESCAPED,
        RepairKind.CONTROL_CHARACTER,
        RepairKind.TUPLE,
    }
)
"""Repairs that only mend how JSON is written."""


def held_json(text: str) -> JsonValue:
    """What a string holds as Python, JavaScript or a Markdown table write it, ``None`` where it is no object and no list.

    Args:
        text: the string, in braces, in brackets, or with a bar at both ends.
    """
    if text.startswith("|"):
        table = shapes.read_table(text, 0, len(text), Hints(wants="any"))
        return table.value if table and table.span == Span(0, len(text)) else None
    try:
        reading = jsonish.read(text)
    except Unreadable:
        return None
    whole = (
        reading.complete
        and reading.span == Span(0, len(text))
        and all(repair.kind in _NOTATION for repair in reading.repairs)
    )
    return reading.value if whole and isinstance(reading.value, (dict, list)) else None
