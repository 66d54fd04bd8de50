"""Chains and memories with what 2023 had beside ours: wrapped errors, tokens counted as they were, older methods."""

from __future__ import annotations

from typing import Any, ClassVar

from structout import chains, memory
from structout.chains.remembering import asked
from structout.compat.langchain.counting import CountingType
from structout.errors import ConfigError
from structout.messages import BaseMessage, SystemMessage, get_buffer_string
from structout.prompts import PromptTemplate


class ConversationChain(chains.ConversationChain, metaclass=CountingType):
    """A chain that remembers what was said."""

    counts_as: ClassVar[Any] = chains.ConversationChain

    def _check(self) -> None:
        """Check that memory, input and prompt fit one another.

        Raises:
            ConfigError: they do not; names the variables.
        """
        try:
            super()._check()
        except ConfigError as error:
            raise ConfigError(f"Value error, {error}") from error


class CombinedMemory(memory.CombinedMemory, metaclass=CountingType):
    """Several memories as one."""

    counts_as: ClassVar[Any] = memory.CombinedMemory

    def _check(self) -> None:
        """Check that the variables differ.

        Raises:
            ConfigError: two memories give the same variable; names it.
        """
        try:
            super()._check()
        except ConfigError as error:
            twice = {name for name in self.memory_variables if self.memory_variables.count(name) > 1}
            raise ConfigError(
                f"Value error, The same variables {twice} are found in multiple"
                f"memory object, which is not allowed by CombinedMemory. {error}"
            ) from error


class ConversationSummaryBufferMemory(chains.ConversationSummaryBufferMemory, metaclass=CountingType):
    """Remembers the last turns, and a summary of the others; the limit counts ``Human:`` and ``AI:`` too, and not the summary."""

    counts_as: ClassVar[Any] = chains.ConversationSummaryBufferMemory

    def _size(self, messages: list[BaseMessage]) -> int:
        count = self.count or self.llm.get_num_tokens
        said = [message for message in messages if not isinstance(message, SystemMessage)]
        return sum(count(get_buffer_string([message])) for message in said)

    def predict_new_summary(self, messages: list[BaseMessage], existing_summary: str) -> str:
        """The summary, brought up to date with these messages."""
        return _summary(self, messages, existing_summary)


class ConversationSummaryMemory(chains.ConversationSummaryMemory, metaclass=CountingType):
    """Remembers the conversation as a summary."""

    counts_as: ClassVar[Any] = chains.ConversationSummaryMemory

    @property
    def buffer(self) -> str:
        """The summary."""
        return self.buffer_text

    @classmethod
    def from_messages(
        cls, llm: Any, chat_memory: Any, *, summarize_step: int = 2, **fields: Any
    ) -> ConversationSummaryMemory:
        """A memory that begins with the summary of a history, some messages at a time."""
        made = cls(llm=llm, chat_memory=chat_memory, **fields)
        said = chat_memory.messages
        for start in range(0, len(said), summarize_step):
            made.buffer_text = _summary(made, said[start : start + summarize_step], made.buffer_text)
        return made

    def predict_new_summary(self, messages: list[BaseMessage], existing_summary: str) -> str:
        """The summary, brought up to date with these messages."""
        return _summary(self, messages, existing_summary)


def _summary(memory: Any, messages: list[BaseMessage], before: str) -> str:
    lines = get_buffer_string(messages, memory.human_prefix, memory.ai_prefix)
    return asked(memory.llm, memory.prompt, summary=before, new_lines=lines)


class ConversationTokenBufferMemory(memory.ConversationBufferMemory):
    """Remembers the last turns that are within a limit; older messages go.

    Attributes:
        llm: counts the tokens.
        max_token_limit: tokens kept at most, with ``Human:`` and ``AI:``.
    """

    llm: Any
    max_token_limit: int = 2000

    def save_context(self, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Keep a turn, and let the oldest messages go if it is too much."""
        super().save_context(inputs, outputs)
        kept = list(self.chat_memory.messages)
        while kept and self._size(kept) > self.max_token_limit:
            kept.pop(0)
        if len(kept) < len(self.chat_memory.messages):
            self.chat_memory.replace(kept)

    def _size(self, messages: list[BaseMessage]) -> int:
        return sum(self.llm.get_num_tokens(get_buffer_string([each])) for each in messages)


ENTITY_MEMORY_CONVERSATION_TEMPLATE = PromptTemplate(
    template=(
        "You talk with a human and help with whatever is asked. You know some things about the people and things that "
        "are talked about; use them where they matter.\n\nWhat you know:\n{entities}\n\n"
        "Current conversation:\n{history}\nLast line:\nHuman: {input}\nYou:"
    )
)
"""A prompt for a conversation with entity memory; ours to word."""
