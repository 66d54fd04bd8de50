"""What stands in an answer tag is looked at as an answer without one is, and no item of a list of objects is lost."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import BaseModel

from structout import OutputParserException, parser_for


class Line(BaseModel):
    sku: str
    qty: int


class Code(BaseModel):
    kind: str
    code: str


@pytest.mark.parametrize("frame", ["{}", "<answer>\n{}\n</answer>", "<result>{}</result>"])
@pytest.mark.parametrize(
    ("tp", "text"),
    [
        (Literal[1, True, "THREE"], '{"status": 1, "message": "success"}'),
        (int, "Error 404: I cannot answer."),
    ],
)
def test_a_tag_makes_no_answer_of_what_is_none(tp: Any, text: str, frame: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(tp).parse(frame.replace("{}", text))


@pytest.mark.parametrize(
    "text",
    [
        '{"sku”: “N1”, “qty”: 1}\n{"sku”: “N3”, “q',
        '{"sku":\xa0"N1",\xa0"qty":\xa01}\n{"sku":\xa0"N3",\xa0"q',
        '{"sku": "N1", "qty": 1}\n{"sku": "N3", "q',
    ],
)
def test_a_last_item_that_is_cut_off_is_not_left_out(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(list[Line]).parse(text)


def test_items_may_spell_their_keys_in_another_way() -> None:
    text = '{"SKU": "a", "Qty": 1}\n{"SKU": "b", "Qty": 2}'
    assert parser_for(list[Line]).parse(text) == [Line(sku="a", qty=1), Line(sku="b", qty=2)]


def test_a_fenced_string_has_no_carriage_return_at_its_end() -> None:
    text = '{\r\n"kind": "c",\r\n"code": ```\r\nx = 1\r\n```\r\n}'
    assert parser_for(Code).parse(text).code == "x = 1"
