"""Small things of 2023 that have no other place: models that answer from a list, a global callback manager."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from structout.llms import LLM, CallbackManager, SimpleChatModel
from structout.messages import BaseMessage
from structout.pipes import Config, Step


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


class RunnablePassthrough(Step):
    """A step that gives back what it is given."""

    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """The value."""
        return value
