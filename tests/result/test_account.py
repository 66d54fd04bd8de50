"""The account of a reading: written out when it is looked at, and otherwise like a tuple."""

import pickle

import pytest

from structout.result import Repair, RepairKind, Repairs, Severity, Span, in_order, severity_of

COMMA = Repair(RepairKind.TRAILING_COMMA, "$", Span(7, 8), ",", "")
UNIT = Repair(RepairKind.UNIT, "$.a", Span(2, 4), "3 m", "3")


class Writer:
    def __init__(self, *repairs: Repair) -> None:
        self.repairs = repairs
        self.calls = 0

    def __call__(self) -> tuple[Repair, ...]:
        self.calls += 1
        return self.repairs


def test_repairs_are_written_out_once_and_not_before_they_are_looked_at():
    writer = Writer(COMMA, UNIT)
    account = Repairs({COMMA.kind, UNIT.kind}, writer)
    assert (bool(account), severity_of(account), writer.calls) == (True, Severity.TYPE, 0)
    assert (list(account), len(account), account[1], account[:1]) == ([COMMA, UNIT], 2, UNIT, (COMMA,))
    assert writer.calls == 1


def test_a_loop_makes_the_repairs_one_by_one_and_keeps_none():
    writer = Writer(COMMA, UNIT)
    account = Repairs({COMMA.kind, UNIT.kind}, writer)
    assert [next(iter(account)) for _ in range(3)] == [COMMA] * 3
    assert writer.calls == 3


def test_an_account_is_equal_to_its_tuple_and_to_an_account_of_the_same():
    account = Repairs({COMMA.kind}, lambda: [COMMA])
    assert account == (COMMA,)
    assert account == Repairs({COMMA.kind}, lambda: [COMMA])
    assert account != (UNIT,)
    assert (hash(account), repr(account)) == (hash((COMMA,)), repr((COMMA,)))


def test_an_account_is_pickled_as_a_tuple():
    account = Repairs({COMMA.kind}, lambda: [COMMA])
    assert pickle.loads(pickle.dumps(account)) == (COMMA,)


def test_several_accounts_are_one_in_the_order_of_the_text():
    account = in_order((COMMA,), (), Repairs({UNIT.kind}, lambda: [UNIT]))
    assert account == (UNIT, COMMA)


@pytest.mark.parametrize("nothing", [in_order(), in_order((), ()), Repairs((), tuple)])
def test_no_repairs_are_an_empty_account(nothing):
    assert not nothing
    assert nothing == ()
    assert severity_of(nothing) is Severity.NONE
