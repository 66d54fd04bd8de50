"""Chunks → partial values: each character is looked at once, and the last value is what the whole is parsed to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structout.exports import exported

if TYPE_CHECKING:
    from structout.streaming.drivers import (
        Chunk as Chunk,
        Items as Items,
        OnItemError as OnItemError,
        astream as astream,
        astream_items as astream_items,
        stream as stream,
        stream_items as stream_items,
    )
    from structout.streaming.growth import (
        Growth as Growth,
    )
    from structout.streaming.loops import (
        looping_tail as looping_tail,
    )
    from structout.streaming.partial import (
        Partial as Partial,
        PartialObject as PartialObject,
    )
    from structout.streaming.settled import (
        OnItem as OnItem,
    )
else:
    __getattr__, __all__ = exported(
        __name__,
        {
            "drivers": (
                "Chunk",
                "Items",
                "OnItemError",
                "astream",
                "astream_items",
                "stream",
                "stream_items",
            ),
            "growth": ("Growth",),
            "loops": ("looping_tail",),
            "partial": (
                "Partial",
                "PartialObject",
            ),
            "settled": ("OnItem",),
        },
    )
