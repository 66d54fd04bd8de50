"""Edits: what is changed in a text, one by one or in compact form, and the text with them made."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from structout.jsonish.faults import REMEDIES, Fault, inner_quotes
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
        found = {REMEDIES[code][0] for code in set(self.codes)}
        return frozenset(found | {RepairKind.MISSING_CLOSE} if self.closing else found)

    def edits(self) -> Iterator[Edit]:
        """One edit for each fault, in the order of the text."""
        spans = iter(self.spans)
        for code, begin, stop in zip(self.codes, spans, spans, strict=True):
            kind, rewrite = REMEDIES[code]
            if code == Fault.INNER_QUOTES:
                for at in inner_quotes(self.text, begin, stop):
                    yield at, at + 1, '\\"', kind
            else:
                after = rewrite if isinstance(rewrite, str) else rewrite(self.text, begin, stop)
                yield begin, stop, after or "", kind
        if self.closing:
            yield self.end, self.end, self.closing, RepairKind.MISSING_CLOSE


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
