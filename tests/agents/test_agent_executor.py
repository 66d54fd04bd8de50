import asyncio
import time

import pytest
from agent_doubles import TOOLS, act, add, conversational, search, zero_shot

from structout import ConfigError, OutputParserException
from structout.agents import (
    AgentAction,
    AgentExecutor,
    AgentFinish,
    BaseSingleActionAgent,
    ConversationalAgent,
    Tool,
    tool,
)
from structout.chains import LLMChain
from structout.llms import Generation
from structout.memory import ConversationBufferMemory
from structout.prompts import PromptTemplate
from structout.testing.doubles import ScriptedLLM

both = pytest.mark.parametrize(
    "call", [lambda ex, x: ex(x), lambda ex, x: asyncio.run(ex.acall(x))], ids=["sync", "async"]
)


@both
def test_tools_are_used_until_there_is_an_answer(call):
    executor, llm = zero_shot(act("search", "cats"), act("add", "a=1, b=2"), "Final Answer: 3 cats")
    outputs = call(executor, {"input": "How many?"})
    assert outputs == {"input": "How many?", "output": "3 cats", "stopped": "finished"}
    assert len(llm.prompts) == 3
    assert llm.prompts[2].endswith(
        "Question: How many?\nThought:I look.\nAction: search\nAction Input: cats\nObservation: found cats\nThought:"
        "I look.\nAction: add\nAction Input: a=1, b=2\nObservation: 3\nThought:"
    )
    assert llm.calls[0]["stop"] == ["\nObservation:", "\n\tObservation:"]


@both
def test_intermediate_steps_hold_what_tools_returned(call):
    executor, _ = zero_shot(act("add", "4"), "Final Answer: 5", return_intermediate_steps=True)
    steps = call(executor, "x")["intermediate_steps"]
    assert steps == [(AgentAction("add", "4", act("add", "4")), 5)]


@both
def test_an_action_with_a_final_answer_goes_back_and_no_tool_runs(call):
    ran = []
    calc = Tool("calc", lambda text: ran.append(text), "Calculates.")
    reply = "Thought: short\nAction: calc\nAction Input: 6*7\nFinal Answer: 42"
    executor, llm = zero_shot(reply, "Final Answer: 42", tools=[calc])
    assert call(executor, "6*7?")["output"] == "42"
    assert (ran, len(llm.prompts)) == ([], 2)
    assert "a step holds either an action or a final answer" in llm.prompts[1]


@both
def test_parse_errors_are_raised_where_that_is_wanted(call):
    reply = "Action: add\nAction Input: 1\nFinal Answer: 42"
    executor, _ = zero_shot(reply, handle_parsing_errors=False)
    with pytest.raises(OutputParserException, match="either an action or a final answer") as caught:
        call(executor, "x")
    assert caught.value.llm_output == reply


@pytest.mark.parametrize(
    ("handling", "told"),
    [
        (True, "found neither of them: 'hm'"),
        ("Try again.", "Observation: Try again.\n"),
        (lambda e: e.llm_output * 2, "hmhm"),
    ],
)
def test_what_the_model_is_told_of_a_step_that_cannot_be_read(handling, told):
    executor, llm = zero_shot("hm", "Final Answer: y", handle_parsing_errors=handling)
    assert executor.run("x") == "y"
    assert told in llm.prompts[1]
    assert "http" not in llm.prompts[1]


@both
def test_an_unknown_tool_is_an_observation_that_names_it(call):
    executor, llm = zero_shot(act("nosuch", "secret"), "Final Answer: y", max_iterations=2)
    assert call(executor, "x")["output"] == "y"
    assert "Observation: nosuch is not a valid tool, try one of [add, search, broken].\n" in llm.prompts[1]


@both
def test_arguments_that_do_not_fit_go_back_with_the_field_errors(call):
    executor, llm = zero_shot(act("add", '{"a": "many", "c": 1}'), "Final Answer: y")
    assert call(executor, "x")["output"] == "y"
    observation = llm.prompts[1].split("Observation: ")[-1]
    assert observation.startswith("The input of add does not fit: ")
    assert "$.a" in observation
    assert 'It should be {"a": <integer>, "b": <integer>} (b: may be left out)' in observation


@both
def test_what_a_tool_raises_is_an_observation(call):
    executor, llm = zero_shot(act("broken", "cats"), "Final Answer: y")
    assert call(executor, "x")["output"] == "y"
    assert (
        "Observation: LookupError: 'no cats today'\n" in llm.prompts[1] or "no cats today" in llm.prompts[1]
    )


