"""Messages by their old constructors: what structout's messages have no place for goes into ``additional_kwargs``.

What comes out is a structout message with a few old names more, so that old and new compare equal.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from typing import Any, TypeAlias

from structout import llms, messages
from structout.compat.langchain.prompts import ChatPromptTemplate

# In classes with a method `dict` the type has to go by another name.
Values: TypeAlias = dict[str, Any]

_PLACES = frozenset({"content", "role", "additional_kwargs"})
_ELSEWHERE = frozenset({"example", "id", "type"})


class _OldNames:
    """``name``, ``id`` and ``text`` of a message; it may be changed, as it could be."""

    __slots__ = ()

    @property
    def id(self: Any) -> str | None:
        """What a provider calls the message; it tells nothing about what was said."""
        return getattr(self, "_id", None)

    def text(self: Any) -> str:
        """The text of the content, where that is parts: of all that are texts."""
        return "".join(_texts(self.content))

    def dict(self: Any, **_: Any) -> Values:
        """The message as plain data, its kind under ``type``."""
        return {
            **places(self),
            "additional_kwargs": {**self.additional_kwargs},
            "id": self.id,
            "type": self.type,
        }

    def json(self: Any, **options: Any) -> str:
        """``dict`` as JSON."""
        return json.dumps(self.dict(), **options)

    def copy(self: Any, *, update: Values | None = None, **_: Any) -> Any:
        """The message again, with other contents where given."""
        return with_id(type(self)(**{**places(self), **(update or {})}), self.id)

    def __add__(self: Any, other: Any) -> Any:
        return ChatPromptTemplate([self]) + other

    def __setattr__(self: Any, name: str, value: Any) -> None:
        if name == "name" and name not in _slots(self):
            object.__setattr__(self, "additional_kwargs", {**self.additional_kwargs, name: value})
        else:
            object.__setattr__(self, "_id" if name == "id" else name, value)

    def __eq__(self: Any, other: object) -> bool:
        if not isinstance(other, messages.BaseMessage):
            return NotImplemented
        return _parts(self) == _parts(other)

    def __hash__(self: Any) -> int:
        return hash((self.role, str(self.content)))

    def __reduce__(self: Any) -> tuple[Any, ...]:
        return _again, (_ours_of(self).__name__, places(self), self.id)


class _Named(_OldNames):
    __slots__ = ()

    @property
    def name(self: Any) -> str | None:
        """Who speaks."""
        return self.additional_kwargs.get("name")


def _texts(content: Any) -> Iterable[str]:
    parts: list[Any] = [content] if isinstance(content, str) else content
    for part in parts:
        match part:
            case str():
                yield part
            case {"type": "text", "text": str() as text}:
                yield text
            case _:
                pass


def _slots(message: messages.BaseMessage) -> list[str]:
    return [field.name for field in dataclasses.fields(message) if field.init]


def places(message: messages.BaseMessage) -> dict[str, Any]:
    """What a message is made of, by name."""
    return {name: getattr(message, name) for name in _slots(message)}


def _parts(message: messages.BaseMessage) -> tuple[Any, ...]:
    return _ours_of(message), message.role, places(message)


class Made(type):
    """Calls make structout's message; instances are structout's."""

    @property
    def made(cls) -> Any:
        """The class of what is made."""
        return WITH_OLD_NAMES[_ours(cls).__name__]

    def __call__(cls, content: Any = "", /, **fields: Any) -> Any:
        """The message; what is no part of structout's goes into ``additional_kwargs``."""
        ours: Any = _ours(cls)
        given = {"content": content, **fields}
        own = _PLACES if ours is not messages.FunctionMessage else _PLACES | {"name"}
        rest = {
            name: value for name, value in given.items() if name not in own | _ELSEWHERE and value is not None
        }
        known: dict[str, Any] = {name: value for name, value in given.items() if name in own}
        known["additional_kwargs"] = {**known.get("additional_kwargs", {}), **rest}
        return with_id(cls.made(**known), fields.get("id"))

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, _ours(cls))


class BaseMessage(metaclass=Made):
    """Any message, for ``isinstance``."""


class HumanMessage(BaseMessage):
    """What the user said."""


class AIMessage(BaseMessage):
    """What the model said."""


class SystemMessage(BaseMessage):
    """What the model is told before the conversation."""


class ChatMessage(BaseMessage):
    """A message of any role."""


class FunctionMessage(BaseMessage):
    """What a function returned."""


class _WithMessage(type):
    """Calls make structout's generation; every generation that has a message is an instance."""

    def __call__(cls, *args: Any, **fields: Any) -> Any:
        made = llms.ChatGeneration(*args, **fields)
        content: Any = made.text
        if not isinstance(content, str):
            object.__setattr__(made, "text", next(iter(_texts(content)), ""))
        return made

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, llms.Generation) and instance.message is not None


class ChatGeneration(metaclass=_WithMessage):
    """A completion that is a message."""


@dataclasses.dataclass(frozen=True)
class GenerationChunk(llms.GenerationChunk):
    """A piece of a streamed completion; pieces are added with ``+``."""

    generation_info: dict[str, Any] | None = None

    def __add__(self, other: GenerationChunk) -> GenerationChunk:
        info = {**(self.generation_info or {}), **(other.generation_info or {})}
        ended = other.finish_reason or self.finish_reason
        return GenerationChunk(self.text + other.text, ended, other.usage or self.usage, info or None)


_OURS: dict[str, type[messages.BaseMessage]] = {
    "BaseMessage": messages.BaseMessage,
    "HumanMessage": messages.HumanMessage,
    "AIMessage": messages.AIMessage,
    "SystemMessage": messages.SystemMessage,
    "ChatMessage": messages.ChatMessage,
    "FunctionMessage": messages.FunctionMessage,
}


def _old(ours: type[messages.BaseMessage]) -> Any:
    names = _OldNames if ours is messages.FunctionMessage else _Named
    kind: Any = type(ours)
    return kind(ours.__name__, (names, ours), {"__slots__": ("_id",), "__doc__": ours.__doc__})


WITH_OLD_NAMES: dict[str, Any] = {name: _old(ours) for name, ours in _OURS.items()}
"""structout's messages with the old names, by their class's name."""


def _again(name: str, fields: dict[str, Any], called: str | None) -> Any:
    return with_id(WITH_OLD_NAMES[name](**fields), called)


def with_old_names(message: messages.BaseMessage) -> Any:
    """A message of structout's with the old names; one that has them as it is."""
    if isinstance(message, _OldNames):
        return message
    return WITH_OLD_NAMES[_ours_of(message).__name__](**places(message))


def with_id(message: Any, called: str | None) -> Any:
    """The message itself, with what a provider calls it."""
    object.__setattr__(message, "_id", called)
    return message


def _ours(cls: type) -> type[messages.BaseMessage]:
    return next(_OURS[each.__name__] for each in cls.__mro__ if each.__name__ in _OURS)


def _ours_of(message: messages.BaseMessage) -> type[messages.BaseMessage]:
    return next(each for each in type(message).__mro__ if _OURS.get(each.__name__) is each)
