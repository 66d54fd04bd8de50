"""The scalars and the flow collections of YAML's plain core: a stretch of text goes in, a piece comes out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from structout.result import Span
from structout.shapes.line_values import undressed
from structout.shapes.reading import Piece, Scalar, list_piece, object_piece, plain_scalar, trimmed

MAX_DEPTH = 60
_NULLS = frozenset(("~", "null", "Null", "NULL"))
_BOOLEANS = {"True": True, "TRUE": True, "False": False, "FALSE": False}
_ESCAPES = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    '"': '"',
    "\\": "\\",
    "/": "/",
    "0": "\0",
    "b": "\b",
    "e": "\x1b",
}


class NotYaml(ValueError):
    """The text is not in the subset that is read here."""


@cache
def _escape() -> re.Pattern[str]:
    return re.compile(
        r"\\(?:(?P<short>[ntr\"\\/0be])|x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})|U(?P<w>[0-9a-fA-F]{8}))"
    )


@cache
def quoted() -> re.Pattern[str]:
    """A quoted scalar, whole."""
    return re.compile(r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^']|'')*+'", re.DOTALL)


@cache
def _property() -> re.Pattern[str]:
    # Anchors, aliases and tags; *emphasis* and "!" at the end of words are none.
    return re.compile(r"&\w++(?:\s|\Z)|\*\w++\s*+\Z|!{1,2}+\w[\w:.]*+(?:\s|\Z)")


@cache
def _comment() -> re.Pattern[str]:
    return re.compile(r"(?<=\s)#(?=\s)")


def unquote(text: str) -> str:
    """The content of a quoted scalar; a backslash before anything YAML does not know stays."""
    if text[0] == "'":
        return text[1:-1].replace("''", "'")
    return _escape().sub(_unescape, text[1:-1])


def _unescape(match: re.Match[str]) -> str:
    if match["short"]:
        return _ESCAPES[match["short"]]
    code = int(match[str(match.lastgroup)], 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else match.group()


def scalar(text: str, start: int, end: int) -> Piece:
    """The scalar or flow collection in a stretch of one or more lines.

    Raises:
        NotYaml: it has a tag, an anchor or an alias, or is nested too deep.
    """
    start, end = trimmed(text, start, end)
    raw = text[start:end]
    if _property().match(raw):
        raise NotYaml("tags, anchors and aliases are not read")
    match = quoted().match(text, start, end)
    if match and _is_end(text[match.end() : end]):
        return Piece(Span(start, end), unquote(match.group()))
    if raw[:1] in ("[", "{"):
        flow = _Flow(text, end)
        piece, after = flow.value(start, 0)
        # What goes on behind its bracket is text that happens to begin with one.
        return piece if piece and _is_end(text[after:end]) else Piece(Span(start, end), raw)
    return plain(text, start, end)


def _is_end(rest: str) -> bool:
    return not rest.strip() or rest.lstrip().startswith("#")


def plain(text: str, start: int, end: int) -> Piece:
    """A scalar without quotes; a comment behind it is left out."""
    comment = _comment().search(text, start, end)
    start, end = trimmed(text, start, comment.start() if comment else end)
    return Piece(Span(start, end), _plain_value(undressed(_folded(text[start:end]))))


def _plain_value(text: str) -> Scalar:
    if text in _NULLS or not text:
        return None
    return _BOOLEANS.get(text, plain_scalar(text))


@cache
def _flow_plain() -> re.Pattern[str]:
    return re.compile(r"(?:[^,\[\]{}:\n#]|:(?!\s)|(?<!\s)#)++")


@dataclass(slots=True)
class _Flow:
    """``[a, b]`` and ``{a: 1}``; a value of ``None`` says that the text is something else."""

    text: str
    end: int

    def skip(self, position: int) -> int:
        while position < self.end and self.text[position].isspace():
            position += 1
        return position

    def value(self, position: int, depth: int) -> tuple[Piece | None, int]:
        if depth > MAX_DEPTH:
            raise NotYaml("nested too deep")
        sign = self.text[position] if position < self.end else ""
        if sign == "[":
            return self.sequence(position, depth)
        if sign == "{":
            return self.mapping(position, depth)
        match = quoted().match(self.text, position, self.end)
        if match:
            return Piece(Span(*match.span()), unquote(match.group())), match.end()
        match = _flow_plain().match(self.text, position, self.end)
        return (plain(self.text, *match.span()), match.end()) if match else (None, position)

    def sequence(self, position: int, depth: int) -> tuple[Piece | None, int]:
        items: list[Piece] = []
        at = self.skip(position + 1)
        while at < self.end and self.text[at] != "]":
            item, at = self.value(at, depth + 1)
            at = self.separator(at, "]")
            if item is None or at < 0:
                return None, position
            items.append(item)
        closed = at < self.end
        return (list_piece(Span(position, at + 1), items), at + 1) if closed else (None, position)

    def mapping(self, position: int, depth: int) -> tuple[Piece | None, int]:
        entries: list[tuple[str, Piece]] = []
        at = self.skip(position + 1)
        while at < self.end and self.text[at] != "}":
            key, at = self.value(at, depth + 1)
            at = self.skip(at)
            if key is None or key.items is not None or not self.text.startswith(":", at):
                return None, position
            item, at = self.value(self.skip(at + 1), depth + 1)
            at = self.separator(at, "}")
            if item is None or at < 0:
                return None, position
            entries.append((str(key.value), item))
        closed = at < self.end
        return (object_piece(Span(position, at + 1), entries), at + 1) if closed else (None, position)

    def separator(self, position: int, closer: str) -> int:
        at = self.skip(position)
        if self.text.startswith(",", at, self.end):
            return self.skip(at + 1)
        return at if self.text.startswith(closer, at, self.end) else -1


def _folded(lines: str) -> str:
    """The lines of a plain scalar as one (YAML 1.2.2, 7.3.3); blanks inside a line stay."""
    return " ".join(line.strip() for line in lines.splitlines() if line.strip())
