"""A completion that arrives in pieces, and the value that grows with it.

In: pieces of text. Out: a ``Partial`` for each piece that changes something; the last is what ``explain`` reads from
the whole.
"""

from __future__ import annotations

from typing import Any, Final, Generic, Protocol, TypeVar

from structout.coerce import Coerced, Coercer, Refused
from structout.errors import FailureKind, OutputParserException
from structout.locate import cue
from structout.result import JsonValue, Parsed
from structout.streaming.loops import LONGEST_TAIL, looping_tail
from structout.streaming.partial import Partial, PartialObject
from structout.streaming.reader import LISTS, Reader
from structout.streaming.search import Search
from structout.streaming.settled import OnItem, Settler
from structout.streaming.text_items import TextItems
from structout.streaming.tree import Thunk
from structout.streaming.typed import MISSING, Typist

T = TypeVar("T")

_LOOP_EVERY: Final = 256
_LONGEST_LEAD: Final = 200
_PASSED_OVER_AT_MOST: Final = 64
_OPEN: Final = frozenset({"any", "union", "tagged-union"})
_OF_ITEMS: Final = frozenset(
    {FailureKind.INVALID, FailureKind.SEVERITY, FailureKind.AMBIGUOUS, FailureKind.PLACEHOLDER}
)


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
        on_item: told of each settled item of a list: its index, its JSON, its typed value or ``MISSING``.
        max_depth: how many containers may be open at once.
        max_tokens: how many tokens the model may make, where known.

    Attributes:
        pieces: how many pieces with text came: for most servers, and the local model, the number of tokens.
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
        max_tokens: int | None = None,
    ) -> None:
        self._explain = explain
        self._coercer = coercer
        self._typist = Typist(coercer) if coercer is not None else None
        self._prompt = prompt
        self._stop_early = stop_early
        self._on_item = on_item
        self._max_depth = max_depth
        self._max_tokens = max_tokens
        self._texts: list[str] = []
        self._length = 0
        self._looked_for_loop = 0
        self._brackets = _brackets(self._typist)
        self._search = Search(self._brackets)
        self._reader: Reader | None = None
        self._settler: Settler | None = None
        self._passed_over = 0
        texts = self._typist is None or self._typist.holds_texts
        self._items = TextItems(explain, on_item) if on_item is not None and texts else None
        self._parsed: Parsed[T] | None = None
        self.pieces = 0
        self.stopped: str | None = None

    @property
    def text(self) -> str:
        """The completion so far."""
        if len(self._texts) > 1:
            self._texts = ["".join(self._texts)]
        return self._texts[0] if self._texts else ""

    def feed(self, piece: str) -> Partial[T] | None:
        """Take one more piece.

        Returns:
            What is known now, ``None`` where the piece changed nothing.
        """
        if not piece:
            return None
        self.pieces += 1
        self._texts.append(piece)
        self._length += len(piece)
        shown = self._read(piece)
        if self._stop_early:
            self._look_for_loop()
        while self._reader is not None and self._reader.done and not self._reader.judged:
            shown = self._at_the_end(self._reader, piece) or shown
        return None if shown is None else Partial(shown)

    def _read(self, piece: str) -> Thunk | None:
        if self._reader is None:
            payload = self._search.feed(piece) if self._brackets else None
            if payload is None or self._typist is None:
                if self._items is not None:
                    self._items.feed(piece, self)
                return None
            self._reader = self._opened(self._typist, self._length - len(payload), payload[0])
            piece = payload
        return self._reader.feed(piece, self)

    def _opened(self, typist: Typist, start: int, bracket: str) -> Reader:
        """The reader of the payload; items are given early only where the list is the answer."""
        if self._on_item is not None and (self._answers_at(start) or self._fenced_at(start)):
            self._settler = Settler(typist, self._on_item)
        return Reader(typist, self._settler, self._max_depth, start, is_list=bracket == "[")

    def _at_the_end(self, reader: Reader, piece: str) -> Thunk | None:
        """The payload is whole: enough, if it is the value; passed over, if nothing of it was shown."""
        reader.judged = True
        if self._stop_early and self._answers_at(reader.start) and self._is_value():
            self.stopped = "complete"
            return None
        shown = reader.view()()
        empty = isinstance(shown, PartialObject) and not len(shown) and self._on_item is None
        if not empty or self._passed_over == _PASSED_OVER_AT_MOST:
            return None
        self._passed_over += 1
        self._search, self._reader = Search(self._brackets), None
        return self._read(piece[len(piece) - reader.left :])

    def _is_value(self) -> bool:
        """Whether what came is a value of the type, or a list of which items were given and others are wrong."""
        try:
            self._parsed = self._explain(self.text, prompt=self._prompt)
        except OutputParserException:
            return self._settler is not None and self._settler.count > 0
        return True

    def _answers_at(self, start: int) -> bool:
        """Whether the payload is the answer itself: it stands at the head, or behind one line that leads over to it."""
        lead = self._search.lead_of(self.text[:start]).strip().removesuffix("json").rstrip("`").rstrip()
        announced = len(lead) <= _LONGEST_LEAD and "\n\n" not in lead and lead.endswith((":", "：", ">"))
        return (not lead or announced) and cue(lead, 0, len(lead)) != "draft"

    def _fenced_at(self, start: int) -> bool:
        """Whether the payload opens a fence that no word calls a draft."""
        lead = self.text[:start].rstrip().removesuffix("json")
        return lead.endswith("```") and cue(lead, 0, len(lead)) != "draft"

    def _look_for_loop(self) -> None:
        if self._length - self._looked_for_loop < _LOOP_EVERY:
            return
        self._looked_for_loop = self._length
        if looping_tail(self._tail(), in_text=self._reader is None or self._reader.in_text):
            self.stopped = "repetition-loop"

    def _tail(self) -> str:
        found: list[str] = []
        length = 0
        for piece in reversed(self._texts):
            found.append(piece[-LONGEST_TAIL:])
            length += len(piece)
            if length >= LONGEST_TAIL:
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
            parsed = self._parsed or self._explain(
                self.text, prompt=self._prompt, finish_reason=finish_reason
            )
        except OutputParserException as error:
            if error.partial is None:
                error.partial = self.partial_json()
            raise
        return Partial(lambda: parsed.value, True, parsed, self.stopped, self.tokens_saved)

    @property
    def tokens_saved(self) -> int | None:
        """How many tokens at most the early end saved: the limit less the pieces that came; ``None`` where unknown."""
        if self.stopped is None or self._max_tokens is None:
            return None
        return max(0, self._max_tokens - self.pieces)

    def partial_json(self) -> JsonValue:
        """What was whole so far, as JSON."""
        return self._reader.json() if self._reader is not None else None

    def refused(self, index: int, raw: JsonValue) -> Coerced[Any] | Refused | None:
        """Why an item of a list is not of its type."""
        if self._typist is None or self._coercer is None:
            return None
        schema = self._typist.child(self._typist.root, index)[1].schema
        return None if schema is None else self._coercer.part(schema, raw)

    def item(self, index: int, raw: JsonValue) -> Any:
        """An item of a list, typed; ``MISSING`` where it is not of the type."""
        return MISSING if self._typist is None else self._typist.item(index, raw)

    def refused_list(self, error: OutputParserException) -> list[JsonValue] | None:
        """The items of a whole list that was refused, as JSON; ``None`` where it is not whole or not for its items."""
        closed = self._reader is not None and self._reader.done
        raw = self.partial_json() if closed else error.partial
        return raw if error.kind in _OF_ITEMS and isinstance(raw, list) else None

    @property
    def is_set(self) -> bool:
        """Whether equal items are one."""
        return self._typist is not None and self._typist.root.kind in ("set", "frozenset")


def _brackets(typist: Typist | None) -> str:
    """Which brackets may open a value of the type."""
    if typist is None:
        return ""
    kind = typist.root.kind
    if kind in LISTS:
        return "[{"
    return "{" if typist.root.members or kind == "dict" else "{[" if kind in _OPEN else ""
