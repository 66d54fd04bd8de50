"""The tally of a value is that of its JSON, and differs where the JSON says more."""

from __future__ import annotations

from datetime import date
from enum import Enum
from typing import Any, Literal

import pytest
from hypothesis import given, settings, strategies as st
from pydantic import BaseModel, RootModel, TypeAdapter

from structout.parsers.tally import pairs_in, tally_of, tally_of_text


class Shade(Enum):
    DARK = "dark"


class Line(BaseModel):
    sku: str
    count: int = 1
    kind: Literal["a", "b"] | None = None


class Sheet(BaseModel):
    day: date
    shade: Shade = Shade.DARK
    lines: list[Line] = []
    words: list[str] = []
    below: Sheet | None = None
    by_name: dict[str, Line] = {}
    price: float | None = None


class Names(RootModel[list[str]]):
    pass


_words = st.text("abc é", max_size=4)
_lines = st.fixed_dictionaries(
    {"sku": _words}, optional={"count": st.integers(0, 99), "kind": st.sampled_from(["a", "b", None])}
)
_sheets = st.deferred(
    lambda: st.fixed_dictionaries(
        {"day": st.just("2026-11-30")},
        optional={
            "lines": st.lists(_lines, max_size=3),
            "words": st.lists(_words, max_size=2),
            "below": st.none() | _sheets,
            "by_name": st.dictionaries(_words, _lines, max_size=2),
            "price": st.floats(0, 9),
        },
    )
)


@given(_sheets)
@settings(max_examples=80, deadline=None)
def test_what_was_given_is_what_is_counted(given_fields: dict[str, Any]) -> None:
    text = TypeAdapter(Any).dump_json(given_fields).decode()
    assert tally_of(Sheet.model_validate_json(text)) == tally_of_text(text)


@pytest.mark.parametrize(
    ("tp", "text"),
    [
        (list[int], "[1, 2]"),
        (dict[str, list[int]], '{"a": [1], "b": []}'),
        (tuple[int, Line], '[1, {"sku": "x"}]'),
        (set[str], '["a", "b"]'),
        (Names, '["a", "b"]'),
        (Shade, '"dark"'),
    ],
)
def test_every_form_of_a_value_has_its_own(tp: Any, text: str) -> None:
    assert tally_of(TypeAdapter(tp).validate_json(text)) == tally_of_text(text)


@pytest.mark.parametrize(
    "text", ['{"sku": "a", "sku": "b"}', '{"sku": "[a]"}', '{"sku": "{a}"}', '{"sku": "a", "colour": "red"}']
)
def test_what_the_value_does_not_hold_makes_a_difference(text: str) -> None:
    assert tally_of(Line.model_validate_json(text)) != tally_of_text(text)


def test_pairs_are_told_unless_a_part_is_unknown() -> None:
    assert pairs_in(tally_of(Line(sku="x", count=2))) == 2
    assert pairs_in(tally_of(object())) is None
