"""What a read hands back: the repaired JSON text, and from its edits the repairs, paths and spans.

The scanner only notes edits (start, end, what to write, why). All else is derived from them when it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pydantic_core import from_json

from structout.errors import FailureKind
from structout.jsonish.edits import Edit, Marks, Seams, seams
from structout.jsonish.keys import Repeated, repeated_keys
from structout.jsonish.records import Record
from structout.result import JsonValue, Path, Repair, RepairKind, Repairs, Severity, Span, severity_of

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\],:]|[^\s"{}\[\],:]++')


class Unreadable(ValueError):
    """There is no JSON-like value to read here.

    Args:
        message: what was expected, found and where.
        kind: why, as an OutputParserException would say it.
        position: offset into the text.

    Attributes:
        steps: how much work it took to find that out; a look for a closing quote may go far beyond ``position``.
    """

    def __init__(self, message: str, kind: FailureKind = FailureKind.NO_VALUE, position: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.position = position
        self.steps = 0


@dataclass(frozen=True)
class Reading:
    """One value read from a text.

    Attributes:
        text: the text that was read from.
        json: the value as strict JSON text (``NaN`` and ``Infinity`` may stand in it, each with a repair).
        span: what was consumed of the text.
        noted: what was changed, in the order of the text, in the form it was noted in.
        complete: ``False`` where the text was cut inside a value.
        open_steps: how many steps down from the root the value is that was still open at the end; -1 for none.
    """

    text: str = field(repr=False)
    json: str
    span: Span
    noted: tuple[Edit, ...] | Marks = field(default=(), repr=False)
    complete: bool = True
    open_steps: int = -1

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """What was changed, in the order of the text."""
        return tuple(self.noted.edits()) if isinstance(self.noted, Marks) else self.noted

    @cached_property
    def kinds(self) -> frozenset[RepairKind]:
        """The kinds of what was changed, without building the edits or the repairs."""
        if isinstance(self.noted, Marks):
            return self.noted.kinds()
        return frozenset(kind for *_, kind in self.noted if kind is not None)

    @cached_property
    def value(self) -> JsonValue:
        """The value, built in Rust.

        Raises:
            Unreadable: a number with more digits than can be held.
        """
        return build(self.json)

    @cached_property
    def open_path(self) -> Path | None:
        """The innermost value that was still open at the end of the text, ``None`` where the value is closed."""
        if self.open_steps < 0:
            return None
        path: list[str | int] = []
        value = self.value
        for _ in range(self.open_steps):
            if isinstance(value, dict) and value:
                key = next(reversed(value))
                path.append(key)
                value = value[key]
            elif isinstance(value, list) and value:
                path.append(len(value) - 1)
                value = value[-1]
        return tuple(path)

    @cached_property
    def repairs(self) -> Sequence[Repair]:
        """Every liberty that was taken, in the order of the text; written out while it is looked at."""
        kinds = self.kinds.union(kind for kind, *_ in self._repeated)
        if not kinds:
            return ()
        record = Record(self.text, self.json, self.span.start, self.noted, self._repeated)
        return Repairs(kinds, record.written_out)

    @property
    def severity(self) -> Severity:
        """The gravest liberty, without writing the repairs out."""
        return severity_of(self.repairs)

    @cached_property
    def _repeated(self) -> tuple[Repeated, ...]:
        return repeated_keys(self.json, self.value)

    @cached_property
    def _seams(self) -> Seams:
        edits = self.noted.edits() if isinstance(self.noted, Marks) else self.noted
        return seams(edits, self.span.start)

    @cached_property
    def _places(self) -> list[tuple[Path, int, int]]:
        return list(places(self.json))

    @cached_property
    def _spans(self) -> dict[Path, tuple[int, int]]:
        return {path: (start, end) for path, start, end in self._places}

    def span_of(self, path: Path) -> Span:
        """Where the value at ``path`` stands in the text; the nearest enclosing one where there is none."""
        while path and path not in self._spans:
            path = path[:-1]
        if path not in self._spans:
            return self.span
        start, end = self._spans[path]
        first = self._seams.source(start)
        return Span(first, max(self._seams.source_end(end), first))


def build(json: str) -> JsonValue:
    """The value of a JSON text.

    Raises:
        Unreadable: the text is no JSON, or a number in it is too long.
    """
    try:
        return from_json(json, allow_inf_nan=True, cache_strings="keys")
    except (ValueError, TypeError) as error:
        raise _unbuilt(json, error) from error


def _unbuilt(json: str, error: Exception) -> Unreadable:
    if "recursion" in str(error):
        return Unreadable("expected at most 200 nested containers, found more", FailureKind.TOO_DEEP)
    digits = max((len(run) for run in _LONG_NUMBER.findall(json)), default=0)
    if digits:
        return Unreadable(
            f"expected a number of at most {_LONGEST} digits, found one of {digits}", FailureKind.TOO_LARGE
        )
    return Unreadable(f"expected JSON, but {error}", FailureKind.INVALID)


_LONGEST = 4300
_LONG_NUMBER = re.compile(r"[0-9]{4301,}+")


def places(json: str) -> Iterator[tuple[Path, int, int]]:
    """Path, start and end of every value of a valid JSON text."""
    path: list[str | int] = []
    opened: list[int] = []
    key = False
    for token in _TOKEN.finditer(json):
        mark = token[0]
        if mark in "{[":
            opened.append(token.start())
            path.append(0 if mark == "[" else "")
            key = mark == "{"
        elif mark in "}]":
            path.pop()
            yield tuple(path), opened.pop(), token.end()
        elif mark == ",":
            last = path[-1]
            key = isinstance(last, str)
            path[-1] = last if isinstance(last, str) else last + 1
        elif mark == ":":
            key = False
        elif key:
            path[-1] = _text(mark)
        else:
            yield tuple(path), token.start(), token.end()


def _text(literal: str) -> str:
    return from_json(literal) if "\\" in literal else literal[1:-1]
