"""A stretch of completion goes in, a tree of elements comes out: the scanner for XML-like text.

No entity but the predefined and numbered ones and HTML's is known, nothing is fetched, depth and time are bounded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from html.entities import html5

from structout.result import Span
from structout.scripts import SIGNS
from structout.shapes.reading import Once

MAX_DEPTH = 100


@dataclass(slots=True, eq=False)
class Element:
    """One element: its name, its attributes with the places of their values, and what stands in it.

    ``start`` and ``end`` include the tags, ``inner`` and ``inner_end`` don't; ``closed`` tells whether the end tag
    was there, ``misspelt`` whether it had another name.
    """

    name: str
    attributes: tuple[tuple[str, Span], ...]
    start: int
    inner: int
    inner_end: int = -1
    end: int = -1
    closed: bool = False
    misspelt: bool = False
    children: list[Element] = field(default_factory=list["Element"])
    has_text: bool = False
    has_cdata: bool = False


@cache
def _tag() -> re.Pattern[str]:
    name = rf"[^\W\d][\w.{SIGNS}\-]{{0,99}}+(?::[\w.{SIGNS}\-]{{1,100}}+)?+"
    value = r"\"[^\"]{0,10000}+\"|'[^']{0,10000}+'|[^\s<>\"'=]{1,1000}+"
    attribute = rf"(?:\s++{name}\s*+(?:=\s*+(?:{value}))?+){{0,50}}+"
    return re.compile(rf"<(?P<slash>/?+)(?P<name>{name})(?P<attributes>{attribute})\s*+(?P<empty>/?+)>")


@cache
def _attribute() -> re.Pattern[str]:
    return re.compile(
        r"\s++(?P<name>[\w:."
        + SIGNS
        + r"\-]++)\s*+(?:=\s*+(?:\"(?P<double>[^\"]*+)\"|'(?P<single>[^']*+)'|(?P<bare>[^\s<>\"'=]++)))?+"
    )


@cache
def _entity() -> re.Pattern[str]:
    return re.compile(
        r"&(?:#(?P<dec>[0-9]{1,7}+)|#[xX](?P<hex>[0-9a-fA-F]{1,6}+)|(?P<name>[A-Za-z][A-Za-z0-9]{1,30}+));"
    )


def decode(text: str) -> str:
    """A text with its character references replaced: the predefined ones, numbers, and HTML's names."""
    return _entity().sub(_character, text) if "&" in text else text


def _character(match: re.Match[str]) -> str:
    if match["name"]:
        return html5.get(f"{match['name']};", match.group())
    code = int(match["dec"]) if match["dec"] else int(match["hex"], 16)
    is_character = 0 < code < 0x110000 and not 0xD800 <= code < 0xE000
    return chr(code) if is_character else match.group()


def elements(text: str, start: int, end: int) -> list[Element]:
    """Read the elements at the top of a stretch of text, with all that is in them.

    An end tag that fits no open element closes the innermost one if its name is like that one's, else it is skipped.
    Elements left open end where the next of their name begins, or the one around them ends. Text that only looks like a
    tag is text. A document type declaration ends the reading.
    """
    return _Scan(text, end).run(start)


@dataclass(slots=True)
class _Scan:
    text: str
    end: int
    top: list[Element] = field(default_factory=list[Element])
    open: list[Element] = field(default_factory=list[Element])
    names: dict[str, int] = field(default_factory=dict[str, int])

    def run(self, position: int) -> list[Element]:
        once = Once(self.text, self.end)
        while (found := self.text.find("<", position, self.end)) >= 0:
            self._note_text(position, found)
            if self.text.startswith("<!DOCTYPE", found):
                break
            position = self._special(found, once) or self._tag(found)
        while self.open:
            self._close(self.end, self.end, closed=False)
        return self.top

    def _note_text(self, start: int, end: int) -> None:
        if self.open and not self.open[-1].has_text:
            self.open[-1].has_text = not self.text[start:end].isspace() and start < end

    def _special(self, found: int, once: Once) -> int | None:
        for opener, closer in (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")):
            if self.text.startswith(opener, found):
                close = once.find(closer, found + len(opener))
                if close >= 0:
                    self._note_cdata(opener)
                    return close + len(closer)
        return None

    def _note_cdata(self, opener: str) -> None:
        if self.open and opener == "<![CDATA[":
            self.open[-1].has_text = self.open[-1].has_cdata = True

    def _tag(self, found: int) -> int:
        tag = _tag().match(self.text, found, self.end)
        if tag is None:
            self._note_text(found, found + 1)
            return found + 1
        if tag["slash"]:
            self._end_tag(tag["name"], found, tag.end())
        elif len(self.open) < MAX_DEPTH:
            self._start_tag(tag)
        return tag.end()

    def _start_tag(self, tag: re.Match[str]) -> None:
        element = Element(tag["name"], self._attributes(tag), tag.start(), tag.end())
        (self.open[-1].children if self.open else self.top).append(element)
        if tag["empty"]:
            element.inner_end, element.end, element.closed = tag.end(), tag.end(), True
            return
        self.open.append(element)
        self.names[element.name] = self.names.get(element.name, 0) + 1

    def _attributes(self, tag: re.Match[str]) -> tuple[tuple[str, Span], ...]:
        matches = _attribute().finditer(self.text, *tag.span("attributes"))
        return tuple(
            (m["name"], Span(*m.span(m.lastgroup))) for m in matches if m.lastgroup not in (None, "name")
        )

    def _end_tag(self, name: str, inner_end: int, end: int) -> None:
        # The count spares a walk over all that is open for an end tag that closes nothing.
        if not self.names.get(name):
            if self.open and _is_like(self.open[-1].name, name):
                self.open[-1].misspelt = True
                self._close(inner_end, end, closed=True)
            return
        while self.open[-1].name != name:
            self._end_before_next(inner_end)
        self._close(inner_end, end, closed=True)

    def _close(self, inner_end: int, end: int, *, closed: bool) -> None:
        element = self.open.pop()
        self.names[element.name] -= 1
        element.inner_end, element.end, element.closed = inner_end, end, closed

    def _end_before_next(self, inner_end: int) -> None:
        """End the innermost element where the next of its name begins: that one stands beside it, not in it."""
        element = self.open[-1]
        self._close(inner_end, inner_end, closed=False)
        again = next((i for i, child in enumerate(element.children) if child.name == element.name), 0)
        if again:
            self.open[-1].children += element.children[again:]
            element.inner_end = element.end = element.children[again].start
            del element.children[again:]


def _is_like(name: str, other: str) -> bool:
    """Whether one name is the other with letters left out, or with one letter changed."""
    short, long = sorted((name.casefold(), other.casefold()), key=len)
    if len(short) == len(long):
        return len(short) > 3 and sum(a != b for a, b in zip(short, long, strict=True)) < 2
    letters = iter(long)
    return 2 * len(short) >= len(long) and len(short) > 1 and all(letter in letters for letter in short)
