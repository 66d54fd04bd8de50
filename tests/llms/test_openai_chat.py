"""ChatOpenAI against a real server on loopback: the official client, its retries and its streams."""

import asyncio
import json
import pickle
import threading

import pytest
from pydantic import BaseModel

from loopback import Answer, Loopback, ToolPiece, event_stream
from structout.errors import ConfigError, ModelRequestError, ModelUnavailableError
from structout.llms import ChatOpenAI, InMemoryCache, OpenAI
from structout.llms.wire import ToolCall, collect_calls
from structout.messages import AIMessage, ChatMessage, HumanMessage, SystemMessage
from structout.result import Usage

KEY = "sk-test-000-secret"


class Point(BaseModel):
    x: int


@pytest.fixture
def chat(loopback: Loopback) -> ChatOpenAI:
    return ChatOpenAI(model="m", base_url=loopback.url, api_key=KEY)


def test_the_answer_comes_with_reason_usage_and_message(chat, loopback):
    loopback.say("hello there you")
    result = chat.generate([[HumanMessage("hi")]])
    generation = result.generations[0][0]
    assert (generation.text, generation.finish_reason) == ("hello there you", "stop")
    assert generation.message == AIMessage("hello there you")
    assert result.usage.completion_tokens == 3


def test_roles_go_out_as_the_api_names_them(chat, loopback):
    messages = [
        SystemMessage("s"),
        HumanMessage("h"),
        AIMessage("a"),
        ChatMessage("o", role="observation"),
    ]
    chat.generate([messages])
    sent = loopback.bodies[0]["messages"]
    assert [each["role"] for each in sent] == ["system", "user", "assistant", "observation"]


def test_options_of_the_call_win_over_fields(loopback):
    chat = ChatOpenAI(base_url=loopback.url, temperature=0.5, max_tokens=9)
    chat.predict("hi", temperature=0.0, seed=4)
    body = loopback.bodies[0]
    assert (body["temperature"], body["max_tokens"], body["seed"]) == (0.0, 9, 4)


def test_temperature_none_leaves_the_key_out(loopback):
    ChatOpenAI(base_url=loopback.url, temperature=None).predict("hi")
    assert "temperature" not in loopback.bodies[0]


def test_max_tokens_minus_one_is_never_on_the_wire(loopback):
    ChatOpenAI(base_url=loopback.url, max_tokens=-1).predict("hi")
    assert not {"max_tokens", "max_completion_tokens"} & loopback.bodies[0].keys()


@pytest.mark.parametrize("wrong", [0, -2])
def test_max_tokens_of_nothing_is_refused(loopback, wrong):
    with pytest.raises(ConfigError, match="max_tokens must be at least 1, or -1"):
        ChatOpenAI(base_url=loopback.url, max_tokens=wrong)
    with pytest.raises(ConfigError, match="max_tokens"):
        ChatOpenAI(base_url=loopback.url).predict("hi", max_tokens=wrong)
    assert loopback.requests == []


def test_a_misspelt_option_is_named(chat):
    with pytest.raises(ConfigError, match="did you mean 'temperature'"):
        chat.predict("hi", temprature=1)


def test_what_only_the_server_knows_goes_through(loopback):
    ChatOpenAI(base_url=loopback.url, model_kwargs={"min_p": 0.1}).predict("hi", extra_body={"top_k": 3})
    assert (loopback.bodies[0]["min_p"], loopback.bodies[0]["top_k"]) == (0.1, 3)


def test_a_field_in_model_kwargs_is_refused(loopback):
    with pytest.raises(ConfigError, match="Found top_p supplied twice"):
        ChatOpenAI(base_url=loopback.url, model_kwargs={"top_p": 1})


def test_stop_goes_out_and_is_given_once(loopback):
    chat = ChatOpenAI(base_url=loopback.url, stop=["END"])
    chat.predict("hi")
    assert loopback.bodies[0]["stop"] == ["END"]
    with pytest.raises(ConfigError, match="found in both the input and default params"):
        chat.predict("hi", stop=["x"])


def test_names_of_2023_are_taken(loopback):
    chat = ChatOpenAI(model_name="m", openai_api_base=loopback.url, openai_api_key=KEY, request_timeout=3)
    assert (chat.model, chat.model_name, chat.timeout) == ("m", "m", 3.0)


def test_n_gives_as_many_generations(chat, loopback):
    loopback.say(Answer("a", alternatives=("b",)))
    assert [each.text for each in chat.generate([["hi"]], n=2).generations[0]] == ["a", "b"]


