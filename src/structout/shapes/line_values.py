"""What stands behind the key of a ``key: value`` line goes in, a scalar or a list comes out."""

from __future__ import annotations

import re
from functools import cache
from textwrap import dedent

from structout.result import Span
from structout.shapes.marked_lists import in_order, list_lines, marker_of
from structout.shapes.reading import Piece, list_piece, plain_scalar, trimmed

_QUOTES = {'"': '"”', "'": "'", "“": '”"', "„": '“”"', "`": "`", "«": "»", "「": "」"}


@cache
def _block_header() -> re.Pattern[str]:
    return re.compile(r"(?P<style>[|>])(?P<chomp>[+-]?)[ \t]*+\n(?=[ \t])")


def line_value(text: str, span: Span) -> Piece:
    """The value behind a key: a scalar, or a list where marked lines stand below the key.

    Args:
        text: the completion.
        span: what stands behind the key, with the lines that go on with it.
    """
    start, end = trimmed(text, span.start, span.end)
    if block := _block_header().match(text, start, end):
        return Piece(Span(start, end), _block(text[block.end() : end], block["style"], block["chomp"]))
    lines = list_lines(text, start, end)
    listed = "\n" in text[start:end] or _starts_item(text, start, end)
    if listed and lines.items and not lines.lead and lines.rest < 0 and in_order(lines.markers):
        return list_piece(Span(start, end), [_item(item, item.of(text)) for item in lines.items])
    return Piece(Span(start, end), plain_scalar(_bare(text[start:end])))


def _item(span: Span, shown: str) -> Piece:
    """One item: its lines are pairs, all of them, or a text that goes on."""
    rows = shown.split("\n")
    pairs = len(rows) > 1 and all(map(_pair().match, rows))
    return Piece(span, plain_scalar(_bare(shown if pairs else " ".join(shown.split()))))


@cache
def _pair() -> re.Pattern[str]:
    return re.compile(r"[ \t]*+(?:\*\*)?+(?:\(?+[^\W\d][^\s:：]{0,30}+ ?+){1,4}+[:：](?:\*\*)?+[ \t]++\S")


def _starts_item(text: str, start: int, end: int) -> bool:
    return text.rfind("\n", 0, start) > text.rfind(":", 0, start) and marker_of(text, start, end) is not None


def _bare(value: str) -> str:
    """A value without the quotes or the emphasis that stand round the whole of it."""
    value = undressed(value)
    close = _QUOTES.get(value[:1])
    whole = len(value) > 1 and close is not None and value[-1] in close and not set(close) & set(value[1:-1])
    return value[1:-1] if whole else value


def undressed(value: str) -> str:
    """A value without the emphasis of Markdown that stands round the whole of it: bold, italics, code."""
    while (dressed := _dress().fullmatch(value)) is not None:
        value = dressed[dressed.lastindex or 0]
    return value


@cache
def _dress() -> re.Pattern[str]:
    # _id_ and __init__ are names.
    return re.compile(
        r"\*\*(\*[^*\n]+\*|[^\s*](?:[^*\n]|\*(?!\*))*)(?<!\s)\*\*|\*([^\s*][^*\n]*)(?<!\s)\*|__?([^\s_][^_\n]*\s[^_\n]*)(?<!\s)__?|`([^`\n]+)`"
    )


def _block(lines: str, style: str, chomp: str) -> str:
    """A block scalar as YAML has it (1.2.2, 8.1), but for what a folded one keeps of lines that are indented further."""
    shown = dedent(lines).rstrip()
    body = shown if style == "|" else re.sub(r"(?<!\n)\n(?!\n)", " ", shown)
    return body if chomp == "-" else f"{body}\n"
