"""Prompt templates with the tolerance of 2023: more values than variables are no error, declarations are a hint."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any, ClassVar, cast

from pydantic import ConfigDict

from structout import prompts
from structout.compat.langchain.counting import CountingType
from structout.compat.langchain.templates import old_words
from structout.errors import ConfigError, TemplateError
from structout.messages import BaseMessage, ChatMessage, PromptValue, StringPromptValue
from structout.prompts.chat import to_message_template
from structout.prompts.fields import MissingVariableError
from structout.result import shorten
from structout.saved import AnyPath


class Tolerant:
    """Passes over values without a variable."""

    ignores_unknown: ClassVar[bool] = True
    counts_as: ClassVar[Any]

    def __eq__(self: Any, other: object) -> bool:
        # `validate_template` says how a template was checked, and not what it is.
        if not isinstance(other, self.counts_as):
            return NotImplemented
        return _but_checks(self) == _but_checks(other)

    def _known(self, given: Mapping[str, Any]) -> None:
        """Let every variable pass."""

    def _values(self: Any, given: Mapping[str, Any]) -> dict[str, Any]:
        """The values of all variables.

        Raises:
            MissingVariableError: one is missing; says how braces are written that are no field.
        """
        parent: Any = super()
        try:
            return parent._values(given)
        except MissingVariableError as error:
            absent = next((name for name in self.input_variables if name not in given), "")
            raise MissingVariableError(
                f"{error}; for braces that are no variable, double them: '{{{{{absent}}}}}'"
            ) from error


def _but_checks(template: Any) -> dict[str, Any]:
    return {name: value for name, value in dict(template).items() if name != "validate_template"}


class PromptTemplate(Tolerant, prompts.PromptTemplate, metaclass=CountingType):
    """A text with ``{name}`` fields; its variables are those found in it, unless ``validate_template`` is set."""

    model_config = ConfigDict(extra="ignore")

    counts_as: ClassVar[Any] = prompts.PromptTemplate

    validate_template: bool = False

    def _check(self) -> None:
        """Check the text and the variables.

        Raises:
            TemplateError: the text is no template, or declared variables are not those in it.
        """
        with old_words():
            super()._check()

    def __add__(self, other: Any) -> PromptTemplate:
        joined = super().__add__(other)
        return PromptTemplate(
            template=joined.template,
            partial_variables=joined.partial_variables,
            output_parser=joined.output_parser,
        )

    @classmethod
    def from_file(
        cls, template_file: AnyPath, input_variables: list[str] | None = None, **kwargs: Any
    ) -> PromptTemplate:
        """A prompt whose text stands in a file.

        Raises:
            UnicodeDecodeError: the file is written in another encoding.
            ConfigError: the file cannot be read, or lies outside the folder.
        """
        try:
            return super().from_file(template_file, input_variables, **kwargs)
        except ConfigError as error:
            raise (error.__cause__ if isinstance(error.__cause__, UnicodeError) else error) from None


class FewShotPromptTemplate(Tolerant, prompts.FewShotPromptTemplate, metaclass=CountingType):
    """A prompt of a prefix, examples and a suffix."""

    counts_as: ClassVar[Any] = prompts.FewShotPromptTemplate

    validate_template: bool = False

    async def aformat(self, /, **kwargs: Any) -> str:
        """``format`` for callers that await: an example selector may have ``aselect_examples``."""
        select = getattr(self.example_selector, "aselect_examples", None)
        if select is None:
            return await super().aformat(**kwargs)
        chosen = await select(self._values(kwargs))
        return self.model_copy(update={"examples": chosen, "example_selector": None}).format(**kwargs)

    async def aformat_prompt(self, /, **kwargs: Any) -> PromptValue:
        """``format_prompt`` for callers that await."""
        return StringPromptValue(await self.aformat(**kwargs))


class _OfRole(prompts.ChatMessagePromptTemplate):
    def _message(self, content: str) -> BaseMessage:
        return ChatMessage(content, role=self.role)


class ChatPromptTemplate(Tolerant, prompts.ChatPromptTemplate, metaclass=CountingType):
    """A prompt that is a conversation; a message may also be ``{"role": …, "content": …}``."""

    counts_as: ClassVar[Any] = prompts.ChatPromptTemplate

    def __init__(self, messages: Iterable[Any], **fields: Any) -> None:
        super().__init__(_checked(messages), **fields)

    def _check(self) -> None:
        """Check the variables.

        Raises:
            TemplateError: declared variables are not those of the messages.
        """
        given = list(self.input_variables)
        try:
            super()._check()
        except TemplateError as error:
            needed = {*self._found()} - self.partial_variables.keys()
            raise TemplateError(
                f"Got mismatched input_variables. Expected: {needed or 'set()'}. Got: {given}; {error}"
            ) from error

    async def aformat_messages(self, /, **kwargs: Any) -> list[BaseMessage]:
        """``format_messages`` for callers that await: an example selector may have ``aselect_examples``."""
        chosen = [await _with_examples(each, kwargs) for each in self.messages]
        return self.model_copy(update={"messages": chosen}).format_messages(**kwargs)

    @classmethod
    def from_template(cls, template: str, **fields: Any) -> ChatPromptTemplate:
        """A prompt of one message of the user; ``partial_variables`` are the template's."""
        return cls([prompts.HumanMessagePromptTemplate.from_template(template, **fields)])

    @classmethod
    def from_role_strings(cls, string_messages: Iterable[tuple[str, str]]) -> ChatPromptTemplate:
        """A prompt of (role, template) pairs, each a ChatMessage of that role; ``from_messages`` is the newer way."""
        warnings.warn("from_role_strings is old: use from_messages", PendingDeprecationWarning, stacklevel=2)
        return cls([_OfRole.from_template(template, role=role) for role, template in string_messages])

    def __add__(self, other: Any) -> ChatPromptTemplate:
        joined = super().__add__(other)
        kept = {"partial_variables": joined.partial_variables, "output_parser": joined.output_parser}
        return ChatPromptTemplate(joined.messages, **kept)

    validate_template: bool = False


