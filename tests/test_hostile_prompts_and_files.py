"""Hostile input to prompts, models, chains and files: what must never happen."""

import ast
import pickle
from pathlib import Path

import pytest
from pydantic import SecretStr

import structout
from structout.chains import LLMChain
from structout.llms import LLM, SQLiteCache
from structout.memory import ConversationBufferMemory
from structout.prompts import PromptTemplate

# The bench runs the types of a corpus that its caller says to trust, and says so; nothing else runs what it reads.
SOURCES = sorted(path for path in Path(structout.__file__).parent.rglob("*.py") if "bench" not in path.parts)
KEY = "sk-test-000"


class Keyed(LLM):
    api_key: SecretStr

    @property
    def _identifying_params(self):
        return {"kind": "keyed"}

    def _call(self, prompt, stop=None):
        return "ok"


def chain(**fields):
    return LLMChain(llm=Keyed(api_key=SecretStr(KEY), **fields), prompt=PromptTemplate(template="{a}"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_module_can_run_what_it_reads(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not imported & {"pickle", "marshal", "shelve", "dill", "jinja2", "runpy", "code"}
    assert not names & {"eval", "exec", "compile", "literal_eval", "__import__", "__builtins__"}
    assert not attributes & {"eval", "exec", "literal_eval", "__import__", "__builtins__"}


def test_a_key_is_in_no_repr_text_or_data_of_a_chain(tmp_path):
    keyed = chain()
    keyed.save(tmp_path / "c.json")
    shown = [
        repr(keyed),
        str(keyed),
        str(keyed.dict()),
        (tmp_path / "c.json").read_text(),
        str(keyed.llm.dict()),
    ]
    assert not [text for text in shown if KEY in text]


def test_a_key_is_in_no_pickle_of_a_chain():
    assert KEY.encode() not in pickle.dumps(chain())


def test_a_key_is_in_no_row_of_the_cache(tmp_path):
    chain(cache=SQLiteCache(tmp_path / "c.db")).run("x")
    assert KEY.encode() not in (tmp_path / "c.db").read_bytes()
    assert KEY not in Keyed(api_key=SecretStr(KEY))._identity(None, {"headers": SecretStr(KEY)})


def test_what_a_user_says_is_never_a_template_in_history_either():
    said = "costs {secret_var} {0.__class__} }{"
    remembering = LLMChain(
        llm=Keyed(api_key=SecretStr(KEY)),
        prompt=PromptTemplate(template="{history} {q}"),
        memory=ConversationBufferMemory(),
    )
    remembering.run(said)
    assert remembering("again")["history"] == f"Human: {said}\nAI: ok"
