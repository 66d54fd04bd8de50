"""Prompt templates with the tolerance of 2023: more values than variables are no error, declarations are a hint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from pydantic import ConfigDict

from structout import prompts
from structout.compat.langchain.counting import CountingType
from structout.errors import ConfigError
from structout.prompts.fields import fill
from structout.saved import AnyPath


class _Tolerant:
    """Passes over values without a variable."""

    ignores_unknown: ClassVar[bool] = True

    def _known(self, given: Mapping[str, Any]) -> None:
        """Let every variable pass."""


class PromptTemplate(_Tolerant, prompts.PromptTemplate, metaclass=CountingType):
    """A text with ``{name}`` fields; its variables are those found in it, unless ``validate_template`` is set."""

    model_config = ConfigDict(extra="ignore")

    counts_as: ClassVar[Any] = prompts.PromptTemplate

    validate_template: bool = False


class FewShotPromptTemplate(_Tolerant, prompts.FewShotPromptTemplate, metaclass=CountingType):
    """A prompt of a prefix, examples and a suffix."""

    counts_as: ClassVar[Any] = prompts.FewShotPromptTemplate

    validate_template: bool = False


class ChatPromptTemplate(_Tolerant, prompts.ChatPromptTemplate, metaclass=CountingType):
    """A prompt that is a conversation; a message may also be ``{"role": …, "content": …}``."""

    counts_as: ClassVar[Any] = prompts.ChatPromptTemplate

    def __init__(self, messages: Iterable[Any], **fields: Any) -> None:
        super().__init__(map(_pair, messages), **fields)

    validate_template: bool = False


class FewShotChatMessagePromptTemplate(prompts.FewShotChatMessagePromptTemplate, metaclass=CountingType):
    """Examples as turns of a conversation."""

    counts_as: ClassVar[Any] = prompts.FewShotChatMessagePromptTemplate


class ConverterPromptTemplate(_Tolerant, prompts.ConverterPromptTemplate, metaclass=CountingType):
    """A text some of whose variables a function fills."""

    counts_as: ClassVar[Any] = prompts.ConverterPromptTemplate


_OLD_SPELLING = {
    "convertor": "converter",
    "convertor_input_variables": "converter_input_variables",
    "convertor_output_variables": "converter_output_variables",
}


class ConvertorPromptTemplate(ConverterPromptTemplate):
    """``ConverterPromptTemplate`` by its older spelling, arguments too."""

    def __init__(self, **fields: Any) -> None:
        super().__init__(**{_OLD_SPELLING.get(name, name): value for name, value in fields.items()})


def _pair(message: Any) -> Any:
    match message:
        case {"role": role, "content": content}:
            return (role, content)
        case _:
            return message


_KINDS: dict[type, type] = {
    prompts.PromptTemplate: PromptTemplate,
    prompts.FewShotPromptTemplate: FewShotPromptTemplate,
    prompts.ChatPromptTemplate: ChatPromptTemplate,
}


def load_prompt(
    path: AnyPath, base_dir: AnyPath | None = None, *, allow_dangerous_paths: bool = False
) -> prompts.BasePromptTemplate:
    """Read a prompt that ``save`` wrote; no path leaves its folder, whatever ``allow_dangerous_paths`` says."""
    return _tolerant(prompts.load_prompt(path, base_dir))


def load_prompt_from_config(
    config: Mapping[str, Any], base_dir: AnyPath | None = None, *, allow_dangerous_paths: bool = False
) -> prompts.BasePromptTemplate:
    """Make a prompt from plain data; no file is named in it, whatever ``allow_dangerous_paths`` says."""
    return _tolerant(prompts.load_prompt_from_config(config, base_dir))


def _tolerant(loaded: prompts.BasePromptTemplate) -> prompts.BasePromptTemplate:
    kind = _KINDS.get(type(loaded))
    if kind is None:
        return loaded
    fields = {
        name: getattr(loaded, name) for name in type(loaded).model_fields if name in loaded.model_fields_set
    }
    if isinstance(loaded, prompts.FewShotPromptTemplate):
        fields["example_prompt"] = _tolerant(loaded.example_prompt)
    return kind(**{**fields, "validate_template": False})


class _Formatter:
    """Fills plain ``{name}`` fields by keyword."""

    def format(self, format_string: str, /, **kwargs: Any) -> str:
        """Put the values in."""
        return fill(format_string, kwargs)

    def vformat(self, format_string: str, args: Any, kwargs: Mapping[str, Any]) -> str:
        """Put the values in; ``args`` must be empty."""
        if args:
            raise ConfigError("No arguments should be provided: give every value by keyword")
        return fill(format_string, kwargs)


formatter = _Formatter()
"""Fills plain ``{name}`` fields by keyword; attributes, indexes and format specifications are refused."""
