"""Runs LangChain's own unit tests on structout's drop-in, from an unpacked source distribution.

    pip download --no-binary :all: --no-deps langchain==0.3.27 && tar xzf langchain-0.3.27.tar.gz
    python benchmarks/langchain_upstream.py langchain-0.3.27 tests/unit_tests/output_parsers tests/unit_tests/memory

Names that structout does not have are stood in for by objects that fail when they are used, so that one of them does
not hide the other tests of its file. langchain_upstream.json says which tests are run, and which of them fail for a
reason that docs/migration.md lists: a **beat**, or out of *scope*. Prints the counts by reason, each failure that is
not listed, and each listed test that passes all the same (the exit code is their number); ``--files`` prints the
counts by file too, ``--why`` every failure.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib
import inspect
import json
import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pydantic
import pytest
from packaging.version import Version

from structout.compat import langchain
from structout.compat.langchain.installing import _ROOTS, OldModule, OldModules
from structout.compat.langchain.settings import get_debug
from structout.llms import get_verbose
from structout.prompts.chat import to_message_template


class NotHereError(Exception):
    """A test used something that structout does not have."""


class _StandInMeta(type):
    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return stand_in(f"{cls.__name__}.{name}")

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls.__dict__.get("stands_in"):
            raise NotHereError(cls.__name__)
        return super().__call__(*args, **kwargs)

    def __or__(cls, other: Any) -> Any:
        return Any

    __ror__ = __or__


def stand_in(name: str) -> Any:
    """A class by that name that cannot be used."""

    class StandIn(metaclass=_StandInMeta):
        stands_in = True

        def __class_getitem__(cls, item: Any) -> Any:
            return cls

    StandIn.__name__ = name
    return StandIn


# What the tests need of the packages beside the classes that are tested.
_HARNESS: dict[str, Any] = {
    "langchain_core.utils.pydantic.PYDANTIC_VERSION": Version(pydantic.VERSION),
    "langchain_core._api.suppress_langchain_deprecation_warning": contextlib.nullcontext,
    "langchain_core._api.deprecation.LangChainPendingDeprecationWarning": PendingDeprecationWarning,
    "langchain_core._api.deprecation.LangChainDeprecationWarning": DeprecationWarning,
    # Private names of what structout has under a public one.
    "langchain_core.prompts.chat._convert_to_message_template": lambda message: to_message_template(message)[
        0
    ],
    "langchain_core.callbacks.manager._get_debug": get_debug,
    "langchain.chains.base._get_verbosity": get_verbose,
    "langchain_classic.chains.base._get_verbosity": get_verbose,
}
_TOOLS = ("syrupy", "freezegun", "blockbuster", "pytest_mock", "langsmith", "pandas")


class LenientModule(OldModule):
    """An old module with a stand-in for every name that is not here."""

    def __getattr__(self, name: str) -> Any:
        try:
            return super().__getattr__(name)
        except (AttributeError, ImportError):
            if name.startswith("__"):
                raise AttributeError(name) from None
            return _HARNESS.get(f"{self.__name__}.{name}") or stand_in(f"{self.__name__}.{name}")


class LenientModules(OldModules):
    """Finds every module of the old packages."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        root = name.partition(".")[0]
        return ModuleSpec(name, self, is_package=True) if root in self.roots else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = LenientModule(spec.name, langchain.modules().get(spec.name, {}))
        if not module.__all__:
            del module.__all__
        return module


def stand_in_for_stubs() -> None:
    """Messages whose id does not count: no id counts here, and ours are no Pydantic models to derive from."""
    from langchain_core import messages

    try:
        importlib.import_module("tests.unit_tests.stubs")
    except TypeError:
        stubs = ModuleType("tests.unit_tests.stubs")
        for name in ("AIMessage", "AIMessageChunk", "HumanMessage"):
            setattr(stubs, f"_AnyId{name}", getattr(messages, name))
        sys.modules[stubs.__name__] = stubs


_TESTS = "tests/unit_tests/"


@dataclass(frozen=True)
class Reason:
    """Why a test fails: a reason of docs/migration.md, and whether it is a ``beat`` or out of ``scope``."""

    mark: str
    name: str


