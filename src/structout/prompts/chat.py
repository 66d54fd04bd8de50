"""Prompts that are conversations: templates of messages, fixed messages, places for lists of messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Protocol, Self, TypeAlias, cast, runtime_checkable

from pydantic import BaseModel, ConfigDict

from structout.errors import TemplateError
from structout.messages import (
    AIMessage,
    BaseMessage,
    ChatPromptValue,
    HumanMessage,
    SystemMessage,
    get_buffer_string,
    message_from_dict,
    message_of,
    message_to_dict,
    to_message,
)
from structout.prompts.base import BasePromptTemplate, StringPromptTemplate, Values
from structout.prompts.template import PromptTemplate, check_declared, joined_partials
from structout.result import shorten


class MessagesPlaceholder(BaseModel):
    """A place in a conversation for a list of messages, given at each format; they are data.

    Attributes:
        variable_name: the variable that holds them.
        optional: whether it may be left out.
    """

    variable_name: str
    optional: bool = False

    def __init__(self, variable_name: str, *, optional: bool = False) -> None:
        fields: dict[str, Any] = {"variable_name": variable_name, "optional": optional}
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
            return [to_message(message) for message in cast("Sequence[Any]", value)]
        except TypeError as error:
            raise TemplateError(f"{expected}; {error}") from error


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
        """A message whose content is this template; ``partial_variables`` go to the template."""
        bound = {"partial_variables": kwargs.pop("partial_variables", {})}
        return cls(prompt=PromptTemplate(template=template, **bound), **kwargs)

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


@runtime_checkable
class MessagesTemplate(Protocol):
    """Anything that turns variables into messages."""

    @property
    def input_variables(self) -> list[str]:
        """The variables that it needs."""
        ...

    def format_messages(self, /, **kwargs: Any) -> list[BaseMessage]:
        """Fill the variables in; others are passed over."""
        ...


MessageTemplate: TypeAlias = "BaseMessage | MessagesTemplate"

_CLASS_OF_ROLE: dict[str, type[BaseMessagePromptTemplate]] = {
    "system": SystemMessagePromptTemplate,
    "human": HumanMessagePromptTemplate,
    "user": HumanMessagePromptTemplate,
    "ai": AIMessagePromptTemplate,
    "assistant": AIMessagePromptTemplate,
}


def to_message_template(value: Any) -> list[MessageTemplate]:
    """Read one item of ``from_messages``.

    Raises:
        TemplateError: the item is none of those that it takes.
    """
    match value:
        case ChatPromptTemplate():
            return value.messages
        case BaseMessage() | MessagesTemplate():
            return [value]
        case StringPromptTemplate():
            return [HumanMessagePromptTemplate(prompt=value)]
        case str():
            return [HumanMessagePromptTemplate.from_template(value)]
        case ("placeholder", str() as field):
            return [MessagesPlaceholder(PromptTemplate(template=field).input_variables[0], optional=True)]
        case (str() as role, str() as template) if role in _CLASS_OF_ROLE:
            return [_CLASS_OF_ROLE[role].from_template(template)]
        case (str() as role, str() as template):
            return [ChatMessagePromptTemplate.from_template(template, role=role)]
        case _:
            raise TemplateError(
                "expected a (role, template) pair, a message, a message template, a placeholder or a text; "
                f"found {shorten(value)}"
            )


class ChatPromptTemplate(BasePromptTemplate):
    """A prompt that is a conversation.

    Messages that are given as such are fixed: nothing in them is a variable.

    Attributes:
        messages: fixed messages, message templates and placeholders, in order.
    """

    messages: list[Any]

    def __init__(self, messages: Iterable[Any], **fields: Any) -> None:
        fields["messages"] = [template for value in messages for template in to_message_template(value)]
        super().__init__(**fields)

    def _check(self) -> None:
        """Check the variables.

        Raises:
            TemplateError: declared variables are not those of the messages.
        """
        inferred = [name for name in self._found() if name not in self.partial_variables]
        if "input_variables" not in self.model_fields_set:
            self.input_variables = inferred
        super()._check()
        check_declared(self.input_variables, inferred)

    def _found(self) -> list[str]:
        templates = [each for each in self.messages if not isinstance(each, BaseMessage)]
        return sorted({name for template in templates for name in template.input_variables})

    @property
    def optional_variables(self) -> frozenset[str]:
        """Variables of placeholders that may be left out."""
        places = [each for each in self.messages if isinstance(each, MessagesPlaceholder)]
        return frozenset(place.variable_name for place in places if place.optional)

    @property
    def _prompt_type(self) -> str:
        return "chat"

    @classmethod
    def from_messages(cls, messages: Iterable[Any], **fields: Any) -> Self:
        """A prompt of (role, template) pairs, messages, message templates, placeholders and texts.

        Args:
            messages: the items; any role by name, ``("placeholder", "{history}")`` for a list of messages.
            fields: other fields.

        Raises:
            TemplateError: an item is none of these, or its template is not allowed.
        """
        return cls(messages, **fields)

    @classmethod
    def from_template(cls, template: str, **fields: Any) -> Self:
        """A prompt of one message of the user."""
        return cls([("human", template)], **fields)

    def format_messages(self, /, **kwargs: Any) -> list[BaseMessage]:
        """Fill the variables in.

        Raises:
            MissingVariableError: a variable has no value.
            TemplateError: a value has no variable, or is no list of messages where one is asked for.
        """
        values = self._values(kwargs)
        filled: list[BaseMessage] = []
        for template in self.messages:
            fixed = isinstance(template, BaseMessage)
            filled += [template] if fixed else template.format_messages(**values)
        return filled

    def format_prompt(self, /, **kwargs: Any) -> ChatPromptValue:
        """Fill the variables in."""
        return ChatPromptValue(self.format_messages(**kwargs))

    def format(self, /, **kwargs: Any) -> str:
        """Fill the variables in and write the conversation as ``Human: …`` lines."""
        return get_buffer_string(self.format_messages(**kwargs))

    def __add__(self, other: Any) -> ChatPromptTemplate:
        right = other if isinstance(other, ChatPromptTemplate) else ChatPromptTemplate([other])
        return ChatPromptTemplate(
            [*self.messages, *right.messages],
            partial_variables=joined_partials(self.partial_variables, right.partial_variables),
            output_parser=self.output_parser if right.output_parser is None else right.output_parser,
        )

    def dict(self, **kwargs: Any) -> Values:
        """The template as plain data, with its ``_type``.

        Raises:
            TemplateError: a message has a template of another kind than PromptTemplate.
        """
        return {
            "_type": self._prompt_type,
            "messages": [_as_data(message) for message in self.messages],
            "partial_variables": self.partial_variables,
        }


def _as_data(message: MessageTemplate) -> dict[str, Any]:
    match message:
        case BaseMessage():
            return {"message": message_to_dict(message)}
        case MessagesPlaceholder():
            return {"placeholder": message.variable_name, "optional": message.optional}
        case BaseMessagePromptTemplate(prompt=PromptTemplate() as prompt):
            role = (
                message.role
                if isinstance(message, ChatMessagePromptTemplate)
                else message.message_class("").type
            )
            return {"role": role, "template": prompt.template, "partial_variables": prompt.partial_variables}
        case _:
            raise TemplateError(f"{type(message).__name__} with a template of its own kind cannot be saved")


def message_template_from_data(data: Any) -> MessageTemplate:
    """Read one message of a saved conversation.

    Raises:
        TemplateError: it has another shape.
    """
    match data:
        case {"message": message, **rest} if not rest:
            return message_from_dict(message)
        case {"placeholder": str() as name, **rest} if rest.keys() <= {"optional"}:
            return MessagesPlaceholder(name, optional=bool(rest.get("optional")))
        case {"role": str() as role, "template": str() as template, **rest} if rest.keys() <= {
            "partial_variables"
        }:
            known = _CLASS_OF_ROLE.get(role)
            kind = known.from_template if known else ChatMessagePromptTemplate.from_template
            fields: dict[str, Any] = {**rest, **({} if known else {"role": role})}
            return kind(template, **fields)
        case _:
            raise TemplateError(f"expected a saved message, found {shorten(data)}")
