# ruff: noqa: UP007, UP045  (both spellings of a union have to work)
"""Lists, mappings, unions, nulls and single values in place of what was asked for."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import Path as FilePath
from typing import Annotated, Any, Literal, Optional, Union
from uuid import UUID

import pytest
from pydantic import BaseModel, Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

from structout.coerce import RULES, Ask, Coerced, Coercer, Found, Refused
from structout.errors import FailureKind
from structout.result import JsonValue, Path, RepairKind, Severity, Span


class Level(Enum):
    LOW = "low"
    HIGH = "high"


class Stars(IntEnum):
    ONE = 1
    TWO = 2


class Tea(BaseModel):
    name: str
    grams: float


class Circle(BaseModel):
    radius: float


class Box(BaseModel):
    width: float
    height: float


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    breed: str


Pet = Annotated[Cat | Dog, Field(discriminator="kind")]


def nowhere(path: Path) -> Span:
    return Span(0, 0)


def value_of(tp: Any, value: JsonValue, **options: Any) -> Any:
    outcome = Coercer(tp, **options).coerce(value, nowhere)
    assert isinstance(outcome, Coerced), outcome
    assert all(repair.severity <= Severity.TYPE for repair in outcome.repairs), outcome.repairs
    return outcome.value


def kind_of(tp: Any, value: JsonValue) -> FailureKind:
    outcome = Coercer(tp).coerce(value, nowhere)
    assert isinstance(outcome, Refused), outcome
    return outcome.kind


@pytest.mark.parametrize(
    ("tp", "value", "expected"),
    [
        (int, "34 years", 34), (int, 2.0, 2), (float, "$1,234.50", 1234.5), (Decimal, "1.234,50 €", Decimal("1234.50")),
        (bool, "Yes", True), (bool, 1, True), (bool, 0.0, False), (str, 5, "5"), (str, True, "true"),
        (Level, "HIGH", Level.HIGH), (Stars, "TWO", Stars.TWO), (Stars, "2", Stars.TWO), (Literal[1, 2], "two", 2),
        (Literal["yes", "no"], True, "yes"), (date, "August 9th, 2025", date(2025, 8, 9)),
        (datetime, "05.03.2025 um 18:00 Uhr", datetime(2025, 3, 5, 18)), (timedelta, "2h 30m", timedelta(minutes=150)),
        (UUID, "{12345678-1234-5678-1234-567812345678}", UUID("12345678-1234-5678-1234-567812345678")),
        (FilePath, "a/b", FilePath("a/b")), (bytes, "a", b"a"), (int, ["5"], 5), (int, {"answer": "5"}, 5),
    ],
)  # fmt: skip
def test_a_single_value_is_read_as_the_type_asks(tp: Any, value: JsonValue, expected: Any) -> None:
    found = value_of(tp, value)
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("tp", "value"),
    [(int, 2.5), (int, True), (int, None), (int, [5, 6]), (int, {"answer": [5]}), (int, 1e300), (bool, 2), (bool, "maybe"),
     (str, None), (str, {"a": 1}), (date, 1700000000), (datetime, "1700000000"), (timedelta, 90), (float, "lots"), (float, "NaN"),
     (Any, float("nan")), (dict[str, Any], {"a": [float("inf")]}), (Literal[2, 3], "2 or 3")],
)  # fmt: skip
def test_what_the_type_cannot_hold_is_refused(tp: Any, value: JsonValue) -> None:
    kind_of(tp, value)


@pytest.mark.parametrize(("number", "spelt"), [(31, "0x1F"), (1250, "1_250"), (5, "+5")])
def test_a_number_for_a_text_keeps_its_notation(number: int, spelt: str) -> None:
    outcome = Coercer(str).coerce(number, nowhere, spelling=lambda path: spelt)
    assert isinstance(outcome, Coerced)
    assert outcome.value == spelt


def test_a_number_for_a_text_keeps_its_spelling() -> None:
    outcome = Coercer(str).coerce(2.48, nowhere, spelling=lambda path: "2.480")
    assert isinstance(outcome, Coerced)
    assert outcome.value == "2.480"


def test_a_number_written_like_thousands_is_not_taken_for_a_whole_one() -> None:
    outcome = Coercer(int).coerce(110.0, nowhere, spelling=lambda path: "110.000")
    assert isinstance(outcome, Refused)
    assert outcome.kind is FailureKind.AMBIGUOUS


def test_code_that_was_taken_for_an_object_is_a_text_again() -> None:
    outcome = Coercer(Tagged).coerce(
        {"tags": [{"run": "() => x"}]}, nowhere, spelling=lambda path: "{run: () => x}"
    )
    assert isinstance(outcome, Coerced)
    assert outcome.value.tags == ["{run: () => x}"]


def test_a_percentage_for_a_share_of_one_is_divided() -> None:
    share = Annotated[float, Field(ge=0, le=1)]
    assert value_of(share, "95%") == 0.95
    assert value_of(float, "95%") == 95.0
    assert kind_of(share, "0.5%") is FailureKind.AMBIGUOUS


@pytest.mark.parametrize(
    ("tp", "value", "expected"),
    [
        (list[str], {"items": ["a", "b"]}, ["a", "b"]), (list[Tea], {"name": "x", "grams": 1}, [Tea(name="x", grams=1)]),
        (list[int], 5, [5]), (list[int], "[1, 2]", [1, 2]), (list[int], "1, 2, 3", [1, 2, 3]), (list[Level], "low, high", [Level.LOW, Level.HIGH]),
        (list[bool], "The answer is true", [True]), (set[int], [1, 1], {1}), (tuple[int, ...], ["1", "2"], (1, 2)),
        (tuple[float, float], "52.52, 13.40", (52.52, 13.4)), (tuple[int, str], ["1", 2], (1, "2")),
        (dict[str, int], {"a": "1"}, {"a": 1}), (dict[int, str], {"1": "a"}, {1: "a"}), (dict[Level, int], {"High": "3"}, {Level.HIGH: 3}),
        (dict[str, int], {"scores": {"a": 1}}, {"a": 1}),
    ],
)  # fmt: skip
def test_lists_and_mappings(tp: Any, value: JsonValue, expected: Any) -> None:
    assert value_of(tp, value) == expected


@pytest.mark.parametrize(
    ("tp", "value"),
    [(list[Tea], {"count": 2, "rows": [{"name": "x", "grams": 1}]}), (list[str], "Just a sentence."), (dict[str, list[str]], {"a": "none"}), (tuple[int, int], [1, 2, 3]),
     (list[int], "1,234"), (list[int], [1, None]), (list[str], None), (dict[str, int], {"a": "x"})],
)  # fmt: skip
def test_lists_and_mappings_that_are_none(tp: Any, value: JsonValue) -> None:
    kind_of(tp, value)


class Tagged(BaseModel):
    tags: list[str]


@pytest.mark.parametrize(
    ("text", "tags"),
    [("not json", ["not json"]), ('["a", "b"]', ["a", "b"]), ("red; green; blue", ["red", "green", "blue"]), ('{"a": 1}', ['{"a": 1}'])],
)  # fmt: skip
def test_one_text_in_a_field_that_lists_texts(text: str, tags: list[str]) -> None:
    assert value_of(Tagged, {"tags": text}).tags == tags


def test_a_text_that_may_be_one_item_or_two_is_ambiguous() -> None:
    assert kind_of(Tagged, {"tags": "Lisbon, PT"}) is FailureKind.AMBIGUOUS


@pytest.mark.parametrize(
    ("tp", "value", "expected"),
    [
        (Union[int, str], "5", "5"), (Union[int, float], "5.5", 5.5), (Union[Circle, Box], {"Radius": "2"}, Circle(radius=2)),
        (Union[Circle, Box], {"width": "2", "height": "3 cm"}, Box(width=2, height=3)),
        (Union[Circle, list[Circle]], [{"radius": 1}, {"radius": 2}], [Circle(radius=1), Circle(radius=2)]),
        (Pet, {"Kind": "Cat", "lives": "9"}, Cat(kind="cat", lives=9)), (Pet, {"pet": {"kind": "dog", "breed": "x"}}, Dog(kind="dog", breed="x")),
    ],
)  # fmt: skip
def test_the_cheapest_branch_of_a_union_is_taken(tp: Any, value: JsonValue, expected: Any) -> None:
    assert value_of(tp, value) == expected


def test_branches_of_equal_cost_with_different_values_are_ambiguous() -> None:
    assert kind_of(Union[Literal[2], Literal[3]], "2 or 3") is FailureKind.AMBIGUOUS


def test_a_wrong_discriminator_is_one_problem_that_lists_the_tags() -> None:
    outcome = Coercer(Pet).coerce({"kind": "cow", "lives": 9}, nowhere)
    assert isinstance(outcome, Refused)
    assert [(p.path, p.expected, p.found) for p in outcome.problems] == [
        ("$.kind", "one of 'cat', 'dog'", "'cow'")
    ]


@pytest.mark.parametrize(
    "text", ["N/A", "null", "None", "", "-", "unknown", "keine Angabe", "无", "not specified"]
)
def test_words_for_no_value_are_null_where_the_type_allows_it(text: str) -> None:
    assert value_of(Optional[int], text) is None
    kind_of(int, text)


def test_a_word_for_no_value_stays_a_text_where_the_type_takes_texts() -> None:
    assert value_of(Optional[str], "N/A") == "N/A"


class Even(BaseModel):
    a: int

    @field_validator("a")
    @classmethod
    def even(cls, value: int) -> int:
        if value % 2:
            raise ValueError("must be even")
        return value


def test_custom_validators_have_the_last_word() -> None:
    assert value_of(Even, {"a": "4"}).a == 4
    outcome = Coercer(Even).coerce({"A": "3"}, nowhere)
    assert isinstance(outcome, Refused)
    assert [(p.path, p.hint, p.found) for p in outcome.problems] == [("$.a", "must be even", "3")]


class Prepared(BaseModel):
    a: int
    b: str

    @model_validator(mode="before")
    @classmethod
    def needs_b(cls, data: Any) -> Any:
        return {**data, "b": data["b"]}


def test_a_validator_that_stumbles_over_the_raw_value_is_a_refusal() -> None:
    kind_of(Prepared, {"a": 1})
    kind_of(Prepared, ["x"])
    assert value_of(Prepared, {"A": "1", "b": "x"}) == Prepared(a=1, b="x")


@pytest.mark.parametrize(
    ("value", "message"), [("7", "a number of at most 5"), ("0", "a number of at least 1")]
)
def test_constraints_are_told_in_the_users_words(value: str, message: str) -> None:
    outcome = Coercer(Annotated[int, Field(ge=1, le=5)]).coerce(value, nowhere)
    assert isinstance(outcome, Refused)
    assert outcome.problems[0].expected == message


def test_what_pydantic_itself_converts_is_reported() -> None:
    outcome = Coercer(int).coerce(2.0, nowhere)
    assert isinstance(outcome, Coerced)
    assert [repair.kind for repair in outcome.repairs] == [RepairKind.LENIENT_VALIDATION]


def test_a_rule_of_ones_own_replaces_one_for_a_kind_of_type() -> None:
    def roman(value: JsonValue, ask: Ask) -> Any:
        return Found({"IV": 4}.get(str(value), 0), Span(0, 0), (RepairKind.NUMBER_FROM_TEXT,))

    assert value_of(int, "IV", rules={**RULES, "int": roman}) == 4


class Code(BaseModel):
    code: str

    @field_validator("code")
    @classmethod
    def upper(cls, value: str) -> str:
        if not value.isupper():
            raise PydanticCustomError("not_upper", "must be upper case")
        return value


def test_a_rule_of_ones_own_answers_an_error_type() -> None:
    def raise_case(value: JsonValue, ask: Ask) -> Any:
        return Found(str(value).upper(), Span(0, 0), (RepairKind.CHOICE_SPELLING,))

    assert value_of(Code, {"code": "ab"}, rules={**RULES, "not_upper": raise_case}).code == "AB"


@pytest.mark.parametrize("loose_lists", [True, False])
def test_a_word_for_no_value_that_is_an_option_is_that_option(*, loose_lists: bool) -> None:
    coercer = Coercer(Optional[Literal["male", "unknown"]])
    outcome = coercer.coerce("Unknown", nowhere, loose_lists=loose_lists)
    assert isinstance(outcome, Coerced)
    assert outcome.value == "unknown"
