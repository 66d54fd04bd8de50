from contextlib import suppress

import pytest
from hypothesis import given, settings, strategies as st

from counting import coming_to_an_end, function_calls
from structout import OutputParserException
from structout.agents import AgentAction, AgentFinish
from structout.agents.step_text import holds_action, read_step


@pytest.mark.parametrize(
    ("text", "tool", "tool_input"),
    [
        ("Action: T\nAction Input: x", "T", "x"),
        (" Thought: why\nAction: T\nAction Input: x", "T", "x"),
        ('Action: T \nAction Input:  "x" ', "T", "x"),
        ('Action: T\nAction Input: "a", "b"', "T", '"a", "b"'),
        ("Action: T\nAction Input: x\ny\n\nz\n", "T", "x\ny\n\nz"),
        ("Action: T\nAction Input:", "T", ""),
        ("Action: T Action Input: x", "T", "x"),
        ("Action: T\n\nAction Input:\nx", "T", "x"),
        ("**Action:** T\n**Action Input:** x", "T", "x"),
        ("action 1: T\nACTION INPUT 1: x", "T", "x"),
        ("> - Action: T\n> - Action Input: x", "T", "x"),
        ("Action: T\nAction Input: who said AI: x", "T", "who said AI: x"),
        ("Action: T\nAction Input: x\nObservation: y\nThought: z\nAI: made up", "T", "x"),
        ("Action: T\r\nAction Input: x\r\n", "T", "x"),
    ],
)
def test_a_tool_and_its_input(text, tool, tool_input):
    decision = read_step(text, "AI")
    assert isinstance(decision, AgentAction)
    assert (decision.tool, decision.tool_input) == (tool, tool_input)


@pytest.mark.parametrize(
    ("text", "tool_input"),
    [
        ('Action: {"action": "T", "action_input": {"q": "x"}}', {"q": "x"}),
        ('Action:\n```json\n{\n  "action": "T",\n  "action_input": "x"\n}\n```\nObservation: y', "x"),
        ('Thought: a\nAction:\n```\n{"action": "T", "action_input": "the action input: x"}\n```', "the action input: x"),
        ("Action: {'action': 'T', 'action_input': 'x',}", "x"),
        ('Action: {"action": "T", "action_input": [1, "é"]}', '[1, "é"]'),
        ('Action: {"action": "T", "action_input": null}', ""),
    ],
)  # fmt: skip
def test_a_tool_and_its_input_in_one_object(text, tool_input):
    decision = read_step(text, "Final Answer")
    assert isinstance(decision, AgentAction)
    assert (decision.tool, decision.tool_input) == ("T", tool_input)


@pytest.mark.parametrize("label", ["Final Answer", "AI"])
def test_an_answer_in_one_object(label):
    step = read_step('Action:\n```\n{"action": "Final Answer", "action_input": "42"}\n```', label)
    assert isinstance(step, AgentFinish)
    assert step.return_values == {"output": "42"}


@pytest.mark.parametrize(
    "body",
    [
        '{"action": "T"}',
        '{"action": "T", "action_input": "x',
        '{"action": "T", "action": "U", "action_input": "x"}',
        '{"action": "T", "action_input": "x", "then": "y"}',
        '{"action": "T", "action_input": "x"}\n{"action": "U", "action_input": "x"}',
    ],
)
def test_an_object_that_is_not_just_one_tool_and_its_input(body):
    with pytest.raises(OutputParserException, match="Missing 'Action Input:'"):
        read_step(f"Action: {body}", "Final Answer")


def test_a_step_that_begins_with_an_observation_is_shown():
    with pytest.raises(OutputParserException, match="neither of them: 'Observation: 42'") as caught:
        read_step("Observation: 42", "Final Answer")
    assert caught.value.llm_output == ""


def test_what_the_model_observed_by_itself_is_not_in_the_log():
    step = read_step("Action: T\nAction Input: x\nObservation: 42\nFinal Answer: 42", "Final Answer")
    assert step == AgentAction("T", "x", "Action: T\nAction Input: x")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("AI: hello", "hello"),
        ("Thought: Do I need a tool? No\nAI: hello\nthere", "hello\nthere"),
        ("Do I need a tool? No AI: hello", "hello"),
        ("AI: I said:\nAI: hello", "I said:\nAI: hello"),
        ("Action: None\nAI: hello", "hello"),
        ("AI: hello\nObservation: x", "hello"),
        ("AI:", ""),
    ],
)
def test_an_answer(text, answer):
    decision = read_step(text, "AI")
    assert isinstance(decision, AgentFinish)
    assert decision.return_values == {"output": answer}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("I do not know", "expected 'Action:' and 'Action Input:', or 'Final Answer:' with the answer"),
        ("", "found neither"),
        ("Action: T\nThought: x", "Missing 'Action Input:' after 'Action:'"),
        ("Thought: T\nAction Input: x", "found neither"),
        ("Action: T\nAction Input: x\nFinal Answer: y", "either an action or a final answer"),
        ("Final Answer: y\nAction: T\nAction Input: x", "either an action or a final answer"),
        ("Action: T\nAction Input: x Final Answer: y", "either an action or a final answer"),
        ("Action: T\nAction Input: x\nAction: U\nAction Input: y", "found 2 actions"),
    ],
)
def test_no_step(text, message):
    with pytest.raises(OutputParserException, match="Could not parse LLM output") as caught:
        read_step(text, "Final Answer")
    assert message in str(caught.value)
    assert caught.value.llm_output == text


@pytest.mark.parametrize(
    ("text", "holds"),
    [("Action: T", True), ("42", False), ("Action Input: x", True), ("the action: run", False)],
)
def test_whether_a_text_holds_an_action(text, holds):
    assert holds_action(text) is holds


def refused(text):
    with pytest.raises(OutputParserException):
        read_step(text, "Final Answer")


@pytest.mark.parametrize(
    "unit",
    [
        "Thought: a\n",
        "Action: f\n",
        "Action ",
        "Action:",
        " \t>*_",
        "Action Input",
        'Action: {"',
        "Action: ``` ",
        "\n",
        "Final Answer ",
        "a",
    ],
)
@pytest.mark.parametrize("end", ["Action: f\n", ""])
def test_work_grows_with_the_text(unit, end):
    with coming_to_an_end():
        small, large = (function_calls(refused, unit * size + end) for size in (1_000, 4_000))
        refused((unit * 200_000)[:200_000] + end)
    assert large < 5 * small + 100


PIECES = st.sampled_from(
    [
        "Thought: ",
        "Action: ",
        "Action Input: ",
        "Observation: ",
        "Final Answer: ",
        "AI: ",
        "\n",
        " ",
        "x",
        '"',
        "`",
        "**",
        "None",
    ]
)


@settings(max_examples=100, deadline=None)
@given(text=st.lists(PIECES, max_size=20).map("".join) | st.text(max_size=40))
def test_a_step_is_read_or_refused_and_its_log_is_what_was_said(text):
    decision = None
    with suppress(OutputParserException):
        decision = read_step(text, "Final Answer")
    if decision is None:
        return
    assert text.startswith(decision.log)
    answer = decision.tool_input if isinstance(decision, AgentAction) else decision.return_values["output"]
    assert answer in text
