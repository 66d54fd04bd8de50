"""Work counted instead of timed: how many functions a call makes, the same on every machine.

What happens inside one call of a compiled pattern cannot be counted: there a long text has to come to its end.
"""

import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any


def function_calls(run: Callable[..., Any], *args: Any, **options: Any) -> int:
    """How many functions, in Python and in C, are called until ``run`` returns."""
    count = 0

    def note(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run(*args, **options)
    finally:
        sys.setprofile(before)
    return count


@contextmanager
def coming_to_an_end(seconds: float = 60) -> Generator[None]:
    """Break off what would take far longer if it grew faster than the text; what is right takes a hundredth of it."""

    def too_long(_number: int, _frame: Any) -> None:
        raise TimeoutError(f"no end after {seconds} s of work")

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
