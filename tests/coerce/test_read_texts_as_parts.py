"""Texts that hold several parts: dimensions, scores, lists in brackets, links."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from pydantic import BaseModel, HttpUrl

from structout.errors import OutputParserException
from structout.parsers import parser_for


class Box(BaseModel):
    size_cm: tuple[float, float, float]


@pytest.mark.parametrize("text", ["40 x 30 x 20", "40×30×20 cm", "40; 30; 20", "40 cm by 30 cm by 20 cm"])
def test_dimensions_are_as_many_numbers_as_the_type_has_places(text: str) -> None:
    assert parser_for(Box).parse(f'{{"size_cm": "{text}"}}').size_cm == (40, 30, 20)


@pytest.mark.parametrize("text", ["40 x 30", "40 x 30 x 20 in", "40 x 30 x 20 x 10"])
def test_too_few_too_many_or_in_another_unit_are_refused(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(Box).parse(f'{{"size_cm": "{text}"}}')


class Match(BaseModel):
    score: tuple[int, int]


@pytest.mark.parametrize("text", ["3-1", "3:1", "3 – 1"])
def test_a_score_is_two_numbers(text: str) -> None:
    assert parser_for(Match).parse(f'{{"score": "{text}"}}').score == (3, 1)


class Case(BaseModel):
    judges: list[str]


def test_a_list_in_brackets_without_quotes_is_split() -> None:
    assert parser_for(Case).parse('{"judges": "[M. Ruiz, C. Wu]"}').judges == ["M. Ruiz", "C. Wu"]
    assert parser_for(Case).parse('{"judges": "[M. Ruiz]"}').judges == ["M. Ruiz"]


@pytest.mark.parametrize("text", ["M. Ruiz and C. Wu", "Ruiz y Wu", "Ruiz és Wu", "Ruiz & Wu"])
def test_two_names_with_an_and_between_them_may_be_one_item_or_two(text: str) -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(Case).parse(json.dumps({"judges": text}))
    assert caught.value.kind == "ambiguous"


def test_a_longer_text_with_an_and_is_one_item() -> None:
    text = "the one who was sick and did not come back to court"
    assert parser_for(Case).parse(json.dumps({"judges": text})).judges == [text]


class Site(BaseModel):
    url: HttpUrl


def test_the_address_of_a_markdown_link_is_taken() -> None:
    assert (
        str(parser_for(Site).parse('{"url": "[docs](https://example.org/a)"}').url) == "https://example.org/a"
    )
    with pytest.raises(OutputParserException):
        parser_for(Site).parse('{"url": "[https://example.org/b](https://example.org/a)"}')


class Song(BaseModel):
    length: timedelta


def test_a_clock_is_no_length_of_time_for_it_may_be_minutes_and_seconds() -> None:
    with pytest.raises(OutputParserException):
        parser_for(Song).parse('{"length": "03:45"}')


class Named(BaseModel):
    name: str


def test_a_truth_in_a_text_field_keeps_its_spelling() -> None:
    assert parser_for(Named).parse("name: TRUE").name == "TRUE"
    assert parser_for(Named).parse('{"name": true}').name == "true"
