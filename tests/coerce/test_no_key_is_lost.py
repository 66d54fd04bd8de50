"""Valid JSON whose keys Pydantic would leave out: the fields they are meant for get their values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import pytest
from pydantic import BaseModel

from structout.errors import OutputParserException
from structout.parsers import parser_for
from structout.result import RepairKind


class Contact(BaseModel):
    name: str
    first_name: str | None = None
    age: int = 3


@pytest.mark.parametrize("key", ["firstName", "First Name", "FIRST_NAME"])
def test_no_default_stands_in_for_a_key_in_another_spelling(key: str) -> None:
    parsed = parser_for(Contact).explain(f'{{"name": "A", "{key}": "B"}}')
    assert parsed.value == Contact(name="A", first_name="B")
    assert [repair.kind for repair in parsed.repairs] == [RepairKind.KEY_SPELLING]


def test_the_same_holds_for_items_of_lists() -> None:
    assert parser_for(list[Contact]).parse('[{"name": "A", "firstName": "B"}]') == [
        Contact(name="A", first_name="B")
    ]


class Person(BaseModel):
    name: str
    age: int | None = None


class Firm(BaseModel):
    name: str
    vat: str | None = None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"name": "A", "age": "5"}', Person(name="A", age=5)),
        ('{"Name": "A", "VAT": "X"}', Firm(name="A", vat="X")),
        ('{"name": "A", "vat": "X"}', Firm(name="A", vat="X")),
    ],
)
def test_a_union_takes_the_branch_that_has_a_field_for_each_key(text: str, value: BaseModel) -> None:
    assert parser_for(Person | Firm).parse(text) == value


def test_a_union_refuses_keys_of_two_branches() -> None:
    with pytest.raises(OutputParserException):
        parser_for(Person | Firm).parse('{"name": "A", "age": 5, "vat": "X"}')


class Kind(Enum):
    NEAR = "near"
    FAR = "far"


@dataclass
class Point:
    x: int
    left_of: str | None = None
    kind: Kind = Kind.NEAR


def test_the_same_holds_for_dataclasses() -> None:
    assert parser_for(Point).parse('{"x": 1, "leftOf": "B", "kind": "far"}') == Point(1, "B", Kind.FAR)
    assert parser_for(list[Point]).parse('[{"x": 1, "leftOf": "B"}]') == [Point(1, "B")]


class Account(BaseModel):
    owner: str
    active: bool = True
    tags: list[str] = []


@pytest.mark.parametrize("key", ["is_active", "isActive", "activeFlag", "tag"])
def test_a_key_with_the_words_of_an_open_field_is_asked_for_again(key: str) -> None:
    with pytest.raises(OutputParserException, match="it may be meant for"):
        parser_for(Account).parse(f'{{"owner": "A", "{key}": false}}')


def test_a_key_with_no_such_words_is_dropped_and_named() -> None:
    parsed = parser_for(Account).explain('{"owner": "A", "confidence": 0.9}')
    assert [repair.kind for repair in parsed.repairs] == [RepairKind.EXTRA_KEY]
