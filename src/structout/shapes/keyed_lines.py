"""``key: value`` lines go in, an object comes out; a key that comes again begins the next record.

Only keys that name a field count, in whatever spelling, bold or not, with a bullet in front or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from structout.result import Repair, RepairKind, Span
from structout.scripts import SIGNS
from structout.shapes.line_values import line_value
from structout.shapes.marked_lists import are_labels, marker_of, open_mark
from structout.shapes.reading import (
    Hints,
    Piece,
    ShapeReading,
    has_afterthought,
    list_piece,
    loose,
    loosened,
    object_piece,
    reading_of,
    trimmed,
    unfinished,
)
from structout.shapes.toml import sections

_SHORT = 60


@cache
def _key() -> re.Pattern[str]:
    mark = r"(?:>\s?+)?+(?:[-*+•·]\s++|[・●▪◦‣■◆]\s*+|[0-9]{1,3}+[.)]\s++)?+"
    name = rf"[^\W_][\w{SIGNS} \-./'’()]{{0,60}}?"
    sure = r"(?:(?P=bold)\s?(?:[:：]|=(?![=>])|[-=]>|→)|[:：](?P=bold))"
    return re.compile(
        rf"{mark}(?P<bold>\*\*|__|\*|_|`|\"|)(?P<key>{name})(?:{sure}|(?P<weak>(?P=bold)(?:\s[-–—]\s|\t|\Z)))\s*+"
    )


@cache
def _heading() -> re.Pattern[str]:
    return re.compile(
        rf"\#{{1,6}}+\s++(?:\*\*)?+(?P<key>[^\W_][\w{SIGNS} \-./'’()]{{0,60}}?)(?:\*\*)?+\s?[:：]?+\s*+\Z"
    )


@cache
def _inline_key() -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?<=[,;|，；])\s*+|\A)(?:\*\*)?+(?P<key>[^\W\d_][\w{SIGNS} \-]{{0,40}}?)(?:\*\*)?+\s?(?:[:：]|=(?![=>]))(?:\*\*)?+\s*+"
    )


@cache
def _label() -> re.Pattern[str]:
    """What may stand before several pairs in a line: ``Action Input: id=7, name=x``."""
    return re.compile(rf"(?P<key>[^\W\d][\w{SIGNS} ]{{0,40}}+)[:：]\s++(?=[^\W\d])")


@dataclass(slots=True)
class _Entry:
    """One key with the stretch of its value, which may still grow."""

    key: str
    known: bool
    value: Span
    indent: int
    holds_pairs: bool = False


def read_keyed_lines(text: str, start: int, end: int, hints: Hints) -> ShapeReading | None:
    """Read lines of the form ``key: value`` or ``key = value``.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.
        hints: what is known of the type; where it has no fields but any keys, every line must be a pair.

    Returns:
        One record as an object, several as a list of objects; ``None`` where too few of the keys are the type's. Lines
        between that belong to no value for sure are a repair of their own.
    """
    if hints.wants == "scalar":
        return None
    if not hints.fields:
        return _open_map(text, start, end, hints)
    # The lines of a section are no fields of the record, and leaving them out would be silent.
    if any(hints.hits(tuple(head.split("."))) for head in sections(text, start, end)):
        return None
    entries, left_out = _scan(text, start, end, hints)
    records = [
        record
        for record in _records(entries)
        if hints.convinced(tuple(entry.key for entry in record))
        and any(_says(text, entry) for entry in record)
    ]
    if not records or sum(map(len, records)) < sum(entry.known for entry in entries):
        return None
    pieces = [_record_piece(text, record, hints) for record in records]
    one = len(pieces) == 1
    root = pieces[0] if one else list_piece(Span(pieces[0].span.start, pieces[-1].span.end), pieces)
    repairs = [Repair(RepairKind.LEFT_OUT_TEXT, "$", span, span.of(text)[:80], "") for span in left_out]
    if cut := open_mark().search(text, max(start, end - 40), end):
        repairs.append(
            Repair(RepairKind.UNFINISHED_VALUE, "$", Span(*trimmed(text, *cut.span())), cut.group(), "")
        )
    open_ended = [
        cut
        for record in records
        for entry in record
        for cut in unfinished(text, entry.value.start, entry.value.end)
    ]
    repairs += open_ended
    return reading_of(text, root, RepairKind.KEY_VALUE_LINES, *repairs, complete=not (cut or open_ended))


def _open_map(text: str, start: int, end: int, hints: Hints) -> ShapeReading | None:
    """Lines that are short pairs, all of them but a lead-in and a remark behind an empty line, as a map of any keys."""
    if hints.wants != "object":
        return None
    entries: list[_Entry] = []
    blank = remark = False
    for raw in text[start:end].splitlines(keepends=True):
        line = Span(*trimmed(text, start, start + len(raw)))
        start += len(raw)
        match = _key().match(text, line.start, line.end)
        pair = match is not None and match["weak"] is None and 0 < line.end - match.end() <= _SHORT
        if match and pair and match["key"].count(" ") < 3:
            if remark:
                return None
            entries.append(_Entry(match["key"].strip(), True, Span(match.end(), line.end), 0))
        elif line.start < line.end:
            remark = remark or (bool(entries) and blank)
            if not remark and (entries or not line.of(text).endswith((":", "："))):
                return None
        blank = line.start == line.end
    keys = {entry.key for entry in entries}
    if len(entries) < 2 or len(keys) < len(entries):
        return None
    piece = _record_piece(text, entries, hints)
    return None if has_afterthought(text, piece) else reading_of(text, piece, RepairKind.KEY_VALUE_LINES)


@dataclass(slots=True)
class _Lines:
    """The entries so far, and the lines behind the last one of which it is not sure whose they are."""

    text: str
    hints: Hints
    entries: list[_Entry] = field(default_factory=list[_Entry])
    left_out: list[Span] = field(default_factory=list[Span])
    unsure: list[Span] = field(default_factory=list[Span])
    apart: bool = False

    def feed(self, line: Span, indent: int, *, blank: bool) -> None:
        found = _entries_of(self.text, line, indent, self.hints)
        if found and self.is_inside(found[0]):
            self.entries[-1].value = Span(self.entries[-1].value.start, line.end)
            self.entries[-1].holds_pairs = True
        elif found and (found[0].known or (self.entries and not blank)):
            self.settle()
            self.entries.extend(found)
        elif self.entries and not self.unsure and self.belongs(line, indent):
            self.entries[-1].value = Span(self.entries[-1].value.start, line.end)
        elif self.entries:
            self.apart = blank if not self.unsure else self.apart or blank
            self.unsure.append(line)

    def is_inside(self, entry: _Entry) -> bool:
        """Whether a pair is part of the object that a key with nothing behind it holds: ``Address:`` above ``City: …``."""
        if entry.known or not self.entries or self.unsure:
            return False
        inner = loose(entry.key) in loosened(self.hints.known)
        if not inner and not (self.marked(entry) and not self.marked(self.entries[-1])):
            return False
        return self.entries[-1].holds_pairs or not _says(self.text, self.entries[-1])

    def marked(self, entry: _Entry) -> bool:
        """Whether a bullet stands before the key."""
        line = self.text.rfind("\n", 0, entry.value.start - 1) + 1
        return marker_of(self.text, line, entry.value.start) is not None

    def belongs(self, line: Span, indent: int) -> bool:
        """Whether a line is surely the last entry's: the first under a bare key, indented, a further row or item."""
        entry = self.entries[-1]
        value = Span(*trimmed(self.text, entry.value.start, entry.value.end))
        if indent > entry.indent or value.start == value.end:
            return True
        if self.text[value.start] == "|" == self.text[line.start]:
            return True
        listed = marker_of(self.text, value.start, value.end) is not None
        return listed and marker_of(self.text, line.start, line.end) is not None

    def settle(self) -> None:
        """A further key has come: lines before it are the value's, unless an empty line parts them."""
        if self.unsure and self.apart and not are_labels(self.text, self.unsure):
            self.left_out.append(Span(self.unsure[0].start, self.unsure[-1].end))
        elif self.unsure and not self.apart:
            self.entries[-1].value = Span(self.entries[-1].value.start, self.unsure[-1].end)
        self.unsure.clear()

    def end(self, *, first_apart: bool) -> None:
        """No further key comes: prose behind an empty line is no data, lines right under a value are left out openly."""
        if self.unsure and not first_apart:
            self.left_out.append(Span(self.unsure[0].start, self.unsure[-1].end))


