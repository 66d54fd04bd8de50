"""Fixtures for pytest: scripted models, a ban on model calls, recorded traffic.

Loaded by every pytest run where structout is installed, so nothing heavy is imported before a fixture is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from structout import llms, testing


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--structout-record``."""
    parser.getgroup("structout").addoption(
        "--structout-record",
        choices=["replay", "new", "all"],
        default="replay",
        help="what the fixture `cassette` does with requests: replay only, record new ones, record all again",
    )


@pytest.fixture
def scripted_llm() -> Callable[..., Any]:
    """Make a model that gives the replies in order: ``llm = scripted_llm("first", "second")``; see `ScriptedLLM`."""

    def make(*replies: Any, chat: bool = False, **fields: Any) -> Any:
        kind = testing.ScriptedChatModel if chat else testing.ScriptedLLM
        return kind(list(replies), **fields)

    return make


def _fail(reason: str) -> NoReturn:
    # An outcome of pytest is no Exception: no client takes it for a lost connection and tries again.
    pytest.fail(reason, pytrace=False)


@pytest.fixture
def forbid_llm_calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail the test if any model is asked: over the network, in this process, or a scripted one."""

    def refuse(model: Any, *_args: Any, **_options: Any) -> NoReturn:
        _fail(f"a model was asked, but the test forbids it: {type(model).__name__}")

    for name in ("_exchange", "stream_chunks", "astream_chunks"):
        monkeypatch.setattr(llms.BaseLanguageModel, name, refuse)
    with testing.forbidden(_fail):
        yield


@pytest.fixture
def cassette(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Replay the traffic recorded for this test in ``cassettes/<file>/<test>.json``; see ``--structout-record``."""
    folder = Path(request.path).parent / "cassettes" / Path(request.path).stem
    mode: Any = request.config.getoption("--structout-record")
    tape = testing.Cassette(folder / f"{_file_name(request.node.name)}.json", mode)
    with testing.recorded(tape, _fail):
        yield tape


def _file_name(test: str) -> str:
    return "".join(char if char.isalnum() or char in "-_." else "-" for char in test)
