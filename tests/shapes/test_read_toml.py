"""TOML with sections."""

import pytest

from structout.shapes import Hints, read_keyed_lines, read_toml

CFG = Hints(("Cfg",), frozenset({"host", "port", "tags", "since"}), "object")
TEXT = 'host = "db"\nport = 5432\nsince = 2024-05-01\n\n[tags]\nenv = "prod"'


def test_a_section_is_an_object() -> None:
    reading = read_toml(TEXT, 0, len(TEXT), CFG)
    assert reading is not None
    assert reading.value == {"host": "db", "port": 5432, "since": "2024-05-01", "tags": {"env": "prod"}}


@pytest.mark.parametrize(
    "text",
    ['host = "db"\nport = 5432', f"{TEXT}\nThat is all.", "[tags]\nenv = prod", "[tags]", "a" * 30_000],
)
def test_what_has_no_section_or_is_no_toml_is_left(text: str) -> None:
    assert read_toml(text, 0, len(text), CFG) is None


def test_nesting_has_a_limit() -> None:
    text = "[tags]\nhost = " + "[" * 5_000
    assert read_toml(text, 0, len(text), CFG) is None


def test_a_section_of_a_field_is_not_left_out_of_lines() -> None:
    assert read_keyed_lines(TEXT, 0, len(TEXT), CFG) is None


def test_sections_under_one_name_are_one_object() -> None:
    text = '[db]\nhost = "a"\nport = 1\n\n[db.tags]\nenv = "prod"'
    reading = read_toml(text, 0, len(text), CFG)
    assert reading is not None
    assert reading.value == {"db": {"host": "a", "port": 1, "tags": {"env": "prod"}}}
    assert read_keyed_lines(text, 0, len(text), CFG) is None
