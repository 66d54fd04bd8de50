"""The account of a reading: its repairs, written out while they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from itertools import chain
from typing import overload

from structout.result.repairs import SEVERITY, Repair, RepairKind, Severity


class Repairs(Sequence[Repair]):
    """Repairs in the order of the text, made while they are looked at; their kinds are known before.

    A loop makes them one by one and keeps none, so that thousands take no room. Whoever asks for their number, for one
    by its place, or compares them, has them kept. Equal to the tuple that it stands for, and pickled as that.

    Args:
        kinds: every kind that occurs.
        build: makes the repairs, the same each time.
    """

    __slots__ = ("_build", "_built", "kinds")

    def __init__(self, kinds: Iterable[RepairKind], build: Callable[[], Iterable[Repair]]) -> None:
        self.kinds = frozenset(kinds)
        self._build = build
        self._built: tuple[Repair, ...] | None = None

    def _all(self) -> tuple[Repair, ...]:
        if self._built is None:
            self._built = tuple(self._build())
            self._build = tuple
        return self._built

    @overload
    def __getitem__(self, index: int) -> Repair: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Repair, ...]: ...
    def __getitem__(self, index: int | slice) -> Repair | tuple[Repair, ...]:
        return self._all()[index]

    def __iter__(self) -> Iterator[Repair]:
        yield from self._build() if self._built is None else self._built

    def __len__(self) -> int:
        return len(self._all())

    def __bool__(self) -> bool:
        return bool(self.kinds)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Repairs):
            return self._all() == other._all()
        return self._all() == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[type[tuple[Repair, ...]], tuple[list[Repair]]]:
        return tuple, (list(self),)


def severity_of(*accounts: Sequence[Repair]) -> Severity:
    """The gravest of the repairs, ``none`` without any; no account is written out for it."""
    return max((SEVERITY[kind] for account in accounts for kind in _kinds(account)), default=Severity.NONE)


def in_order(*accounts: Sequence[Repair]) -> Sequence[Repair]:
    """Several accounts as one, in the order of the text."""
    kinds = chain.from_iterable(map(_kinds, accounts))
    return Repairs(kinds, lambda: merge(*map(_sorted, accounts), key=_start))


def _sorted(account: Sequence[Repair]) -> Sequence[Repair]:
    return account if isinstance(account, Repairs) else sorted(account, key=_start)


def _start(repair: Repair) -> int:
    return repair.span.start


def _kinds(account: Sequence[Repair]) -> Iterable[RepairKind]:
    return account.kinds if isinstance(account, Repairs) else (repair.kind for repair in account)
