"""What an agent decides: to use a tool, or to answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class AgentAction:
    """A tool is to be used.

    Attributes:
        tool: its name, as the model wrote it.
        tool_input: its input: the text that the model wrote, or arguments by name.
        log: all that the model said in this step.
    """

    tool: str
    tool_input: str | dict[str, Any]
    log: str


@dataclass(frozen=True, slots=True)
class AgentFinish:
    """The answer is there.

    Attributes:
        return_values: the outputs by name.
        log: all that the model said in this step.
    """

    return_values: dict[str, Any]
    log: str = ""


@dataclass(frozen=True, slots=True)
class AgentStep:
    """An action with what came of it.

    Attributes:
        action: what the agent wanted.
        observation: what its tool returned, or why it was not used.
    """

    action: AgentAction
    observation: Any


Decision: TypeAlias = AgentAction | AgentFinish

AgentEvent: TypeAlias = AgentAction | AgentStep | AgentFinish
"""What an agent's stream tells: what it wants, what came of that, and at last its outputs."""

IntermediateSteps: TypeAlias = list[tuple[AgentAction, Any]]
"""What was done so far: each action with what its tool returned."""
