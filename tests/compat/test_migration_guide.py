"""docs/migration.md keeps up with the table of names and with the listed differences."""

import json
import re
from pathlib import Path

import pytest

from structout.compat.langchain import ABSENT, NAMES

ROOT = Path(__file__).parent.parent.parent
GUIDE = (ROOT / "docs" / "migration.md").read_text(encoding="utf-8")
WRITTEN = {"beat": "**beat**", "scope": "*scope*"}


def listed(name):
    return json.loads((ROOT / "benchmarks" / f"langchain_{name}.json").read_text(encoding="utf-8"))


CALLS = [
    (mark, reason, len(calls))
    for mark, reasons in listed("differences").items()
    for reason, calls in reasons.items()
]
TESTS = {
    (mark, reason)
    for section in listed("upstream").values()
    for mark in WRITTEN
    for reason in section.get(mark, {})
}


@pytest.mark.parametrize("row", NAMES, ids=lambda row: row.names.split()[0])
def test_every_name_is_in_the_guide_with_its_home(row):
    for old, new in row.pairs():
        assert re.search(rf"^\| `{old}` \| .*\| `structout\.{row.home}\.{new}` \|$", GUIDE, re.MULTILINE)


@pytest.mark.parametrize("row", ABSENT, ids=lambda row: row.names.split()[0])
def test_every_absent_name_is_in_the_guide_with_its_reason(row):
    assert f"| {row.reason} |" in GUIDE


@pytest.mark.parametrize(("mark", "reason", "count"), CALLS)
def test_every_reason_is_in_the_guide_with_its_mark_and_the_number_of_calls(mark, reason, count):
    assert re.search(rf"^\| {reason} \| {re.escape(WRITTEN[mark])} \|.*\| {count} \|$", GUIDE, re.MULTILINE)


@pytest.mark.parametrize(("mark", "reason"), sorted(TESTS))
def test_every_reason_of_a_failing_test_of_theirs_is_in_the_guide_with_its_mark(mark, reason):
    assert f"\n| {reason} | {WRITTEN[mark]} | " in GUIDE


def test_no_test_of_theirs_fails_for_two_reasons():
    for section in listed("upstream").values():
        names = [each for mark in WRITTEN for tests in section.get(mark, {}).values() for each in tests]
        assert len(names) == len({*names})
