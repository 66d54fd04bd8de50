"""A bracket that is a part of another notation is not the value, and a wrapper is never taken for what it holds."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel
from typing_extensions import TypedDict

from structout import OutputParserException, parser_for


class Shipment(BaseModel):
    tracking: str
    stops: list[str] = []


class Person(BaseModel):
    name: str
    boss: Person | None = None


class Resume(BaseModel):
    name: str | None = None
    skills: list[str] = []


class Point(TypedDict, total=False):
    x: int


class Unit(BaseModel):
    name: str
    size: int = 0


@pytest.mark.parametrize("frame", ["{}", "```yaml\n{}\n```", "Here they are:\n\n{}"])
def test_an_empty_list_inside_yaml_is_not_the_answer(frame: str) -> None:
    text = "- tracking: A\n  stops: []\n- tracking: B\n  stops: []"
    assert parser_for(list[Shipment]).parse(frame.replace("{}", text)) == [
        Shipment(tracking="A"),
        Shipment(tracking="B"),
    ]


def test_an_argument_of_a_constructor_is_not_the_answer() -> None:
    text = "Person(name='A', boss={'name': 'B', 'boss': None})"
    assert parser_for(Person).parse(text) == Person(name="A", boss=Person(name="B"))


@pytest.mark.parametrize(
    ("tp", "inner", "value"),
    [
        (Resume, '{"name": "Lee", "skills": ["law"]}', Resume(name="Lee", skills=["law"])),
        (Point, '{"x": 1}', {"x": 1}),
    ],
)
def test_a_wrapper_hides_no_value_behind_defaults(tp: Any, inner: str, value: Any) -> None:
    assert parser_for(tp).parse(f'{{"result": {inner}}}') == value


@pytest.mark.parametrize("frame", ["{}", "<tool_call>\n{}\n</tool_call>"])
def test_the_name_of_a_tool_is_no_field(frame: str) -> None:
    call = '{"name": "extract", "arguments": {"name": "R&D", "size": 4}}'
    assert parser_for(Unit).parse(frame.replace("{}", call)) == Unit(name="R&D", size=4)


def test_the_arguments_may_be_the_list() -> None:
    call = '<tool_call>{"name": "extract", "arguments": [{"name": "A"}, {"name": "B"}]}</tool_call>'
    assert parser_for(list[Unit]).parse(call) == [Unit(name="A"), Unit(name="B")]


def test_a_parameter_name_may_have_blanks() -> None:
    call = '<invoke name="extract">\n<parameter name="Storm at Sea">12</parameter>\n</invoke>'
    assert parser_for(dict[str, int]).parse(call) == {"Storm at Sea": 12}


def test_blanks_inside_a_plain_scalar_stay() -> None:
    assert parser_for(Unit).parse("name: spaced  out\nsize: 7") == Unit(name="spaced  out", size=7)


def test_a_map_may_have_a_remark_behind_an_empty_line() -> None:
    text = "Here are the details:\n\n- **Köln:** 1\n- **Bonn:** 3\n\nLet me know if you need more!"
    assert parser_for(dict[str, int]).parse(text) == {"Köln": 1, "Bonn": 3}


@pytest.mark.parametrize(
    ("tp", "text"),
    [
        (list[list[int]], "[[], [], [1, n2]]"),
        (list[str], "[[], [], [1, n2]]"),
        (list[int], '["a", "b"]\n ['),
        (list[int | str], '["a","b", ...,]'),
    ],
)
def test_of_a_list_with_an_item_that_is_none_nothing_is_taken(tp: Any, text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(tp).parse(text)


def test_boxes_at_the_head_of_lines_are_no_lists() -> None:
    assert parser_for(list[str]).parse("[x] tea\n[ ] milk") != []


def test_a_draft_and_what_corrects_it_are_no_keys_of_one_value() -> None:
    assert parser_for(dict[str, int]).parse('Draft: {"a": 1}\n\nCorrected: {"a": 2}') == {"a": 2}
    assert parser_for(Any).parse('owner: {"a": 1}\nsize: 3') == {"owner": {"a": 1}, "size": 3}
