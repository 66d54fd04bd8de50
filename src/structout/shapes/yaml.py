"""YAML goes in, a JSON value comes out: maps, lists, block scalars, quoted scalars, flow collections, comments.

Tags, anchors and aliases are not in the subset: a text with them is refused, and nothing is ever constructed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from structout.result import RepairKind, Span
from structout.shapes.marked_lists import marker_of, unnumbered
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
    unfinished,
)
from structout.shapes.yaml_scalars import MAX_DEPTH, NotYaml, scalar, unquote


@cache
def _key() -> re.Pattern[str]:
    plain = r"[^\s\"'#\-{}\[\]&*!|>%@`?,:](?:[^:\n]|:(?!\s|\Z)){0,200}+"
    bold = r"\*\*(?=[^*\n]{1,100}(?::\*\*|\*\*:))(?P<bold>[^*:\n]{1,100}+)(?::\*\*|\*\*:)(?=\s|\Z)"
    return re.compile(rf"{bold}|(?P<key>\"[^\"\n]{{1,200}}+\"|'[^'\n]{{1,200}}+'|{plain}):(?=\s|\Z)")


def _name(key: re.Match[str]) -> str:
    raw = key["bold"] or key["key"]
    return unquote(raw) if raw[0] in "\"'" else raw.strip()


@cache
def _block_header() -> re.Pattern[str]:
    return re.compile(r"(?P<style>[|>])(?P<chomp>[+-]?+)[1-9]?+(?P<late>[+-]?+)\s*+(?:#.*+)?+\Z")


@dataclass(frozen=True, slots=True)
class _Line:
    indent: int
    start: int
    end: int


@dataclass(slots=True)
class _Blocks:
    """The lines of the text, and the rules that read blocks of them."""

    text: str
    lines: list[_Line]

    def of(self, index: int) -> str:
        return self.text[self.lines[index].start : self.lines[index].end]

    def blank(self, index: int) -> bool:
        content = self.of(index)
        return not content or content.startswith("#")

    def next(self, index: int) -> int:
        while index < len(self.lines) and self.blank(index):
            index += 1
        return index

    def is_item(self, index: int) -> bool:
        content = self.of(index)
        return content.startswith("- ") or content == "-"

    def key(self, index: int) -> re.Match[str] | None:
        line = self.lines[index]
        return _key().match(self.text, line.start, line.end)

    def block(self, index: int, depth: int) -> tuple[Piece, int]:
        """The map or list that begins in a line, and the index of the line behind it."""
        if depth > MAX_DEPTH:
            raise NotYaml("nested too deep")
        if self.is_item(index):
            return self.sequence(index, depth)
        if self.key(index):
            return self.mapping(index, depth)
        # Numbered lines are a list to the reader who wrote them, one long text to YAML.
        if marker_of(self.text, self.lines[index].start, self.lines[index].end):
            raise NotYaml("a list with other marks than a dash")
        return self.folded(index, self.lines[index].start, self.lines[index].indent - 1)

    def mapping(self, index: int, depth: int) -> tuple[Piece, int]:
        indent = self.lines[index].indent
        start, entries, after = self.lines[index].start, dict[str, Piece](), index
        while index < len(self.lines) and self.lines[index].indent == indent and (key := self.key(index)):
            name = _name(key)
            if name in entries:
                raise NotYaml("a key comes twice")
            entries[name], after = self.after_key(index, key.end(), depth)
            index = self.next(after)
        self.check_dedent(index, indent, after)
        if len(entries) > 1 and all(_ends_in_comma(value) for value in [*entries.values()][:-1]):
            raise NotYaml("members of JSON")
        span = Span(start, next(reversed(entries.values())).span.end)
        return object_piece(span, zip(unnumbered(list(entries)), entries.values(), strict=True)), after

    def sequence(self, index: int, depth: int) -> tuple[Piece, int]:
        indent = self.lines[index].indent
        start, items, after = self.lines[index].start, list[Piece](), index
        while index < len(self.lines) and self.lines[index].indent == indent and self.is_item(index):
            value, after = self.item(index, depth)
            items.append(value)
            index = self.next(after)
        self.check_dedent(index, indent, after)
        return list_piece(Span(start, items[-1].span.end), items), after

    def check_dedent(self, index: int, indent: int, after: int) -> None:
        deeper = index < len(self.lines) and self.lines[index].indent > indent
        if deeper and index == after:
            raise NotYaml("a line is indented under nothing")

    def item(self, index: int, depth: int) -> tuple[Piece, int]:
        line = self.lines[index]
        inner = line.start + 1
        while inner < line.end and self.text[inner] in " \t":
            inner += 1
        if inner == line.end:
            return self.child(index, inner, line.indent, depth)
        # What follows the dash is a line of its own, indented as far as it stands.
        nested = _Line(line.indent + inner - line.start, inner, line.end)
        if self.text.startswith("- ", inner) or _key().match(self.text, inner, line.end):
            self.lines[index] = nested
            return self.block(index, depth + 1)
        return self.inline(index, inner, line.indent, depth)

    def after_key(self, index: int, position: int, depth: int) -> tuple[Piece, int]:
        line = self.lines[index]
        while position < line.end and self.text[position] in " \t":
            position += 1
        if position == line.end or self.text.startswith("# ", position):
            return self.child(index, position, line.indent, depth, same=True)
        return self.inline(index, position, line.indent, depth)

    def child(
        self, index: int, position: int, indent: int, depth: int, *, same: bool = False
    ) -> tuple[Piece, int]:
        """What stands below a key or a dash with nothing behind it: a block, or nothing."""
        below = self.next(index + 1)
        if below < len(self.lines):
            inner = self.lines[below].indent
            if inner > indent or (same and inner == indent and self.is_item(below)):
                return self.block(below, depth + 1)
        return Piece(Span(position, position)), index + 1

    def inline(self, index: int, position: int, indent: int, depth: int) -> tuple[Piece, int]:
        header = _block_header().match(self.text, position, self.lines[index].end)
        if header:
            return self.literal(index, header, indent)
        return self.folded(index, position, indent)

    def folded(self, index: int, position: int, indent: int) -> tuple[Piece, int]:
        """A scalar, with the deeper lines that go on with it."""
        after, end = index + 1, self.lines[index].end
        while after < len(self.lines) and self.lines[after].indent > indent and self.of(after):
            in_brackets = self.text[position] in "[{\"'"
            if not in_brackets and (self.key(after) or self.is_item(after)):
                raise NotYaml("a value has both text and entries")
            end = self.lines[after].end
            after += 1
        return scalar(self.text, position, end), after

    def literal(self, index: int, header: re.Match[str], indent: int) -> tuple[Piece, int]:
        """A block scalar: its lines as they are (``|``) or folded into one (``>``)."""
        after = index + 1
        while after < len(self.lines) and (not self.of(after) or self.lines[after].indent > indent):
            after += 1
        body = self.lines[index + 1 : after]
        filled = [line for line in body if line.start < line.end]
        margin = min((line.indent for line in filled[:1]), default=0)
        rows = [
            " " * max(line.indent - margin, 0) + self.text[line.start : self.line_end(line)] for line in body
        ]
        start, end = (filled[0].start, filled[-1].end) if filled else (header.end(), header.end())
        return Piece(Span(start, end), _chomped(rows, header)), after

    def line_end(self, line: _Line) -> int:
        """The end of a line with the blanks behind it, which a block scalar keeps."""
        end = self.text.find("\n", line.end)
        stop = end if end >= 0 else len(self.text)
        return stop if line.start < line.end and self.text[line.end : stop].isspace() else line.end


def _ends_in_comma(value: Piece) -> bool:
    return isinstance(value.scalar, str) and value.scalar.endswith(",")


def _chomped(rows: list[str], header: re.Match[str]) -> str:
    while rows and not rows[-1]:
        rows.pop()
    joined = "\n".join(rows)
    if header["style"] == ">":
        joined = re.sub(r"(?<=\S)\n(?=\S)", " ", joined)
    return joined if "-" in (header["chomp"], header["late"]) or not joined else f"{joined}\n"


def _lines(text: str, start: int, end: int) -> list[_Line]:
    lines: list[_Line] = []
    position = start
    for raw in text[start:end].splitlines(keepends=True):
        content = raw.strip(" \t\r\n")
        indent = len(raw) - len(raw.lstrip(" \t"))
        begin = position + indent if content else position
        lines.append(_Line(indent, begin, begin + len(content)))
        position += len(raw)
    return lines


def read_yaml(text: str, start: int, end: int, hints: Hints) -> ShapeReading | None:
    """Read data that is written as YAML.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.
        hints: what is known of the type.

    Returns:
        The map or list of maps that holds the type's fields, else ``None``.
    """
    if hints.wants == "scalar":
        return None
    lines = _lines(text, start, end)
    for index in _beginnings(_Blocks(text, lines), hints):
        blocks = _Blocks(text, list(lines))
        piece = _attempt(blocks, index, hints)
        if piece is not None:
            cut = unfinished(text, start, end)
            return reading_of(text, piece, RepairKind.YAML, *cut, complete=not cut)
        # Data that begins here and is not YAML is not YAML from its middle on either.
        if not hints.fields or _is_field(blocks, index, hints) or blocks.is_item(index):
            break
    return None


def _beginnings(blocks: _Blocks, hints: Hints) -> Iterator[int]:
    """Lines where the data may begin: a field's key, a dash, a key with a block below. At most four are tried."""
    tried = 0
    for index in range(len(blocks.lines)):
        if tried < 4 and _begins(blocks, index, hints):
            tried += 1
            yield index


