"""Which items are given before their list is whole: only those that the rest of it leaves as they are."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from datetime import date
from enum import Enum
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from pydantic import BaseModel, Field, PlainValidator

from corpus import built, rows
from structout.errors import FailureKind, OutputParserException
from structout.functions import extract
from structout.parsers import (
    CommaSeparatedListOutputParser,
    MarkdownListOutputParser,
    NumberedListOutputParser,
    parser_for,
)
from structout.streaming import Items
from structout.testing.doubles import ScriptedLLM
from structout.testing.strategies import chunkings, completions, garbage


class Level(Enum):
    LOW = "low"
    LOWER = "lower"


class Person(BaseModel):
    name: str
    age: int | None = None


class Price(BaseModel):
    amount: float
    label: str = "none"


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str


LISTS: list[Any] = [
    list[Person], list[Price], list[Cat | Dog], list[Annotated[Cat | Dog, Field(discriminator="kind")]], list[str],
    list[int], list[float], list[bool], list[date], list[Level], list[str | None], list[list[int]], list[dict[str, Any]],
    list[Any], tuple[int, ...], tuple[int, Person], Annotated[list[int], Field(max_length=2)],
]  # fmt: skip
TEXT_PARSERS = [CommaSeparatedListOutputParser(), NumberedListOutputParser(), MarkdownListOutputParser()]


def streamed(parser: Any, chunks: Any, **options: Any) -> tuple[list[Any], OutputParserException | None]:
    """The items that were given, and the error that ended the stream."""
    seen: list[Any] = []
    try:
        seen.extend(parser.stream_items(chunks, **options))
    except OutputParserException as error:
        return seen, error
    return seen, None


def read(parser: Any, text: str) -> tuple[list[Any], Any]:
    """The items of the whole, and where they stand or the kind of the refusal."""
    try:
        whole = parser.explain(text)
    except OutputParserException as refusal:
        return [], refusal.kind
    return list(whole.value), whole.span.start


def check(parser: Any, text: str, chunks: Any) -> None:
    """The law: the items are those of the whole, or the stream ends with the same kind of error.

    What was given may only be contradicted where the whole is read at another place: the model took its list back.
    """
    seen, error = streamed(parser, chunks)
    right, end = read(parser, text)
    if error is None:
        assert repr(seen) == repr(right)
    elif isinstance(end, FailureKind):
        assert error.kind is end
    else:
        begun = min((at for at in (text.find("["), text.find("{")) if at >= 0), default=0)
        assert (error.kind, end != begun) == (FailureKind.AMBIGUOUS, True)


FEW = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("tp", LISTS, ids=str)
@FEW
@given(data=st.data())
def test_items_of_a_damaged_list_are_those_of_parse(tp: Any, data: Any) -> None:
    text = data.draw(completions(tp, max_damages=2)).text
    check(parser_for(tp), text, data.draw(chunkings(text)))


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), text=garbage(), tp=st.sampled_from(LISTS))
def test_items_of_garbage_are_those_of_parse(data: Any, text: str, tp: Any) -> None:
    check(parser_for(tp), text, data.draw(chunkings(text)))


@settings(max_examples=100, deadline=None)
@given(data=st.data(), text=st.text('[]{}",:;ab1 .\n-&', max_size=60), tp=st.sampled_from(LISTS))
def test_items_of_any_text_are_those_of_parse(data: Any, text: str, tp: Any) -> None:
    check(parser_for(tp), text, data.draw(chunkings(text)))


CORPORA = ("peers-typed.jsonl", "peers-json.jsonl", "real-dev.jsonl", "bugs-parsers.jsonl", "own-typed.jsonl")


@pytest.mark.parametrize("name", CORPORA)
@pytest.mark.parametrize("size", [1, 7])
def test_items_of_every_answer_of_the_corpora_are_those_of_parse(name: str, size: int) -> None:
    for number, row in enumerate(rows(name)):
        text = row["input"]
        parsers = [TEXT_PARSERS[number % 3], parser_for(LISTS[number % len(LISTS)])]
        if (target := row.get("target")) and target["root"].startswith(("list[", "set[", "tuple[")):
            parsers.append(parser_for(built(target)))
        for parser in parsers:
            if not getattr(parser, "tp", None) or not str(parser.tp).startswith(("set", "frozenset")):
                check(parser, text, [text[i : i + size] for i in range(0, len(text), size)])


def seen(parser: Any, text: str) -> list[tuple[Any, int]]:
    """Each item with how many characters had come."""
    came = 0

    def chunks() -> Iterator[str]:
        nonlocal came
        for char in text:
            came += 1
            yield char

    return [(item, came) for item in parser.stream_items(chunks())]


PEOPLE = [{"name": f"n{i}", "age": i} for i in range(10)]
CLEAN = json.dumps(PEOPLE)


@pytest.mark.parametrize(
    ("text", "early"),
    [
        (CLEAN, 9),
        (json.dumps(PEOPLE, indent=2), 9),
        (f"Here they are.\n\n```json\n{CLEAN}\n```\nAnything else?", 9),
        ("<think>[1]?</think>People:\n" + CLEAN, 9),
        ("\n".join(map(json.dumps, PEOPLE)), 9),
        (CLEAN[:-1], 9),
        (str(PEOPLE), 8),
        (CLEAN.replace("}", ",}"), 8),
        (CLEAN.replace('"name"', "name"), 8),
        (CLEAN.replace("}, {", "} {"), 8),
        (CLEAN.replace('"n5"', '"n "5" n"'), 8),
        (CLEAN.replace('"n5"', '"n5" /* five */'), 8),
        (CLEAN.replace(": 9", ": None"), 9),
    ],
)
def test_of_ten_items_so_many_come_before_the_end(text: str, early: int) -> None:
    came = seen(parser_for(list[Person]), text)
    assert [item for item, _ in came] == parser_for(list[Person]).parse(text)
    assert sum(at < len(text) for _, at in came) == early


@pytest.mark.parametrize(
    ("tp", "text"),
    [
        (list[str], '["" "50 %"]'),
        (list[Person | str], "The set {x} in section [3] was read first.\n[]"),
        (list[float], "[1,5; 2,5; 3,5]"),
        (list[float], '["1,234", "2,50"]'),
        (list[Any], '{"a": ["b", "c"]}'),
        (list[str | None], "[1]]"),
        (list[dict[str, Any]], 'Note [see "Bread, baking"]: {"title": "Bake bread"}'),
        (list[dict[str, Any]], '[TOOL_CALLS][{"name": "run"}]'),
        (list[tuple[str, int]], '["Slussen", 2]\n["Odenplan", 4]'),
        (list[Any], "[]{}"),
        (list[Person], 'Draft: [{"name": "a"}, {"name": "b"}]\nFinal: [{"name": "c"}]'),
        (list[Person], '[{"name": "a"}]\n\nCorrection: [{"name": "b"}]'),
        (list[Person], '[{"name": "Ann", "a,ge": 3}, {"name": "Bob"}])'),
        (list[str], "name: ship\nweight: 12.5\nstops: [Graz, Udine]"),
    ],
)
def test_what_the_end_may_change_is_given_at_the_end(tp: Any, text: str) -> None:
    assert seen(parser_for(tp), text) == [(item, len(text)) for item in parser_for(tp).parse(text)]


def test_a_list_that_is_taken_back_is_an_error() -> None:
    text = '[{"name": "a"}, {"name": "b"}]\n\nCorrection: [{"name": "c"}]'
    given, error = streamed(parser_for(list[Person]), [*text])
    assert given == [Person(name="a")]
    assert error is not None
    assert (error.kind, "another list" in str(error)) == (FailureKind.AMBIGUOUS, True)
    assert streamed(parser_for(list[Person]), [*text], stop_early=True)[0] == [
        Person(name="a"),
        Person(name="b"),
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('[{"name": "a"}, {"name": 1.5}, {"na', FailureKind.TRUNCATED),
        ('["<item1>", "<item2>"]', FailureKind.PLACEHOLDER),
        ('[{"name": "a"}]\n\n[{"name": "b"}]', FailureKind.AMBIGUOUS),
    ],
)
def test_an_error_is_that_of_the_whole(text: str, kind: FailureKind) -> None:
    error = streamed(parser_for(list[Person] if "{" in text else list[str]), [*text])[1]
    assert error is not None
    assert error.kind is kind


def test_wrong_items_do_not_keep_the_right_ones_behind_them_waiting() -> None:
    items: Items[Any] = Items("collect")
    came: list[int] = []
    text = '[{"name": "a"}, {"age": 1}, {"name": "c"}, {"name": "d"}]'
    chunks = (came.append(at) or char for at, char in enumerate(text))
    stream = parser_for(list[Person]).stream_items(chunks, items=items)
    assert [next(stream).name, next(stream).name] == ["a", "c"]
    assert came[-1] < text.index("d")
    assert [error.errors[0].path for error in items.errors] == ["$[1].name"]


def test_a_list_that_is_read_only_as_a_whole_has_no_wrong_items() -> None:
    items: Items[Any] = Items("skip")
    text = '["1,234", "2,50"]'
    assert list(parser_for(list[float]).stream_items([*text], items=items)) == [1.234, 2.5]
    assert items.errors == []


def test_a_constraint_of_the_list_holds() -> None:
    seen, error = streamed(parser_for(Annotated[list[int], Field(max_length=2)]), [*"[1, 2, 3]"])
    assert error is not None
    assert (seen, error.kind) == ([1, 2], FailureKind.INVALID)


def test_a_large_item_is_the_value_itself() -> None:
    people = [{"name": "a" * 5000}, {"name": "b"}]
    assert list(parser_for(list[Person]).stream_items(json.dumps(people))) == [
        Person(**each) for each in people
    ]


def test_values_that_are_equal_to_nothing_are_given_once() -> None:
    class Odd(BaseModel):
        amount: Annotated[float, PlainValidator(float)]
        thing: Annotated[Any, PlainValidator(lambda value: SimpleNamespace(value=value))]

    text = '[{"amount": "nan", "thing": 1}, {"amount": "nan", "thing": 2}]'
    assert [item.thing.value for item in parser_for(list[Odd]).stream_items([*text])] == [1, 2]


def test_equal_items_of_a_set_are_given_once() -> None:
    text = '["red", "blue", "red", "RED", "blue"]'
    assert sorted(parser_for(set[Literal["red", "blue"]]).stream_items([*text])) == ["blue", "red"]


@pytest.mark.parametrize(("tp", "text"), [(int, "3"), (str, "abc"), (Person, '{"name": "a"}')])
def test_what_is_no_list_has_no_items(tp: Any, text: str) -> None:
    seen, error = streamed(parser_for(tp), [*text])
    assert (seen, error is not None and "expected a list" in str(error)) == ([], True)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), tp=st.sampled_from(LISTS))
def test_a_stream_that_ends_early_has_the_items_of_what_it_read(data: Any, tp: Any) -> None:
    fed: list[str] = []
    text = data.draw(completions(tp, max_damages=1)).text + data.draw(
        st.sampled_from(["", "\nSo much for that: [1]."])
    )
    chunks = data.draw(chunkings(text))
    seen, error = streamed(parser_for(tp), (fed.append(each) or each for each in chunks), stop_early=True)
    if error is None or error.kind is not FailureKind.REPETITION_LOOP:
        right, end = read(parser_for(tp), "".join(fed))
        assert repr(seen) == repr(right) if error is None else error.kind is end


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), tp=st.sampled_from(LISTS), reason=st.sampled_from([None, "stop", "length"]))
def test_pieces_of_a_model_and_asynchronous_ones_give_the_same(data: Any, tp: Any, reason: Any) -> None:
    text = data.draw(completions(tp, max_damages=1)).text
    chunks = [SimpleNamespace(text=each, finish_reason=None) for each in data.draw(chunkings(text))]
    chunks.append(SimpleNamespace(text="", finish_reason=reason))

    async def source() -> AsyncIterator[Any]:
        for chunk in chunks:
            yield chunk

    async def collect() -> tuple[list[Any], Any]:
        seen: list[Any] = []
        try:
            async for item in parser_for(tp).astream_items(source()):
                seen.append(item)  # noqa: PERF401
        except OutputParserException as error:
            return seen, error.kind
        return seen, None

    seen, error = streamed(parser_for(tp), chunks)
    assert repr(asyncio.run(collect())) == repr((seen, error and error.kind))
    if reason == "length":
        assert error is not None


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_function_gives_the_items_of_its_answer(data: Any) -> None:
    text = data.draw(completions(list[Person], max_damages=2)).text
    llm = ScriptedLLM([data.draw(chunkings(text)) or [""]])

    @extract(llm=llm, max_retries=0, stop_early=False)
    def people(text: str) -> Iterator[Person]:
        """{text}"""

    right, end = read(parser_for(list[Person]), text)
    seen: list[Any] = []
    try:
        seen.extend(people("…"))
    except OutputParserException as error:
        kind = error.kind
    else:
        kind = None
    assert seen == right if kind is None else kind is end
