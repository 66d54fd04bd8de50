"""A small run whose figures are known."""

import pytest

from structout.bench import Case, Ledger, Plan, readers_named, run
from structout.bench.report import report_of

TYPE = list[int]
CASES = [
    Case("a", "valid", TYPE, "[1, 2]", ([1, 2],)),
    Case("b", "trailing-comma", TYPE, "so: [1, 2,] ✓", ([1, 2],)),
    Case("c", "number-as-text", TYPE, '["1", 2]', ([1, 2],)),
    Case("d", "no-json", TYPE, "I could not find any.", ({"$error": True},)),
    Case("e", "no-json", TYPE, "</script><b>none</b>", ([1],)),
    Case("f", "other", TYPE, "[1]", ([1, 2],)),
    Case("g", "other", TYPE, "[3,]", ([1, 2],)),
    Case("h", "argued", TYPE, "[3]", ([1, 2],), disputed=True),
]


@pytest.fixture
def records():
    readers, _ = readers_named(("structout", "pydantic"))
    return run(Plan(CASES, readers), Ledger(None, {}), lambda *_: None)


@pytest.fixture
def report(records):
    return report_of("a small run", records, {"command": "structout bench small.jsonl"})
