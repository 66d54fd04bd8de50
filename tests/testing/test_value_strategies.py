"""Values are of the type, completions hold them, chunkings lose nothing, and failing examples shrink."""

import dataclasses
import datetime
import enum
import ipaddress
import uuid
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Literal, NamedTuple, NotRequired

import pytest
from hypothesis import HealthCheck, find, given, settings, strategies as st
from pydantic import (
    AwareDatetime,
    BaseModel,
    Field,
    HttpUrl,
    Json,
    PastDate,
    RootModel,
    TypeAdapter,
    field_validator,
)
from typing_extensions import TypedDict

from structout.testing import DAMAGES, chunkings, completions, garbage, values
from structout.testing.strategies import each_damage

quick = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Point:
    x: int
    label: str = "here"


class Options(TypedDict):
    depth: int
    name: NotRequired[str]


class Pair(NamedTuple):
    left: int
    right: str = "r"


class Tree(BaseModel):
    value: int = Field(alias="V", ge=3, multiple_of=3)
    children: list["Tree"] = []


class Numbers(RootModel[list[int]]):
    pass


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(gt=0, le=9)


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str


class Even(BaseModel):
    number: int

    @field_validator("number")
    @classmethod
    def even(cls, number):
        if number % 2:
            raise ValueError("odd")
        return number


TYPES = [
    int, float, bool, str, bytes, None, Decimal, uuid.UUID, HttpUrl, ipaddress.IPv4Address, Colour, Point, Options, Pair,
    Tree, Numbers, Even, Cat | Dog, Annotated[Cat | Dog, Field(discriminator="kind")], list[Cat], tuple[int, ...],
    tuple[int, str], set[int], frozenset[str], dict[str, int], dict[int, str], Mapping[str, int], Sequence[int],
    Literal["a", 1, Colour.RED], datetime.date, datetime.datetime, datetime.time, datetime.timedelta, AwareDatetime,
    PastDate, Json[int], int | None, Annotated[str, Field(pattern="^a+[0-9]{2}$", max_length=5)],
    Annotated[Decimal, Field(max_digits=5, decimal_places=2)], Annotated[float, Field(gt=0, lt=1)],
    Annotated[list[int], Field(min_length=2, max_length=3)], Annotated[datetime.date, Field(ge=datetime.date(2020, 1, 1))],
]  # fmt: skip


@pytest.mark.parametrize("tp", TYPES, ids=str)
def test_values_are_of_the_type_and_survive_json(tp):
    adapter = TypeAdapter(tp)

    @quick
    @given(values(tp))
    def check(value):
        text = adapter.dump_json(value, by_alias=True, round_trip=True)
        assert adapter.validate_json(text) == value

    check()


@quick
@given(completions(list[Cat], ()))
def test_a_completion_without_damages_is_the_value_as_json(completion):
    assert TypeAdapter(list[Cat]).validate_json(completion.text) == completion.expected


def test_only_the_damages_that_were_asked_for_are_done():
    seen = set()

    @quick
    @given(completions(Cat, ["fence", "trailing-comma"]))
    def check(completion):
        seen.update(damage.name for damage in completion.damages)

    check()
    assert seen == {"fence", "trailing-comma"}


def test_a_lone_text_stands_without_quotes():
    assert find(completions(Colour, ()), lambda completion: True).text == "red"


def test_a_failing_example_ends_with_one_damage_and_a_tiny_value():
    small = find(
        completions(Dog), lambda completion: not completion.recoverable, settings=settings(database=None)
    )
    assert len(small.damages) == 1
    assert len(small.text) < 60


def test_each_damage_is_done_alone():
    done = each_damage(Cat, ["fence", "trailing-comma", "wrong-type"], values_each=2)
    assert [case.damages[0].name for case in done] == ["fence"] * 2 + ["trailing-comma"] * 2 + [
        "wrong-type"
    ] * 2


def test_most_damages_can_be_done_to_some_type():
    names = {
        case.damages[0].name
        for tp in (Tree, list[Dog], dict[int, str], list[str], Colour, bool, Point)
        for case in each_damage(tp)
    }
    assert len(names) > 0.85 * len(DAMAGES)


@quick
@given(st.text(max_size=30).flatmap(lambda text: st.tuples(st.just(text), chunkings(text))))
def test_the_pieces_of_a_text_are_the_text(example):
    text, pieces = example
    assert "".join(pieces) == text


def test_garbage_is_text():
    assert find(garbage(), lambda text: "{" in text) == "{"
