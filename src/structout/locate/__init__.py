"""Completion → where the payload may stand, and signs that there is none."""

from structout.locate.cues import Cue, cue
from structout.locate.echoes import is_schema, stands_in
from structout.locate.regions import Located, Region, cut, locate, trimmed
from structout.locate.signs import failure_sign, loops, refuses
from structout.locate.starts import opens_value, starts

__all__ = [
    "Cue",
    "Located",
    "Region",
    "cue",
    "cut",
    "failure_sign",
    "is_schema",
    "locate",
    "loops",
    "opens_value",
    "refuses",
    "stands_in",
    "starts",
    "trimmed",
]
