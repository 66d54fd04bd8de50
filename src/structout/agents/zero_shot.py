"""ZeroShotAgent: answers one question, with tools and without memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from structout.agents.agent import Agent, AgentOutputParser
from structout.agents.prompting import agent_prompt, refuse_unknown
from structout.agents.step_text import read_step
from structout.agents.tools import as_tools
from structout.agents.values import Decision
from structout.prompts import PromptTemplate

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
class MRKLOutputParser:
    """Reads a step: a tool, or the final answer.

    Attributes:
        return_value: the name of the answer.
    """

    return_value: str = "output"

    def get_format_instructions(self) -> str:
        """How a step is written, as a template."""
        return FORMAT_INSTRUCTIONS

    def parse(self, text: str) -> Decision:
        """Read a step.

        Raises:
            OutputParserException: it holds neither a tool nor an answer, or both.
        """
        return read_step(text, FINAL_ANSWER, self.return_value)


class ZeroShotAgent(Agent):
    """Answers one question: thinks, uses tools, and ends with ``Final Answer:``."""

    @property
    def _agent_type(self) -> str:
        return "zero-shot-react-description"

    @property
    def observation_prefix(self) -> str:
        """What stands before an observation."""
        return "Observation: "

    @property
    def llm_prefix(self) -> str:
        """What stands before the model's next thought."""
        return "Thought:"

    @classmethod
    def _get_default_output_parser(cls, **kwargs: Any) -> AgentOutputParser:
        return MRKLOutputParser()

    def _step_parser(self) -> AgentOutputParser | None:
        return MRKLOutputParser(self.return_values[0]) if self.output_parser is None else self.output_parser

    @classmethod
    def create_prompt(
        cls,
        tools: Sequence[Any],
        prefix: str = PREFIX,
        suffix: str = SUFFIX,
        format_instructions: str = FORMAT_INSTRUCTIONS,
        input_variables: list[str] | None = None,
        **unknown: Any,
    ) -> PromptTemplate:
        """The prompt that tells the model of the tools.

        Args:
            tools: the tools.
            prefix: what stands before them.
            suffix: what stands at the end.
            format_instructions: how a step is written, with the slot ``tool_names``.
            input_variables: the variables, by default ``input`` and ``agent_scratchpad``.
            unknown: nothing else.

        Raises:
            ConfigError: there is something else.
        """
        refuse_unknown(unknown)
        return agent_prompt(
            as_tools(tools),
            prefix=prefix,
            format_instructions=format_instructions,
            suffix=suffix,
            bullet="",
            input_variables=input_variables,
        )
