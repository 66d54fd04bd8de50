"""Completion → where the payload may stand, and signs that there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structout.exports import exported

if TYPE_CHECKING:
    from structout.locate.cues import (
        Cue as Cue,
        cue as cue,
    )
    from structout.locate.echoes import (
        is_schema as is_schema,
        stands_in as stands_in,
    )
    from structout.locate.regions import (
        Located as Located,
        Region as Region,
        cut as cut,
        locate as locate,
        trimmed as trimmed,
    )
    from structout.locate.signs import (
        cannot_say as cannot_say,
        failure_sign as failure_sign,
        loops as loops,
        refuses as refuses,
    )
    from structout.locate.starts import (
        exact_end as exact_end,
        next_start as next_start,
        opens_value as opens_value,
    )
    from structout.locate.withdrawn import (
        withdrawn as withdrawn,
    )
else:
    __getattr__, __all__ = exported(
        __name__,
        {
            "cues": (
                "Cue",
                "cue",
            ),
            "echoes": (
                "is_schema",
                "stands_in",
            ),
            "regions": (
                "Located",
                "Region",
                "cut",
                "locate",
                "trimmed",
            ),
            "signs": (
                "cannot_say",
                "failure_sign",
                "loops",
                "refuses",
            ),
            "starts": (
                "exact_end",
                "next_start",
                "opens_value",
            ),
            "withdrawn": ("withdrawn",),
        },
    )
