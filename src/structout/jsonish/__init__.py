"""Tolerant JSON: text to strictly valid JSON text, with a record of every repair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structout.exports import exported

if TYPE_CHECKING:
    from structout.jsonish.escapes import (
        swallows as swallows,
    )
    from structout.jsonish.reading import (
        Reading as Reading,
        Unreadable as Unreadable,
    )
    from structout.jsonish.scanner import (
        read as read,
    )
else:
    __getattr__, __all__ = exported(
        __name__,
        {
            "escapes": ("swallows",),
            "reading": (
                "Reading",
                "Unreadable",
            ),
            "scanner": ("read",),
        },
    )
