"""Pydantic's validation errors put in the user's words, and their places found in the JSON that was validated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic_core import ErrorDetails, ValidationError

from structout.coerce.walk import Place, Trouble, Walk
from structout.result import JsonValue, Path

_MAX_SHOWN = 50
_EXPECTED: Final[Mapping[str, str]] = {
    "greater_than": "a number greater than {gt}",
    "greater_than_equal": "a number of at least {ge}",
    "less_than": "a number less than {lt}",
    "less_than_equal": "a number of at most {le}",
    "multiple_of": "a multiple of {multiple_of}",
    "string_too_short": "a string of at least {min_length} characters",
    "string_too_long": "a string of at most {max_length} characters",
    "string_pattern_mismatch": "a string matching the pattern {pattern!r}",
    "too_short": "at least {min_length} items",
    "too_long": "at most {max_length} items",
    "missing": "the key {key!r}",
    "extra_forbidden": "no key {key!r}",
}
"""Error type → what is expected, filled from the error's own context."""
_PREFIXES: Final[Mapping[str, str]] = {
    "Value error, ": "",
    "Assertion failed, ": "",
    "Input should be ": "",
    "Input should ": "a value that should ",
    "Input is not ": "",
}


def located(loc: tuple[int | str, ...], value: JsonValue) -> Path:
    """The path in ``value`` that an error's ``loc`` means: labels of union branches and of functions are left out."""
    path: list[int | str] = []
    part = value
    for step in loc:
        if isinstance(part, dict):
            key = step if step in part else str(step)
            if key in part:
                part = part[str(key)]
                path.append(key)
        elif isinstance(part, list) and isinstance(step, int) and 0 <= step < len(part):
            part = part[step]
            path.append(step)
    return tuple(path)


def final_troubles(error: ValidationError, value: JsonValue, walk: Walk) -> Iterator[Trouble]:
    """What Pydantic still objects to, with places in the JSON that went in."""
    seen: set[tuple[Path, str]] = set()
    for fault in error.errors(include_url=False)[:_MAX_SHOWN]:
        trouble = _trouble(fault, value, walk)
        if (trouble.place.path, trouble.expected) not in seen:
            seen.add((trouble.place.path, trouble.expected))
            yield trouble


def _trouble(fault: ErrorDetails, value: JsonValue, walk: Walk) -> Trouble:
    path = located(fault["loc"], value)
    place = Place(path, walk.sources.get(path, path))
    kind = fault["type"]
    if kind == "missing":
        key = fault["loc"][-1]
        return Trouble(Place((*path, key), place.source), f"the key {key!r}", None, missing=True)
    if kind in ("value_error", "assertion_error"):
        said = fault["msg"].partition(", ")[2]
        return Trouble(place, "a value that its validator takes", _part(value, path), said)
    return Trouble(place, _expected(fault), _part(value, path))


def _part(value: Any, path: Path) -> JsonValue:
    for step in path:
        value = value[step]
    return value


def _expected(fault: ErrorDetails) -> str:
    template = _EXPECTED.get(fault["type"])
    context: dict[str, Any] = {**fault.get("ctx", {}), "key": fault["loc"][-1] if fault["loc"] else ""}
    if template is None:
        return _own_words(fault["msg"])
    try:
        return template.format_map(context)
    except KeyError:
        return _own_words(fault["msg"])


def _own_words(message: str) -> str:
    """The message of a validator, the user's own words; what Pydantic says, as the end of "expected …"."""
    for prefix, instead in _PREFIXES.items():
        if message.startswith(prefix):
            message = instead + message[len(prefix) :]
    return message or "a value that its validator takes"
