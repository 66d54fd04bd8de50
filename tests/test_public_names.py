"""What `import structout` offers, and what it leaves alone."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import structout


def test_every_public_name_can_be_had() -> None:
    assert [name for name in structout.__all__ if getattr(structout, name, None) is None] == []


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(structout.__file__).read_text("utf-8"))
    guarded = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {alias.asname for node in guarded.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert seen == set(structout.__all__)


def test_the_seeds_names_are_there() -> None:
    seeds = {
        "PromptTemplate", "ChatPromptTemplate", "LLMChain", "ConversationChain", "OpenAI", "ChatOpenAI",
        "CommaSeparatedListOutputParser", "DatetimeOutputParser", "EnumOutputParser", "PydanticOutputParser",
        "OutputFixingParser", "RetryOutputParser", "RetryWithErrorOutputParser", "OutputParserException",
        "ConverterPromptTemplate", "BooleanOutputParser", "parser_for", "repair_json", "explain_json", "extract",
    }  # fmt: skip
    assert seeds <= set(structout.__all__)


@pytest.mark.parametrize(
    "package",
    ["openai", "click", "rich", "hypothesis", "xllamacpp", "yaml", "dateparser", "asyncio", "logging"],
)
def test_importing_the_everyday_names_imports_nothing_that_few_need(package: str) -> None:
    code = f"import sys; from structout import *; sys.exit({package!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_page_of_names_has_each_once() -> None:
    page = Path(__file__).parent.parent.joinpath("docs", "names.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    of_other_rows = {"FailureKind", "ModelUnavailableError", "ModelRequestError", "StreamBrokenError"}
    assert sorted(listed) == sorted(set(structout.__all__) - of_other_rows)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        structout.nothing_of_the_kind  # noqa: B018


def test_no_two_test_modules_have_one_name() -> None:
    """pytest imports test modules by their bare names: two of one name stop the whole run."""
    names = [path.name for path in Path(__file__).parent.rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))
