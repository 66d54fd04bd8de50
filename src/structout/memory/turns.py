"""One turn of a conversation at a time: from reading its memory to writing it, across threads and tasks."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any

from structout.threads import pause

_held: ContextVar[frozenset[int]] = ContextVar("structout_turns_held", default=frozenset())


class TurnLock:
    """Held for the whole of a turn; a turn inside a turn of the same conversation goes through.

    Copies and pickles get a lock of their own.
    """

    def __init__(self) -> None:
        self._lock = Lock()

    @contextmanager
    def turn(self) -> Generator[None]:
        """Wait for the turn before and hold the lock for this one."""
        if id(self) in _held.get():
            yield
            return
        with self._lock, self._noted():
            yield

    @asynccontextmanager
    async def aturn(self) -> AsyncGenerator[None]:
        """``turn`` for callers that await."""
        if id(self) in _held.get():
            yield
            return
        await self._acquired()
        try:
            with self._noted():
                yield
        finally:
            self._lock.release()

    async def _acquired(self) -> None:
        # Asking again and again works for threads and for any number of event loops alike, and leaves nothing
        # behind when the waiting task is cancelled.
        wait = 0.001
        while not self._lock.acquire(blocking=False):
            await pause(wait)
            wait = min(wait * 2, 0.02)

    @contextmanager
    def _noted(self) -> Generator[None]:
        before = _held.set(_held.get() | {id(self)})
        try:
            yield
        finally:
            _held.reset(before)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TurnLock)

    def __hash__(self) -> int:
        return hash(TurnLock)

    def __deepcopy__(self, memo: dict[int, Any]) -> TurnLock:
        return TurnLock()

    def __reduce__(self) -> tuple[type[TurnLock], tuple[()]]:
        return TurnLock, ()
