import json
import os
from pathlib import Path

import pytest
from agent_doubles import TOOLS, zero_shot

from structout import ConfigError
from structout.agents import (
    AgentExecutor,
    ConversationalAgent,
    ZeroShotAgent,
    load_agent,
    load_agent_from_config,
    register_agent,
)
from structout.llms import LLM, register_llm
from structout.testing.doubles import ScriptedLLM

SAVED = Path(__file__).parent.parent / "data" / "saved-1"


class Parrot(LLM):
    said: str = "Bo: hello"
    api_key: str | None = None

    @property
    def _llm_type(self):
        return "parrot"

    @property
    def _identifying_params(self):
        return {"said": self.said}

    def _call(self, prompt, stop=None):
        return self.said


register_llm("parrot", Parrot)


def parroting(**fields):
    return ConversationalAgent.from_llm_and_tools(
        Parrot(api_key="sk-test-000"), TOOLS, ai_prefix="Bo", **fields
    )


@pytest.mark.parametrize("name", ["a.json", "deep/a.yaml", "a.yml"])
def test_what_was_saved_is_loaded_and_answers_alike(tmp_path, name):
    agent = parroting()
    AgentExecutor.from_agent_and_tools(agent, TOOLS).save_agent(name, base_dir=tmp_path)
    loaded = load_agent(name, base_dir=tmp_path)
    assert isinstance(loaded, ConversationalAgent)
    assert loaded.dict() == agent.dict()
    executor = AgentExecutor.from_agent_and_tools(loaded, TOOLS)
    assert executor({"input": "x", "chat_history": ""})["output"] == "hello"


def test_a_saved_agent_holds_prompt_tools_by_name_and_version_and_no_secret(tmp_path):
    parroting().save(tmp_path / "a.json")
    text = (tmp_path / "a.json").read_text()
    saved = json.loads(text)
    assert (saved["_type"], saved["version"]) == ("conversational-react-description", 1)
    assert saved["allowed_tools"] == ["add", "search", "broken"]
    assert saved["llm_chain"]["llm"] == {"said": "Bo: hello", "_type": "parrot"}
    assert "sk-test-000" not in text


def test_another_model_can_take_the_place_of_the_saved_one(tmp_path):
    parroting().save(tmp_path / "a.json")
    loaded = load_agent(tmp_path / "a.json", llm=ScriptedLLM(["Bo: soft"]))
    assert loaded.plan([], input="x", chat_history="").return_values == {"output": "soft"}


def test_an_executor_is_not_saved(tmp_path):
    executor, _ = zero_shot("x")
    with pytest.raises(ConfigError, match=r"use \.save_agent"):
        executor.save(tmp_path / "e.json")


def test_a_parser_is_not_saved(tmp_path):
    with pytest.raises(ConfigError, match="give the parser after loading"):
        parroting(output_parser=object()).save(tmp_path / "a.json")


def test_an_agent_class_of_ones_own_can_be_saved_and_loaded(tmp_path):
    class Own(ZeroShotAgent):
        mood: str = "calm"

        @property
        def _agent_type(self):
            return "own"

    register_agent("own", Own)
    Own.from_llm_and_tools(Parrot(), TOOLS, mood="wild").save(tmp_path / "a.yaml")
    assert load_agent(tmp_path / "a.yaml").mood == "wild"


@pytest.mark.parametrize("path", ["../hidden.json", "link.json", "c.py", 3])
def test_a_path_out_of_the_folder_is_refused(tmp_path, path):
    folder = tmp_path / "in"
    folder.mkdir()
    (tmp_path / "hidden.json").write_text('{"_type": "llm_chain", "x": "hunter2"}')
    (folder / "c.py").write_text("raise SystemExit")
    os.symlink(tmp_path / "hidden.json", folder / "link.json")
    (folder / "a.json").write_text(
        json.dumps({"_type": "zero-shot-react-description", "llm_chain_path": path})
    )
    with pytest.raises(ConfigError, match=r"out of its folder|must be json|is not allowed") as caught:
        load_agent(folder / "a.json")
    assert "hunter2" not in str(caught.value)
    with pytest.raises(ConfigError, match="out of its folder"):
        parroting().save("../a.json", base_dir=folder)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({}, "agent _type None is not known"),
        ({"_type": "os.system"}, "agent _type 'os.system' is not known"),
        ({"_type": "zero-shot-react-description"}, "llm_chain: Field required"),
        ({"_type": "zero-shot-react-description", "llm_chain": "text"}, "llm_chain should be a mapping"),
        (
            {"_type": "zero-shot-react-description", "llm_chain": {"_type": "x"}},
            "chain _type 'x' is not known",
        ),
        (
            {"_type": "zero-shot-react-description", "output_parser": "x"},
            "'output_parser' is not a field that is saved",
        ),
        ({"_type": "zero-shot-react-description", "tools": []}, "'tools' is not a field that is saved"),
        ({"_type": "zero-shot-react-description", "llm_chain_path": "c.json"}, "is not allowed"),
    ],
)
def test_data_that_is_no_known_agent_is_refused(config, message):
    with pytest.raises(ConfigError, match=message):
        load_agent_from_config(config)


def test_yaml_tags_are_never_obeyed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text("!!python/object/apply:os.mkdir ['exploded']")
    with pytest.raises(ConfigError, match="is no plain YAML"):
        load_agent("a.yaml")
    assert not Path("exploded").exists()


@pytest.mark.parametrize("name", ["agent.json", "agent.yaml"])
def test_agents_saved_by_the_first_version_are_loaded(name):
    loaded = load_agent(name, base_dir=SAVED, llm=Parrot())
    assert (loaded.allowed_tools, loaded.ai_prefix) == (["add", "search", "broken"], "Bo")
    assert loaded.plan([], input="x", chat_history="").return_values == {"output": "hello"}
