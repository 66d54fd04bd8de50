"""Regular expressions compiled when they are first used, so that importing the package stays cheap."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache


def lazy(pattern: str, flags: int = 0) -> Callable[[], re.Pattern[str]]:
    """A function that gives the compiled pattern, compiling it once.

    Args:
        pattern: the regular expression.
        flags: as for ``re.compile``.
    """
    return cache(lambda: re.compile(pattern, flags))
