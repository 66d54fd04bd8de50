import copy
import pickle

import pytest

from structout.errors import ConfigError, ModelUnavailableError
from structout.llms import Generation
from structout.messages import AIMessage, HumanMessage
from structout.testing.doubles import FlakyLLM, FunctionLLM, ScriptedChatModel, ScriptedLLM


def test_replies_come_in_order_and_prompts_are_kept():
    llm = ScriptedLLM(["one", "two"])
    assert [llm("a"), llm("b")] == ["one", "two"]
    assert llm.prompts == ["a", "b"]


def test_options_of_each_call_are_kept():
    llm = ScriptedLLM(["one"])
    llm("a", stop=["."], temperature=0)
    assert llm.calls == [{"stop": ["."], "temperature": 0}]


def test_one_call_too_many_is_told():
    llm = ScriptedLLM(["one"])
    llm("a")
    with pytest.raises(ConfigError, match="the script has 1 replies, and this is call 2"):
        llm("a")


def test_a_script_can_begin_again():
    llm = ScriptedLLM(["one", "two"], cycle=True)
    assert [llm("a") for _ in range(3)] == ["one", "two", "one"]


def test_a_reply_can_be_a_generation_or_an_error():
    llm = ScriptedLLM([Generation("cut", finish_reason="length"), TimeoutError("slow")])
    assert llm.generate(["a"]).generations[0][0].finish_reason == "length"
    with pytest.raises(TimeoutError, match="slow"):
        llm("a")


def test_a_function_answers_from_the_prompt():
    assert FunctionLLM(str.upper)("ho") == "HO"
    chat = ScriptedChatModel(lambda messages: messages[-1].content[::-1])
    assert chat([HumanMessage("ab")]) == AIMessage("ba")


def test_a_list_is_streamed_in_pieces_and_answered_whole():
    llm = ScriptedLLM([["a", "b"], ["a", "b"]])
    assert list(llm.stream("x")) == ["a", "b"]
    assert llm("x") == "ab"


def test_usage_is_estimated():
    result = ScriptedLLM(["one two"]).generate(["one two three"])
    assert (result.usage.prompt_tokens, result.usage.completion_tokens) == (3, 2)


def test_a_flaky_model_fails_first():
    llm = FlakyLLM(["fine"], failures=2, error=ModelUnavailableError("busy"))
    for _ in range(2):
        with pytest.raises(ModelUnavailableError, match="busy"):
            llm("a")
    assert (llm("a"), llm.prompts) == ("fine", ["a", "a", "a"])


def test_a_copy_goes_on_in_the_same_script_and_a_pickle_in_its_own():
    llm = ScriptedLLM(["one", "two", "three"])
    llm("a")
    pickled = pickle.loads(pickle.dumps(llm))
    assert copy.deepcopy(llm)("a") == "two"
    assert (llm("a"), pickled("a")) == ("three", "two")
