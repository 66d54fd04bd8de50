"""The commands that ask a model: extract against a loopback server, extract and demo on the local model."""

import json
import sys
from pathlib import Path

import pytest

from loopback import Answer
from structout.cli.app import run


@pytest.fixture
def served(loopback, monkeypatch, tmp_path: Path):
    """A folder with two texts, and the loopback server where OpenAI's would be."""
    monkeypatch.setenv("OPENAI_BASE_URL", loopback.url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-000")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("Ann is 30.")
    (tmp_path / "b.txt").write_text("Bob is 31.")
    return loopback


ASK = ["extract", "--llm", "openai:m", "--type", "int"]


def test_a_line_for_each_file_in_order(served, capsys):
    served.say("30", "31")
    assert run([*ASK, "a.txt", "b.txt"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [{"source": "a.txt", "value": 30}, {"source": "b.txt", "value": 31}]


def test_the_question_the_text_and_the_model_are_sent(served):
    served.say("30")
    run([*ASK, "--prompt", "How old? {sic}", "--max-tokens", "7", "a.txt"])
    body = served.bodies[0]
    assert (body["model"], body["max_tokens"]) == ("m", 7)
    assert "How old? {sic}\n\nText: Ann is 30." in body["messages"][-1]["content"]


def test_examples_are_turns_of_the_conversation(served, tmp_path):
    served.say("30")
    (tmp_path / "ex.jsonl").write_text('{"text": "Cem is 9.", "value": 9}\n\n')
    assert run([*ASK, "--examples", "ex.jsonl", "a.txt"]) == 0
    roles = [each["role"] for each in served.bodies[0]["messages"]]
    assert roles[-3:] == ["user", "assistant", "user"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"text": "x"}', 'line 1: expected {"text": …, "value": …}'),
        ('{"text": "x", "value": "many"}', "the value is not of the type"),
        ("{", "line 1 is no JSON"),
    ],
)
def test_wrong_examples_are_named(served, tmp_path, capsys, line, message):
    (tmp_path / "ex.jsonl").write_text(line)
    assert run([*ASK, "--examples", "ex.jsonl", "a.txt"]) == 2
    assert message in capsys.readouterr().err
    assert served.requests == []


def test_a_text_without_a_value_is_told_and_the_rest_goes_on(served, capsys):
    served.say("none at all", "31")
    assert run([*ASK, "--max-retries", "0", "a.txt", "b.txt"]) == 1
    printed = capsys.readouterr()
    assert printed.out == '{"source": "b.txt", "value": 31}\n'
    assert printed.err.startswith("Error: a.txt: ")


def test_json_lines_have_the_account_and_the_failures(served, capsys):
    served.say("none at all", "'31'")
    assert run([*ASK, "--json", "--max-retries", "0", "a.txt", "b.txt"]) == 1
    failed, done = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (failed["source"], failed["attempts"]) == ("a.txt", 1)
    assert (done["value"], done["attempts"], done["tokens"] > 0) == (31, 1, True)


def test_a_wrong_answer_is_asked_for_again(served, capsys):
    served.say("no idea", "30")
    assert run([*ASK, "--json", "a.txt"]) == 0
    assert json.loads(capsys.readouterr().out)["attempts"] == 2


def test_the_output_file_appears_whole(served, tmp_path, capsys):
    served.say("30")
    assert run([*ASK, "--output", "out.jsonl", "a.txt"]) == 0
    assert (tmp_path / "out.jsonl").read_text() == '{"source": "a.txt", "value": 30}\n'
    assert capsys.readouterr().out == ""


def test_a_run_that_breaks_off_leaves_the_old_output(served, tmp_path, capsys):
    (tmp_path / "out.jsonl").write_text("old\n")
    served.say("30", Answer(status=401))
    assert run([*ASK, "--output", "out.jsonl", "a.txt", "b.txt"]) == 1
    assert "401" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b.txt", "out.jsonl"]
    assert (tmp_path / "out.jsonl").read_text() == "old\n"


def test_several_jobs_keep_the_order(served, capsys, tmp_path):
    served.say(Answer("7", delay=0.01))
    names = [f"{i}.txt" for i in range(12)]
    for name in names:
        (tmp_path / name).write_text("seven")
    assert run([*ASK, "--jobs", "6", *names]) == 0
    assert [json.loads(line)["source"] for line in capsys.readouterr().out.splitlines()] == names


@pytest.mark.parametrize("mode", ["json_schema", "tools"])
def test_a_structured_mode_is_asked_of_the_server(served, capsys, mode):
    served.say('{"value": ["a"]}')
    assert run(["extract", "--llm", "openai:m", "--type", "list[str]", "--structured", mode, "a.txt"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == ["a"]
    assert {"json_schema": "response_format", "tools": "tool_choice"}[mode] in served.bodies[0]


def test_a_type_that_cannot_be_enforced_is_wrong_usage(served, capsys):
    ask = ["extract", "--llm", "openai:m", "--type", "dict[str, int]", "--structured", "json_schema", "a.txt"]
    assert run(ask) == 2
    assert "free keys" in capsys.readouterr().err


def test_no_credentials_is_told(served, monkeypatch, capsys):
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("OPENAI_BASE_URL")
    assert run([*ASK, "a.txt"]) == 2
    assert "set OPENAI_API_KEY or give api_key=" in capsys.readouterr().err


def test_an_unreachable_server_ends_the_run(served, monkeypatch, capsys):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert run([*ASK, "a.txt", "b.txt"]) == 1
    assert "http://127.0.0.1:9/v1 cannot be reached" in capsys.readouterr().err


@pytest.mark.local_model
def test_the_local_model_answers(smollm, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "job_model.py").write_text(
        "from pydantic import BaseModel\nclass Job(BaseModel):\n    name: str\n    employer: str\n    since: int\n"
    )
    (tmp_path / "t.txt").write_text("Dr. Lena Koch has worked as a chemist at Bayer since 2015.")
    ask = [
        "extract",
        "--schema",
        "job_model:Job",
        "--structured",
        "json_schema",
        "--max-tokens",
        "60",
        "t.txt",
    ]
    assert run(ask) == 0
    assert json.loads(capsys.readouterr().out)["value"]["since"] == 2015
    sys.modules.pop("job_model", None)


@pytest.mark.local_model
def test_the_demo_makes_values_of_its_texts(smollm, capsys):
    code = run(["demo", "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["parser"] for line in lines] == ["comma list", "datetime", "enum", "object", "boolean"]
    values = [line["value"] for line in lines if "value" in line]
    assert len(values) >= 4
    assert code == (0 if len(values) == 5 else 1)
    assert all(line["tokens"] > 0 for line in lines)


@pytest.mark.local_model
def test_the_demo_is_a_table_for_people(smollm, capsys):
    run(["demo"])
    printed = capsys.readouterr()
    for column in ("parser", "completion", "repairs", "attempts", "value", "tokens", "time"):
        assert column in printed.out
    assert "texts became values" in printed.out
