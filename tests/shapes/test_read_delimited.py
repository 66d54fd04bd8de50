"""Tables without Markdown: commas, semicolons, tabs, bars."""

import pytest

from structout.result import RepairKind
from structout.shapes import Hints, read_delimited

FIELDS = frozenset({"name", "line"})
ONE = Hints(("Stop",), FIELDS, "object")
MANY = Hints(("Stop",), FIELDS, "list")


@pytest.mark.parametrize(
    "text",
    [
        "name,line\nHarju,3",
        "name;line\nHarju;3",
        "name\tline\nHarju\t3\n\nThat is all.",
        "Here it is:\nname | line\nHarju | 3",
        'name,line\n"Harju",3',
    ],
)
def test_rows_are_read_under_a_header_of_fields(text: str) -> None:
    reading = read_delimited(text, 0, len(text), MANY)
    assert reading is not None
    assert reading.value == [{"name": "Harju", "line": 3}]
    assert reading.repairs[0].kind is RepairKind.DELIMITED_TABLE


def test_a_quoted_cell_keeps_its_comma_and_its_quotes() -> None:
    text = 'name,line\n"A ""b"", c",3'
    reading = read_delimited(text, 0, len(text), ONE)
    assert reading is not None
    assert reading.value == {"name": 'A "b", c', "line": 3}


@pytest.mark.parametrize(
    "text",
    [
        "name,line\nHarju,3\nKallio",
        "name,line",
        "name, line and time\nHarju, 3",
        "name,zone\nHarju,3",
        'name,line\n"Harju,3',
    ],
)
def test_other_lines_are_no_table(text: str) -> None:
    assert read_delimited(text, 0, len(text), MANY) is None


@pytest.mark.parametrize(
    ("cell", "name"), [("**Harju**", "Harju"), ("*Harju* and _Viru_", "*Harju* and _Viru_")]
)
def test_emphasis_round_a_whole_cell_goes(cell: str, name: str) -> None:
    text = f"name,line\n{cell},3"
    reading = read_delimited(text, 0, len(text), MANY)
    assert reading is not None
    assert reading.value == [{"name": name, "line": 3}]
