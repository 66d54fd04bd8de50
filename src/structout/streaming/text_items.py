"""The items of a list that is written line by line behind bullets or numbers, given while the text still comes in.

In: the completion so far. Out: the items that are settled. The text up to the last line is read as if it were the
whole, seldom enough for the work to stay linear.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from structout.errors import OutputParserException
from structout.result import Parsed
from structout.streaming.reader import FREE, READS, Whole
from structout.streaming.settled import OnItem, lines_settled


class TextItems:
    """Reads ahead in a list of marked lines.

    Args:
        explain: reads a completion.
        on_item: told of each settled item: its index, its JSON, its value.

    Attributes:
        given: the items that were told.
        work: how many characters were read.
    """

    def __init__(self, explain: Callable[[str], Parsed[Any]], on_item: OnItem) -> None:
        self._explain = explain
        self._on_item = on_item
        self._length = 0
        self._marked = True
        self.given: list[Any] = []
        self.work = 0

    def feed(self, piece: str, whole: Whole) -> None:
        """Take one more piece.

        Args:
            piece: what came.
            whole: where the completion stands with all that came.
        """
        self._length += len(piece)
        if not self._marked or "\n" not in piece or self.work + self._length > READS * self._length + FREE:
            return
        self.work += self._length
        text = whole.text
        lines = lines_settled(text)
        if lines is None:
            self._marked = False
            return
        self._look(text[: text.rfind("\n")], lines)

    def _look(self, text: str, lines: int) -> None:
        try:
            items = list(self._explain(text).value)
        except OutputParserException:
            return
        sure = items[:lines]
        if sure[: len(self.given)] != self.given:
            self._marked = False
            return
        for index in range(len(self.given), len(sure)):
            self.given.append(sure[index])
            self._on_item(index, sure[index], sure[index])
