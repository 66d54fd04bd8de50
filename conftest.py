"""The Python blocks of the README and the docs are tests."""

import pytest
from _pytest._code.code import Traceback
from sybil import Sybil
from sybil.integration.pytest import SybilItem
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["README.md", "docs/*.md"],
).pytest()


_sybil_filter = SybilItem._traceback_filter


def _shown(item: SybilItem, excinfo: pytest.ExceptionInfo[BaseException]) -> Traceback:
    """The cause of a chained error has no frame of a block: sybil's own filter falls over it, and the run with it."""
    try:
        return _sybil_filter(item, excinfo)
    except IndexError:
        return excinfo.traceback


SybilItem._traceback_filter = _shown


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Blocks of a page build on one another: whatever order the tests have, theirs is that of the page."""
    blocks = [item for item in items if isinstance(item, SybilItem)]
    in_order = iter(sorted(blocks, key=lambda item: (str(item.path), item.example.line)))
    items[:] = [next(in_order) if isinstance(item, SybilItem) else item for item in items]
