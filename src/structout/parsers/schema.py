"""Parsers for any type: valid JSON at the price of one validation, everything else through the pipeline.

In: a completion. Out: the typed value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

# Packages whose names are imported with their first use: valid JSON needs no repair, and few parsers stream.
from structout import coerce, instructions as asking, parsers, streaming
from structout.errors import check_text
from structout.parsers.base import BaseOutputParser
from structout.parsers.clean import obvious_payload, suspicious
from structout.parsers.settings import Settings
from structout.result import JsonValue, Parsed, Severity

if TYPE_CHECKING:
    from typing_extensions import TypeForm

T = TypeVar("T")

_RUST_DEPTH = 200
"""How deep Rust reads; under a lower limit each value is measured."""

_OPENERS: dict[frozenset[str], str] = {frozenset({"object"}): "{", frozenset({"list"}): "["}
_SHOWN: tuple[JsonValue, ...] = (
    {"foo": ["bar", "baz"]},
    {"properties": {"foo": ["bar", "baz"]}},
    {"properties": {"foo": {"title": "Foo", "description": "a list of strings", "type": "array", "items": {"type": "string"}}}, "required": ["foo"]},
)  # fmt: skip
"""What the format instructions show of JSON apart from the schema."""

_WORKED_OUT = frozenset({"pipeline", "adapter", "_fast"})


class TypedOutputParser(BaseOutputParser[T], Generic[T]):
    """Reads a value of any type that Pydantic knows.

    Args:
        tp: the type, any annotation.
        instructions: the style of the format instructions.
        max_severity: the gravest repair that is taken without an error.
        max_depth: how deep values may nest.
        max_length: the longest completion that is repaired, in characters.
        decimal: the decimal mark of numbers in text; without it ``1,234`` is no float.
        dayfirst: the order of ``03/04/2025``; without it such a date is an error.
        rules: more rules for single values, by kind of type or Pydantic error type.
        context: handed to Pydantic's validators.

    Raises:
        ConfigError: Pydantic can make nothing of the type, or an option has a value that it cannot have. A type that
            names classes still to be defined is looked at again with the first completion.
    """

    def __init__(
        self,
        tp: Any,
        *,
        instructions: asking.InstructionStyle = "json_schema",
        max_severity: Severity | str = Severity.TYPE,
        max_depth: int = 200,
        max_length: int = 10_000_000,
        decimal: Literal[".", ","] | None = None,
        dayfirst: bool | None = None,
        rules: Mapping[str, coerce.Rule] | None = None,
        context: Any = None,
    ) -> None:
        self.tp = tp
        self.instructions: asking.InstructionStyle = asking.known_style(instructions)
        self.max_severity = Severity.of(max_severity)
        self.settings = Settings(
            self.max_severity, max_depth, max_length, decimal, dayfirst, rules or {}, context
        )
        early = coerce.early_adapter_of(tp)
        if early is not None:
            self.adapter = early

    @cached_property
    def pipeline(self) -> parsers.Pipeline[T]:
        """What reads; built with the first completion."""
        return parsers.Pipeline(self.adapter, self.settings, echoes=_SHOWN)

    @cached_property
    def adapter(self) -> TypeAdapter[T]:
        """Pydantic's adapter of the type."""
        return coerce.adapter_of(self.tp)

    def __repr__(self) -> str:
        shown = self.tp.__name__ if type(self.tp) is type or isinstance(self.tp, type(BaseModel)) else self.tp
        return f"{type(self).__name__}({shown})"

    def __getstate__(self) -> dict[str, Any]:
        """What was worked out from the type is worked out again by the copy: not all of it can be pickled."""
        return {name: value for name, value in vars(self).items() if name not in _WORKED_OUT}

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        return asking.format_instructions(self.tp, self.instructions)

    def explain(self, text: str, *, prompt: str | None = None, finish_reason: str | None = None) -> Parsed[T]:
        """Read the completion and keep the account of every liberty taken.

        Raises:
            OutputParserException: the completion holds no value of the type.
        """
        return self.pipeline.explain(text, prompt=prompt, finish_reason=finish_reason)

    def parse(self, text: str) -> T:
        """Read the completion.

        Raises:
            OutputParserException: the completion holds no value of the type.
            TypeError: there is no text to read.
        """
        opener, validate, watched = self._fast
        if type(text) is str and text[:1] == opener:
            payload = text
        else:
            check_text(text)
            payload = obvious_payload(text, opener) if opener else ""
        if not payload:
            return self.pipeline.value(text)
        try:
            value = validate(payload, strict=True)
        except (ValidationError, *coerce.CODE_ERRORS):
            return self.pipeline.value(text)
        if suspicious(payload, value) or (watched and self.pipeline.target.overread(payload)):
            return self.explain(text).value
        return value

    @cached_property
    def _fast(self) -> tuple[str | None, Callable[..., T], bool]:
        """The bracket that opens every value of the type, if there is one; Pydantic's validator in Rust; whether it overreads."""
        target, settings = self.pipeline.target, self.settings
        plain = settings.context is None and settings.max_depth >= _RUST_DEPTH and not self.pipeline.hollow
        opener = _OPENERS.get(target.kinds) if plain else None
        return (
            opener,
            self.pipeline.coercer.strict.validate_json,
            target.loose or target.clocks or target.moments,
        )

    def growth(
        self,
        *,
        prompt: str | None = None,
        stop_early: bool = False,
        on_item: streaming.OnItem | None = None,
        max_tokens: int | None = None,
    ) -> streaming.Growth[T]:
        """One completion on its way in, shown part by part."""
        return streaming.Growth(
            self.explain,
            self.pipeline.coercer,
            prompt=prompt,
            stop_early=stop_early,
            on_item=on_item,
            max_depth=self.settings.max_depth,
            max_tokens=max_tokens,
        )

    @property
    def _type(self) -> str:
        return "typed"


class PydanticOutputParser(TypedOutputParser[T], Generic[T]):
    """Reads an instance of a model.

    Args:
        pydantic_object: the model class, or any other type.
        options: as for ``TypedOutputParser``.
    """

    def __init__(self, pydantic_object: TypeForm[T], **options: Any) -> None:
        super().__init__(pydantic_object, **options)
        self.pydantic_object = pydantic_object

    @property
    def _type(self) -> str:
        return "pydantic"


class JsonOutputParser(TypedOutputParser[Any]):
    """Reads any JSON value, or, given a type, JSON of that form as plain Python objects.

    Args:
        pydantic_object: the type whose schema goes into the instructions, if any.
        options: as for ``TypedOutputParser``.
    """

    def __init__(self, pydantic_object: Any = None, **options: Any) -> None:
        super().__init__(Any if pydantic_object is None else pydantic_object, **options)
        self.pydantic_object = pydantic_object

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        return "Return a JSON object." if self.pydantic_object is None else super().get_format_instructions()

    @property
    def _type(self) -> str:
        return "json"
