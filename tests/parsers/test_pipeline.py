"""From a completion to a value of a type, or to an error that says why not."""

from __future__ import annotations

import enum
import json
import math
import pickle
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from hypothesis import given, settings, strategies as st
from pydantic import BaseModel, Field

from structout.errors import FailureKind, OutputParserException
from structout.parsers import (
    JsonOutputParser,
    PydanticOutputParser,
    explain_json,
    parser_for,
    repair_json,
)
from structout.result import RepairKind, Severity


class Person(BaseModel):
    name: str
    age: int
    city: str = ""


class Loose(BaseModel):
    a: int | None = None
    b: str | None = None


class Color(enum.Enum):
    RED = "red"
    GREEN = "green"


ANN = '{"name": "Ann", "age": 34}'
BOB = '{"name": "Bob", "age": 5}'
PERSON = parser_for(Person)


def refusal(tp: Any, text: str, **given: Any) -> OutputParserException:
    with pytest.raises(OutputParserException) as caught:
        parser_for(tp).explain(text, **given)
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        ANN,
        f"Here you are:\n```json\n{ANN}\n```\nAnything else?",
        f"```json\n{ANN}",
        f"````\n{ANN}\n````",
        f"`{ANN}`",
        f"<think>{BOB}?</think>{ANN}",
        f"{BOB} was wrong</think>{ANN}",
        f"<answer>{ANN}</answer>",
        f"<tool_call>{{\"name\": \"f\", \"arguments\": {ANN}}}</tool_call>",
        f"See [3] and {{brand}}. {ANN} [1]",
        f"\ufeff{ANN}",
        f"{ANN}\n{ANN}",
        f"[{ANN}]",
        "{'name': 'Ann', age: 34,}",
        '"{\\"name\\": \\"Ann\\", \\"age\\": 34}"',
        "Name: Ann\nAge: 34",
        "| name | age |\n|---|---|\n| Ann | 34 |",
        "<Person><name>Ann</name><age>34</age></Person>",
        "Person(name='Ann', age=34)",
        f"Draft: {BOB}\nCorrected: {ANN}",
        f"Entwurf: {BOB} Korrigiert: {ANN}",
        f"{BOB}\n更正：{ANN}",
        f"For example: {BOB}\n\n{ANN}",
    ],
)  # fmt: skip
def test_one_person_is_read(text: str) -> None:
    assert PERSON.parse(text) == Person(name="Ann", age=34)
    assert PERSON.explain(text).value == Person(name="Ann", age=34)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", FailureKind.EMPTY),
        ("I'm sorry, I cannot help with that.", FailureKind.REFUSAL),
        ("Ann is nice.", FailureKind.NO_VALUE),
        (f"{ANN}\n{BOB}", FailureKind.AMBIGUOUS),
        (f"I think {ANN}, or {BOB}", FailureKind.AMBIGUOUS),
        ('{"name": "Ann", "age": 34, "city": "Ber', FailureKind.TRUNCATED),
        ("<think>maybe " + ANN, FailureKind.TRUNCATED),
        ('{"name": "<string>", "age": 3}', FailureKind.PLACEHOLDER),
        ('{"name": "string", "age": 3}', FailureKind.PLACEHOLDER),
        ('{"name": "str", "age": 3}', FailureKind.PLACEHOLDER),
        ('{"name": "low|normal|high", "age": 3}', FailureKind.PLACEHOLDER),
        ('{"properties": {"name": {"type": "string"}}, "required": ["name"]}', FailureKind.SCHEMA_ECHO),
        ('{"name": "Ann"}', FailureKind.INVALID),
        (f"[{ANN}, {BOB}]", FailureKind.INVALID),
        ("It is as it is and " * 9, FailureKind.REPETITION_LOOP),
        ("[" * 5_000, FailureKind.TOO_DEEP),
        ('{"name": "Ann", "age": 3, "name": "Bob"}', FailureKind.SEVERITY),
    ],
)  # fmt: skip
def test_a_refusal_has_its_kind(text: str, kind: FailureKind) -> None:
    assert refusal(Person, text).kind == kind
    with pytest.raises(OutputParserException):
        PERSON.parse(text)


def test_an_object_without_its_brace_may_hold_a_fence_in_a_string() -> None:
    assert PERSON.parse('"name": "Ann", "age": 3, "city": "```x```"}').city == "```x```"


def test_two_answers_without_a_cue_are_both_shown() -> None:
    error = refusal(Person, f"{ANN}\n{BOB}")
    assert "Ann" in str(error)
    assert "Bob" in str(error)


def test_guessing_takes_the_last_of_several() -> None:
    parsed = parser_for(Person, max_severity="guess").explain(f"{ANN}\n{BOB}")
    assert parsed.value.name == "Bob"
    assert RepairKind.ONE_OF_SEVERAL in {repair.kind for repair in parsed.repairs}


def test_objects_are_the_items_of_a_list() -> None:
    parsed = parser_for(list[Person]).explain(f"First {ANN}, then {BOB}.")
    assert [person.name for person in parsed.value] == ["Ann", "Bob"]
    assert parsed.repairs[0].kind == RepairKind.COLLECTED_VALUES


