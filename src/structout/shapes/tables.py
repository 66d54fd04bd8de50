"""A Markdown or HTML table goes in; its rows come out as objects by header, or a two-column table as one object."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from structout.result import RepairKind, Span
from structout.shapes.html_tables import html_tables, untagged
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
    bare: Callable[[str], str]
    """What a cell says, given how it is written."""
    kind: RepairKind = RepairKind.MARKDOWN_TABLE


def read_table(text: str, start: int, end: int, hints: Hints) -> ShapeReading | None:
    """Read a Markdown or HTML table.

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
    found = [
        (piece, table.kind)
        for table in (*_tables(text, start, end), *_html_tables(text, start, end))
        if (piece := _piece(text, table, hints)) is not None
    ]
    return reading_of(text, *found[0]) if len(found) == 1 else None


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
            yield _Table(_cells(text, head), rows, Span(head.start, lines[index - 1].end), _bare)


def _html_tables(text: str, start: int, end: int) -> Iterator[_Table]:
    for table in html_tables(text, start, end):
        rows = tuple(map(tuple, table.rows))
        if rows and all(heads == [True, False] for heads in table.heads):
            nothing = Span(table.span.start, table.span.start)
            yield _Table((nothing, nothing), rows, table.span, untagged, RepairKind.XML)
        elif rows:
            yield _Table(rows[0], rows[1:], table.span, untagged, RepairKind.XML)


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


def _cell(text: str, table: _Table, span: Span) -> Piece:
    return Piece(span, plain_scalar(table.bare(span.of(text))))


def _piece(text: str, table: _Table, hints: Hints) -> Piece | None:
    names = tuple(table.bare(span.of(text)) for span in table.header)
    # A row with more cells than there are headers holds a bar that was meant as text: no cell is sure then.
    if not table.rows or any(len(row) != len(names) for row in table.rows):
        return None
    if len(table.rows) > 1 and is_total(table.rows[-1][0].of(text)):
        return None
    pairs = _pairs(text, table, hints) if len(names) == 2 and hints.wants != "list" else None
    column = names[-1].casefold() in _COLUMN and not hints.hits(names[-1:])
    if pairs is not None and (column or len(hints.hits(pairs.keys)) > len(hints.hits(names))):
        return pairs
    if hints.convinced(names) or (not hints.fields and hints.wants != "object" and len(names) > 1):
        return _records(text, table, names, hints)
    if hints.wants == "list":
        column = [_cell(text, table, row[0]) for row in table.rows]
        return list_piece(table.span, column) if len(names) == 1 and not hints.fields else None
    return pairs


def _records(text: str, table: _Table, names: tuple[str, ...], hints: Hints) -> Piece:
    rows = [
        object_piece(
            Span(row[0].start, row[-1].end),
            [(name, _cell(text, table, span)) for name, span in zip(names, row, strict=True)],
        )
        for row in table.rows
    ]
    return rows[0] if hints.wants == "object" and len(rows) == 1 else list_piece(table.span, rows)


_COLUMN = frozenset(
    "value values detail details description data content info information answer wert inhalt angabe valor valores dato detalle valeur "
    "contenu valore dato waarde wartość hodnota érték valoare värde verdi værdi arvo değer τιμή значение значення стойност القيمة قيمة "
    "ערך مقدار मान मूल्य মান மதிப்பு ค่า nilai isi thamani 値 内容 值 数值 內容 값 내용".split()
)
"""What heads the second column of a table of keys and values."""


def _is_pair(text: str, table: _Table, hints: Hints) -> bool:
    """Whether the header of two columns is a key with its value: it names a field that no other row names."""
    key, value = (table.bare(span.of(text)) for span in table.header)
    named = hints.hits((key,))
    others = (table.bare(row[0].of(text)).rstrip(":：") for row in table.rows)
    return bool(named) and value.casefold() not in _COLUMN and named.isdisjoint(hints.hits(tuple(others)))


def _pairs(text: str, table: _Table, hints: Hints) -> Piece | None:
    rows = (table.header, *table.rows) if _is_pair(text, table, hints) else table.rows
    keys = tuple(table.bare(row[0].of(text)).rstrip(":：") for row in rows)
    fits = hints.convinced(keys) if hints.fields else hints.wants == "object"
    if not fits or len(set(keys)) < len(keys):
        return None
    return object_piece(
        table.span, [(key, _cell(text, table, row[1])) for key, row in zip(keys, rows, strict=True)]
    )
