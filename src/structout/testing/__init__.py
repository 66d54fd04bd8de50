"""Doubles for models, damages for completions, strategies and laws for parsers, and the pytest plug-in's parts."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from structout.testing.cassette import Cassette, MissingRecordingError
    from structout.testing.damage import DAMAGES, Damage, Damaged, compose
    from structout.testing.doubles import FlakyLLM, FunctionLLM, ScriptedChatModel, ScriptedLLM
    from structout.testing.laws import LAWS, LawBrokenError, assert_parser_laws
    from structout.testing.strategies import Completion, chunkings, completions, garbage, values

# Pytest loads this package in every run of every project that has structout: names are imported on first use.
_HOME = {
    "cassette": ("Cassette", "MissingRecordingError"),
    "damage": ("DAMAGES", "Damage", "Damaged", "compose"),
    "doubles": ("FlakyLLM", "FunctionLLM", "ScriptedChatModel", "ScriptedLLM"),
    "laws": ("LAWS", "LawBrokenError", "assert_parser_laws"),
    "strategies": ("Completion", "chunkings", "completions", "garbage", "values"),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "DAMAGES",
    "LAWS",
    "Cassette",
    "Completion",
    "Damage",
    "Damaged",
    "FlakyLLM",
    "FunctionLLM",
    "LawBrokenError",
    "MissingRecordingError",
    "ScriptedChatModel",
    "ScriptedLLM",
    "assert_parser_laws",
    "chunkings",
    "completions",
    "compose",
    "garbage",
    "values",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
