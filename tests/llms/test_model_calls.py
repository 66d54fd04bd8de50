import asyncio
import pickle
import threading
from typing import Any

import pytest
from pydantic import SecretStr

from structout.errors import ConfigError, ModelError, ModelUnavailableError
from structout.llms import LLM, BaseChatModel, BaseLLM, ChatResult, Generation, GenerationChunk, LLMResult
from structout.llms.base import SimpleChatModel
from structout.messages import AIMessage, HumanMessage, StringPromptValue, SystemMessage
from structout.result import Usage
from structout.testing.doubles import FlakyLLM, ScriptedChatModel, ScriptedLLM


class Shout(LLM):
    """A model in the style of 2023: a `_call` that knows no options."""

    times: int = 1

    @property
    def _llm_type(self) -> str:
        return "shout"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"times": self.times}

    def _call(self, prompt, stop=None):
        return prompt.upper() * self.times


class Echo(SimpleChatModel):
    def _call(self, messages, stop=None, run_manager=None, **kwargs):
        return f"{messages[-1].content} {kwargs}"


def test_a_text_model_called_with_a_text_gives_a_text():
    assert Shout()("ho") == "HO"


def test_a_text_model_answers_several_texts_in_order():
    texts = [row[0].text for row in Shout(times=2).generate(["a", "b"]).generations]
    assert texts == ["AA", "BB"]


def test_a_model_that_knows_no_options_is_called_without_them():
    assert Shout().predict("ho", temperature=0.5, seed=1) == "HO"


def test_options_of_a_call_reach_the_model():
    assert Echo().predict("ho", temperature=0.5) == "ho {'temperature': 0.5}"


def test_a_text_model_gets_a_conversation_as_lines():
    llm = ScriptedLLM(["fine"])
    answer = llm.predict_messages([SystemMessage("be brief"), HumanMessage("how are you")])
    assert answer == AIMessage("fine")
    assert llm.prompts == ["System: be brief\nHuman: how are you"]


def test_a_chat_model_gets_a_text_as_one_message_of_the_user():
    llm = ScriptedChatModel(["fine"])
    assert llm.predict("how are you") == "fine"
    assert llm.prompts == [[HumanMessage("how are you")]]


def test_a_chat_model_called_with_messages_gives_a_message():
    assert ScriptedChatModel(["fine"])([HumanMessage("well?")]) == AIMessage("fine")
    assert ScriptedChatModel(["fine"]).call_as_llm("well?") == "fine"


def test_a_chat_model_may_answer_with_a_chat_result():
    class Old(BaseChatModel):
        def _generate(self, messages, stop=None):
            return ChatResult(
                [Generation("old")], {"token_usage": {"prompt_tokens": 2, "completion_tokens": 1}}
            )

    result = Old().generate([["a"], ["b"]])
    assert [row[0].text for row in result.generations] == ["old", "old"]
    assert result.usage == Usage(4, 2)


@pytest.mark.parametrize("prompts", ["hi", ("hi",)])
def test_generate_takes_a_list_and_says_so(prompts):
    with pytest.raises(ValueError, match=r"Argument 'prompts' is expected to be of type List\[str\]"):
        Shout().generate(prompts)


def test_a_list_given_to_a_text_model_is_refused_with_the_remedy():
    with pytest.raises(ValueError, match="use `generate` instead"):
        Shout()(["hi"])


def test_no_prompts_give_no_generations_and_no_call():
    llm = ScriptedLLM([])
    assert llm.generate([]).generations == []
    assert llm.prompts == []


def test_stop_in_call_and_defaults_is_an_error():
    with pytest.raises(ConfigError, match="`stop` found in both the input and default params"):
        ScriptedLLM(["x"], stop=["."])("hi", stop=["!"])


def test_stop_of_the_model_or_of_the_call_reaches_the_model_as_a_list():
    by_model, by_call = ScriptedLLM(["x"], stop="."), ScriptedLLM(["x"])
    by_model("hi")
    by_call("hi", stop="!")
    assert [by_model.calls[0]["stop"], by_call.calls[0]["stop"]] == [["."], ["!"]]


def test_stop_does_not_leak_into_the_next_call():
    llm = ScriptedLLM(["x", "y"])
    llm("hi", stop=["!"])
    llm("hi")
    assert [call["stop"] for call in llm.calls] == [["!"], None]


def test_every_way_to_ask_has_an_async_twin():
    async def ask() -> list[Any]:
        llm, chat = ScriptedLLM(["a"], cycle=True), ScriptedChatModel(["b"], cycle=True)
        prompt = StringPromptValue("x")
        return [
            await llm.apredict("x"),
            (await llm.agenerate(["x"])).generations[0][0].text,
            (await chat.agenerate_prompt([prompt])).generations[0][0].text,
            await chat.apredict_messages(["x"]),
            [piece async for piece in chat.astream("x")],
        ]

    assert asyncio.run(ask()) == ["a", "a", "b", AIMessage("b"), ["b"]]


