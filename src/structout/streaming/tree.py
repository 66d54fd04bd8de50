"""The containers of a growing value that are open, outermost first, with all that is whole in them.

In: the calls of ``Tokens``. Out: a view of the value so far, which copies only the open containers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any, Final, Protocol, TypeAlias, cast

from structout.result import JsonValue
from structout.streaming.partial import Growing, PartialObject
from structout.streaming.tokens import Fault
from structout.streaming.typed import MISSING, Node, Typist

# A larger part is validated with the whole only: validating it at every level of nesting would not be linear.
_VALIDATED_AT_MOST: Final = 4096

Thunk: TypeAlias = "Callable[[], Any]"
"""A view that is put together when it is called for."""


class Watch(Protocol):
    """What is told of the items of the root list."""

    def begins(self, mark: str) -> None:
        """One more item begins: with a bracket, with a quote, or with neither, behind a blank or nothing."""
        ...

    def ends(self, index: int, raw: JsonValue) -> None:
        """It is whole: its index and its JSON."""
        ...


class _Frame:
    """One open container: what is whole in it as JSON and as typed values, and where the open part goes.

    ``typed`` is the JSON with its parts in their types, ``None`` once a part is not of its type.
    """

    __slots__ = ("is_object", "key", "name", "node", "raw", "shown", "typed")

    def __init__(self, node: Node, is_object: bool) -> None:
        self.node = node
        self.is_object = is_object
        self.raw: Any = {} if is_object else []
        self.typed: Any = {} if is_object else []
        self.shown: Any = {} if is_object else []
        self.key: str = ""
        self.name: str | int = ""


class Tree:
    """Builds a value from tokens, typed part by typed part.

    Args:
        typist: makes finished parts typed.
        watch: told of the items of the root list, where somebody wants them.
    """

    def __init__(self, typist: Typist, watch: Watch | None = None) -> None:
        self._typist = typist
        self._watch = watch
        self._frames: list[_Frame] = []
        self._text: list[str] | None = None
        self._text_node: Node | None = None
        self.root: Any = MISSING
        self._root_json: JsonValue = None
        self.changes = 0

    def _next(self) -> Node:
        """The node of the value that comes next; its name is noted in the frame."""
        if not self._frames:
            return self._typist.root
        frame = self._frames[-1]
        frame.name, node = self._typist.child(frame.node, frame.key if frame.is_object else len(frame.raw))
        return node

    def _begins(self, mark: str) -> None:
        if self._watch is not None and len(self._frames) == 1:
            self._watch.begins(mark)

    def open(self, bracket: str) -> None:
        """A container begins."""
        self._begins(bracket)
        self._frames.append(_Frame(self._next(), bracket == "{"))
        self.changes += 1

    def key(self, name: str) -> None:
        """The next value is the member of that name."""
        frame = self._frames[-1]
        if name in frame.raw:
            raise Fault
        frame.key = name

    def grow(self, piece: str) -> None:
        """The open string goes on."""
        if self._text is None:
            self._begins('"')
            self._text_node = self._next()
            self._text = []
        if piece or not self._text:
            self._text.append(piece)
            self.changes += 1

    def text_done(self) -> None:
        """The open string is whole."""
        value = "".join(self._text or ())
        node, self._text = cast("Node", self._text_node), None
        self._add(value, self._typist.whole(node, value), value if self._typist.grows(node) else MISSING)

    def scalar(self, value: JsonValue, *, spaced: bool) -> None:
        """A number or literal is whole."""
        self._begins(" " if spaced else "")
        self._add(value, self._typist.whole(self._next(), value))

    def close(self, size: int) -> None:
        """The innermost container ends."""
        frame = self._frames.pop()
        small = size <= _VALIDATED_AT_MOST and bool(self._frames)
        as_it_grew = _view(frame, len(frame.shown), "", None)
        typed = self._typist.put_together(frame.node, frame.raw, frame.typed) if small else as_it_grew
        self._add(frame.raw, typed, as_it_grew)

    def _add(self, raw: JsonValue, typed: Any, as_it_grew: Any = MISSING) -> None:
        """One more part is whole; what was shown as it grew stays, even where it is no value of its type."""
        self.changes += 1
        shown = as_it_grew if typed is MISSING else typed
        if not self._frames:
            self.root, self._root_json = shown, raw
            return
        frame = self._frames[-1]
        if typed is MISSING or isinstance(typed, PartialObject | Growing):
            frame.typed = None
        if frame.is_object:
            frame.raw[frame.key] = raw
            if frame.typed is not None:
                frame.typed[frame.key] = typed
            if shown is not MISSING and frame.node.allows(frame.name):
                frame.shown[frame.name] = shown
            return
        frame.raw.append(raw)
        if frame.typed is not None:
            frame.typed.append(typed)
        if shown is not MISSING:
            frame.shown.append(shown)
        if self._watch is not None and len(self._frames) == 1:
            self._watch.ends(len(frame.raw) - 1, raw)

    @property
    def in_text(self) -> bool:
        """Whether a string is open."""
        return self._text is not None

    def view(self) -> Thunk:
        """The value so far, put together when somebody asks: containers only ever grow, so their lengths are enough."""
        if not self._frames:
            root = None if self.root is MISSING else self.root
            return lambda: root
        part = self._open_text()
        for frame in reversed(self._frames):
            part = partial(_view, frame, len(frame.shown), frame.name, part)
        return cast("Thunk", part)

    def _open_text(self) -> Thunk | None:
        """The unfinished string, as something that joins it when asked."""
        pieces = self._text
        if pieces is None or self._text_node is None or not self._typist.grows(self._text_node):
            return None
        return partial(_joined, pieces, len(pieces))

    def json(self) -> JsonValue:
        """What is whole so far, as JSON."""
        part: Any = MISSING
        for frame in reversed(self._frames):
            raw: Any = dict(frame.raw) if frame.is_object else list(frame.raw)
            if part is not MISSING:
                if frame.is_object:
                    raw[frame.key] = part
                else:
                    raw.append(part)
            part = raw
        return self._root_json if part is MISSING else part


def _joined(pieces: list[str], count: int) -> str:
    return "".join(pieces[:count])


def _view(frame: _Frame, count: int, name: str | int, part: Thunk | None) -> Any:
    """An open container with its first ``count`` members, and its open part where that is shown."""
    if not frame.is_object:
        return Growing(frame.shown, count, part)
    shown = dict(islice(frame.shown.items(), count))
    if part is None or not frame.node.allows(name):
        return PartialObject(frame.node.title, shown)
    return PartialObject(frame.node.title, shown, str(name), part)
