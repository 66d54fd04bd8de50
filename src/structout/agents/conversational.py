"""ConversationalAgent: a conversation in which the model may look things up before it answers."""

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

PREFIX: Final = """You are an assistant in a conversation with a person. Answer helpfully and truthfully, in as many \
words as the question needs. What you do not know, look up with one of the tools below, or say that you do not know it. \
Never make up what a tool would return.

TOOLS:
------

These tools are at your disposal:"""
"""The beginning of the prompt; ours to word."""

FORMAT_INSTRUCTIONS: Final = """To use a tool, write exactly this and stop:

```
Thought: Do I need a tool? Yes
Action: the tool, one of [{tool_names}]
Action Input: the input of the tool
Observation: what the tool returned
```

To say something to the {human_prefix}, or when no tool is needed, write exactly this:

```
Thought: Do I need a tool? No
{ai_prefix}: your answer
```

Each time it is one of the two, never both."""
"""How a step is written; with the slots ``tool_names``, ``ai_prefix`` and ``human_prefix``."""

SUFFIX: Final = """Let us begin!

The conversation so far:
{chat_history}

New input: {input}
{agent_scratchpad}"""
"""The end of the prompt."""


@dataclass(frozen=True, slots=True)
class ConvoOutputParser:
    """Reads a step of a conversation: a tool, or what is said to the person.

    Attributes:
        ai_prefix: the label of what is said.
        return_value: the name of the answer.
    """

    ai_prefix: str = "AI"
    return_value: str = "output"

    def get_format_instructions(self) -> str:
        """How a step is written, as a template."""
        return FORMAT_INSTRUCTIONS

    def parse(self, text: str) -> Decision:
        """Read a step.

        Raises:
            OutputParserException: it holds neither a tool nor an answer, or both.
        """
        return read_step(text, self.ai_prefix, self.return_value)


class ConversationalAgent(Agent):
    """Talks with a person and uses tools in between.

    Attributes:
        ai_prefix: the label of what the agent says, and its ``finish_tool_name``.
    """

    ai_prefix: str = "AI"

    @property
    def _agent_type(self) -> str:
        return "conversational-react-description"

    @property
    def observation_prefix(self) -> str:
        """What stands before an observation."""
        return "Observation: "

    @property
    def llm_prefix(self) -> str:
        """What stands before the model's next thought."""
        return "Thought:"

    @property
    def finish_tool_name(self) -> str:
        """The label of what the agent says."""
        return self.ai_prefix

    def _step_parser(self) -> AgentOutputParser | None:
        own = ConvoOutputParser(self.ai_prefix, self.return_values[0])
        return own if self.output_parser is None else self.output_parser

    @classmethod
    def _get_default_output_parser(cls, ai_prefix: str = "AI", **kwargs: Any) -> AgentOutputParser:
        return ConvoOutputParser(ai_prefix)

    @classmethod
    def _prompt_fields(cls) -> tuple[str, ...]:
        return ("ai_prefix",)

    @classmethod
    def create_prompt(
        cls,
        tools: Sequence[Any],
        prefix: str = PREFIX,
        suffix: str = SUFFIX,
        format_instructions: str = FORMAT_INSTRUCTIONS,
        ai_prefix: str = "AI",
        human_prefix: str = "Human",
        input_variables: list[str] | None = None,
        **unknown: Any,
    ) -> PromptTemplate:
        """The prompt that tells the model of the tools.

        Args:
            tools: the tools.
            prefix: what stands before them.
            suffix: what stands at the end.
            format_instructions: how a step is written, with the slots ``tool_names``, ``ai_prefix``, ``human_prefix``.
            ai_prefix: the label of what the agent says.
            human_prefix: what the person is called.
            input_variables: the variables, by default ``input``, ``chat_history``, ``agent_scratchpad``.
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
            bullet="> ",
            input_variables=input_variables,
            ai_prefix=ai_prefix,
            human_prefix=human_prefix,
        )
