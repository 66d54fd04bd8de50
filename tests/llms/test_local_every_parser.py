"""One extraction for each kind of parser, end to end: template, real model, parser; in process and over HTTP."""

import dataclasses
from datetime import UTC, date, datetime
from enum import Enum
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from structout.chains import LLMChain
from structout.errors import OutputParserException
from structout.fixing import OutputFixingParser, RetryOutputParser
from structout.llms import BaseLanguageModel, ChatOpenAI
from structout.messages import AIMessage, HumanMessage
from structout.parsers import (
    BooleanOutputParser,
    CommaSeparatedListOutputParser,
    DatetimeOutputParser,
    EnumOutputParser,
    NumberedListOutputParser,
    PydanticOutputParser,
    parser_for,
)
from structout.prompts import ChatPromptTemplate, PromptTemplate

pytestmark = pytest.mark.local_model


class Colour(Enum):
    RED = "red"
    GREEN = "green"
    BLUE = "blue"


class Person(BaseModel):
    name: str
    age: int
    city: str


@dataclasses.dataclass
class City:
    name: str
    country: str


PEOPLE = "List the people."
MEETING = "Anna flew to Berlin, where she met Boris and Dilek."
MOVED = "Maria Gonzalez, 34, moved to Berlin last spring."

# The parser, the question, worked examples as earlier turns, the text, the right value.
KINDS: dict[str, tuple[Any, str, list[tuple[str, str]], str, Any]] = {
    "comma list": (
        CommaSeparatedListOutputParser(),
        "List the names of the people.",
        [("Paul drove from Oslo to Rome with Ines.", "Paul, Ines")],
        "Anna flew from Lisbon to Berlin, where she met Boris and Dilek.",
        ["Anna", "Boris", "Dilek"],
    ),
    "numbered list": (
        NumberedListOutputParser(),
        PEOPLE,
        [("Ines met Paul in Rome.", "1. Ines\n2. Paul")],
        MEETING,
        ["Anna", "Boris", "Dilek"],
    ),
    "datetime": (
        DatetimeOutputParser(),
        "When is it?",
        [("The concert starts on 5 May 2023 at 20:00.", "2023-05-05T20:00:00.000000Z")],
        "The board meets on 14 March 2024 at 15:30.",
        datetime(2024, 3, 14, 15, 30, tzinfo=UTC),
    ),
    "enum": (
        EnumOutputParser(enum=Colour),
        "Which colour?",
        [("His bicycle is blue.", "blue"), ("The door was painted green.", "green")],
        "She drives an old red Volvo.",
        Colour.RED,
    ),
    "boolean": (
        BooleanOutputParser(),
        "Is a phone number in the text?",
        [],
        "Call me at 030 1234567 after six.",
        True,
    ),
    "pydantic": (
        PydanticOutputParser(pydantic_object=Person),
        "Extract the person.",
        [
            (
                "John Smith, 25, has just bought a flat in Paris.",
                '{"name": "John Smith", "age": 25, "city": "Paris"}',
            )
        ],
        MOVED,
        Person(name="Maria Gonzalez", age=34, city="Berlin"),
    ),
    "integer": (
        parser_for(int),
        "What does it cost?",
        [("The desk costs 120 euros.", "120")],
        "The chair costs 45 euros.",
        45,
    ),
    "dataclass": (
        parser_for(City),
        "Extract the city.",
        [("Rome is the capital of Italy.", '{"name": "Rome", "country": "Italy"}')],
        "Oslo is the capital of Norway.",
        City("Oslo", "Norway"),
    ),
    "date": (
        parser_for(date),
        "Which day?",
        [("The concert is on 5 May 2023.", "2023-05-05")],
        "The board meets on 14 March 2024.",
        date(2024, 3, 14),
    ),
    "literal": (
        parser_for(Literal["cat", "dog"]),
        "Which animal?",
        [("My cat sleeps.", "cat")],
        "The dog barks.",
        "dog",
    ),
}


@pytest.fixture(params=["in process", "over HTTP"])
def model(request, smollm) -> BaseLanguageModel:
    """The local model itself, and the official client at its server."""
    if request.param == "in process":
        return smollm
    return ChatOpenAI(base_url=smollm.serve(), max_tokens=96)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_parser_gets_its_value(kind, model):
    parser, question, examples, text, expected = KINDS[kind]
    turns = [
        message
        for given, answer in examples
        for message in (HumanMessage(f"{question}\n\n{given}"), AIMessage(answer))
    ]
    prompt = ChatPromptTemplate.from_messages(
        [("system", "{instructions}"), *turns, ("human", question + "\n\n{text}")]
    ).partial(instructions=parser.get_format_instructions())
    chain = LLMChain(llm=model, prompt=prompt, output_parser=parser)
    assert chain.predict_and_parse(text=text) == expected


def test_an_enforced_schema_gives_the_value(model):
    parser = parser_for(Person)
    text = model.predict(f"Extract the person. {MOVED}", structured="json_schema", schema=Person)
    assert parser.parse(text) == Person(name="Maria Gonzalez", age=34, city="Berlin")


def test_single_quotes_are_mended_without_a_call(smollm):
    parser = OutputFixingParser.from_llm(parser=PydanticOutputParser(pydantic_object=Person), llm=smollm)
    parsed = parser.explain("{'name': 'Maria', 'age': 34, 'city': 'Berlin'}")
    assert parsed.value == Person(name="Maria", age=34, city="Berlin")
    assert not [attempt for attempt in parsed.attempts if attempt.strategy != "first"]


def test_a_fix_that_the_model_cannot_make_keeps_every_attempt(smollm):
    parser = OutputFixingParser.from_llm(parser=PydanticOutputParser(pydantic_object=Person), llm=smollm)
    with pytest.raises(OutputParserException) as caught:
        parser.parse("I do not know anybody.")
    assert [attempt.strategy for attempt in caught.value.attempts][:1] == ["first"]
    assert len(caught.value.attempts) >= 2


def test_asking_again_with_the_prompt_gives_the_value(smollm):
    parser = RetryOutputParser.from_llm(parser=parser_for(int), llm=smollm)
    prompt = PromptTemplate.from_template("{text} What does the chair cost? Answer with the number alone.")
    value = prompt.format_prompt(text="The chair costs 45 euros.")
    assert parser.parse_with_prompt("I do not know.", value) == 45
