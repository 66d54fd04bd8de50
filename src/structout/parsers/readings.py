"""What can be read out of a completion, in whatever notation: all have the same attributes.

A reading of tolerant JSON, of another notation, of several values together, or of the bare words.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

from structout.jsonish import Reading
from structout.locate import trimmed
from structout.result import JsonValue, Path, Repair, RepairKind, Span
from structout.shapes import ShapeReading


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
        return all(item.complete for item in self.items)

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
        return (gathered, *inner)

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


Readable: TypeAlias = "Reading | ShapeReading | Collected | BareText"
"""Whatever was read: ``span``, ``value``, ``json``, ``repairs``, ``complete`` and ``span_of``."""


def outside(text: str, reading: Readable) -> tuple[Span, ...]:
    """The stretches of a completion that the reading did not use, blanks apart."""
    used = [item.span for item in reading.items] if isinstance(reading, Collected) else [reading.span]
    ends = [0, *(span.end for span in used)]
    starts = [*(span.start for span in used), len(text)]
    rest = (trimmed(text, Span(end, start)) for end, start in zip(ends, starts, strict=True) if end < start)
    return tuple(span for span in rest if span.end > span.start)
