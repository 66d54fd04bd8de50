"""A stretch of text goes in, the items of a bulleted or numbered list come out; line by line, so it can be fed.

``ListLines`` is the scanner: it takes lines one after the other and says which item each belongs to.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache

from structout.result import Span
from structout.shapes.reading import trimmed


@cache
def _marker() -> re.Pattern[str]:
    number = (
        r"(?P<number>\d{1,4}+)[.)．）、](?:\s++|(?=[^\s\d]))|\((?P<round>\d{1,4}+)\)\s++"
        r"|(?P<counted>[一二三四五六七八九十])[、．.]\s*+|(?P<keycap>[0-9])\ufe0f?\u20e3\s*+"
    )
    letter = r"\(?(?P<letter>[A-Za-z]|[ivx]{2,4}|[IVX]{2,4})[.)]\s++"
    bullet = r"\\item(?:\[[^\[\]\n]{0,40}+\])?+\s++|[-*+•·▪◦‣●○–—➤✓✔・･■□◆◇▶►](?:\s++|(?<=[•·▪◦‣●○➤✓✔・･■□◆◇▶►])(?=\S))"
    checkbox = r"(?:\[[ xX]\]\s++)?+"
    quote = r"(?:>\s?+){0,3}+"
    return re.compile(
        rf"(?P<indent>\s*+){quote}(?:(?P<bullet>{bullet})|{number}|{letter})(?P<box>{checkbox})"
    )


@cache
def open_mark() -> re.Pattern[str]:
    """A mark with no item behind it at the end of a text."""
    return re.compile(r"\n[ \t]{0,20}(?:[-*•]|[0-9]{1,3}[.)])\s*+\Z")


@cache
def _glued_mark() -> re.Pattern[str]:
    """A dash that no blank parts from its item; below other items it is one."""
    return re.compile(r"[-+•](?=[^\W\d])")


@cache
def _bare_mark() -> re.Pattern[str]:
    return re.compile(r"[-*+•]|[0-9]{1,3}+[.)]")


_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ROMANS = "i ii iii iv v vi vii viii ix x xi xii".split()
_COUNTED = "一二三四五六七八九十"


@dataclass(frozen=True, slots=True)
class Marker:
    """The mark at the head of a line: where its text begins, and its number or its letter where it has one."""

    indent: int
    start: int
    number: int | None
    letter: str = ""


def marker_of(text: str, start: int, end: int) -> Marker | None:
    """The list mark at the head of a line, else ``None``."""
    match = _marker().match(text, start, end)
    if match is None:
        return None
    indent = match.end("indent") - start
    if letter := match["letter"]:
        return Marker(indent, match.end(), None, letter.lower())
    if counted := match["counted"]:
        return Marker(indent, match.end(), _COUNTED.index(counted) + 1)
    number = match["number"] or match["round"] or match["keycap"]
    return Marker(indent, match.end(), int(number) if number else None)


_LONG_LABEL = 5


def are_labels(text: str, lines: list[Span]) -> bool:
    """Whether lines only say which record comes next: ``Shipment 2:``, ``### Shipment 2``.

    Args:
        text: the completion.
        lines: where the lines stand.
    """
    shown = [line.of(text) for line in lines]
    return all(_numbered().fullmatch(line) and line.strip("#*_ ").count(" ") < _LONG_LABEL for line in shown)


@cache
def _numbered() -> re.Pattern[str]:
    return re.compile(r".*[:：][#*_ ]*|[#*][#*_ ]*+[^\W\d][^\d:]{0,40}[ #№]\d{1,4}[#*_ ]*", re.DOTALL)


def unnumbered(keys: list[str]) -> list[str]:
    """Keys without list marks, and bold, where all of them have a mark and the marks do no more than count.

    Args:
        keys: the keys of one object, in order.
    """
    marks = [mark for key in keys if (mark := marker_of(key, 0, len(key))) is not None and not mark.letter]
    if not 1 < len(keys) == len(marks):
        return keys
    numbers = [mark.number for mark in marks]
    first = numbers[0] or 0
    if len(set(numbers)) > 1 and numbers != list(range(first, first + len(numbers))):
        return keys
    bare = [_bold().sub(r"\1", key[mark.start :]) for mark, key in zip(marks, keys, strict=True)]
    return bare if len(set(bare)) == len(bare) else keys


@cache
def _bold() -> re.Pattern[str]:
    return re.compile(r"\A\*\*([^*]*+)\*\*\Z")


@dataclass(slots=True)
class ListLines:
    """Collects the items of one list, fed line by line.

    Attributes:
        items: the items so far; the last one may still go on.
        lead: lines before the first item.
        rest: where what comes after the list begins, -1 while the list goes on.
    """

    items: list[Span] = field(default_factory=list[Span])
    markers: list[Marker] = field(default_factory=list[Marker])
    lead: list[Span] = field(default_factory=list[Span])
    rest: int = -1
    blank: bool = False

    def feed(self, text: str, start: int, end: int) -> None:
        """Take one line, without its line break."""
        inner, stop = trimmed(text, start, end)
        if self.rest >= 0:
            return
        if inner == stop or _is_bare_mark(text, inner, stop):
            self.blank = inner == stop
            return
        marker = marker_of(text, start, stop)
        if marker:
            self.items.append(Span(marker.start, stop))
            self.markers.append(marker)
        elif self.items and not self.blank and _glued_mark().match(text, inner, stop):
            self.items.append(Span(inner + 1, stop))
            self.markers.append(Marker(inner - start, inner + 1, None))
        elif not self.items:
            self.lead.append(Span(inner, stop))
        elif self._goes_on(inner - start):
            self.items[-1] = Span(self.items[-1].start, stop)
        else:
            self.rest = inner
        self.blank = False

    def _goes_on(self, indent: int) -> bool:
        # After an empty line only what is indented under the item belongs to it.
        return indent > self.markers[-1].indent


def _is_bare_mark(text: str, start: int, end: int) -> bool:
    """Whether a line is the mark of an item that was left empty, or a rule across the page."""
    return bool(_bare_mark().fullmatch(text, start, end)) or _is_rule(text, start, end)


def _is_rule(text: str, start: int, end: int) -> bool:
    return end - start >= 3 and not text[start:end].strip("-*_ ")


def list_lines(text: str, start: int, end: int) -> ListLines:
    """All items of the list in a stretch of text."""
    lines = ListLines()
    position = start
    for raw in text[start:end].splitlines(keepends=True):
        lines.feed(text, position, position + len(raw))
        position += len(raw)
    return lines


def is_nested(markers: list[Marker]) -> bool:
    """Whether bullets stand below numbers or numbers below bullets; a mere indent says nothing."""
    return len({marker.number is None and not marker.letter for marker in markers}) > 1


def in_order(markers: list[Marker]) -> bool:
    """Whether numbered items count up by one from 0 or 1 (or are all 1), as a list's do and dates' don't.

    Letters count up from ``a)`` or ``i)``; one alone is an initial.
    """
    letters = [marker.letter for marker in markers]
    if any(letters):
        return len(letters) > 1 and letters in (list(_LETTERS[: len(letters)]), _ROMANS[: len(letters)])
    numbers = [marker.number for marker in markers if marker.number is not None]
    if not numbers:
        return True
    counted = list(range(numbers[0], numbers[0] + len(numbers)))
    return numbers[0] in (0, 1) and numbers in (counted, [numbers[0]] * len(numbers))


@cache
def item_mark() -> re.Pattern[str]:
    """A bullet or a number in front of an item."""
    return re.compile(r"(?:[-*•]\s++|>[ \t]++(?=[^\W\d])|(?P<number>[0-9]{1,3}+)[.)]\s++)(?=\S)")


def without_marks(text: str, spans: list[Span]) -> list[Span]:
    """Items without the bullets or the numbers in front, where each has one and the numbers count up."""
    symbol = _shared_symbol([span.of(text) for span in spans])
    if symbol:
        return [Span(*trimmed(text, span.start + symbol, span.end)) for span in spans]
    marks = [item_mark().match(text, span.start, span.end) for span in spans]
    found = [mark for mark in marks if mark is not None]
    numbers = [int(mark["number"]) for mark in found if mark["number"]]
    if len(found) < len(spans) or (numbers and numbers != list(range(1, len(spans) + 1))):
        return spans
    return [Span(mark.end(), span.end) for mark, span in zip(found, spans, strict=True)]


@cache
def _symbol() -> re.Pattern[str]:
    return re.compile(r"[^\w\s!-~]{1,3}+(?=\s++\S)")


def _shared_symbol(items: list[str]) -> int:
    """The length of the sign that every one of several items begins with, 0 if there is none: ``✅ oak``."""
    head = _symbol().match(items[0]) if len(items) > 1 else None
    if head is None or unicodedata.category(head[0][0]) not in _SIGNS:
        return 0
    shared = all(item.startswith(head[0]) and item[head.end() :][:1].isspace() for item in items)
    return head.end() if shared else 0


_SIGNS = ("So", "Sm", "Po", "Sk")
