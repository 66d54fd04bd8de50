import asyncio
from typing import Any

import pytest
from pydantic import BaseModel

from structout.chains import Chain, LLMChain
from structout.errors import ConfigError
from structout.llms import BaseCallbackHandler, CallbackManager, set_verbose
from structout.memory import BaseMemory
from structout.prompts import PromptTemplate
from structout.testing.doubles import ScriptedLLM


class Join(Chain, BaseModel):
    """A chain in the style of 2023: BaseModel second, no run_manager."""

    fails: Any = None

    @property
    def input_keys(self):
        return ["a", "b"]

    @property
    def output_keys(self):
        return ["ab"]

    def _call(self, inputs):
        if self.fails is not None:
            raise self.fails
        return {"ab": f"{inputs['a']}{inputs['b']}"}


class Notes(BaseMemory, BaseModel):
    """A memory in the style of 2023; its default is a mutable one of the class."""

    notes: list[str] = []
    log: Any = None

    @property
    def memory_variables(self):
        return ["b"]

    def load_memory_variables(self, inputs):
        self.note("load", dict(inputs))
        return {"b": "".join(self.notes)}

    def save_context(self, inputs, outputs):
        self.note("save", dict(inputs), dict(outputs))
        self.notes.append(outputs["ab"])

    def note(self, *event):
        if self.log is not None:
            self.log.append(event)

    def clear(self):
        self.notes.clear()


class Log(BaseCallbackHandler):
    def __init__(self, log=None):
        self.log = [] if log is None else log

    def on_chain_start(self, serialized, inputs, **kwargs):
        self.log.append(("start", serialized["name"], dict(inputs)))

    def on_chain_end(self, outputs, **kwargs):
        self.log.append(("end", dict(outputs)))

    def on_chain_error(self, error, **kwargs):
        self.log.append(("error", repr(error)))


def test_a_call_returns_inputs_and_outputs_in_a_new_dict():
    inputs = {"a": 1, "b": 2, "more": 3}
    assert Join()(inputs) == {"a": 1, "b": 2, "more": 3, "ab": "12"}
    assert inputs == {"a": 1, "b": 2, "more": 3}


def test_only_the_outputs_are_returned_on_request():
    assert Join()({"a": 1, "b": 2}, return_only_outputs=True) == {"ab": "12"}


@pytest.mark.parametrize("call", [lambda chain, x: chain(x), lambda chain, x: asyncio.run(chain.acall(x))])
def test_memory_is_read_before_the_start_and_written_after_the_end(call):
    log: list[Any] = []
    chain = Join(memory=Notes(log=log), callbacks=[Log(log)])
    assert call(chain, {"a": "x"}) == {"a": "x", "b": "", "ab": "x"}
    assert log == [
        ("load", {"a": "x"}),
        ("start", "Join", {"a": "x", "b": ""}),
        ("end", {"ab": "x"}),
        ("save", {"a": "x", "b": ""}, {"ab": "x"}),
    ]


@pytest.mark.parametrize("error", [RuntimeError("down"), KeyboardInterrupt()])
def test_a_failed_call_is_told_raised_unchanged_and_not_remembered(error):
    log = Log()
    chain = Join(memory=Notes(notes=["kept"]), callbacks=[log], fails=error)
    with pytest.raises(type(error)) as caught:
        chain("x")
    assert caught.value is error
    assert [kind for kind, *_ in log.log] == ["start", "error"]
    assert chain.memory.notes == ["kept"]


@pytest.mark.parametrize("call", [lambda chain, x: chain(x), lambda chain, x: asyncio.run(chain.acall(x))])
def test_a_missing_input_is_named_and_told(call):
    log = Log()
    with pytest.raises(ValueError, match=r"Missing some input keys: {'b'}; given were {'a'}"):
        call(Join(callbacks=[log]), {"a": 1})
    assert [event[:3] for event in log.log] == [
        ("start", "Join", {"a": 1}),
        ("error", "ConfigError(\"Missing some input keys: {'b'}; given were {'a'}\")"),
    ]


def test_a_single_value_is_the_one_input_that_memory_does_not_give():
    assert Join(memory=Notes(notes=["n"]))("x")["ab"] == "xn"
    assert Join(memory=Notes())(None)["a"] is None


def test_a_single_value_for_several_inputs_is_an_error_that_names_them():
    message = (
        r"A single string input was passed in, .*multiple inputs \({'a', 'b'}\).*Missing some input keys:"
    )
    with pytest.raises(ValueError, match=message):
        Join()("x")


class Forgetful(Join):
    @property
    def output_keys(self):
        return ["ab", "c"]


@pytest.mark.parametrize("call", [lambda chain, x: chain(x), lambda chain, x: asyncio.run(chain.acall(x))])
def test_a_missing_output_is_named_and_told(call):
    log = Log()
    with pytest.raises(ValueError, match=r"Missing some output keys: {'c'}; the chain gave {'ab'}"):
        call(Forgetful(callbacks=[log]), {"a": 1, "b": 2})
    assert [kind for kind, *_ in log.log] == ["start", "error"]


class Broken(Notes):
    def load_memory_variables(self, inputs):
        return {}


