"""A Markdown table goes in; its rows come out as objects by header, or a two-column table as one object."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

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

_Row = tuple[Span, ...]


@cache
def _rule() -> re.Pattern[str]:
    return re.compile(r"\s*+[|+]?+(?:\s*+:?+-{1,200}+:?+\s*+(?:[|+]|\Z)){1,100}+\s*+\Z")


@cache
def _bar() -> re.Pattern[str]:
    return re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class _Table:
    header: _Row
    rows: tuple[_Row, ...]
    span: Span


def read_table(text: str, start: int, end: int, hints: Hints) -> ShapeReading | None:
    """Read a Markdown table.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.
        hints: what is known of the type.

    Returns:
        A list of objects by header; the one object of a table with one row, or with the fields in its first column,
        where an object is wanted; the column's texts where a list of plain values is wanted. ``None`` where the one
        table that fits is not there.
    """
    if hints.wants == "scalar":
        return None
    pieces = [
        piece for table in _tables(text, start, end) if (piece := _piece(text, table, hints)) is not None
    ]
    return reading_of(text, pieces[0], RepairKind.MARKDOWN_TABLE) if len(pieces) == 1 else None


def _lines(text: str, start: int, end: int) -> list[Span]:
    spans: list[Span] = []
    for raw in text[start:end].splitlines(keepends=True):
        spans.append(Span(*trimmed(text, start, start + len(raw))))
        start += len(raw)
    return spans


def _tables(text: str, start: int, end: int) -> Iterator[_Table]:
    lines = _lines(text, start, end)
    index = 0
    while index + 1 < len(lines):
        head, rule = lines[index], lines[index + 1]
        index += 1
        if "|" in head.of(text) and "-" in rule.of(text) and _rule().match(text, rule.start, rule.end):
            first = index = index + 1
            while index < len(lines) and "|" in lines[index].of(text):
                index += 1
            rows = tuple(_cells(text, line) for line in lines[first:index])
            yield _Table(_cells(text, head), rows, Span(head.start, lines[index - 1].end))


def _cells(text: str, line: Span) -> _Row:
    bars = [match.start() for match in _bar().finditer(text, line.start, line.end)]
    edges = [line.start - 1, *bars, line.end]
    if bars and bars[0] == line.start:
        edges = edges[1:]
    if bars and bars[-1] == line.end - 1:
        edges = edges[:-1]
    return tuple(Span(*trimmed(text, left + 1, right)) for left, right in pairwise(edges))


TOTALS = frozenset(
    (
        "total", "totals", "sum", "subtotal", "grand total", "overall", "average", "mean", "gesamt", "summe", "insgesamt",
        "durchschnitt", "totale", "somme", "moyenne", "media", "suma", "razem", "totaal", "totalt", "yhteensä", "toplam",
        "итого", "всего", "сумма", "разом", "σύνολο", "celkem", "összesen", "合計", "合计", "总计", "總計", "합계", "المجموع",
        "סה״כ", "कुल", "รวม", "tổng", "tổng cộng", "jumlah",
    )
)  # fmt: skip
"""Words that a row under the others begins with where it is no row of its own."""


def is_total(first: str) -> bool:
    """Whether the first cell of a row says that it sums the rows up."""
    return first.strip("*_:：. ").casefold() in TOTALS


def _bare(raw: str) -> str:
    """A cell's text without the emphasis round it and the escapes that only the table needed."""
    for mark in ("**", "__", "`", "*"):
        if (
            len(raw) > 2 * len(mark)
            and raw.startswith(mark)
            and raw.endswith(mark)
            and mark not in raw[1:-1].strip("*_")
        ):
            raw = raw[len(mark) : -len(mark)]
    return raw.replace("\\|", "|").replace("<br>", "\n").replace("<br/>", "\n").strip()


def _cell(text: str, span: Span) -> Piece:
    content = plain_scalar(_bare(span.of(text)))
    return Piece(span, content)


def _piece(text: str, table: _Table, hints: Hints) -> Piece | None:
    names = tuple(_bare(span.of(text)) for span in table.header)
    # A row with more cells than there are headers holds a bar that was meant as text: no cell is sure then.
    if not table.rows or any(len(row) != len(names) for row in table.rows):
        return None
    if len(table.rows) > 1 and is_total(table.rows[-1][0].of(text)):
        return None
    if hints.convinced(names) or (not hints.fields and hints.wants != "object" and len(names) > 1):
        return _records(text, table, names, hints)
    if hints.wants == "list":
        column = [_cell(text, row[0]) for row in table.rows]
        return list_piece(table.span, column) if len(names) == 1 and not hints.fields else None
    return _pairs(text, table, hints) if len(names) == 2 else None


def _records(text: str, table: _Table, names: tuple[str, ...], hints: Hints) -> Piece:
    rows = [
        object_piece(
            Span(row[0].start, row[-1].end),
            [(name, _cell(text, span)) for name, span in zip(names, row, strict=True)],
        )
        for row in table.rows
    ]
    return rows[0] if hints.wants == "object" and len(rows) == 1 else list_piece(table.span, rows)


def _pairs(text: str, table: _Table, hints: Hints) -> Piece | None:
    keys = tuple(_bare(row[0].of(text)).rstrip(":：") for row in table.rows)
    fits = hints.convinced(keys) if hints.fields else hints.wants == "object"
    if not fits or len(set(keys)) < len(keys):
        return None
    return object_piece(
        table.span, [(key, _cell(text, row[1])) for key, row in zip(keys, table.rows, strict=True)]
    )
