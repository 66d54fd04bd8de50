"""An HTML table goes in, its rows come out as the places of their cells; a table with merged cells is left alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html import unescape

from structout.result import Span
from structout.shapes.reading import trimmed

_LONGEST = 200_000


@dataclass(slots=True)
class HtmlTable:
    """The rows of a table.

    Attributes:
        span: where it stands.
        rows: the places of the cells, row by row.
        heads: for each row which cells are headers.
    """

    span: Span
    rows: list[list[Span]] = field(default_factory=list[list[Span]])
    heads: list[list[bool]] = field(default_factory=list[list[bool]])


@cache
def _tag() -> re.Pattern[str]:
    return re.compile(
        r"<(?P<close>/?+)(?P<name>table|tr|th|td)(?P<attributes>(?:\s[^<>]{0,400}+)?+)>", re.IGNORECASE
    )


@cache
def _merged() -> re.Pattern[str]:
    return re.compile(r"(?:col|row)span\s*+=\s*+[\"']?+(?!1\b)", re.IGNORECASE)


@cache
def _inline() -> re.Pattern[str]:
    return re.compile(
        r"</?(?:b|strong|i|em|u|s|code|span|p|a|sup|sub|small|font)(?:\s[^<>]{0,400}+)?+>", re.IGNORECASE
    )


@cache
def _line_break() -> re.Pattern[str]:
    return re.compile(r"<br\s*+/?>", re.IGNORECASE)


def untagged(raw: str) -> str:
    """What a cell says: without the tags that only dress it, its entities read."""
    return unescape(_inline().sub("", _line_break().sub("\n", raw))).strip()


def html_tables(text: str, start: int, end: int) -> Iterator[HtmlTable]:
    """The tables of a stretch of text, none of them inside another.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.
    """
    table: HtmlTable | None = None
    cell = -1
    for tag in _tag().finditer(text, start, min(end, start + _LONGEST)):
        name, closes = tag["name"].lower(), bool(tag["close"])
        if table is not None and cell >= 0:
            table.rows[-1].append(Span(*trimmed(text, cell, tag.start())))
            cell = -1
        if name == "table":
            if closes and table is not None and all(table.rows):
                yield HtmlTable(Span(table.span.start, tag.end()), table.rows, table.heads)
            table = None if closes or table is not None else HtmlTable(Span(*tag.span()))
        elif table is not None and not closes:
            if _merged().search(tag["attributes"]) or (name != "tr" and not table.rows):
                table = None
            elif name == "tr":
                table.rows.append([])
                table.heads.append([])
            else:
                table.heads[-1].append(name == "th")
                cell = tag.end()
