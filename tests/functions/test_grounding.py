"""Which parts of a value stand in the text it was read from."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from structout.functions import GroundingWarning, Standing, extract, ground
from structout.testing.doubles import ScriptedChatModel

TEXT = """INVOICE INV-2024-0193 of BluePeak Hosting Inc., issued March 14, 2024, 15 % tax, two lines.
Subtotal: $1,150.00. Total due: $1,234.50. Rechnung vom 07.11.2023: 2.480,90 EUR, um 18:30 Uhr, Müller GmbH."""


@pytest.mark.parametrize(
    ("value", "standing"),
    [
        ("BluePeak Hosting", "exact"),
        ("bluepeak  hosting, inc", "normalised"),
        ("Muller GmbH", "normalised"),
        ("BluePeak Host", "missing"),
        ("INV-2024-0193", "exact"),
        (1234.5, "normalised"),
        (Decimal("2480.90"), "normalised"),
        (1150, "normalised"),
        (150, "missing"),
        (2, "normalised"),
        (0.15, "normalised"),
        (date(2024, 3, 14), "normalised"),
        (date(2024, 3, 15), "missing"),
        (date(2023, 11, 7), "normalised"),
        (datetime(2023, 11, 7, 18, 30), "normalised"),
        (time(18, 30), "normalised"),
        (time(19, 30), "missing"),
        ("2024-03-14", "normalised"),
    ],
)
def test_each_part_is_looked_for_in_every_spelling(value: Any, standing: str) -> None:
    (part,) = ground(value, TEXT).parts
    assert str(part.standing) == standing


def test_spans_say_where() -> None:
    (part,) = ground("müller gmbh", "Die Müller  GmbH zahlt.").parts
    assert [span.of("Die Müller  GmbH zahlt.") for span in part.spans] == ["Müller  GmbH"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [(34, ["thirty-four"]), (1200, ["one thousand two hundred"]), (7, ["Seven"]), (4, ["four"])],
)
def test_numbers_in_words_are_found(value: int, shown: list[str]) -> None:
    text = "Seven crates with thirty-four jars each cost one thousand two hundred and more."
    (part,) = ground(value, text).parts
    assert [span.of(text) for span in part.spans] == shown


def test_a_word_inside_of_another_does_not_count() -> None:
    assert ground("art", "a startling start").missing
    assert ground(12, "it is 112 or 12.5").missing


class Mood(Enum):
    GOOD = "good"


@dataclass
class Line:
    item: str


class Order(BaseModel):
    kind: Literal["new", "old"]
    mood: Mood
    paid: bool
    lines: list[Line]
    notes: dict[str, str | None]


def test_choices_are_inferred_and_left_out_and_paths_lead_into_everything() -> None:
    order = Order(kind="new", mood=Mood.GOOD, paid=True, lines=[Line("pen")], notes={"a b": "ink", "c": None})
    parts = ground(order, "pen, ink").parts
    assert [(part.path, part.standing) for part in parts] == [
        ("$.lines[0].item", Standing.EXACT),
        ('$.notes["a b"]', Standing.EXACT),
    ]


class Person(BaseModel):
    name: str
    age: int


def model(*replies: str) -> ScriptedChatModel:
    return ScriptedChatModel(list(replies))


def test_a_value_that_is_not_in_the_text_is_warned_of_where_wanted() -> None:
    @extract(llm=model('{"name": "Maria", "age": 43}'), grounding="warn")
    def person(text: str) -> Person:
        """{text}"""

    with pytest.warns(GroundingWarning, match=r"person: not in the text: \$\.age = 43"):
        assert person("Maria is 34.").age == 43


def test_a_value_that_is_in_the_text_is_not_warned_of() -> None:
    @extract(llm=model('{"name": "Maria", "age": 34}'), grounding="warn")
    def person(text: str) -> Person:
        """{text}"""

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert person("Maria is 34.").age == 34


def test_what_is_not_in_the_text_is_asked_for_again_where_wanted() -> None:
    llm = model('{"name": "Maria", "age": 43}', '{"age": 34}')

    @extract(llm=llm, grounding="fix")
    def person(text: str) -> Person:
        """{text}"""

    done = person.explain("Maria is 34.")
    assert done.value == Person(name="Maria", age=34)
    assert [attempt.strategy for attempt in done.attempts] == ["first", "grounding"]
    assert done.grounding.complete


@pytest.mark.parametrize("second", ['{"age": 99}', "no idea"])
def test_the_first_value_stays_where_the_second_is_no_better(second: str) -> None:
    @extract(llm=model('{"name": "Maria", "age": 43}', second), grounding="fix")
    def person(text: str) -> Person:
        """{text}"""

    done = person.explain("Maria is 34.")
    assert done.value.age == 43
    assert len(done.attempts) == 2


def test_no_retries_allow_no_call_for_grounding_either() -> None:
    @extract(llm=model('{"name": "Maria", "age": 43}'), grounding="fix", max_retries=0)
    def person(text: str) -> Person:
        """{text}"""

    assert person("Maria is 34.").age == 43
