"""A model that says the same run of text over and over, seen from the last characters alone."""

from __future__ import annotations

from typing import Final

_NEEDLE: Final = 40
_LONGEST_PERIOD: Final = 400
_REPEATS: Final = 5
_LEAST: Final = 300


def looping_tail(text: str) -> int | None:
    """The length of the run that the text ends in repeating, ``None`` where it does not.

    A loop is a run of at most 400 characters, with a letter in it, that stands at least five times in a row and
    fills at least 300 characters.

    >>> looping_tail("so " + "and then again " * 30)
    15
    >>> looping_tail("[" + "0, " * 300) is None
    True
    """
    if len(text) < _LEAST:
        return None
    needle = text[-_NEEDLE:]
    before = text.rfind(needle, max(0, len(text) - _LONGEST_PERIOD - _NEEDLE), len(text) - 1)
    if before < 0:
        return None
    period = len(text) - _NEEDLE - before
    length = max(_REPEATS * period, _LEAST)
    if length > len(text) or not any(char.isalpha() for char in text[-period:]):
        return None
    return period if text[-length:-period] == text[-length + period :] else None
