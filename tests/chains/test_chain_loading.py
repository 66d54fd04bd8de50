import json
import os
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from structout.chains import (
    Chain,
    ConversationChain,
    LLMChain,
    load_chain,
    load_chain_from_config,
    register_chain,
)
from structout.errors import ConfigError
from structout.llms import LLM, load_llm, load_llm_from_config, register_llm
from structout.memory import ConversationBufferMemory
from structout.prompts import ChatPromptTemplate, FewShotPromptTemplate, PromptTemplate, load_prompt
from structout.testing.doubles import ScriptedLLM

SAVED = Path(__file__).parent.parent / "data" / "saved-1"


class Shout(LLM):
    times: int = 1
    api_key: SecretStr | None = None

    @property
    def _llm_type(self) -> str:
        return "shout"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"times": self.times}

    def _call(self, prompt, stop=None):
        return prompt.upper() * self.times


register_llm("shout", Shout)
PROMPT = PromptTemplate(
    template="Say {{x}} {word} {end}", partial_variables={"end": '{"_type": "llm_chain"}'}
)


def shouting(**fields):
    return LLMChain(llm=Shout(times=2, api_key=SecretStr("sk-test-000")), prompt=PROMPT, **fields)


@pytest.mark.parametrize("name", ["c.json", "deep/c.yaml", "c.yml"])
def test_what_was_saved_is_loaded_and_answers_alike(tmp_path, name):
    shouting(output_key="loud", llm_kwargs={"temperature": 0}, tags=["t"]).save(name, base_dir=tmp_path)
    loaded = load_chain(name, base_dir=tmp_path)
    assert loaded.dict() == shouting(output_key="loud", llm_kwargs={"temperature": 0}, tags=["t"]).dict()
    assert loaded.run("a") == 'SAY {X} A {"_TYPE": "LLM_CHAIN"}' * 2


def test_a_saved_chain_holds_prompt_model_and_version_and_no_secret(tmp_path):
    shouting().save(tmp_path / "c.json")
    text = (tmp_path / "c.json").read_text()
    saved = json.loads(text)
    assert saved["prompt"]["template"] == "Say {{x}} {word} {end}"
    assert saved["llm"] == {"times": 2, "_type": "shout"}
    assert (saved["_type"], saved["version"]) == ("llm_chain", 1)
    assert "sk-test-000" not in text


def test_memory_is_not_saved(tmp_path):
    chain = ConversationChain(llm=Shout())
    with pytest.raises(ValueError, match="Saving of memory is not yet supported"):
        chain.save(tmp_path / "c.json")
    assert list(tmp_path.iterdir()) == []


def test_memory_is_given_again_when_a_chain_is_loaded(tmp_path):
    LLMChain(llm=Shout(), prompt=PromptTemplate(template="{history}{q}")).save(tmp_path / "c.json")
    loaded = load_chain(tmp_path / "c.json", memory=ConversationBufferMemory())
    assert [loaded.run("a"), loaded.run("b")] == ["A", "HUMAN: A\nAI: AB"]


def test_a_parser_is_not_saved(tmp_path):
    with pytest.raises(ConfigError, match="give the parser after loading"):
        shouting(output_parser=object()).save(tmp_path / "c.json")


def test_another_model_can_take_the_place_of_the_saved_one(tmp_path):
    shouting().save(tmp_path / "c.json")
    assert load_chain(tmp_path / "c.json", llm=ScriptedLLM(["soft"])).run("a") == "soft"


def test_a_chain_may_name_files_of_its_folder(tmp_path):
    PROMPT.save(tmp_path / "prompt.yaml")
    Shout().save(tmp_path / "llm.json")
    (tmp_path / "c.json").write_text(
        '{"_type": "llm_chain", "prompt_path": "prompt.yaml", "llm_path": "llm.json"}'
    )
    assert load_chain(tmp_path / "c.json").prompt == PROMPT


