"""Doubles for models, damages for completions, strategies and laws for parsers, and the pytest plug-in's parts."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from structout.llms.base import BaseLanguageModel
    from structout.testing.cassette import Cassette, MissingRecordingError
    from structout.testing.damage import DAMAGES, Damage, Damaged, compose
    from structout.testing.doubles import FlakyLLM, FunctionLLM, ScriptedChatModel, ScriptedLLM
    from structout.testing.laws import LAWS, assert_parser_laws
    from structout.testing.recording import forbidden, recorded
    from structout.testing.replaying import Difference, replay, watched
    from structout.testing.strategies import Completion, chunkings, completions, garbage, values
    from structout.testing.subjects import LawBrokenError

# Pytest loads this package in every run of every project that has structout: names are imported on first use.
_HOME = {
    "structout.llms.base": ("BaseLanguageModel",),
    "cassette": ("Cassette", "MissingRecordingError"),
    "damage": ("DAMAGES", "Damage", "Damaged", "compose"),
    "doubles": ("FlakyLLM", "FunctionLLM", "ScriptedChatModel", "ScriptedLLM"),
    "recording": ("forbidden", "recorded"),
    "replaying": ("Difference", "replay", "watched"),
    "laws": ("LAWS", "assert_parser_laws"),
    "strategies": ("Completion", "chunkings", "completions", "garbage", "values"),
    "subjects": ("LawBrokenError",),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "DAMAGES",
    "LAWS",
    "BaseLanguageModel",
    "Cassette",
    "Completion",
    "Damage",
    "Damaged",
    "Difference",
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
    "forbidden",
    "garbage",
    "recorded",
    "replay",
    "values",
    "watched",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = _MODULE_OF[name]
    value = getattr(import_module(module if "." in module else f"{__name__}.{module}"), name)
    globals()[name] = value
    return value
