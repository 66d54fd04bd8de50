"""Messages of a conversation, and the prompt values that templates hand to models.

Frozen values: a message has a role and a content, a prompt value can be read as text or as messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, TypeAlias, runtime_checkable

from structout.result import shorten


@dataclass(frozen=True, slots=True)
class BaseMessage:
    """One message of a conversation.

    Args:
        content: the text.
        additional_kwargs: what a provider sent beside the text, such as tool calls; plain JSON.
    """

    content: str
    additional_kwargs: Mapping[str, Any] = field(default_factory=dict[str, Any], kw_only=True)

    role: str = field(default="", init=False, repr=False)
    """The role as chat APIs name it: ``system``, ``user``, ``assistant`` or any other."""
    type: ClassVar[str] = ""
    """The role as templates name it: ``system``, ``human``, ``ai``, ``function`` or ``chat``."""

    def pretty(self, human_prefix: str = "Human", ai_prefix: str = "AI") -> str:
        """The message as one line of a written conversation: ``Human: hello``."""
        prefixes = {"human": human_prefix, "ai": ai_prefix, "system": "System", "function": "Function"}
        return f"{prefixes.get(self.type, self.role)}: {self.content}"


@dataclass(frozen=True, slots=True)
class SystemMessage(BaseMessage):
    """What the model is told before the conversation."""

    role: str = field(default="system", init=False, repr=False)
    type: ClassVar[str] = "system"


@dataclass(frozen=True, slots=True)
class HumanMessage(BaseMessage):
    """What the user said."""

    role: str = field(default="user", init=False, repr=False)
    type: ClassVar[str] = "human"


@dataclass(frozen=True, slots=True)
class AIMessage(BaseMessage):
    """What the model said."""

    role: str = field(default="assistant", init=False, repr=False)
    type: ClassVar[str] = "ai"


@dataclass(frozen=True, slots=True)
class FunctionMessage(BaseMessage):
    """What a function returned; ``name`` is the function's."""

    name: str = ""

    role: str = field(default="function", init=False, repr=False)
    type: ClassVar[str] = "function"


@dataclass(frozen=True, slots=True)
class ChatMessage(BaseMessage):
    """A message with any role by name, such as ``observation``."""

    role: str = "user"

    type: ClassVar[str] = "chat"


_CLASS_OF_ROLE: Mapping[str, type[BaseMessage]] = {
    "system": SystemMessage,
    "user": HumanMessage,
    "human": HumanMessage,
    "assistant": AIMessage,
    "ai": AIMessage,
}

MessageLike: TypeAlias = "BaseMessage | str | tuple[str, str]"
"""What is taken where a message is asked for: a message, a text (of the user), a role with a text."""


def message_of(role: str, content: str) -> BaseMessage:
    """The message of that role: ``system``, ``user`` or ``human``, ``assistant`` or ``ai``, else a ChatMessage."""
    known = _CLASS_OF_ROLE.get(role)
    return ChatMessage(content, role=role) if known is None else known(content)


def to_message(value: MessageLike) -> BaseMessage:
    """Take a message as it is, a text as the user's, a pair as role and text.

    Raises:
        TypeError: the value is none of these.
    """
    match value:
        case BaseMessage():
            return value
        case str():
            return HumanMessage(value)
        case (str() as role, str() as content):
            return message_of(role, content)
        case _:
            raise TypeError(f"expected a message, a text or a (role, text) pair; found {shorten(value)}")


def get_buffer_string(
    messages: Iterable[BaseMessage], human_prefix: str = "Human", ai_prefix: str = "AI"
) -> str:
    """Write a conversation as text, a line for each message.

    >>> get_buffer_string([HumanMessage("hi"), AIMessage("hello")])
    'Human: hi\\nAI: hello'
    """
    return "\n".join(message.pretty(human_prefix, ai_prefix) for message in messages)


