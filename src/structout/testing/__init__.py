"""Doubles for models, damages for completions, strategies and laws for parsers, and the pytest plug-in's parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structout.errors import MissingExtraError
from structout.exports import exported

if TYPE_CHECKING:
    from structout.testing.cassette import Cassette, MissingRecordingError
    from structout.testing.damage import DAMAGES, Damage, Damaged, compose
    from structout.testing.doubles import FlakyLLM, FunctionLLM, ScriptedChatModel, ScriptedLLM
    from structout.testing.laws import LAWS, assert_parser_laws
    from structout.testing.recording import forbidden, recorded
    from structout.testing.replaying import Difference, replay, watched
    from structout.testing.strategies import Completion, chunkings, completions, garbage, values
    from structout.testing.subjects import LawBrokenError

__all__ = [
    "DAMAGES",
    "LAWS",
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


# Pytest loads this package in every run of every project that has structout: names are imported on first use.
_found, _names = exported(
    __name__,
    {
        "cassette": ("Cassette", "MissingRecordingError"),
        "damage": ("DAMAGES", "Damage", "Damaged", "compose"),
        "doubles": ("FlakyLLM", "FunctionLLM", "ScriptedChatModel", "ScriptedLLM"),
        "recording": ("forbidden", "recorded"),
        "replaying": ("Difference", "replay", "watched"),
        "laws": ("LAWS", "assert_parser_laws"),
        "strategies": ("Completion", "chunkings", "completions", "garbage", "values"),
        "subjects": ("LawBrokenError",),
    },
)


def __getattr__(name: str) -> Any:
    try:
        return _found(name)
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise MissingExtraError("testing", f"{__name__}.{name}") from error