def _scan(text: str, start: int, end: int, hints: Hints) -> tuple[list[_Entry], list[Span]]:
    lines = _Lines(text, hints)
    blank = False
    for raw in text[start:end].splitlines(keepends=True):
        line = Span(*trimmed(text, start, start + len(raw)))
        empty = not line.of(text).strip("-=_*`~ ")
        if not empty:
            lines.feed(line, line.start - start, blank=blank)
        blank = empty
        start += len(raw)
    unsure = lines.unsure
    lines.end(first_apart=bool(unsure) and _follows_blank(text, unsure[0].start))
    return lines.entries, lines.left_out


def _follows_blank(text: str, position: int) -> bool:
    """Whether the line before the one that begins at a position is empty."""
    line_start = text.rfind("\n", 0, position)
    before = text.rfind("\n", 0, max(line_start, 0))
    return line_start >= 0 and not text[before + 1 : line_start].strip()


def _entries_of(text: str, line: Span, indent: int, hints: Hints) -> list[_Entry]:
    several = _inline_entries(text, line, indent, hints)
    if len(several) > 1:
        return several
    heading = _heading().match(text, line.start, line.end)
    match = heading or _key().match(text, line.start, line.end)
    if match is None:
        return []
    known = loose(match["key"]) in loosened(hints.fields)
    weak = heading is not None or match["weak"] is not None
    alone = heading is None and match["weak"] == "" and not match["bold"]
    # An unknown key is one only if it could be a name: a few words, not a sentence with a colon in it.
    if alone or (not known and (weak or match["key"].count(" ") > 2 or text.startswith("//", match.end()))):
        return []
    return [_Entry(match["key"].strip(), known, Span(match.end(), line.end), indent)]