async def _with_examples(template: Any, values: Mapping[str, Any]) -> Any:
    select = getattr(getattr(template, "example_selector", None), "aselect_examples", None)
    if select is None:
        return template
    needed = {name: value for name, value in values.items() if name in template.input_variables}
    return template.model_copy(update={"examples": await select(needed), "example_selector": None})


class FewShotChatMessagePromptTemplate(prompts.FewShotChatMessagePromptTemplate, metaclass=CountingType):
    """Examples as turns of a conversation."""

    counts_as: ClassVar[Any] = prompts.FewShotChatMessagePromptTemplate

    def __add__(self, other: Any) -> ChatPromptTemplate:
        return ChatPromptTemplate(super().__add__(other).messages)

    def __radd__(self, other: Any) -> ChatPromptTemplate:
        return ChatPromptTemplate(super().__radd__(other).messages)


class _Added:
    """Mixed in before the template of a message: with ``+`` it becomes a conversation."""

    counts_as: ClassVar[Any]

    def __eq__(self: Any, other: object) -> bool:
        return dict(self) == dict(cast("Any", other)) if isinstance(other, self.counts_as) else NotImplemented

    def __add__(self, other: Any) -> ChatPromptTemplate:
        return ChatPromptTemplate([self]) + other


class SystemMessagePromptTemplate(_Added, prompts.SystemMessagePromptTemplate, metaclass=CountingType):
    """What the model is told before the conversation."""

    counts_as: ClassVar[Any] = prompts.SystemMessagePromptTemplate


class HumanMessagePromptTemplate(_Added, prompts.HumanMessagePromptTemplate, metaclass=CountingType):
    """What the user says."""

    counts_as: ClassVar[Any] = prompts.HumanMessagePromptTemplate


class AIMessagePromptTemplate(_Added, prompts.AIMessagePromptTemplate, metaclass=CountingType):
    """What the model says."""

    counts_as: ClassVar[Any] = prompts.AIMessagePromptTemplate


class ChatMessagePromptTemplate(_Added, prompts.ChatMessagePromptTemplate, metaclass=CountingType):
    """A message of any role."""

    counts_as: ClassVar[Any] = prompts.ChatMessagePromptTemplate


class ConverterPromptTemplate(Tolerant, prompts.ConverterPromptTemplate, metaclass=CountingType):
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


def _checked(messages: Iterable[Any]) -> list[Any]:
    """The messages as structout takes them.

    Raises:
        TemplateError: a template has a field that is no plain name, or is no template.
    """
    return [template for message in messages for template in _as_templates(_pair(message))]


def _as_templates(message: Any) -> list[Any]:
    try:
        return to_message_template(message)
    except TemplateError as error:
        match message:
            case (str(), str()) | str():
                raise TemplateError(
                    f"Invalid variable name (no attribute access, no indexing): {error}"
                ) from error
            case (str(), content):
                raise TemplateError(f"Invalid template: {content}; {error}") from error
            case _:
                raise


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
    try:
        return _tolerant(prompts.load_prompt(path, base_dir))
    except ConfigError as error:
        raise _in_old_words(error) from error


def load_prompt_from_config(
    config: Mapping[str, Any], base_dir: AnyPath | None = None, *, allow_dangerous_paths: bool = False
) -> prompts.BasePromptTemplate:
    """Make a prompt from plain data; no file is named in it, whatever ``allow_dangerous_paths`` says."""
    try:
        return _tolerant(prompts.load_prompt_from_config(config, base_dir))
    except ConfigError as error:
        raise _in_old_words(error, config) from error


def _in_old_words(error: ConfigError, config: Mapping[str, Any] | None = None) -> ConfigError:
    if "Unsupported template format" in str(error):
        return ConfigError(f"such a template can lead to arbitrary code execution: {error}")
    for name, value in (config or {}).items():
        if not isinstance(value, str) or not (name.endswith("_path") or name == "examples"):
            continue
        if PurePath(value).is_absolute():
            return ConfigError(f"{name} {shorten(value)} is absolute: {error}")
        if ".." in PurePath(value).parts:
            return ConfigError(f"{name} {shorten(value)} contains '..' components: {error}")
    return error


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
