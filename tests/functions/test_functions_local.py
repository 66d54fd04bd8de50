"""Functions on the real local model: each kind of type, sync and async, and the strategies that help it."""

from __future__ import annotations

import asyncio
from datetime import date, datetime
from enum import Enum
from typing import Any

import pytest
from pydantic import BaseModel

from local_model import smollm
from structout.fixing import Policy, Reply, Task, fix_steps, respondent_of, run, strategy_of
from structout.functions import extract, ground
from structout.llms import SmolLM
from structout.parsers import parser_for

__all__ = ["smollm"]

pytestmark = pytest.mark.local_model


class Person(BaseModel):
    name: str
    age: int
    city: str


class Sentiment(Enum):
    POSITIVE = "positive"
    NEGATIVE = "negative"


EXAMPLE = (
    "John Smith, 25, has just bought a flat in Paris.",
    Person(name="John Smith", age=25, city="Paris"),
)
MARIA = "Maria Gonzalez, a 34-year-old nurse, moved from Lisbon to Berlin last spring and lives there."


def test_a_model_with_one_example(smollm: SmolLM) -> None:
    @extract(llm=smollm, examples=[EXAMPLE])
    def person(text: str) -> Person:
        """{text}"""

    done = person.explain(MARIA)
    assert done.value.name == "Maria Gonzalez"
    assert done.value.age == 34
    assert done.grounding.complete == ground(done.value, MARIA).complete


@pytest.mark.parametrize(
    ("tp", "text", "example"),
    [
        (list[str], "We need eggs, flour and butter.", ("We are out of milk and bread.", ["milk", "bread"])),
        (bool, "I would like my money back.", ("Please send my money back.", True)),
        (int, "A crowd of 1,250 came.", ("A crowd of 350 came to the fair.", 350)),
        (Sentiment, "I hated every minute of it.", ("Best purchase of the year!", Sentiment.POSITIVE)),
        (date, "It opens on August 9th, 2025.", ("The fair was on 2 June 2019.", date(2019, 6, 2))),
        (
            datetime,
            "The course starts on 3 May 2021 at 10:30.",
            ("It begins on 2 June 2019 at 9:15.", datetime(2019, 6, 2, 9, 15)),
        ),
    ],
)
def test_each_kind_of_type_with_the_schema_enforced(
    smollm: SmolLM, tp: Any, text: str, example: tuple[str, Any]
) -> None:
    def ask(text: str) -> Any:
        """{text}"""

    ask.__annotations__["return"] = tp
    value = extract(llm=smollm, structured="json_schema", examples=[example])(ask)(text)
    assert isinstance(value, getattr(tp, "__origin__", tp))


def test_async_does_what_sync_does(smollm: SmolLM) -> None:
    @extract(llm=smollm, examples=[EXAMPLE])
    async def person(text: str) -> Person:
        """{text}"""

    assert asyncio.run(person(MARIA)).name == "Maria Gonzalez"


@pytest.mark.parametrize("fix", ["again", "constrained"])
def test_a_failed_answer_is_mended_by_the_strategies_that_suit_a_small_model(
    smollm: SmolLM, fix: str
) -> None:
    task = Task(
        parser_for(Person),
        instruction="Extract the person described in the text.",
        source=MARIA,
        examples=((EXAMPLE[0], EXAMPLE[1].model_dump_json()),),
        tp=Person,
        schema=Person.model_json_schema(),
        constrains=True,
    )
    steps = fix_steps(task, Reply("The person is described in the text."), Policy(strategy_of(fix)))
    assert run(steps, respondent_of(smollm)).value.name == "Maria Gonzalez"