def test_usage_is_summed_over_conversations(chat, loopback):
    loopback.say("one two three")
    assert chat.generate([["hi"], ["hi"]]).usage.completion_tokens == 6


@pytest.mark.parametrize(
    ("answer", "text", "reason"),
    [
        (Answer("cut he", finish_reason="length"), "cut he", "length"),
        (Answer("", finish_reason="content_filter"), "", "content_filter"),
        (Answer(refusal="I cannot help with that"), "I cannot help with that", "refusal"),
    ],
)
def test_the_reason_of_an_end_is_told_whole_and_streamed(chat, loopback, answer, text, reason):
    loopback.say(answer)
    whole = chat.generate([["hi"]]).generations[0][0]
    chunks = list(chat.stream_chunks("hi"))
    assert (whole.text, whole.finish_reason) == (text, reason)
    assert ("".join(each.text for each in chunks), chunks[-1].finish_reason) == (text, reason)


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_passing_failure_is_retried_by_the_client(chat, loopback, status):
    loopback.say(Answer(status=status), "well")
    assert chat.predict("hi") == "well"
    assert len(loopback.requests) == 2


@pytest.mark.parametrize("status", [500, 429])
def test_a_lasting_failure_is_unavailability(chat, loopback, status):
    loopback.say(Answer(status=status))
    with pytest.raises(ModelUnavailableError, match=f"{loopback.url} answered {status}"):
        chat.predict("hi")
    assert len(loopback.requests) == 3


def test_a_spent_quota_is_a_refusal(loopback):
    loopback.say(Answer(status=429, error_code="insufficient_quota"))
    with pytest.raises(ModelRequestError, match="check the plan and the billing"):
        ChatOpenAI(base_url=loopback.url, max_retries=0).predict("hi")


@pytest.mark.parametrize(
    ("status", "hint"), [(400, "change"), (401, "OPENAI_API_KEY"), (404, "check model=")]
)
def test_a_refused_request_says_what_to_do(chat, loopback, status, hint):
    loopback.say(Answer(status=status))
    with pytest.raises(ModelRequestError, match=hint):
        chat.predict("hi")
    assert len(loopback.requests) == 1


def test_a_cut_connection_is_retried_then_named(chat, loopback):
    loopback.say(Answer(cut=True))
    with pytest.raises(ModelUnavailableError, match="cut the connection"):
        chat.predict("hi")
    assert len(loopback.requests) == 3


def test_a_slow_answer_ends_at_the_timeout(loopback):
    loopback.say(Answer("late", delay=0.6))
    with pytest.raises(ModelUnavailableError, match=r"within 0\.1 s; raise timeout="):
        ChatOpenAI(base_url=loopback.url, timeout=0.1, max_retries=0).predict("hi")


def test_an_unreachable_server_is_named():
    with pytest.raises(ModelUnavailableError, match=r"http://127\.0\.0\.1:9/v1 cannot be reached"):
        ChatOpenAI(base_url="http://127.0.0.1:9/v1", max_retries=0).predict("hi")


def test_an_answer_without_choices_is_an_error(chat, loopback):
    loopback.say(Answer(choices=False))
    with pytest.raises(ModelUnavailableError, match="without any choice"):
        chat.predict("hi")


@pytest.mark.parametrize("body", [b"<html>", b'"text"'])
def test_an_answer_that_is_not_of_the_api_points_at_base_url(chat, loopback, body):
    loopback.say(Answer(body=body))
    with pytest.raises(ModelRequestError, match="check base_url="):
        chat.predict("hi")


def test_an_answer_without_usage_counts_as_zero(chat, loopback):
    loopback.say(Answer("hi", usage=False))
    assert chat.generate([["hi"]]).usage == Usage()


def test_a_stream_comes_in_pieces_with_reason_and_usage_at_the_end(chat, loopback):
    loopback.say(Answer("one two", chunks=("one ", "two")))
    chunks = list(chat.stream_chunks("hi"))
    assert [each.text for each in chunks] == ["one ", "two", ""]
    assert (chunks[-1].finish_reason, chunks[-1].usage) == ("stop", Usage(4, 2))


@pytest.mark.parametrize("step", [1, 2, 3, 5, 17])
def test_a_stream_cut_at_any_byte_is_the_same_text(chat, loopback, step):
    answer = Answer("Zoë zahlt 5 €, 漢字 🎈", chunks=("Zo", "ë zahlt 5 €, 漢", "字 🎈"))
    size = len(event_stream(answer, {}, chat=True))
    loopback.say(Answer(answer.text, chunks=answer.chunks, cuts=tuple(range(0, size, step))))
    assert "".join(chat.stream("hi")) == "Zoë zahlt 5 €, 漢字 🎈"


