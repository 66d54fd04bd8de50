"""A stretch of completion goes in, every reading in another notation than JSON comes out, the surest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from structout.result import RepairKind
from structout.shapes.constructor import read_constructor
from structout.shapes.delimited import read_delimited
from structout.shapes.item_lists import read_item_list
from structout.shapes.keyed_lines import read_keyed_lines
from structout.shapes.reading import Hints, Reader, ShapeReading
from structout.shapes.tables import read_table
from structout.shapes.toml import read_toml
from structout.shapes.tool_xml import read_tool_xml
from structout.shapes.xml import read_xml
from structout.shapes.yaml import read_yaml

# Marks that hardly occur in prose come first. YAML before keyed lines: it keeps the nesting.
READERS: Mapping[RepairKind, Reader] = MappingProxyType({
    RepairKind.TOOL_CALL: read_tool_xml,
    RepairKind.XML: read_xml,
    RepairKind.TOML: read_toml,
    RepairKind.CONSTRUCTOR: read_constructor,
    RepairKind.MARKDOWN_TABLE: read_table,
    RepairKind.DELIMITED_TABLE: read_delimited,
    RepairKind.YAML: read_yaml,
    RepairKind.KEY_VALUE_LINES: read_keyed_lines,
    RepairKind.LIST_MARKUP: read_item_list,
})  # fmt: skip
"""The readers by the notation that they read, in the order in which they are tried."""


_LONGEST = 200_000


def readings(text: str, start: int, end: int, hints: Hints) -> Iterator[ShapeReading]:
    """Read a stretch of text in every notation that it may be written in.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.
        hints: what is known of the type.

    Yields:
        The readings, the surest notation first; most often none or one. Stretches of over 200,000 characters are
        not looked through: answers that long come as JSON, and hostile text must not cost seconds.
    """
    if end - start > _LONGEST:
        return
    for read in READERS.values():
        reading = read(text, start, end, hints)
        if reading is not None:
            yield reading
