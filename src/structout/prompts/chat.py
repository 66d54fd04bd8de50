"""Prompts that are conversations: templates of messages, fixed messages, places for lists of messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, Self, TypeAlias, cast, runtime_checkable

from pydantic import Field

from structout.errors import TemplateError
from structout.messages import (
    BaseMessage,
    ChatPromptValue,
    get_buffer_string,
    message_from_dict,
    message_to_dict,
)
from structout.prompts.base import BasePromptTemplate, StringPromptTemplate, Values
from structout.prompts.fields import names
from structout.prompts.message_templates import (
    AIMessagePromptTemplate,
    BaseMessagePromptTemplate,
    ChatMessagePromptTemplate,
    HumanMessagePromptTemplate,
    MessagesPlaceholder,
    SystemMessagePromptTemplate,
)
from structout.prompts.template import PromptTemplate, check_declared, check_format, joined_partials
from structout.result import shorten


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
            return [MessagesPlaceholder(names(field)[0], optional=True)]
        case ("placeholder", [str() as field, bool() as optional]):
            return [MessagesPlaceholder(names(field)[0], optional=optional)]
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
        validate_template: whether declared variables must be those of the messages; without it they are taken from
            the messages.
    """

    messages: list[Any]
    validate_template: bool = Field(default=True, repr=False)

    def __init__(self, messages: Iterable[Any], **fields: Any) -> None:
        fields["messages"] = [template for value in messages for template in to_message_template(value)]
        super().__init__(**fields)

    def _check(self) -> None:
        """Check the variables.

        Raises:
            TemplateError: declared variables are not those of the messages.
        """
        inferred = [name for name in self._found() if name not in self.partial_variables]
        if "input_variables" not in self.model_fields_set or not self.validate_template:
            self.input_variables = inferred
        super()._check()
        check_declared(self.input_variables, inferred)
        self.input_variables = inferred

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
    def from_messages(cls, messages: Iterable[Any], template_format: str = "f-string", **fields: Any) -> Self:
        """A prompt of (role, template) pairs, messages, message templates, placeholders and texts.

        Args:
            messages: the items; any role by name, ``("placeholder", "{history}")`` for a list of messages.
            template_format: ``f-string``, the only format.
            fields: other fields.

        Raises:
            TemplateError: an item is none of these, or its template is not allowed.
            ConfigError: another template format.
        """
        check_format(template_format)
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

    async def aformat_messages(self, /, **kwargs: Any) -> list[BaseMessage]:
        """``format_messages`` for callers that await; nothing is waited for."""
        return self.format_messages(**kwargs)

    def append(self, message: Any) -> None:
        """Add a message at the end; its variables become the prompt's."""
        self.extend([message])

    def extend(self, messages: Iterable[Any]) -> None:
        """Add messages at the end."""
        added = [template for value in messages for template in to_message_template(value)]
        self.messages = [*self.messages, *added]
        self.input_variables = [name for name in self._found() if name not in self.partial_variables]

    def __len__(self) -> int:
        return len(self.messages)

    def __getitem__(self, index: int | slice) -> Any:
        return ChatPromptTemplate(self.messages[index]) if isinstance(index, slice) else self.messages[index]

    def __add__(self, other: Any) -> ChatPromptTemplate:
        right = other if isinstance(other, ChatPromptTemplate) else ChatPromptTemplate([other])
        return ChatPromptTemplate(
            [*self.messages, *right.messages],
            partial_variables=joined_partials(self.partial_variables, right.partial_variables),
            output_parser=self.output_parser if right.output_parser is None else right.output_parser,
        )

    def __radd__(self, other: Any) -> ChatPromptTemplate:
        return ChatPromptTemplate([other]) + self

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
            limit = {} if message.n_messages is None else {"n_messages": message.n_messages}
            return {"placeholder": message.variable_name, "optional": message.optional, **limit}
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
        case {"placeholder": str() as name, **rest} if rest.keys() <= {"optional", "n_messages"}:
            return MessagesPlaceholder(name, **cast("dict[str, Any]", rest))
        case {"role": str() as role, "template": str() as template, **rest} if rest.keys() <= {
            "partial_variables"
        }:
            known = _CLASS_OF_ROLE.get(role)
            kind = known.from_template if known else ChatMessagePromptTemplate.from_template
            fields: dict[str, Any] = {**rest, **({} if known else {"role": role})}
            return kind(template, **fields)
        case _:
            raise TemplateError(f"expected a saved message, found {shorten(data)}")
