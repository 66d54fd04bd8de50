"""bench and ab ask a model behind an OpenAI-compatible server."""

import gc
import json

import pytest

from structout.cli.app import run as structout

pytest.importorskip("openai")

# The client of a model that is dropped leaves its connection to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")


@pytest.fixture(autouse=True)
def dropped_here():
    yield
    gc.collect()


@pytest.fixture
def tasks(tmp_path, loopback, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", loopback.url)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    rows = [{"id": str(n), "text": f"{n} cats", "instruction": "Count.", "expect": 3} for n in range(4)]
    file = tmp_path / "tasks.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return str(file)


def test_bench_counts_what_the_server_answered(tasks, loopback, capsys):
    loopback.say("3")
    assert structout(["bench", tasks, "--type", "int", "--model", "openai:m"]) == 0
    assert "| openai:m chat T=0 | 4 | 4 | 4 | 100.0 %" in capsys.readouterr().out
    assert [body["model"] for body in loopback.bodies] == ["m"] * 4


def test_ab_compares_two_styles_on_the_server(tasks, loopback, capsys):
    loopback.say("3")
    settings = ["--a", "model=openai:m,style=chat", "--b", "model=openai:m,style=example"]
    assert structout(["ab", tasks, "--type", "int", *settings]) == 0
    assert "No difference was found." in capsys.readouterr().out
    assert len(loopback.requests) == 8
