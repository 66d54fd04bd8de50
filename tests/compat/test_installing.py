import importlib
import sys
from pathlib import Path

import pytest

from structout import parsers, prompts
from structout.compat import langchain
from structout.errors import ConfigError
from structout.llms import InMemoryCache, get_llm_cache, get_verbose, set_llm_cache, set_verbose


@pytest.fixture(autouse=True)
def nothing_left():
    yield
    langchain.uninstall()
    set_verbose(False)
    set_llm_cache(None)


def test_importing_the_package_installs_nothing():
    assert not langchain.installed()


def test_every_name_of_every_old_module_can_be_imported():
    langchain.install(force=True)
    for path, names in langchain.modules().items():
        module = importlib.import_module(path)
        assert [name for name in names if not hasattr(module, name)] == []


@pytest.mark.parametrize(
    ("path", "name", "here"),
    [
        ("langchain.output_parsers", "PydanticOutputParser", parsers.PydanticOutputParser),
        ("langchain_core.output_parsers", "JsonOutputParser", parsers.JsonOutputParser),
        ("langchain", "PromptTemplate", prompts.PromptTemplate),
        ("langchain.prompts.chat", "ChatPromptTemplate", prompts.ChatPromptTemplate),
    ],
)
def test_old_names_are_our_classes(path, name, here):
    langchain.install(force=True)
    assert issubclass(getattr(importlib.import_module(path), name), here)


def test_uninstall_takes_every_old_module_away():
    langchain.install(force=True)
    importlib.import_module("langchain.chains.llm")
    langchain.uninstall()
    assert "langchain.chains.llm" not in sys.modules
    assert not langchain.installed()


def test_installing_twice_is_installing_once():
    langchain.install(force=True)
    langchain.install(force=True)
    langchain.uninstall()
    assert not [finder for finder in sys.meta_path if type(finder).__name__ == "OldModules"]


@pytest.fixture
def real_langchain(tmp_path, monkeypatch):
    (tmp_path / "langchain").mkdir()
    (tmp_path / "langchain" / "__init__.py").write_text("real = True\n")
    monkeypatch.syspath_prepend(str(tmp_path))


def test_a_real_langchain_is_not_covered_without_being_told(real_langchain):
    with pytest.raises(ConfigError, match="langchain itself is installed here"):
        langchain.install()


def test_force_covers_a_real_langchain_until_uninstall(real_langchain):
    real = importlib.import_module("langchain")
    langchain.install(force=True)
    assert importlib.import_module("langchain").LLMChain.__module__ == "structout.chains.llm"
    langchain.uninstall()
    assert sys.modules.pop("langchain") is real


def test_a_name_that_is_absent_on_purpose_says_why():
    langchain.install(force=True)
    with pytest.raises(
        ImportError, match="PandasDataFrameOutputParser is not in structout: it calls whatever"
    ):
        importlib.import_module("langchain.output_parsers").PandasDataFrameOutputParser  # noqa: B018


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("langchain.vectorstores.faiss", "it is not in structout: documents and search are not"),
        ("langchain.nowhere", "it is not among the paths that structout has; docs/migration.md"),
    ],
)
def test_another_module_of_langchain_is_not_found_and_says_why(path, reason):
    langchain.install(force=True)
    with pytest.raises(ModuleNotFoundError, match=f"'{path.rpartition('.faiss')[0] or path}': {reason}"):
        importlib.import_module(path)


def test_global_settings_are_attributes_of_the_old_module():
    langchain.install(force=True)
    old, cache = importlib.import_module("langchain"), InMemoryCache()
    old.verbose, old.llm_cache = True, cache
    assert (get_verbose(), get_llm_cache()) == (True, cache)
    assert (old.verbose, old.llm_cache) == (True, cache)


def test_debug_is_verbose_by_another_name():
    langchain.install(force=True)
    old = importlib.import_module("langchain")
    old.debug = True
    assert (old.debug, get_verbose()) == (True, True)
    importlib.import_module("langchain.globals").set_debug(False)
    assert (old.debug, get_verbose()) == (False, False)


OLD_NAMES = [
    (path, name)
    for line in (Path(__file__).parent / "old_names.txt").read_text(encoding="utf-8").splitlines()
    for path, _, names in [line.partition(": ")]
    for name in names.split()
]
LEFT_OUT = {
    ("langchain.output_parsers", "PandasDataFrameOutputParser"),
    ("langchain.output_parsers.pandas_dataframe", "PandasDataFrameOutputParser"),
    ("langchain.agents.tools", "InvalidTool"),
}


def test_the_names_of_2023_are_here():
    langchain.install(force=True)
    here = [each for each in OLD_NAMES if each not in LEFT_OUT]
    assert (len(here), len(OLD_NAMES)) == (223, 226)
    for path, name in here:
        getattr(importlib.import_module(path), name)


@pytest.mark.parametrize(("path", "name"), sorted(LEFT_OUT))
def test_a_name_of_2023_that_is_left_out_says_why(path, name):
    langchain.install(force=True)
    with pytest.raises(ImportError, match=f"{path}.{name} is not in structout: "):
        getattr(importlib.import_module(path), name)


def test_a_name_that_nobody_knows_points_at_the_table():
    langchain.install(force=True)
    with pytest.raises(ImportError, match=r"'Nothing' from 'langchain.memory' \(.*names\.py\)"):
        from langchain.memory import Nothing  # noqa: F401
    assert not hasattr(importlib.import_module("langchain.memory"), "Nothing")
