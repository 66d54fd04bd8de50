"""The names of a package, imported when they are first asked for: what a program does not use, it does not load.

A package lists its names twice: as imports under TYPE_CHECKING, for type checkers, and in the table given here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from sys import modules
from typing import Any


def exported(package: str, home: Mapping[str, tuple[str, ...]]) -> tuple[Callable[[str], Any], list[str]]:
    """The ``__getattr__`` and the ``__all__`` of a package.

    Args:
        package: its name.
        home: the names that each of its modules gives it.

    Source: PEP 562.
    """
    module_of = {name: module for module, names in home.items() for name in names}

    def found(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{module_of[name]}"), name)
        setattr(modules[package], name, value)
        return value

    return found, sorted(module_of)
