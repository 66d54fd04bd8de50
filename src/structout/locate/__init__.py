"""Completion → where the payload may stand, and signs that there is none."""

from structout.locate.cues import Cue, cue
from structout.locate.echoes import is_schema, stands_in
from structout.locate.regions import Located, Region, cut, locate, trimmed
from structout.locate.signs import cannot_say, failure_sign, loops, refuses
from structout.locate.starts import exact_end, next_start, opens_value
from structout.locate.withdrawn import withdrawn

__all__ = [
    "Cue",
    "Located",
    "Region",
    "cannot_say",
    "cue",
    "cut",
    "exact_end",
    "failure_sign",
    "is_schema",
    "locate",
    "loops",
    "next_start",
    "opens_value",
    "refuses",
    "stands_in",
    "trimmed",
    "withdrawn",
]
