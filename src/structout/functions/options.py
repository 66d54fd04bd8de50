"""What can be set about a function: on the decorator, for one call, or as a default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, TypeAlias, cast

from structout.errors import ConfigError
from structout.fixing import Budget, Fix
from structout.instructions import InstructionStyle
from structout.llms.base import BaseLanguageModel
from structout.llms.callbacks import Callbacks
from structout.parsers.base import OutputParser
from structout.reprompting.steps import OnTruncation
from structout.result import Severity, shorten

Style: TypeAlias = InstructionStyle | Literal["auto"]
Structured: TypeAlias = Literal["text", "json_schema", "tools", "auto"]
OnItemError: TypeAlias = Literal["raise", "skip", "collect"]
GroundingMode: TypeAlias = Literal["off", "warn", "fix"]

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "style": ("auto", "json_schema", "typescript", "example"),
    "structured": ("text", "json_schema", "tools", "auto"),
    "on_item_error": ("raise", "skip", "collect"),
    "on_truncation": ("raise", "again", "continue"),
    "grounding": ("off", "warn", "fix"),
}


_KINDS: Mapping[str, tuple[Any, str]] = {
    "llm": (BaseLanguageModel | str | None, "a language model, or its name as 'local' or 'openai:MODEL'"),
    "examples": (Sequence, "a sequence of pairs (input, value)"),
    "system": (str, "a text"),
    "max_retries": (int, "a whole number, 0 or more"),
    "budget": (Budget, "a Budget, as Budget(attempts=3)"),
    "llm_kwargs": (Mapping, "a dict of options for each call of the model"),
}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a function.

    Attributes:
        llm: the model, or its name as STRUCTOUT_LLM takes it.
        parser: reads the answers; chosen by the return annotation where not given.
        style: how the form of the answer is told. ``auto`` puts a compact type into the system message where
            there are examples, and else an example line at the very end of the prompt.
        examples: pairs of input and value; an input is the one argument, a tuple of arguments or a dict of them.
        system: what the model is told before the prompt.
        fix: the strategy that writes the next request after a wrong answer.
        max_retries: calls after the first one.
        budget: what all calls together may cost.
        max_severity: the gravest repair that is taken without an error.
        context: handed to Pydantic's validators.
        structured: whether the server is told to enforce the schema; ``auto`` where it can, and text where it refuses.
        on_item_error: what a wrong item of a list means: an error, a gap, or a gap with the error kept.
        on_truncation: what an answer cut off by the token limit means: an error, the same request with twice the
            room, or, for lists, a request for the rest.
        stop_early: whether a streamed answer is ended once its value is whole and nothing can change it any more, and
            once the model says the same over and over, rather than at the token limit.
        grounding: whether strings, numbers and dates that do not stand in the input are let through in silence,
            warned of, or asked for again.
        callbacks: handlers that see the calls of the function and of its model.
        llm_kwargs: options for each call of the model: ``temperature``, ``max_tokens``, ``seed``, …
    """

    llm: BaseLanguageModel | str | None = None
    parser: OutputParser[Any] | None = None
    style: Style = "auto"
    examples: Sequence[tuple[Any, Any]] = ()
    system: str = ""
    fix: Fix = "auto"
    max_retries: int = 2
    budget: Budget = field(default_factory=Budget)
    max_severity: Severity | str = Severity.TYPE
    context: Any = None
    structured: Structured = "text"
    on_item_error: OnItemError = "raise"
    on_truncation: OnTruncation = "raise"
    stop_early: bool = True
    grounding: GroundingMode = "off"
    callbacks: Callbacks = None
    llm_kwargs: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise ConfigError(f"{name} must be one of {', '.join(choices)}; got {getattr(self, name)!r}")
        for name, (wanted, told) in _KINDS.items():
            if not isinstance(getattr(self, name), wanted):
                raise ConfigError(f"{name} must be {told}; got {shorten(getattr(self, name))}")
        if self.max_retries < 0:
            raise ConfigError(f"max_retries must be 0 or more; got {self.max_retries!r}")
        _check_parts(self)
        Severity.of(self.max_severity)


def _check_parts(options: Options) -> None:
    for example in cast("Sequence[object]", options.examples):
        pair = isinstance(example, tuple | list) and len(cast("Sequence[Any]", example)) == 2
        if not pair:
            raise ConfigError(f"an example is a pair (input, value); got {shorten(cast('Any', example))}")
    if options.parser is not None and not callable(getattr(options.parser, "parse", None)):
        raise ConfigError(f"parser must be an output parser; got {shorten(options.parser)}")


OPTIONS = frozenset(each.name for each in fields(Options))


def check_names(options: Mapping[str, Any]) -> None:
    """Refuse options that do not exist.

    Raises:
        ConfigError: there is no such option; names those that are.
    """
    for name in options:
        if name not in OPTIONS:
            raise ConfigError(f"there is no option {name!r}; the options are {', '.join(sorted(OPTIONS))}")


def changed(options: Options, **changes: Any) -> Options:
    """The same options with some changed.

    Raises:
        ConfigError: an option cannot have that value.
    """
    return replace(options, **changes)
