"""Texts made to be slow, one character at a time: the work is counted, and grows no faster than the text."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from counting import function_calls
from structout.parsers import parser_for


class Item(BaseModel):
    a: int


class Order(BaseModel):
    note: str
    items: list[Item]


HOSTILE = {
    "square brackets": "[",
    "braces": "{",
    "braces and blanks": "{ ",
    "empty objects": "{} ",
    "quotes": '{"note": "|"',
    "backslashes": '{"note": "|\\',
    "blanks": "{| ",
    "never done thinking": "<think>|well {a} ",
    "prose": "some words of no use ",
    "braces in prose": "see {that} and ",
    "digits": '{"note": |1',
    "a long text": '{"note": "|text ',
    "a long text in single quotes": "{note: '|text ",
    "single quotes": "{'",
    "commas": "{|,",
    "JSON lines": '{"a": 1}\n',
    "fences": "```json\n",
    "tags": "<",
    "keys over and over": '{"items": [|{"a":1,',
    "control characters": '{"note": "x",|\x00',
}


def text_of(pattern: str, size: int) -> str:
    head, _, run = pattern.rpartition("|")
    return head + (run * (size // len(run) + 1))[: size - len(head)]


def calls(tp: Any, text: str, on_item: Any = None) -> int:
    growth = parser_for(tp).growth(on_item=on_item)

    def feed() -> None:
        for char in text:
            if (shown := growth.feed(char)) is not None:
                shown.value  # noqa: B018

    return function_calls(feed)


@pytest.mark.parametrize("tp", [Order, list[Item]], ids=["object", "list"])
@pytest.mark.parametrize("pattern", HOSTILE.values(), ids=HOSTILE)
def test_four_times_the_text_is_four_times_the_work(tp: Any, pattern: str) -> None:
    calls(tp, text_of(pattern, 500))
    small, large = (calls(tp, text_of(pattern, size)) for size in (2000, 8000))
    assert large <= 5 * small


ITEMS = {
    "rows": '[|{"a": 1}, ',
    "rows with faults": "[|{'a': 1}, ",
    "rows in lines": '{"a": 1}\n',
    "wrong rows": '[|{"a": "x"}, ',
    "rows without commas": '[|{"a": 1} ',
}


@pytest.mark.parametrize("pattern", [*HOSTILE.values(), *ITEMS.values()], ids=[*HOSTILE, *ITEMS])
def test_four_times_the_items_are_four_times_the_work(pattern: str) -> None:
    def ignore(*_: Any) -> None: ...

    calls(list[Item], text_of(pattern, 500), ignore)
    small, large = (calls(list[Item], text_of(pattern, size), ignore) for size in (2000, 8000))
    assert large <= 5 * small


@pytest.mark.parametrize("pattern", ["{'", '{"note": "|"', '{"items": [|{"a":1,', "{|,"])
def test_reading_again_looks_at_each_character_a_dozen_times_at_most(pattern: str) -> None:
    growth = parser_for(Order).growth()
    for char in text_of(pattern, 20_000):
        growth.feed(char)
    reader: Any = growth._reader  # pyright: ignore[reportPrivateUsage]
    assert reader.work <= 13 * 20_000 + 20_000


@pytest.mark.parametrize("pattern", ["{", '{"note": "|\\', "<think>|well {a} "])
def test_200_kb_in_one_character_pieces_are_taken(pattern: str) -> None:
    text = text_of(pattern, 200_000)
    growth = parser_for(Order).growth()
    for char in text:
        growth.feed(char)
    assert growth.text == text
