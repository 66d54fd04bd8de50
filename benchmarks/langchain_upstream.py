"""Runs LangChain's own unit tests on structout's drop-in, from an unpacked source distribution.

    pip download --no-binary :all: --no-deps langchain==0.3.27 && tar xzf langchain-0.3.27.tar.gz
    python benchmarks/langchain_upstream.py langchain-0.3.27 tests/unit_tests/output_parsers tests/unit_tests/memory

Names that structout does not have are stood in for by objects that fail when they are used, so that one of them does
not hide the other tests of its file. Prints passed and failed tests by file, and with ``--why`` each failure.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import inspect
import os
import sys
from collections import Counter
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pydantic
import pytest
from packaging.version import Version

from structout.compat import langchain
from structout.compat.langchain.installing import _ROOTS, OldModule, OldModules


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


class Plugin:
    """Runs coroutine tests, and counts outcomes by file."""

    def __init__(self) -> None:
        self.outcomes: dict[str, Counter[str]] = {}
        self.failures: list[tuple[str, str]] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool | None:
        if not inspect.iscoroutinefunction(pyfuncitem.obj):
            return None
        names = pyfuncitem._fixtureinfo.argnames
        asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.outcome != "passed":
            self._count(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._count(report)

    def _count(self, report: Any) -> None:
        file = report.nodeid.split("::")[0]
        outcome = report.outcome
        crash = getattr(report.longrepr, "reprcrash", None)
        message = crash.message if crash else str(report.longrepr)
        if outcome == "failed" and ("NotHereError" in message or "fixture '" in message):
            outcome = "not here"
        self.outcomes.setdefault(file, Counter())[outcome] += 1
        if report.outcome == "failed":
            self.failures.append((report.nodeid, message))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="folder of the unpacked source distribution")
    parser.add_argument("tests", nargs="*", help="files or folders below it")
    parser.add_argument("--why", action="store_true", help="print each failure")
    given = parser.parse_args()
    os.chdir(given.source)
    sys.path.insert(0, ".")
    langchain.install(force=True)
    sys.meta_path.insert(0, LenientModules([*_ROOTS, *_TOOLS]))
    plugin = Plugin()
    options = [
        "-q",
        "--noconftest",
        "-p",
        "no:randomly",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-c",
        os.devnull,
    ]
    options += [
        "--rootdir=.",
        "--tb=short",
        "-W",
        "ignore",
        "--no-header",
        "-r",
        "",
        "--import-mode=importlib",
        "--continue-on-collection-errors",
    ]
    with open(os.devnull, "w") as nowhere:
        out, sys.stdout = sys.stdout, nowhere
        try:
            pytest.main([*options, *(given.tests or ["tests/unit_tests"])], plugins=[plugin])
        finally:
            sys.stdout = out
    total: Counter[str] = Counter()
    for file, counts in sorted(plugin.outcomes.items()):
        total += counts
        print(f"{file:70} " + "  ".join(f"{what} {count}" for what, count in sorted(counts.items())))
    print(f"{'all':70} " + "  ".join(f"{what} {count}" for what, count in sorted(total.items())))
    if given.why:
        for node, message in plugin.failures:
            print(f"- {node}\n    " + " ".join(message.split())[:400])


if __name__ == "__main__":
    main()