def test_a_memory_that_does_not_load_what_it_promises_is_named():
    with pytest.raises(ValueError, match=r"Broken promises the variables {'b'} and did not load them"):
        Join(memory=Broken())("x")


def test_two_chains_never_share_a_default_memory():
    first, second = Join(memory=Notes()), Join(memory=Notes())
    first("x")
    assert (first.memory.notes, second.memory.notes) == (["x"], [])


def test_run_takes_one_value_one_dict_or_keywords():
    chain = Join(memory=Notes())
    assert [chain.run("x"), chain.run({"a": "y"}), chain.run(a="z")] == ["x", "yx", "zxyx"]


@pytest.mark.parametrize(
    ("args", "kwargs", "message"),
    [
        ((1, 2), {}, "supports only one positional argument"),
        ((1,), {"a": 1}, "but not both"),
        ((), {}, "but none were provided"),
    ],
)
def test_run_and_arun_refuse_other_arguments_alike(args, kwargs, message):
    with pytest.raises(ValueError, match=f"`run` .*{message}"):
        Join().run(*args, **kwargs)
    with pytest.raises(ValueError, match=f"`arun` .*{message}"):
        asyncio.run(Join().arun(*args, **kwargs))


def test_run_refuses_a_chain_with_several_outputs():
    with pytest.raises(ValueError, match="not exactly one output key"):
        Forgetful().run(a=1, b=2)


def test_apply_runs_the_chain_for_each_of_the_inputs():
    assert Join(memory=Notes()).apply(["x", "y"])[1] == {"a": "y", "b": "x", "ab": "yx"}


class Managed(Join):
    def _call(self, inputs, run_manager=None):
        run_manager.on_text("hi", end="!")
        inner = Join(callbacks=None)(inputs, callbacks=run_manager.get_child())
        return {"ab": inner["ab"]}


def test_handlers_of_a_call_see_the_chains_inside_and_those_of_the_chain_do_not():
    own, given = Log(), Log()
    Managed(callbacks=[own])({"a": 1, "b": 2}, callbacks=[given])
    assert [event[1] for event in given.log if event[0] == "start"] == ["Managed", "Join"]
    assert [event[1] for event in own.log if event[0] == "start"] == ["Managed"]


class Dual(Join):
    async def _acall(self, inputs, run_manager=None):
        return {"ab": "async"}


def test_an_async_call_is_used_where_there_is_one_and_a_thread_where_not():
    assert asyncio.run(Dual().arun(a=1, b=2)) == "async"
    assert asyncio.run(Join().arun(a=1, b=2)) == "12"


def test_the_old_name_of_callbacks_works_with_a_warning():
    log = Log()
    with pytest.warns(DeprecationWarning, match="callback_manager is deprecated"):
        chain = Join(callback_manager=CallbackManager([log]))
    chain({"a": 1, "b": 2})
    assert len(log.log) == 2


def test_callbacks_by_both_names_are_an_error():
    with pytest.raises(ConfigError, match="Cannot specify both callback_manager and callbacks"):
        Join(callback_manager=CallbackManager(), callbacks=[])


def test_a_verbose_chain_prints_its_prompt_and_its_end(capsys):
    LLMChain(llm=ScriptedLLM(["yes"]), prompt=PromptTemplate(template="Is {x}?"), verbose=True).run("it")
    assert capsys.readouterr().out == (
        "\n\n\x1b[1m> Entering new LLMChain chain...\x1b[0m\n"
        "Prompt after formatting:\n\x1b[32;1m\x1b[1;3mIs it?\x1b[0m\n"
        "\n\x1b[1m> Finished chain.\x1b[0m\n"
    )


def test_the_global_setting_makes_chains_verbose_that_do_not_say(capsys):
    set_verbose(True)
    try:
        Join()({"a": 1, "b": 2})
        Join(verbose=False)({"a": 1, "b": 2})
    finally:
        set_verbose(False)
    assert capsys.readouterr().out.count("> Entering new Join chain...") == 1


def test_a_chain_without_a_type_cannot_be_saved_and_its_data_says_none(tmp_path):
    assert "_type" not in Join().dict()
    with pytest.raises(NotImplementedError, match="Join has no _chain_type"):
        Join().save(tmp_path / "c.json")


def test_tags_and_metadata_reach_the_handlers():
    events = []
    Join(tags=["t"], metadata={"m": 1})({"a": 1, "b": 2}, callbacks=[events.append])
    assert (events[0].details["tags"], events[0].details["metadata"]) == (["t"], {"m": 1})


class Awaiting(BaseCallbackHandler):
    def __init__(self):
        self.log = []

    async def on_chain_start(self, serialized, inputs, **kwargs):
        self.log.append("start")

    async def on_chain_end(self, outputs, **kwargs):
        self.log.append("end")

    async def on_chain_error(self, error, **kwargs):
        self.log.append("error")


def test_async_handlers_have_been_told_when_an_async_call_of_a_chain_ends():
    told, failed = Awaiting(), Awaiting()
    asyncio.run(Join().acall({"a": 1, "b": 2}, callbacks=[told]))
    with pytest.raises(RuntimeError):
        asyncio.run(Join(fails=RuntimeError("down")).acall({"a": 1, "b": 2}, callbacks=[failed]))
    assert (told.log, failed.log) == (["start", "end"], ["start", "error"])
