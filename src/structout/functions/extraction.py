"""A value with the account of everything that led to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from structout.errors import OutputParserException
from structout.functions.grounding import Grounding
from structout.result import Attempt, Parsed, Usage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Extraction(Generic[T]):
    """What a function made of a text.

    Attributes:
        value: the value.
        parsed: the answer that gave it, with every repair.
        attempts: every call, first to last.
        usage: tokens of all calls.
        seconds: wall-clock time of all calls.
        grounding: which parts of the value stand in the input, and where.
        errors: the wrong items of a list that were left out.
    """

    value: T
    parsed: Parsed[T]
    attempts: tuple[Attempt, ...]
    usage: Usage
    seconds: float
    grounding: Grounding
    errors: tuple[OutputParserException, ...] = ()
