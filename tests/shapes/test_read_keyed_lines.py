"""``key: value`` lines as data."""

import pytest

from structout.result import RepairKind
from structout.shapes import Hints, read_keyed_lines

FIELDS = frozenset({"name", "age", "home_town", "tags"})
PERSON = Hints(("Person",), FIELDS, "object", (frozenset({"name"}), frozenset({"age"})), FIELDS)


def value_of(text, hints=PERSON):
    reading = read_keyed_lines(text, 0, len(text), hints)
    return None if reading is None else reading.value


@pytest.mark.parametrize(
    "text",
    [
        "Name: Ann\nAge: 34",
        "**Name:** Ann\n**Age:** 34",
        "**Name**: Ann\n**Age**: 34",
        "- Name = Ann\n- Age = 34",
        "1. Name: Ann\n2. Age: 34",
        "* **Name** – Ann\n* **Age** – 34",
        "Name：Ann\nAge：34",
        "Name: Ann, Age: 34",
        "Name:\nAnn\n\nAge:\n34",
        "## Name\n\nAnn\n\n## Age\n\n34",
        'Sure, here you are!\n\nName: "Ann"\nAge: 34\n\nLet me know if you need more.',
        "Name\tAnn\nAge\t34",
    ],
)
def test_an_object_is_read_from_lines(text):
    assert value_of(text) == {"Name": "Ann", "Age": 34}


def test_items_under_a_key_are_a_list():
    assert value_of("Name: Ann\nAge: 3\nTags:\n- a\n- b")["Tags"] == ["a", "b"]


def test_lines_between_two_keys_belong_to_the_first():
    assert value_of("Name: Ann\nvon Ulm\nAge: 3") == {"Name": "Ann\nvon Ulm", "Age": 3}


def test_a_line_right_under_the_last_value_is_left_out_openly():
    text = "Name: Ann\nAge: 3\nI hope that helps"
    reading = read_keyed_lines(text, 0, len(text), PERSON)
    assert [repair.kind for repair in reading.repairs] == [
        RepairKind.KEY_VALUE_LINES,
        RepairKind.LEFT_OUT_TEXT,
    ]


def test_a_key_that_comes_again_begins_the_next_record():
    text = "Name: A\nAge: 1\n\nName: B\nAge: 2"
    assert value_of(text) == [{"Name": "A", "Age": 1}, {"Name": "B", "Age": 2}]


@pytest.mark.parametrize(
    "text",
    [
        "The name: of the game is fun.",
        "Note: the age is not known",
        "Ann is 34.",
        "",
        "Nombre: Ann\nEdad: 3",
    ],
)
def test_too_few_fields_are_no_data(text):
    assert value_of(text) is None


def test_a_map_of_any_keys_needs_pairs_in_every_line():
    some = Hints(wants="object")
    assert value_of("**apples**: 3\n**pears**: 5", some) == {"apples": 3, "pears": 5}
    assert value_of("apples: 3\nand nothing else", some) is None


@pytest.mark.parametrize("label", ["### Person {}", "**Person {}**", "Person {}:"])
def test_numbered_labels_between_records_are_no_data(label):
    many = Hints(("Person",), FIELDS, "list", (frozenset({"name"}), frozenset({"age"})), FIELDS)
    text = f"{label.format(1)}\n- Name: Ann\n- Age: 3\n\n{label.format(2)}\n- Name: Bob\n- Age: 4"
    reading = read_keyed_lines(text, 0, len(text), many)
    assert reading.value == [{"Name": "Ann", "Age": 3}, {"Name": "Bob", "Age": 4}]
    assert [repair.kind for repair in reading.repairs] == [RepairKind.KEY_VALUE_LINES]


def test_a_heading_that_may_be_data_is_left_out_openly():
    many = Hints(("Person",), FIELDS, "list", (frozenset({"name"}), frozenset({"age"})), FIELDS)
    text = "- Name: Ann\n- Age: 3\n\n### Rome\n- Name: Bob\n- Age: 4"
    reading = read_keyed_lines(text, 0, len(text), many)
    assert RepairKind.LEFT_OUT_TEXT in {repair.kind for repair in reading.repairs}
