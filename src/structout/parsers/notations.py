"""The readers of other notations, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Iterator

from structout.shapes.marked_lists import read_list
from structout.shapes.reading import Hints, ShapeReading
from structout.shapes.tables import read_table
from structout.shapes.tool_xml import read_tool_xml
from structout.shapes.xml import read_xml
from structout.shapes.yaml import read_yaml

_READERS = (read_tool_xml, read_xml, read_table, read_list, read_yaml)


def read_all(text: str, start: int, end: int, hints: Hints) -> Iterator[ShapeReading]:
    """What each reader makes of a stretch, those that make nothing of it left out."""
    for reader in _READERS:
        reading = reader(text, start, end, hints)
        if reading is not None:
            yield reading
