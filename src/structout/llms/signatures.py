"""Which keyword arguments a method of a user's subclass takes, so that old and new signatures both work."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


@lru_cache(maxsize=512)
def _parameters(function: Callable[..., Any]) -> tuple[frozenset[str], bool]:
    parameters = inspect.signature(function).parameters.values()
    names = frozenset(p.name for p in parameters if p.kind in _NAMED)
    return names, any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters)


def fitting(
    method: Callable[..., Any], options: Mapping[str, Any], by_name: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The keyword arguments that can be given to ``method``.

    Args:
        method: a bound method or a function.
        options: given where the method names them, or takes any keyword.
        by_name: given only where the method names them (``run_manager``).
    """
    names, any_keyword = _parameters(getattr(method, "__func__", method))
    given = {name: value for name, value in options.items() if any_keyword or name in names}
    return given | {name: value for name, value in (by_name or {}).items() if name in names}
