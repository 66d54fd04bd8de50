"""Values nested deeper than Python's own stack reaches: the walk goes on where the stack is empty, in another thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")


def on_fresh_stack(call: Callable[[], T]) -> T:
    """What ``call`` gives, made on an empty stack, with the context variables of this one, while this one waits."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(copy_context().run, call).result()
