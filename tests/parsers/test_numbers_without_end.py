"""NaN, Infinity and 1e999 are numbers only where the type asks for such."""

from __future__ import annotations

import math
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, TypeAdapter

from structout.errors import OutputParserException
from structout.parsers import parser_for


@pytest.mark.parametrize("text", ['{"score": NaN}', 'So: {"score": NaN}', '{"a": {"score": Infinity}}'])
@pytest.mark.parametrize("method", ["parse", "explain"])
def test_an_untyped_value_has_no_nan(method: str, text: str) -> None:
    with pytest.raises(OutputParserException, match="NaN and Infinity"):
        getattr(parser_for(dict), method)(text)


@pytest.mark.parametrize("tp", [dict, dict[str, Any], list, Any])
def test_an_endless_number_is_never_infinity(tp: Any) -> None:
    text = "[1e999]" if tp is list else '{"score": 1e999}'
    try:
        value = parser_for(tp).parse(text)
    except OutputParserException:
        return
    assert str(value).find("inf") == -1


class Row(BaseModel):
    price: float
    note: str = ""


class Table(BaseModel):
    rows: list[Row]


@pytest.mark.parametrize("notes", [1, 9_000])
@pytest.mark.parametrize("method", ["parse", "explain"])
def test_a_number_too_large_is_refused_wherever_it_stands(method: str, notes: int) -> None:
    text = f'{{"rows": [{{"price": 1e999, "note": "{"x" * notes}"}}]}}'
    with pytest.raises(OutputParserException, match="too large for a float"):
        getattr(parser_for(Table), method)(text)


def test_an_adapter_keeps_its_own_configuration() -> None:
    parser = parser_for(TypeAdapter(dict[str, float], config=ConfigDict(str_to_upper=True)))
    assert parser.parse('{"a": 1.5}') == {"A": 1.5}
    with pytest.raises(OutputParserException, match="too large for a float"):
        parser.parse('{"a": 1e999}')


def test_a_float_may_be_nan() -> None:
    assert math.isnan(parser_for(list[float]).parse("[NaN]")[0])
    assert math.isnan(parser_for(Table).parse('{"rows": [{"price": NaN}]}').rows[0].price)


def test_an_expression_is_not_read_for_its_parts() -> None:
    try:
        value = parser_for(list).parse("[__import__('os').getcwd()]")
    except OutputParserException:
        return
    assert value == ["__import__('os').getcwd()"]
