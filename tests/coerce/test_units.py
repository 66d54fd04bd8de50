"""The unit of a field's name against the unit in the text."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from structout.errors import OutputParserException
from structout.parsers import parser_for


class Parcel(BaseModel):
    weight_kg: float


@pytest.mark.parametrize("text", ["150 lb", "3 pounds", "900 g", "2 tonnes"])
def test_another_unit_of_the_same_kind_is_refused(text: str) -> None:
    with pytest.raises(OutputParserException, match="is in kg"):
        parser_for(Parcel).parse(f'{{"weight_kg": "{text}"}}')


@pytest.mark.parametrize("text", ["72.5 kg", "72.5 kilograms", "72.5", "72.5 in all"])
def test_the_units_own_spellings_and_none_pass(text: str) -> None:
    assert parser_for(Parcel).parse(f'{{"weight_kg": "{text}"}}').weight_kg == 72.5
