"""What a parse hands back: the value with its account, the problems where there is none, the attempts that led there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from structout.result.account import severity_of
from structout.result.places import Span
from structout.result.repairs import Repair, Severity

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a completion is no value of the type.

    Attributes:
        path: where in the value.
        expected: what the type asks for.
        found: what stood there, as a repr of at most 80 characters.
        span: where in the completion, where known.
        hint: what to do about it, where something can be done.
        advice: what the program's author could do about it, such as an option to set; models are not told.
    """

    path: str
    expected: str
    found: str
    span: Span | None = None
    hint: str = ""
    advice: str = ""

    def for_model(self) -> str:
        """The problem as a model is told it."""
        where = (
            self.path if self.span is None else f"{self.path} (characters {self.span.start}-{self.span.end})"
        )
        hint = f"; {self.hint}" if self.hint else ""
        return f"{where}: expected {self.expected}, found {self.found}{hint}"

    def __str__(self) -> str:
        return f"{self.for_model()}; {self.advice}" if self.advice else self.for_model()


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that a model call took."""

    prompt_tokens: int = 0
    completion_tokens: int = 0

    @property
    def total_tokens(self) -> int:
        """Prompt and completion together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens, self.completion_tokens + other.completion_tokens
        )


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try at a value: what was asked, what came back, and why it was refused.

    Attributes:
        strategy: which strategy wrote the prompt, ``"first"`` for the completion that was handed in.
        prompt: the text that was sent, empty where no call was made.
        completion: the text that came back.
        error: the message of the refusal, ``None`` for the attempt that gave the value.
        usage: tokens taken.
        seconds: wall-clock time of the call.
    """

    strategy: str
    prompt: str
    completion: str
    error: str | None = None
    usage: Usage = Usage()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Parsed(Generic[T]):
    """A value with the account of how it was read.

    Everything in the completion is in the value, in a repair, or in ``ignored``.

    Attributes:
        value: what was asked for.
        text: the completion.
        span: where the payload stands in it.
        repairs: every liberty taken, in the order of the text; they are made while they are looked at.
        ignored: what stands outside the payload.
        complete: ``False`` where the payload was cut off and the caller allowed that.
        attempts: every try at it where a model was asked again, first to last.
    """

    value: T
    text: str
    span: Span
    repairs: Sequence[Repair] = ()
    ignored: tuple[Span, ...] = ()
    complete: bool = True
    attempts: tuple[Attempt, ...] = ()

    @property
    def severity(self) -> Severity:
        """The gravest of the repairs, ``none`` without any."""
        return severity_of(self.repairs)

    def map(self, change: Callable[[T], Any]) -> Parsed[Any]:
        """The same account with another value."""
        whole: Parsed[Any] = self
        return replace(whole, value=change(self.value))

    def __str__(self) -> str:
        from_text = self.span.of(self.text)
        lines = [from_text, *(f"  {repair.severity}: {repair}" for repair in self.repairs)]
        return "\n".join(lines)