def _begins(blocks: _Blocks, index: int, hints: Hints) -> bool:
    if blocks.is_item(index):
        line = blocks.lines[index]
        entry = _key().match(blocks.text, min(line.start + 2, line.end), line.end)
        return hints.wants != "object" or not hints.fields or bool(entry and hints.hits((_name(entry),)))
    key = blocks.key(index)
    if key is None:
        return False
    if hints.hits((_name(key),)):
        return True
    below = blocks.next(index + 1)
    empty = key.end() == blocks.lines[index].end
    deeper = below < len(blocks.lines) and blocks.lines[below].indent > blocks.lines[index].indent
    return deeper if empty else not hints.fields


def _attempt(blocks: _Blocks, index: int, hints: Hints) -> Piece | None:
    try:
        piece, after = blocks.block(index, 0)
    except NotYaml:
        return None
    if not _is_over(blocks, after, hints):
        return None
    if piece.items and hints.wants == "object":
        piece = _merged(piece)
    piece = _gathered(piece, loosened(hints.known))
    piece = _without_farewell(blocks.text, piece, hints)
    if not hints.fields and has_afterthought(blocks.text, piece):
        return None
    inner = piece.entries[0][1] if piece.entries and len(piece.entries) == 1 else None
    return piece if _fits(piece, hints) else inner if inner and _fits(inner, hints) else None


