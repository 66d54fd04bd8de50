"""Pydantic by the path that LangChain gave it in late 2023; it is the Pydantic that is installed."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pydantic


def __getattr__(name: str) -> Any:
    return getattr(pydantic, name)


def validator(*fields: str, **options: Any) -> Callable[[Any], Any]:
    """Pydantic's ``validator``; the value may be called ``field``, as it often was, which Pydantic 2 refuses."""
    make: Any = pydantic.validator(*fields, **options)  # pyright: ignore[reportDeprecated]
    return lambda function: make(_renamed(function))


def _renamed(function: Any) -> Any:
    plain: Callable[..., Any] = getattr(function, "__func__", function)
    match [*inspect.signature(plain).parameters]:
        case [_, "field" | "config"]:

            def checked(cls: Any, value: Any) -> Any:
                return plain(cls, value)

            checked.__name__, checked.__qualname__ = plain.__name__, plain.__qualname__
            return checked
        case _:
            return function
