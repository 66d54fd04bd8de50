import asyncio
import io

import pytest

from structout.llms import (
    BaseCallbackHandler,
    CallbackManager,
    Event,
    StdOutCallbackHandler,
    get_colored_text,
)
from structout.llms.callbacks import listening, start_run
from structout.testing.doubles import FlakyLLM, ScriptedChatModel, ScriptedLLM


class Log(BaseCallbackHandler):
    def __init__(self):
        self.seen = []

    def on_llm_start(self, serialized, prompts, **kwargs):
        self.seen.append(("start", serialized["name"], prompts))

    def on_llm_new_token(self, token, **kwargs):
        self.seen.append(("token", token))

    def on_llm_end(self, response, **kwargs):
        self.seen.append(("end", response.generations[0][0].text))

    def on_llm_error(self, error, **kwargs):
        self.seen.append(("error", str(error)))


def test_each_prompt_of_a_batch_has_a_start_and_an_end():
    log = Log()
    ScriptedLLM(["one", "two"]).generate(["a", "b"], callbacks=[log])
    assert log.seen == [
        ("start", "ScriptedLLM", ["a"]),
        ("start", "ScriptedLLM", ["b"]),
        ("end", "one"),
        ("end", "two"),
    ]


def test_a_handler_of_the_model_sees_every_call_of_it():
    log = Log()
    llm = ScriptedLLM(["one", "two"], callbacks=[log])
    llm("a")
    llm("b")
    assert [kind for kind, *_ in log.seen] == ["start", "end", "start", "end"]


def test_a_handler_given_twice_is_told_once():
    log = Log()
    ScriptedLLM(["one"], callbacks=[log])("a", callbacks=[log])
    assert len(log.seen) == 2


def test_a_failed_call_tells_of_the_error():
    log = Log()
    with pytest.raises(Exception, match="overloaded"):
        FlakyLLM(["x"], callbacks=[log])("a")
    assert log.seen[1] == ("error", "the model is overloaded (as scripted)")


def test_a_keyboard_interrupt_is_told_and_goes_on():
    log = Log()
    with pytest.raises(KeyboardInterrupt):
        ScriptedLLM([KeyboardInterrupt("stop")], callbacks=[log])("a")
    assert log.seen[1] == ("error", "stop")


def test_a_stream_tells_of_each_piece():
    log = Log()
    list(ScriptedLLM([["a", "b"]], callbacks=[log]).stream("x"))
    assert log.seen == [("start", "ScriptedLLM", ["x"]), ("token", "a"), ("token", "b"), ("end", "ab")]


def test_a_chat_model_is_told_as_text_to_handlers_that_know_only_texts():
    log = Log()
    ScriptedChatModel(["x"], callbacks=[log])([("system", "be brief"), ("human", "hi")])
    assert log.seen[0] == ("start", "ScriptedChatModel", ["System: be brief\nHuman: hi"])


def test_any_callable_is_a_handler_of_events():
    events: list[Event] = []
    ScriptedLLM(["x"])("a", callbacks=[events.append])
    assert [event.name for event in events] == ["on_llm_start", "on_llm_end"]
    assert events[0].arguments == ({"name": "ScriptedLLM"}, ["a"])
    assert events[0].details["run_id"] == events[1].details["run_id"]


def test_a_handler_need_not_take_the_details():
    seen = []

    class Bare:
        def on_llm_end(self, response):
            seen.append(response)

    ScriptedLLM(["x"])("a", callbacks=[Bare()])
    assert len(seen) == 1


def test_a_handler_can_ignore_a_family_of_events():
    class Deaf(Log):
        ignore_llm = True

    log = Deaf()
    ScriptedLLM(["x"])("a", callbacks=[log])
    assert log.seen == []


def test_the_usage_of_a_batch_is_told_once():
    totals = []

    class Sum(BaseCallbackHandler):
        def on_llm_end(self, response, **kwargs):
            totals.append(response.usage.total_tokens)

    result = ScriptedLLM(["one", "two"]).generate(["a", "b"], callbacks=[Sum()])
    assert totals == [result.usage.total_tokens, 0]


def test_a_manager_hands_its_handlers_and_its_run_to_the_call():
    log, manager = Log(), CallbackManager()
    manager.add_handler(log)
    run = start_run(None, manager)
    assert run.get_child().handlers == [log]
    assert run.get_child().parent_run_id == run.run_id


def test_only_handlers_of_the_call_are_handed_on():
    own, given = Log(), Log()
    run = start_run([own], [given])
    assert run.handlers == (own, given)
    assert run.get_child().handlers == [given]


def test_the_terminal_handler_prints_as_verbose_chains_do():
    out = io.StringIO()
    handler = StdOutCallbackHandler(file=out)
    handler.on_chain_start({"name": "LLMChain"}, {})
    handler.on_text(get_colored_text("hi", "green"), end="\n")
    handler.on_chain_end({})
    assert out.getvalue() == (
        "\n\n\x1b[1m> Entering new LLMChain chain...\x1b[0m\n"
        "\x1b[32;1m\x1b[1;3mhi\x1b[0m\n"
        "\n\x1b[1m> Finished chain.\x1b[0m\n"
    )


class Slow(BaseCallbackHandler):
    """An async handler, slower with each event that it is told."""

    def __init__(self):
        self.seen = []

    async def note(self, name):
        await asyncio.sleep(0.003 / (1 + len(self.seen)))
        self.seen.append(name)

    async def on_chain_start(self, serialized, inputs, **kwargs):
        await self.note("chain start")

    async def on_llm_start(self, serialized, prompts, **kwargs):
        await self.note("llm start")

    async def on_llm_new_token(self, token, **kwargs):
        await self.note(token)

    async def on_llm_end(self, response, **kwargs):
        await self.note("llm end")

    async def on_llm_error(self, error, **kwargs):
        await self.note("llm error")


def test_async_handlers_have_been_told_when_an_async_call_returns():
    handler = Slow()
    asyncio.run(ScriptedLLM(["x"]).apredict("a", callbacks=[handler]))
    assert handler.seen == ["llm start", "llm end"]


def test_async_handlers_are_told_of_a_failure_and_of_a_stream():
    failed, streamed = Slow(), Slow()

    async def ask():
        with pytest.raises(Exception, match="overloaded"):
            await FlakyLLM(["x"]).apredict("a", callbacks=[failed])
        assert [piece async for piece in ScriptedLLM([["p", "q"]]).astream("a", callbacks=[streamed])] == [
            "p",
            "q",
        ]

    asyncio.run(ask())
    assert failed.seen == ["llm start", "llm error"]
    assert streamed.seen == ["llm start", "p", "q", "llm end"]


def test_async_handlers_are_awaited_in_a_sync_call_too():
    handler = Slow()
    ScriptedLLM(["x"])("a", callbacks=[handler])
    assert handler.seen == ["llm start", "llm end"]


def test_the_old_name_of_callbacks_works_for_models_too():
    log = Log()
    with pytest.warns(DeprecationWarning, match="callback_manager is deprecated: use callbacks"):
        llm = ScriptedLLM(["x"], callback_manager=CallbackManager([log]))
    llm("a")
    assert len(log.seen) == 2


def test_who_listens_hears_all_that_is_called_in_the_block_once():
    log, llm = Log(), ScriptedLLM(["one", "two", "three"])
    with listening(log):
        llm("a", callbacks=[log])
        asyncio.run(llm.apredict("b"))
    llm("c")
    assert [kind for kind, *_ in log.seen] == ["start", "end", "start", "end"]
