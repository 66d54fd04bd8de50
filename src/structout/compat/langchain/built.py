"""Chains and memories with the errors that Pydantic wrapped ("Value error, …"), and with tokens counted as they were."""

from __future__ import annotations

from typing import Any, ClassVar

from structout import chains, memory
from structout.compat.langchain.counting import CountingType
from structout.errors import ConfigError
from structout.messages import BaseMessage, SystemMessage, get_buffer_string


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