def test_no_item_of_a_list_is_dropped() -> None:
    assert refusal(list[Person], f'{ANN}\n{{"name": "Bob"}}').errors[0].path == "$[1].age"


def test_a_completion_cut_by_length_is_refused_with_what_could_be_read() -> None:
    error = refusal(Person, ANN, finish_reason="length")
    assert (error.kind, error.partial) == (FailureKind.TRUNCATED, {"name": "Ann", "age": 34})


def test_a_cut_value_is_taken_where_losses_are_allowed() -> None:
    parsed = parser_for(Person, max_severity="lossy").explain('{"name": "Ann", "age": 34, "city": "Ber')
    assert (parsed.value.city, parsed.complete) == ("Ber", False)


@pytest.mark.parametrize("end", ['Output: {"name": "Bo', "Output: {", '```json\n{"name": "Bob",'])
def test_an_earlier_value_does_not_stand_for_one_that_is_cut_off(end: str) -> None:
    assert refusal(Person, f"Input: {ANN}\n{end}").kind is FailureKind.TRUNCATED
    assert PERSON.parse(f"{ANN}\nNote that the set {{a, b").name == "Ann"


def test_an_echo_of_the_prompt_is_no_answer() -> None:
    assert refusal(Person, ANN, prompt=f"Example: {ANN}").kind == FailureKind.EXAMPLE_ECHO
    source = "Ann Meier, 34, moved from Bern to Chur last year."
    assert refusal(Person, source, prompt=f"Read: {source}").kind == FailureKind.SOURCE_ECHO
    assert parser_for(Color).explain("red", prompt="one of red, green").value is Color.RED


def test_the_example_of_the_instructions_is_no_answer() -> None:
    assert refusal(dict[str, Any], '{"foo": ["bar", "baz"]}').kind == FailureKind.EXAMPLE_ECHO


def test_an_object_that_shares_no_key_with_the_type_is_refused() -> None:
    assert parser_for(Loose).parse("{}") == Loose()
    assert refusal(Loose, '{"foo": 1}').kind == FailureKind.INVALID
    assert refusal(Loose, '{"properties": {"a": {"type": "integer"}}, "type": "object"}')


def test_dropped_keys_are_reported_on_valid_json_too() -> None:
    parsed = PERSON.explain('{"name": "Ann", "age": 34, "why": "so"}')
    assert [repair.kind for repair in parsed.repairs] == [RepairKind.EXTRA_KEY]


def test_no_repair_at_all_is_the_strictness_of_pydantic() -> None:
    strict = PydanticOutputParser(pydantic_object=Person, max_severity="none")
    assert strict.parse(ANN) == Person(name="Ann", age=34)
    with pytest.raises(OutputParserException, match="max_severity is none"):
        strict.parse("{'name': 'Ann', 'age': 34}")


@pytest.mark.parametrize(
    ("tp", "text", "expected"),
    [
        (int, "The answer is 42.", 42),
        (bool, "Yes, it is.", True),
        (Color, "It is clearly red.", Color.RED),
        (Color, "```\nred\n```", Color.RED),
        (Literal["a", "b"], '"b"', "b"),
        (str, 'Dear {"a": 1}', 'Dear {"a": 1}'),
        (str | None, "null", None),
        (Person | Color, "red", Color.RED),
        (list[int], "[1, 2, 3,]", [1, 2, 3]),
        (list[str], "eggs, flour and milk", ["eggs", "flour", "milk"]),
        (dict[str, int], '{"a": "1"}', {"a": 1}),
        (tuple[int, str], '[1, "a"]', (1, "a")),
    ],
)
def test_any_type_is_read(tp: Any, text: str, expected: object) -> None:
    assert parser_for(tp).parse(text) == expected


def test_any_json_is_read_without_a_type() -> None:
    assert repair_json("Sure: {'a': [1, 2,], b: None}") == {"a": [1, 2], "b": None}
    assert explain_json("{'a': 1}").repairs[0].kind == RepairKind.SINGLE_QUOTES
    assert JsonOutputParser().parse('```json\n{"a": 1}\n```') == {"a": 1}


def test_the_callers_limits_hold() -> None:
    assert refusal(Person, "x" * 101, finish_reason=None)
    with pytest.raises(OutputParserException) as caught:
        parser_for(Person, max_length=100).parse("x" * 101)
    assert caught.value.kind == FailureKind.TOO_LARGE


@pytest.mark.parametrize("tp", [list[int], Person, dict[str, int]])
def test_valid_json_may_be_of_any_length(tp: Any) -> None:
    text = {list[int]: "[1, 2, 3]", Person: '{"name": "Ann", "age": 3}'}.get(tp, '{"a": 1, "b": 2}')
    parser = parser_for(tp, max_length=5)
    parsed = parser.explain(text)
    assert (parsed.value, parsed.repairs) == (parser.parse(text), ())
    fenced = f"```json\n{text}\n```"
    assert parser.explain(fenced).value == parser.parse(fenced) == parsed.value


