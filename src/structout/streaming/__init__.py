"""Chunks → partial values: each character is looked at once, and the last value is what the whole is parsed to."""

from structout.streaming.drivers import (
    Chunk,
    Items,
    OnItemError,
    astream,
    astream_items,
    stream,
    stream_items,
)
from structout.streaming.growth import Growth
from structout.streaming.loops import looping_tail
from structout.streaming.partial import Partial, PartialObject
from structout.streaming.reader import OnItem

__all__ = [
    "Chunk",
    "Growth",
    "Items",
    "OnItem",
    "OnItemError",
    "Partial",
    "PartialObject",
    "astream",
    "astream_items",
    "looping_tail",
    "stream",
    "stream_items",
]
