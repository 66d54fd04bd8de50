"""Items of lists that are not JSON: each as soon as it is settled, all of them as ``parse`` reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from corpus import built, rows
from structout.errors import OutputParserException
from structout.parsers import (
    CommaSeparatedListOutputParser,
    MarkdownListOutputParser,
    NumberedListOutputParser,
    parser_for,
)
from structout.testing.strategies import chunkings

PARSERS = [CommaSeparatedListOutputParser(), NumberedListOutputParser(), MarkdownListOutputParser()]
LISTS = [
    row
    for row in rows("peers-typed.jsonl", "real-dev.jsonl", "bugs-parsers.jsonl", "own-typed.jsonl")
    if row["target"] and row["target"]["root"].startswith("list[")
]


def seen(parser: Any, text: str) -> list[tuple[Any, str]]:
    """Each item with how much of the text had come."""
    came: list[str] = []

    def chunks() -> Iterator[str]:
        for char in text:
            came.append(char)
            yield char

    return [(item, "".join(came)) for item in parser.stream_items(chunks())]


@pytest.mark.parametrize(
    ("parser", "text", "expected"),
    [
        (NumberedListOutputParser(), "1. oak\n2. elm\n3. ash", ("oak", "1. oak\n2. elm\n")),
        (MarkdownListOutputParser(), "- oak\n  of old\n- elm\n- fir", ("oak of old", "- oak\n  of old\n- elm\n")),
        (parser_for(list[str]), "1. oak\n2. elm\n3. ash", ("oak", "1. oak\n2. elm\n")),
        (parser_for(list[str]), '["a", "b"]', ("a", '["a", "')),
        (parser_for(list[int]), "[1, 2, 3]", (1, "[1, 2,")),
    ],
)  # fmt: skip
def test_the_first_item_does_not_wait_for_the_end(parser: Any, text: str, expected: Any) -> None:
    assert seen(parser, text)[0] == expected


@pytest.mark.parametrize(
    ("parser", "text"),
    [
        (CommaSeparatedListOutputParser(), "oak, elm, ash, fir"),
        (CommaSeparatedListOutputParser(), "Rossi, Anna, Berlin; Doe, John, Rome"),
        (CommaSeparatedListOutputParser(), "oak\nelm\nash"),
        (parser_for(list[float]), "1,5; 2,5; 3,5"),
        (parser_for(list[str]), "- oak\n* elm\n- ash"),
    ],
)
def test_a_list_that_its_end_may_change_is_given_at_the_end(parser: Any, text: str) -> None:
    assert seen(parser, text) == [(item, text) for item in parser.parse(text)]


def test_a_lead_in_is_no_item() -> None:
    text = "Sure! Here are the trees: oak, elm, ash and fir."
    assert [item for item, _ in seen(PARSERS[0], text)] == ["oak", "elm", "ash", "fir"]


def test_a_sentence_is_refused_before_anything_is_given() -> None:
    items = PARSERS[0].stream_items("I can think of no tree, sorry, and that is that.")
    with pytest.raises(OutputParserException):
        next(items)


@pytest.mark.parametrize("row", LISTS, ids=lambda row: row["id"])
def test_every_list_of_the_corpora_streams_to_what_it_is_parsed_to(row: dict[str, Any]) -> None:
    parser = parser_for(built(row["target"]))
    try:
        right = parser.parse(row["input"])
    except OutputParserException:
        with pytest.raises(OutputParserException):
            list(parser.stream_items([*row["input"]]))
        return
    assert list(parser.stream_items([*row["input"]])) == list(right)


WORDS = st.lists(st.text("abcdefghij", min_size=1, max_size=9), min_size=2, max_size=12, unique=True)
WRITE = {
    "commas": ", ".join,
    "bullets": lambda words: "\n".join(f"- {word}" for word in words),
    "numbers": lambda words: "\n".join(f"{i}. {word}" for i, word in enumerate(words, 1)),
    "lines": "\n".join,
}


@settings(max_examples=100, deadline=None)
@given(st.data(), WORDS, st.sampled_from(sorted(WRITE)), st.sampled_from(PARSERS))
def test_cut_anywhere_the_items_are_those_of_parse(
    data: Any, words: list[str], notation: str, parser: Any
) -> None:
    text = WRITE[notation](words)
    try:
        right = parser.parse(text)
    except OutputParserException:
        return
    assert list(parser.stream_items(data.draw(chunkings(text)))) == right


def test_a_long_list_is_read_in_linear_work() -> None:
    def work(count: int) -> int:
        growth = PARSERS[2].growth(on_item=lambda *_: None)
        for i in range(count):
            growth.feed(f"- item{i}\n")
        return growth._items.work / len(growth.text)  # pyright: ignore

    assert work(8000) <= 1.2 * work(2000)
