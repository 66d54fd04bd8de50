"""Objects that a model flattened into keys with points, or spelt out as a list of keys and values."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from structout import OutputParserException, parser_for


class Dim(BaseModel):
    length_cm: float
    width_cm: float


class Box(BaseModel):
    sku: str
    dim: Dim


class Sample(BaseModel):
    code: str
    ph: float


BOX = Box(sku="BX-9", dim=Dim(length_cm=40, width_cm=25.5))


def test_a_point_in_a_key_is_a_step_down() -> None:
    text = '{"sku": "BX-9", "dim.length_cm": 40, "dim.width_cm": 25.5}'
    assert parser_for(Box).parse(text) == BOX
    assert [str(repair.kind) for repair in parser_for(Box).explain(text).repairs] == ["key-spelling"]


@pytest.mark.parametrize(
    "text",
    [
        '{"sku": "BX-9", "dim.length_cm": 40, "size.width_cm": 25.5}',
        '{"sku": "BX-9", "dim": {"length_cm": 40}, "dim.width_cm": 25.5}',
        '{"sku": "BX-9", "dim.length_cm": 40}',
    ],
)
def test_other_keys_with_points_are_refused(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(Box).parse(text)


@pytest.mark.parametrize("name", ["key", "name", "Field"])
def test_a_list_of_keys_and_values_is_the_object(name: str) -> None:
    text = f'[{{"{name}": "code", "value": "W-17"}}, {{"{name}": "ph", "value": 6.8}}]'
    assert parser_for(Sample).parse(text) == Sample(code="W-17", ph=6.8)


def test_a_list_that_lacks_a_key_is_refused() -> None:
    with pytest.raises(OutputParserException):
        parser_for(Sample).parse('[{"key": "code", "value": "W-17"}, {"key": "code", "value": "W-18"}]')
