"""What is checked when it is made, with the errors that Pydantic wrapped: "Value error, …"."""

from __future__ import annotations

from typing import Any, ClassVar

from structout import chains, memory
from structout.compat.langchain.counting import CountingType
from structout.errors import ConfigError


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
