"""The compact type: what stands in it for each kind of annotation."""

import datetime
from decimal import Decimal
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from structout.instructions import typescript


class Leaf(BaseModel):
    next: "Leaf | None" = None
    size: int = Field(gt=0, description="in cm")


@pytest.mark.parametrize(
    ("tp", "expected"),
    [
        (str, "string"),
        (int, "number // integer"),
        (Decimal, "number // a decimal number"),
        (bool | None, "boolean | null"),
        (list[str], "string[]"),
        (list[int | str], "(number | string)[] // each item: integer"),
        (dict[str, float], "{ [key: string]: number }"),
        (tuple[int, str], "[number, string] // item 1: integer"),
        (set[Literal["a", "b"]], '("a" | "b")[] // no duplicates'),
        (datetime.date, "string // a date as YYYY-MM-DD"),
        (Annotated[str, Field(min_length=1)], "string // at least 1 character"),
        (Annotated[list[str], Field(max_length=3)], "string[] // at most 3 items"),
    ],
)
def test_each_annotation_has_its_compact_form(tp, expected):
    assert typescript(tp) == expected


def test_a_recursive_model_is_named():
    assert typescript(Leaf) == (
        "type Leaf = {\n  next?: Leaf | null,\n  size: number, // in cm; integer; greater than 0\n};\nLeaf"
    )


def test_a_key_that_is_no_name_is_quoted():
    class Odd(BaseModel):
        value: int = Field(7, alias="two words")

    assert typescript(Odd) == '{\n  "two words"?: number, // integer; default 7\n}'


def test_a_part_used_once_stands_in_place():
    class Inner(BaseModel):
        """What is inside."""

        a: str

    class Outer(BaseModel):
        inner: Inner = Field(description="one of them")

    assert typescript(Outer) == "{\n  inner: { // one of them; What is inside.\n    a: string,\n  },\n}"
