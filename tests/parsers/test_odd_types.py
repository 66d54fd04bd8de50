"""Types off the beaten track: read right, or refused in one sentence."""

from __future__ import annotations

import ipaddress
import pickle
import re
from collections.abc import Hashable, Iterable
from contextlib import suppress
from datetime import date
from enum import Enum
from typing import Annotated, Any, Never

import pytest
from pydantic import BaseModel, ConfigDict, OnErrorOmit, field_validator, model_validator

from structout import ConfigError, EnumOutputParser, OutputParserException, parser_for


class Paint(Enum):
    RED = "red"
    CRIMSON = "red"  # noqa: PIE796
    BLUE = "blue"


class Person(BaseModel):
    name: str
    age: int = 3


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")
    a: int


@pytest.mark.parametrize("tp", [range, Never, "NoSuchName", "list[", 3, len])
def test_a_type_nobody_can_read_is_a_clear_error(tp: Any) -> None:
    with pytest.raises(ConfigError, match="expected a type that Pydantic can validate, found"):
        parser_for(tp)


def test_a_style_nobody_knows_is_a_clear_error() -> None:
    with pytest.raises(ConfigError, match="style out of json_schema, typescript, example, found 'brief'"):
        parser_for(Person, instructions="brief")  # pyright: ignore


def test_a_decimal_mark_is_a_point_or_a_comma() -> None:
    with pytest.raises(ConfigError, match=r"decimal must be '\.' or ',', found ';'"):
        parser_for(float, decimal=";")


def test_a_type_may_name_what_is_defined_before_the_first_completion() -> None:
    class Box(BaseModel):
        lid: Lid

    parser = parser_for(Box)

    class Lid(BaseModel):
        size: int

    Box.model_rebuild(_types_namespace={"Lid": Lid})
    assert parser.parse('{"lid": {"size": 3}}').lid.size == 3


def test_the_class_of_enum_parsers_must_be_an_enum() -> None:
    with pytest.raises(ConfigError, match="expected an Enum class, found int"):
        EnumOutputParser(enum=int)  # pyright: ignore


@pytest.mark.parametrize("text", ["RED", "crimson", "Paint.CRIMSON", "It is red."])
def test_an_alias_is_another_name_of_its_member(text: str) -> None:
    assert parser_for(Paint).parse(text) is Paint.RED


def test_an_option_is_named_once() -> None:
    with pytest.raises(OutputParserException, match="expected one of 'red', 'blue', found 'green'"):
        parser_for(Paint).parse("green")


@pytest.mark.parametrize(
    ("tp", "text", "value"),
    [
        (tuple, "(1, 2)", (1, 2)),
        (tuple[int | str, ...], "(1, 'a')", (1, "a")),
        (list[object], "(1, [2])", [1, [2]]),
        (Iterable[int], "[1, 2]", [1, 2]),
    ],
)
def test_items_of_a_tuple_keep_their_types(tp: Any, text: str, value: Any) -> None:
    assert parser_for(tp).parse(text) == value


def test_items_of_an_iterable_are_checked_at_once() -> None:
    with pytest.raises(OutputParserException, match=r"\$\[0\].*expected an integer"):
        parser_for(Iterable[int]).parse('["x"]')


