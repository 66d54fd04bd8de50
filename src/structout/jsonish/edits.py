"""Edits: what is changed in a text, one by one or in compact form, and the text with them made."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from structout.jsonish.faults import REMEDIES
from structout.result import RepairKind

Edit: TypeAlias = "tuple[int, int, str, RepairKind | None]"
"""Start and end in the source, what is written there instead, and why (``None``: part of the edit beside it)."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The faults of a pass in compact form: a fault takes 17 bytes here and 200 as an edit.

    Attributes:
        text: what they were found in.
        spans: where each begins and ends, one after the other.
        codes: which fault each is.
        closing: what was written at the end of the text.
        end: where that is.
    """

    text: str
    spans: array[int]
    codes: bytes
    closing: str = ""
    end: int = 0

    def kinds(self) -> frozenset[RepairKind]:
        """The kinds of repair among them."""
        found = {REMEDIES[code].kind for code in set(self.codes)}
        return frozenset(found | {RepairKind.MISSING_CLOSE} if self.closing else found)

    def edits(self) -> Iterator[Edit]:
        """One edit for each fault, in the order of the text."""
        spans = iter(self.spans)
        for code, begin, stop in zip(self.codes, spans, spans, strict=True):
            kind, rewrite, parts = REMEDIES[code]
            if parts is not None:
                for first, last, after in parts(self.text, begin, stop):
                    yield first, last, after, kind
            else:
                after = rewrite if isinstance(rewrite, str) else rewrite(self.text, begin, stop) or ""
                yield begin, stop, after, kind
        if self.closing:
            yield self.end, self.end, self.closing, RepairKind.MISSING_CLOSE


@dataclass(frozen=True, slots=True)
class Seams:
    """Where the edits stand in the source and in the text that they make of it: one list for each side.

    Attributes:
        start: where in the source the text made begins.
        begins: where each edit begins in the source.
        stops: where it ends there.
        made: where it begins in the text made.
        ends: where it ends there.
    """

    start: int
    begins: Sequence[int]
    stops: Sequence[int]
    made: Sequence[int]
    ends: Sequence[int]

    def source(self, offset: int) -> int:
        """The offset in the source of an offset in the text made."""
        i = bisect_right(self.made, offset) - 1
        if i < 0:
            return self.start + offset
        return self.begins[i] if offset < self.ends[i] else self.stops[i] + offset - self.ends[i]

    def source_end(self, offset: int) -> int:
        """The offset in the source that the end of a value in the text made stands for."""
        i = bisect_left(self.made, offset) - 1
        return self.start + offset if i < 0 else self.stops[i] + max(offset - self.ends[i], 0)


def seams(edits: Iterable[Edit], start: int) -> Seams:
    """Where the edits stand; the text that they make begins at ``start`` of the source."""
    columns: tuple[Sequence[int], ...] = tuple(zip(*_places(edits, start), strict=True))
    return Seams(start, *(columns or ((), (), (), ())))


def _places(edits: Iterable[Edit], start: int) -> Iterator[tuple[int, int, int, int]]:
    shift = -start
    for begin, stop, after, _ in edits:
        made = begin + shift
        shift += len(after) - (stop - begin)
        yield begin, stop, made, stop + shift


def apply_edits(text: str, start: int, end: int, edits: Iterable[Edit]) -> str:
    """The text between ``start`` and ``end`` with every edit made, joined once."""
    pieces: list[str] = []
    add = pieces.append
    at = start
    for begin, stop, after, _ in edits:
        if begin > at:
            add(text[at:begin])
        if after:
            add(after)
        if stop > at:
            at = stop
    add(text[at:end])
    return "".join(pieces)
