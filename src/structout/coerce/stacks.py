"""Values nested deeper than Python's own stack reaches: the walk goes on where the stack is empty, in another thread."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar

from structout.threads import in_threads

T = TypeVar("T")


def on_fresh_stack(call: Callable[[], T]) -> T:
    """What ``call`` gives, made on an empty stack, with the context variables of this one, while this one waits."""
    (result,) = in_threads(copy_context().run, [call], 1)
    return result
