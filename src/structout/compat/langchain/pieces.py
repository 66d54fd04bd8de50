"""Pieces of messages, as chat models of late 2023 stream them: messages that are added with ``+``."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeAlias, cast

from structout import llms, messages
from structout.compat.langchain.messages import (
    WITH_OLD_NAMES,
    AIMessage,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    GenerationChunk,
    HumanMessage,
    Made,
    SystemMessage,
    places,
    with_id,
)

Content: TypeAlias = "str | list[Any]"

# What names a part is said once; a later piece does not add to it.
_KEPT = frozenset({"id", "index", "role", "type"})
# What pieces of one message have in common, by the kind of the message.
_SHARED = {"ChatMessageChunk": ("role", "roles"), "FunctionMessageChunk": ("name", "names")}


def merge_content(first: Content, *others: Content) -> Content:
    """The contents of pieces as one: texts are joined, parts with the same ``index`` too.

    Args:
        first: the content of the first piece, a text or a list of parts.
        others: those of the next ones.
    """
    merged = first
    for other in others:
        match merged, other:
            case str(), str():
                merged += other
            case str(), [*parts]:
                merged = [merged, *parts]
            case [*before, str() as last], str():
                merged = [*before, last + other]
            case [*parts], str():
                merged = [*parts, other] if other else parts
            case _:
                merged = _merged(merged, other)
    return merged


def _merged(left: Any, right: Any) -> Any:
    match left, right:
        case (None, _) | (_, None):
            return right if left is None else left
        case str(), str():
            return left + right
        case {}, {}:
            return _merged_mappings(left, right)
        case [*first], [*second]:
            return _merged_lists(first, second)
        case _:
            return right


def _merged_mappings(left: dict[str, Any], right: dict[str, Any]) -> dict[str, Any]:
    both = {
        name: left[name] if name in _KEPT and left[name] is not None else _merged(left[name], value)
        for name, value in right.items()
        if name in left
    }
    return {**left, **right, **both}


def _merged_lists(left: list[Any], right: list[Any]) -> list[Any]:
    merged = [*left]
    numbers: dict[Any, int] = {_number(part): place for place, part in enumerate(merged)}
    for part in right:
        place = None if _number(part) is None else numbers.get(_number(part))
        if place is None:
            merged.append(part)
        else:
            merged[place] = _merged(merged[place], part)
    return merged


def _number(part: Any) -> int | None:
    match part:
        case {"index": int() as number}:
            return number
        case _:
            return None


class _Piece:
    """Mixed in before a message: it can be added to."""

    __slots__ = ()

    def __add__(self: Any, other: Any) -> Any:
        if not isinstance(other, messages.BaseMessage):
            return NotImplemented
        name = type(self).__name__
        shared, plural = _SHARED.get(name, ("", ""))
        if shared and type(other) is type(self) and getattr(other, shared) != getattr(self, shared):
            raise ValueError(f"Cannot concatenate {name}s with different {plural}")
        extra = _merged_mappings({**self.additional_kwargs}, {**other.additional_kwargs})
        content = merge_content(self.content, cast("Content", other.content))
        joined = dataclasses.replace(self, content=content, additional_kwargs=extra)
        return with_id(joined, self.id or getattr(other, "id", None))

    def __reduce__(self: Any) -> tuple[Any, ...]:
        return _again, (type(self).__name__.removesuffix("Chunk"), places(self), self.id)


def _piece(name: str) -> Any:
    whole: Any = WITH_OLD_NAMES[name]
    kind: Any = whole.__class__
    return kind(f"{name}Chunk", (_Piece, whole), {"__slots__": (), "__doc__": whole.__doc__})


_PIECES: dict[str, Any] = {name: _piece(name) for name in WITH_OLD_NAMES if name != "BaseMessage"}

_WHOLE: dict[Any, Any] = {piece: WITH_OLD_NAMES[name] for name, piece in _PIECES.items()}


def _again(name: str, fields: dict[str, Any], called: str | None) -> Any:
    return with_id(_PIECES[name](**fields), called)


class MadePiece(Made):
    """Calls make a piece of the message."""

    @property
    def made(self) -> Any:
        """The class of what is made."""
        whole = super().made
        return _PIECES.get(whole.__name__, whole)

    def __instancecheck__(self, instance: Any) -> bool:
        return isinstance(instance, _PIECES.get(super().made.__name__, _Piece))


class BaseMessageChunk(BaseMessage, metaclass=MadePiece):
    """A piece of any message, for ``isinstance``."""


class AIMessageChunk(AIMessage, metaclass=MadePiece):
    """A piece of what the model says."""


class HumanMessageChunk(HumanMessage, metaclass=MadePiece):
    """A piece of what the user says."""


class SystemMessageChunk(SystemMessage, metaclass=MadePiece):
    """A piece of what the model is told before the conversation."""


class ChatMessageChunk(ChatMessage, metaclass=MadePiece):
    """A piece of a message of any role."""


class FunctionMessageChunk(FunctionMessage, metaclass=MadePiece):
    """A piece of what a function returned."""


def message_chunk_to_message(chunk: Any) -> Any:
    """A piece as a message that is whole; a message as it is."""
    whole: Any = _WHOLE.get(type(chunk))
    return chunk if whole is None else with_id(whole(**places(chunk)), chunk.id)


@dataclasses.dataclass(frozen=True, init=False)
class ChatGenerationChunk(GenerationChunk):
    """A piece of a streamed completion of a chat model: the text is the message's."""

    message: Any = None

    def __init__(self, message: Any, generation_info: dict[str, Any] | None = None, **fields: Any) -> None:
        super().__init__(text=message.text(), generation_info=generation_info, **fields)
        object.__setattr__(self, "message", message)

    def __add__(self, other: Any) -> ChatGenerationChunk:
        whole = super().__add__(other)
        said = self.message + getattr(other, "message", AIMessageChunk(other.text))
        return ChatGenerationChunk(
            said, whole.generation_info, finish_reason=whole.finish_reason, usage=whole.usage
        )


def piece_of(chunk: llms.GenerationChunk) -> Any:
    """What a chat model streams, as a piece of a message."""
    return chunk.message if isinstance(chunk, ChatGenerationChunk) else AIMessageChunk(chunk.text)