def test_a_stream_that_breaks_off_is_an_error_after_its_pieces(chat, loopback):
    loopback.say(Answer("one two three", drop_after=420))
    stream = chat.stream("hi")
    assert next(stream) == "one "
    with pytest.raises(ModelUnavailableError, match=r"cut the connection|broke off"):
        list(stream)


def test_a_stream_without_a_finish_reason_is_an_error(chat, loopback):
    loopback.say(Answer("half an", finish_reason=None))
    with pytest.raises(ModelUnavailableError, match="ended without a finish reason"):
        list(chat.stream("hi"))


def test_several_streams_at_once_are_refused(chat):
    with pytest.raises(ConfigError, match="Cannot stream results when n > 1"):
        list(chat.stream("hi", n=2))


def test_a_closed_stream_lets_go_of_the_connection(chat, loopback):
    loopback.say(Answer("a b c d e f"))
    stream = chat.stream("hi")
    next(stream)
    stream.close()
    assert chat.predict("again") == "a b c d e f"


def test_json_schema_mode_sends_a_strict_schema(chat, loopback):
    loopback.say('{"x": 1}')
    assert chat.predict("hi", structured="json_schema", schema=Point) == '{"x": 1}'
    wanted = loopback.bodies[0]["response_format"]["json_schema"]
    assert (wanted["name"], wanted["strict"]) == ("Point", True)
    assert wanted["schema"]["additionalProperties"] is False


@pytest.mark.parametrize("mode", ["json_schema", "tools"])
def test_a_list_is_wrapped_on_the_wire_and_bare_in_the_text(chat, loopback, mode):
    wrapped = '{"value": ["a", "b"]}'
    calls = (ToolPiece(0, "1", "answer", wrapped),) if mode == "tools" else ()
    loopback.say(Answer(wrapped, tool_calls=calls))
    assert chat.predict("hi", structured=mode, schema=list[str]) == '["a", "b"]'
    assert "".join(chat.stream("hi", structured=mode, schema=list[str])) == '["a", "b"]'


def test_tools_mode_forces_the_one_tool_and_reads_its_arguments(chat, loopback):
    loopback.say(Answer(tool_calls=(ToolPiece(0, "1", "Point", '{"x": 2}'),), finish_reason="tool_calls"))
    generation = chat.generate([["hi"]], structured="tools", schema=Point).generations[0][0]
    assert (generation.text, generation.finish_reason) == ('{"x": 2}', "tool_calls")
    assert loopback.bodies[0]["tool_choice"]["function"] == {"name": "Point"}


def test_content_counts_in_tools_mode_where_no_tool_was_called(chat, loopback):
    loopback.say('{"x": 3}')
    assert chat.predict("hi", structured="tools", schema=Point) == '{"x": 3}'
    assert "".join(chat.stream("hi", structured="tools", schema=Point)) == '{"x": 3}'


def test_pieces_of_interleaved_calls_come_together_by_index(chat, loopback):
    pieces = (
        ToolPiece(0, "a", "Point", '{"x":'),
        ToolPiece(1, "b", "Point", '{"x":'),
        ToolPiece(0, arguments=" 1}"),
        ToolPiece(1, arguments=" 2}"),
    )
    loopback.say(Answer(tool_calls=pieces, finish_reason="tool_calls"))
    assert "".join(chat.stream("hi", structured="tools", schema=Point)) == '{"x": 1}\n{"x": 2}'


def test_collected_calls_are_in_index_order():
    deltas = [
        (1, "b", "g", '{"y":'),
        (0, "a", "f", '{"x":'),
        (1, None, None, " 2}"),
        (0, None, None, " 1}"),
    ]
    assert collect_calls(deltas) == [ToolCall("a", "f", '{"x": 1}'), ToolCall("b", "g", '{"y": 2}')]


def test_calls_without_an_index_are_told_by_their_id():
    deltas = [(None, "a", "f", "{"), (None, None, None, "}"), (None, "b", "g", "{}")]
    assert collect_calls(deltas) == [ToolCall("a", "f", "{}"), ToolCall("b", "g", "{}")]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"structured": "json_schema"}, "needs schema="),
        ({"structured": "xml", "schema": Point}, "'text', 'json_schema', 'tools'"),
        ({"structured": "json_schema", "schema": dict[str, int]}, "free keys"),
    ],
)
def test_a_structured_call_that_cannot_be_is_refused_before_any_request(chat, loopback, options, message):
    with pytest.raises(ConfigError, match=message):
        chat.predict("hi", **options)
    assert loopback.requests == []


