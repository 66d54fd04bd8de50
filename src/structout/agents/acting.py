"""Does what an agent's loop asks for in one run: asks the agent, uses tools, tells the handlers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from structout.agents.base import BaseSingleActionAgent, Values
from structout.agents.loop import (
    Conclude,
    Decided,
    Ending,
    Failure,
    Handling,
    Observed,
    Plan,
    Use,
    Wanted,
    told,
)
from structout.agents.tools import Tool
from structout.agents.values import AgentAction, AgentFinish, AgentStep, Decision, IntermediateSteps
from structout.errors import ConfigError, OutputParserException
from structout.llms.callbacks import Run
from structout.result import shorten

_COLORS = ("blue", "yellow", "pink", "green", "red")


@dataclass(frozen=True, slots=True)
class Conduct:
    """What a run goes by; the attributes are those of the executor.

    Attributes:
        agent: what decides.
        tools: what it may use.
        early_stopping_method: what is returned at a limit.
        handle_parsing_errors: what the model is told of a step that cannot be read; ``False`` raises.
        handle_tool_errors: the same for errors that tools raise.
        tool_errors: the exceptions that this goes for.
        trim_intermediate_steps: how many of the last steps the agent sees; -1 for all.
        max_observation_length: characters of an observation that the agent sees; ``None`` for all.
    """

    agent: BaseSingleActionAgent
    tools: Sequence[Tool]
    early_stopping_method: str
    handle_parsing_errors: Handling
    handle_tool_errors: Handling
    tool_errors: tuple[type[Exception], ...]
    trim_intermediate_steps: int
    max_observation_length: int | None

    def seen(self, steps: IntermediateSteps) -> IntermediateSteps:
        """The steps as the agent sees them: the last ones, long observations cut."""
        last = self.trim_intermediate_steps
        kept = steps if last < 0 else steps[max(0, len(steps) - last) :]
        return [(action, cut(observation, self.max_observation_length)) for action, observation in kept]


def cut(observation: Any, longest: int | None) -> Any:
    """An observation as it is, or its beginning with a mark that says how much was cut off.

    Args:
        observation: what a tool returned.
        longest: characters that are kept; ``None`` for all.
    """
    text = str(observation)
    if longest is None or len(text) <= longest:
        return observation
    return f"{text[:longest]}\n[cut off: these are the first {longest} of {len(text)} characters]"


class Acting:
    """One run.

    Args:
        conduct: what it goes by.
        inputs: the agent's inputs.
        run: who is told.
    """

    def __init__(self, conduct: Conduct, inputs: Values, run: Run) -> None:
        self._conduct = conduct
        self._agent = conduct.agent
        self._inputs = inputs
        self._run = run
        self._color = {tool.name: _COLORS[index % len(_COLORS)] for index, tool in enumerate(conduct.tools)}

    def perform(self, wanted: Wanted) -> Any:
        """Do it and return the outcome."""
        match wanted:
            case Plan(steps):
                return self._planned(steps)
            case Use():
                return self._used(wanted)
            case Conclude(steps):
                method, seen = self._conduct.early_stopping_method, self._conduct.seen(steps)
                return self._agent.return_stopped_response(method, seen, **self._given())
            case _:
                return self._told(wanted)

    async def aperform(self, wanted: Wanted) -> Any:
        """``perform`` for callers that await."""
        match wanted:
            case Plan(steps):
                return await self._aplanned(steps)
            case Use():
                return await self._aused(wanted)
            case Conclude(steps):
                method, seen = self._conduct.early_stopping_method, self._conduct.seen(steps)
                return await self._agent.areturn_stopped_response(method, seen, **self._given())
            case _:
                return self._told(wanted)

    def _given(self) -> Values:
        return {**self._inputs, "callbacks": self._run.get_child()}

    def _planned(self, steps: IntermediateSteps) -> Decision | OutputParserException:
        try:
            decision = self._agent.plan(self._conduct.seen(steps), **self._given())
        except OutputParserException as error:
            return self._back(error)
        return _checked(decision)

    async def _aplanned(self, steps: IntermediateSteps) -> Decision | OutputParserException:
        try:
            decision = await self._agent.aplan(self._conduct.seen(steps), **self._given())
        except OutputParserException as error:
            return self._back(error)
        return _checked(decision)

    def _back(self, error: OutputParserException) -> OutputParserException:
        if self._conduct.handle_parsing_errors is False:
            raise error
        return error

    # Tools.

    def _used(self, use: Use) -> Any:
        run = self._tool_starts(use.tool.name, use.action)
        try:
            observation = use.tool.call(use.arguments)
        except self._conduct.tool_errors as error:
            return self._tool_failed(run, error)
        return self._tool_ended(run, use.tool.name, observation)

    async def _aused(self, use: Use) -> Any:
        run = self._tool_starts(use.tool.name, use.action)
        try:
            observation = await use.tool.acall(use.arguments)
        except self._conduct.tool_errors as error:
            return self._tool_failed(run, error)
        return self._tool_ended(run, use.tool.name, observation)

    def _tool_starts(self, name: str, action: AgentAction) -> Run:
        run = replace(self._run, run_id=uuid4(), parent_run_id=self._run.run_id)
        shown = action.tool_input if isinstance(action.tool_input, str) else str(action.tool_input)
        run.emit("on_tool_start", {"name": name}, shown, color=self._color.get(name))
        return run

    def _tool_ended(self, run: Run, name: str, observation: Any) -> Any:
        about = self._agent.tool_run_logging_kwargs()
        run.emit("on_tool_end", str(observation), color=self._color.get(name), **about)
        return observation

    def _tool_failed(self, run: Run, error: Exception) -> Failure:
        run.emit("on_tool_error", error)
        # A tool that cannot be called this way is the caller's fault, and nothing that the model can mend.
        if self._conduct.handle_tool_errors is False or isinstance(error, ConfigError):
            raise error
        observation = told(error, self._conduct.handle_tool_errors)
        words = self._agent.tool_run_logging_kwargs()
        shown = f"\n{words.get('observation_prefix', '')}{observation}\n{words.get('llm_prefix', '')}"
        run.on_text(shown, color="red")
        return Failure(observation)

    def _told(self, wanted: Decided | Observed | AgentStep | Ending) -> None:
        match wanted:
            case Decided(action):
                self._run.emit("on_agent_action", action, color="green")
            case Observed(action, observation):
                self._tool_ended(self._tool_starts(action.tool, action), action.tool, observation)
            case Ending():
                self._run.emit("on_agent_finish", wanted.finish, color="green")
            case AgentStep():
                return


def _checked(decision: object) -> Decision:
    if isinstance(decision, AgentAction | AgentFinish):
        return decision
    raise ConfigError(f"an agent should plan an AgentAction or an AgentFinish; found {shorten(decision)}")
