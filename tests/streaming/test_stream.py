"""Values that grow: what is shown when, and what the last one is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import date
from enum import Enum
from typing import Any, Literal

import pytest
from pydantic import BaseModel, model_validator

from structout.errors import FailureKind, ModelUnavailableError, OutputParserException, StreamBrokenError
from structout.parsers import parser_for
from structout.streaming import Items


class Colour(Enum):
    RED = "red"
    REDDISH = "reddish"


class Item(BaseModel):
    sku: str
    price: float
    colour: Colour | None = None
    due: date | None = None


class Order(BaseModel):
    id: int
    note: str
    items: list[Item]


def shown(tp: Any, chunks: list[str]) -> list[Any]:
    return [partial.json for partial in parser_for(tp).stream(chunks)]


def test_a_string_grows_and_a_number_waits_until_it_cannot_grow() -> None:
    views = shown(Order, ['{"id": 1', "2", ', "note": "he', "llo", '", "items": []}'])
    assert views[:-1] == [
        {},
        {"id": 12, "note": "he"},
        {"id": 12, "note": "hello"},
        {"id": 12, "note": "hello", "items": []},
    ]
    assert views[-1] == Order(id=12, note="hello", items=[])


def test_an_enum_is_not_shown_while_a_longer_member_may_come() -> None:
    views = shown(Item, ['{"sku": "a", "colour": "red', 'dish"', ', "price": 2}'])
    assert [view.get("colour") for view in views[:-1]] == [None, None, Colour.REDDISH]


def test_a_date_is_converted_as_soon_as_it_is_whole() -> None:
    views = shown(Item, ['{"sku": "a", "due": "2026-03-0', '5", "price"', ": 2}"])
    assert [view.get("due") for view in views[:-1]] == [None, date(2026, 3, 5), date(2026, 3, 5)]


def test_a_whole_item_is_the_item_itself() -> None:
    view = (
        parser_for(Order)
        .growth()
        .feed('{"id": 1, "note": "", "items": [{"sku": "a", "price": 1}, {"sku": "b')
    )
    assert view is not None
    assert view.value.items[0] == Item(sku="a", price=1)
    assert view.value.items[1].sku == "b"


@pytest.mark.parametrize(
    ("path", "state"),
    [("id", "complete"), ("items", "partial"), ("items[0].price", "complete"), ("items[1]", "partial"),
     ("items[1].sku", "partial"), ("items[1].price", "pending"), ("items[2]", "pending"), ("note", "complete")],
)  # fmt: skip
def test_each_part_has_a_state(path: str, state: str) -> None:
    view = (
        parser_for(Order)
        .growth()
        .feed('{"id": 1, "note": "n", "items": [{"sku": "a", "price": 1}, {"sku": "b')
    )
    assert view is not None
    assert view.state(path) == state


def test_a_chunk_that_ends_behind_a_backslash_hides_nothing() -> None:
    views = shown(dict[str, Any], ['{"a": 1, "b": "x', "\\", 'n y"}'])
    assert views == [{"a": 1, "b": "x"}, {"a": 1, "b": "x\n y"}, {"a": 1, "b": "x\n y"}]


def test_a_surrogate_pair_cut_in_two_is_shown_whole() -> None:
    views = shown(dict[str, str], ['{"tea": "\\ud83c', '\\udf75 hot"}'])
    assert views == [{"tea": ""}, {"tea": "🍵 hot"}, {"tea": "🍵 hot"}]


def test_unquoted_keys_cut_anywhere_are_never_garbled() -> None:
    text = "{therapist: Ann, note: ok}"
    for cut in range(1, len(text)):
        views = shown(dict[str, str], [text[:cut], text[cut:]])
        assert views[-1] == {"therapist": "Ann", "note": "ok"}
        assert all(set(view) <= {"therapist", "note"} for view in views)


def test_a_list_field_is_never_shown_as_text() -> None:
    class Doc(BaseModel):
        parts: list[str]

    views = shown(Doc, ['{"parts": ', "[", '"a', '"]}'])
    assert views == [{}, {"parts": []}, {"parts": ["a"]}, {"parts": ["a"]}, Doc(parts=["a"])]


class Task(BaseModel):
    status: Literal["open", "done"]
    owner: str | None = None
    title: str
    _checked: int = 0

    @model_validator(mode="after")
    def done_needs_an_owner(self) -> Task:
        if self.status == "done" and not self.owner:
            raise ValueError("a task that is done needs an owner")
        return self


def test_a_model_is_validated_only_when_it_is_whole() -> None:
    views = shown(Task, ['{"status": "done", ', '"title": "t", ', '"owner": "u1"}'])
    assert views[-1] == Task(status="done", owner="u1", title="t")


def test_a_field_missing_at_the_end_is_an_error_with_what_was_there() -> None:
    stream = parser_for(Task).stream(['{"status": "done", ', '"owner": "u1"}'])
    with pytest.raises(OutputParserException, match="title") as caught:
        list(stream)
    assert caught.value.partial == {"status": "done", "owner": "u1"}


def test_items_come_as_soon_as_the_next_one_begins() -> None:
    fed: list[str] = []

    def chunks() -> Iterator[str]:
        for chunk in ['[{"sku": "a", "price": 1}', ", {", '"sku": "b", "price": 2}', "]"]:
            fed.append(chunk)
            yield chunk

    items = parser_for(list[Item]).stream_items(chunks())
    assert next(items) == Item(sku="a", price=1)
    assert len(fed) == 2
    assert list(items) == [Item(sku="b", price=2)]


def test_json_lines_are_items_too() -> None:
    chunks = ['{"sku": "a", "price": 1}\n{"sku"', ': "b", "price": 2}\n']
    assert list(parser_for(list[Item]).stream_items(chunks)) == [
        Item(sku="a", price=1),
        Item(sku="b", price=2),
    ]


def test_a_bad_item_ends_the_stream_behind_the_good_ones() -> None:
    items = parser_for(list[Item]).stream_items(['[{"sku": "a", "price": 1}, {"sku": "b", "price": "x"}]'])
    assert next(items) == Item(sku="a", price=1)
    with pytest.raises(OutputParserException) as caught:
        next(items)
    assert caught.value.errors[0].path == "$[1].price"


def test_bad_items_can_be_collected() -> None:
    items: Items[Item] = Items("collect")
    text = '[{"sku": "a", "price": 1}, {"sku": "b", "price": "x"}, {"sku": "c", "price": 3}]'
    assert [item.sku for item in parser_for(list[Item]).stream_items([text], items=items)] == ["a", "c"]
    assert [error.errors[0].path for error in items.errors] == ["$[1].price"]


def test_closing_the_iterator_closes_the_source() -> None:
    closed: list[bool] = []

    def chunks() -> Iterator[str]:
        try:
            yield from ['{"id": 1, ', '"note": "x', "y"]
        finally:
            closed.append(True)

    stream = parser_for(Order).stream(chunks())
    next(stream)
    stream.close()  # type: ignore[attr-defined]
    assert closed == [True]


def test_a_stream_that_breaks_off_keeps_what_was_whole() -> None:
    def chunks() -> Iterator[str]:
        yield '{"id": 1, "note": "x", "items": [{"sku": "a", "price": 1}, {"sku"'
        raise ModelUnavailableError("the connection was cut")

    with pytest.raises(StreamBrokenError, match="cut") as caught:
        list(parser_for(Order).stream(chunks()))
    assert caught.value.partial == {"id": 1, "note": "x", "items": [{"sku": "a", "price": 1}, {}]}


def test_early_stop_ends_the_stream_behind_a_whole_value() -> None:
    fed: list[str] = []

    def chunks() -> Iterator[str]:
        for chunk in ['{"sku": "a", "price": 1}', "\n\nI chose", " this because"]:
            fed.append(chunk)
            yield chunk

    last = list(parser_for(Item).stream(chunks(), stop_early=True))[-1]
    assert (last.value, last.stopped, len(fed)) == (Item(sku="a", price=1), "complete", 1)


def test_early_stop_ends_a_loop_with_an_error_that_says_so() -> None:
    def chunks() -> Iterator[str]:
        yield '{"id": 1, "note": "'
        while True:
            yield "The model says it again. "

    with pytest.raises(OutputParserException, match="loop") as caught:
        list(parser_for(Order).stream(chunks(), stop_early=True))
    assert caught.value.kind is FailureKind.REPETITION_LOOP
    assert len(caught.value.llm_output) < 2000


def test_the_asynchronous_stream_shows_the_same() -> None:
    pieces = ['{"sku": "a', '", "price"', ": 1}"]

    async def chunks() -> AsyncIterator[str]:
        for piece in pieces:
            yield piece

    async def collect() -> list[Any]:
        return [partial.json async for partial in parser_for(Item).astream(chunks())]

    assert asyncio.run(collect()) == shown(Item, pieces)


def test_one_scan_serves_a_long_string_and_a_deep_value() -> None:
    deep = '{"a":' * 150 + "1" + "}" * 150
    last = list(parser_for(dict[str, Any]).stream(deep[i : i + 3] for i in range(0, len(deep), 3)))[-1]
    assert last.value == parser_for(dict[str, Any]).parse(deep)
