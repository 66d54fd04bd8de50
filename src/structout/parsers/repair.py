"""JSON repaired without a type: for those who only want the value that a text spells."""

from __future__ import annotations

from functools import cache

from structout.parsers.schema import JsonOutputParser
from structout.result import JsonValue, Parsed, Severity


@cache
def _parser() -> JsonOutputParser:
    return JsonOutputParser(max_severity=Severity.GUESS)


def repair_json(text: str) -> JsonValue:
    """The JSON value in a text, whatever it takes to read it.

    Args:
        text: JSON, nearly JSON, or prose with either in it.

    Returns:
        The value as Python objects; what was changed is in ``explain_json``.

    Raises:
        OutputParserException: nothing in the text can be read as JSON.

    >>> repair_json("{'city': 'Turin', nights: 2,}")
    {'city': 'Turin', 'nights': 2}
    """
    return _parser().parse(text)


def explain_json(text: str) -> Parsed[JsonValue]:
    """Like ``repair_json``, with the account of every repair.

    Raises:
        OutputParserException: nothing in the text can be read as JSON.
    """
    return _parser().explain(text)
