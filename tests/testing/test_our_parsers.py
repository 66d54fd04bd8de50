"""Every parser of ours keeps the laws."""

import datetime
import enum
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, NotRequired

import pytest
from pydantic import AwareDatetime, BaseModel, Field
from typing_extensions import TypedDict

from structout.parsers import (
    BooleanOutputParser,
    CommaSeparatedListOutputParser,
    DatetimeOutputParser,
    EnumOutputParser,
    JsonOutputParser,
    MarkdownListOutputParser,
    NumberedListOutputParser,
    PydanticOutputParser,
    parser_for,
)
from structout.testing import DAMAGES, LAWS, assert_parser_laws


class Colour(enum.Enum):
    RED = "red"
    GREEN = "green"
    SKY = "sky blue"


class Pet(BaseModel):
    name: str
    age: int = Field(ge=0)
    tags: list[str] = []


class Tree(BaseModel):
    value: float
    note: str | None = None
    children: list["Tree"] = []


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    born: datetime.date


class Options(TypedDict):
    depth: int
    name: NotRequired[str]


class Pair(NamedTuple):
    left: int
    right: str


@dataclass
class Point:
    x: int
    label: str


Words = Annotated[list[Annotated[str, Field(pattern="^[a-z]{2,8}$")]], Field(min_length=2, max_length=4)]

TYPES = [
    Pet, Tree, Cat | Dog, Annotated[Cat | Dog, Field(discriminator="kind")], list[Pet], Options, Pair, Point, Colour,
    Literal["low", "high"], int, float, bool, str, datetime.date, datetime.datetime, datetime.timedelta, list[int],
    dict[str, int], tuple[int, str], set[int], int | None,
]  # fmt: skip


def numbered(items):
    return "\n".join(f"{number}. {item}" for number, item in enumerate(items, 1))


def bulleted(items):
    return "\n".join(f"- {item}" for item in items)


PARSERS = [
    (CommaSeparatedListOutputParser(), Words, ", ".join),
    (NumberedListOutputParser(), Words, numbered),
    (MarkdownListOutputParser(), Words, bulleted),
    (DatetimeOutputParser(), AwareDatetime, lambda value: value.strftime("%Y-%m-%dT%H:%M:%S.%fZ")),
    (EnumOutputParser(enum=Colour), Colour, None),
    (BooleanOutputParser(), bool, None),
    (PydanticOutputParser(pydantic_object=Pet), Pet, None),
    (JsonOutputParser(), dict[str, int], None),
]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("tp", TYPES, ids=str)
def test_the_parser_for_a_type(tp, law):
    assert assert_parser_laws(parser_for(tp), tp, laws=[law], max_examples=6) is None


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("parser", "tp", "write"), PARSERS, ids=[type(case[0]).__name__ for case in PARSERS])
def test_the_parsers_of_the_seeds(parser, tp, write, law):
    # Where any JSON value is asked for, JSON in a string is a string.
    damages = [name for name in DAMAGES if name != "json-in-string"]
    assert assert_parser_laws(parser, tp, laws=[law], max_examples=4, write=write, damages=damages) is None
