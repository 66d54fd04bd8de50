"""A value with the account of everything that led to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from structout.errors import OutputParserException
from structout.functions.grounding import Grounding, ground
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
        source: the input, as it stands in the prompt.
        errors: the wrong items of a list that were left out.
    """

    value: T
    parsed: Parsed[T]
    attempts: tuple[Attempt, ...]
    usage: Usage
    seconds: float
    source: str = ""
    errors: tuple[OutputParserException, ...] = ()

    @property
    def grounding(self) -> Grounding:
        """Which parts of the value stand in the input, and where; looked up when asked for."""
        return ground(self.value, self.source)
