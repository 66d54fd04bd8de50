"""What counts as right, silently lossy and wrong."""

import pytest

from structout.bench.verdicts import Verdict, leaves_out, same, storable, verdict_on


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, 1.0), (0.1 + 0.2, 0.3), ({"a": [1]}, {"a": [1]}), (float("inf"), {"$float": "inf"})],
)
def test_equal_values_are_the_same(one, other):
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [(1, True), ("1", 1), ({"a": 1}, {"a": 1, "b": 2}), ([1, 2], [2, 1]), (None, False)]
)
def test_different_values_are_not(one, other):
    assert not same(one, other)


@pytest.mark.parametrize(
    ("got", "right"),
    [
        ([1], [1, 2]),
        ({"a": 1}, {"a": 1, "b": 2}),
        ("half a sen", "half a sentence"),
        ("rac", "\\frac"),
        ({"a": [1]}, {"a": [0, 1]}),
    ],
)
def test_a_value_with_a_part_missing_leaves_something_out(got, right):
    assert leaves_out(got, right)


@pytest.mark.parametrize(
    ("got", "right"), [([2, 1], [1, 2]), ("abd", "abc"), ({"a": 2}, {"a": 1, "b": 2}), (3, 34)]
)
def test_another_value_is_no_lossy_one(got, right):
    assert not leaves_out(got, right)


def test_a_value_where_an_error_is_right_is_wrong():
    assert verdict_on([{}], [{"$error": True}]) is Verdict.WRONG


def test_any_of_several_right_values_will_do():
    assert verdict_on(["translator"], ["interpreter", "translator"]) is Verdict.RIGHT


def test_deep_values_are_compared_and_kept_without_recursion():
    deep = current = []
    for _ in range(5000):
        current.append([])
        current = current[0]
    assert same(deep, deep)
    assert storable(deep) == "nested deeper than 50"
