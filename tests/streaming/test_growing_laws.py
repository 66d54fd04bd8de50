"""For every chunking and every kind of damage: the last value is that of ``parse``, and what was shown stays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from structout.errors import FailureKind, OutputParserException
from structout.parsers import parser_for
from structout.streaming.partial import PartialObject, fields_of, plain
from structout.testing.strategies import chunkings, completions, garbage


class Level(Enum):
    LOW = "low"
    LOWER = "lower"


class Point(BaseModel):
    x: int
    at: date | None = None


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str


class Tree(BaseModel):
    label: str
    children: list[Tree] = []


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    name: str


class Aliased(BaseModel):
    full_name: str = Field(alias="fullName")
    level: Level = Level.LOW


@dataclass
class Row:
    a: int
    b: list[str]


class Typed(TypedDict):
    n: float
    s: str


class Pair(NamedTuple):
    left: int
    right: str


TYPES: list[Any] = [
    Point, list[Point], dict[str, Point], Cat | Dog, Annotated[Cat | Dog, Field(discriminator="kind")],
    list[Annotated[Cat | Dog, Field(discriminator="kind")]], Tree, Open, Aliased, Row, Typed, Pair, tuple[int, Point],
    Point | None, list[Level], dict[str, Any], set[int],
]  # fmt: skip


def outcome(run: Any) -> Any:
    try:
        return repr(run())
    except OutputParserException as error:
        return error.kind


def grown(before: Any, after: Any) -> bool:
    """Whether ``after`` has all of ``before``: keys stay, texts only grow, all else is the same."""
    if isinstance(before, dict):
        return isinstance(after, dict) and all(
            key in after and grown(before[key], after[key]) for key in before
        )
    if isinstance(before, list):
        return isinstance(after, list) and len(before) <= len(after) and all(map(grown, before, after))
    return after.startswith(before) if isinstance(before, str) and isinstance(after, str) else before == after


def dumped(value: Any) -> Any:
    """A view as plain data; typed parts by their fields."""
    if isinstance(value, BaseModel):
        return {key: dumped(part) for key, part in value if key in value.model_fields_set}
    if isinstance(value, PartialObject):
        return {key: dumped(part) for key, part in fields_of(value).items()}
    shown = plain(value)
    if isinstance(shown, list):
        return [dumped(part) for part in shown]
    return {key: dumped(part) for key, part in shown.items()} if isinstance(shown, dict) else shown


def keys_stay(before: Any, after: Any) -> bool:
    return not isinstance(before, dict) or not isinstance(after, dict) or set(before) <= set(after)


def check(tp: Any, text: str, chunks: list[str], *, clean: bool) -> None:
    parser = parser_for(tp)
    views: list[Any] = []
    last: list[Any] = []

    def run() -> Any:
        for partial in parser.stream(chunks):
            (last if partial.complete else views).append(partial.value)
        return last[-1]

    assert outcome(run) == outcome(lambda: parser.parse(text))
    shown = [dumped(view) for view in views]
    for before, after in pairwise(shown):
        assert grown(before, after) if clean else keys_stay(before, after)


FEW = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("tp", TYPES, ids=str)
@FEW
@given(data=st.data())
def test_a_clean_completion_only_grows(tp: Any, data: Any) -> None:
    text = data.draw(completions(tp, ())).text
    check(tp, text, data.draw(chunkings(text)), clean=True)


@pytest.mark.parametrize("tp", TYPES, ids=str)
@FEW
@given(data=st.data())
def test_a_damaged_completion_ends_as_it_is_parsed(tp: Any, data: Any) -> None:
    text = data.draw(completions(tp, max_damages=2)).text
    check(tp, text, data.draw(chunkings(text)), clean=False)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), text=garbage(), tp=st.sampled_from([Point, list[Point], dict[str, Any], list[str]]))
def test_garbage_ends_as_it_is_parsed(data: Any, text: str, tp: Any) -> None:
    check(tp, text, data.draw(chunkings(text)), clean=False)


ITEMS: list[Any] = [
    list[Point],
    list[Annotated[Cat | Dog, Field(discriminator="kind")]],
    list[str],
    list[int],
]


@pytest.mark.parametrize("tp", ITEMS, ids=str)
@FEW
@given(data=st.data())
def test_items_are_those_of_parse(tp: Any, data: Any) -> None:
    text = data.draw(completions(tp, max_damages=2)).text
    parser = parser_for(tp)
    right = outcome(lambda: parser.parse(text))
    items = outcome(lambda: list(parser.stream_items(data.draw(chunkings(text)))))
    assert items == right or isinstance(right, FailureKind)
