"""Where the messages of a conversation are kept: in this process, or in a SQLite file across processes."""

from __future__ import annotations

import json
import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from structout.errors import ConfigError
from structout.memory.turns import TurnLock
from structout.messages import AIMessage, BaseMessage, HumanMessage, message_from_dict, message_to_dict


class BaseChatMessageHistory(ABC):
    """The messages of one conversation.

    A subclass writes ``messages``, ``add_messages`` and ``clear``. What ``add_messages`` is given is written whole or
    not at all: a turn is never kept by half.
    """

    @property
    def turns(self) -> TurnLock:
        """What a turn of this conversation holds, by whichever memory it goes."""
        # Made when it is asked for: a subclass need not call __init__. One dict operation, so threads get the same.
        return vars(self).setdefault("_turns", TurnLock())

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
_SELECT = "SELECT position, message FROM messages WHERE conversation = ? ORDER BY position DESC LIMIT ?"
_DELETE = "DELETE FROM messages WHERE conversation = ?"

_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})

_shared: WeakValueDictionary[tuple[Path, str], TurnLock] = WeakValueDictionary()
_sharing = Lock()


def _turns_of(path: Path, conversation: str) -> TurnLock:
    with _sharing:
        found = _shared.get((path, conversation))
        if found is None:
            found = _shared[path, conversation] = TurnLock()
        return found


class SQLiteChatMessageHistory(BaseChatMessageHistory):
    """Keeps the messages in a SQLite file, for all processes that use it.

    A turn is one transaction: after a kill, nothing but the turn in flight is missing. The file must stay where it
    is: one that was moved away is an error, never an empty conversation.

    Args:
        database_path: the file; it is made, with mode 0600, and its folder with mode 0700.
        conversation: which conversation of the file.
        timeout: seconds to wait for another process that is writing.

    Raises:
        ConfigError: the file cannot be made.
    """

    def __init__(
        self, database_path: str | os.PathLike[str], conversation: str = "default", *, timeout: float = 30
    ) -> None:
        if not os.fspath(database_path) or os.fspath(database_path) == ":memory:":
            raise ConfigError("expected a file; ChatMessageHistory keeps a conversation in this process")
        self.path = Path(database_path).absolute()
        self.conversation = conversation
        self.timeout = timeout
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            raise self._failed(error.strerror or str(error)) from error

    @property
    def turns(self) -> TurnLock:
        """The same for all memories of this process that keep this conversation of the file."""
        return vars(self).setdefault("_turns", _turns_of(self.path, self.conversation))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_turns"}

    def _failed(self, what: str, mend: str = "give another file") -> ConfigError:
        return ConfigError(f"conversation file {self.path}: {what}; {mend}")

    def _execute(self, *statements: tuple[str, Sequence[Any]]) -> list[tuple[Any, ...]]:
        try:
            # Opened, never made: a file that is gone must not come back empty.
            opened = sqlite3.connect(f"{self.path.as_uri()}?mode=rw", timeout=self.timeout, uri=True)
            with closing(opened) as rows, rows:
                rows.execute(_TABLE)
                rows.execute(_INDEX)
                # From here to the end of the block, all or nothing.
                found: list[tuple[Any, ...]] = []
                for statement, values in statements:
                    found = rows.execute(statement, values).fetchall()
                return found
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) in _BUSY:
                wait = f"another process has been writing for {self.timeout} s"
                raise self._failed(wait, "try again, or give a longer timeout=") from error
            raise self._failed(str(error) if self.path.exists() else "it is gone") from error

    @property
    def messages(self) -> list[BaseMessage]:
        """All messages, first to last."""
        return self.last(-1)

    def last(self, count: int) -> list[BaseMessage]:
        """The last messages, at most ``count``; all for a negative number."""
        rows = self._execute((_SELECT, (self.conversation, count)))
        return [self._message(*row) for row in reversed(rows)]

    def _message(self, position: int, text: Any) -> BaseMessage:
        try:
            return message_from_dict(json.loads(text))
        except (TypeError, ValueError, RecursionError) as error:
            mend = f"mend or delete the row of table messages whose position is {position}"
            raise self._failed(str(error), mend) from error

    def _inserts(self, messages: Sequence[BaseMessage]) -> list[tuple[str, Sequence[Any]]]:
        # As ASCII: half an emoji, cut off by a token limit, has no UTF-8.
        written = [json.dumps(message_to_dict(message)) for message in messages]
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
