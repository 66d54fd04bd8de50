"""Every parser of ours keeps the laws."""

import datetime
import enum
import json
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Literal, NamedTuple, NotRequired

import pytest
from pydantic import AwareDatetime, BaseModel, Field
from typing_extensions import TypedDict

from structout import parsers
from structout.fixing import OutputFixingParser
from structout.parsers import (
    BaseOutputParser,
    BooleanOutputParser,
    CombiningOutputParser,
    CommaSeparatedListOutputParser,
    DatetimeOutputParser,
    EnumOutputParser,
    JsonOutputParser,
    MarkdownListOutputParser,
    NumberedListOutputParser,
    NumberOutputParser,
    PydanticOutputParser,
    RegexDictParser,
    RegexParser,
    ResponseSchema,
    StructuredOutputParser,
    XMLOutputParser,
    YamlOutputParser,
    parser_for,
)
from structout.testing import DAMAGES, LAWS, FunctionLLM, assert_parser_laws


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


Word = Annotated[str, Field(pattern="^[a-z]{2,8}$")]


class Place(TypedDict):
    town: Word
    zip: int


class Told(TypedDict):
    town: Word
    by: Word


class Named(TypedDict):
    name: Word
    age: int


class Film(TypedDict):
    film: Annotated[list[Annotated[dict[Word, Word], Field(min_length=1, max_length=1)]], Field(min_length=1)]


class Mark(TypedDict):
    score: Annotated[str, Field(pattern="^[1-9][0-9]?$")]
    reason: Word


class Where(Named, Place):
    """What two parsers give together."""


def numbered(items):
    return "\n".join(f"{number}. {item}" for number, item in enumerate(items, 1))


def bulleted(items):
    return "\n".join(f"- {item}" for item in items)


def lines(mark):
    return f"Score: {mark['score']}\nReason: {mark['reason']}"


def tagged(value):
    inner = "".join(f"<{tag}>{text}</{tag}>" for part in value["film"] for tag, text in part.items())
    return f"<film>{inner}</film>"


def in_yaml(value):
    return f"name: {value['name']}\nage: {value['age']}\n"


def one_after_the_other(value):
    name, place = {key: value[key] for key in ("name", "age")}, {key: value[key] for key in ("town", "zip")}
    return f"{json.dumps(name)}\n\n{json.dumps(place)}"


PARSERS = [
    (NumberOutputParser(int), int, None),
    (NumberOutputParser(float), float, None),
    (NumberOutputParser(Decimal), Decimal, None),
    (RegexParser(r"Score: (\d+)\nReason: (\w+)", ["score", "reason"]), Mark, lines),
    (RegexDictParser({"score": "Score", "reason": "Reason"}), Mark, lines),
    (StructuredOutputParser([ResponseSchema("town", "where"), ResponseSchema("by", "who")]), Told, None),
    (XMLOutputParser(tags=["film"]), Film, tagged),
    (YamlOutputParser(Named), Named, in_yaml),
    (CombiningOutputParser([parser_for(Named), parser_for(Place)]), Where, one_after_the_other),
    (OutputFixingParser.from_llm(FunctionLLM(lambda prompt: "I do not know."), parser_for(Pet)), Pet, None),
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


def test_no_parser_is_left_out():
    public = {value for value in vars(parsers).values() if isinstance(value, type)}
    tried = {type(parser) for parser, _, _ in PARSERS} | {type(parser_for(Pet)), BaseOutputParser}
    assert {each for each in public if issubclass(each, BaseOutputParser)} - tried == set()
