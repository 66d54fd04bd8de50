"""Tools and agents for the tests."""

from structout.agents import AgentExecutor, ConversationalAgent, ZeroShotAgent, tool
from structout.testing.doubles import ScriptedLLM


@tool
def add(a: int, b: int = 1) -> int:
    """Adds two numbers."""
    return a + b


@tool
def search(query: str) -> str:
    """Finds things."""
    return f"found {query}"


@tool
def broken(query: str) -> str:
    """Never works."""
    raise LookupError(f"no {query} today")


TOOLS = [add, search, broken]


def zero_shot(*replies, tools=TOOLS, agent=None, **fields):
    llm = ScriptedLLM(list(replies))
    made = ZeroShotAgent.from_llm_and_tools(llm, tools, **(agent or {}))
    return AgentExecutor.from_agent_and_tools(made, tools, **fields), llm


def conversational(*replies, tools=TOOLS, agent=None, **fields):
    llm = ScriptedLLM(list(replies))
    made = ConversationalAgent.from_llm_and_tools(llm, tools, **(agent or {}))
    return AgentExecutor.from_agent_and_tools(made, tools, **fields), llm


def act(tool, text):
    return f"I look.\nAction: {tool}\nAction Input: {text}"
