"""The functions of 2023 that read JSON out of a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from structout.errors import OutputParserException
from structout.jsonish import Unreadable, read
from structout.parsers import JsonOutputParser
from structout.result import shorten

_PARSER: JsonOutputParser = JsonOutputParser(max_severity="lossy")


def parse_partial_json(s: str, **_: Any) -> Any:
    """The value of JSON that may be cut off: what is whole of it.

    Raises:
        OutputParserException: there is no JSON at the beginning.
    """
    try:
        return read(s).value
    except Unreadable as error:
        raise OutputParserException(str(error), s) from error


def parse_json_markdown(json_string: str, *, parser: Callable[[str], Any] | None = None) -> Any:
    """The JSON in a text, in a Markdown fence or not.

    Args:
        json_string: the text.
        parser: not used; kept for callers that give one.

    Raises:
        OutputParserException: the text holds no JSON value, or several.
    """
    return _PARSER.parse(json_string)


def parse_and_check_json_markdown(text: str, expected_keys: Iterable[str]) -> dict[str, Any]:
    """The JSON object in a text, which must have some keys.

    Raises:
        OutputParserException: the text holds no JSON object, or a key is missing.
    """
    value = parse_json_markdown(text)
    match value:
        case {**found}:
            absent = [key for key in expected_keys if key not in found]
        case _:
            raise OutputParserException(f"Expected JSON object (dict), found {shorten(value)}", text)
    if absent:
        raise OutputParserException(
            f"expected the key {absent[0]!r} in the object, found {shorten(value)}", text
        )
    return found
