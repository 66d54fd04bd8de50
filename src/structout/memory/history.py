"""Where the messages of a conversation are kept: in this process, or in a SQLite file across processes."""

from __future__ import annotations

import json
import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from structout.errors import ConfigError
from structout.messages import AIMessage, BaseMessage, HumanMessage, message_from_dict, message_to_dict


class BaseChatMessageHistory(ABC):
    """The messages of one conversation.

    A subclass writes ``messages``, ``add_messages`` and ``clear``. What ``add_messages`` is given is written whole or
    not at all: a turn is never kept by half.
    """

    @property
    @abstractmethod
    def messages(self) -> list[BaseMessage]:
        """All messages, first to last; what is done to the list need not reach the store."""

    @abstractmethod
    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Add messages, all or none."""

    @abstractmethod
    def clear(self) -> None:
        """Forget everything."""

    def replace(self, messages: Sequence[BaseMessage]) -> None:
        """Keep these messages and no others."""
        self.clear()
        self.add_messages(messages)

    def last(self, count: int) -> list[BaseMessage]:
        """The last messages, at most ``count``."""
        return self.messages[-count:] if count > 0 else []

    def add_message(self, message: BaseMessage) -> None:
        """Add one message."""
        self.add_messages([message])

    def add_user_message(self, message: str) -> None:
        """Add what the user said."""
        self.add_messages([HumanMessage(message)])

    def add_ai_message(self, message: str) -> None:
        """Add what the model said."""
        self.add_messages([AIMessage(message)])


class ChatMessageHistory(BaseChatMessageHistory):
    """Keeps the messages in this process.

    Args:
        messages: those to begin with.
    """

    def __init__(self, messages: Iterable[BaseMessage] = ()) -> None:
        self._messages = list(messages)

    @property
    def messages(self) -> list[BaseMessage]:
        """All messages, first to last."""
        return self._messages

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Add messages."""
        self._messages.extend(messages)

    def clear(self) -> None:
        """Forget everything."""
        self._messages = []

    def __repr__(self) -> str:
        return f"ChatMessageHistory({len(self.messages)} messages)"


_TABLE = """CREATE TABLE IF NOT EXISTS messages (
    position INTEGER PRIMARY KEY AUTOINCREMENT, conversation TEXT NOT NULL, message TEXT NOT NULL)"""
_INDEX = "CREATE INDEX IF NOT EXISTS by_conversation ON messages (conversation, position)"
_INSERT = "INSERT INTO messages (conversation, message) VALUES (?, ?)"
_SELECT = "SELECT message FROM messages WHERE conversation = ? ORDER BY position DESC LIMIT ?"
_DELETE = "DELETE FROM messages WHERE conversation = ?"


class SQLiteChatMessageHistory(BaseChatMessageHistory):
    """Keeps the messages in a SQLite file, for all processes that use it.

    A turn is one transaction: after a kill, nothing but the turn in flight is missing.

    Args:
        database_path: the file; it is made, with mode 0600, and its folder with mode 0700.
        conversation: which conversation of the file.
    """

    def __init__(self, database_path: str | os.PathLike[str], conversation: str = "default") -> None:
        self.path = Path(database_path)
        self.conversation = conversation
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))

    def _execute(self, *statements: tuple[str, Sequence[Any]]) -> list[tuple[Any, ...]]:
        try:
            with closing(sqlite3.connect(self.path, timeout=30)) as rows, rows:
                rows.execute(_TABLE)
                rows.execute(_INDEX)
                # From here to the end of the block, all or nothing.
                found: list[tuple[Any, ...]] = []
                for statement, values in statements:
                    found = rows.execute(statement, values).fetchall()
                return found
        except sqlite3.Error as error:
            raise ConfigError(f"conversation file {self.path}: {error}; give another file") from error

    @property
    def messages(self) -> list[BaseMessage]:
        """All messages, first to last."""
        return self.last(-1)

    def last(self, count: int) -> list[BaseMessage]:
        """The last messages, at most ``count``; all for a negative number."""
        rows = self._execute((_SELECT, (self.conversation, count)))
        try:
            return [message_from_dict(json.loads(row[0])) for row in reversed(rows)]
        except ValueError as error:
            raise ConfigError(f"conversation file {self.path}: {error}; give another file") from error

    def _inserts(self, messages: Sequence[BaseMessage]) -> list[tuple[str, Sequence[Any]]]:
        written = [json.dumps(message_to_dict(message), ensure_ascii=False) for message in messages]
        return [(_INSERT, (self.conversation, text)) for text in written]

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Add messages in one transaction."""
        self._execute(*self._inserts(messages))

    def replace(self, messages: Sequence[BaseMessage]) -> None:
        """Keep these messages and no others, in one transaction."""
        self._execute((_DELETE, (self.conversation,)), *self._inserts(messages))

    def clear(self) -> None:
        """Forget this conversation."""
        self._execute((_DELETE, (self.conversation,)))