def _merged(piece: Piece) -> Piece:
    """``- a: 1`` under ``- b: 2`` as one map, where one is wanted and each item is one entry of its own."""
    entries = [entry for item in piece.items or () for entry in (item.entries or ())]
    single = all(item.entries is not None and len(item.entries) == 1 for item in piece.items or ())
    return object_piece(piece.span, entries) if single and len(dict(entries)) == len(entries) else piece


def _gathered(piece: Piece, known: frozenset[str]) -> Piece:
    """Lists of single entries with different keys, all of them fields of the type, as the maps that bullets make."""
    if piece.entries is not None:
        return object_piece(piece.span, [(key, _gathered(inner, known)) for key, inner in piece.entries])
    if piece.items is None:
        return piece
    items = [_gathered(item, known) for item in piece.items]
    whole = _merged(list_piece(piece.span, items))
    fields = len(items) > 1 and whole.entries is not None and all(loose(key) in known for key in whole.keys)
    return whole if fields else list_piece(piece.span, items)


def _without_farewell(text: str, piece: Piece, hints: Hints) -> Piece:
    """A map without a last "Let me know: …" that stands apart from it."""
    entries = piece.entries or ()
    fields = [index for index, (key, _) in enumerate(entries) if hints.hits((key,))]
    last = fields[-1] if fields else len(entries) - 1
    for index in range(last + 1, len(entries)):
        gap = text[entries[index - 1][1].span.end : entries[index][1].span.start]
        if " " in entries[index][0] and "\n\n" in gap:
            return object_piece(Span(piece.span.start, entries[index - 1][1].span.end), entries[:index])
    return piece


def _is_over(blocks: _Blocks, after: int, hints: Hints) -> bool:
    """Whether nothing of the data stands behind the block: only prose, after an empty line or a closing mark."""
    following = blocks.next(after)
    if following == len(blocks.lines):
        return True
    apart = following > after or blocks.of(following).startswith(("---", "...", "```"))
    later = range(following, len(blocks.lines))
    return apart and bool(hints.fields) and not any(_is_field(blocks, index, hints) for index in later)


def _is_field(blocks: _Blocks, index: int, hints: Hints) -> bool:
    key = blocks.key(index)
    return key is not None and bool(hints.hits((_name(key),)))


def _fits(piece: Piece, hints: Hints) -> bool:
    if piece.entries is not None:
        return hints.convinced(piece.keys) if hints.fields else hints.wants != "list"
    if not piece.items or hints.wants == "object":
        return False
    maps = [item for item in piece.items if item.entries is not None]
    return len(maps) == len(piece.items) and (
        not hints.fields or all(hints.convinced(item.keys) for item in maps)
    )
