"""The type that a row of a corpus asks for: an import path, or a few lines of Python in corpora that are trusted."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from pydantic import BaseModel

from structout.errors import ConfigError
from structout.result import JsonValue

_PRELUDE = """
import enum, datetime, decimal, typing
from enum import Enum, IntEnum, StrEnum
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from dataclasses import dataclass, field
from typing import *
from uuid import UUID
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType, TypedDict
DateTime = datetime
"""

UNTYPED = None
"""The target of rows that ask for any JSON value."""


def target_of(target: JsonValue, *, trusted: bool) -> Any:
    """Find the type of a row.

    Args:
        target: ``None`` for any JSON value; ``"module:Name"``; or ``{"py": source, "root": expression}``.
        trusted: whether source in a corpus may be run; the shipped ones are, others only on demand.

    Returns:
        The type, ``UNTYPED`` for any JSON value.

    Raises:
        ConfigError: it cannot be found, or is source that may not be run.
    """
    if target is None:
        return UNTYPED
    if isinstance(target, str):
        return imported(target)
    if isinstance(target, dict) and isinstance(target.get("root"), str):
        if not trusted:
            raise ConfigError(
                "this corpus defines its types in Python source; write `module:Name` as the target, "
                "or run it with --trust if you know where it comes from"
            )
        return _built(str(target.get("py", "")), str(target["root"]))
    raise ConfigError(f"expected null, 'module:Name' or {{'py', 'root'}} as a target, found {target!r}")


def imported(name: str) -> Any:
    """Import a type by ``module:Name``.

    Raises:
        ConfigError: there is no such module or name.
    """
    module, _, attribute = name.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise ConfigError(f"expected module:Name, found {name!r}: {error}") from error


@cache
def _built(source: str, root: str) -> Any:
    # Dataclasses look their annotations up in the module that they say they are from.
    name = "structout_bench_case"
    module = sys.modules.setdefault(name, ModuleType(name))
    exec(_PRELUDE, module.__dict__)  # noqa: S102 - corpora are code that the caller trusts
    space: dict[str, Any] = {"__name__": name}
    exec(_PRELUDE + source, space)  # noqa: S102
    for value in list(space.values()):
        if isinstance(value, type) and issubclass(value, BaseModel) and value is not BaseModel:
            value.model_rebuild(_types_namespace=space, raise_errors=False)
    return eval(root, space)  # noqa: S307
