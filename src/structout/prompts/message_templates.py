"""Parts of prompts that are conversations: messages with variables, and places for lists of messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self, cast

from pydantic import BaseModel, ConfigDict, Field

from structout.errors import TemplateError
from structout.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, message_of, to_message
from structout.prompts.base import StringPromptTemplate
from structout.prompts.template import PromptTemplate
from structout.result import shorten
from structout.saved import AnyPath


class MessagesPlaceholder(BaseModel):
    """A place in a conversation for a list of messages, given at each format; they are data.

    Attributes:
        variable_name: the variable that holds them.
        optional: whether it may be left out.
        n_messages: how many of them are shown at most, the last ones; all where not given.
    """

    variable_name: str
    optional: bool = False
    n_messages: int | None = Field(default=None, ge=1)

    def __init__(self, variable_name: str, **fields: Any) -> None:
        fields["variable_name"] = variable_name
        super().__init__(**fields)

    @property
    def input_variables(self) -> list[str]:
        """The variable, unless it may be left out."""
        return [] if self.optional else [self.variable_name]

    def format_messages(self, /, **kwargs: Any) -> list[BaseMessage]:
        """The messages given.

        Raises:
            TemplateError: the value is no list of messages.
        """
        value = kwargs.get(self.variable_name, []) if self.optional else kwargs[self.variable_name]
        expected = f"variable {self.variable_name!r} should be a list of base messages"
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise TemplateError(f"{expected}; found {shorten(value)}")
        try:
            messages = [to_message(message) for message in cast("Sequence[Any]", value)]
        except TypeError as error:
            raise TemplateError(f"{expected}; {error}") from error
        return messages if self.n_messages is None else messages[-self.n_messages :]


class BaseMessagePromptTemplate(BaseModel):
    """A message with variables.

    Attributes:
        prompt: the template of its content.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")

    message_class: ClassVar[type[BaseMessage]] = HumanMessage

    prompt: StringPromptTemplate

    @property
    def input_variables(self) -> list[str]:
        """The variables of the content."""
        return self.prompt.input_variables

    @classmethod
    def from_template(cls, template: str, **kwargs: Any) -> Self:
        """A message whose content is this template; ``partial_variables`` and the like go to the template."""
        of_prompt = {name: kwargs.pop(name) for name in [*kwargs] if name in PromptTemplate.model_fields}
        return cls(prompt=PromptTemplate(template=template, **of_prompt), **kwargs)

    @classmethod
    def from_template_file(
        cls,
        template_file: AnyPath,
        input_variables: list[str] | None = None,
        *,
        base_dir: AnyPath | None = None,
        **kwargs: Any,
    ) -> Self:
        """A message whose content stands in a file, as ``PromptTemplate.from_file`` reads it."""
        return cls(
            prompt=PromptTemplate.from_file(template_file, input_variables, base_dir=base_dir), **kwargs
        )

    def format(self, /, **kwargs: Any) -> BaseMessage:
        """Fill the variables in."""
        return self._message(self.prompt.format(**kwargs))

    def format_messages(self, /, **kwargs: Any) -> list[BaseMessage]:
        """The message, with those variables filled in that it has."""
        known = {*self.prompt.input_variables, *self.prompt.partial_variables}
        return [self.format(**{name: value for name, value in kwargs.items() if name in known})]

    def _message(self, content: str) -> BaseMessage:
        return self.message_class(content)


class SystemMessagePromptTemplate(BaseMessagePromptTemplate):
    """A system message with variables."""

    message_class: ClassVar[type[BaseMessage]] = SystemMessage


class HumanMessagePromptTemplate(BaseMessagePromptTemplate):
    """A user's message with variables."""


class AIMessagePromptTemplate(BaseMessagePromptTemplate):
    """A model's message with variables."""

    message_class: ClassVar[type[BaseMessage]] = AIMessage


class ChatMessagePromptTemplate(BaseMessagePromptTemplate):
    """A message of any role with variables."""

    role: str

    def _message(self, content: str) -> BaseMessage:
        return message_of(self.role, content)
