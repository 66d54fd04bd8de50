"""Counts → what they allow to be said: intervals, paired tests, how many more samples it takes."""

from __future__ import annotations

from math import comb, sqrt

_Z = 1.959963984540054


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson's, which holds for small counts and shares near 0 and 1).

    >>> tuple(round(bound, 3) for bound in wilson(8, 10))
    (0.49, 0.943)
    """
    if trials == 0:
        return (0.0, 1.0)
    share, spread = successes / trials, _Z * _Z / trials
    centre = share + spread / 2
    margin = _Z * sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return (max(0.0, (centre - margin) / (1 + spread)), min(1.0, (centre + margin) / (1 + spread)))


def mcnemar(only_first: int, only_second: int) -> float:
    """The chance of so uneven a split between two settings that are equally good (McNemar's exact test, two-sided).

    Args:
        only_first: pairs in which only the first was right.
        only_second: pairs in which only the second was.

    >>> round(mcnemar(1, 9), 4)
    0.0215
    """
    trials = only_first + only_second
    if trials == 0:
        return 1.0
    tail = sum(comb(trials, k) for k in range(min(only_first, only_second) + 1))
    return min(1.0, 2 * tail / 2**trials)


def samples_needed(
    only_first: int, only_second: int, pairs: int, *, level: float = 0.05, limit: int = 100_000
) -> int | None:
    """How many pairs in all it takes until the paired test decides, should the split stay as it is.

    Returns:
        ``None`` where there is no difference to be found, or more than ``limit`` would be needed.
    """
    if only_first == only_second or pairs == 0:
        return None
    factor = 1.0
    while pairs * factor <= limit:
        if _approximately_decided(only_first * factor, only_second * factor, level):
            return round(pairs * factor)
        factor *= 1.1
    return None


def _approximately_decided(first: float, second: float, level: float) -> bool:
    if first + second < 500:
        return mcnemar(round(first), round(second)) < level
    return abs(first - second) / sqrt(first + second) > _Z
