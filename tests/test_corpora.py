"""The corpora: completions with known right answers, and the least share that must come out right."""

from __future__ import annotations

import json
import math
import sys
import types
from typing import Any

import pytest
from pydantic import TypeAdapter

from corpus import DATA, PRELUDE, rows
from structout.errors import OutputParserException
from structout.parsers import parser_for, repair_json


def same(a: Any, b: Any) -> bool:
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, int | float) and isinstance(b, int | float):
        return a == b or (isinstance(a, float) and isinstance(b, float) and math.isclose(a, b, rel_tol=1e-12))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and a == b


def type_of(target: dict[str, str]) -> Any:
    module = sys.modules["case"] = types.ModuleType("case")
    space = module.__dict__
    exec(PRELUDE + target["py"], space)
    for value in list(space.values()):
        if isinstance(value, type) and hasattr(value, "model_rebuild") and value.__module__ == "case":
            value.model_rebuild(_types_namespace=space)
    return eval(target["root"], space)


def answers(row: dict[str, Any]) -> list[Any]:
    if row.get("target") is None:
        return [repair_json(row["input"])]
    tp = type_of(row["target"])
    value = parser_for(tp).parse(row["input"])
    return [TypeAdapter(tp).dump_python(value, mode="json", by_alias=alias) for alias in (False, True)]


def verdict(row: dict[str, Any]) -> str:
    must_refuse = isinstance(row["expect"], dict) and row["expect"].get("$error") is True
    try:
        forms = answers(row)
    except OutputParserException:
        return "exact" if must_refuse else "raised"
    return "exact" if not must_refuse and any(same(form, row["expect"]) for form in forms) else "wrong"


@pytest.mark.parametrize(
    ("name", "least_exact", "most_wrong"),
    [
        ("peers-typed.jsonl", 97.0, 2),
        ("peers-json.jsonl", 95.0, 5),
        ("bugs-parsers.jsonl", 100.0, 0),
        ("own-typed.jsonl", 99.0, 0),
        ("own-typed-2.jsonl", 99.0, 0),
        ("own-typed-3.jsonl", 99.0, 0),
        ("own-typed-4.jsonl", 99.0, 0),
        ("own-typed-5.jsonl", 98.0, 0),
        ("own-typed-6.jsonl", 95.0, 0),
        ("own-typed-7.jsonl", 98.0, 0),
        ("own-typed-8.jsonl", 99.0, 0),
        ("own-typed-9.jsonl", 99.0, 0),
        ("own-typed-10.jsonl", 99.0, 0),
        ("own-typed-12.jsonl", 99.0, 0),
        ("own-typed-11.jsonl", 99.0, 0),
        ("own-typed-13.jsonl", 98.0, 0),
        ("own-typed-15.jsonl", 99.0, 0),
        ("own-typed-16.jsonl", 91.0, 0),
        ("own-typed-17.jsonl", 98.0, 0),
        ("own-typed-19.jsonl", 98.0, 1),
        ("own-typed-21.jsonl", 98.0, 1),
        ("own-typed-23.jsonl", 98.0, 0),
        ("own-typed-25.jsonl", 98.0, 0),
        ("own-typed-26.jsonl", 98.0, 0),
        ("own-typed-27.jsonl", 98.0, 0),
        ("own-typed-33.jsonl", 97.0, 0),
        ("own-typed-34.jsonl", 97.0, 0),
        ("own-typed-36.jsonl", 98.0, 0),
        ("own-typed-28.jsonl", 98.0, 0),
        ("own-typed-29.jsonl", 98.0, 0),
        ("own-typed-31.jsonl", 98.0, 0),
        ("own-typed-35.jsonl", 92.0, 0),
        ("own-typed-39.jsonl", 94.0, 0),
        ("own-typed-45.jsonl", 96.0, 0),
        ("own-typed-43.jsonl", 98.0, 0),
        ("own-typed-41.jsonl", 93.0, 0),
        ("own-typed-47.jsonl", 98.0, 0),
        ("own-typed-49.jsonl", 90.0, 0),
        ("own-typed-51.jsonl", 96.0, 0),
        ("own-typed-14.jsonl", 99.0, 0),
        ("real-dev.jsonl", 97.0, 0),
    ],
)
def test_a_corpus_comes_out_right(name: str, least_exact: float, most_wrong: int) -> None:
    verdicts = {row["id"]: verdict(row) for row in rows(name) if not row.get("dispute")}
    wrong = [key for key, found in verdicts.items() if found == "wrong"]
    exact = 100 * sum(found == "exact" for found in verdicts.values()) / len(verdicts)
    assert len(wrong) <= most_wrong, wrong
    assert exact >= least_exact, [key for key, found in verdicts.items() if found == "raised"]


def test_what_is_refused_of_the_real_answers_is_refused_for_a_reason() -> None:
    reasons = json.loads((DATA / "real-dev-refused.json").read_text(encoding="utf-8"))
    refused = {row["id"] for row in rows("real-dev.jsonl") if verdict(row) == "raised"}
    assert refused == set(reasons)
