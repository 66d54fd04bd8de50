"""A Python repr goes in (``Order(id=7, items=[Item(sku='a')])``, or ``id=7 name='x'``), a JSON value comes out.

Nothing is evaluated: names, numbers, strings and brackets are read by a scanner of bounded depth.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from structout.result import RepairKind, Span
from structout.scripts import SIGNS
from structout.shapes.python_calls import NotPython, called, string_value
from structout.shapes.reading import (
    Hints,
    Piece,
    Scalar,
    ShapeReading,
    list_piece,
    loose,
    object_piece,
    plain_scalar,
    reading_of,
)

_MAX_DEPTH = 100
_MAX_STARTS = 24
_CLOSERS = {"[": "]", "(": ")", "{": "}"}
_WORDS: dict[str, Scalar] = {
    "True": True,
    "False": False,
    "None": None,
    "true": True,
    "false": False,
    "null": None,
}


@cache
def _token() -> re.Pattern[str]:
    string = r"(?P<string>[rRbBuUfF]{0,2}+(?:'''(?:[^'\\]|\\.|'(?!''))*+'''|\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*+\"\"\"|'(?:[^'\\\n]|\\.)*+'|\"(?:[^\"\\\n]|\\.)*+\"))"
    number = r"(?P<number>[+-]?+(?:[0-9][0-9_]{0,400}+(?:\.[0-9]{0,300}+)?+|\.[0-9]{1,300}+)(?:[eE][+-]?+[0-9]{1,4}+)?+(?![\w.]))"
    member = r"(?P<member><[A-Za-z_][\w.]{0,200}+:\s++)"
    name = rf"(?P<name>[^\W\d][\w.{SIGNS}]{{0,200}}+)"
    return re.compile(rf"{string}|{number}|{member}|{name}|(?P<open>[\[({{])", re.DOTALL)


@cache
def _blank() -> re.Pattern[str]:
    return re.compile(r"(?:\s++|#[^\n]*+)*+")


@cache
def _call_start() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w.{SIGNS}])(?:(?P<call>[^\W\d][\w.{SIGNS}]{{0,100}}+)\(|(?P<list>\[)\s*+[^\W\d][\w.{SIGNS}]{{0,100}}+\()"
    )


@cache
def _pair_start() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.{SIGNS}])(?P<key>[^\W\d][\w{SIGNS}]{{0,100}}+)\s?=(?![=>])")


@cache
def _goes_on() -> re.Pattern[str]:
    """More of a value that was taken for whole: ``6*7``, ``two cows``."""
    return re.compile(r"(?<![\"')\]}])[ \t]*+[\w*/+^%×-]")


def read_constructor(text: str, start: int, end: int, hints: Hints) -> ShapeReading | None:
    """Read the repr of an instance, of a list of instances, or the ``str`` of a Pydantic model.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.
        hints: what is known of the type.

    Returns:
        The arguments by name as an object (a list of them where several instances follow one another); ``None`` where
        neither the class's name nor the fields' names are there.
    """
    if hints.wants == "scalar":
        return None
    scan = _Scan(text, end)
    found = _instances(scan, start, hints) or _pairs(scan, start, hints)
    if not found:
        return None
    whole = Span(found[0].span.start, found[-1].span.end)
    root = found[0] if len(found) == 1 else list_piece(whole, found)
    return reading_of(text, root, RepairKind.CONSTRUCTOR)


def _instances(scan: _Scan, start: int, hints: Hints) -> list[Piece]:
    found: list[Piece] = []
    position, names, passed, lists = start, set[str](), set[str](), list[Span]()
    for _ in range(_MAX_STARTS):
        match = _call_start().search(scan.text, position, scan.end)
        if match is None:
            break
        piece, after = _attempt(scan, match.start())
        fits = piece is not None and _fits(scan, piece, hints)
        found += [piece] if piece and fits else []
        if match["call"]:
            (names if fits else passed).add(match["call"])
        elif not fits:
            lists.append(Span(match.start(), after if piece else scan.end))
        # The one call in a list may be what is wanted.
        position = after if fits else match.start() + 1 if match["list"] else match.end()
    # An instance of the same class, or an item of the same list, that cannot be read is not left out.
    lost = hints.wants != "object" and not names.isdisjoint(passed)
    return [] if lost or any(_loses(scan, listed, found) for listed in lists) else found


def _loses(scan: _Scan, listed: Span, found: list[Piece]) -> bool:
    """Whether more than commas stands beside the instances in a list that could not be read as one."""
    at = scan.commas(listed.start + 1)
    inside = [piece for piece in found if listed.start < piece.span.start < listed.end]
    for piece in inside:
        if piece.span.start != at:
            break
        at = scan.commas(piece.span.end)
    return bool(inside) and at < scan.end and scan.text[at] != "]"


def _attempt(scan: _Scan, position: int) -> tuple[Piece | None, int]:
    try:
        return scan.value(position, 0)
    except NotPython:
        return None, position


def _fits(scan: _Scan, piece: Piece, hints: Hints) -> bool:
    if piece.items is not None:
        records = [item for item in piece.items if item.entries is not None]
        matched = bool(records) and all(_fits(scan, item, hints) for item in records)
        return hints.wants != "object" and matched and len(records) == len(piece.items)
    if piece.entries is None:
        return False
    call = _call_start().match(scan.text, piece.span.start, scan.end)
    name = (call["call"] or "").rpartition(".")[2] if call else ""
    if name and hints.names and loose(name) == loose(hints.names[0]):
        return bool(hints.hits(piece.keys)) or not piece.keys
    return hints.convinced(piece.keys)


def _pairs(scan: _Scan, start: int, hints: Hints) -> list[Piece]:
    """``id=7 name='x'`` with no class round it: fields side by side, apart by blanks or commas."""
    for match in _pair_start().finditer(scan.text, start, scan.end):
        if hints.hits((match["key"],)):
            if scan.text[start : match.start()].rstrip()[-1:] == "(":
                # The arguments of a call that could not be read.
                return []
            entries, after = _attempt_pairs(scan, match.start())
            keys = tuple(key for key, _ in entries)
            fits = len(entries) > 1 and hints.convinced(keys) and len(set(keys)) == len(keys)
            whole = fits and _goes_on().match(scan.text, after, scan.end) is None
            return [object_piece(Span(match.start(), after), entries)] if whole else []
    return []


def _attempt_pairs(scan: _Scan, position: int) -> tuple[list[tuple[str, Piece]], int]:
    entries: list[tuple[str, Piece]] = []
    after = position
    try:
        while (match := _pair_start().match(scan.text, position, scan.end)) is not None:
            value, after = scan.value(scan.skip(match.end()), 0)
            entries.append((match["key"], value))
            position = scan.skip(after)
            position = scan.skip(position + 1) if scan.text.startswith(",", position, scan.end) else position
    except NotPython:
        return [], position
    return entries, after


@dataclass(frozen=True, slots=True)
class _Scan:
    text: str
    end: int

    def skip(self, position: int) -> int:
        match = _blank().match(self.text, position, self.end)
        return match.end() if match else position

    def commas(self, position: int) -> int:
        """Where the blanks, comments and commas from a position on end."""
        at = self.skip(position)
        while self.text.startswith(",", at, self.end):
            at = self.skip(at + 1)
        return at

    def value(self, position: int, depth: int) -> tuple[Piece, int]:
        """The value that begins at a position, and where it ends.

        Raises:
            NotPython: none begins there, it is cut off, or it is nested too deep.
        """
        token = _token().match(self.text, position, self.end)
        if token is None or depth > _MAX_DEPTH:
            raise NotPython("no value")
        if token.lastgroup == "open":
            return self.bracket(token, depth)
        if token.lastgroup == "name":
            return self.named(token, depth)
        if token.lastgroup == "member":
            return self.member(token, depth)
        return self.literal(token)

    def literal(self, token: re.Match[str]) -> tuple[Piece, int]:
        if token["number"]:
            return Piece(Span(*token.span()), plain_scalar(token["number"].replace("_", ""))), token.end()
        parts, after = [string_value(token["string"])], token.end()
        # Strings side by side are one string, as a long repr breaks them.
        while (more := _token().match(self.text, self.skip(after), self.end)) is not None and more["string"]:
            parts.append(string_value(more["string"]))
            after = more.end()
        return Piece(Span(token.start(), after), "".join(parts)), after

    def member(self, token: re.Match[str], depth: int) -> tuple[Piece, int]:
        """``<Color.RED: 'red'>``: the value of the member."""
        inner, after = self.value(token.end(), depth + 1)
        after = self.skip(after)
        if not self.text.startswith(">", after, self.end):
            raise NotPython("an enum's member without its end")
        return Piece(Span(token.start(), after + 1), inner.scalar, inner.items, inner.entries), after + 1

    def named(self, token: re.Match[str], depth: int) -> tuple[Piece, int]:
        name, after = token["name"], token.end()
        if not self.text.startswith("(", after, self.end):
            if depth and name not in _WORDS and "." not in name and name.islower():
                raise NotPython("a variable")
            return Piece(Span(*token.span()), _WORDS.get(name, name)), after
        arguments, after = self.arguments(after, depth)
        span = Span(token.start(), after)
        positional = [piece for key, piece in arguments if not key]
        keywords = [(key, piece) for key, piece in arguments if key]
        return called(name, positional, keywords, span), after

    def arguments(self, position: int, depth: int) -> tuple[list[tuple[str, Piece]], int]:
        found: list[tuple[str, Piece]] = []
        at = self.skip(position + 1)
        while not self.text.startswith(")", at, self.end):
            key = _pair_start().match(self.text, at, self.end)
            value, at = self.value(self.skip(key.end()) if key else at, depth + 1)
            found.append((key["key"] if key else "", value))
            at = self.separator(at, ")")
        return found, at + 1

    def bracket(self, token: re.Match[str], depth: int) -> tuple[Piece, int]:
        opener = token["open"]
        closer = _CLOSERS[opener]
        entries = list(self.inside(token.end(), closer, depth))
        after = entries.pop()[2] if entries else token.end()
        span = Span(token.start(), after)
        keyed = [(str(key.value), value) for key, value, _ in entries if key is not None]
        if keyed or (opener == "{" and not entries):
            return object_piece(span, keyed), after
        items = [value for _, value, _ in entries]
        alone = opener == "(" and len(items) == 1
        comma = not alone or self.text[items[0].span.end : after - 1].rstrip().endswith(",")
        return (list_piece(span, items) if comma else items[0]), after

    def inside(self, position: int, closer: str, depth: int) -> Iterator[tuple[Piece | None, Piece, int]]:
        """The items of a bracket, with their keys in a dict; the last one bears only the end."""
        at = self.skip(position)
        while not self.text.startswith(closer, at, self.end):
            value, at = self.value(at, depth + 1)
            key: Piece | None = None
            at = self.skip(at)
            if closer == "}" and self.text.startswith(":", at, self.end):
                key = value
                value, at = self.value(self.skip(at + 1), depth + 1)
            at = self.separator(at, closer)
            yield key, value, at
        yield None, Piece(Span(at, at)), at + 1

    def separator(self, position: int, closer: str) -> int:
        at = self.skip(position)
        if self.text.startswith(",", at, self.end):
            return self.skip(at + 1)
        if not self.text.startswith(closer, at, self.end):
            raise NotPython(f"expected a comma or {closer}")
        return at
