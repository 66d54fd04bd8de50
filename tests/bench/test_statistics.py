"""Intervals and tests, against figures from the literature and from tables."""

import pytest

from structout.bench import mcnemar, samples_needed, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (0, 0, 0.0, 1.0)],
)
def test_the_interval_of_wilson(successes, trials, low, high):
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (0, 6, 0.03125), (1, 9, 0.021484375), (9, 1, 0.021484375)],
)
def test_the_exact_test_of_mcnemar(first, second, p):
    assert mcnemar(first, second) == p


def test_an_uneven_split_needs_more_samples_until_it_is_decided():
    needed = samples_needed(6, 2, 40)
    assert 60 < needed < 160


def test_an_even_split_never_decides():
    assert samples_needed(4, 4, 40) is None
