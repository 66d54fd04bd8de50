"""Markdown tables as data."""

import pytest

from structout.shapes import Hints, read_table

FIELDS = frozenset({"name", "age"})
ONE = Hints(("Person",), FIELDS, "object")
MANY = Hints(("Person",), FIELDS, "list")


def value_of(text, hints):
    reading = read_table(text, 0, len(text), hints)
    return None if reading is None else reading.value


def test_rows_become_objects_by_header():
    text = "Here:\n\n| Name | Age |\n|:---|---:|\n| Ann | 34 |\n| a\\|b | **4** |\n\nDone."
    assert value_of(text, MANY) == [{"Name": "Ann", "Age": 34}, {"Name": "a|b", "Age": 4}]


def test_one_row_is_one_object():
    assert value_of("Name | Age\n--- | ---\nAnn | 34", ONE) == {"Name": "Ann", "Age": 34}


def test_a_table_of_keys_and_values_is_one_object():
    assert value_of("| Field | Value |\n|---|---|\n| **Name** | Ann |\n| Age: | 34 |", ONE) == {
        "Name": "Ann",
        "Age": 34,
    }


def test_one_column_is_a_list_of_texts():
    assert value_of("| City |\n|---|\n| Ulm |\n| Jena |", Hints(wants="list")) == ["Ulm", "Jena"]


@pytest.mark.parametrize(
    "text",
    [
        "| Name | Age |\n|---|---|\n| Ann |",
        "| Name | Age |\n|---|---|",
        "| Colour | Size |\n|---|---|\n| red | 4 |",
        "a | b\nno rule | here",
        "| Name | Age |\n|---|---|\n| A | 1 |\n\n| Name | Age |\n|---|---|\n| B | 2 |",
    ],
)
def test_an_unsure_table_is_left_alone(text):
    assert value_of(text, ONE) is None


def test_an_html_table_is_read_like_a_markdown_table():
    text = "<table><thead><tr><th>Name</th><th>Age</th></tr></thead><tr><td>Ann <b>B</b></td><td>34</td></tr>\n<tr><td>x &amp; y<td>4</tr></table>"
    assert value_of(text, MANY) == [{"Name": "Ann B", "Age": 34}, {"Name": "x & y", "Age": 4}]


def test_an_html_table_of_heads_and_values_is_one_object():
    text = "<table><tr><th>Name</th><td>Ann</td></tr><tr><th>Age</th><td>34</td></tr></table>"
    assert value_of(text, ONE) == {"Name": "Ann", "Age": 34}


@pytest.mark.parametrize(
    "text",
    [
        '<table><tr><th>Name</th><th>Age</th></tr><tr><td colspan="2">Ann</td></tr></table>',
        "<table><tr><th>Name</th><th>Age</th></tr><tr><td>Ann</td><td>34</td></tr>",
        "<table><tr><td><table><tr><td>Name</td></tr></table></td></tr></table>",
        "<td>Name</td>",
    ],
)
def test_an_html_table_that_is_merged_nested_or_open_is_left_alone(text):
    assert value_of(text, MANY) is None


@pytest.mark.parametrize(
    "text",
    [
        "| Name | Ann |\n|---|---|\n| Age | 34 |",
        "| Name | Value |\n|---|---|\n| Name | Ann |\n| Age | 34 |",
    ],
)
def test_a_header_that_is_a_key_with_its_value_is_read(text):
    assert value_of(text, ONE) == {"Name": "Ann", "Age": 34}


def test_a_header_that_only_says_value_is_no_value():
    assert value_of("| Name | Wert |\n|---|---|\n| Age | 34 |", ONE) == {"Age": 34}
