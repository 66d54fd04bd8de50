"""The repairs of a reading, written out from what was noted, with paths, and spans that a person would mark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from structout.jsonish.edits import Edit, Marks, Seams, seams
from structout.jsonish.keys import Repeated
from structout.jsonish.paths import STRING, Paths
from structout.result import Repair, RepairKind, Span, quick_repair, render_path

_K = RepairKind
_OPENERS = frozenset(
    {_K.SINGLE_QUOTES, _K.SMART_QUOTES, _K.BACKTICK_QUOTES, _K.TRIPLE_QUOTES, _K.DOUBLED_QUOTES, _K.FENCED_STRING,
     _K.FULLWIDTH_PUNCTUATION, _K.MISSING_OPEN_QUOTE, _K.UNQUOTED_STRING}
)  # fmt: skip
_CLOSERS = frozenset({_K.MISSING_CLOSE_QUOTE, _K.UNFINISHED_VALUE})
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Record:
    """What was noted while a text was read: enough to write its repairs out.

    Attributes:
        text: what was read.
        json: what the edits made of it.
        start: where in the text the JSON begins.
        noted: what was changed, in the form it was noted in.
        repeated: the keys that stand twice.
    """

    text: str
    json: str
    start: int
    noted: tuple[Edit, ...] | Marks
    repeated: tuple[Repeated, ...]

    def written_out(self) -> Iterable[Repair]:
        """The repairs in the order of the text; those of marks are made one by one."""
        if isinstance(self.noted, Marks) and not self.repeated:
            return _edit_repairs(self, self.noted.edits(), None)
        edits = tuple(self.noted.edits()) if isinstance(self.noted, Marks) else self.noted
        joints = seams(edits, self.start)
        made = [
            *_edit_repairs(self, edits, joints),
            *_key_repairs(self.text, joints, self.repeated),
        ]
        made.sort(key=lambda repair: repair.span.start)
        return made


def _edit_repairs(record: Record, edits: Iterable[Edit], joints: Seams | None) -> Iterator[Repair]:
    text, paths = record.text, Paths(record.json)
    shift = -record.start
    for begin, stop, after, kind in edits:
        made = begin + shift
        shift += len(after) - (stop - begin)
        path = paths.at(made, stop + shift)
        if kind is None:
            continue
        if joints is not None and after == '"' and (kind in _OPENERS or kind in _CLOSERS):
            begin, stop, after = _whole_string(record.json, joints, made, kind)
        before = text[begin:stop]
        if len(before) > _LONGEST or len(after) > _LONGEST:
            before, after = _short(before), _short(after)
        yield quick_repair(kind, path, begin, stop, before, after)


def _whole_string(json: str, joints: Seams, quote: int, kind: RepairKind) -> tuple[int, int, str]:
    """The string whose quote was written at ``quote``: where it stands in the source, and how it is written."""
    first = quote if kind in _OPENERS else _opening(json, quote)
    found = _string().match(json, first)
    stop = found.end() if found else quote + 1
    return joints.source(first), joints.source_end(stop), json[first:stop]


def _opening(json: str, close: int) -> int:
    """Where the string opens that closes at ``close``."""
    at = json.rfind('"', 0, close)
    while at > 0 and _escaped(json, at):
        at = json.rfind('"', 0, at)
    return max(at, 0)


def _escaped(json: str, at: int) -> bool:
    first = at
    while first and json[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 1


@cache
def _string() -> re.Pattern[str]:
    return re.compile(STRING)


def _key_repairs(text: str, joints: Seams, repeated: tuple[Repeated, ...]) -> Iterator[Repair]:
    for kind, path, first, stop in repeated:
        span = Span(joints.source(first), joints.source(stop))
        yield Repair(kind, render_path(path), span, _short(span.of(text)), "")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
