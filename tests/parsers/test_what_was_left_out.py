"""What a model says it left out, took back or did not finish is never passed over."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from structout import OutputParserException, parser_for


class Order(BaseModel):
    id: int
    name: str


class Invoice(BaseModel):
    id: int
    paid: bool = False
    items: list[str] = []


@pytest.mark.parametrize("method", ["parse", "explain"])
@pytest.mark.parametrize(
    ("tp", "text"),
    [
        (list[Order], '[{"id": 1, "name": "a", ...}, {"id": 2, "name": "b", ...}]'),
        (dict[str, str], '{"a": "x", ...}'),
        (list[str], "- a\n- b\n... and 3 more"),
        (list[str], "- a\n- b\n[truncated]"),
        (list[str], "- a\n- b\n- etc."),
        (Order, '{"id": 1, "name": "a"}\nWait, that is wrong: id is 2.'),
        (Order, '{"id": 1, "name": "a"}\nSorry, that should be id 2.'),
        (Order, '1) {"id": 1, "name": "a"}\n2) {"id": 2, "name": "b'),
        (Invoice, '{"id": 7, "items": ['),
    ],
)
def test_it_is_an_error(method: str, tp: Any, text: str) -> None:
    with pytest.raises(OutputParserException):
        getattr(parser_for(tp), method)(text)


@pytest.mark.parametrize(
    ("tp", "text", "value"),
    [
        (dict[str, str], '{"a": "said, ...", "b": "y"}', {"a": "said, ...", "b": "y"}),
        (
            dict[str, Any],
            '"name": "Ann", "address": {"city": "Rome"}',
            {"name": "Ann", "address": {"city": "Rome"}},
        ),
        (list[str], "- a\n- b\n\nThat is all!", ["a", "b"]),
        (Order, 'Sure, here: {"id": 1, "name": "a"}', Order(id=1, name="a")),
        (Order, '{"id": 1, "name": "a"}\nSorry for the delay, that is all.', Order(id=1, name="a")),
    ],
)
def test_what_only_looks_like_it_is_read(tp: Any, text: str, value: Any) -> None:
    assert parser_for(tp).parse(text) == parser_for(tp).explain(text).value == value