@pytest.mark.parametrize("key", ["prompt_path", "llm_path"])
@pytest.mark.parametrize("path", ["../hidden.json", "link.json", "p.py", 3])
def test_a_chain_that_names_another_file_is_refused(tmp_path, key, path):
    folder = tmp_path / "in"
    folder.mkdir()
    (tmp_path / "hidden.json").write_text('{"template": "hunter2"}')
    (folder / "p.py").write_text("raise SystemExit")
    os.symlink(tmp_path / "hidden.json", folder / "link.json")
    (folder / "c.json").write_text(json.dumps({"_type": "llm_chain", key: path}))
    with pytest.raises(ConfigError, match=r"out of its folder|must be json|is not allowed") as caught:
        load_chain(folder / "c.json")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({}, "chain _type None is not known"),
        ({"_type": "os.system"}, "chain _type 'os.system' is not known"),
        ({"_type": ["llm_chain"]}, "is not known"),
        (
            {"_type": "llm_chain", "llm": {"_type": "subprocess.Popen"}},
            "llm _type 'subprocess.Popen' is not known",
        ),
        ({"_type": "llm_chain", "llm": {"_type": "shout", "times": "many"}}, "a saved shout: times"),
        (
            {"_type": "llm_chain", "llm": {"_type": "shout", "nosuch": 1}},
            "a saved shout: 'nosuch' is not a field",
        ),
        ({"_type": "llm_chain", "prompt": {"template": "{a}"}}, "a saved llm_chain: llm: Field required"),
        ({"_type": "llm_chain", "prompt": "text"}, "prompt should be a mapping; found 'text'"),
        ({"_type": "llm_chain", "memory": {"_type": "x"}}, "holds no memory"),
        (
            {"_type": "llm_chain", "output_parser": {"_type": "x"}},
            "'output_parser' is not a field that is saved",
        ),
        ({"_type": "llm_chain", "callbacks": ["x"]}, "'callbacks' is not a field that is saved"),
        (
            {"_type": "llm_chain", "llm": {"_type": "openai", "api_key": "sk-x"}},
            "'api_key' is not a field that is",
        ),
    ],
)
def test_data_that_is_no_known_chain_is_refused(config, message):
    with pytest.raises(ConfigError, match=message):
        load_chain_from_config(config)


def test_no_file_is_read_for_a_chain_that_comes_from_none():
    with pytest.raises(ConfigError, match=r"prompt_path 'p\.json' is not allowed"):
        load_chain_from_config({"_type": "llm_chain", "prompt_path": "p.json"})


@pytest.mark.parametrize(
    "tag", ["!!python/object/apply:os.mkdir ['exploded']", "a: !!python/name:os.system ''"]
)
def test_yaml_tags_are_never_obeyed(tmp_path, monkeypatch, tag):
    monkeypatch.chdir(tmp_path)
    Path("c.yaml").write_text(tag)
    with pytest.raises(ConfigError, match="is no plain YAML"):
        load_chain("c.yaml")
    assert not Path("exploded").exists()


def test_a_model_is_saved_without_its_key_and_given_it_again(tmp_path):
    Shout(times=3, api_key=SecretStr("sk-test-000")).save("m.json", base_dir=tmp_path)
    assert "sk-test-000" not in (tmp_path / "m.json").read_text()
    loaded = load_llm("m.json", base_dir=tmp_path, api_key=SecretStr("sk-test-001"))
    assert (loaded.times, loaded.api_key) == (3, SecretStr("sk-test-001"))


def test_an_unknown_model_is_refused():
    with pytest.raises(ConfigError, match=r"llm _type None is not known .*register_llm\(\) adds a class"):
        load_llm_from_config({})


class Mute(Chain):
    word: str = ""

    @property
    def input_keys(self):
        return []

    @property
    def output_keys(self):
        return ["out"]

    @property
    def _chain_type(self):
        return "mute"

    def _call(self, inputs):
        return {"out": self.word}


def test_a_chain_class_of_ones_own_can_be_saved_and_loaded(tmp_path):
    register_chain("mute", Mute)
    Mute(word="…").save(tmp_path / "c.yaml")
    assert load_chain(tmp_path / "c.yaml").run() == "…"


@pytest.mark.parametrize("name", ["chain.json", "chain.yaml"])
def test_chains_saved_by_the_first_version_are_loaded(name):
    loaded = load_chain(name, base_dir=SAVED, llm=Shout())
    assert loaded.prompt == PROMPT
    assert (loaded.output_key, loaded.llm_kwargs) == ("loud", {"temperature": 0})


def test_prompts_saved_by_the_first_version_are_loaded():
    few_shot = load_prompt("few_shot.json", base_dir=SAVED)
    chat = load_prompt("chat.yaml", base_dir=SAVED)
    assert isinstance(few_shot, FewShotPromptTemplate)
    assert few_shot.format(q="now") == "{1} -> one\n\nnow ->"
    assert isinstance(chat, ChatPromptTemplate)
    assert chat.format(who="a clerk", h=["hi"]) == "System: You are a clerk\nHuman: hi\nrobot: beep"
