"""Functions that block → awaited in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
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

    def called() -> T:
        try:
            return function(*args, **kwargs)
        except StopIteration as error:
            name: Any = getattr(function, "__qualname__", type(function).__name__)
            raise RuntimeError(f"{name} raised StopIteration") from error

    return await asyncio.to_thread(called)