def test_a_sync_model_is_awaited_in_a_thread():
    seen = []

    class Threaded(LLM):
        def _call(self, prompt, stop=None):
            seen.append(threading.current_thread() is threading.main_thread())
            return "x"

    assert asyncio.run(Threaded().apredict("hi")) == "x"
    assert seen == [False]


def test_conversations_of_one_async_call_run_at_once_up_to_the_limit():
    running, peak = [0], [0]

    class Slow(SimpleChatModel):
        def _call(self, messages, stop=None):
            raise NotImplementedError

        async def _agenerate(self, messages, stop=None):
            running[0] += 1
            peak[0] = max(peak[0], running[0])
            await asyncio.sleep(0.01)
            running[0] -= 1
            return LLMResult([[Generation(messages[0].content)]])

    result = asyncio.run(Slow(max_concurrency=3).agenerate([[str(n)] for n in range(9)]))
    assert [row[0].text for row in result.generations] == [str(n) for n in range(9)]
    assert peak == [3]


def test_a_stream_gives_the_pieces_then_finish_reason():
    llm = ScriptedLLM([["on", "ly ", "once"]])
    chunks = list(llm.stream_chunks("hi"))
    assert "".join(chunk.text for chunk in chunks) == "only once"
    assert chunks[-1].finish_reason == "stop"


def test_a_model_without_streaming_streams_its_answer_in_one_piece():
    async def astream() -> list[str]:
        return [piece async for piece in Shout().astream("ho")]

    assert list(Shout().stream("ho")) == ["HO"]
    assert asyncio.run(astream()) == ["HO"]


def test_a_sync_stream_is_awaited_in_a_thread():
    async def astream() -> list[str]:
        return [piece async for piece in ScriptedLLM([["a", "b"]]).astream("ho")]

    assert asyncio.run(astream()) == ["a", "b"]


def test_usage_of_all_conversations_is_summed():
    class Counting(BaseChatModel):
        def _generate(self, messages, stop=None, **options):
            usage = {"prompt_tokens": 56, "completion_tokens": 31, "total_tokens": 87}
            return LLMResult([[Generation("x")]], {"token_usage": usage, "model_name": "m"})

    result = Counting().generate([["a"], ["b"]])
    assert result.llm_output == {
        "token_usage": {"prompt_tokens": 112, "completion_tokens": 62, "total_tokens": 174},
        "model_name": "m",
    }


def test_a_model_that_answers_fewer_prompts_than_asked_is_an_error():
    class Short(BaseLLM):
        def _generate(self, prompts, stop=None):
            return LLMResult([[Generation("x")]])

    with pytest.raises(ModelError, match="answered 1 prompts, 2 were asked"):
        Short().generate(["a", "b"])


def test_an_error_of_the_model_comes_out_unchanged():
    llm = FlakyLLM(["fine"])
    with pytest.raises(ModelUnavailableError, match="overloaded"):
        llm("hi")
    assert llm("hi") == "fine"


def test_dict_and_str_show_the_identifying_parameters():
    assert Shout(times=2).dict() == {"times": 2, "_type": "shout"}
    assert str(Shout(times=2)) == "\x1b[1mShout\x1b[0m\nParams: {'times': 2}"


def test_an_unknown_field_is_refused():
    with pytest.raises(ValueError, match="tiems"):
        Shout(tiems=2)


class Keyed(Shout):
    api_key: SecretStr | None = None


def test_a_key_is_in_no_repr_text_dict_or_pickle():
    llm = Keyed(api_key=SecretStr("sk-test-000"))
    shown = [repr(llm), str(llm), str(llm.dict()), repr(pickle.dumps(llm)), llm.model_dump_json()]
    assert not any("sk-test-000" in text for text in shown)
    assert pickle.loads(pickle.dumps(llm)).api_key is None


def test_a_copy_in_the_same_process_keeps_the_key():
    copied = Keyed(api_key=SecretStr("sk-test-000")).model_copy(deep=True)
    assert copied.api_key is not None
    assert copied.api_key.get_secret_value() == "sk-test-000"


def test_tokens_are_estimated_offline_or_counted_by_the_callers_function():
    assert Shout().get_num_tokens("one two three") == 3
    assert Shout(token_counter=len).get_num_tokens("one two three") == 13
    assert Shout(token_counter=len).get_num_tokens_from_messages([HumanMessage("hi")]) == 9


def test_a_finish_reason_is_taken_from_the_providers_information():
    assert Generation("x", {"finish_reason": "length"}).finish_reason == "length"
    assert GenerationChunk("x").content == "x"
