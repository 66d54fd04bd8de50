"""A completion that arrives in pieces, and the value that grows with it.

In: pieces of text. Out: a ``Partial`` for each piece that changes something; the last is what ``explain`` reads from
the whole. Strict JSON is read token by token; any other text is read again by the tolerant scanner as it grows by a
tenth, which is linear all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, Protocol, TypeVar

from structout import jsonish
from structout.coerce import Coerced, Coercer, Refused
from structout.errors import OutputParserException
from structout.result import JsonValue, Parsed
from structout.streaming.loops import looping_tail
from structout.streaming.partial import Partial, PartialObject
from structout.streaming.search import Search
from structout.streaming.tokens import Fault, Tokens
from structout.streaming.tree import Thunk, Tree
from structout.streaming.typed import MISSING, Typist

T = TypeVar("T")

_ALWAYS_READ_AGAIN: Final = 2048
_LOOP_EVERY: Final = 256
_LISTS: Final = frozenset({"list", "set", "frozenset", "tuple", "generator"})

OnItem = Callable[[int, JsonValue, Any], None]


class Explain(Protocol[T]):
    """How the whole is read: a parser's ``explain``."""

    def __call__(
        self, text: str, *, prompt: str | None = None, finish_reason: str | None = None
    ) -> Parsed[T]:
        """Read the completion."""
        ...


class Growth(Generic[T]):
    """One completion on its way in.

    Args:
        explain: reads the whole, once it is there.
        coercer: knows the type; without one nothing is shown before the end.
        prompt: what the model was sent, where known.
        stop_early: end the stream once the value is whole, or once the model has fallen into a loop.
        on_item: told of each finished item of a list: its index, its JSON, its typed value or ``MISSING``.
        max_depth: how many containers may be open at once.

    Attributes:
        stopped: why no more is wanted: ``"complete"`` or ``"repetition-loop"``; ``None`` while more is.
    """

    def __init__(
        self,
        explain: Explain[T],
        coercer: Coercer[Any] | None = None,
        *,
        prompt: str | None = None,
        stop_early: bool = False,
        on_item: OnItem | None = None,
        max_depth: int = 200,
    ) -> None:
        self._explain = explain
        self._coercer = coercer
        self._typist = Typist(coercer) if coercer is not None else None
        self._prompt = prompt
        self._stop_early = stop_early
        self._on_item = on_item
        self._max_depth = max_depth
        self._pieces: list[str] = []
        self._length = 0
        self._looked_for_loop = 0
        self._reader: _Reader | None = None
        brackets = _brackets(self._typist)
        self._found = not brackets
        self._search = Search(brackets)
        self.stopped: str | None = None

    @property
    def text(self) -> str:
        """The completion so far."""
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0] if self._pieces else ""

    def feed(self, piece: str) -> Partial[T] | None:
        """Take one more piece.

        Returns:
            What is known now, ``None`` where the piece changed nothing.
        """
        if not piece:
            return None
        self._pieces.append(piece)
        self._length += len(piece)
        if self._stop_early:
            self._look_for_loop()
        shown = self._read(piece)
        if self._stop_early and self._reader is not None and self._reader.done:
            self.stopped = "complete"
        return None if shown is None else Partial(shown)

    def _read(self, piece: str) -> Thunk | None:
        if self._reader is not None:
            return self._reader.feed(piece)
        if self._found:
            return None
        payload = self._search.feed(piece)
        if payload is None or self._typist is None:
            return None
        self._found = True
        self._reader = _Reader(self._typist, self._on_item, self._max_depth, payload[0])
        return self._reader.feed(payload)

    def _look_for_loop(self) -> None:
        if self._length - self._looked_for_loop < _LOOP_EVERY:
            return
        self._looked_for_loop = self._length
        if looping_tail(self._tail()):
            self.stopped = "repetition-loop"

    def _tail(self, size: int = 2000) -> str:
        found: list[str] = []
        length = 0
        for piece in reversed(self._pieces):
            found.append(piece[-size:])
            length += len(piece)
            if length >= size:
                break
        return "".join(reversed(found))

    def finish(self, finish_reason: str | None = None) -> Partial[T]:
        """The whole is there.

        Args:
            finish_reason: why the model stopped, where known.

        Raises:
            OutputParserException: it holds no value of the type; ``partial`` has what was whole.
        """
        try:
            parsed = self._explain(self.text, prompt=self._prompt, finish_reason=finish_reason)
        except OutputParserException as error:
            if error.partial is None:
                error.partial = self.partial_json()
            raise
        return Partial(lambda: parsed.value, True, parsed, self.stopped)

    def partial_json(self) -> JsonValue:
        """What was whole so far, as JSON."""
        return self._reader.json() if self._reader is not None else None

    def refused(self, index: int, raw: JsonValue) -> Coerced[Any] | Refused | None:
        """Why an item of a list is not of its type."""
        if self._typist is None or self._coercer is None:
            return None
        schema = self._typist.child(self._typist.root, index)[1].schema
        return None if schema is None else self._coercer.part(schema, raw)

    @property
    def list_closed(self) -> bool:
        """Whether the list, read as strict JSON, has come to its end."""
        return self._reader is not None and self._reader.done


