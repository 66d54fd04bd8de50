# ruff: noqa: UP007  (both spellings of a union have to work)
"""Laws that hold for every type and value."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple, Optional, Union

import pytest
from hypothesis import given, settings, strategies as st
from pydantic import BaseModel, Field, TypeAdapter
from typing_extensions import TypedDict

from counting import function_calls
from structout.coerce import RULES, Ask, Coerced, Coercer, Refused
from structout.result import JsonValue, Path, Span


class Colour(Enum):
    RED = "red"
    DARK_RED = "dark red"


class Tea(BaseModel):
    name: str
    grams: float
    organic: bool = False


@dataclass
class Point:
    x: int
    y: int


class Address(TypedDict):
    street: str
    number: int


class Pair(NamedTuple):
    left: int
    right: str


class Tree(BaseModel):
    value: int
    children: list["Tree"] = []
    parent: Optional["Tree"] = None


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    breed: str


Pet = Annotated[Cat | Dog, Field(discriminator="kind")]

EXAMPLES: dict[Any, list[Any]] = {
    int: [0, -7, 10**30],
    float: [0.5, 3, -1e300],
    bool: [True, False],
    str: ["tea", "null", "yes", "12", ""],
    Decimal: ["1.50", 2],
    date: ["2025-03-05"],
    datetime: ["2025-03-05T10:30:00Z"],
    timedelta: ["PT90M"],
    Colour: ["red", "dark red"],
    Literal[1, "a", True]: [1, "a", True],
    Tea: [{"name": "x", "grams": 1.5, "organic": True}],
    Point: [{"x": 1, "y": 2}],
    Address: [{"street": "x", "number": 2}],
    Pair: [{"left": 1, "right": "b"}],
    Tree: [{"value": 1, "children": [{"value": 2}], "parent": {"value": 3}}],
    list[Pet]: [[{"kind": "cat", "lives": 9}, {"kind": "dog", "breed": "x"}]],
    Union[int, str, None]: [1, "1", None],
    dict[str, list[int]]: [{"a": [1], "b": []}],
    tuple[int, ...]: [[1, 2]],
    set[str]: [["a", "b"]],
}
TYPES = list(EXAMPLES)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(
        ["yes", "1,234", "5 kg", "March 5, 2024", "red or dark red", "{\"x\": 1}", "[1, 2]", "N/A", "cat", "2h", "\ud800"]
    ),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["name", "Grams", "x", "y", "value", "children", "kind", "lives", "rows"]), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip


def nowhere(path: Path) -> Span:
    return Span(0, 0)


@pytest.mark.parametrize(
    ("tp", "value"), [(tp, value) for tp, values in EXAMPLES.items() for value in values]
)
def test_a_valid_value_comes_out_as_pydantic_reads_it_and_without_repairs(tp: Any, value: JsonValue) -> None:
    outcome = Coercer(tp).coerce(value, nowhere)
    assert isinstance(outcome, Coerced)
    assert outcome.repairs == ()
    assert outcome.value == TypeAdapter(tp).validate_json(TypeAdapter(Any).dump_json(value))


@settings(max_examples=100, deadline=None)
@given(value=JSON)
def test_any_json_is_coerced_or_refused_for_any_type(value: JsonValue) -> None:
    for tp in TYPES:
        outcome = COERCERS[repr(tp)].coerce(value, nowhere)
        assert isinstance(outcome, (Coerced, Refused))


@settings(max_examples=100, deadline=None)
@given(value=JSON)
def test_what_came_out_is_read_again_as_the_same_without_repairs(value: JsonValue) -> None:
    for tp in TYPES:
        outcome = COERCERS[repr(tp)].coerce(value, nowhere)
        if isinstance(outcome, Coerced):
            again = COERCERS[repr(tp)].coerce(outcome.json, nowhere)
            assert isinstance(again, Coerced)
            assert repr(again.value) == repr(outcome.value)
            assert {r.kind for r in again.repairs} <= {"lenient-validation"}


@settings(max_examples=50, deadline=None)
@given(value=JSON)
def test_a_refusal_names_at_least_one_problem_with_expected_and_found(value: JsonValue) -> None:
    for tp in TYPES:
        outcome = COERCERS[repr(tp)].coerce(value, nowhere)
        if isinstance(outcome, Refused):
            assert outcome.problems
            assert all(p.path.startswith("$") and p.expected and len(p.found) <= 80 for p in outcome.problems)


COERCERS: dict[str, Coercer[Any]] = {repr(tp): Coercer(tp) for tp in TYPES}


@pytest.mark.parametrize(
    ("tp", "one"),
    [
        (list[Tea], {"Name": "x", "grams": "1.5 g", "organic": "no"}),
        (list[Pet], {"kind": "Cat", "lives": "9"}),
        (list[Tea | Point], {"X": "1", "y": "2"}),
        (list[Tree], {"Value": "1", "children": {"value": "2"}}),
    ],
)
def test_work_grows_with_the_size_of_the_value(tp: Any, one: JsonValue) -> None:
    coercer = Coercer(tp)
    coercer.coerce([one], nowhere)
    small, large = (function_calls(coercer.coerce, [one] * size, nowhere) for size in (100, 400))
    assert large < 5 * small


def test_in_nested_unions_each_part_is_read_once_for_each_type() -> None:
    class Left(BaseModel):
        next: Union["Left", "Right", int]

    class Right(BaseModel):
        next: Union["Left", "Right", int]
        extra: int = 0

    Left.model_rebuild(_types_namespace={"Left": Left, "Right": Right})
    value: Any = "5"
    for _ in range(10):
        value = {"next": value}
    calls: list[JsonValue] = []

    def counted(text: JsonValue, ask: Ask) -> Any:
        calls.append(text)
        return RULES["int"](text, ask)

    assert isinstance(Coercer(Left, rules={**RULES, "int": counted}).coerce(value, nowhere), Coerced)
    assert calls.count("5") <= 2


def test_a_value_nested_too_deeply_is_refused() -> None:
    value: Any = {"value": 1}
    for _ in range(5000):
        value = {"value": 1, "parent": value}
    outcome = Coercer(Tree).coerce(value, nowhere)
    assert isinstance(outcome, Refused)
    assert outcome.kind == "too-deep"
