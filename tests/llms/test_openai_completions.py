"""OpenAI, the Completions API, against a real server on loopback."""

import asyncio

import pytest

from loopback import Answer, Loopback
from structout.errors import ConfigError, ModelUnavailableError
from structout.llms import InMemoryCache, OpenAI
from structout.messages import HumanMessage


@pytest.fixture
def llm(loopback: Loopback) -> OpenAI:
    return OpenAI(base_url=loopback.url, batch_size=2, token_counter=lambda text: len(text.split()))


def test_prompts_go_out_in_sub_batches_and_come_back_in_order(llm, loopback):
    loopback.say("x", "y")
    result = llm.generate(["a", "b", "c"])
    assert [body["prompt"] for body in loopback.bodies] == [["a", "b"], ["c"]]
    assert [each[0].text for each in result.generations] == ["x", "x", "y"]


def test_usage_is_summed_over_sub_batches(llm, loopback):
    loopback.say("one two")
    assert llm.generate(["a", "b", "c"]).usage.completion_tokens == 6


def test_async_sub_batches_give_the_same(llm, loopback):
    loopback.say("x")
    result = asyncio.run(llm.agenerate(["a", "b", "c"]))
    assert [each[0].text for each in result.generations] == ["x", "x", "x"]
    assert len(loopback.requests) == 2


def test_each_prompt_has_n_completions(llm, loopback):
    loopback.say(Answer("a", alternatives=("b",)))
    result = llm.generate(["p", "q"], n=2)
    assert [[each.text for each in row] for row in result.generations] == [["a", "b"], ["a", "b"]]


def test_a_missing_choice_is_an_error(llm, loopback):
    loopback.say(Answer(choices=False))
    with pytest.raises(ModelUnavailableError, match="answered 2 prompts with 0 choices"):
        llm.generate(["p", "q"])


def test_the_rest_of_the_window_is_asked_for_one_prompt(loopback):
    llm = OpenAI(base_url=loopback.url, model="text-davinci-003", token_counter=lambda text: 3)
    llm("tell a joke", max_tokens=-1)
    assert loopback.bodies[0]["max_tokens"] == 4094


def test_the_rest_of_the_window_is_not_for_several_prompts(llm, loopback):
    with pytest.raises(ConfigError, match="max_tokens set to -1 not supported for multiple inputs"):
        llm.generate(["a", "b"], max_tokens=-1)
    assert loopback.requests == []


def test_a_prompt_that_fills_the_window_is_refused(loopback):
    llm = OpenAI(base_url=loopback.url, context_size=10, token_counter=lambda text: 12)
    with pytest.raises(ConfigError, match="takes about 12 of the 10 tokens"):
        llm("long", max_tokens=-1)


def test_the_window_of_an_unknown_model_must_be_given(loopback):
    with pytest.raises(ConfigError, match="needs context_size="):
        OpenAI(base_url=loopback.url, model="mine")("hi", max_tokens=-1)


def test_what_the_cache_knows_is_not_sent_with_max_tokens_minus_one(loopback):
    loopback.say("moin", "tach")
    llm = OpenAI(base_url=loopback.url, max_tokens=-1, cache=InMemoryCache())
    assert [llm("a"), llm("a")] == ["moin", "moin"]
    result = llm.generate(["a", "b"])
    assert [row[0].text for row in result.generations] == ["moin", "tach"]
    assert len(loopback.requests) == 2


def test_sub_prompts_leave_the_model_as_it_is(llm):
    before = llm.dict()
    assert [each["prompt"] for each in llm.get_sub_prompts(["a", "b", "c"], ["END"])] == [["a", "b"], ["c"]]
    assert llm.dict() == before
    assert llm.get_sub_prompts([]) == []


def test_a_conversation_is_written_as_text(llm, loopback):
    llm.predict_messages([HumanMessage("hi")])
    assert loopback.bodies[0]["prompt"] == ["Human: hi"]


def test_a_stream_comes_in_pieces(llm, loopback):
    loopback.say("one two three")
    chunks = list(llm.stream_chunks("hi"))
    assert [each.text for each in chunks] == ["one ", "two ", "three", ""]
    assert chunks[-1].finish_reason == "stop"


def test_an_async_stream_comes_in_pieces(llm, loopback):
    loopback.say("one two")

    async def pieces():
        return [piece async for piece in llm.astream("hi")]

    assert asyncio.run(pieces()) == ["one ", "two"]


@pytest.mark.parametrize("name", ["n", "best_of"])
def test_a_stream_of_several_is_refused(llm, name):
    with pytest.raises(ConfigError, match=f"Cannot stream results when {name} > 1"):
        list(llm.stream("hi", **{name: 2}))


def test_structured_modes_are_for_chat_models(llm):
    with pytest.raises(ConfigError, match="use ChatOpenAI"):
        llm("hi", structured="json_schema", schema=int)


@pytest.mark.parametrize("wrong", [{"batch_size": 0}, {"n": 0}, {"timeout": 0}])
def test_fields_out_of_range_are_named(loopback, wrong):
    with pytest.raises(ConfigError, match=next(iter(wrong))):
        OpenAI(base_url=loopback.url, **wrong)
