"""Memory of conversations in which the model answers in JSON: of each answer only one key is kept in view."""

from __future__ import annotations

from pydantic import Field

from structout.jsonish import Unreadable, read
from structout.memory.buffer import BaseChatMemory, last_turns
from structout.messages import AIMessage, BaseMessage
from structout.result import Severity


def value_at(text: str, key: str) -> str | None:
    """The value of a key of the first JSON object in a text; ``None`` where there is no such thing.

    JSON with small faults (single quotes, semicolons for commas) is read too; cut off or ambiguous JSON is not.
    """
    start = text.find("{")
    if start < 0:
        return None
    try:
        reading = read(text, start)
        value = reading.value
    except Unreadable:
        return None
    if not reading.complete or any(repair.severity > Severity.TYPE for repair in reading.repairs):
        return None
    if not isinstance(value, dict) or value.get(key) is None:
        return None
    return str(value[key])


class RecentKConversationMemory(BaseChatMemory):
    """Remembers the last turns, and of each answer, a JSON object, one key; an answer without it is left out.

    Attributes:
        k: number of turns.
        key: the key of the answers that is shown.
    """

    k: int = Field(default=5, ge=0)
    key: str = "reply"

    def shown(self) -> list[BaseMessage]:
        """The messages of the last turns, the model's reduced to the key."""
        turns = last_turns(self.chat_memory, self.k)
        shown: list[BaseMessage] = []
        for asked, answered in zip(turns[::2], turns[1::2], strict=False):
            reply = value_at(answered.content, self.key)
            shown += [] if reply is None else [asked, AIMessage(reply)]
        return shown

    @property
    def buffer_as_str(self) -> str:
        """The conversation as text, each turn begun by a line break."""
        text = super().buffer_as_str
        return f"\n{text}" if text else ""


RecentJSONMemory = RecentKConversationMemory
"""The same by its other name."""
