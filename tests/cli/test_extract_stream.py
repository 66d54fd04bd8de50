"""``structout extract --stream``: lines elsewhere, a live view in a real pseudo-terminal."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from loopback import Answer
from structout.cli.app import run

ASK = ["extract", "--llm", "openai:m", "--type", "dict[str, int]", "--stream"]
GROWS = Answer(chunks=('{"a', '": 1', ', "b": 2', "}", " done"), text='{"a": 1, "b": 2} done')


@pytest.fixture
def served(loopback, monkeypatch, tmp_path: Path):
    monkeypatch.setenv("OPENAI_BASE_URL", loopback.url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-000")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("Ann is 30.")
    (tmp_path / "b.txt").write_text("Bob is 31.")
    return loopback


def test_each_change_is_a_line(served, capsys):
    served.say(GROWS)
    assert run([*ASK, "a.txt"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["value"], line["complete"]) for line in lines] == [
        ({}, False),
        ({"a": 1}, False),
        ({"a": 1, "b": 2}, False),
        ({"a": 1, "b": 2}, True),
    ]


def test_a_text_without_a_value_is_told_and_the_rest_goes_on(served, capsys):
    served.say("none at all", GROWS)
    assert run([*ASK, "--max-retries", "0", "a.txt", "b.txt"]) == 1
    printed = capsys.readouterr()
    assert printed.err.startswith("Error: a.txt: ")
    assert json.loads(printed.out.splitlines()[-1])["source"] == "b.txt"


def test_a_wrong_answer_is_asked_for_again(served, capsys):
    served.say("none at all", GROWS)
    assert run([*ASK, "a.txt"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["value"] == {"a": 1, "b": 2}


def test_the_output_file_has_the_whole_with_its_account(served, tmp_path, capsys):
    served.say(GROWS)
    assert run([*ASK, "--json", "--max-tokens", "100", "--output", "out.jsonl", "a.txt"]) == 0
    line = json.loads((tmp_path / "out.jsonl").read_text())
    assert (line["value"], line["stopped"], line["tokens_saved"]) == ({"a": 1, "b": 2}, "complete", 96)
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_a_stream_that_breaks_off_ends_the_run(served, capsys):
    served.say(Answer('{"a": 1, "b": 2}', chunks=('{"a": 1, ', '"b": 2}'), drop_after=420))
    assert run([*ASK, "a.txt"]) == 1
    assert "Error: " in capsys.readouterr().err


def test_several_jobs_cannot_be_watched(served, capsys):
    assert run([*ASK, "--jobs", "2", "a.txt"]) == 2
    assert "one text at a time" in capsys.readouterr().err


def read_all(fd: int) -> str:
    parts: list[bytes] = []
    while True:
        try:
            part = os.read(fd, 4096)
        except OSError:
            break
        if not part:
            break
        parts.append(part)
    return b"".join(parts).decode()


def test_a_terminal_shows_the_object_growing(served, tmp_path):
    served.say(GROWS)
    ours, theirs = pty.openpty()
    program = "import sys; from structout.cli.app import run; sys.exit(run(sys.argv[1:]))"
    with subprocess.Popen([sys.executable, "-c", program, *ASK, "a.txt"], stdout=theirs, stderr=theirs,
                          cwd=tmp_path, env={**os.environ, "TERM": "xterm", "COLUMNS": "80"}) as process:  # fmt: skip
        os.close(theirs)
        told = read_all(ours)
    os.close(ours)
    assert process.returncode == 0, told
    assert "a.txt ✔" in told
    assert '"b": 2' in told
    assert "\x1b[?25l" in told
