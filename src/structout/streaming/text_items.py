"""The items of a list that is written with commas or line by line, given while the text still comes in.

In: the completion so far. Out: the items that what comes later leaves as they are. The text up to the last separator
is read as if it were the whole, seldom enough for the work to stay linear, and its last items wait.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from structout.errors import OutputParserException
from structout.result import Parsed
from structout.streaming.reader import FREE, READS, OnItem, Whole

_SEPARATOR: Final = re.compile(r"[,，、،;；\n]")
# What these open is read as a whole: an array, a fence, a tag, a list in quotes.
_WHOLE: Final = frozenset("[{(`<“|")
_MARKS: Final = frozenset("-*+•0123456789(")


class TextItems:
    """Reads ahead in a list of texts.

    Args:
        explain: reads a completion.
        on_item: told of each item: its index, its JSON, its value.

    Attributes:
        given: the items that were told.
        work: how many characters were read.
    """

    def __init__(self, explain: Callable[[str], Parsed[Any]], on_item: OnItem) -> None:
        self._explain = explain
        self._on_item = on_item
        self._length = 0
        self._head = ""
        self.given: list[Any] = []
        self.work = 0

    def feed(self, piece: str, whole: Whole) -> None:
        """Take one more piece.

        Args:
            piece: what came.
            whole: where the completion stands with all that came.
        """
        start = self._length
        self._length += len(piece)
        self._head = self._head or piece.lstrip()[:1]
        separators = [found.end() for found in _SEPARATOR.finditer(piece)]
        if not separators or self._head in _WHOLE:
            return
        if self.work + self._length > READS * self._length + FREE:
            return
        self.work += self._length
        self._look(whole.text[: start + separators[-1]])

    def _look(self, text: str) -> None:
        try:
            items = list(self._explain(text.rstrip(" \n,，、،;；")).value)
        except OutputParserException:
            return
        # The last item may go on; without marks the one before it may yet turn out to be the start of a sentence.
        sure = items[: -1 if self._head in _MARKS else -2]
        if len(sure) <= len(self.given) or sure[: len(self.given)] != self.given:
            return
        for index in range(len(self.given), len(sure)):
            self.given.append(sure[index])
            self._on_item(index, sure[index], sure[index])