class Expected:
    """The tests of one distribution, and those that fail for a reason.

    Args:
        distribution: its folder's name, such as ``langchain_core-0.3.86``.
    """

    def __init__(self, distribution: str) -> None:
        path = Path(__file__).with_suffix(".json")
        listed: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        package = distribution.partition("-")[0]
        own = listed.get(package, {})
        sections = [listed[own["like"]], own] if "like" in own else [own]
        self.paths: list[str] = [_TESTS + each for each in sections[0].get("run", ["."])]
        self.timed: list[str] = [_TESTS + each for each in sections[0].get("timed", [])]
        self.reasons = {
            entry: Reason(mark, name)
            for section in sections
            for mark in ("beat", "scope")
            for name, entries in section.get(mark, {}).items()
            for entry in entries
        }

    def entry(self, node: str) -> str | None:
        """What the list has of a test: the test itself, or its whole file."""
        name = node.removeprefix(_TESTS)
        return next((each for each in (name, name.partition("::")[0]) if each in self.reasons), None)


@dataclass
class Plugin:
    """Runs coroutine tests, and keeps what came of every test."""

    outcomes: dict[str, str] = field(default_factory=dict)
    messages: dict[str, str] = field(default_factory=dict)

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool | None:
        if not inspect.iscoroutinefunction(pyfuncitem.obj):
            return None
        names = pyfuncitem._fixtureinfo.argnames
        asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.outcome != "passed":
            self._keep(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._keep(report)

    def _keep(self, report: Any) -> None:
        self.outcomes[report.nodeid] = report.outcome
        if report.outcome == "failed":
            crash = getattr(report.longrepr, "reprcrash", None)
            self.messages[report.nodeid] = crash.message if crash else str(report.longrepr)


def run(source: Path, tests: list[str], left_out: list[str]) -> Plugin:
    """Run tests of a distribution on the drop-in, but those that go by the clock."""
    os.chdir(source)
    sys.path.insert(0, ".")
    langchain.install(force=True)
    sys.meta_path.insert(0, LenientModules([*_ROOTS, *_TOOLS]))
    stand_in_for_stubs()
    plugin = Plugin()
    options = ["-q", "--noconftest", "--no-header", "-c", os.devnull, "--rootdir=.", "--tb=short", "-r", ""]
    options += ["-W", "ignore", "--import-mode=importlib", "--continue-on-collection-errors"]
    for name in ("randomly", "cacheprovider", "xdist"):
        options += ["-p", f"no:{name}"]
    options += [f"--deselect={node}" for node in left_out]
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        pytest.main([*options, *tests], plugins=[plugin])
    return plugin


def print_files(outcomes: dict[str, str]) -> None:
    """The counts by file."""
    files: dict[str, Counter[str]] = {}
    for node, outcome in outcomes.items():
        files.setdefault(node.removeprefix(_TESTS).partition("::")[0], Counter())[outcome] += 1
    for file, counts in sorted(files.items()):
        print(f"{file:60} " + "  ".join(f"{what} {count}" for what, count in sorted(counts.items())))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="folder of the unpacked source distribution")
    parser.add_argument(
        "tests", nargs="*", help="files or folders below it; by default those that are listed"
    )
    parser.add_argument("--files", action="store_true", help="print the counts by file")
    parser.add_argument("--why", action="store_true", help="print every failure")
    given = parser.parse_args()
    expected = Expected(given.source.resolve().name)
    plugin = run(given.source, given.tests or expected.paths, expected.timed)
    if given.files:
        print_files(plugin.outcomes)
    failed = {node: expected.entry(node) for node in plugin.messages}
    counts = Counter(expected.reasons[entry] for entry in failed.values() if entry is not None)
    unexpected = [node for node, entry in failed.items() if entry is None]
    seen = {expected.entry(node) for node, outcome in plugin.outcomes.items() if outcome == "passed"}
    stale = sorted({entry for entry in seen if entry is not None} - {*failed.values()})
    for mark in ("beat", "scope"):
        for reason, count in sorted(counts.items(), key=lambda each: each[0].name):
            if reason.mark == mark:
                print(f"  {count:4}  {mark:5}  {reason.name}")
    totals = Counter(reason.mark for reason in counts.elements())
    passed = sum(outcome == "passed" for outcome in plugin.outcomes.values())
    print(
        f"{given.source.resolve().name}: passed {passed}, beat {totals['beat']}, scope {totals['scope']}, "
        f"unexpected {len(unexpected)}, listed and passed all the same {len(stale)}"
    )
    for node in plugin.messages if given.why else unexpected:
        reason = expected.reasons.get(failed[node] or "")
        print(f"- {node}" + (f" ({reason.mark}: {reason.name})" if reason else ""))
        print("    " + " ".join(plugin.messages[node].split())[:400])
    for entry in stale:
        print(f"- listed, but passed: {entry}")
    return len(unexpected) + len(stale)


if __name__ == "__main__":
    sys.exit(main())
