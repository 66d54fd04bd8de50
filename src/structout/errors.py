"""The errors that leave this package, and whose fault each one is.

StructoutError
├── OutputParserException (ValueError)   the completion: it holds no value of the type
├── TemplateError (ValueError)           the prompt template: a field that cannot be filled, or must not be
├── ConfigError (ValueError)             the caller: options that contradict each other, a type nobody can express
├── MissingExtraError (ImportError)      the installation: an optional part is not there
├── ModelError                           the model or the way to it
│   ├── ModelUnavailableError            unreachable, overloaded, too slow
│   ├── ModelRequestError                refused the request: credentials, parameters
│   └── StreamBrokenError                broke off in the middle of an answer
└── DownloadError                        the local model's weights could not be fetched
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from structout.result import Attempt, JsonValue, Problem


class FailureKind(StrEnum):
    """Why a completion gave no value."""

    INVALID = "invalid"
    """It holds something, but not what the type asks for."""
    NO_VALUE = "no-value"
    """Nothing in it can be read as the type at all."""
    EMPTY = "empty"
    REFUSAL = "refusal"
    """The model declined to answer."""
    TRUNCATED = "truncated"
    """It was cut off, by the token limit or in mid-value."""
    AMBIGUOUS = "ambiguous"
    """Several readings fit equally well."""
    SCHEMA_ECHO = "schema-echo"
    EXAMPLE_ECHO = "example-echo"
    SOURCE_ECHO = "source-echo"
    PLACEHOLDER = "placeholder"
    """A slot of the instructions was left unfilled: ``<string>``, ``low|normal|high``."""
    REPETITION_LOOP = "repetition-loop"
    TOO_DEEP = "too-deep"
    TOO_LARGE = "too-large"
    SEVERITY = "severity"
    """A value could be read, but only with a graver repair than ``max_severity`` allows."""


class StructoutError(Exception):
    """Base of every error raised by this package."""


class OutputParserException(StructoutError, ValueError):
    """The completion holds no value of the type that was asked for.

    Its message is written for two readers: a person, and the model that gets it in the NAIVE_FIX prompt. Advice on
    options of the program is for the person alone: ``for_model`` leaves it out.

    Args:
        message: what was wrong, in one sentence.
        llm_output: the completion, whole.
        kind: why.
        errors: each problem with path, expected, found and position.
        attempts: every try that led here, first to last.
        partial: what could be read of the value, as JSON.
        observation: what an agent's model is told in place of the message.
        send_to_llm: whether the error is meant for an agent's model; then the completion and ``observation`` are given.
    """

    def __init__(
        self,
        message: object,
        llm_output: str = "",
        *,
        kind: FailureKind = FailureKind.INVALID,
        errors: tuple[Problem, ...] = (),
        attempts: tuple[Attempt, ...] = (),
        partial: JsonValue = None,
        observation: str | None = None,
        send_to_llm: bool = False,
    ) -> None:
        if send_to_llm and (observation is None or not llm_output):
            raise ValueError("Arguments 'observation' & 'llm_output' are required if 'send_to_llm' is True")
        super().__init__(message)
        self.message = str(message)
        self.llm_output = llm_output
        self.kind = kind
        self.errors = errors
        self.attempts = attempts
        self.partial = partial
        self.observation = observation
        self.send_to_llm = send_to_llm

    def __str__(self) -> str:
        return "\n".join([self.message, *(f"- {problem}" for problem in self.errors)])

    def for_model(self) -> str:
        """The message with its problems, as a model is told them."""
        return "\n".join([self.message, *(f"- {problem.for_model()}" for problem in self.errors)])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        state = {name: getattr(self, name) for name in _STATE}
        return _rebuild, (type(self), self.message, self.llm_output, state)


_STATE = ("kind", "errors", "attempts", "partial", "observation", "send_to_llm")


def _rebuild(cls: type[OutputParserException], message: str, llm_output: str, state: dict[str, Any]) -> Any:
    return cls(message, llm_output, **state)


class TemplateError(StructoutError, ValueError):
    """A prompt template has a field that cannot be filled, or must not be."""


class ConfigError(StructoutError, ValueError):
    """The caller's options contradict each other, or name something that cannot be."""


class MissingExtraError(StructoutError, ImportError):
    """An optional part is not installed.

    Args:
        extra: the extra of the distribution ``structout-parsers`` that brings it.
        needed_for: what it is needed for, as the start of a sentence.
    """

    def __init__(self, extra: str, needed_for: str) -> None:
        super().__init__(
            f"{needed_for} needs an optional dependency: install it with "
            f"`pip install 'structout-parsers[{extra}]'`"
        )
        self.extra = extra
        self.needed_for = needed_for

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.extra, self.needed_for)


class ModelError(StructoutError):
    """A model, or the way to it, failed."""


class ModelUnavailableError(ModelError):
    """The model cannot be reached, is overloaded or too slow; the same request may succeed later."""


class ModelRequestError(ModelError):
    """The model refused the request: credentials, parameters, an unknown model."""


class StreamBrokenError(ModelError):
    """The stream of an answer broke off.

    Args:
        message: what happened.
        completion: the text that had come.
        partial: what was whole of the value, as JSON.
    """

    def __init__(self, message: str, *, completion: str = "", partial: JsonValue = None) -> None:
        super().__init__(message)
        self.completion = completion
        self.partial = partial

    def __reduce__(self) -> tuple[Any, ...]:
        return _broken_again, (str(self), self.completion, self.partial)


def _broken_again(message: str, completion: str, partial: JsonValue) -> StreamBrokenError:
    return StreamBrokenError(message, completion=completion, partial=partial)


class DownloadError(StructoutError):
    """The local model's weights could not be fetched or are damaged."""


def check_text(text: object) -> None:
    """Refuse a completion that is no text.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(text, str):
        found = type(text).__name__
        raise TypeError(
            f"expected the completion as a str, found {found}: a refusal or a tool call has no text"
        )
