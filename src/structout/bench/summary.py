"""Records → figures: for each setting the verdicts, the steps that mended, the cost, and the kinds of fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from structout.bench.ladder import Record
from structout.bench.statistics import mcnemar, wilson
from structout.bench.verdicts import Verdict, same

VERDICTS: tuple[Verdict, ...] = (
    Verdict.RIGHT,
    Verdict.VALID,
    Verdict.RAISED,
    Verdict.HUNG,
    Verdict.LOSSY,
    Verdict.WRONG,
)
"""The verdicts, from the best to the worst."""


@dataclass(frozen=True, slots=True)
class Rung:
    """How things stand after a step of the ladder.

    Attributes:
        step: the step.
        right: cases that are right by then.
        bad: cases that have a wrong or silently lossy value by then.
        mended: cases that this very step gave a value to, right or not.
    """

    step: str
    right: int
    bad: int
    mended: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a setting, or of one kind of fault in it.

    Attributes:
        setting: its name.
        cases: how many undisputed cases there are.
        answered: how many of them gave a value, right or not.
        counts: how many of each verdict.
        disputed: how many of each verdict among the disputed ones.
        rungs: the ladder.
        calls: calls to models.
        prompt_tokens: tokens sent.
        completion_tokens: tokens received.
        seconds: time spent in calls.
    """

    setting: str
    cases: int
    answered: int
    counts: dict[Verdict, int]
    disputed: dict[Verdict, int]
    rungs: tuple[Rung, ...] = ()
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    kinds: dict[str, dict[Verdict, int]] = field(default_factory=dict[str, dict[Verdict, int]])

    @property
    def good(self) -> int:
        """Cases that came out right; where nobody knows what is right, those that gave a value."""
        return self.counts.get(Verdict.RIGHT, 0) + self.counts.get(Verdict.VALID, 0)

    @property
    def rate(self) -> float:
        """The share of good cases."""
        return self.good / self.cases if self.cases else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share."""
        return wilson(self.good, self.cases)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two settings on the same cases.

    Attributes:
        first: the one with more right.
        second: the other.
        only_first: cases that only the first got right.
        only_second: cases that only the second got right.
        pairs: cases that both had.
        both: cases that both gave a value for.
        same: of these, those with the same value.
        p: the chance of so uneven a split if both are equally good.
    """

    first: str
    second: str
    only_first: int
    only_second: int
    pairs: int
    both: int
    same: int
    p: float

    @property
    def agreement(self) -> float:
        """The share of the same value where both gave one; all that can be said where nobody knows what is right."""
        return self.same / self.both if self.both else 0.0


def figures(records: Iterable[Record]) -> list[Figures]:
    """The figures of each setting, in the order in which the settings first come."""
    return [
        _figures(setting, rows) for setting, rows in grouped(records, lambda record: record.setting).items()
    ]


def verdicts_of(rows: Sequence[Figures]) -> list[Verdict]:
    """The verdicts that came about at all, from the best to the worst."""
    return [verdict for verdict in VERDICTS if any(row.counts.get(verdict) for row in rows)]


def grouped(records: Iterable[Record], key: Callable[[Record], str]) -> dict[str, list[Record]]:
    """Records by what ``key`` says of them."""
    groups: dict[str, list[Record]] = {}
    for record in records:
        groups.setdefault(key(record), []).append(record)
    return groups


def _figures(setting: str, records: Sequence[Record]) -> Figures:
    plain = [record for record in records if not record.disputed]
    return Figures(
        setting=setting,
        cases=len(plain),
        answered=sum(record.step is not None for record in plain),
        counts=_counts(plain),
        disputed=_counts([record for record in records if record.disputed]),
        rungs=_rungs(plain),
        calls=sum(record.spent.calls for record in records),
        prompt_tokens=sum(record.spent.prompt_tokens for record in records),
        completion_tokens=sum(record.spent.completion_tokens for record in records),
        seconds=sum(record.spent.seconds for record in records),
        kinds={
            kind: _counts(rows) for kind, rows in sorted(grouped(plain, lambda record: record.kind).items())
        },
    )


def _counts(records: Iterable[Record]) -> dict[Verdict, int]:
    found = Counter(record.verdict for record in records)
    return {verdict: found[verdict] for verdict in VERDICTS if found[verdict]}


def _rungs(records: Sequence[Record]) -> tuple[Rung, ...]:
    names = list(dict.fromkeys(step for record in records for step in record.first))
    names = [name for name in names if name != "read"]
    order = max((tuple(record.first) for record in records), key=len, default=())
    names.sort(key=lambda name: order.index(name) if name in order else len(order))
    return tuple(_rung(name, names[: at + 1], records) for at, name in enumerate(names))


def _rung(step: str, upto: list[str], records: Sequence[Record]) -> Rung:
    verdicts = [
        next((record.first[name] for name in reversed(upto) if name in record.first), None)
        for record in records
    ]
    return Rung(
        step,
        right=sum(verdict in (Verdict.RIGHT, Verdict.VALID) for verdict in verdicts),
        bad=sum(verdict in (Verdict.WRONG, Verdict.LOSSY) for verdict in verdicts),
        mended=sum(record.step == step for record in records),
    )


def compare(records: Sequence[Record], first: str, second: str) -> Comparison:
    """Compare two settings, case by case.

    Args:
        records: of a run.
        first: a setting.
        second: another.
    """
    left, right = (
        {each.case: each for each in records if each.setting == name and not each.disputed}
        for name in (first, second)
    )
    pairs = [(left[case], right[case]) for case in left if case in right]
    only_left = sum(_is_good(one) and not _is_good(other) for one, other in pairs)
    only_right = sum(_is_good(other) and not _is_good(one) for one, other in pairs)
    valued = [(one, other) for one, other in pairs if one.step is not None and other.step is not None]
    agreed = sum(same(one.value, other.value) for one, other in valued)
    if only_right > only_left:
        first, second, only_left, only_right = second, first, only_right, only_left
    p = mcnemar(only_left, only_right)
    return Comparison(first, second, only_left, only_right, len(pairs), len(valued), agreed, p)


def _is_good(record: Record) -> bool:
    return record.verdict in (Verdict.RIGHT, Verdict.VALID)


def comparisons(records: Sequence[Record]) -> list[Comparison]:
    """The first setting against each of the others that had cases in common with it."""
    names = list(grouped(records, lambda record: record.setting))
    found = (compare(records, names[0], other) for other in names[1:])
    return [comparison for comparison in found if comparison.pairs]
