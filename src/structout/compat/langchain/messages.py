"""Messages by their old constructors: what structout's messages have no place for goes into ``additional_kwargs``.

What comes out is structout's own message, so that old and new compare equal.
"""

from __future__ import annotations

from typing import Any

from structout import llms, messages

_PLACES = frozenset({"content", "role", "additional_kwargs"})
_DROPPED = frozenset({"example", "type"})


class _Made(type):
    """Calls make structout's message; instances are structout's."""

    def __call__(cls, content: Any = "", /, **fields: Any) -> Any:
        ours: Any = _ours(cls)
        given = {"content": content, **fields}
        own = _PLACES if ours is not messages.FunctionMessage else _PLACES | {"name"}
        rest = {
            name: value for name, value in given.items() if name not in own | _DROPPED and value is not None
        }
        known: dict[str, Any] = {name: value for name, value in given.items() if name in own}
        known["additional_kwargs"] = {**known.get("additional_kwargs", {}), **rest}
        return ours(**known)

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, _ours(cls))


class BaseMessage(metaclass=_Made):
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
        return llms.ChatGeneration(*args, **fields)

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, llms.Generation) and instance.message is not None


class ChatGeneration(metaclass=_WithMessage):
    """A completion that is a message."""


_OURS: dict[str, type[messages.BaseMessage]] = {
    "BaseMessage": messages.BaseMessage,
    "HumanMessage": messages.HumanMessage,
    "AIMessage": messages.AIMessage,
    "SystemMessage": messages.SystemMessage,
    "ChatMessage": messages.ChatMessage,
    "FunctionMessage": messages.FunctionMessage,
}


def _ours(cls: type) -> type[messages.BaseMessage]:
    return next(_OURS[each.__name__] for each in cls.__mro__ if each.__name__ in _OURS)
