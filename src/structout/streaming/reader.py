"""The payload of a completion, read as it comes.

In: pieces of text from the opening bracket on. Out: views of the value so far. Strict JSON is read token by token; any
other text is read again by the tolerant scanner as it grows, seldom enough for the whole work to stay linear.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

from structout import jsonish
from structout.result import JsonValue
from structout.streaming.partial import PartialObject
from structout.streaming.settled import Settler
from structout.streaming.tokens import Fault, Tokens
from structout.streaming.tree import Thunk, Tree
from structout.streaming.typed import MISSING, Typist

LISTS: Final = frozenset({"list", "set", "frozenset", "tuple", "generator"})
"""The kinds of types whose JSON is an array."""

# Reading again may look at each character this often, and at so many characters beyond that.
READS: Final = 12
FREE: Final = 20_000


class Whole(Protocol):
    """Where all of the completion stands."""

    @property
    def text(self) -> str:
        """The completion so far."""
        ...


class Reader:
    """Reads the payload: token by token as long as it is strict JSON, else again and again as it grows.

    Args:
        typist: makes finished parts typed.
        settler: gives out the items of a list, where somebody wants them.
        max_depth: how many containers may be open at once.
        start: where the payload begins in the completion.
        is_list: whether a square bracket opens it.

    Attributes:
        judged: whether a caller has looked at the finished payload; it is the caller's to set.
        work: how many characters were looked at by reading again.
    """

    def __init__(
        self, typist: Typist, settler: Settler | None, max_depth: int, start: int, *, is_list: bool
    ) -> None:
        self._typist = typist
        self._settler = settler
        self._max_depth = max_depth
        self._tree = Tree(typist, settler)
        self._tokens: Tokens | None = Tokens(self._tree, max_depth)
        self._length = 0
        self._over = False
        self._changes = 0
        self._rough_json: JsonValue = None
        self._shown: Any = MISSING
        self.start = start
        self.judged = False
        self.work = 0
        # Objects one after the other are the items of a list that nobody opened.
        self._lines = typist.root.kind in LISTS and not is_list
        if self._lines:
            self._tree.open("[")
            self._changes = self._tree.changes

    @property
    def done(self) -> bool:
        """Whether a strict value has come to its end."""
        return self._tokens is not None and self._tokens.done and not self._lines

    @property
    def left(self) -> int:
        """How many characters of the last piece stand behind the value."""
        return self._tokens.left if self._tokens is not None else 0

    @property
    def in_text(self) -> bool:
        """Whether the text breaks off in the middle of a string, as far as is known."""
        return self._tokens is None or self._tree.in_text

    def feed(self, piece: str, whole: Whole) -> Thunk | None:
        """Read on; the view of the value, ``None`` where nothing changed.

        Args:
            piece: what came.
            whole: where the completion stands with all that came.
        """
        self._length += len(piece)
        if self._tokens is None:
            return self._rough(whole)
        try:
            self._strict(self._tokens, piece)
        except Fault:
            self._tokens = None
            return self._rough(whole)
        if self._tree.changes == self._changes:
            return None
        self._changes = self._tree.changes
        return self._tree.view()

    def _strict(self, tokens: Tokens, piece: str) -> None:
        tokens.feed(piece)
        while self._lines and tokens.done:
            rest = piece[len(piece) - tokens.left :].lstrip(" \t\r\n,")
            if not rest:
                return
            if not rest.startswith("{"):
                raise Fault
            tokens = self._tokens = Tokens(self._tree, self._max_depth)
            tokens.feed(rest)

    def _rough(self, whole: Whole) -> Thunk | None:
        if self._over or self._lines or self.work + self._length > READS * self._length + FREE:
            return None
        self.work += self._length
        text = whole.text
        try:
            reading = jsonish.read(text, self.start, max_depth=self._max_depth, partial=True)
        except jsonish.Unreadable:
            return None
        self._over = bool(text[reading.span.end :].strip())
        if self._settler is not None:
            self._settler.again(reading)
        view = self._typist.view(reading.value, is_open=not self._over)
        if view is MISSING or not _covers(view, self.view()()):
            return None
        self._rough_json = reading.value
        self._shown = view
        return lambda: view

    def view(self) -> Thunk:
        """What is shown now."""
        return self._tree.view() if self._shown is MISSING else lambda: self._shown

    def json(self) -> JsonValue:
        """What was whole so far, as JSON."""
        return self._tree.json() if self._rough_json is None else self._rough_json


def _covers(view: Any, before: Any) -> bool:
    """Whether every field shown before is still shown: a key once shown stays."""
    if isinstance(before, PartialObject) and isinstance(view, PartialObject):
        return all(key in view for key in before)
    return True
