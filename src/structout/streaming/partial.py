"""What a stream shows while it grows: the value so far, and for each part whether it is whole."""

# A view has no public names of its own, since a field may have any name; the functions here are its methods.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Literal, TypeVar, cast

from structout.result import Parsed, Path

T = TypeVar("T")

State = Literal["pending", "partial", "complete"]

_STEP = re.compile(r"\.?([^.\[\]]++)|\[(\d++)\]|\[\"((?:[^\"\\]|\\.)*+)\"\]")


class PartialObject:
    """An object that is not whole yet: its fields so far, as attributes and as items.

    A field that has not come yet reads as ``None`` by attribute and is absent as an item. There are no public methods,
    so that a field may have any name; ``Partial.json`` gives plain dicts.
    """

    __slots__ = ("_fields", "_name", "_open", "_thunk")

    def __init__(
        self,
        name: str,
        fields: dict[str, Any],
        open_key: str | None = None,
        thunk: Callable[[], Any] | None = None,
    ) -> None:
        self._name = name
        self._fields = fields
        self._open = open_key
        self._thunk = thunk

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return fields_of(self).get(name)

    def __getitem__(self, key: str) -> Any:
        return fields_of(self)[key]

    def __contains__(self, key: object) -> bool:
        return key in fields_of(self)

    def __iter__(self) -> Iterator[str]:
        return iter(fields_of(self))

    def __len__(self) -> int:
        return len(fields_of(self))

    def __eq__(self, other: object) -> bool:
        return fields_of(self) == (fields_of(other) if isinstance(other, PartialObject) else other)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in fields_of(self).items())
        return f"{self._name}({shown}, …)" if shown else f"{self._name}(…)"


def fields_of(view: PartialObject) -> dict[str, Any]:
    """The fields so far."""
    # The part that still grows is joined only when somebody looks: joining it at each piece would be quadratic.
    if view._thunk is not None and view._open is not None:
        thunk, view._thunk = view._thunk, None
        view._fields[view._open] = thunk()
    return view._fields


class Growing(Sequence[Any]):
    """A list that is not whole yet; ``whole`` of its items are, and one more may be growing.

    It shares the items with later views of the same list, which only ever grows, so that a view costs nothing.
    """

    __slots__ = ("_items", "_tail", "whole")

    def __init__(self, items: list[Any], whole: int, tail: Callable[[], Any] | None = None) -> None:
        self._items = items
        self.whole = whole
        self._tail = tail

    def __len__(self) -> int:
        return self.whole + (self._tail is not None)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return list(self)[index]
        at = index + len(self) if index < 0 else index
        if 0 <= at < self.whole:
            return self._items[at]
        if self._tail is None or at != self.whole:
            raise IndexError(index)
        return self._tail()

    def __iter__(self) -> Iterator[Any]:
        yield from self._items[: self.whole]
        if self._tail is not None:
            yield self._tail()

    def __eq__(self, other: object) -> bool:
        return list(self) == (list(other) if isinstance(other, Growing) else other)

    def __repr__(self) -> str:
        return repr(list(self))


class Partial(Generic[T]):
    """What is known of a value after one more piece of the stream.

    ``value`` is the value so far: for objects a ``PartialObject``, for lists the items so far, the T itself once
    complete, ``None`` before anything.

    Attributes:
        complete: whether the value is whole and validated.
        parsed: the account of the whole, once complete.
        stopped: why the stream was ended early (``"complete"``: the value was whole), ``None`` where it was not.
        tokens_saved: how many tokens that saved at most: the limit less the pieces that came; ``None`` where it was
            not ended early or the limit is not known.
    """

    __slots__ = ("_thunk", "_value", "complete", "parsed", "stopped", "tokens_saved")

    def __init__(
        self,
        view: Callable[[], Any],
        complete: bool = False,
        parsed: Parsed[T] | None = None,
        stopped: str | None = None,
        tokens_saved: int | None = None,
    ) -> None:
        self._thunk: Callable[[], Any] | None = view
        self._value: Any = None
        self.complete = complete
        self.parsed = parsed
        self.stopped = stopped
        self.tokens_saved = tokens_saved

    @property
    def value(self) -> Any:
        """The value so far."""
        if self._thunk is not None:
            self._value, self._thunk = self._thunk(), None
        return self._value

    def __repr__(self) -> str:
        return f"Partial({self.value!r}, complete={self.complete})"

    def state(self, path: str = "") -> State:
        """Whether the part at ``path`` (``items[2].price``) is pending, partial or complete."""
        if self.complete:
            return "complete"
        part: Any = self.value
        if part is None:
            return "pending"
        for step in steps(path):
            part, state = _down(part, step)
            if state != "partial":
                return state
        return "partial"

    @property
    def json(self) -> Any:
        """The value so far as plain dicts and lists."""
        return plain(self.value)


def steps(path: str) -> Path:
    """The steps of a path as it is written: ``items[2].price`` → ``("items", 2, "price")``.

    Raises:
        ValueError: it is not written so.
    """
    text = path.removeprefix("$")
    found: list[str | int] = []
    at = 0
    while at < len(text):
        step = _STEP.match(text, at)
        if step is None:
            raise ValueError(f"expected a path such as items[2].price, found {path!r}")
        found.append(int(step[2]) if step[2] else step[1] or step[3])
        at = step.end()
    return tuple(found)


def _down(part: Any, step: str | int) -> tuple[Any, State]:
    if isinstance(part, PartialObject):
        if step == part._open:
            return part[str(step)], "partial"
        return (part[str(step)], "complete") if step in part else (None, "pending")
    if isinstance(part, Growing) and isinstance(step, int):
        if step < part.whole:
            return part[step], "complete"
        return (part[step], "partial") if step < len(part) else (None, "pending")
    return None, "pending"


def plain(value: Any) -> Any:
    """Dicts and lists in place of the views."""
    if isinstance(value, PartialObject):
        return {key: plain(part) for key, part in fields_of(value).items()}
    if isinstance(value, Growing | list):
        return [plain(part) for part in cast("Sequence[Any]", value)]
    return value
