"""What the model sees of a tool that returns a great deal."""

import asyncio

import pytest
from agent_doubles import act, zero_shot

from structout.agents import Tool

both = pytest.mark.parametrize(
    "call", [lambda ex, x: ex(x), lambda ex, x: asyncio.run(ex.acall(x))], ids=["sync", "async"]
)

LONG = "word " * 10_000


@both
def test_the_model_sees_the_beginning_of_a_long_observation_and_how_much_was_cut(call):
    books = Tool("books", lambda text: LONG, "Gives whole books.")
    executor, llm = zero_shot(
        act("books", "x"), "Final Answer: y", tools=[books], return_intermediate_steps=True
    )
    steps = call(executor, "x")["intermediate_steps"]
    shown = llm.prompts[1].split("Observation: ")[-1]
    assert shown == LONG[:10_000] + "\n[cut off: these are the first 10000 of 50000 characters]\nThought:"
    assert steps[0][1] == LONG


@pytest.mark.parametrize(("longest", "seen"), [(None, 50_000), (50_000, 50_000), (49_999, 49_999), (0, 0)])
def test_how_much_of_an_observation_the_model_sees_can_be_set(longest, seen):
    books = Tool("books", lambda text: "x" * 50_000, "Gives whole books.")
    executor, llm = zero_shot(
        act("books", "1"), "Final Answer: y", tools=[books], max_observation_length=longest
    )
    executor("?")
    shown = llm.prompts[1].split("Observation: ")[-1]
    assert shown.startswith("x" * seen)
    assert ("cut off" in shown) is (seen < 50_000)


@both
def test_a_last_request_for_an_answer_is_as_short_as_the_others(call):
    books = Tool("books", lambda text: LONG, "Gives whole books.")
    executor, llm = zero_shot(
        act("books", "a"), act("books", "b"), "Final Answer: y",
        tools=[books], max_iterations=2, early_stopping_method="generate", trim_intermediate_steps=1,
        max_observation_length=4,
    )  # fmt: skip
    call(executor, "x")
    assert "Action Input: a" not in llm.prompts[2]
    assert "Observation: word\n[cut off: these are the first 4 of 50000 characters]" in llm.prompts[2]
