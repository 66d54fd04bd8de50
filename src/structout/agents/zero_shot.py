"""ZeroShotAgent: answers one question, with tools and without memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from structout.agents.agent import AgentOutputParser
from structout.agents.react import ReactAgent, ReactOutputParser, Wording

FINAL_ANSWER: Final = "Final Answer"
"""The label of the answer."""

PREFIX: Final = "Answer the question below as well as you can. You may use these tools:"
"""The beginning of the prompt; ours to word."""

FORMAT_INSTRUCTIONS: Final = """Write in this form:

Question: the question that has to be answered
Thought: what to do next, in a few words
Action: the tool to use, one of [{tool_names}]
Action Input: the input of the tool
Observation: what the tool returned
... (Thought, Action, Action Input and Observation as often as needed)
Thought: I know the answer
Final Answer: the answer to the question"""
"""How a step is written; with the slot ``tool_names``."""

SUFFIX: Final = """Begin!

Question: {input}
Thought:{agent_scratchpad}"""
"""The end of the prompt."""


@dataclass(frozen=True, slots=True)
class MRKLOutputParser(ReactOutputParser):
    """Reads a step: a tool, or the final answer."""

    instructions: ClassVar[str] = FORMAT_INSTRUCTIONS

    @property
    def label(self) -> str:
        """The label of the answer."""
        return FINAL_ANSWER


class ZeroShotAgent(ReactAgent):
    """Answers one question: thinks, uses tools, and ends with ``Final Answer:``."""

    wording: ClassVar[Wording] = Wording(PREFIX, FORMAT_INSTRUCTIONS, SUFFIX)

    @property
    def _agent_type(self) -> str:
        return "zero-shot-react-description"

    @classmethod
    def _get_default_output_parser(cls, **kwargs: Any) -> AgentOutputParser:
        return MRKLOutputParser(**kwargs)