def test_what_is_repaired_may_not_be_of_any_length() -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(list[int], max_length=5).explain("[1, 2, 3,]")
    assert caught.value.kind == FailureKind.TOO_LARGE


def test_an_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(refusal(Person, '{"name": "Ann"}')))
    assert (error.kind, error.errors[0].path) == (FailureKind.INVALID, "$.age")


class Limited(BaseModel):
    n: int = Field(ge=1)
    tags: list[str] = []


TYPES = [Person, Loose, Limited, list[Person], int, float, bool, Color, str, list[str], dict[str, int], Any]
PIECES = st.sampled_from(
    [ANN, BOB, "{", "}", "[", "]", '"', "'", ",", ":", "```json\n", "\n```", "<think>", "</think>", "\\", "Final: ",
     "<answer>", "null", "12", "red", "- a\n", "| a | b |\n", "name: Ann\n", " ", "\n", "”", "｛", "é", "1e999"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(TYPES), st.lists(PIECES | st.text(max_size=8), max_size=12).map("".join))
def test_everything_in_the_completion_is_accounted_for(tp: Any, text: str) -> None:
    try:
        parsed = parser_for(tp, max_severity="guess").explain(text)
    except OutputParserException:
        return
    covered = [parsed.span, *parsed.ignored, *(repair.span for repair in parsed.repairs)]
    rest = [c for i, c in enumerate(text) if not any(s.start <= i < s.end for s in covered)]
    assert (
        not "".join(rest)
        .strip("\ufeff\u200b\u200c\u200d\u2060 \t\r\n\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0")
        .strip()
    )


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(TYPES), st.lists(PIECES | st.text(max_size=8), max_size=12).map("".join))
def test_parse_gives_what_explain_gives(tp: Any, text: str) -> None:
    parser = parser_for(tp)
    try:
        value = parser.parse(text)
    except OutputParserException:
        with pytest.raises(OutputParserException):
            parser.explain(text)
        return
    again = parser.explain(text)
    assert again.value == value or (isinstance(value, float) and math.isnan(value))
    assert again.severity <= Severity.TYPE


def test_a_text_with_more_values_than_are_looked_at_is_refused() -> None:
    many = "\n".join(f'{{"name": "A{i}", "age": 3}}' for i in range(400))
    assert refusal(Person, many).kind == FailureKind.TOO_LARGE
    assert len(parser_for(list[Person]).parse(many)) == 400


class Score(BaseModel):
    role: str
    score: float = 0


@pytest.mark.parametrize(
    "text",
    [
        '{"role": "a", "score": 1e999}',
        '{"role": "a", "role": "b"}',
        '{"role": "%s", "role": "b"}' % ("x" * 900),
    ],
)
def test_valid_json_with_an_odd_value_is_looked_at_closely(text: str) -> None:
    assert refusal(Score, text)
    with pytest.raises(OutputParserException):
        parser_for(Score).parse(text)


class Tree(BaseModel):
    value: float
    children: list[Tree] = []


@dataclass
class Pair:
    x: int
    y: str = "q"


def test_a_type_that_holds_itself_is_read() -> None:
    assert parser_for(Tree).parse('{"value": 1, "children": [{"value": 2}]}').children[0].value == 2


def test_duplicate_keys_are_refused_for_dataclasses_too() -> None:
    assert parser_for(Pair).parse('{"x": 0, "y": "q"}') == Pair(0, "q")
    with pytest.raises(OutputParserException):
        parser_for(Pair).parse('{"x": 0, "x": 1}')


def test_a_value_in_backticks_is_no_string() -> None:
    assert JsonOutputParser().parse('``json {"a": -1} ``') == {"a": -1}


@pytest.mark.parametrize(("end", "whole"), [("5", False), ("5]", True), ("5]}", True)])
def test_a_number_that_ends_the_last_of_several_values_may_go_on(end: str, whole: bool) -> None:
    text = '{"n": 1, "args": [3]}\n{"n": 2, "args": [12, ' + end
    parser = parser_for(list[dict[str, int | list[int]]])
    if whole:
        assert parser.parse(text)[-1] == {"n": 2, "args": [12, 5]}
    else:
        with pytest.raises(OutputParserException) as raised:
            parser.parse(text)
        assert raised.value.kind == "truncated"


@pytest.mark.parametrize("held", ["[{'x': 1}, {'x': 2},]", '[{x: 1}, {"x": 2}]'])
def test_a_list_in_a_string_may_be_written_as_python_or_javascript_do(held: str) -> None:
    parsed = parser_for(dict[str, list[dict[str, int]]]).explain(json.dumps({"items": held}))
    assert parsed.value == {"items": [{"x": 1}, {"x": 2}]}
    assert RepairKind.JSON_IN_STRING in {repair.kind for repair in parsed.repairs}


@pytest.mark.parametrize("held", ["[{'x': 1, 'x': 2}]", "[{'x': 1}, {'x': 2", "[{'x': 1} and {'x': 2}]"])
def test_a_list_in_a_string_that_needs_more_is_refused(held: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(dict[str, list[dict[str, int]]]).parse(json.dumps({"items": held}))