def _brackets(typist: Typist | None) -> str:
    """Which brackets may open a value of the type."""
    if typist is None:
        return ""
    kind = typist.root.kind
    if kind in _LISTS:
        return "[{"
    return "{" if typist.root.members or kind == "dict" else "{[" if kind in _OPEN else ""


_OPEN: Final = frozenset({"any", "union", "tagged-union"})


class _Reader:
    """Reads the payload: token by token as long as it is strict JSON, else again and again as it grows."""

    def __init__(self, typist: Typist, on_item: OnItem | None, max_depth: int, bracket: str) -> None:
        self._typist = typist
        self._on_item = on_item
        self._max_depth = max_depth
        self._items_told = 0
        self._tree = Tree(typist, self._tell)
        self._tokens: Tokens | None = Tokens(self._tree, max_depth)
        self._payload: list[str] = []
        self._length = 0
        self._read_at = 0
        self._over = False
        self._changes = 0
        self._rough_json: JsonValue = None
        # Objects one after the other are the items of a list that nobody opened.
        self._lines = typist.root.kind in _LISTS and bracket == "{"
        if self._lines:
            self._tree.open("[")
            self._changes = self._tree.changes

    @property
    def done(self) -> bool:
        """Whether a strict value has come to its end."""
        return self._tokens is not None and self._tokens.done and not self._lines

    def feed(self, piece: str) -> Thunk | None:
        """Read on; the view of the value, ``None`` where nothing changed."""
        self._payload.append(piece)
        self._length += len(piece)
        if self._tokens is not None:
            try:
                self._strict(self._tokens, piece)
            except Fault:
                self._tokens = None
            else:
                if self._tree.changes == self._changes:
                    return None
                self._changes = self._tree.changes
                return self._tree.view()
        return self._rough()

    def _strict(self, tokens: Tokens, piece: str) -> None:
        tokens.feed(piece)
        while self._lines and tokens.done:
            rest = "".join(self._payload)[-tokens.left :].lstrip(" \t\r\n,") if tokens.left else ""
            if not rest:
                return
            if not rest.startswith("{"):
                raise Fault
            tokens = self._tokens = Tokens(self._tree, self._max_depth)
            tokens.feed(rest)

    def _rough(self) -> Thunk | None:
        if self._over or (self._length > _ALWAYS_READ_AGAIN and self._length < 1.1 * self._read_at):
            return None
        self._read_at = self._length
        text = "".join(self._payload)
        self._payload = [text]
        if self._lines:
            return None
        try:
            reading = jsonish.read(text, max_depth=self._max_depth, partial=True)
        except jsonish.Unreadable:
            return None
        closed = reading.span.end < len(text.rstrip())
        self._over = closed
        view = self._typist.view(self._typist.root, reading.value, is_open=not closed)
        if view is MISSING or not _covers(view, self._tree.view()()):
            return None
        self._rough_json = reading.value
        self._tell_rough(reading.value, closed)
        return lambda: view

    def _tell_rough(self, value: JsonValue, closed: bool) -> None:
        if self._on_item is None or not isinstance(value, list):
            return
        sure = len(value) if closed else len(value) - 1
        for i in range(self._items_told, sure):
            self._tell(i, value[i], self._typist.whole(self._typist.child(self._typist.root, i)[1], value[i]))

    def _tell(self, index: int, raw: JsonValue, typed: Any) -> None:
        if self._on_item is not None and index >= self._items_told:
            self._items_told = index + 1
            self._on_item(index, raw, typed)

    def json(self) -> JsonValue:
        """What was whole so far, as JSON."""
        return self._tree.json() if self._rough_json is None else self._rough_json


def _covers(view: Any, before: Any) -> bool:
    """Whether every field shown before is still shown: a key once shown stays."""
    if isinstance(before, PartialObject) and isinstance(view, PartialObject):
        return all(key in view for key in before)
    return True
