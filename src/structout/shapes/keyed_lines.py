"""``key: value`` lines go in, an object comes out; a key that comes again begins the next record.

Only keys that name a field count, in whatever spelling, bold or not, with a bullet in front or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from structout.result import Repair, RepairKind, Span
from structout.shapes.marked_lists import list_lines, marker_of
from structout.shapes.reading import (
    Hints,
    Piece,
    ShapeReading,
    list_piece,
    loose,
    loosened,
    object_piece,
    plain_scalar,
    reading_of,
    trimmed,
)

_QUOTES = {'"': '"', "'": "'", "“": "”", "`": "`", "«": "»", "「": "」"}


@cache
def _key() -> re.Pattern[str]:
    mark = r"(?:\#{1,6}+\s++|>\s?+)?+(?:[-*+•·]\s++|[0-9]{1,3}+[.)]\s++)?+"
    name = r"[^\W_][\w \-./'’()]{0,60}?"
    return re.compile(
        rf"{mark}(?P<bold>\*\*|__|`|\"|)(?P<key>{name})(?:(?P=bold)\s?(?:[:：]|=(?!=)|->|→)|[:：](?P=bold))\s*+"
    )


@cache
def _inline_key() -> re.Pattern[str]:
    return re.compile(
        r"(?:(?<=[,;|，；])\s*+|\A)(?:\*\*)?+(?P<key>[^\W\d_][\w \-]{0,40}?)(?:\*\*)?+\s?(?:[:：]|=(?!=))(?:\*\*)?+\s*+"
    )


@dataclass(slots=True)
class _Entry:
    """One key with the stretch of its value, which may still grow."""

    key: str
    known: bool
    value: Span
    indent: int
    apart: bool = False


def read_keyed_lines(text: str, start: int, end: int, hints: Hints) -> ShapeReading | None:
    """Read lines of the form ``key: value`` or ``key = value``.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.
        hints: what is known of the type; without field names nothing is read.

    Returns:
        One record as an object, several as a list of objects; ``None`` where too few of the keys are the type's. Lines
        between that belong to no value for sure are a repair of their own.
    """
    if hints.wants == "scalar" or not hints.fields:
        return None
    entries, left_out = _scan(text, start, end, hints)
    records = [
        record for record in _records(entries) if hints.convinced(tuple(entry.key for entry in record))
    ]
    if not records or sum(map(len, records)) < sum(entry.known for entry in entries):
        return None
    pieces = [_record_piece(text, record) for record in records]
    one = len(pieces) == 1
    root = pieces[0] if one else list_piece(Span(pieces[0].span.start, pieces[-1].span.end), pieces)
    repairs = [Repair(RepairKind.LEFT_OUT_TEXT, "$", span, span.of(text)[:80], "") for span in left_out]
    return reading_of(text, root, RepairKind.KEY_VALUE_LINES, *repairs)


def _scan(text: str, start: int, end: int, hints: Hints) -> tuple[list[_Entry], list[Span]]:
    entries: list[_Entry] = []
    pending: list[Span] = []
    left_out: list[Span] = []
    blank, over = False, False
    for raw in text[start:end].splitlines(keepends=True):
        line, start = Span(*trimmed(text, start, start + len(raw))), start + len(raw)
        if line.start == line.end:
            blank = True
            continue
        found = _entries_of(text, line, line.start - (start - len(raw)), hints)
        if found and (found[0].known or (entries and not blank)):
            _take(entries, pending, left_out, over=over)
            entries.extend(found)
            over = False
        elif entries:
            over = over or (blank and not _belongs(text, line, start - len(raw), entries[-1]))
            pending.append(line)
        blank = False
    return entries, [*left_out, *_tail(text, entries, pending, over=over)]


def _take(entries: list[_Entry], pending: list[Span], left_out: list[Span], *, over: bool) -> None:
    """Lines between two keys belong to the first one's value, unless they stand apart."""
    if pending and over:
        left_out.append(Span(pending[0].start, pending[-1].end))
    elif pending:
        entries[-1].value = Span(entries[-1].value.start, pending[-1].end)
    pending.clear()


