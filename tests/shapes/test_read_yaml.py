"""YAML's plain subset as data."""

import pytest

from structout.shapes import Hints, read_yaml

FIELDS = frozenset({"name", "age", "tags", "note"})
PERSON = Hints(("Person",), FIELDS, "object", (frozenset({"name"}),), FIELDS)
PEOPLE = Hints(("Person",), FIELDS, "list", (frozenset({"name"}),), FIELDS)
MAP = Hints(wants="object")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name: Ann\nage: 34", {"name": "Ann", "age": 34}),
        ("---\n\nname: Ann\nage: ~\n", {"name": "Ann", "age": None}),
        ("name: \"A: \\u00e9\"\nage: '3''4'", {"name": "A: é", "age": "3'4"}),
        ("name: Ann\ntags:\n  - a\n  - b", {"name": "Ann", "tags": ["a", "b"]}),
        ("name: Ann\ntags:\n- a\n- b", {"name": "Ann", "tags": ["a", "b"]}),
        ("name: Ann\ntags: [a, 'b, c', {d: 1}]", {"name": "Ann", "tags": ["a", "b, c", {"d": 1}]}),
        ("name: Ann\nnote: |\n  one\n   two\n", {"name": "Ann", "note": "one\n two\n"}),
        ("name: Ann\nnote: >-\n  one\n  two\n\n  three", {"name": "Ann", "note": "one two\n\nthree"}),
        ("name: Ann\n  Lee\nage: 3 # years", {"name": "Ann Lee", "age": 3}),
        ("person:\n  name: Ann\n  age: 3", {"name": "Ann", "age": 3}),
        ("Here it is:\nname: Ann\nage: 007", {"name": "Ann", "age": "007"}),
        ("name: Ann\nage: 3\n\nI hope: that helps you.", {"name": "Ann", "age": 3}),
        ("name: *not* an alias\nage: 1.10", {"name": "*not* an alias", "age": "1.10"}),
    ],
)
def test_a_map_is_read(text, expected):
    assert read_yaml(text, 0, len(text), PERSON).value == expected


def test_a_list_of_maps_is_read():
    text = "- name: Ann\n  tags:\n    - x\n- name: Bob"
    assert read_yaml(text, 0, len(text), PEOPLE).value == [{"name": "Ann", "tags": ["x"]}, {"name": "Bob"}]


@pytest.mark.parametrize("text", ["a: 1\nb: 2", "Sure:\n\na: 1\nb: 2", "- a: 1\n- b: 2"])
def test_a_map_of_any_keys_is_read(text):
    assert read_yaml(text, 0, len(text), MAP).value == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    "text",
    [
        "name: &x Ann\nage: *x",
        "name: !!python/object:os.system Ann",
        "name: Ann\nname: Bob",
        "name: Ann\nage: 3\nThat is all.",
        "name: Ann\n\nSome words.\n\nage: 3",
        "The name: of the game",
        "- just\n- texts",
    ],
)
def test_what_is_not_surely_yaml_is_left_alone(text):
    assert (
        read_yaml(
            text, 0, len(text), Hints(("P",), frozenset({"name", "age"}), "object", (frozenset({"age"}),))
        )
        is None
    )


def test_nesting_is_bounded():
    text = "".join(f"{' ' * depth}a:\n" for depth in range(500))
    assert read_yaml(text, 0, len(text), MAP) is None


@pytest.mark.parametrize("text", ["1. a: 1\n2. b: 2", "1) **a**: 1\n1) b: 2", "• a: 1\n• b: 2"])
def test_list_marks_are_no_part_of_the_keys(text):
    assert read_yaml(text, 0, len(text), MAP).value == {"a": 1, "b": 2}


def test_numbers_that_tell_keys_apart_stay():
    text = "1. Mai: 1\n2. Mai: 2"
    assert read_yaml(text, 0, len(text), MAP).value == {"1. Mai": 1, "2. Mai": 2}


def test_a_key_counts_without_its_accents():
    hints = Hints(("Envio",), frozenset({"codigo", "peso"}), "object", (frozenset({"codigo"}),))
    text = "Aqui está:\n**Código:** B1\n**Peso:** 2"
    assert read_yaml(text, 0, len(text), hints).value == {"Código": "B1", "Peso": 2}


@pytest.mark.parametrize("dress", ["*{}*", "**{}**", "***{}***", "_{}_", "__{}__", "`{}`", "**`{}`**"])
def test_emphasis_round_a_whole_value_is_left_off(dress):
    text = f"**name**: {dress.format('Ann B')}\nage: 3"
    assert read_yaml(text, 0, len(text), PERSON).value == {"name": "Ann B", "age": 3}


@pytest.mark.parametrize("value", ["**a** and **b**", "__init__", "_id_", "2 * 3 * 4", "a `b`"])
def test_signs_that_are_part_of_a_value_stay(value):
    text = f"name: {value}\nage: 3"
    assert read_yaml(text, 0, len(text), PERSON).value == {"name": value, "age": 3}
