"""The contract of memory: what a chain reads before a turn and writes after it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from typing import Any

from pydantic import ConfigDict, PrivateAttr

from structout.checked import CheckedModel
from structout.errors import ConfigError
from structout.memory.turns import TurnLock, aheld, held
from structout.threads import in_thread


class Outputs(dict[str, Any]):
    """A chain's outputs, with the completions that a parser read them in: a memory of what was said keeps these.

    Args:
        values: the outputs.
        completions: by output, the text that it was read in.
    """

    def __init__(
        self, values: Mapping[str, Any] | None = None, completions: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(values or {})
        self._read = {key: (self[key], text) for key, text in (completions or {}).items()}

    def add(self, more: Mapping[str, Any]) -> None:
        """Add further outputs, with their completions."""
        self.update(more)
        if isinstance(more, Outputs):
            self._read |= more._read

    def said(self, key: str) -> str:
        """The completion in which an output was read; an output that was changed since is what was said."""
        value, text = self._read.get(key, (None, ""))
        return text if key in self._read and self[key] is value else str(self[key])


class BaseMemory(CheckedModel, ABC):
    """What a conversation remembers.

    A subclass writes ``memory_variables``, ``load_memory_variables``, ``save_context`` and ``clear``. A chain calls
    ``load_memory_variables`` before a turn with its inputs, and ``save_context`` after it, only if it succeeded.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")

    _turns: TurnLock = PrivateAttr(default_factory=TurnLock)

    @property
    def asks_a_model(self) -> bool:
        """Whether ``save_context`` asks a model, and so may well fail."""
        return False

    @property
    @abstractmethod
    def memory_variables(self) -> list[str]:
        """The variables that this memory gives to prompts."""

    @abstractmethod
    def load_memory_variables(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """The values of the variables for a turn with these inputs."""

    @abstractmethod
    def save_context(self, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Remember a turn."""

    @abstractmethod
    def clear(self) -> None:
        """Forget everything."""

    async def aload_memory_variables(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """``load_memory_variables`` for callers that await; in a thread."""
        return await in_thread(self.load_memory_variables, inputs)

    async def asave_context(self, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """``save_context`` for callers that await; in a thread."""
        await in_thread(self.save_context, inputs, outputs)

    async def aclear(self) -> None:
        """``clear`` for callers that await; in a thread."""
        await in_thread(self.clear)

    def turn_locks(self) -> list[TurnLock]:
        """What a turn holds; its own lock, unless it shares a store with others."""
        return [self._turns]

    def turn(self) -> AbstractContextManager[None]:
        """Held by a chain from reading to writing, so that overlapping turns do not interleave."""
        return held(self.turn_locks())

    def aturn(self) -> AbstractAsyncContextManager[None]:
        """``turn`` for callers that await."""
        return aheld(self.turn_locks())


def input_key(inputs: Mapping[str, Any], memory_variables: Sequence[str]) -> str:
    """The key under which the user's words stand: the only one that is no memory variable and not ``stop``.

    Raises:
        ConfigError: there are several, or none.
    """
    keys = [key for key in inputs if key not in memory_variables and key != "stop"]
    if len(keys) != 1:
        raise ConfigError(f"One input key expected got {sorted(keys)}; give input_key= to the memory")
    return keys[0]


def output_key(outputs: Mapping[str, Any]) -> str:
    """The key under which the model's words stand: the only one, or ``output`` among several.

    Raises:
        ConfigError: there are several, or none.
    """
    if "output" in outputs:
        return "output"
    if len(outputs) != 1:
        raise ConfigError(
            f"One output key expected. Got multiple output keys: {sorted(outputs)}; give output_key="
        )
    return next(iter(outputs))


def said(values: Mapping[str, Any], key: str) -> str:
    """The words under a key: the model's own where a parser read an output in them.

    Raises:
        ConfigError: there are none; names the key.
    """
    if key not in values:
        raise ConfigError(f"the memory looks for {key!r}; found {sorted(values)}")
    return values.said(key) if isinstance(values, Outputs) else str(values[key])