def test_no_credentials_is_one_clear_sentence(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ConfigError, match=r"OPENAI_API_KEY or give api_key=.*SmolLM") as caught:
        ChatOpenAI()
    assert "\n" not in str(caught.value)


def test_the_key_of_the_environment_is_sent(loopback, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-the-environment")
    ChatOpenAI(base_url=loopback.url).predict("hi")
    assert loopback.requests[0].headers["authorization"] == "Bearer sk-from-the-environment"


def test_the_key_is_in_no_repr_file_or_pickle(chat):
    chat.predict("hi")
    shown = [repr(chat), str(chat), json.dumps(chat.dict()), chat.model_dump_json()]
    assert [KEY in each for each in shown] == [False] * 4
    assert KEY.encode() not in pickle.dumps(chat)


def test_the_key_is_in_no_cache_key(loopback):
    seen = []

    class Watched(InMemoryCache):
        def update(self, prompt, llm_string, return_val):
            seen.append(prompt + llm_string)

    chat = ChatOpenAI(base_url=loopback.url, api_key=KEY, cache=Watched())
    chat.predict("hi", extra_headers={"authorization": "Bearer other-secret"})
    assert len(seen) == 1
    assert [word in seen[0] for word in (KEY, "other-secret")] == [False, False]


SECRETS = {
    "gateway_key": "hunter2-a",
    "nested": [{"auth_token": "hunter2-b"}],
    "note": "sk-hunter2-c00",
    "min_p": 0.1,
}


@pytest.fixture(params=[ChatOpenAI, OpenAI])
def laden(request, loopback):
    headers = {"X-Gateway": "hunter2-d"}
    return request.param(model="m", base_url=loopback.url, model_kwargs=SECRETS, default_headers=headers)


def test_credentials_among_further_keys_are_in_no_repr_file_or_pickle(laden, tmp_path):
    laden.save("llm.json", base_dir=tmp_path)
    shown = [repr(laden), str(laden), laden.model_dump_json(), (tmp_path / "llm.json").read_text("utf-8")]
    assert ["hunter2" in each for each in shown] == [False] * 4
    assert b"hunter2" not in pickle.dumps(laden)
    assert laden.dict()["model_kwargs"] == {"nested": [{}], "min_p": 0.1}


def test_credentials_among_further_keys_are_sent(laden, loopback):
    loopback.say("ok")
    laden.predict("hi")
    assert loopback.bodies[0]["gateway_key"] == "hunter2-a"
    assert loopback.requests[0].headers["x-gateway"] == "hunter2-d"


def test_credentials_of_a_call_are_in_no_cache_key(chat):
    assert "hunter2" not in chat._identity(None, {"extra_body": {"password": "hunter2"}})
    assert "top_k" in chat._identity(None, {"extra_body": {"top_k": 3}})


def test_credentials_that_the_server_echoes_are_scrubbed(loopback):
    loopback.say(Answer(status=401, error="who is hunter2 of hunter3?"))
    headers = {"Authorization": "Basic hunter3"}
    chat = ChatOpenAI(base_url=loopback.url, model_kwargs={"password": "hunter2"}, default_headers=headers)
    with pytest.raises(ModelRequestError, match=r"who is \*\*\* of \*\*\*\?"):
        chat.predict("hi")


@pytest.mark.parametrize(
    "url", ["http://h/v1?key=hunter2", "https://h/v1?api-key=hunter2", "https://u:hunter2@h/v1", "u:hunter2@h/v1"]
)  # fmt: skip
def test_an_address_with_credentials_is_refused_without_showing_them(url):
    with pytest.raises(ConfigError, match="base_url must") as caught:
        ChatOpenAI(base_url=url)
    assert "hunter2" not in str(caught.value)


def test_a_key_that_the_server_echoes_is_scrubbed(chat, loopback):
    loopback.say(Answer(status=401, error=f"wrong key {KEY}, or sk-another1234 or Bearer abc.def"))
    with pytest.raises(ModelRequestError) as caught:
        chat.predict("hi")
    told = str(caught.value) + str(caught.value.__context__)
    assert "wrong key ***, or *** or Bearer ***" in told
    assert [word in told for word in (KEY, "another1234", "abc.def")] == [False] * 3


def test_a_key_that_looks_like_no_key_is_scrubbed_too(loopback):
    loopback.say(Answer(status=401, error="who is hunter2?"))
    with pytest.raises(ModelRequestError, match=r"who is \*\*\*\?") as caught:
        ChatOpenAI(model="m", base_url=loopback.url, api_key="hunter2").predict("hi")
    assert "hunter2" not in str(caught.value) + str(caught.value.__context__)


def test_a_bad_field_is_one_sentence_without_the_key(loopback):
    with pytest.raises(ConfigError, match=r"temprature: Extra inputs") as caught:
        ChatOpenAI(base_url=loopback.url, api_key=KEY, temprature=1)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("url", ["localhost:80", "ftp://h/v1", "http://user:pass@h/v1"])
def test_a_base_url_of_the_wrong_kind_is_refused(url):
    with pytest.raises(ConfigError, match="base_url must"):
        ChatOpenAI(base_url=url)


def test_a_pickled_model_takes_the_key_of_its_new_home(chat, loopback, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-new-home")
    assert pickle.loads(pickle.dumps(chat)).predict("hi") == "ok"
    assert loopback.requests[0].headers["authorization"] == "Bearer sk-new-home"


def test_await_and_async_streams(chat, loopback):
    loopback.say("a b")

    async def both():
        return await chat.apredict("hi"), [piece async for piece in chat.astream("hi")]

    assert asyncio.run(both()) == ("a b", ["a ", "b"])


def test_one_model_serves_loop_after_loop_threads_and_sync_calls(chat, loopback):
    loopback.say("fine")
    said = [asyncio.run(chat.apredict("a")), asyncio.run(chat.apredict("b")), chat.predict("c")]
    thread = threading.Thread(target=lambda: said.append(chat.predict("d")))
    thread.start()
    thread.join(timeout=10)
    assert said == ["fine"] * 4


def test_clients_of_closed_loops_are_dropped(chat):
    asyncio.run(chat.apredict("a"))
    assert len(chat._clients) == 0

    async def alive():
        await chat.apredict("b")
        await chat.apredict("c")
        return len(chat._clients)

    assert asyncio.run(alive()) == 1


def test_the_end_of_a_with_block_closes_the_connections_and_a_later_call_opens_new_ones(chat):
    with chat:
        chat.predict("a")
        client = chat._client()
    assert client.is_closed()
    assert chat.predict("b") == chat.predict("a")


def test_the_end_of_an_async_with_block_closes_the_connections_of_its_loop(chat):
    async def asked():
        async with chat:
            await chat.apredict("a")
            client = await chat._aclient()
        return client.is_closed(), len(chat._clients), await chat.apredict("b") == await chat.apredict("a")

    assert asyncio.run(asked()) == (True, 0, True)


def test_a_model_that_nobody_holds_closes_its_connections_at_once(loopback):
    def client_of_a_dropped_model():
        chat = ChatOpenAI(model="m", base_url=loopback.url, api_key=KEY)
        chat.predict("a")
        return chat._client()

    assert client_of_a_dropped_model().is_closed()


def test_a_model_that_nobody_holds_closes_the_connections_of_its_loop(loopback):
    async def client_of_a_dropped_model():
        chat = ChatOpenAI(model="m", base_url=loopback.url, api_key=KEY)
        await chat.apredict("a")
        return await chat._aclient()

    async def dropped():
        client = await client_of_a_dropped_model()
        for _ in range(20):
            await asyncio.sleep(0.01)
        return client.is_closed()

    assert asyncio.run(dropped())


def test_many_async_calls_share_connections_and_are_bounded(loopback):
    loopback.say(Answer("ok", delay=0.02))
    chat = ChatOpenAI(base_url=loopback.url, max_concurrency=4)
    result = asyncio.run(chat.agenerate([[str(i)] for i in range(40)]))
    assert len(result.generations) == 40
    assert len(loopback.connections) <= 4


def test_a_failure_among_many_async_calls_is_that_failure(loopback):
    loopback.say("ok", "ok", Answer(status=400))
    chat = ChatOpenAI(base_url=loopback.url, max_concurrency=2)
    with pytest.raises(ModelRequestError, match="400"):
        asyncio.run(chat.agenerate([[str(i)] for i in range(12)]))


def test_threads_share_one_model(chat, loopback):
    loopback.say("ok")
    said: list[str] = []
    threads = [threading.Thread(target=lambda: said.append(chat.predict("x"))) for _ in range(16)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(timeout=10)
    assert said == ["ok"] * 16


def test_a_cancelled_call_does_not_wait_for_the_answer(chat, loopback):
    loopback.say(Answer("late", delay=1.0))

    async def cancelled():
        await asyncio.wait_for(chat.apredict("x"), timeout=0.1)

    with pytest.raises(TimeoutError):
        asyncio.run(cancelled())
