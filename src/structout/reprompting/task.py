"""What the model was asked to do, what went wrong with its answer, and what to ask next: frozen values.

They are all that a strategy gets to see, and all that it may hand back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from structout.errors import FailureKind, OutputParserException
from structout.messages import PromptValue
from structout.parsers.base import OutputParser
from structout.result import Attempt, Usage
from structout.streaming import looping_tail

T = TypeVar("T")

_BARE = ("string", "number", "integer", "boolean")


class Absent(Enum):
    """The one value that stands for no value at all."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer.

    Attributes:
        text: the completion.
        usage: tokens taken.
        seconds: wall-clock time of the call.
        finish_reason: why the model stopped, where known.
        value: the value itself, where what answered is no model but a function that gives typed values.
    """

    text: str = ""
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    finish_reason: str | None = None
    value: object = ABSENT


class Respondent(Protocol):
    """Anything that answers requests, in both ways of calling."""

    def ask(self, request: Request) -> Reply:
        """Answer a request."""
        ...

    async def aask(self, request: Request) -> Reply:
        """Answer a request without blocking."""
        ...

    def forget(self, request: Request) -> None:
        """The answer to this request was refused: no cache should serve it again."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """What to ask the model next.

    Attributes:
        prompt: what to send.
        strategy: the name of the strategy that wrote it.
        options: options of the call, as ``generate_prompt`` takes them.
        inputs: the variables that the prompt was filled with, for a chain that fills it itself.
        splice: turns the answer's text into the text of a whole answer, where only a part was asked for.
        respondent: who is to answer, where it is somebody else than the one who answers the rest.
    """

    prompt: PromptValue
    strategy: str = "first"
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    inputs: Mapping[str, str] = field(default_factory=dict[str, str])
    splice: Callable[[str], str] | None = None
    respondent: Respondent | None = None


@dataclass(frozen=True, slots=True)
class Task(Generic[T]):
    """What was asked for.

    Attributes:
        parser: reads the answers.
        prompt: the request as it was first sent, where there was one.
        instruction: what to do, without the text to read.
        source: the text to read, with the question about it where that is no part of ``instruction``.
        examples: worked examples, each a text to read with the answer to it.
        form: the form of the answer in few words, where the type and the parser do not say it best.
        tp: the type of the value, ``None`` where only the parser knows it.
        schema: the JSON schema of the value, where there is one.
        constrains: whether the model's server can be told to enforce a schema.
        options: options that every call gets.
        max_tokens: the limit of a completion, where known; for the error that says an answer was cut off.
    """

    parser: OutputParser[T]
    prompt: PromptValue | None = None
    instruction: str = ""
    source: str = ""
    examples: tuple[tuple[str, str], ...] = ()
    form: str = ""
    tp: Any = None
    schema: Mapping[str, Any] | None = None
    constrains: bool = False
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    max_tokens: int | None = None

    @property
    def writes_json(self) -> bool:
        """Whether the answer is JSON of a known type, so that the compact type can ask for it."""
        return self.tp is not None and (self.schema or {}).get("type") not in _BARE

    @property
    def instructions(self) -> str:
        """The parser's format instructions, empty where it has none."""
        try:
            return self.parser.get_format_instructions()
        except NotImplementedError:
            return ""


@dataclass(frozen=True, slots=True)
class Situation(Generic[T]):
    """What went wrong.

    Attributes:
        task: what was asked for.
        completion: the answer that was refused.
        error: why.
        attempts: every try so far, this one included.
        finish_reason: why the model stopped, where known.
        request: what the answer was given to, ``None`` for an answer that was handed in.
    """

    task: Task[T]
    completion: str
    error: OutputParserException
    attempts: tuple[Attempt, ...]
    finish_reason: str | None = None
    request: Request | None = None

    @property
    def cut(self) -> bool:
        """Whether the token limit cut off an answer that more room could have completed.

        One that fell into a loop is none, nor is one that was refused for what stood there before the cut.
        """
        unfinished = self.error.kind in (FailureKind.TRUNCATED, FailureKind.NO_VALUE)
        return self.finish_reason == "length" and unfinished and looping_tail(self.completion) is None

    @property
    def tried(self) -> tuple[str, ...]:
        """The strategies that were tried, in order."""
        return tuple(attempt.strategy for attempt in self.attempts)


Strategy: TypeAlias = Callable[[Situation[Any]], Request | None]
"""Writes the next request for what went wrong, or ``None`` where it has nothing to offer."""