@both
@pytest.mark.parametrize("fields", [{"handle_tool_errors": False}, {"tool_errors": (OSError,)}])
def test_what_a_tool_raises_is_raised_where_that_is_wanted(call, fields):
    executor, _ = zero_shot(act("broken", "cats"), **fields)
    with pytest.raises(LookupError, match="no cats today"):
        call(executor, "x")


def test_a_long_error_is_cut_before_the_model_sees_it():
    @tool
    def noisy(text: str) -> str:
        """Fails."""
        raise ValueError("x" * 100_000)

    executor, llm = zero_shot(act("noisy", "1"), "Final Answer: y", tools=[noisy])
    executor("x")
    assert llm.prompts[1].count("x") < 1_100


@both
def test_the_answer_of_a_direct_tool_is_the_output(call):
    @tool(return_direct=True)
    def shout(text: str) -> str:
        """Shouts."""
        return text.upper()

    executor, llm = zero_shot(act("shout", "hi"), tools=[shout], return_intermediate_steps=True)
    outputs = call(executor, "x")
    assert (outputs["output"], outputs["stopped"], len(llm.prompts)) == ("HI", "return_direct", 1)
    assert [observation for _, observation in outputs["intermediate_steps"]] == ["HI"]


@both
def test_the_step_limit_ends_a_run_with_a_fixed_text(call):
    executor, llm = zero_shot(*[act("add", "1")] * 3, max_iterations=2)
    outputs = call(executor, "x")
    assert outputs["output"] == "Agent stopped due to iteration limit or time limit."
    assert (outputs["stopped"], len(llm.prompts)) == ("max_iterations", 2)


@pytest.mark.parametrize(
    ("fields", "stopped"),
    [({"max_iterations": 0}, "max_iterations"), ({"max_execution_time": 0.0}, "max_execution_time")],
)
def test_no_room_at_all_means_no_call(fields, stopped):
    executor, llm = zero_shot("Final Answer: y", **fields)
    assert (executor("x")["stopped"], llm.prompts) == (stopped, [])


@both
def test_the_time_limit_ends_a_run(call):
    slow = Tool("slow", lambda text: time.sleep(0.05), "Sleeps.")
    executor, llm = zero_shot(
        *[act("slow", "1")] * 9, tools=[slow], max_execution_time=0.01, max_iterations=None
    )
    outputs = call(executor, "x")
    assert (outputs["stopped"], len(llm.prompts)) == ("max_execution_time", 1)


@both
@pytest.mark.parametrize(
    ("reply", "output"),
    [
        ("Final Answer: 441", "441"),
        ("It is 441.", "It is 441."),
        ("Action: add\nAction Input: 441", None),
        ("Action: add", None),
        ("Action: add\nAction Input: 1\nFinal Answer: 441", None),
        (Generation("Final Answer: 4", finish_reason="length"), None),
        ("", None),
    ],
)
def test_at_the_limit_the_model_may_be_asked_for_the_answer_but_an_action_is_none(call, reply, output):
    executor, llm = zero_shot(
        act("search", "rail"), reply, max_iterations=1, early_stopping_method="generate"
    )
    outputs = call(executor, "news and root?")
    assert (outputs["output"], outputs["stopped"]) == (output, "max_iterations")
    assert llm.prompts[1].endswith("I now need to return a final answer based on the previous steps:")


@both
def test_a_step_that_the_token_limit_cut_is_not_carried_out(call):
    cut = Generation(act("add", "a=1, b=2"), finish_reason="length")
    executor, llm = zero_shot(cut, "Final Answer: y", return_intermediate_steps=True)
    outputs = call(executor, "x")
    assert [action.tool for action, _ in outputs["intermediate_steps"]] == ["_Exception"]
    assert "cut off at the token limit" in llm.prompts[1]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (
            {"early_stopping_method": "ask"},
            "early_stopping_method should be one of `force` or `generate`, got 'ask'",
        ),
        ({"max_iterations": -1}, "max_iterations must not be negative"),
        ({"max_execution_time": -0.5}, "max_execution_time must not be negative"),
        ({"max_observation_length": -1}, "max_observation_length must not be negative"),
        ({"tools": [add]}, r"Allowed tools \(\['add', 'broken', 'search'\]\) different than provided tools"),
        ({"tools": [*TOOLS, Tool("add", len, "d")]}, "several tools are called 'add'"),
    ],
)
def test_what_does_not_fit_is_refused_at_construction(fields, message):
    executor, _ = zero_shot("x")
    with pytest.raises(ConfigError, match=message):
        AgentExecutor(**{"agent": executor.agent, "tools": TOOLS, **fields})


