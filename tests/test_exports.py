"""Packages whose names are imported when they are first asked for."""

import ast
import pickle
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

LAZY = [
    "structout.chains",
    "structout.coerce",
    "structout.instructions",
    "structout.jsonish",
    "structout.llms",
    "structout.memory",
    "structout.parsers",
    "structout.prompts",
    "structout.reprompting",
    "structout.streaming",
]


@pytest.mark.parametrize("package", LAZY)
def test_type_checkers_see_the_names_that_there_are(package: str) -> None:
    module = import_module(package)
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    guarded = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {alias.asname for node in guarded.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert seen == set(module.__all__)


@pytest.mark.parametrize("package", LAZY)
def test_each_name_can_be_had_and_is_no_module(package: str) -> None:
    module = import_module(package)
    assert [n for n in module.__all__ if isinstance(getattr(module, n), type(sys))] == []


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"module 'structout\.parsers' has no attribute 'NoParser'"):
        import_module("structout.parsers").NoParser  # noqa: B018


def test_parsers_and_chains_are_had_without_what_mends() -> None:
    code = "import sys, structout; structout.LLMChain, structout.parser_for; sys.exit('structout.jsonish.scanner' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_classes_pickle_by_the_module_that_defines_them() -> None:
    parsers = import_module("structout.parsers")
    assert pickle.loads(pickle.dumps(parsers.JsonOutputParser)) is parsers.JsonOutputParser


def test_a_name_that_needs_an_extra_says_which() -> None:
    code = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "from structout import MissingExtraError, testing\n"
        "try: testing.assert_parser_laws\n"
        "except MissingExtraError as error: sys.exit(\"'structout-parsers[testing]'\" not in str(error))\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
