"""One turn of a conversation at a time: from reading its memory to writing it, across threads and tasks."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Iterable
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock, get_ident
from typing import Any

from structout.errors import ConfigError
from structout.threads import pause, running_loop


@dataclass(slots=True, eq=False)
class _Turn:
    lock: TurnLock
    under_way: bool = True


_turns: ContextVar[frozenset[_Turn]] = ContextVar("structout_turns", default=frozenset())
"""The turns that what runs here is inside of; ended ones among them count for nothing."""


def _under_way() -> frozenset[_Turn]:
    return frozenset(turn for turn in _turns.get() if turn.under_way)


class TurnLock:
    """Held for the whole of a turn; a turn inside a turn of the same conversation goes through.

    Copies and pickles get a lock of their own.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._thread: int | None = None

    @contextmanager
    def turn(self) -> Generator[None]:
        """Wait for the turn before and hold the lock for this one.

        Raises:
            ConfigError: the turn before goes on in the event loop that would have to wait here.
        """
        if self._is_inside():
            yield
            return
        self._acquire()
        with self._noted():
            yield

    @asynccontextmanager
    async def aturn(self) -> AsyncGenerator[None]:
        """``turn`` for callers that await."""
        if self._is_inside():
            yield
            return
        await self._acquired()
        with self._noted():
            yield

    def _is_inside(self) -> bool:
        return any(turn.lock is self for turn in _under_way())

    def _acquire(self) -> None:
        if self._lock.acquire(blocking=False):
            return
        if self._thread == get_ident() and running_loop() is not None:
            raise ConfigError(
                "another turn of this conversation goes on in this event loop, which a call that blocks would stop "
                "for ever: await acall, or follow astream"
            )
        self._lock.acquire()

    async def _acquired(self) -> None:
        # Asking again and again works for threads and for any number of event loops alike, and leaves nothing
        # behind when the waiting task is cancelled.
        wait = 0.001
        while not self._lock.acquire(blocking=False):
            await pause(wait)
            wait = min(wait * 2, 0.02)

    @contextmanager
    def _noted(self) -> Generator[None]:
        self._thread = get_ident()
        turn = _Turn(self)
        _turns.set(_under_way() | {turn})
        try:
            yield
        finally:
            # A stream may be closed in another context than the one it began in: there the mark has to do.
            turn.under_way = False
            _turns.set(_under_way())
            self._thread = None
            self._lock.release()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TurnLock)

    def __hash__(self) -> int:
        return hash(TurnLock)

    def __deepcopy__(self, memo: dict[int, Any]) -> TurnLock:
        return TurnLock()

    def __reduce__(self) -> tuple[type[TurnLock], tuple[()]]:
        return TurnLock, ()


@contextmanager
def held(locks: Iterable[TurnLock]) -> Generator[None]:
    """Hold several locks, all of them for one turn."""
    with ExitStack() as stack:
        for lock in _in_order(locks):
            stack.enter_context(lock.turn())
        yield


@asynccontextmanager
async def aheld(locks: Iterable[TurnLock]) -> AsyncGenerator[None]:
    """``held`` for callers that await."""
    async with AsyncExitStack() as stack:
        for lock in _in_order(locks):
            await stack.enter_async_context(lock.aturn())
        yield


def _in_order(locks: Iterable[TurnLock]) -> list[TurnLock]:
    # One order for all who share some of them, so that two turns never wait for each other.
    return sorted({id(lock): lock for lock in locks}.values(), key=id)
