"""Caches of completions: in memory and in SQLite, with JSON rows; never of failures or cut answers."""

from __future__ import annotations

import json
import os
import sqlite3
import warnings
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from structout.errors import ConfigError
from structout.llms.result import Generation
from structout.messages import message_from_dict, message_to_dict
from structout.threads import in_thread

NEVER_STORED = frozenset({"length", "content_filter", "refusal"})
"""Finish reasons of completions that a cache must not keep."""


def worth_storing(generations: Sequence[Generation]) -> bool:
    """Whether these completions of one prompt may be kept: there are some, and none is cut or refused."""
    return bool(generations) and all(each.finish_reason not in NEVER_STORED for each in generations)


class BaseCache(ABC):
    """Where completions are kept.

    The key has two parts: the prompt, and a text that names the model's class, its parameters, ``stop`` and the
    options of the call. It holds no secret.
    """

    @abstractmethod
    def lookup(self, prompt: str, llm_string: str) -> list[Generation] | None:
        """What was stored under the key, ``None`` for a miss."""

    @abstractmethod
    def update(self, prompt: str, llm_string: str, return_val: Sequence[Generation]) -> None:
        """Store completions under the key."""

    @abstractmethod
    def clear(self, **kwargs: Any) -> None:
        """Forget everything."""

    async def alookup(self, prompt: str, llm_string: str) -> list[Generation] | None:
        """``lookup`` for callers that await; in a thread."""
        return await in_thread(self.lookup, prompt, llm_string)

    async def aupdate(self, prompt: str, llm_string: str, return_val: Sequence[Generation]) -> None:
        """``update`` for callers that await; in a thread."""
        await in_thread(self.update, prompt, llm_string, return_val)

    async def aclear(self, **kwargs: Any) -> None:
        """``clear`` for callers that await; in a thread."""
        await in_thread(self.clear, **kwargs)

    def remove(self, prompt: str, llm_string: str) -> None:
        """Forget one entry, such as a completion that turned out to hold no value. Does nothing by default."""
        return


class InMemoryCache(BaseCache):
    """Keeps completions in this process.

    Args:
        maxsize: number of entries; the oldest goes first. Unlimited by default.

    Raises:
        ConfigError: ``maxsize`` is zero or negative.
    """

    def __init__(self, *, maxsize: int | None = None) -> None:
        if maxsize is not None and maxsize <= 0:
            raise ConfigError(f"maxsize must be greater than 0, found {maxsize}; leave it out for no limit")
        self._entries: dict[tuple[str, str], list[Generation]] = {}
        self._maxsize = maxsize
        self._lock = Lock()

    def lookup(self, prompt: str, llm_string: str) -> list[Generation] | None:
        """What was stored under the key, ``None`` for a miss."""
        found = self._entries.get((prompt, llm_string))
        return None if found is None else list(found)

    def update(self, prompt: str, llm_string: str, return_val: Sequence[Generation]) -> None:
        """Store completions under the key."""
        with self._lock:
            is_new = (prompt, llm_string) not in self._entries
            if is_new and self._maxsize is not None and len(self._entries) >= self._maxsize:
                del self._entries[next(iter(self._entries))]
            self._entries[prompt, llm_string] = list(return_val)

    def clear(self, **kwargs: Any) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()

    def remove(self, prompt: str, llm_string: str) -> None:
        """Forget one entry."""
        with self._lock:
            self._entries.pop((prompt, llm_string), None)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _lock=Lock())


def to_json(generations: Sequence[Generation]) -> str:
    """Completions as a row of the cache.

    Raises:
        TypeError: the provider's information is no JSON.
    """
    rows = [
        {
            "text": each.text,
            "finish_reason": each.finish_reason,
            "generation_info": None if each.generation_info is None else dict(each.generation_info),
            "message": None if each.message is None else message_to_dict(each.message),
        }
        for each in generations
    ]
    return json.dumps({"version": 1, "generations": rows}, allow_nan=False)


def from_json(row: str) -> list[Generation]:
    """Read a row of the cache.

    Raises:
        ValueError: the row has another shape.
    """
    try:
        value = json.loads(row)
        if value["version"] != 1:
            raise ValueError(f"unknown version {value['version']!r}")
        return [_generation(each) for each in value["generations"]]
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"no row of completions: {error!r}") from error


def _generation(value: Any) -> Generation:
    text, message = value["text"], value["message"]
    if not isinstance(text, str):
        raise TypeError("text is no string")
    message = None if message is None else message_from_dict(message)
    return Generation(text, value["generation_info"], value["finish_reason"], message)


class SQLiteCache(BaseCache):
    """Keeps completions in a SQLite file, for all processes that use it.

    A row that cannot be read is a miss with a warning. The key stands there as a hash, the completions as JSON.

    Args:
        database_path: the file; it is made, with mode 0600, and its folder with mode 0700.
    """

    def __init__(self, database_path: str | os.PathLike[str]) -> None:
        self.path = Path(database_path)
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))

    def _execute(self, statement: str, *values: str) -> tuple[Any, ...] | None:
        # One connection for each use: safe across threads and forks, and cheap beside a model call.
        try:
            with closing(sqlite3.connect(self.path, timeout=30)) as rows, rows:
                rows.execute(
                    "CREATE TABLE IF NOT EXISTS completions (key TEXT PRIMARY KEY, value TEXT NOT NULL)"
                )
                return rows.execute(statement, values).fetchone()
        except sqlite3.Error as error:
            _warn(self.path, str(error))
            return None

    def lookup(self, prompt: str, llm_string: str) -> list[Generation] | None:
        """What was stored under the key, ``None`` for a miss."""
        row = self._execute("SELECT value FROM completions WHERE key = ?", _key(prompt, llm_string))
        if row is None:
            return None
        try:
            return from_json(row[0])
        except ValueError as error:
            _warn(self.path, str(error))
            return None

    def update(self, prompt: str, llm_string: str, return_val: Sequence[Generation]) -> None:
        """Store completions under the key; what is no JSON is not stored, with a warning."""
        try:
            value = to_json(return_val)
        except (TypeError, ValueError) as error:
            _warn(self.path, f"the completion cannot be stored ({error})")
            return
        self._execute("INSERT OR REPLACE INTO completions VALUES (?, ?)", _key(prompt, llm_string), value)

    def clear(self, **kwargs: Any) -> None:
        """Forget everything."""
        self._execute("DELETE FROM completions")

    def remove(self, prompt: str, llm_string: str) -> None:
        """Forget one entry."""
        self._execute("DELETE FROM completions WHERE key = ?", _key(prompt, llm_string))


def _key(prompt: str, llm_string: str) -> str:
    return sha256(json.dumps([prompt, llm_string]).encode()).hexdigest()


def _warn(path: Path, reason: str) -> None:
    warnings.warn(f"cache {path}: {reason}; the cache is passed over", stacklevel=4)


_global_cache: BaseCache | None = None


def set_llm_cache(cache: BaseCache | None) -> None:
    """Set the cache of every model that has no cache of its own; ``None`` for no cache."""
    global _global_cache
    _global_cache = cache


def get_llm_cache() -> BaseCache | None:
    """The cache of every model that has no cache of its own."""
    return _global_cache


def cache_for(choice: BaseCache | bool | None) -> BaseCache | None:
    """The cache that a model's ``cache`` field stands for.

    Raises:
        ConfigError: it asks for the global cache, and there is none.
    """
    if isinstance(choice, BaseCache):
        return choice
    if choice is True and _global_cache is None:
        raise ConfigError("Asked to cache, but no cache found: give one as cache=, or to set_llm_cache()")
    return None if choice is False else _global_cache
