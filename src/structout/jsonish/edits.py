"""Edits: what a scan changes in a text, and the text with them made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from structout.result import RepairKind

Edit: TypeAlias = "tuple[int, int, str, RepairKind | None]"
"""Start and end in the source, what is written there instead, and why (``None``: part of the edit beside it)."""


def apply_edits(text: str, start: int, end: int, edits: Iterable[Edit]) -> str:
    """The text between ``start`` and ``end`` with every edit made, joined once."""
    pieces: list[str] = []
    add = pieces.append
    at = start
    for begin, stop, after, _ in edits:
        if begin > at:
            add(text[at:begin])
        if after:
            add(after)
        if stop > at:
            at = stop
    add(text[at:end])
    return "".join(pieces)
