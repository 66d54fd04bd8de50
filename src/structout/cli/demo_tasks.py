"""The five texts of the demo, one for each kind of parser: a list, a time, a choice, an object, a truth value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from typing import Any

from pydantic import BaseModel

from structout.parsers import (
    BooleanOutputParser,
    CommaSeparatedListOutputParser,
    DatetimeOutputParser,
    EnumOutputParser,
    OutputParser,
)


class Colour(Enum):
    """What a car may be painted."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"


class Event(BaseModel):
    """What happens, when, where, and to whom."""

    summary: str
    day: date
    place: str
    couple: str


@dataclass(frozen=True, slots=True)
class DemoTask:
    """A text and what is asked of it.

    Attributes:
        kind: the parser, in a word.
        question: what the model is asked.
        text: the text.
        tp: the type of the answer.
        parser: reads the answer; ``None`` for the one that the type picks.
        examples: texts with their values, shown as turns of a conversation.
    """

    kind: str
    question: str
    text: str
    tp: Any
    parser: OutputParser[Any] | None = None
    examples: Sequence[tuple[str, Any]] = ()


TASKS: Sequence[DemoTask] = (
    DemoTask(
        "comma list",
        "List the names of the people.",
        "Anna flew from Lisbon to Berlin, where she met Boris and Dilek.",
        list[str],
        CommaSeparatedListOutputParser(),
    ),
    DemoTask(
        "datetime",
        "When is the meeting?",
        "The board meets on 14 March 2024 at 15:30.",
        datetime,
        DatetimeOutputParser(),
        (("The concert starts on 5 May 2023 at 20:00.", datetime(2023, 5, 5, 20)),),
    ),
    DemoTask(
        "enum",
        "Which colour is it?",
        "She drives an old red Volvo to work.",
        Colour,
        EnumOutputParser(enum=Colour),
        (("His bicycle is blue.", Colour.BLUE), ("The door was painted green.", Colour.GREEN)),
    ),
    DemoTask(
        "object",
        "Extract the event.",
        "On 12 June 2024 Anna and Boris celebrate their wedding in Vienna.",
        Event,
    ),
    DemoTask(
        "boolean",
        "Is a phone number in the text?",
        "Call me at 030 1234567 after six.",
        bool,
        BooleanOutputParser(),
    ),
)
