"""A run that is followed while it goes on."""

import asyncio

import pytest
from agent_doubles import act, conversational, zero_shot

from structout.agents import AgentAction, AgentFinish, AgentStep, Tool
from structout.memory import ConversationBufferMemory


def followed(executor, value, **options):
    return list(executor.stream(value, **options))


def afollowed(executor, value, **options):
    async def follow():
        return [event async for event in executor.astream(value, **options)]

    return asyncio.run(follow())


either = pytest.mark.parametrize("follow", [followed, afollowed], ids=["sync", "async"])


@either
def test_a_run_can_be_followed_step_by_step(follow):
    names = []
    executor, _ = zero_shot(act("add", "1"), act("broken", "x"), "Final Answer: 2")
    first, second = AgentAction("add", "1", act("add", "1")), AgentAction("broken", "x", act("broken", "x"))
    assert follow(executor, "1+1?", callbacks=[lambda event: names.append(event.name)]) == [
        first,
        AgentStep(first, 2),
        second,
        AgentStep(second, "LookupError: no x today"),
        AgentFinish({"output": "2", "stopped": "finished"}, "Final Answer: 2"),
    ]
    assert (names[0], names[-2:]) == ("on_chain_start", ["on_agent_finish", "on_chain_end"])


@either
def test_the_last_that_is_told_are_the_outputs_of_a_call(follow):
    fields = {"max_iterations": 1, "return_intermediate_steps": True}
    executor, again = (zero_shot(act("add", "1"), **fields)[0] for _ in range(2))
    assert follow(executor, "x")[-1].return_values == again("x", return_only_outputs=True)


@either
def test_memory_has_the_turn_before_the_outputs_are_told(follow):
    memory = ConversationBufferMemory(memory_key="chat_history")
    executor, _ = conversational("AI: hello", memory=memory)
    follow(executor, {"input": "hi"})
    assert memory.buffer == "Human: hi\nAI: hello"


def test_of_a_run_that_is_left_early_memory_keeps_nothing():
    memory = ConversationBufferMemory(memory_key="chat_history")
    executor, _ = conversational(act("add", "1"), "AI: 2", memory=memory)
    events = executor.stream("1+1?")
    assert isinstance(next(events), AgentAction)
    events.close()
    assert (memory.buffer, executor.run("hi")) == ("", "2")


def test_tools_run_only_as_far_as_a_run_is_followed():
    ran = []
    note = Tool("note", ran.append, "Notes.")
    executor, llm = zero_shot(act("note", "a"), act("note", "b"), "Final Answer: y", tools=[note])
    events = executor.stream("x")
    assert (next(events).tool, ran) == ("note", [])
    assert (next(events).action.tool, ran, len(llm.prompts)) == ("note", ["a"], 1)
