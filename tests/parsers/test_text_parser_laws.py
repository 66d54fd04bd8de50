"""What holds for every parser of plain text, whatever the completion."""

from contextlib import suppress
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum
from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st
from pydantic import BaseModel

from counting import function_calls
from structout import (
    BooleanOutputParser,
    CommaSeparatedListOutputParser,
    DatetimeOutputParser,
    EnumOutputParser,
    MarkdownListOutputParser,
    NumberedListOutputParser,
    OutputParserException,
)
from structout.parsers import (
    CombiningOutputParser,
    NumberOutputParser,
    RegexDictParser,
    RegexParser,
    ResponseSchema,
    StructuredOutputParser,
    XMLOutputParser,
    YamlOutputParser,
)
from structout.shapes.comma_scan import CommaItems


class Size(Enum):
    SMALL = "small"
    VERY_LARGE = "very large"


class Pair(BaseModel):
    foo: str
    bar: list[str] = []


PARSERS = [
    CommaSeparatedListOutputParser(), NumberedListOutputParser(), MarkdownListOutputParser(), DatetimeOutputParser(),
    DatetimeOutputParser(format="%d.%m.%Y"), EnumOutputParser(enum=Size), BooleanOutputParser(),
    BooleanOutputParser("approve", "reject"), NumberOutputParser(int), NumberOutputParser(float),
    NumberOutputParser(Decimal), XMLOutputParser(), RegexParser(r"(\w+): (\w+)", ["a", "b"]),
    RegexDictParser({"small": "small", "yes": "yes"}), YamlOutputParser(Pair),
    StructuredOutputParser([ResponseSchema("foo", "x")]),
    CombiningOutputParser({"size": EnumOutputParser(enum=Size), "sure": BooleanOutputParser()}),
]  # fmt: skip
WORDS = st.sampled_from(
    "foo bar , ， 、 ; and und y small very large yes no not 1 2 3.5 1,000 2024-05-06 T10:00:00Z 03/04/05 - * 1. ` ``` ' \" “ ” "
    "( ) [ ] { } : . ! <a> </a> <b/> &amp; foo: bar: small: \n \n\n \t \\ <item> <think> </think> … etc. 是 和 é".split(
        " "
    )
)
TEXTS = (
    st.lists(WORDS, max_size=25).map("".join)
    | st.lists(WORDS, max_size=25).map(" ".join)
    | st.text(max_size=60)
)


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser._type)
@settings(max_examples=100, deadline=None)
@given(text=TEXTS)
def test_only_a_parser_exception_comes_out_and_nothing_is_lost(parser, text):
    parsed = None
    with suppress(OutputParserException):
        parsed = parser.explain(text)
    if parsed is None:
        return
    covered = set(range(parsed.span.start, parsed.span.end))
    for span in (*parsed.ignored, *(repair.span for repair in parsed.repairs)):
        covered |= set(range(span.start, span.end))
    assert not "".join(sign for index, sign in enumerate(text) if index not in covered).strip()


PLAIN = st.text("abcdefgé", min_size=1, max_size=8)


@settings(max_examples=100, deadline=None)
@given(items=st.lists(PLAIN, min_size=2, max_size=6, unique=True))
def test_lists_round_trip_in_every_notation(items):
    for parser in PARSERS[:3]:
        assert parser.parse(", ".join(items) + ", zz") == [*items, "zz"]
        assert parser.parse("\n".join(f"- {item}" for item in items)) == items
        assert parser.parse("\n".join(f"{n}. {item}" for n, item in enumerate(items, 1))) == items


@settings(max_examples=100, deadline=None)
@given(items=st.lists(st.text("abc,é'", min_size=1, max_size=8), min_size=2, max_size=6, unique=True))
def test_quoted_items_keep_their_commas(items):
    assert PARSERS[0].parse(", ".join(f'"{item}"' for item in items)) == items


@given(moment=st.datetimes(min_value=datetime(1000, 1, 1)))
def test_moments_round_trip(moment):
    assert PARSERS[3].parse(moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")) == moment.replace(tzinfo=UTC)


@given(number=st.integers())
def test_numbers_round_trip(number):
    assert NumberOutputParser(int).parse(str(number)) == number


@pytest.mark.parametrize(
    "unit",
    [
        "a, ",
        '"a, ',
        "'",
        "a and b, ",
        "1. a\n",
        "- ",
        "\\,",
        "a\n\n",
        "( ",
        "2024-05-06 ",
        "no ",
        "<a>",
        "a: b\n",
        "<!--",
        "```\n",
    ],
)
@pytest.mark.parametrize("parser", [*PARSERS[:7], *PARSERS[11:]], ids=lambda parser: parser._type)
def test_work_grows_with_the_text(parser, unit):
    small, large = (function_calls(_tried, parser, (unit * size)[:size]) for size in (2_000, 16_000))
    assert large < 12 * small + 2_000


def _tried(parser, text):
    with suppress(OutputParserException):
        parser.parse(text)


@settings(max_examples=60, deadline=None)
@given(text=st.lists(WORDS, max_size=15).map("".join), cuts=st.lists(st.integers(0, 60), max_size=4))
def test_a_list_fed_in_pieces_has_the_same_items(text, cuts):
    whole, pieces = CommaItems(), CommaItems()
    whole.feed(text, last=True)
    edges = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    for left, right in pairwise(edges):
        pieces.feed(text[left:right])
    pieces.feed("", last=True)
    assert pieces.items == whole.items
