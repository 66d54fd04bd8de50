"""The readers of other notations, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Iterator

from structout.shapes import READERS, Hints, ShapeReading, read_item_list

_READERS = (*READERS.values(), read_item_list)


def read_all(text: str, start: int, end: int, hints: Hints) -> Iterator[ShapeReading]:
    """What each reader makes of a stretch, those that make nothing of it left out."""
    for reader in _READERS:
        reading = reader(text, start, end, hints)
        if reading is not None:
            yield reading
