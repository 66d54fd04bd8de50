"""Memory of what was said: all of it, or the last turns."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from structout.errors import ConfigError
from structout.memory.base import BaseMemory, input_key, output_key, said
from structout.memory.history import BaseChatMessageHistory, ChatMessageHistory
from structout.memory.turns import TurnLock
from structout.messages import AIMessage, BaseMessage, HumanMessage, get_buffer_string


class BaseChatMemory(BaseMemory):
    """Keeps the turns of a conversation in a history.

    Attributes:
        chat_memory: where the messages are kept; a new one in this process by default.
        input_key: the input that holds the user's words; by default the only one.
        output_key: the output that holds the model's words; by default the only one, or ``output``.
        return_messages: give prompts the messages, not their text.
        human_prefix: what the user is called in the text.
        ai_prefix: what the model is called in the text.
        memory_key: the variable that this memory gives to prompts.
    """

    chat_memory: BaseChatMessageHistory = Field(default_factory=ChatMessageHistory)
    input_key: str | None = None
    output_key: str | None = None
    return_messages: bool = False
    human_prefix: str = "Human"
    ai_prefix: str = "AI"
    memory_key: str = "history"

    @property
    def memory_variables(self) -> list[str]:
        """The one variable."""
        return [self.memory_key]

    def turn_locks(self) -> list[TurnLock]:
        """The lock of the history, so that all memories that keep their turns there take turns."""
        return [self.chat_memory.turns]

    def turn_of(self, inputs: dict[str, Any], outputs: dict[str, Any]) -> tuple[str, str]:
        """What the user and what the model said in a turn.

        Raises:
            ConfigError: several inputs or outputs, and no key that says which.
        """
        asked = said(inputs, self.input_key or input_key(inputs, self.memory_variables))
        return asked, said(outputs, self.output_key or output_key(outputs))

    def save_context(self, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Keep a turn, both halves at once."""
        asked, answered = self.turn_of(inputs, outputs)
        self.chat_memory.add_messages([HumanMessage(asked), AIMessage(answered)])

    def shown(self) -> list[BaseMessage]:
        """The messages that prompts are given."""
        return self.chat_memory.messages

    def load_memory_variables(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """The conversation so far."""
        return {self.memory_key: self.buffer}

    @property
    def buffer(self) -> Any:
        """The conversation as prompts are given it."""
        return self.shown() if self.return_messages else self.buffer_as_str

    @property
    def buffer_as_str(self) -> str:
        """The conversation as text."""
        return get_buffer_string(self.shown(), self.human_prefix, self.ai_prefix)

    def clear(self) -> None:
        """Forget the conversation."""
        self.chat_memory.clear()


class ConversationBufferMemory(BaseChatMemory):
    """Remembers the whole conversation."""


class ConversationBufferWindowMemory(BaseChatMemory):
    """Remembers the last turns; older ones stay in the history but are not shown.

    Attributes:
        k: number of turns.
    """

    k: int = Field(default=5, ge=0)

    def shown(self) -> list[BaseMessage]:
        """The messages of the last turns."""
        return last_turns(self.chat_memory, self.k)


def last_turns(history: BaseChatMessageHistory, count: int) -> list[BaseMessage]:
    """The last turns of a conversation, each from the user's message on."""
    recent = history.last(2 * count)
    starts = [number for number, message in enumerate(recent) if isinstance(message, HumanMessage)]
    return recent if not starts else recent[starts[-count:][0] :]


class ConversationStringBufferMemory(BaseMemory):
    """Remembers the conversation as one text, each turn begun by a line break.

    Attributes:
        buffer: the text so far.
        human_prefix: what the user is called.
        ai_prefix: what the model is called.
        memory_key: the variable that this memory gives to prompts.
        input_key: the input that holds the user's words; by default the only one.
        output_key: the output that holds the model's words; by default the only one, or ``output``.
        return_messages: must be false.
    """

    buffer: str = ""
    human_prefix: str = "Human"
    ai_prefix: str = "AI"
    memory_key: str = "history"
    input_key: str | None = None
    output_key: str | None = None
    return_messages: bool = False

    def _check(self) -> None:
        """Check that it is text that is wanted.

        Raises:
            ConfigError: messages are wanted.
        """
        if self.return_messages:
            raise ConfigError("return_messages must be False for ConversationStringBufferMemory")

    @property
    def memory_variables(self) -> list[str]:
        """The one variable."""
        return [self.memory_key]

    def load_memory_variables(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """The conversation so far."""
        return {self.memory_key: self.buffer}

    def save_context(self, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Add a turn to the text."""
        asked = said(inputs, self.input_key or input_key(inputs, self.memory_variables))
        answered = said(outputs, self.output_key or output_key(outputs))
        self.buffer += f"\n{self.human_prefix}: {asked}\n{self.ai_prefix}: {answered}"

    def clear(self) -> None:
        """Forget the conversation."""
        self.buffer = ""
