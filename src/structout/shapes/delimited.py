"""A table with commas, semicolons, tabs or bars between its cells goes in; its rows come out as objects by header.

Only a header that names the type's fields, and nothing else, makes a table of such lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from structout.result import RepairKind, Span
from structout.shapes.reading import (
    Hints,
    Piece,
    ShapeReading,
    list_piece,
    object_piece,
    plain_scalar,
    reading_of,
    trimmed,
)
from structout.shapes.tables import is_total

_SEPARATORS = "\t;|,"
_Row = tuple[Span, ...]


@cache
def _cell(separator: str) -> re.Pattern[str]:
    mark = re.escape(separator)
    return re.compile(
        rf"[ ]*+(?:\"(?P<quoted>(?:[^\"\n]|\"\")*+)\"[ ]*+|(?P<bare>(?!\")[^{mark}\n]*+))(?P<more>{mark}|\Z)"
    )


def read_delimited(text: str, start: int, end: int, hints: Hints) -> ShapeReading | None:
    """Read lines of cells under a header.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.
        hints: what is known of the type.

    Returns:
        A list of objects by header, or the one object of one row where an object is wanted; ``None`` where no line
        names fields only, or a row has not as many cells as the header.
    """
    if hints.wants == "scalar" or not hints.fields:
        return None
    lines = list(_lines(text, start, end))
    for index, line in enumerate(lines[:-1]):
        for separator in _SEPARATORS:
            header = _row(text, line, separator) if separator in line.of(text) else None
            names = tuple(_content(text, span) for span in header or ())
            if len(names) > 1 and len(hints.hits(names)) == len(names) and hints.convinced(names):
                return _table(text, names, line, lines[index + 1 :], separator, hints)
    return None


def _table(
    text: str, names: tuple[str, ...], head: Span, lines: list[Span], separator: str, hints: Hints
) -> ShapeReading | None:
    rows: list[Piece] = []
    for line in lines:
        if line.start == line.end:
            break
        cells = _row(text, line, separator)
        if cells is None or len(cells) != len(names):
            return None
        entries = [(name, _piece(text, cell)) for name, cell in zip(names, cells, strict=True)]
        rows.append(object_piece(line, entries))
    if not rows or (len(rows) > 1 and is_total(_row_head(text, rows[-1]))):
        return None
    one = hints.wants == "object" and len(rows) == 1
    whole = Span(head.start, rows[-1].span.end)
    root = object_piece(whole, rows[0].entries or ()) if one else list_piece(whole, rows)
    return reading_of(text, root, RepairKind.DELIMITED_TABLE)


def _row_head(text: str, row: Piece) -> str:
    return row.entries[0][1].span.of(text) if row.entries else ""


def _lines(text: str, start: int, end: int) -> Iterator[Span]:
    for raw in text[start:end].splitlines(keepends=True):
        line = Span(*trimmed(text, start, start + len(raw)))
        quoted = _quote_mark().match(text, line.start, line.end)
        yield Span(quoted.end(), line.end) if quoted else line
        start += len(raw)


def _row(text: str, line: Span, separator: str) -> _Row | None:
    """The cells of a line; ``None`` where a quote is not closed."""
    cells: list[Span] = []
    at = line.start
    while True:
        found = _cell(separator).match(text, at, line.end)
        if found is None:
            return None
        group = "bare" if found["quoted"] is None else "quoted"
        cells.append(Span(*trimmed(text, *found.span(group))))
        if not found["more"]:
            return tuple(cells)
        at = found.end()


@cache
def _quote_mark() -> re.Pattern[str]:
    """The mark of a quoted line."""
    return re.compile(r">[ \t]++")


@cache
def _emphasis() -> re.Pattern[str]:
    return re.compile(r"(\*{1,2})([^*]++)\1")


def _content(text: str, span: Span) -> str:
    content = span.of(text).replace('""', '"')
    marked = _emphasis().fullmatch(content)
    return marked[2] if marked else content


def _piece(text: str, span: Span) -> Piece:
    return Piece(span, plain_scalar(_content(text, span)))
