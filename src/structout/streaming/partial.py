"""What a stream shows while it grows: the value so far, and for each part whether it is whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, Literal, TypeVar

from structout.result import Parsed, Path

T = TypeVar("T")

State = Literal["pending", "partial", "complete"]

_STEP = re.compile(r"\.?([^.\[\]]++)|\[(\d++)\]|\[\"((?:[^\"\\]|\\.)*+)\"\]")


class PartialObject(Mapping[str, Any]):
    """An object that is not whole yet: its fields so far, as attributes and as items.

    A field that has not come yet reads as ``None`` by attribute and is absent as an item.
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

    def _filled(self) -> dict[str, Any]:
        # The part that still grows is joined only when somebody looks: joining it at each piece would be quadratic.
        if self._thunk is not None and self._open is not None:
            thunk, self._thunk = self._thunk, None
            self._fields[self._open] = thunk()
        return self._fields

    @property
    def open_key(self) -> str | None:
        """The field that is still growing."""
        return self._open

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._filled().get(name)

    def __getitem__(self, key: str) -> Any:
        return self._filled()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._filled())

    def __len__(self) -> int:
        return len(self._filled())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PartialObject):
            return dict(self) == dict(other)
        return dict(self) == other

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self._filled().items())
        return f"{self._name}({shown}, …)" if shown else f"{self._name}(…)"


class Growing(list[Any]):
    """A list that is not whole yet; ``whole`` of its items are."""

    __slots__ = ("whole",)

    def __init__(self, items: list[Any], whole: int) -> None:
        super().__init__(items)
        self.whole = whole


class Partial(Generic[T]):
    """What is known of a value after one more piece of the stream.

    ``value`` is the value so far: for objects a ``PartialObject``, for lists the items so far, the T itself once
    complete, ``None`` before anything.

    Attributes:
        complete: whether the value is whole and validated.
        parsed: the account of the whole, once complete.
        stopped: why the stream was ended early (``"complete"``: the value was whole), ``None`` where it was not.
    """

    __slots__ = ("_thunk", "_value", "complete", "parsed", "stopped")

    def __init__(
        self,
        view: Callable[[], Any],
        complete: bool = False,
        parsed: Parsed[T] | None = None,
        stopped: str | None = None,
    ) -> None:
        self._thunk: Callable[[], Any] | None = view
        self._value: Any = None
        self.complete = complete
        self.parsed = parsed
        self.stopped = stopped

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
        if step == part.open_key:
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
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]  # pyright: ignore[reportUnknownVariableType]
    return value
