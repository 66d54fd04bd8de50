"""The commands bench, ab, lint and replay, as a shell runs them."""

import json

import pytest

from structout.cli.app import run as structout
from structout.parsers import parser_for
from structout.testing import Cassette, watched

ROWS = [{"id": str(n), "input": f"[{n},]", "expect": [n]} for n in range(6)]


@pytest.fixture
def corpus(tmp_path):
    file = tmp_path / "own.jsonl"
    file.write_text("\n".join(map(json.dumps, ROWS)))
    return str(file)


def test_bench_prints_the_figures_of_an_own_corpus(corpus, capsys):
    assert (
        structout(["bench", corpus, "--type", "list[int]", "--parser", "structout", "--parser", "pydantic"])
        == 0
    )
    out = capsys.readouterr().out
    assert "| structout | 6 | 6 | 6 | 0 | 100.0 % (61.0–100.0) |" in out
    assert "| structout | pydantic | 6 | 0 | 6 | 0.031 |" in out


def test_bench_writes_every_form_of_the_results_and_goes_on_there(corpus, tmp_path, capsys):
    out = str(tmp_path / "out")
    arguments = ["bench", corpus, "--type", "list[int]", "--parser", "structout", "--out", out]
    assert structout(arguments) == 0
    first = (tmp_path / "out" / "report.json").read_bytes()
    assert structout(arguments) == 0
    assert (tmp_path / "out" / "report.json").read_bytes() == first
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "records.jsonl", "report.csv", "report.html", "report.json", "report.md", "report.svg",
    ]  # fmt: skip


def test_bench_without_files_reads_the_shipped_corpora(capsys):
    assert structout(["bench", "--limit", "40", "--parser", "structout"]) == 0
    assert "# the shipped corpora" in capsys.readouterr().out


def test_bench_names_the_peers_that_are_not_installed(corpus, capsys, monkeypatch):
    monkeypatch.setattr("structout.bench.readers.Reader.version", property(lambda self: self.ours or None))
    assert structout(["bench", corpus, "--type", "list[int]"]) == 0
    assert "json_repair is skipped: json_repair is not installed" in capsys.readouterr().err


def test_bench_counts_validity_in_a_log(tmp_path, capsys):
    (tmp_path / "log.jsonl").write_text('{"completion": "34"}\n{"completion": "many"}\n')
    assert (
        structout(
            ["bench", "--from-log", str(tmp_path / "log.jsonl"), "--type", "int", "--parser", "structout"]
        )
        == 0
    )
    assert "| setting | cases | a value | valid | raised |" in capsys.readouterr().out


def test_a_log_needs_a_type(tmp_path, capsys):
    (tmp_path / "log.jsonl").write_text('{"completion": "34"}\n')
    assert structout(["bench", "--from-log", str(tmp_path / "log.jsonl")]) == 2


def test_ab_says_which_is_better(corpus, capsys):
    assert (
        structout(["ab", corpus, "--type", "list[int]", "--a", "parser=pydantic", "--b", "parser=structout"])
        == 0
    )
    assert capsys.readouterr().out.startswith("structout is better.")


def test_ab_prints_json(corpus, capsys):
    structout(
        ["ab", corpus, "--type", "list[int]", "--a", "parser=pydantic", "--b", "parser=structout", "--json"]
    )
    assert json.loads(capsys.readouterr().out)["better"] == "structout"


def test_lint_fails_where_it_finds_something(capsys):
    assert structout(["lint", "Literal['Red', 'red']"]) == 1
    assert "$: the options 'Red' and 'red' differ only in case or punctuation" in capsys.readouterr().out


def test_lint_passes_a_type_without_faults(capsys):
    assert structout(["lint", "list[int]"]) == 0
    assert "nothing found" in capsys.readouterr().out


def test_replay_lists_what_now_comes_out_differently(tmp_path, capsys):
    tape = Cassette(tmp_path / "a.json", "new")
    watched(parser_for(int), "int", tape).parse("34")
    tape.save()
    assert structout(["replay", str(tmp_path)]) == 0
    tape.path.write_text(tape.path.read_text().replace('"value": 34', '"value": 35'))
    assert structout(["replay", str(tmp_path), "--diff"]) == 1
    assert "-35\n+34" in capsys.readouterr().out


def test_replay_says_how_many_it_read_and_when_there_is_none(tmp_path, capsys):
    assert structout(["replay", str(tmp_path)]) == 2
    assert "no completion is recorded below" in capsys.readouterr().err
    tape = Cassette(tmp_path / "a.json", "new")
    watched(parser_for(int), "int", tape).parse("34")
    tape.save()
    assert structout(["replay", str(tmp_path)]) == 0
    assert "0 of 1 completion would now come out differently" in capsys.readouterr().out


def test_bench_without_cases_or_without_a_model_for_tasks_says_so(tmp_path, capsys):
    file = tmp_path / "own.jsonl"
    for content, message in (("", "there is no case"), ('{"text": "a"}', "1 of the cases are tasks")):
        file.write_text(content)
        assert structout(["bench", str(file), "--type", "int"]) == 2
        assert message in capsys.readouterr().err
