"""The commands that ask no model: parse, schema, pull; usage errors; exit codes."""

import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from structout.cli import demo, show
from structout.cli.app import run
from structout.errors import DownloadError, OutputParserException
from structout.result import Attempt
from structout.testing import ScriptedLLM

MODELS = """
from pydantic import BaseModel, Field

class Item(BaseModel):
    name: str
    price: float = Field(description="in euros")

class Outer:
    Items = list[Item]

class Free(BaseModel):
    rows: dict[str, int]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own with a module of models in it."""
    (tmp_path / "shop_models.py").write_text(MODELS)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("shop_models", None)


@pytest.fixture
def typed(monkeypatch):
    """What stands on standard input."""

    def feed(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    return feed


def test_parse_prints_the_value_as_json(typed, capsys):
    typed("Sure! {'name': 'tea', 'price': '3.50',}")
    assert run(["parse", "--schema", "shop_models:Item"]) == 0
    assert json.loads(capsys.readouterr().out) == {"name": "tea", "price": 3.5}


def test_parse_reads_a_file_and_a_nested_name(folder, capsys):
    (folder / "c.txt").write_text('[{"name": "tea", "price": 1}]')
    assert run(["parse", "--schema", "shop_models.py:Outer.Items", "c.txt"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"name": "tea", "price": 1.0}]


def test_parse_explains_on_stderr_and_leaves_stdout_to_the_value(typed, capsys):
    typed("The answer is {'name': 'tea', 'price': 2}.")
    assert run(["parse", "--schema", "shop_models:Item", "--explain"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {"name": "tea", "price": 2.0}
    assert "cosmetic single-quotes" in printed.err
    assert "14 characters outside the value" in printed.err


def test_parse_json_has_every_repair(typed, capsys):
    typed("{'name': 'tea', 'price': 2}")
    assert run(["parse", "--schema", "shop_models:Item", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["severity"] == "cosmetic"
    assert told["repairs"][0]["kind"] == "single-quotes"


def test_parse_of_a_completion_without_the_value_fails(typed, capsys):
    typed("I do not know.")
    assert run(["parse", "--type", "int"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("Error: ")
    assert "expected an integer" in printed.err


def test_parse_json_tells_the_failure_as_json(typed, capsys):
    typed("")
    assert run(["parse", "--type", "int", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["kind"] == "empty"


def test_the_gravest_repair_can_be_limited(typed, capsys):
    typed('"34"')
    assert run(["parse", "--type", "int", "--max-severity", "cosmetic"]) == 1
    assert "max_severity" in capsys.readouterr().err


@pytest.mark.parametrize("style", ["json_schema", "typescript", "example", "enforced"])
def test_schema_prints_the_style_and_the_costs(style, capsys):
    assert run(["schema", "shop_models:Item", "--style", style]) == 0
    printed = capsys.readouterr()
    assert "price" in printed.out
    assert "json_schema" in printed.err
    assert "example" in printed.err


def test_schema_json_has_an_estimate_for_each_style(capsys):
    assert run(["schema", "--type", "list[int]", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sorted(told["tokens"]) == ["example", "json_schema", "typescript"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["parse", "--type", "strr"], "did you mean 'str'"),
        (["parse"], "give the type: --type TYPE or --schema"),
        (["parse", "--type", "int", "--schema", "a:B"], "one of the two"),
        (["parse", "--schema", "shop_models"], "--schema takes MODULE:NAME"),
        (["parse", "--schema", "no_such_module:B"], "'no_such_module' cannot be imported"),
        (["parse", "--schema", "gone.py:B"], "there is no Python file 'gone.py'"),
        (["parse", "--schema", "shop_models:Gone"], "has no 'Gone'"),
        (["parse", "--schema", "json:loads"], "is no type but a function"),
        (["parse", "--type", "int", "gone.txt"], "gone.txt cannot be read: No such file"),
        (["parse", "--type", "int", "--max-severity", "x"], "'x' is not one of"),
        (["schema", "shop_models:Free", "--style", "enforced"], "$.rows is an object with free keys"),
        (["schema", "a:B", "--type", "int"], "give the type once"),
        (["extract", "--type", "int"], "Missing argument"),
        (["extract", "--type", "int", "--llm", "best", "shop_models.py"], "local:PATH or openai:MODEL"),
        (["fly"], "No such command 'fly'"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_code_2(arguments, message, capsys):
    assert run(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err
    assert len(printed.err.splitlines()) == 1


def test_a_file_that_is_no_utf_8_is_named(folder, capsys):
    (folder / "bad.txt").write_bytes(b"ok \xff")
    assert run(["parse", "--type", "int", "bad.txt"]) == 2
    assert "bad.txt is no UTF-8 text (byte 3" in capsys.readouterr().err


def test_the_bare_command_shows_its_help(capsys):
    assert run([]) == 2
    assert "extract" in capsys.readouterr().err


def test_help_lists_the_commands(capsys):
    assert run(["--help"]) == 0
    printed = capsys.readouterr().out
    assert [name for name in ("demo", "extract", "parse", "schema", "pull") if name not in printed] == []


def test_pull_prints_the_path(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("structout.cli.pull.pull", lambda weights, progress: tmp_path / "model.gguf")
    assert run(["pull"]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'model.gguf'}\n"


def test_pull_that_cannot_says_why(monkeypatch, capsys):
    def fails(weights, progress):
        raise DownloadError("no network here; check it")

    monkeypatch.setattr("structout.cli.pull.pull", fails)
    assert run(["pull"]) == 1
    assert capsys.readouterr().err == "Error: no network here; check it\n"


def test_an_interrupt_is_told_and_has_its_own_code(monkeypatch, capsys):
    def interrupted(weights, progress):
        raise KeyboardInterrupt

    monkeypatch.setattr("structout.cli.pull.pull", interrupted)
    assert run(["pull"]) == 130
    assert "interrupted; nothing half is left behind" in capsys.readouterr().err


def test_without_click_the_command_names_the_extra():
    code = "import sys; sys.modules['click'] = None; from structout.cli import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "structout-parsers[cli]" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_reader_that_stops_early_is_no_error(folder):
    code = "import sys; from structout.cli import main; sys.exit(main())"
    (folder / "c.txt").write_text(json.dumps([["x" * 1000] * 1000]))
    arguments = [sys.executable, "-c", code, "parse", "--type", "list[list[str]]", "c.txt"]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.read(10)
    process.stdout.close()
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait(timeout=30) == 0


def test_being_told_to_end_is_an_interrupt(folder):
    code = "import sys; from structout.cli import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "parse", "--type", "int"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(2.5)
    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"interrupted" in told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_told_in_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [Path(sys.executable).with_name("structout"), "parse", "--type", "int"],
            input=b"3", stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.decode().startswith("Error: the output cannot be written: ")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("given", ["dies:Model", "dies.py:Model"])
def test_a_module_whose_code_fails_is_named(given, tmp_path, monkeypatch, capsys) -> None:
    (tmp_path / "dies.py").write_text("1 / 0\n")
    monkeypatch.chdir(tmp_path)
    assert run(["schema", given]) == 2
    assert "its code raises ZeroDivisionError" in capsys.readouterr().err


def test_the_demo_fits_a_terminal_of_eighty_columns(monkeypatch, capsys) -> None:
    refused = OutputParserException(
        "the completion is empty", "", attempts=(Attempt("first", "?", "", "empty"),) * 2
    )
    monkeypatch.setattr(demo, "model_named", lambda name: ScriptedLLM([]))
    monkeypatch.setattr(demo, "_shown", lambda task, model, quiet: demo._Shown(task, refused, 1.0))
    monkeypatch.setattr(show, "_PLAIN_WIDTH", 80)
    assert run(["demo"]) == 1
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines()[:-1])) == 80
    assert "no value: the" in out
    assert "2 calls" in out


def test_the_package_is_the_command_too():
    command = [sys.executable, "-m", "structout", "parse", "--type", "list[int]"]
    done = subprocess.run(command, input="[1, 2,]", capture_output=True, text=True, check=False)
    assert (done.returncode, json.loads(done.stdout)) == (0, [1, 2])
    wrong = subprocess.run([*command, "--bogus"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stderr.startswith("Error: No such option")) == (2, True)
