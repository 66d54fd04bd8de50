"""What agents share that write Thought, Action and Action Input, and read an Observation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from structout.agents.agent import Agent
from structout.agents.prompting import agent_prompt, refuse_unknown
from structout.agents.step_text import read_step
from structout.agents.tools import as_tools
from structout.agents.values import Decision
from structout.prompts import PromptTemplate


@dataclass(frozen=True, slots=True)
class ReactOutputParser(ABC):
    """Reads a step: a tool with its input, or the answer behind a label.

    Attributes:
        return_value: the name of the answer.
        tools: names of tools that are no word for "no tool", such as one called ``none``.
    """

    instructions: ClassVar[str]

    return_value: str = field(default="output", kw_only=True)
    tools: frozenset[str] = field(default=frozenset(), kw_only=True)

    @property
    @abstractmethod
    def label(self) -> str:
        """What stands before the answer, without its colon."""

    def get_format_instructions(self) -> str:
        """How a step is written, as a template."""
        return self.instructions

    def parse(self, text: str) -> Decision:
        """Read a step.

        Raises:
            OutputParserException: it holds neither a tool nor an answer, or both.
        """
        return read_step(text, self.label, self.return_value, self.tools)


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of an agent's prompt.

    Attributes:
        prefix: what stands before the tools, a template.
        format_instructions: how a step is written: a template with ``tool_names`` and the slots.
        suffix: what stands at the end, a template.
        bullet: what stands before each tool.
        slots: what is filled into the format instructions where nothing else is said.
    """

    prefix: str
    format_instructions: str
    suffix: str
    bullet: str = ""
    slots: Mapping[str, str] = field(default_factory=dict[str, str])


class ReactAgent(Agent):
    """An agent that writes in labels; its kinds differ in their wording and in the label of the answer."""

    wording: ClassVar[Wording]

    @property
    def observation_prefix(self) -> str:
        """What stands before an observation."""
        return "Observation: "

    @property
    def llm_prefix(self) -> str:
        """What stands before the model's next thought."""
        return "Thought:"

    @classmethod
    def _prompt_fields(cls) -> tuple[str, ...]:
        return tuple(name for name in cls.wording.slots if name in cls.model_fields)

    @classmethod
    def create_prompt(
        cls,
        tools: Sequence[Any],
        prefix: str | None = None,
        suffix: str | None = None,
        format_instructions: str | None = None,
        *,
        input_variables: list[str] | None = None,
        **slots: str,
    ) -> PromptTemplate:
        """The prompt that tells the model of the tools; what is not given is worded as ``wording`` says.

        Args:
            tools: the tools.
            prefix: what stands before them, a template.
            suffix: what stands at the end, a template.
            format_instructions: how a step is written, a template with ``tool_names`` and the slots.
            input_variables: the variables, by default those of prefix and suffix.
            slots: values for the format instructions; for conversations ``ai_prefix`` and ``human_prefix``.

        Raises:
            ConfigError: there is no such slot.
            TemplateError: a field is no plain name, or the format instructions have one that is no slot.
        """
        wording = cls.wording
        refuse_unknown(slots.keys() - wording.slots.keys())
        return agent_prompt(
            as_tools(tools),
            prefix=wording.prefix if prefix is None else prefix,
            format_instructions=wording.format_instructions
            if format_instructions is None
            else format_instructions,
            suffix=wording.suffix if suffix is None else suffix,
            bullet=wording.bullet,
            input_variables=input_variables,
            **{**wording.slots, **slots},
        )