def test_any_tools_fit_an_agent_without_a_list():
    executor, _ = zero_shot("Final Answer: y", agent={"allowed_tools": None})
    assert AgentExecutor(agent=executor.agent, tools=[search]).run("x") == "y"


def test_a_conversation_goes_on_in_memory():
    memory = ConversationBufferMemory(memory_key="chat_history")
    executor, llm = conversational("AI: hello", act("add", "1"), "Thought: No\nAI: 2", memory=memory)
    assert [executor.run("hi"), executor.run("1+1?")] == ["hello", "2"]
    assert "Human: hi\nAI: hello\n\nNew input: 1+1?\n" in llm.prompts[1]
    assert memory.buffer == "Human: hi\nAI: hello\nHuman: 1+1?\nAI: 2"


def test_memory_is_told_the_answer_and_not_the_steps():
    memory = ConversationBufferMemory(memory_key="chat_history")
    executor, _ = conversational("AI: hello", memory=memory, return_intermediate_steps=True)
    executor("hi")
    assert memory.buffer == "Human: hi\nAI: hello"


def test_a_run_without_an_answer_leaves_no_turn():
    memory = ConversationBufferMemory(memory_key="chat_history")
    executor, _ = conversational(
        act("add", "1"), act("add", "2"), memory=memory, max_iterations=1, early_stopping_method="generate"
    )
    assert executor("hi")["output"] is None
    assert memory.buffer == ""


def test_another_ai_prefix_ends_the_run():
    executor, llm = conversational("Clerk: no", agent={"ai_prefix": "Clerk"})
    assert executor({"input": "x", "chat_history": ""})["output"] == "no"
    assert "\nClerk: your answer\n" in llm.prompts[0]
    assert executor.agent.finish_tool_name == "Clerk"


def test_braces_of_a_description_are_data():
    curly = Tool("curly", lambda text: text, 'Takes {"a": {x}} and {nothing}.')
    executor, llm = zero_shot("Final Answer: {y}", tools=[curly])
    assert executor.run("{z}") == "{y}"
    assert 'curly: Takes {"a": {x}} and {nothing}.' in llm.prompts[0]
    assert "Question: {z}\n" in llm.prompts[0]


def test_the_model_sees_only_the_last_steps_where_that_is_wanted():
    executor, llm = zero_shot(
        act("search", "a"), act("search", "b"), "Final Answer: y", trim_intermediate_steps=1
    )
    executor("x")
    assert "found b" in llm.prompts[2]
    assert "found a" not in llm.prompts[2]


def test_an_executor_is_a_chain_that_is_called_in_every_way():
    executor, _ = zero_shot(*["Final Answer: y"] * 4)
    assert executor.run(input="x") == "y"
    assert asyncio.run(executor.arun("x")) == "y"
    assert executor.invoke({"input": "x"})["output"] == "y"
    assert executor({"input": "x"}, return_only_outputs=True) == {"output": "y", "stopped": "finished"}


def test_run_needs_a_single_output():
    executor, _ = zero_shot("Final Answer: y", return_intermediate_steps=True)
    with pytest.raises(ConfigError, match="not exactly one output key"):
        executor.run("x")


class Recorder:
    def __init__(self):
        self.seen = []

    def __call__(self, event):
        first = event.arguments[0]
        about = first.get("name") if isinstance(first, dict) else getattr(first, "tool", None)
        self.seen.append((event.name, about) if about else event.name)


ORDER = [
    ("on_chain_start", "AgentExecutor"), ("on_chain_start", "LLMChain"), "on_text", ("on_llm_start", "ScriptedLLM"), "on_llm_end",
    "on_chain_end", ("on_agent_action", "add"), ("on_tool_start", "add"), "on_tool_end", ("on_chain_start", "LLMChain"),
    "on_text", ("on_llm_start", "ScriptedLLM"), "on_llm_end", "on_chain_end", "on_agent_finish", "on_chain_end",
]  # fmt: skip


