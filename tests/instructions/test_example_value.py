"""The made-up example of a type is a value of that type."""

import datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Literal, NamedTuple
from uuid import UUID

import pytest
from pydantic import BaseModel, Field, TypeAdapter
from typing_extensions import TypedDict

from structout.instructions import example_value


class Size(Enum):
    SMALL = "small"
    LARGE = "large"


class Tree(BaseModel):
    value: int = Field(ge=10, lt=20)
    children: list["Tree"]


class Pair(NamedTuple):
    left: float
    right: str


class Bag(TypedDict):
    items: Annotated[list[str], Field(min_length=2)]


@pytest.mark.parametrize(
    "tp",
    [
        int, float, str, bool, Decimal, UUID, Size, Tree, Pair, Bag, datetime.date, datetime.datetime, datetime.time,
        datetime.timedelta, list[int], set[Size], dict[Size, int], dict[str, list[int]], tuple[int, str], int | None,
        Literal["a", 1], Annotated[int, Field(multiple_of=7, gt=7)], Annotated[float, Field(gt=0, lt=0.5)],
        Annotated[str, Field(min_length=5, max_length=5)], Annotated[int, Field(lt=0)],
        Annotated[set[int], Field(min_length=3)],
    ],
)  # fmt: skip
def test_the_example_is_a_value_of_the_type(tp):
    TypeAdapter(tp).validate_json(TypeAdapter(object).dump_json(example_value(tp)))


def test_a_default_or_a_declared_example_is_shown():
    class Shown(BaseModel):
        size: int = 4
        city: str = Field(examples=["Ulm"])

    assert example_value(Shown) == {"size": 4, "city": "Ulm"}


def test_keys_are_the_aliases():
    class Aliased(BaseModel):
        name: str = Field(alias="full name")

    assert example_value(Aliased) == {"full name": "full name"}
