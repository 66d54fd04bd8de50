"""AgentExecutor: lets an agent take step after step, and uses the tools that it asks for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Generator, Iterator, Sequence
from typing import Any, Self, cast

from pydantic import Field

from structout.agents.acting import Acting, Conduct
from structout.agents.base import BaseSingleActionAgent, Values, check_method
from structout.agents.driving import aperformed, performed
from structout.agents.loop import Decided, Ending, Rules, Wanted, agent_loop
from structout.agents.tools import Tool, as_tools
from structout.agents.values import AgentEvent, AgentFinish, AgentStep
from structout.chains import Chain
from structout.errors import ConfigError
from structout.llms.callbacks import Callbacks, Run
from structout.pipes import Config, callbacks_in
from structout.saved import AnyPath


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
        max_observation_length: characters of an observation that the agent sees; of a longer one it gets the
            beginning, and a line that says how much was cut off. ``None`` for all.
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
    max_observation_length: int | None = 10_000

    def _check(self) -> None:
        """Check that the agent, its tools and the limits fit one another.

        Raises:
            ConfigError: they do not; also for tools of one name.
        """
        self.tools = as_tools(self.tools)
        check_method(self.early_stopping_method)
        for name in ("max_iterations", "max_execution_time", "max_observation_length"):
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

    def _acting(self, inputs: Values, run: Run) -> Acting:
        shared = {name: getattr(self, name) for name in Conduct.__dataclass_fields__}
        return Acting(Conduct(**shared), inputs, run)

    def _loop(self) -> Generator[Wanted, Any, None]:
        return agent_loop(
            Rules(
                self._own_tools,
                self.agent.finished,
                self.max_iterations,
                self.max_execution_time,
                self.handle_parsing_errors,
            )
        )

    def _outputs(self, wanted: Wanted) -> Values:
        """The outputs of a run that has ended, with why it did; of all others nothing."""
        if not isinstance(wanted, Ending):
            return {}
        steps = {"intermediate_steps": wanted.steps} if self.return_intermediate_steps else {}
        return {**wanted.finish.return_values, **steps, "stopped": wanted.stopped}

    def _call(self, inputs: Values, run_manager: Run | None = None) -> Values:
        acting, outputs = self._acting(inputs, run_manager or Run()), Values()
        for wanted in performed(self._loop(), acting.perform):
            outputs |= self._outputs(wanted)
        return outputs

    async def _acall(self, inputs: Values, run_manager: Run | None = None) -> Values:
        acting, outputs = self._acting(inputs, run_manager or Run()), Values()
        async for wanted in aperformed(self._loop(), acting.aperform):
            outputs |= self._outputs(wanted)
        return outputs

    def stream(
        self, value: Any, config: Config = None, *, callbacks: Callbacks = None
    ) -> Iterator[AgentEvent]:
        """Follow a run: each action as it is decided on, each step as it is done, at last the outputs.

        Memory has the turn before the outputs are given out; it keeps nothing of a run that was not followed to
        its end.

        Args:
            value: the inputs, as a call takes them.
            config: settings of a pipe.
            callbacks: handlers that see this run and all that it calls.

        Yields:
            An ``AgentAction``, an ``AgentStep`` with the same action and what came of it, and so on; last an
            ``AgentFinish`` with all outputs.

        Raises:
            ConfigError: inputs or outputs are missing.
        """
        log = ""
        with self._turn():
            inputs = self.prep_inputs(value)
            with self._reported(inputs, callbacks or callbacks_in(config)) as (run, outputs):
                for wanted in performed(self._loop(), self._acting(inputs, run).perform):
                    outputs |= self._outputs(wanted)
                    log = _log(wanted)
                    yield from _events(wanted)
            self.prep_outputs(inputs, outputs)
        yield AgentFinish(outputs, log)

    async def astream(
        self, value: Any, config: Config = None, *, callbacks: Callbacks = None
    ) -> AsyncIterator[AgentEvent]:
        """``stream`` for callers that await."""
        log = ""
        async with self._aturn():
            inputs = await self.aprep_inputs(value)
            async with self._areported(inputs, callbacks or callbacks_in(config)) as (run, outputs):
                async for wanted in aperformed(self._loop(), self._acting(inputs, run).aperform):
                    outputs |= self._outputs(wanted)
                    log = _log(wanted)
                    for event in _events(wanted):
                        yield event
            await self.aprep_outputs(inputs, outputs)
        yield AgentFinish(outputs, log)

    def _remembered(self, outputs: Values) -> Values | None:
        """What memory is told: the answer; nothing of a run without one."""
        answers = {name: outputs[name] for name in self.agent.return_values}
        return answers if any(value is not None for value in answers.values()) else None

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


def _events(wanted: Wanted) -> Sequence[AgentEvent]:
    """What those are told who follow a run; its end they are told last of all."""
    match wanted:
        case Decided(action):
            return [action]
        case AgentStep():
            return [wanted]
        case _:
            return []


def _log(wanted: Wanted) -> str:
    return wanted.finish.log if isinstance(wanted, Ending) else ""
