"""Marks of a chat template around a completion are no part of the answer."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from structout import OutputParserException, parser_for
from structout.locate import locate


class City(BaseModel):
    name: str
    people: int = 0


@pytest.mark.parametrize(
    "end",
    ["<|im_end|>", "<|eot_id|>", "</s>", "<eos>", "<end_of_turn>", "<|endoftext|>", "<|end|>\n", "</s></s>", "<｜end▁of▁sentence｜>"],
)  # fmt: skip
@pytest.mark.parametrize(
    ("tp", "text", "value"),
    [
        (City, "name: Oslo\npeople: 7", City(name="Oslo", people=7)),
        (list[str], "apples, pears, plums", ["apples", "pears", "plums"]),
        (list[str], "- tea\n- milk", ["tea", "milk"]),
        (int, "42", 42),
        (bool, "Yes.", True),
        (str, "Oslo", "Oslo"),
        (City, "{'name': 'Oslo', 'people': 7}", City(name="Oslo", people=7)),
    ],
)
def test_a_mark_at_the_end_is_left_out(tp: Any, text: str, value: Any, end: str) -> None:
    assert parser_for(tp).parse(text + end) == value


@pytest.mark.parametrize(
    "begin", ["<|im_start|>assistant\n", "<s>", "<|start_header_id|>assistant<|end_header_id|>\n\n"]
)
def test_a_mark_at_the_beginning_is_left_out(begin: str) -> None:
    assert parser_for(list[str]).parse(begin + "tea, milk") == ["tea", "milk"]


@pytest.mark.parametrize(
    "following", ["<|im_end|>\n<|im_start|>user\nAnd Bergen?", "</s>[INST] And Bergen? [/INST] Bergen, Voss"]
)
def test_the_next_turn_is_no_part_of_the_answer(following: str) -> None:
    assert parser_for(list[str]).parse("Oslo, Tromsø" + following) == ["Oslo", "Tromsø"]


@pytest.mark.parametrize("name", ["the mark <|im_end|> ends a turn", "a<|im_end|><|im_start|>user b"])
def test_a_mark_inside_a_string_is_text(name: str) -> None:
    text = f'{{"name": "{name}"}}'
    assert parser_for(City).parse(text).name == parser_for(City).explain(text).value.name == name


def test_what_is_left_out_is_told() -> None:
    parsed = parser_for(list[str]).explain("tea, milk<|im_end|>")
    assert [span.of(parsed.text) for span in parsed.ignored] == ["<|im_end|>"]


@pytest.mark.parametrize("text", ["\ufeff<think>\nIt may be", "\u200b<think>Or Oslo?"])
def test_reasoning_begins_behind_invisible_marks(text: str) -> None:
    assert locate(text + ' {"name": "Oslo"}, but').answer.of(text) == ""
    with pytest.raises(OutputParserException):
        parser_for(City).parse(text + ' {"name": "Oslo"}, but')


def test_marks_alone_are_no_answer() -> None:
    with pytest.raises(OutputParserException):
        parser_for(list[str]).parse("<|im_start|>assistant\n<|im_end|>")
