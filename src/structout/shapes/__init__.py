"""Other notations than JSON go in (XML, tool tags, YAML, keyed lines, tables, lists, Python reprs), JSON values come out.

Each reader takes a stretch of the completion and hints about the type, and gives a reading or ``None``: never prose
for data.
"""

from structout.shapes.any_notation import READERS, readings
from structout.shapes.constructor import read_constructor
from structout.shapes.delimited import read_delimited
from structout.shapes.item_lists import read_item_list
from structout.shapes.keyed_lines import read_keyed_lines
from structout.shapes.reading import Hints, Piece, Reader, ShapeReading
from structout.shapes.tables import read_table
from structout.shapes.toml import read_toml
from structout.shapes.tool_xml import read_tool_xml
from structout.shapes.xml import read_xml
from structout.shapes.yaml import read_yaml

__all__ = [
    "READERS",
    "Hints",
    "Piece",
    "Reader",
    "ShapeReading",
    "read_constructor",
    "read_delimited",
    "read_item_list",
    "read_keyed_lines",
    "read_table",
    "read_toml",
    "read_tool_xml",
    "read_xml",
    "read_yaml",
    "readings",
]
