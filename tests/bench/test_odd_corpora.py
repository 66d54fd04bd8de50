"""Files as people have them: what cannot be read is named by its place, what can is read."""

import json

import pytest

from structout.bench import Case, Ledger, Plan, compare, figures, load, readers_named, run
from structout.bench.corpus import load_log
from structout.errors import ConfigError


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"input": "caf\xe9"}', "own.jsonl is not UTF-8"),
        (b'{"input": "1"', "own.jsonl:1: this line is no JSON"),
        (b'\n[1]', "own.jsonl:2: expected an object with input, text or completion, found .1."),
        (b'{"input": null}', "own.jsonl:1: expected a text as 'input', found None"),
        (b'{"text": "t", "example": "no"}', "own.jsonl:1: expected an example with 'text' and 'answer', found 'no'"),
        (b'{"input": "1", "expect": ' + b"[" * 9000 + b"]" * 9000 + b"}", "own.jsonl:1: this line is no JSON that can be"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_place(tmp_path, content, message):
    (tmp_path / "own.jsonl").write_bytes(content)
    with pytest.raises(ConfigError, match=message):
        load(tmp_path / "own.jsonl", tp=int)


def test_a_byte_order_mark_is_skipped_and_only_line_ends_end_a_line(tmp_path):
    (tmp_path / "own.jsonl").write_bytes('\ufeff{"input": "a\u2028b\x85"}\r\n\r\n{"input": "c"}'.encode())
    assert [case.completion for case in load(tmp_path / "own.jsonl", tp=str)] == ["a\u2028b\x85", "c"]


def test_cases_that_share_an_id_are_counted_each():
    cases = [Case("a", "k", int, "1", (1,)), Case("a", "k", int, "2", (3,))]
    records = run(Plan(cases, readers_named(("structout",))[0]), Ledger(None, {}), lambda *_: None)
    assert [(record.case, record.verdict) for record in records] == [("a", "right"), ("a#2", "wrong")]


def test_a_log_has_completions_without_text_and_none_without_a_completion(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_text('{"completion": null, "finish_reason": "tool_calls"}\n', encoding="utf-8")
    assert [case.completion for case in load_log(log, int)] == [""]
    log.write_text('{"prompt": "x"}\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"log\.jsonl:1: expected a row with 'completion'"):
        load_log(log, int)


def test_of_a_log_it_is_told_how_often_two_parsers_agree(tmp_path):
    log = tmp_path / "log.jsonl"
    texts = ['{"a": 1}', '{"a": 1, "a": 2}', "{'a': 3}", "none"]
    log.write_text("".join(json.dumps({"completion": text}) + "\n" for text in texts), encoding="utf-8")
    readers, _ = readers_named(("structout", "structout-guess", "pydantic"))
    records = run(Plan(load_log(log, dict[str, int]), readers), Ledger(None, {}), lambda *_: None)
    found = compare(records, "structout-guess", "pydantic")
    assert [row.answered for row in figures(records)] == [2, 3, 2]
    assert (found.first, found.both, found.same, found.agreement) == ("structout-guess", 2, 2, 1.0)
