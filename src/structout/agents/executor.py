"""AgentExecutor: lets an agent take step after step, and uses the tools that it asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Self, cast
from uuid import uuid4

from pydantic import Field

from structout.agents.base import BaseSingleActionAgent, Values, check_method
from structout.agents.driving import arun, run
from structout.agents.loop import (
    Conclude,
    Decided,
    Ending,
    Failure,
    Observed,
    Plan,
    Rules,
    Use,
    Wanted,
    agent_loop,
    outputs_of,
    told,
)
from structout.agents.tools import Tool, as_tools
from structout.agents.values import AgentAction, AgentFinish, Decision, IntermediateSteps
from structout.chains import Chain
from structout.errors import ConfigError, OutputParserException
from structout.llms.callbacks import Callbacks, Run
from structout.result import shorten
from structout.saved import AnyPath

_COLORS = ("blue", "yellow", "pink", "green", "red")


class AgentExecutor(Chain):
    """Runs an agent: plan, tool, observation, until it answers or a limit is reached.

    The outputs say under ``stopped`` why the run ended: ``finished``, ``return_direct``, ``max_iterations`` or
    ``max_execution_time``.

    Attributes:
        agent: what decides.
        tools: what it may use; functions are taken too.
        return_intermediate_steps: whether the outputs hold ``intermediate_steps``.
        max_iterations: the most steps; ``None`` for any number.
        max_execution_time: seconds after which no step begins; ``None`` for any time.
        early_stopping_method: what is returned at a limit: ``force`` for a fixed text, ``generate`` for an answer that
            the model is asked for, ``None`` where it gives none.
        handle_parsing_errors: whether a step that cannot be read goes back to the model as an observation; a text or
            a function of the error says what it is told. ``False`` raises.
        handle_tool_errors: the same for errors that tools raise.
        tool_errors: the exceptions that this goes for; others are raised.
        trim_intermediate_steps: how many of the last steps the agent sees; -1 for all.
    """

    agent: BaseSingleActionAgent
    tools: list[Any]
    return_intermediate_steps: bool = False
    max_iterations: int | None = 15
    max_execution_time: float | None = None
    early_stopping_method: str = "force"
    handle_parsing_errors: bool | str | Callable[[Any], str] = True
    handle_tool_errors: bool | str | Callable[[Any], str] = True
    tool_errors: tuple[type[Exception], ...] = Field(default=(Exception,), exclude=True)
    trim_intermediate_steps: int = -1

    def _check(self) -> None:
        """Check that the agent, its tools and the limits fit one another.

        Raises:
            ConfigError: they do not; also for tools of one name.
        """
        self.tools = as_tools(self.tools)
        check_method(self.early_stopping_method)
        for name in ("max_iterations", "max_execution_time"):
            limit = getattr(self, name)
            if limit is not None and limit < 0:
                raise ConfigError(f"{name} must not be negative; got {limit!r}")
        allowed, given = self.agent.get_allowed_tools(), [tool.name for tool in self._own_tools]
        if allowed is not None and {*allowed} != {*given}:
            raise ConfigError(
                f"Allowed tools ({sorted(allowed)}) different than provided tools ({sorted(given)})"
            )

    @property
    def _own_tools(self) -> list[Tool]:
        return cast("list[Tool]", self.tools)

    @classmethod
    def from_agent_and_tools(
        cls,
        agent: BaseSingleActionAgent,
        tools: Sequence[Any],
        callback_manager: Any = None,
        callbacks: Callbacks = None,
        **kwargs: Any,
    ) -> Self:
        """An executor of an agent.

        Args:
            agent: what decides.
            tools: what it may use.
            callback_manager: the old name of ``callbacks``.
            callbacks: handlers that see its events.
            kwargs: other fields.
        """
        old = {} if callback_manager is None else {"callback_manager": callback_manager}
        fields: Values = {"agent": agent, "tools": list(tools), "callbacks": callbacks, **old, **kwargs}
        return cls(**fields)

    @property
    def input_keys(self) -> list[str]:
        """The inputs of the agent."""
        return self.agent.input_keys

    @property
    def output_keys(self) -> list[str]:
        """What the agent returns, and ``intermediate_steps`` if asked for; ``stopped`` comes in addition."""
        steps = ["intermediate_steps"] if self.return_intermediate_steps else []
        return [*self.agent.return_values, *steps]

    @property
    def _chain_type(self) -> str:
        return "agent_executor"

    def lookup_tool(self, name: str) -> Tool:
        """The tool of a name.

        Raises:
            ConfigError: there is none.
        """
        for tool in self._own_tools:
            if tool.name == name:
                return tool
        raise ConfigError(f"there is no tool {name!r}; there are {[tool.name for tool in self._own_tools]}")

    # One run.

    def _rules(self) -> Rules:
        return Rules(
            self._own_tools,
            self.agent.finished,
            self.max_iterations,
            self.max_execution_time,
            self.handle_parsing_errors,
        )

    def _call(self, inputs: Values, run_manager: Run | None = None) -> Values:
        acting = _Acting(self, inputs, run_manager or Run())
        return acting.ended(run(agent_loop(self._rules()), acting.perform))

    async def _acall(self, inputs: Values, run_manager: Run | None = None) -> Values:
        acting = _Acting(self, inputs, run_manager or Run())
        return acting.ended(await arun(agent_loop(self._rules()), acting.aperform))

    # Outputs and memory.

    def _remembered(self, outputs: Values) -> Values | None:
        """What memory is told: the answer; nothing of a run without one."""
        answers = {name: outputs[name] for name in self.agent.return_values}
        return answers if any(value is not None for value in answers.values()) else None

    def prep_outputs(self, inputs: Values, outputs: Values, return_only_outputs: bool = False) -> Values:
        """Outputs as the caller gets them; the memory gets only the answer.

        Raises:
            ConfigError: an output is missing.
        """
        self._validate_outputs(outputs)
        said = self._remembered(outputs)
        if self.memory is not None and said is not None:
            self.memory.save_context(inputs, said)
        return outputs if return_only_outputs else {**inputs, **outputs}

    async def aprep_outputs(
        self, inputs: Values, outputs: Values, return_only_outputs: bool = False
    ) -> Values:
        """``prep_outputs`` for callers that await."""
        self._validate_outputs(outputs)
        said = self._remembered(outputs)
        if self.memory is not None and said is not None:
            await self.memory.asave_context(inputs, said)
        return outputs if return_only_outputs else {**inputs, **outputs}

    # As data.

    def dict(self, **kwargs: Any) -> Values:
        """The executor as plain data, its tools by what the model is told of them."""
        tools = [{"name": tool.name, "description": tool.description} for tool in self._own_tools]
        rules = {
            name: getattr(self, name) if isinstance(getattr(self, name), bool | str) else True
            for name in ("handle_parsing_errors", "handle_tool_errors")
        }
        return {**super().dict(**kwargs), "tools": tools, **rules}

    def save(self, file_path: AnyPath, base_dir: AnyPath | None = None) -> None:
        """Executors are not saved, since tools are code.

        Raises:
            ConfigError: always.
        """
        raise ConfigError(
            "Saving not supported for agent executors: tools are code. To save the agent, use .save_agent(...)"
        )

    def save_agent(self, file_path: AnyPath, base_dir: AnyPath | None = None) -> None:
        """Write the agent, without the tools, to a JSON or YAML file; ``load_agent`` reads it back.

        Raises:
            ConfigError: as ``Agent.save``.
        """
        self.agent.save(file_path, base_dir)


class _Acting:
    """Does what the loop asks for in one run, and tells the handlers."""

    def __init__(self, executor: AgentExecutor, inputs: Values, run: Run) -> None:
        self._executor = executor
        self._agent = executor.agent
        self._inputs = inputs
        self._run = run
        names = [tool.name for tool in executor.tools]
        self._color = {name: _COLORS[index % len(_COLORS)] for index, name in enumerate(names)}

    def perform(self, wanted: Wanted) -> Any:
        match wanted:
            case Plan(steps):
                return self._planned(steps)
            case Use():
                return self._used(wanted)
            case Conclude(steps):
                method = self._executor.early_stopping_method
                return self._agent.return_stopped_response(method, steps, **self._given())
            case _:
                return self._told(wanted)

    async def aperform(self, wanted: Wanted) -> Any:
        match wanted:
            case Plan(steps):
                return await self._aplanned(steps)
            case Use():
                return await self._aused(wanted)
            case Conclude(steps):
                method = self._executor.early_stopping_method
                return await self._agent.areturn_stopped_response(method, steps, **self._given())
            case _:
                return self._told(wanted)

    def ended(self, ending: Ending) -> Values:
        self._run.emit("on_agent_finish", ending.finish, color="green")
        return dict(outputs_of(ending, with_steps=self._executor.return_intermediate_steps))

    def _given(self) -> Values:
        return {**self._inputs, "callbacks": self._run.get_child()}

    def _seen(self, steps: IntermediateSteps) -> IntermediateSteps:
        limit = self._executor.trim_intermediate_steps
        return steps if limit < 0 else steps[len(steps) - limit :] if limit < len(steps) else steps

    def _planned(self, steps: IntermediateSteps) -> Decision | OutputParserException:
        try:
            decision = self._agent.plan(self._seen(steps), **self._given())
        except OutputParserException as error:
            return self._back(error)
        return _checked(decision)

    async def _aplanned(self, steps: IntermediateSteps) -> Decision | OutputParserException:
        try:
            decision = await self._agent.aplan(self._seen(steps), **self._given())
        except OutputParserException as error:
            return self._back(error)
        return _checked(decision)

    def _back(self, error: OutputParserException) -> OutputParserException:
        if self._executor.handle_parsing_errors is False:
            raise error
        return error

    # Tools.

    def _used(self, use: Use) -> Any:
        run = self._tool_starts(use.tool.name, use.action)
        try:
            observation = use.tool.call(use.arguments)
        except self._executor.tool_errors as error:
            return self._tool_failed(run, error)
        return self._tool_ended(run, use.tool.name, observation)

    async def _aused(self, use: Use) -> Any:
        run = self._tool_starts(use.tool.name, use.action)
        try:
            observation = await use.tool.acall(use.arguments)
        except self._executor.tool_errors as error:
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
        if self._executor.handle_tool_errors is False or isinstance(error, ConfigError):
            raise error
        observation = told(error, self._executor.handle_tool_errors)
        words = self._agent.tool_run_logging_kwargs()
        shown = f"\n{words.get('observation_prefix', '')}{observation}\n{words.get('llm_prefix', '')}"
        run.on_text(shown, color="red")
        return Failure(observation)

    def _told(self, wanted: Wanted) -> None:
        if isinstance(wanted, Decided):
            self._run.emit("on_agent_action", wanted.action, color="green")
        elif isinstance(wanted, Observed):
            run = self._tool_starts(wanted.action.tool, wanted.action)
            self._tool_ended(run, wanted.action.tool, wanted.observation)


def _checked(decision: object) -> Decision:
    if isinstance(decision, AgentAction | AgentFinish):
        return decision
    raise ConfigError(f"an agent should plan an AgentAction or an AgentFinish; found {shorten(decision)}")
