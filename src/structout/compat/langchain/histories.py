"""Histories of your own, as 2023 wrote them: ``messages`` as a plain attribute, and ``add_message`` for one message."""

from __future__ import annotations

import asyncio
from abc import ABCMeta
from collections.abc import Sequence
from typing import Any

from structout import memory
from structout.messages import BaseMessage


class _AnyHistory(ABCMeta):
    """Lets every history count as one."""

    def __instancecheck__(cls, instance: Any) -> bool:
        if cls is BaseChatMessageHistory:
            return isinstance(instance, memory.BaseChatMessageHistory)
        return super().__instancecheck__(instance)


class BaseChatMessageHistory(memory.BaseChatMessageHistory, metaclass=_AnyHistory):
    """Base for histories: a subclass has ``messages``, and writes ``add_message`` or ``add_messages``, and ``clear``."""

    messages: Any = ()

    def add_message(self, message: BaseMessage) -> None:
        """Add one message."""
        if type(self).add_messages is BaseChatMessageHistory.add_messages:
            raise NotImplementedError(f"{type(self).__name__} should write add_message or add_messages")
        self.add_messages([message])

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Add messages, one by one unless overridden."""
        for message in messages:
            self.add_message(message)

    def add_user_message(self, message: Any) -> None:
        """Add what the user said: a text or a message."""
        self.add_messages([message]) if isinstance(message, BaseMessage) else super().add_user_message(
            message
        )

    def add_ai_message(self, message: Any) -> None:
        """Add what the model said: a text or a message."""
        self.add_messages([message]) if isinstance(message, BaseMessage) else super().add_ai_message(message)

    async def aget_messages(self) -> list[BaseMessage]:
        """All messages, for callers that await; in a thread."""
        return await asyncio.to_thread(lambda: list(self.messages))

    async def aadd_messages(self, messages: Sequence[BaseMessage]) -> None:
        """``add_messages`` for callers that await; in a thread."""
        await asyncio.to_thread(self.add_messages, messages)

    async def aclear(self) -> None:
        """``clear`` for callers that await; in a thread."""
        await asyncio.to_thread(self.clear)
