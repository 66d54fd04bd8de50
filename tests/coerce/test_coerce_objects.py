"""Objects: keys, wrappers, extra keys, what is missing."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Optional

import pytest
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, RootModel
from typing_extensions import TypedDict

from structout.coerce import Coerced, Coercer, Refused
from structout.errors import FailureKind
from structout.result import JsonValue, Path, RepairKind, Severity, Span


class Person(BaseModel):
    name: str
    age: int
    city: str | None = None


class Contact(BaseModel):
    first_name: str
    last_name: str
    phoneNumber: str | None = None


class Priced(BaseModel):
    unit_price: float = Field(alias="unitPrice")


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")
    a: int


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    a: int


class Defaults(BaseModel):
    a: int = 0
    b: str = "x"


class Node(BaseModel):
    v: int
    next: Optional["Node"] = None


@dataclass
class Point:
    x: int
    y: list[int]


class Entry(TypedDict):
    a: int
    b: str


class Pair(NamedTuple):
    a: int
    b: str = "q"


class Numbers(RootModel[list[int]]):
    pass


def nowhere(path: Path) -> Span:
    return Span(0, 0)


def coerced(tp: Any, value: JsonValue) -> Coerced[Any]:
    outcome = Coercer(tp).coerce(value, nowhere)
    assert isinstance(outcome, Coerced), outcome
    assert all(repair.severity <= Severity.TYPE for repair in outcome.repairs), outcome.repairs
    return outcome


def refused(tp: Any, value: JsonValue) -> Refused:
    outcome = Coercer(tp).coerce(value, nowhere)
    assert isinstance(outcome, Refused), outcome
    return outcome


@pytest.mark.parametrize(
    "keys",
    [("firstName", "last name"), ("First Name", "LAST-NAME"), (" first_name ", "lastName"), ("first-name", "Last_Name")],
)  # fmt: skip
def test_keys_are_known_in_every_spelling(keys: tuple[str, str]) -> None:
    outcome = coerced(Contact, {keys[0]: "Ada", keys[1]: "Byron"})
    assert outcome.value == Contact(first_name="Ada", last_name="Byron")
    assert {repair.kind for repair in outcome.repairs} == {RepairKind.KEY_SPELLING}


@pytest.mark.parametrize("key", ["unitPrice", "unit_price", "Unit Price", "UNITPRICE"])
def test_an_alias_and_the_name_behind_it_are_both_known(key: str) -> None:
    assert coerced(Priced, {key: "$2.50"}).value.unit_price == 2.5


def test_the_first_of_several_aliases_is_used() -> None:
    class Choice(BaseModel):
        size: int = Field(validation_alias=AliasChoices("size", "length"))

    assert coerced(Choice, {"Length": "3"}).value.size == 3


def test_a_misspelt_key_is_taken_where_one_field_is_missing_and_close() -> None:
    outcome = coerced(Person, {"nmae": "Ada", "age": 36})
    assert outcome.value.name == "Ada"
    assert [repair.kind for repair in outcome.repairs] == [RepairKind.KEY_TYPO]


@pytest.mark.parametrize(
    "value",
    [{"frist_name": "Ada", "lastt_name": "Byron"}, {"title": "Ada", "last_name": "Byron"}, {"first_name1": "A", "last_name": "B"}],
)  # fmt: skip
def test_a_key_that_is_not_clearly_meant_leaves_the_field_missing(value: JsonValue) -> None:
    problems = refused(Contact, value).problems
    assert any("'first_name'" in problem.expected and problem.found == "nothing" for problem in problems)


def test_extra_keys_are_dropped_and_named() -> None:
    outcome = coerced(Person, {"name": "Ada", "age": 36, "mood": "good"})
    assert [(repair.kind, repair.path) for repair in outcome.repairs] == [(RepairKind.EXTRA_KEY, "$.mood")]


def test_extra_keys_are_kept_where_the_model_allows_them() -> None:
    assert coerced(Open, {"A": "1", "b": 2}).value.model_dump() == {"a": 1, "b": 2}


def test_an_extra_key_that_the_model_forbids_is_lossy() -> None:
    outcome = Coercer(Strict).coerce({"a": 1, "b": 2}, nowhere)
    assert isinstance(outcome, Coerced)
    assert [(r.kind, r.severity) for r in outcome.repairs] == [(RepairKind.FORBIDDEN_KEY, Severity.LOSSY)]


def test_two_spellings_of_one_key_with_different_values_are_a_guess() -> None:
    outcome = Coercer(Person).coerce({"name": "x", "age": 3, "Age": 4}, nowhere)
    assert isinstance(outcome, Coerced)
    assert [(r.kind, r.severity) for r in outcome.repairs] == [(RepairKind.CONFLICTING_KEY, Severity.GUESS)]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ({"person": {"name": "Ada", "age": 36}}, RepairKind.WRAPPER_KEY),
        ({"properties": {"name": "Ada", "age": 36}}, RepairKind.SCHEMA_WRAPPER),
        (
            {"type": "object", "properties": {"name": "Ada", "age": 36}, "required": ["name"]},
            RepairKind.SCHEMA_WRAPPER,
        ),
        ([{"name": "Ada", "age": 36}], RepairKind.LIST_TO_ITEM),
        ('{"name": "Ada", "age": 36}', RepairKind.JSON_IN_STRING),
    ],
)
def test_wrappers_are_taken_off_where_the_inside_fits(value: JsonValue, kind: RepairKind) -> None:
    outcome = coerced(Person, value)
    assert outcome.value == Person(name="Ada", age=36)
    assert [repair.kind for repair in outcome.repairs] == [kind]


@pytest.mark.parametrize(
    "aside",
    [
        {"status": "success"},
        {"reasoning": "born in 1815"},
        {"error": None},
        {"Begründung": "steht im Text"},
        {"code": 200},
    ],
)
def test_words_about_an_answer_beside_it_are_left_out(aside: JsonValue) -> None:
    outcome = coerced(Person, {**aside, "data": {"name": "Ada", "age": 36}})
    assert outcome.value == Person(name="Ada", age=36)
    assert {repair.kind for repair in outcome.repairs} == {RepairKind.WRAPPER_KEY, RepairKind.EXTRA_KEY}


@pytest.mark.parametrize(
    "other",
    [
        {"status": "failed"},
        {"error": "not found"},
        {"success": False},
        {"meta": {"name": "x"}},
        {"city": "London"},
    ],
)
def test_what_may_matter_beside_an_answer_keeps_it_from_being_taken(other: JsonValue) -> None:
    assert refused(Person, {**other, "data": {"name": "Ada", "age": 36}}).problems


def test_words_about_a_list_beside_it_are_left_out() -> None:
    assert coerced(list[int], {"explanation": "all of them", "total": 2, "values": [1, 2]}).value == [1, 2]


@pytest.mark.parametrize(
    "value", [["Ada", 36], [{"name": "a", "age": 1}, {"name": "b", "age": 2}], "Ada, 36", 36, None, [], {}]
)
def test_what_is_no_such_object_is_refused(value: JsonValue) -> None:
    refused(Person, value)


def test_an_echo_of_the_schema_is_told_from_a_wrong_answer() -> None:
    value: JsonValue = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
    }
    assert refused(Person, value).kind is FailureKind.SCHEMA_ECHO


def test_defaults_do_not_stand_in_for_an_object_of_other_keys() -> None:
    refused(Defaults, {"zzz": 1})
    assert coerced(Defaults, {"r": {"a": 5}}).value == Defaults(a=5)
    assert coerced(Defaults, {}).value == Defaults()


@pytest.mark.parametrize(
    ("tp", "value", "expected"),
    [
        (Point, {"X": "1", "y": "2"}, Point(1, [2])),
        (Entry, {"A": "1", "b": 2}, {"a": 1, "b": "2"}),
        (Pair, {"A": "1"}, Pair(1, "q")),
        (Pair, ["1", "b"], Pair(1, "b")),
        (Numbers, {"items": ["1", 2]}, Numbers([1, 2])),
        (Node, {"V": "1", "next": {"v": 2, "Next": {"v": "3"}}}, Node(v=1, next=Node(v=2, next=Node(v=3)))),
    ],
)
def test_every_kind_of_object_is_read(tp: Any, value: JsonValue, expected: Any) -> None:
    assert coerced(tp, value).value == expected


@pytest.mark.parametrize(
    "text",
    [
        "string",
        "<string>",
        "<name>",
        "[Your Name]",
        "string | null",
        "...",
        "[Name einfügen]",
        "[Votre nom]",
        "{{name}}",
        "［名前を入力］",
        "[Name]",
        "{name}",
        "[Full Name]",
        "[请填写姓名]",
    ],
)
def test_a_slot_of_the_instructions_left_open_is_no_text(text: str) -> None:
    assert refused(Person, {"name": text, "age": 3}).kind is FailureKind.PLACEHOLDER


@pytest.mark.parametrize("text", ["<br>", "strings", "a string of pearls", "John <j@x.org>", "{x}", "[sic]"])
def test_texts_that_only_look_like_slots_are_kept(text: str) -> None:
    assert coerced(Person, {"name": text, "age": 3}).value.name == text


def test_a_field_about_types_may_name_one() -> None:
    class Column(BaseModel):
        column_type: str

    assert coerced(Column, {"column_type": "string"}).value.column_type == "string"


def test_a_problem_names_path_expected_found_and_place() -> None:
    outcome = Coercer(list[Person]).coerce([{"name": "x", "age": "old"}], lambda path: Span(len(path), 9))
    assert isinstance(outcome, Refused)
    assert [str(problem) for problem in outcome.problems] == [
        "$[0].age (characters 2-9): expected an integer, found 'old'"
    ]
    assert outcome.fit == 2


def test_a_refusal_holds_what_could_be_read() -> None:
    assert refused(list[Person], [{"Name": "x", "age": "old"}, {"name": "y", "age": "3"}]).json == [
        {"name": "x", "age": "old"},
        {"name": "y", "age": 3},
    ]


def test_objects_of_one_pair_each_are_one_object() -> None:
    got = coerced(dict[str, int], [{"fire": "250,000"}, {"flood": 1}])
    assert got.value == {"fire": 250_000, "flood": 1}
    assert got.repairs[0].kind is RepairKind.LIST_TO_OBJECT


@pytest.mark.parametrize("value", [[{"a": 1}, {"a": 2}], [{"a": 1, "b": 2}, {"c": 3}], [{"a": 1}, 2]])
def test_a_list_of_other_objects_is_no_object(value: JsonValue) -> None:
    assert refused(dict[str, int], value)
