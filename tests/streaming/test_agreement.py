"""Whatever the cuts: the last value of a stream is what the whole is parsed to, and nothing shown goes away."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from corpus import built, rows
from structout.errors import OutputParserException
from structout.parsers import parser_for
from structout.streaming import PartialObject
from structout.streaming.partial import fields_of

TYPED = [row for row in rows("peers-typed.jsonl", "real-dev.jsonl", "bugs-parsers.jsonl") if row["target"]]


def pieces(text: str, cuts: list[int]) -> list[str]:
    places = sorted({cut % (len(text) + 1) for cut in cuts} | {0, len(text)})
    return [text[start:end] for start, end in pairwise(places)]


def outcome(run: Any) -> Any:
    try:
        return run()
    except OutputParserException as error:
        return error.kind


def keys_never_go(views: list[Any]) -> bool:
    objects = [fields_of(view) for view in views if isinstance(view, PartialObject)]
    return all(set(before) <= set(after) for before, after in pairwise(objects))


def agrees(parser: Any, chunks: list[str], right: Any) -> None:
    partials: list[Any] = []
    last = outcome(lambda: [partials.append(partial) for partial in parser.stream(chunks)])
    assert repr(
        right
        if isinstance(last, list) and not partials
        else partials[-1].value
        if isinstance(last, list)
        else last
    ) == repr(right)
    assert keys_never_go([partial.value for partial in partials])


@pytest.mark.parametrize("row", TYPED, ids=lambda row: row["id"])
def test_two_ways_to_cut_every_case_agree_with_parse(row: dict[str, Any]) -> None:
    text = row["input"]
    parser = parser_for(built(row["target"]))
    right = outcome(lambda: parser.parse(text))
    for size in (3, 40):
        agrees(parser, [text[i : i + size] for i in range(0, len(text), size)], right)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.text(), VALUES, max_size=5),
    st.booleans(),
    st.lists(st.integers(0, 10_000), max_size=12),
)
def test_any_json_object_cut_anywhere(value: dict[str, Any], ascii_only: bool, cuts: list[int]) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    parser = parser_for(dict[str, Any])
    agrees(parser, pieces(text, cuts), outcome(lambda: parser.parse(text)))


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="{}[]\"',:ab1 \\n-", max_size=60), st.lists(st.integers(0, 100), max_size=8))
def test_hostile_text_cut_anywhere(text: str, cuts: list[int]) -> None:
    parser = parser_for(dict[str, Any])
    agrees(parser, pieces(text, cuts), outcome(lambda: parser.parse(text)))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.fixed_dictionaries({"a": st.integers(), "b": st.text()}), max_size=6),
    st.lists(st.integers(0, 10_000), max_size=12),
)
def test_items_are_those_of_the_list(value: list[dict[str, Any]], cuts: list[int]) -> None:
    text = json.dumps(value)
    assert list(parser_for(list[dict[str, Any]]).stream_items(pieces(text, cuts))) == value
