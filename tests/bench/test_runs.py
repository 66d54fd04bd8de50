"""Runs: figures, the ladder, resuming, models that are scripted."""

import json

import pytest

from structout.bench import (
    Case,
    Contestant,
    Ladder,
    Ledger,
    Plan,
    Verdict,
    compare,
    figures,
    load,
    readers_named,
    run,
    shipped,
    shipped_answers,
    shipped_tasks,
)
from structout.bench.ladder import LOCAL_STEPS
from structout.bench.report import as_csv, as_json, as_markdown, report_of
from structout.bench.runner import spread
from structout.errors import ConfigError
from structout.testing import ScriptedChatModel


def quiet(*_):
    """Say nothing of the progress."""


def ours():
    return readers_named(("structout",))[0]


def test_the_figures_of_a_run(records):
    ours, pydantic = figures(records)
    assert ours.counts == {Verdict.RIGHT: 4, Verdict.RAISED: 1, Verdict.LOSSY: 1, Verdict.WRONG: 1}
    assert pydantic.counts == {Verdict.RIGHT: 3, Verdict.RAISED: 3, Verdict.LOSSY: 1}
    assert ours.disputed == {Verdict.WRONG: 1}


def test_each_rung_counts_what_it_mended(records):
    rungs = figures(records)[0].rungs
    assert [(rung.step, rung.mended, rung.right) for rung in rungs] == [
        ("strict", 2, 2),
        ("repair", 2, 3),
        ("coercion", 1, 4),
    ]


def test_two_settings_are_compared_case_by_case(records):
    found = compare(records, "pydantic", "structout")
    assert (found.first, found.only_first, found.only_second, found.pairs) == ("structout", 1, 0, 7)


def test_the_same_run_gives_the_same_bytes(report, records):
    again = report_of(report.title, records, {"command": "structout bench small.jsonl"})
    assert (as_json(again), as_csv(again), as_markdown(again)) == (
        as_json(report),
        as_csv(report),
        as_markdown(report),
    )


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path):
    cases = [Case(str(n), "k", int, str(n), (n,)) for n in range(4)]
    file, seen = tmp_path / "records.jsonl", []
    run(Plan(cases[:2], ours()), Ledger(file, {"a": 1}), quiet)
    with file.open("a") as half_a_line:
        half_a_line.write('{"setting": "stru')
    records = run(Plan(cases, ours()), Ledger(file, {"a": 1}), lambda record, *_: seen.append(record.case))
    assert (seen, [record.value for record in records]) == (["2", "3"], [0, 1, 2, 3])
    assert len(Ledger(file, {"a": 1}).done) == 4


def test_the_file_of_another_run_is_refused(tmp_path):
    Ledger(tmp_path / "records.jsonl", {"limit": 1})
    with pytest.raises(ConfigError, match="holds a run of another kind"):
        Ledger(tmp_path / "records.jsonl", {"limit": 2})


def test_several_calls_at_once_give_the_same_records():
    cases = shipped("bugs-parsers")
    one, four = (run(Plan(cases, ours()), Ledger(None, {}), quiet, concurrency=n) for n in (1, 4))
    assert one == four


def test_a_limit_is_spread_evenly():
    cases = [Case(str(n), "k", int, "1") for n in range(10)]
    assert [case.id for case in spread(cases, 3)] == ["0", "3", "6"]


TASK = Case(
    "t",
    "json",
    dict[str, int],
    None,
    ({"age": 34},),
    instruction="Extract.",
    source="Ann is 34.",
    example=("Bo is 2.", {"age": 2}),
)


def asked(*replies, steps=(*LOCAL_STEPS, "fixing", "retry", "bigger"), bigger=None):
    llm = ScriptedChatModel(list(replies))
    contestant = Contestant("scripted", llm)
    plan = Plan([TASK], [], [contestant], Ladder(contestant, bigger, steps, fixes=2))
    return run(plan, Ledger(None, {}), quiet)[0], llm


def test_a_task_that_the_model_gets_right_takes_one_call():
    record, _ = asked('{"age": 34}')
    assert (record.verdict, record.step, record.spent.calls) == ("right", "strict", 1)


def test_the_prompt_shows_the_worked_example_as_a_turn():
    _, llm = asked('{"age": 34}')
    assert [message.content for message in llm.prompts[0]][1:] == ["Bo is 2.", '{"age": 2}', "Ann is 34."]


def test_what_local_steps_refuse_goes_to_the_model_until_it_is_mended():
    record, _ = asked("I do not know.", "Still not.", '{"age": 34}')
    assert (record.step, record.spent.calls, list(record.first)) == (
        "fixing",
        3,
        ["strict", "repair", "coercion", "fixing"],
    )


def test_the_answer_that_was_read_is_kept_beside_the_first():
    record, _ = asked("I do not know.", '{"age": 34,}')
    assert (record.completion, record.answer) == ("I do not know.", '{"age": 34,}')


def test_the_bigger_model_is_asked_last():
    bigger = Contestant("bigger", ScriptedChatModel(['{"age": 34}']))
    record, _ = asked(*["No."] * 4, bigger=bigger)
    assert (record.step, record.verdict) == ("bigger", "right")


def test_corpora_come_with_the_package():
    assert (len(shipped()), len(shipped_tasks()), len(shipped_answers())) == (1901, 40, 1720)


def test_a_corpus_with_source_in_it_is_not_run_unasked(tmp_path):
    row = {"input": "1", "expect": 1, "target": {"py": "raise SystemExit", "root": "int"}}
    (tmp_path / "own.jsonl").write_text(json.dumps(row))
    with pytest.raises(ConfigError, match="defines its types in Python source"):
        load(tmp_path / "own.jsonl")


def test_a_row_without_what_it_needs_is_named_by_its_line(tmp_path):
    (tmp_path / "own.jsonl").write_text('{"input": "1"}\n{"id": 3}\n')
    with pytest.raises(ConfigError, match=r"own\.jsonl:2: expected a row with 'text'"):
        load(tmp_path / "own.jsonl", tp=int)


def test_without_right_answers_validity_is_counted(tmp_path):
    (tmp_path / "own.jsonl").write_text('{"input": "34"}\n{"input": "none"}\n')
    records = run(Plan(load(tmp_path / "own.jsonl", tp=int), ours()), Ledger(None, {}), quiet)
    assert [record.verdict for record in records] == ["valid", "raised"]