def message_to_dict(message: BaseMessage) -> dict[str, Any]:
    """The message as plain JSON; ``message_from_dict`` reads it back."""
    data: dict[str, Any] = {"content": message.content}
    if message.additional_kwargs:
        data["additional_kwargs"] = dict(message.additional_kwargs)
    if isinstance(message, ChatMessage):
        data["role"] = message.role
    if isinstance(message, FunctionMessage):
        data["name"] = message.name
    return {"type": message.type, "data": data}


_CLASS_OF_TYPE: Mapping[str, type[BaseMessage]] = {
    cls.type: cls for cls in (SystemMessage, HumanMessage, AIMessage, FunctionMessage, ChatMessage)
}


def message_from_dict(value: Mapping[str, Any]) -> BaseMessage:
    """Read a message that ``message_to_dict`` wrote.

    Raises:
        ValueError: the value has another shape.
    """
    expected = "expected a message as {'type': …, 'data': {'content': …}}"
    match value:
        case {"type": str() as kind, "data": {"content": str()} as data} if kind in _CLASS_OF_TYPE:
            pass
        case _:
            raise ValueError(f"{expected}; found {shorten(value)}")
    try:
        return _CLASS_OF_TYPE[kind](**data)
    except TypeError as error:
        raise ValueError(f"{expected}; {error}") from error


def messages_to_dict(messages: Iterable[BaseMessage]) -> list[dict[str, Any]]:
    """The messages as plain JSON."""
    return [message_to_dict(message) for message in messages]


def messages_from_dict(values: Iterable[Mapping[str, Any]]) -> list[BaseMessage]:
    """Read messages that ``messages_to_dict`` wrote.

    Raises:
        ValueError: one of the values has another shape.
    """
    return [message_from_dict(value) for value in values]


@runtime_checkable
class PromptValue(Protocol):
    """A filled prompt, for text models and for chat models."""

    def to_string(self) -> str:
        """The prompt as one text."""
        ...

    def to_messages(self) -> list[BaseMessage]:
        """The prompt as messages."""
        ...


@dataclass(frozen=True, slots=True)
class StringPromptValue:
    """A prompt that is a text; a chat model gets it as one message of the user."""

    text: str

    def to_string(self) -> str:
        """The text."""
        return self.text

    def to_messages(self) -> list[BaseMessage]:
        """The text as one message of the user."""
        return [HumanMessage(self.text)]


@dataclass(frozen=True, slots=True)
class ChatPromptValue:
    """A prompt that is a conversation; a text model gets it as ``Human: …`` lines."""

    messages: Sequence[BaseMessage]

    def to_string(self) -> str:
        """The conversation as text, a line for each message."""
        return get_buffer_string(self.messages)

    def to_messages(self) -> list[BaseMessage]:
        """The messages."""
        return list(self.messages)


@dataclass(frozen=True, slots=True)
class PromptWithMemory:
    """A prompt into which the words of a memory went.

    Attributes:
        prompt: the prompt.
        without: the same with nothing in place of the memory's words. What an answer shares with them is said again;
            what it shares with the rest of the prompt may be an example that was copied.
    """

    prompt: PromptValue
    without: PromptValue

    def to_string(self) -> str:
        """The prompt as one text."""
        return self.prompt.to_string()

    def to_messages(self) -> list[BaseMessage]:
        """The prompt as messages."""
        return self.prompt.to_messages()


def copied_from(prompt: PromptValue) -> str:
    """The text of which an answer must be no copy."""
    return (prompt.without if isinstance(prompt, PromptWithMemory) else prompt).to_string()


PromptLike: TypeAlias = "str | PromptValue | Sequence[MessageLike]"
"""What is taken where a prompt is asked for: a text, a prompt value, a list of messages."""


def to_prompt_value(prompt: PromptLike) -> PromptValue:
    """Take a prompt value as it is, a text or messages as a prompt value.

    Raises:
        TypeError: the value is no prompt.
    """
    match prompt:
        case str():
            return StringPromptValue(prompt)
        case PromptValue():
            return prompt
        case [*messages]:
            return ChatPromptValue([to_message(message) for message in messages])
        case _:
            raise TypeError(f"expected a text, a prompt value or a list of messages; found {shorten(prompt)}")
