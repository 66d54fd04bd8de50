"""Text goes in piece by piece, the stretches between its commas come out: those in no quotes and no brackets."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from structout.result import Span

CLOSERS = {'"': '"', "“": "”", "„": "“", "«": "»", "「": "」", "『": "』", "'": "'", "‘": "’", "`": "`"}
"""The quotes that may stand round an item, and what closes each."""

_BRACKETS = {"(": ")", "（": "）", "[": "]"}
# How far behind a separator a quote still opens an item; without a bound each quote would look all the way back.
_NEAR = 64


@cache
def _special() -> re.Pattern[str]:
    return re.compile(r"[,，、،;；؛\n\\\"“”„«»「」『』'‘’`()（）\[\]]")


@dataclass(slots=True)
class CommaItems:
    """The stretches between separators that stand in no quotes and no brackets, fed piece by piece.

    Attributes:
        separators: the characters that part items, besides line breaks.
        text: everything fed so far.
        items: the stretches that are finished.
        open_quote: the quote that is open at the end of the text, empty if none is.
    """

    separators: str = ",，、،"
    text: str = ""
    items: list[Span] = field(default_factory=list[Span])
    open_quote: str = ""
    _start: int = 0
    _position: int = 0
    _depth: list[str] = field(default_factory=list[str])

    def feed(self, piece: str, *, last: bool = False) -> None:
        """Take the next piece of the text; ``last`` says that no more will come."""
        self.text += piece
        end = len(self.text)
        while (match := _special().search(self.text, self._position)) is not None:
            # What a mark means may hang on the characters behind it, as in 1,000.
            if match.end() + 4 > end and not last:
                self._position = match.start()
                return
            self._position = match.end() + (match.group() == "\\" and match.end() < end)
            self._mark(match.group(), match.start())
        self._position = end
        if last:
            self.items.append(Span(self._start, end))

    def _mark(self, mark: str, at: int) -> None:
        if self.open_quote:
            self._close_quote(mark, at)
        elif mark in self.separators or mark == "\n":
            self._separate(mark, at)
        elif mark in CLOSERS and self._may_open(at):
            self.open_quote = CLOSERS[mark]
        elif mark in _BRACKETS:
            self._depth.append(_BRACKETS[mark])
        elif self._depth and mark == self._depth[-1]:
            self._depth.pop()

    def _may_open(self, at: int) -> bool:
        before = self.text[at - 1] if at > self._start else " "
        after = self.text[at + 1] if at + 1 < len(self.text) else " "
        # An apostrophe opens only a whole item; 5", 6" are inches.
        alone = at - self._start < _NEAR and not self.text[self._start : at].strip()
        return not after.isspace() and (alone if self.text[at] in "'‘`" else before.isspace() or alone)

    def _close_quote(self, mark: str, at: int) -> None:
        following = self.text[at + 1 : at + 2]
        if mark != self.open_quote:
            return
        if mark == '"' and following == '"' and self.text[at - 1 : at] != '"' and self._doubled(at):
            self._position = at + 2
        elif mark not in "'’" or not following.isalnum():
            self.open_quote = ""

    def _doubled(self, at: int) -> bool:
        return at + 2 < len(self.text) or self.text[at - 1] == '"'

    def _separate(self, mark: str, at: int) -> None:
        if mark != "\n" and self._depth:
            return
        if mark == "," and self._groups_digits(at):
            return
        self._depth.clear()
        self.items.append(Span(self._start, at))
        self._start = at + 1

    def _groups_digits(self, at: int) -> bool:
        """Whether the comma stands inside a number: three digits behind it, a digit before it."""
        behind = self.text[at + 1 : at + 5]
        before = self.text[at - 1 : at]
        return before.isdigit() and behind[:3].isdigit() and len(behind[:3]) == 3 and not behind[3:].isdigit()
