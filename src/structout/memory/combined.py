"""Memory made of other memory: several together, constant values, and one that is only read."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from structout.errors import ConfigError
from structout.memory.base import BaseMemory
from structout.memory.turns import TurnLock


class CombinedMemory(BaseMemory):
    """Several memories as one.

    Each is given the inputs without the variables of the others.

    Attributes:
        memories: those memories.
    """

    memories: list[BaseMemory]

    def _check(self) -> None:
        """Check that the variables differ.

        Raises:
            ConfigError: two memories give the same variable; names it.
        """
        super()._check()
        variables = self.memory_variables
        twice = sorted({name for name in variables if variables.count(name) > 1})
        if twice:
            raise ConfigError(f"several memories give the variables {twice}: give each another memory_key")

    @property
    def memory_variables(self) -> list[str]:
        """The variables of all."""
        return [name for memory in self.memories for name in memory.memory_variables]

    def _inputs_for(self, memory: BaseMemory, inputs: dict[str, Any]) -> dict[str, Any]:
        foreign = {*self.memory_variables} - {*memory.memory_variables}
        return {name: value for name, value in inputs.items() if name not in foreign}

    def load_memory_variables(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """The values of all."""
        loaded: dict[str, Any] = {}
        for memory in self.memories:
            loaded |= memory.load_memory_variables(inputs)
        return loaded

    @property
    def asks_a_model(self) -> bool:
        """Whether one of them does."""
        return any(memory.asks_a_model for memory in self.memories)

    def save_context(self, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Let each remember the turn; first those that ask a model, so that its failure leaves nothing behind."""
        for memory in sorted(self.memories, key=lambda memory: not memory.asks_a_model):
            memory.save_context(self._inputs_for(memory, inputs), outputs)

    def clear(self) -> None:
        """Let each forget everything."""
        for memory in self.memories:
            memory.clear()

    def turn_locks(self) -> list[TurnLock]:
        """The locks of all."""
        return [lock for memory in self.memories for lock in memory.turn_locks()]


class SimpleMemory(BaseMemory):
    """Constant values for prompts.

    Attributes:
        memories: the values by variable.
    """

    memories: dict[str, Any] = Field(default_factory=dict)

    @property
    def memory_variables(self) -> list[str]:
        """Their variables."""
        return list(self.memories)

    def load_memory_variables(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """The values."""
        return dict(self.memories)

    def save_context(self, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Nothing is remembered."""

    def clear(self) -> None:
        """Nothing is forgotten."""


class ReadOnlySharedMemory(BaseMemory):
    """Another memory that is read and never written, for chains that only listen.

    Attributes:
        memory: the other memory.
    """

    memory: BaseMemory

    @property
    def memory_variables(self) -> list[str]:
        """Its variables."""
        return self.memory.memory_variables

    def load_memory_variables(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """Its values."""
        return self.memory.load_memory_variables(inputs)

    def save_context(self, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Nothing is remembered."""

    def clear(self) -> None:
        """Nothing is forgotten."""

    def turn_locks(self) -> list[TurnLock]:
        """None: nothing is written."""
        return []
