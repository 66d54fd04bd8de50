"""A type as BAML declares it."""

import enum
from typing import Literal

import pytest
from pydantic import BaseModel, Field

from structout.bench.baml import baml_reader, baml_schema


class Size(enum.Enum):
    SMALL = "small"
    LARGE = "very large"


class Box(BaseModel):
    size: Size
    label: str | None
    inner: list["Box"] = []
    unit: Literal["cm", "in"] = Field("cm", alias="the-unit")


@pytest.mark.parametrize(
    ("tp", "expression"),
    [
        (int, "int"), (list[str], "(string)[]"), (int | None, "(int | null)"), (dict[str, float], "map<string, float>"),
        (Literal["a", 1], '("a" | 1)'), (tuple[int, str], "((int | string))[]"), (None, "AnyValue"),
    ],
)  # fmt: skip
def test_a_type_without_fields(tp, expression):
    assert baml_schema(tp).root == expression


def test_a_model_with_its_options_and_aliases():
    schema = baml_schema(Box)
    assert schema.root == "Box_"
    assert schema.blocks == {
        "Box_": "class Box_ {\n  size Size_\n  label (string | null)\n  inner (Box_)[]?\n"
        '  field_3 ("cm" | "in")? @alias("the-unit")\n}',
        "Size_": 'type Size_ = ("small" | "very large")',
    }


def test_what_the_parser_reads_comes_back_as_json():
    pytest.importorskip("baml_py")
    assert baml_reader(baml_schema(Box))('{size: SMALL, label: null, "the-unit": "in"}') == {
        "size": "small", "label": None, "the-unit": "in",
    }  # fmt: skip