def _belongs(text: str, line: Span, line_start: int, entry: _Entry) -> bool:
    """Whether a line behind an empty one still belongs to the entry: items under a bare key, or indented text."""
    if line.start - line_start > entry.indent:
        return True
    bare = (
        not entry.value.of(text).strip() or marker_of(text, *trimmed(text, *_ends(entry.value))) is not None
    )
    return bare and marker_of(text, line.start, line.end) is not None


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _tail(text: str, entries: list[_Entry], pending: list[Span], *, over: bool) -> list[Span]:
    """What follows the last key: items or indented lines are its value; prose right under it is left out, openly."""
    if not pending or not entries:
        return []
    value = entries[-1]
    bare = not value.value.of(text).strip()
    indented = all(_indent(text, line.start) > value.indent for line in pending)
    if not over and (bare or indented):
        value.value = Span(value.value.start, pending[-1].end)
        return []
    return [] if over else [Span(pending[0].start, pending[-1].end)]


def _indent(text: str, position: int) -> int:
    return position - text.rfind("\n", 0, position) - 1


def _entries_of(text: str, line: Span, indent: int, hints: Hints) -> list[_Entry]:
    several = _inline_entries(text, line, indent, hints)
    if len(several) > 1:
        return several
    match = _key().match(text, line.start, line.end)
    if match is None:
        return []
    known = loose(match["key"]) in loosened(hints.fields)
    # An unknown key is one only if it could be a name: a few words, not a sentence with a colon in it.
    if not known and (match["key"].count(" ") > 2 or text.startswith("//", match.end())):
        return []
    return [_Entry(match["key"].strip(), known, Span(match.end(), line.end), indent)]


def _inline_entries(text: str, line: Span, indent: int, hints: Hints) -> list[_Entry]:
    """Several pairs in one line, apart by commas: only keys that are the type's count."""
    shown = line.of(text)
    matches = [m for m in _inline_key().finditer(shown) if loose(m["key"]) in loosened(hints.fields)]
    if len(matches) < 2 or matches[0].start() > 0:
        return []
    stops = [*(match.start() - 1 for match in matches[1:]), len(shown)]
    return [
        _Entry(match["key"], True, Span(line.start + match.end(), line.start + stop), indent)
        for match, stop in zip(matches, stops, strict=True)
    ]


def _records(entries: list[_Entry]) -> Iterator[list[_Entry]]:
    record: list[_Entry] = []
    seen: set[str] = set()
    for entry in entries:
        if loose(entry.key) in seen:
            yield record
            record, seen = [], set()
        seen.add(loose(entry.key))
        record.append(entry)
    if record:
        yield record


def _record_piece(text: str, record: list[_Entry]) -> Piece:
    pieces = [(entry.key, _value(text, entry.value)) for entry in record]
    first = text.rfind("\n", 0, record[0].value.start) + 1
    start, _ = trimmed(text, first, record[0].value.start)
    return object_piece(Span(start, max(piece.span.end for _, piece in pieces)), pieces)


def _value(text: str, span: Span) -> Piece:
    start, end = trimmed(text, span.start, span.end)
    lines = list_lines(text, start, end)
    listed = "\n" in text[start:end] or _starts_item(text, start, end)
    if listed and lines.items and not lines.lead and lines.rest < 0:
        shown = [(item, " ".join(item.of(text).split())) for item in lines.items]
        return list_piece(Span(start, end), [Piece(item, plain_scalar(_bare(line))) for item, line in shown])
    return Piece(Span(start, end), plain_scalar(_bare(text[start:end])))


def _starts_item(text: str, start: int, end: int) -> bool:
    return text.rfind("\n", 0, start) > text.rfind(":", 0, start) and marker_of(text, start, end) is not None


def _bare(value: str) -> str:
    """A value without the quotes or the emphasis that stand round the whole of it."""
    for mark in ("**", "__", "`"):
        if len(value) > 2 * len(mark) and value.startswith(mark) and value.endswith(mark):
            value = value[len(mark) : -len(mark)]
    close = _QUOTES.get(value[:1])
    whole = len(value) > 1 and close is not None and value.endswith(close) and close not in value[1:-1]
    return value[1:-1] if whole else value
