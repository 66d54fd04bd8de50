"""The agent's loop without I/O: plans and tool calls come out, their outcomes go in, the ending comes back.

One generator serves both ways of calling. Whatever goes wrong in a step is an observation of the next one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from structout.agents.arguments import Arguments
from structout.agents.tools import Tool, find_tool
from structout.agents.values import AgentAction, AgentFinish, AgentStep, Decision, IntermediateSteps
from structout.errors import OutputParserException
from structout.result import shorten

Stopped: TypeAlias = Literal["finished", "return_direct", "max_iterations", "max_execution_time"]
"""Why a run ended."""

FAILED_STEP = "_Exception"
"""The name in place of a tool's in a step that could not be read."""

_SHOWN = 20
_LONGEST = 1_000


@dataclass(frozen=True, slots=True)
class Plan:
    """Ask the agent for its next step; answered by a decision, or the refusal to read one."""

    steps: IntermediateSteps


@dataclass(frozen=True, slots=True)
class Use:
    """Use a tool; answered by what it returns, or a failure.

    Attributes:
        tool: the tool.
        arguments: its arguments.
        action: what the agent wanted.
    """

    tool: Tool
    arguments: Arguments
    action: AgentAction


@dataclass(frozen=True, slots=True)
class Decided:
    """Tell the handlers what the agent wants."""

    action: AgentAction


@dataclass(frozen=True, slots=True)
class Observed:
    """Tell the handlers of an observation that no tool made.

    Attributes:
        action: what the agent wanted.
        observation: why it got nothing.
    """

    action: AgentAction
    observation: str


@dataclass(frozen=True, slots=True)
class Conclude:
    """Ask for the outputs of an agent that is stopped; answered by them."""

    steps: IntermediateSteps


@dataclass(frozen=True, slots=True)
class Failure:
    """A tool raised an error that goes back to the model.

    Attributes:
        observation: what the model is told.
    """

    observation: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended; the last that is asked for, so that the handlers are told.

    Attributes:
        finish: the outputs.
        steps: what was done.
        stopped: why it ended.
    """

    finish: AgentFinish
    steps: IntermediateSteps
    stopped: Stopped


Wanted: TypeAlias = Plan | Use | Decided | Observed | AgentStep | Conclude | Ending
"""What the loop asks for; a step that is done asks for nothing, and is there for those who follow the run."""


Handling: TypeAlias = "bool | str | Callable[[Any], str]"
"""What the model is told of an error: the error itself, a fixed text, or what a function makes of it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a run goes by.

    Attributes:
        tools: the tools.
        finished: makes outputs of an observation that is the answer.
        max_iterations: the most steps; ``None`` for any number.
        max_execution_time: seconds after which no step begins; ``None`` for any time.
        parsing_errors: what the model is told of a step that cannot be read.
        clock: seconds that only go forward.
    """

    tools: Sequence[Tool]
    finished: Callable[[Any], AgentFinish]
    max_iterations: int | None = 15
    max_execution_time: float | None = None
    parsing_errors: Handling = True
    clock: Callable[[], float] = time.monotonic

    def reached(self, iterations: int, begin: float) -> Stopped | None:
        """Which limit is reached, if any."""
        if self.max_iterations is not None and iterations >= self.max_iterations:
            return "max_iterations"
        if self.max_execution_time is not None and self.clock() - begin >= self.max_execution_time:
            return "max_execution_time"
        return None


def agent_loop(rules: Rules) -> Generator[Wanted, Any, None]:
    """Go from step to step until there is an answer or a limit is reached.

    Yields:
        what has to be done; at last how it ended.
    """
    yield (yield from _steps(rules))


def _steps(rules: Rules) -> Generator[Wanted, Any, Ending]:
    steps: IntermediateSteps = []
    begin, iterations = rules.clock(), 0
    while True:
        limit = rules.reached(iterations, begin)
        if limit is not None:
            return Ending((yield Conclude(steps)), steps, limit)
        decision: Decision | OutputParserException = yield Plan(steps)
        iterations += 1
        if isinstance(decision, AgentFinish):
            return Ending(decision, steps, "finished")
        action = decision if isinstance(decision, AgentAction) else _unread(decision, rules)
        yield Decided(action)
        observation, is_answer = yield from _observation(action, decision, rules)
        steps = [*steps, (action, observation)]
        yield AgentStep(action, observation)
        if is_answer:
            return Ending(rules.finished(observation), steps, "return_direct")


def _unread(error: OutputParserException, rules: Rules) -> AgentAction:
    return AgentAction(FAILED_STEP, told(error, rules.parsing_errors), error.llm_output)


def _observation(
    action: AgentAction, decision: Decision | OutputParserException, rules: Rules
) -> Generator[Wanted, Any, tuple[Any, bool]]:
    """What came of an action, and whether it is the answer."""
    if not isinstance(decision, AgentAction):
        return (yield from _without_tool(action, str(action.tool_input)))
    tool = find_tool(action.tool, rules.tools)
    if tool is None:
        return (yield from _without_tool(action, unknown(action.tool, rules.tools)))
    try:
        arguments = tool.read(action.tool_input)
    except OutputParserException as error:
        return (yield from _without_tool(action, _misfit(tool, error)))
    outcome: Any = yield Use(tool, arguments, action)
    if isinstance(outcome, Failure):
        return outcome.observation, False
    return outcome, tool.return_direct


def _without_tool(action: AgentAction, observation: str) -> Generator[Wanted, Any, tuple[Any, bool]]:
    yield Observed(action, observation)
    return observation, False


def told(error: BaseException, handling: Handling) -> str:
    """What the model is told of an error."""
    if callable(handling):
        return handling(error)
    if isinstance(handling, str):
        return handling
    if isinstance(error, OutputParserException):
        text = error.observation or error.for_model()
    else:
        text = f"{type(error).__name__}: {error}"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def unknown(name: str, tools: Sequence[Tool]) -> str:
    """What the model is told of a tool that there is not."""
    names = [tool.name for tool in tools]
    others = f"try one of [{', '.join(names)}]." if len(names) <= _SHOWN else "try another one."
    shown = name if len(name) <= 80 else shorten(name)
    return f"{shown} is not a valid tool, {others}"


def _misfit(tool: Tool, error: OutputParserException) -> str:
    return f"The input of {tool.name} does not fit: {told(error, True)}\nIt should be {tool.reader.outline}"
