"""Strings that another mark closes than the one that opened them."""

from __future__ import annotations

import re
from functools import cache

from structout.jsonish.follow import STRONG, judge
from structout.jsonish.scan import Scan

_OTHER = {"'": '"', '"': "'"}


def other_mark(scan: Scan, start: int, end: int, role: str) -> int:
    """Where the other kind of quote closes the string that opens at ``start`` and that no quote of its own closes.

    Only the first of its kind can: two of them make a phrase. An apostrophe closes a text only where it ends it and
    is no possessive: ``"the boys', …``.

    Returns:
        Where it stands, -1 where there is none.
    """
    src = scan.src
    other = _OTHER.get(src[start])
    if other is None or (other == "'" and role != "key" and not _ends_oddly().fullmatch(src, start + 1, end)):
        return -1
    at = end - 1 if other == "'" and role != "key" else src.find(other, start + 1, end)
    return at if at > start and judge(scan, at + 1, role) == STRONG else -1


@cache
def _ends_oddly() -> re.Pattern[str]:
    """A text with a single quote at its end and none before it that could open a phrase."""
    return re.compile(r"[^\s'\"(\[](?:[^'\"]|(?<=\w)'(?=\w))*+(?<![sS])'")
