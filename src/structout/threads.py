"""Waiting: in threads for callers that block, in tasks for callers that await, and from the one to the other.

asyncio and the thread pools are imported with the first wait: they bring sockets, TLS and logging, which a program
that only reads completions has no use for.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, overload

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


async def in_thread(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in a thread, with the context of the caller.

    Args:
        function: may block.
        args: its arguments by position.
        kwargs: its arguments by name.

    Raises:
        RuntimeError: it raised StopIteration, which no awaited call can; a plain ``to_thread`` would never end.
    """
    from asyncio import to_thread

    def called() -> T:
        try:
            return function(*args, **kwargs)
        except StopIteration as error:
            name: Any = getattr(function, "__qualname__", type(function).__name__)
            raise RuntimeError(f"{name} raised StopIteration") from error

    return await to_thread(called)


async def iterated_in_thread(iterator: Iterator[T]) -> AsyncIterator[T]:
    """A blocking iterator for callers that await: each step in a thread; none of its items may be ``None``."""
    while (item := await in_thread(next, iterator, None)) is not None:
        yield item


def in_threads(
    function: Callable[[S], T], values: Iterable[S], at_once: int, *, return_exceptions: bool = False
) -> list[Any]:
    """Call a function with each of the values, several at once.

    Args:
        function: may block.
        values: its arguments.
        at_once: how many threads there are.
        return_exceptions: put an error in the place of its result, and go on.

    Returns:
        The results, in the order of the values.
    """
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(at_once) as pool:
        futures = [pool.submit(function, value) for value in values]
        return [_outcome(future, return_exceptions) for future in futures]


def _outcome(future: Future[Any], return_exceptions: bool) -> Any:
    error = future.exception()
    return error if return_exceptions and error is not None else future.result()


@overload
async def gathered(calls: Sequence[Awaitable[T]], at_once: int) -> list[T]: ...
@overload
async def gathered(
    calls: Sequence[Awaitable[T]], at_once: int, *, return_exceptions: bool
) -> list[T | BaseException]: ...
async def gathered(
    calls: Sequence[Awaitable[T]], at_once: int, *, return_exceptions: bool = False
) -> list[Any]:
    """Await all of the calls; the first failure cancels the rest.

    Args:
        calls: what to await.
        at_once: how many are under way at a time.
        return_exceptions: put an error in the place of its result, and go on.

    Returns:
        The results, in the order of the calls.
    """
    import asyncio

    gate = asyncio.Semaphore(at_once)

    async def one(call: Awaitable[T]) -> T:
        async with gate:
            return await call

    tasks = [asyncio.ensure_future(one(call)) for call in calls]
    try:
        return await asyncio.gather(*tasks, return_exceptions=return_exceptions)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for call in calls:
            # One that never got through the gate was not begun, and would warn that nobody awaited it.
            if asyncio.iscoroutine(call):
                call.close()


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The event loop that runs here, if one does."""
    import asyncio

    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def finished(awaited: Awaitable[T]) -> T:
    """What an awaitable comes to, where no event loop runs."""
    import asyncio

    async def waiting() -> T:
        return await awaited

    return asyncio.run(waiting())


async def pause(seconds: float) -> None:
    """Let others run for a while."""
    import asyncio

    await asyncio.sleep(seconds)
