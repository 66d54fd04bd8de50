"""Small things of 2023 that have no other place: models that answer from a list, a global callback manager."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from structout.llms import (
    LLM,
    BaseChatModel,
    CallbackManager,
    ChatGeneration,
    ChatResult,
    GenerationChunk,
    SimpleChatModel,
)
from structout.messages import AIMessage, BaseMessage


class FakeListLLM(LLM):
    """A text model that answers from a list, over and over.

    Attributes:
        responses: the answers, in order.
        i: which is next.
    """

    responses: list[str]
    i: int = 0

    def _call(self, prompt: str, stop: list[str] | None = None, **options: Any) -> str:
        answer = self.responses[self.i]
        self.i = (self.i + 1) % len(self.responses)
        return answer

    @property
    def _llm_type(self) -> str:
        return "fake-list"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"responses": self.responses}


class FakeListChatModel(SimpleChatModel):
    """A chat model that answers from a list, over and over.

    Attributes:
        responses: the answers, in order.
        i: which is next.
    """

    responses: list[str]
    i: int = 0

    def _call(self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any) -> str:
        answer = self.responses[self.i]
        self.i = (self.i + 1) % len(self.responses)
        return answer

    @property
    def _llm_type(self) -> str:
        return "fake-list-chat-model"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"responses": self.responses}


class GenericFakeChatModel(BaseChatModel):
    """A chat model that answers with the messages of an iterator.

    Attributes:
        messages: the answers, messages or texts.
    """

    messages: Iterator[Any]

    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> ChatResult:
        answer = next(self.messages)
        return ChatResult([ChatGeneration(AIMessage(answer) if isinstance(answer, str) else answer)])

    def _stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        """Word by word, and the white space between them."""
        text = self._generate(messages, stop).generations[0].text
        yield from (GenerationChunk(piece) for piece in re.split(r"(\s)", text) if piece)

    @property
    def _llm_type(self) -> str:
        return "generic-fake-chat-model"


class ParrotFakeChatModel(SimpleChatModel):
    """A chat model that says again what was said last."""

    def _call(self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any) -> str:
        return messages[-1].content

    @property
    def _llm_type(self) -> str:
        return "parrot-fake-chat-model"


_manager = CallbackManager()


def get_callback_manager() -> CallbackManager:
    """The manager of the program: give it as ``callbacks=`` to what its handlers are to see."""
    return _manager


def get_color_mapping(items: Sequence[str], excluded_colors: Sequence[str] | None = None) -> dict[str, str]:
    """A colour for each item, in turn.

    Raises:
        ValueError: all colours are excluded.
    """
    colors = [
        each for each in ("blue", "yellow", "pink", "green", "red") if each not in (excluded_colors or ())
    ]
    if not colors:
        raise ValueError("No colors available: exclude fewer of them")
    return {item: colors[number % len(colors)] for number, item in enumerate(items)}
