"""Arguments and options → what is sent: the prompt of the user's, the form of the answer, the worked examples."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, is_dataclass, replace
from enum import Enum
from typing import Any, cast

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError, to_json

from structout.errors import ConfigError
from structout.functions.options import Options
from structout.functions.signature import INSTRUCTIONS_FIELD, variables
from structout.instructions import format_instructions, typescript
from structout.messages import (
    AIMessage,
    BaseMessage,
    ChatPromptValue,
    HumanMessage,
    PromptValue,
    SystemMessage,
    to_prompt_value,
)
from structout.parsers.base import OutputParser
from structout.parsers.selection import SpokenOutputParser
from structout.prompts import PromptTemplate
from structout.result import shorten

_JSON_ONLY = "Answer with JSON of this type and nothing else:"


@dataclass(frozen=True, slots=True)
class Form:
    """How the answer is asked for.

    Attributes:
        instructions: what stands in the prompt: at its end, or where the template places it.
        system: what stands in the system message.
        answers: the answers of the worked examples, as the model would write them.
        told: the form of the answer alone.
    """

    instructions: str = ""
    system: str = ""
    answers: tuple[str, ...] = ()
    told: str = ""


def form_of(parser: OutputParser[Any], tp: Any, options: Options, *, placed: bool) -> Form:
    """Decide how the form of the answer is told.

    Args:
        parser: reads the answers.
        tp: the type of the value.
        options: the function's.
        placed: whether the template has a place for the instructions.

    Raises:
        ConfigError: an example's value is not of the type.
    """
    answers = tuple(written(tp, value) for _, value in options.examples)
    told = _told(parser, tp, options)
    if answers and not placed and options.style == "auto":
        return Form("", _joined(options.system, told), answers, told)
    return Form(told, options.system, answers, told)


def _told(parser: OutputParser[Any], tp: Any, options: Options) -> str:
    if options.parser is not None or isinstance(parser, SpokenOutputParser):
        return parser.get_format_instructions()
    if options.style != "auto":
        return format_instructions(tp, options.style)
    if tp is str:
        return ""
    if is_bare(tp):
        return f"Answer with nothing but this: {typescript(tp)}"
    return f"{_JSON_ONLY}\n{typescript(tp)}" if options.examples else format_instructions(tp, "example")


_BARE_KINDS = frozenset({"string", "number", "integer", "boolean"})


def is_bare(tp: Any) -> bool:
    """Whether a value of the type is written without JSON: a text, a number, a date, one of some options."""
    schema = TypeAdapter(tp).json_schema()
    reference = schema.get("$ref")
    if isinstance(reference, str):
        schema = schema["$defs"][reference.rsplit("/", 1)[-1]]
    return schema.get("type") in _BARE_KINDS or "enum" in schema or "const" in schema


def written(tp: Any, value: Any) -> str:
    """A value as the model should write it: a text as it is, everything else as JSON.

    Raises:
        ConfigError: the value is not of the type.
    """
    adapter: TypeAdapter[Any] = TypeAdapter(tp)
    try:
        plain = adapter.dump_python(adapter.validate_python(value), mode="json", by_alias=True)
    except (ValidationError, PydanticSerializationError) as error:
        raise ConfigError(
            f"an example's value must be of the return type; found {shorten(value)}: {error}"
        ) from error
    return plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)


def shown(value: Any) -> str:
    """An argument as it stands in the prompt: a text as it is, containers and models as JSON, enums by value."""
    if isinstance(value, Enum):
        return shown(value.value)
    if isinstance(value, str):
        return value
    if isinstance(value, BaseModel | Mapping | list | tuple | set | frozenset) or is_dataclass(value):
        # What JSON cannot say, as bytes or a list that holds itself, is shown as Python shows it.
        with suppress(PydanticSerializationError):
            return to_json(value, fallback=str).decode()
    return str(cast("object", value))


@dataclass(frozen=True, slots=True)
class Written:
    """A filled template.

    Attributes:
        messages: the prompt, without the form of the answer and without examples.
        source: the text to read: the arguments that are texts, one below the other.
        placed: whether the instructions stand in it already.
    """

    messages: tuple[BaseMessage, ...]
    source: str
    placed: bool = False


def filled(template: PromptTemplate, arguments: Mapping[str, Any], instructions: str) -> Written:
    """Fill the template with the arguments of a call."""
    placed = INSTRUCTIONS_FIELD in template.input_variables
    values = {name: shown(arguments[name]) for name in template.input_variables if name in arguments}
    if placed:
        values[INSTRUCTIONS_FIELD] = instructions
    used = {name: arguments[name] for name in template.input_variables if name in arguments}
    return Written((HumanMessage(template.format(**values)),), source_of(used), placed)


def source_of(arguments: Mapping[str, Any]) -> str:
    """What is read: every argument as it stands in the prompt, one below the other."""
    return "\n".join(shown(value) for value in arguments.values())


def returned(value: Any, arguments: Mapping[str, Any], name: str) -> Written:
    """Take what a function's body returned as the prompt.

    Raises:
        ConfigError: it is neither a text, nor messages, nor a prompt value.
    """
    if value is None:
        raise ConfigError(
            f"the body of {name} returned None: return the prompt as a text or as messages, or write nothing but a "
            "docstring (an f-string is none)"
        )
    try:
        messages = to_prompt_value(value).to_messages()
    except TypeError as error:
        raise ConfigError(f"the body of {name} must return the prompt: {error}") from error
    return Written(tuple(messages), source_of(arguments))


def assembled(written: Written, form: Form, turns: Sequence[tuple[BaseMessage, ...]]) -> PromptValue:
    """Put together what is sent: system message, worked examples, prompt, instructions.

    Args:
        written: the filled template.
        form: how the answer is asked for.
        turns: the filled templates of the examples, in the order of ``form.answers``.
    """
    system = _joined(form.system, *(each.content for each in written.messages if each.role == "system"))
    messages: list[BaseMessage] = [SystemMessage(system)] if system else []
    for turn, answer in zip(turns, form.answers, strict=True):
        messages += [*turn, AIMessage(answer)]
    messages += [each for each in written.messages if each.role != "system"]
    if form.instructions and not written.placed:
        messages = _with_instructions(messages, form.instructions)
    return ChatPromptValue(tuple(messages))


def _with_instructions(messages: list[BaseMessage], instructions: str) -> list[BaseMessage]:
    last = messages[-1] if messages else HumanMessage("")
    if last.role != "user":
        return [*messages, HumanMessage(instructions)]
    return [*messages[:-1], replace(last, content=_joined(last.content, instructions))]


def _joined(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def arguments_of(signature: inspect.Signature, given: Any, name: str) -> dict[str, Any]:
    """The arguments that an example's input stands for.

    Args:
        signature: the function's.
        given: one argument, a tuple of arguments, or a dict of them by name.
        name: the function's name, for the error.

    Raises:
        ConfigError: they do not fit the signature.
    """
    names = variables(signature)
    own = signature.replace(parameters=[signature.parameters[each] for each in names])
    try:
        if isinstance(given, dict) and cast("dict[str, Any]", given).keys() <= set(names):
            bound = own.bind(**given)
        elif isinstance(given, tuple):
            bound = own.bind(*given)
        else:
            bound = own.bind(given)
    except TypeError as error:
        raise ConfigError(f"an example's input does not fit {name}{own}: {error}") from error
    bound.apply_defaults()
    return dict(bound.arguments)