def _inline_entries(text: str, line: Span, indent: int, hints: Hints) -> list[_Entry]:
    """Several pairs in one line, apart by commas: only keys that are the type's count."""
    if not any(sign in line.of(text) for sign in ",;|，；"):
        return []
    mark = marker_of(text, line.start, line.end)
    line = Span(mark.start if mark else line.start, line.end)
    label = _label().match(text, line.start, line.end)
    if label and loose(label["key"]) not in loosened(hints.fields):
        line = Span(label.end(), line.end)
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


def _says(text: str, entry: _Entry) -> bool:
    """Whether anything stands behind the key: a heading or a word in bold alone is no value."""
    return bool(entry.value.of(text).strip())


def _record_piece(text: str, record: list[_Entry], hints: Hints) -> Piece:
    # Nothing behind the key of a field that must be there is no empty text.
    needed = loosened(tuple(name for spellings in hints.required for name in spellings))
    _drop_commas(text, record)
    pieces = [
        (
            entry.key,
            _piece_of(text, entry)
            if _says(text, entry) or loose(entry.key) not in needed
            else _nothing(entry),
        )
        for entry in record
    ]
    first = text.rfind("\n", 0, record[0].value.start) + 1
    start, _ = trimmed(text, first, record[0].value.start)
    return object_piece(Span(start, max(piece.span.end for _, piece in pieces)), pieces)


def _drop_commas(text: str, record: list[_Entry]) -> None:
    """Commas at the end of all lines but the last part the lines and belong to no value."""
    *others, last = record
    shown = [entry.value.of(text).rstrip() for entry in others]
    if not others or not all(value.endswith(",") for value in shown):
        return
    for entry, value in zip(others, shown, strict=True):
        entry.value = Span(entry.value.start, entry.value.start + len(value) - 1)
    if last.value.of(text).rstrip().endswith(","):
        last.value = Span(last.value.start, last.value.start + last.value.of(text).rindex(","))


def _piece_of(text: str, entry: _Entry) -> Piece:
    if not entry.holds_pairs:
        return line_value(text, entry.value)
    start, pairs, filled = entry.value.start, list[tuple[str, Piece]](), 0
    for raw in entry.value.of(text).splitlines(keepends=True):
        line = Span(*trimmed(text, start, start + len(raw)))
        start += len(raw)
        filled += line.start < line.end
        if match := _key().match(text, line.start, line.end):
            pairs.append((match["key"].strip(), line_value(text, Span(match.end(), line.end))))
    whole = Span(*trimmed(text, entry.value.start, entry.value.end))
    # A line that is no pair, or a key that comes twice, makes it a text, which is refused where an object is wanted.
    return (
        object_piece(whole, pairs)
        if len({key for key, _ in pairs}) == filled
        else line_value(text, entry.value)
    )


def _nothing(entry: _Entry) -> Piece:
    return Piece(Span(entry.value.start, entry.value.start), None)
