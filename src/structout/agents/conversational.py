"""ConversationalAgent: a conversation in which the model may look things up before it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from structout.agents.agent import AgentOutputParser
from structout.agents.base import Values
from structout.agents.react import ReactAgent, ReactOutputParser, Wording

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
class ConvoOutputParser(ReactOutputParser):
    """Reads a step of a conversation: a tool, or what is said to the person.

    Attributes:
        ai_prefix: the label of what is said.
    """

    instructions: ClassVar[str] = FORMAT_INSTRUCTIONS

    ai_prefix: str = "AI"

    @property
    def label(self) -> str:
        """The label of what is said."""
        return self.ai_prefix


class ConversationalAgent(ReactAgent):
    """Talks with a person and uses tools in between.

    Attributes:
        ai_prefix: the label of what the agent says, and its ``finish_tool_name``.
    """

    wording: ClassVar[Wording] = Wording(
        PREFIX, FORMAT_INSTRUCTIONS, SUFFIX, bullet="> ", slots={"ai_prefix": "AI", "human_prefix": "Human"}
    )

    ai_prefix: str = "AI"

    @property
    def _agent_type(self) -> str:
        return "conversational-react-description"

    @property
    def finish_tool_name(self) -> str:
        """The label of what the agent says."""
        return self.ai_prefix

    @classmethod
    def _get_default_output_parser(cls, **kwargs: Any) -> AgentOutputParser:
        return ConvoOutputParser(**kwargs)

    def _parser_options(self) -> Values:
        return {**super()._parser_options(), "ai_prefix": self.ai_prefix}
