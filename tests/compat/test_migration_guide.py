"""docs/migration.md keeps up with the table of names and with the listed differences."""

import json
import re
from pathlib import Path

import pytest

from structout.compat.langchain import ABSENT, NAMES

ROOT = Path(__file__).parent.parent.parent
GUIDE = (ROOT / "docs" / "migration.md").read_text(encoding="utf-8")
LISTED = json.loads((ROOT / "benchmarks" / "langchain_differences.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", NAMES, ids=lambda row: row.names.split()[0])
def test_every_name_is_in_the_guide_with_its_home(row):
    for old, new in row.pairs():
        assert re.search(rf"^\| `{old}` \| .*\| `structout\.{row.home}\.{new}` \|$", GUIDE, re.MULTILINE)


@pytest.mark.parametrize("row", ABSENT, ids=lambda row: row.names.split()[0])
def test_every_absent_name_is_in_the_guide_with_its_reason(row):
    assert f"| {row.reason} |" in GUIDE


@pytest.mark.parametrize("reason", LISTED)
def test_every_reason_is_in_the_guide_with_the_number_of_calls(reason):
    assert re.search(rf"^\| {reason}\b.*\| {len(LISTED[reason])} \|$", GUIDE, re.MULTILINE)
