"""A date as Python shows it goes in, in the pieces that a tolerant reader makes of it; the moment comes out."""

from __future__ import annotations

from datetime import UTC, datetime

from structout.coerce.patterns import lazy
from structout.result import JsonValue

_PYTHON_DATE = lazy(
    r"(?:datetime\.)?(?:datetime|date)\([\d,\s]{1,60}(?P<utc>tzinfo=(?:datetime\.)?(?:timezone\.utc|UTC))?\)"
)


def python_date(value: JsonValue, spelling: str | None) -> datetime | None:
    """``datetime.date(2025, 1, 5)``, which was taken for a list of numbers.

    Args:
        value: what it was taken for.
        spelling: how the completion has it, where that is known.
    """
    shown = _PYTHON_DATE().fullmatch(spelling) if isinstance(value, list) and spelling else None
    if not isinstance(value, list) or shown is None:
        return None
    numbers = [part for part in value if isinstance(part, int)]
    if not 3 <= len(numbers) <= 7:
        return None
    year, month, day, hour, minute, second, part = (*numbers, 0, 0, 0, 0)[:7]
    try:
        return datetime(year, month, day, hour, minute, second, part, UTC if shown["utc"] else None)
    except ValueError:
        return None
