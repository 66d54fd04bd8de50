"""Where the payload begins in a text that is still coming in, looking at no character more than a few times.

In: pieces. Out: the text from the opening bracket on, once it is sure that it opens a value.
"""

from __future__ import annotations

import re
from typing import Final

from structout.locate import opens_value
from structout.result import Span

_LOOK_BEHIND: Final = 120
_OPENING: Final = re.compile(
    r"\s*+[<\[](?:think|reason|thought|scratchpad|reflection|analysis)", re.IGNORECASE
)
_CLOSING: Final = re.compile(
    r"[<\[]/(?:think|reason|thought|scratchpad|reflection|analysis)\w{0,8}[>\]]", re.IGNORECASE
)


class Search:
    """Waits for the bracket that opens the payload; brackets in prose and in reasoning are passed over.

    Args:
        brackets: which brackets may open it.
    """

    def __init__(self, brackets: str) -> None:
        self._bracket = re.compile("[" + re.escape(brackets) + "]") if brackets else re.compile("(?!)")
        self._window = ""
        self._passed = 0
        self._seen = 0
        self._thinking: bool | None = None

    def feed(self, piece: str) -> str | None:
        """Take one more piece; the payload so far, once it has begun."""
        self._seen += len(piece)
        self._window += piece
        if self._thinking is None and (self._seen >= _LOOK_BEHIND or self._bracket.search(self._window)):
            self._thinking = _OPENING.match(self._window) is not None
        if self._thinking and not self._thought_over():
            return None
        found = self._opening()
        if found is None:
            self._forget()
        return found

    def lead_of(self, text: str) -> str:
        """What stands in front of the payload, without the reasoning."""
        ends = [closing.end() for closing in _CLOSING.finditer(text)]
        return text[ends[-1] :] if ends else text

    def _thought_over(self) -> bool:
        closing = _CLOSING.search(self._window)
        if closing is None:
            self._forget()
            return False
        self._thinking = False
        self._window = self._window[closing.end() :]
        self._passed = 0
        return True

    def _opening(self) -> str | None:
        window = self._window
        for bracket in self._bracket.finditer(window, self._passed):
            at = bracket.start()
            if len(window) - at < 1000 and not window[at + 1 :].strip():
                self._passed = at
                return None
            if opens_value(window, at, Span(0, len(window))):
                return window[at:]
        self._passed = max(self._passed, len(window) - _LOOK_BEHIND)
        return None

    def _forget(self) -> None:
        """Keep only what a decision may still need."""
        spare = (
            min(self._passed, len(self._window) - 2 * _LOOK_BEHIND)
            if not self._thinking
            else len(self._window) - _LOOK_BEHIND
        )
        if spare > 4 * _LOOK_BEHIND:
            self._window = self._window[spare:]
            self._passed = max(0, self._passed - spare)