@pytest.mark.parametrize("text", ['"name"', "**name**", "# name", "`name`", "name:", "name ="])
def test_a_key_without_a_value_is_no_empty_text(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(Person).parse(text)


def test_what_pydantic_says_ends_the_sentence() -> None:
    with pytest.raises(OutputParserException, match=r"expected a valid IPv4 address, found '10\.0\.0'"):
        parser_for(ipaddress.IPv4Address).parse("10.0.0")


def test_a_key_that_the_type_forbids_is_named_with_the_way_out() -> None:
    with pytest.raises(OutputParserException, match="leaves something out") as caught:
        parser_for(Closed).parse('{"a": 1, "b": 2}')
    assert str(caught.value.errors[0]) == (
        "$.b (characters 14-15): expected only keys that the type has, found \"{'b': 2}\"; "
        "forbidden-key would leave it out; allow it with max_severity='lossy' (max_severity is type)"
    )


@pytest.mark.parametrize(
    ("tp", "text", "told"),
    [
        (list[int], "[1, ...]", "$ (characters 4-7): expected every item, written out, found '...'"),
        (Closed, '{"a": 1, "b": 2}', "expected only keys that the type has, found \"{'b': 2}\""),
        (float, "1,234", "thousands or a fraction? write the digits with at most a decimal point"),
        (date, "03/04/2025", "day or month first? write it as YYYY-MM-DD"),
    ],
)
def test_a_model_is_told_what_to_write_and_not_which_option_to_set(tp: Any, text: str, told: str) -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(tp).parse(text)
    assert told in caught.value.for_model()
    assert "=" not in caught.value.for_model().replace(text, "")
    assert re.search("(max_severity|decimal|dayfirst)=", str(caught.value))


@pytest.mark.parametrize("tp", [Paint, Person, list[int], bool])
def test_a_parser_that_was_used_pickles(tp: Any) -> None:
    parser = parser_for(tp)
    with pytest.raises(OutputParserException):
        parser.parse("?")
    assert pickle.loads(pickle.dumps(parser)).tp == tp


def test_a_parser_says_of_what() -> None:
    assert repr(parser_for(list[Person])).endswith("OutputParser(list[test_odd_types.Person])")
    assert repr(parser_for(Person)) == "TypedOutputParser(Person)"


def test_a_list_of_texts_is_asked_for_in_plain_words() -> None:
    asked = parser_for(list[str]).get_format_instructions()
    assert asked == "Your response should be a list of comma separated values, eg: `foo, bar, baz`"


def test_an_annotation_without_a_hash_is_asked_for_by_its_schema() -> None:
    parser = parser_for(Annotated[int, ["no hash"]])
    assert '"type": "integer"' in parser.get_format_instructions()
    assert parser.parse("7") == 7


class Picky(BaseModel):
    x: int

    @model_validator(mode="before")
    @classmethod
    def renamed(cls, data: Any) -> Any:
        return {"x": data["y"]}


class Odd(BaseModel):
    x: int

    @field_validator("x")
    @classmethod
    def odd(cls, value: int) -> int:
        if value % 2 == 0:
            raise ValueError("must be odd")
        return value


@pytest.mark.parametrize(
    ("tp", "severity", "text"),
    [
        (list[date], "type", '"\ud800""<a>"'),
        (OnErrorOmit[int], "type", '{"a": "x"}'),
        (list[OnErrorOmit[int]], "type", '{"a": null, "b": []}'),
        (Hashable, "guess", 'The answer is {"a": ["b"]}.'),
    ],
)
def test_what_pydantic_stumbles_over_raises_nothing_of_its_own(tp: Any, severity: str, text: str) -> None:
    parser = parser_for(tp, max_severity=severity)
    for read in (parser.parse, parser.explain, lambda text: [*parser.stream([text])]):
        with suppress(OutputParserException):
            read(text)


def test_a_validator_that_stumbles_over_the_value_refuses_it() -> None:
    assert parser_for(Picky).parse('{"y": 1}') == Picky.model_construct(x=1)
    for text in ('{"x": 1}', "{'x': 1}", '[{"x": 1}]'):
        with pytest.raises(OutputParserException):
            parser_for(Picky).parse(text)


def test_what_a_validator_says_is_told_as_it_says_it() -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(Odd).parse('{"x": 2}')
    assert str(caught.value.errors[0]).endswith(
        "expected a value that its validator takes, found 2; must be odd"
    )


@pytest.mark.parametrize("text", ['"str"', '"string"'])
def test_without_a_type_the_name_of_one_is_a_text(text: str) -> None:
    assert parser_for(Any).parse(text) == text.strip('"')