def test_handlers_are_told_in_order():
    recorder = Recorder()
    executor, _ = zero_shot(act("add", "1"), "Final Answer: y")
    executor("x", callbacks=[recorder])
    assert recorder.seen == ORDER


def test_handlers_are_told_in_order_when_awaited():
    recorder = Recorder()
    executor, _ = zero_shot(act("add", "1"), "Final Answer: y")
    asyncio.run(executor.acall("x", callbacks=[recorder]))
    assert recorder.seen == ORDER


def test_handlers_are_told_of_tools_that_fail_and_of_steps_that_cannot_be_read():
    recorder = Recorder()
    executor, _ = zero_shot(act("broken", "1"), "hm", "Final Answer: y", callbacks=[recorder])
    executor("x")
    assert recorder.seen == [
        ("on_chain_start", "AgentExecutor"), ("on_agent_action", "broken"), ("on_tool_start", "broken"), "on_tool_error", "on_text",
        ("on_agent_action", "_Exception"), ("on_tool_start", "_Exception"), "on_tool_end", "on_agent_finish", "on_chain_end",
    ]  # fmt: skip


def test_verbose_runs_print_each_step(capsys):
    executor, _ = zero_shot(act("add", "1"), "Final Answer: y", verbose=True)
    executor("x")
    assert capsys.readouterr().out == (
        "\n\n\x1b[1m> Entering new AgentExecutor chain...\x1b[0m\n"
        "\x1b[32;1m\x1b[1;3mI look.\nAction: add\nAction Input: 1\x1b[0m\nObservation: \x1b[36;1m\x1b[1;3m2\x1b[0m\nThought:"
        "\x1b[32;1m\x1b[1;3mFinal Answer: y\x1b[0m\n\n\x1b[1m> Finished chain.\x1b[0m\n"
    )


def test_errors_of_the_model_pass_through_unchanged():
    executor, _ = zero_shot(KeyboardInterrupt("stop"))
    with pytest.raises(KeyboardInterrupt, match="stop"):
        executor("x")


def test_an_agent_of_ones_own_needs_only_plan():
    class Once(BaseSingleActionAgent):
        @property
        def input_keys(self):
            return ["q"]

        def plan(self, intermediate_steps, callbacks=None, **kwargs):
            done = [observation for _, observation in intermediate_steps]
            return AgentFinish({"output": done[0]}) if done else AgentAction("add", {"a": kwargs["q"]}, "")

    executor = AgentExecutor(agent=Once(), tools=[add])
    assert executor.run("4") == 5
    assert asyncio.run(executor.arun("4")) == 5


def test_a_prompt_without_a_place_for_the_steps_gets_one():
    chain = LLMChain(llm=ScriptedLLM(["AI: y"]), prompt=PromptTemplate.from_template("{input}"))
    with pytest.warns(UserWarning, match="no variable 'agent_scratchpad'"):
        agent = ConversationalAgent(llm_chain=chain)
    assert agent.input_keys == ["input"]
    assert agent.llm_chain.prompt.format(input="a", agent_scratchpad="b") == "a\nb"
    assert chain.prompt.template == "{input}"


def test_a_tool_that_cannot_be_called_here_is_no_observation():
    @tool
    async def later(text: str) -> str:
        """Waits."""
        return text

    async def inside():
        zero_shot(act("later", "x"), tools=[later])[0]("x")

    with pytest.raises(ConfigError, match="call the agent with acall or arun"):
        asyncio.run(inside())


def test_an_executor_as_data_names_its_tools():
    data = zero_shot("x", handle_tool_errors=str)[0].dict()
    assert data["tools"][1] == {"name": "search", "description": "Finds things."}
    assert (data["agent"]["_type"], data["handle_tool_errors"]) == ("zero-shot-react-description", True)


def test_tools_that_wait_do_so_together_in_several_runs():
    @tool
    async def nap(text: str) -> str:
        """Waits until five are waiting."""
        await asyncio.wait_for(gates[0].wait(), 20)
        return text

    async def all_of_them():
        gates.append(asyncio.Barrier(5))
        runs = [zero_shot(act("nap", "x"), f"Final Answer: {n}", tools=[nap])[0] for n in range(5)]
        return await asyncio.gather(*(run.arun("x") for run in runs))

    gates: list[asyncio.Barrier] = []
    assert asyncio.run(all_of_them()) == ["0", "1", "2", "3", "4"]
