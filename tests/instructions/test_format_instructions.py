"""Format instructions: the seed's text to the letter, and nothing of the type left untold in any style."""

import datetime
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple, NotRequired

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from structout.errors import ConfigError
from structout.instructions import estimate_tokens, format_instructions, placeholders

STYLES = ("json_schema", "typescript", "example")


class Actor(BaseModel):
    name: str = Field(description="name of an actor")
    film_names: list[str] = Field(description="list of names of films they starred in")


class Colour(Enum):
    """The colour of the paint."""

    RED = "red"
    DARK_BLUE = "dark blue"


class Address(BaseModel):
    """A postal address."""

    street: str = Field(description='the street, "as written" {with its number}')
    postcode: str | None = Field(None, pattern=r"^\d{5}$")


class Node(BaseModel):
    """A part of a tree."""

    value: int
    children: list["Node"] = []


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(ge=0, le=9, description="lives that are left")


class Dog(BaseModel):
    kind: Literal["dog"]
    tricks: dict[str, bool]


class Point(NamedTuple):
    unit_east: float
    unit_north: float = 0.5


class Limits(TypedDict):
    lowest: int
    highest: NotRequired[int]


@dataclass
class Parcel:
    weight: Annotated[
        Decimal, Field(ge=0, description="weight of the parcel", json_schema_extra={"unit": "kg"})
    ]
    sent: datetime.date
    size: tuple[int, int]


class Everything(BaseModel):
    """All that there is."""

    colour: Colour
    pet: Annotated[Cat | Dog, Field(discriminator="kind")]
    home: Address = Field(description="where it lives")
    tree: Node
    parcel: Parcel
    place: Point
    limits: Limits
    tags: set[Literal["new", "old"]]
    seen: datetime.datetime
    first_name: str = Field(alias="first name")
    extra: Any


FIELDS = (
    "colour pet home tree parcel place limits tags seen street value kind lives tricks weight sent size unit_east lowest"
).split()
OPTIONS = ("red", "dark blue", "cat", "dog", "new", "old", "first name")
DESCRIPTIONS = (
    "All that there is.", "The colour of the paint.", "A postal address.", "A part of a tree.", "lives that are left",
    "where it lives", "weight of the parcel", "kg", "\\d{5}",
)  # fmt: skip


def test_json_schema_style_is_the_text_of_2023_to_the_letter():
    assert (
        format_instructions(Actor, "json_schema")
        == """\
The output should be formatted as a JSON instance that conforms to the JSON schema below.

As an example, for the schema {"properties": {"foo": {"title": "Foo", "description": "a list of strings", "type": "array", "items": {"type": "string"}}}, "required": ["foo"]}
the object {"foo": ["bar", "baz"]} is a well-formatted instance of the schema. The object {"properties": {"foo": ["bar", "baz"]}} is not well-formatted.

Here is the output schema:
```
{"properties": {"name": {"description": "name of an actor", "title": "Name", "type": "string"}, "film_names": {"description": "list of names of films they starred in", "items": {"type": "string"}, "title": "Film Names", "type": "array"}}, "required": ["name", "film_names"]}
```"""
    )


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("what", [*FIELDS, *OPTIONS, *DESCRIPTIONS])
def test_every_style_mentions_every_field_option_and_description(style, what):
    text = format_instructions(Everything, style)
    assert what in text.replace("\\\\", "\\")


@pytest.mark.parametrize("style", STYLES)
def test_a_description_with_quotes_and_braces_is_told_as_it_is(style):
    text = format_instructions(Everything, style).replace('\\"', '"')
    assert 'the street, "as written" {with its number}' in text


@pytest.mark.parametrize("style", STYLES)
def test_instructions_are_the_same_each_time(style):
    assert format_instructions(Everything, style) == format_instructions(Everything, style)


@pytest.mark.parametrize(
    "tp", [int, list[str], dict[str, int], Colour, int | None, list[Node], Point, Limits, Parcel]
)
@pytest.mark.parametrize("style", STYLES)
def test_any_type_has_instructions_in_every_style(tp, style):
    assert len(format_instructions(tp, style)) > 20


def test_the_example_style_ends_with_its_form_and_a_cue():
    text = format_instructions(Actor, "example")
    assert text.endswith('{"name": "<string>", "film_names": ["<string>"]}\nJSON:')


def test_a_list_keeps_its_type_in_the_schema():
    assert '{"items": {"type": "integer"}, "type": "array"}' in format_instructions(list[int])


def test_the_compact_styles_take_less_than_half_of_the_tokens():
    seed = estimate_tokens(format_instructions(Actor, "json_schema"))
    assert estimate_tokens(format_instructions(Actor, "typescript")) < seed / 2
    assert estimate_tokens(format_instructions(Actor, "example")) < seed / 2


def test_placeholders_tell_an_echo_of_the_instructions():
    found = placeholders(Everything)
    assert {
        "<string>",
        "<integer>",
        "<red|dark blue>",
        "red|dark blue",
        '"red" | "dark blue"',
        "YYYY-MM-DD",
    } <= found


def test_an_unknown_style_is_refused_with_the_known_ones():
    with pytest.raises(ConfigError, match="json_schema, typescript, example, found 'yaml'"):
        format_instructions(int, "yaml")


def test_a_type_that_json_cannot_express_is_refused_by_name():
    class Opaque:
        pass

    with pytest.raises(ConfigError, match="found Opaque"):
        format_instructions(Opaque)


def test_a_default_that_json_cannot_hold_is_left_out():
    class WithDefault(BaseModel):
        factor: Any = object()

    assert "factor" in format_instructions(WithDefault)
