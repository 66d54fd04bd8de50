"""A model that says the same run of text over and over, seen from the last characters alone."""

from __future__ import annotations

from typing import Final

_NEEDLE: Final = 40
_LONGEST_PERIOD: Final = 400
_REPEATS: Final = 5
_LEAST: Final = 300
_LEAST_OF_WHOLE_VALUES: Final = 2000

LONGEST_TAIL: Final = 2400
"""How many of the last characters tell."""


def looping_tail(text: str, *, in_text: bool = True) -> int | None:
    """The length of the run that the text ends in repeating, ``None`` where it does not.

    A loop is a run of at most 400 characters, with a letter in it, that stands at least five times in a row and
    fills at least 300 characters; 2000 where it is made of whole values, since the rows of a table may well be equal.

    Args:
        text: the last characters of a completion.
        in_text: whether it breaks off in a string, or is no JSON.

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
    whole_values = not in_text or '"' in text[-period:]
    length = max(_REPEATS * period, _LEAST_OF_WHOLE_VALUES if whole_values else _LEAST)
    if length > len(text) or not any(char.isalpha() for char in text[-period:]):
        return None
    return period if text[-length:-period] == text[-length + period :] else None
