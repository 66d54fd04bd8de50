"""The whole loop with a real model, which is small: worked examples as turns and a grammar keep it to the protocol."""

import pytest

from structout.agents import AgentExecutor, ZeroShotAgent, tool
from structout.chains import LLMChain
from structout.prompts import ChatPromptTemplate

pytestmark = pytest.mark.local_model

GRAMMAR = r"""
root ::= sum | letters | final
sum ::= "Action: add\nAction Input: {\"a\": " [0-9]{1,4} ", \"b\": " [0-9]{1,4} "}"
letters ::= "Action: count_letters\nAction Input: " [a-z]{1,20}
final ::= "Final Answer: " [^\n]{1,40}
"""
SUM = 'Action: add\nAction Input: {{"a": 3, "b": 4}}'
LETTERS = "Action: count_letters\nAction Input: tree"
PROMPT = ChatPromptTemplate.from_messages(
    [
        (
            "system",
            "You answer with an Action and an Action Input, or with a Final Answer. Tools: add, count_letters.",
        ),
        ("human", "Question: What is 3 plus 4?\n"),
        ("ai", SUM),
        ("human", f"Question: What is 3 plus 4?\n{SUM}\nObservation: 7\n"),
        ("ai", "Final Answer: 7"),
        ("human", "Question: How many letters has the word tree?\n"),
        ("ai", LETTERS),
        ("human", f"Question: How many letters has the word tree?\n{LETTERS}\nObservation: 4\n"),
        ("ai", "Final Answer: 4"),
        ("human", "Question: {input}\n{agent_scratchpad}"),
    ]
)


@tool
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@tool
def count_letters(word: str) -> int:
    """Counts the letters of a word."""
    return len(word)


class Terse(ZeroShotAgent):
    @property
    def llm_prefix(self):
        return ""


def executor(llm, **options):
    agent = Terse(llm_chain=LLMChain(llm=llm, prompt=PROMPT, llm_kwargs=options))
    return AgentExecutor(
        agent=agent, tools=[add, count_letters], return_intermediate_steps=True, max_iterations=4
    )


@pytest.mark.parametrize(
    ("question", "used", "observed", "answer"),
    [
        ("What is 12 plus 30?", "add", 42, "42"),
        ("How many letters has the word elephant?", "count_letters", 8, "8"),
    ],
)
def test_a_real_model_uses_the_tool_and_answers_with_what_it_observed(
    smollm, question, used, observed, answer
):
    outputs = executor(smollm, grammar=GRAMMAR)(question)
    action, observation = outputs["intermediate_steps"][0]
    assert (action.tool, observation) == (used, observed)
    assert (outputs["stopped"], outputs["output"]) == ("finished", answer)


def test_without_a_grammar_each_step_is_used_or_explained(smollm):
    outputs = executor(smollm)("What is 12 plus 30?")
    told = ("does not fit", "Could not parse LLM output", "is not a valid tool", "cut off")
    for _, observation in outputs["intermediate_steps"]:
        assert isinstance(observation, int) or any(words in observation for words in told)
    assert outputs["stopped"] in ("finished", "max_iterations")
