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
