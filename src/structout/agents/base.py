"""What the executor asks of any agent: the next decision, and an answer when time is up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, TypeAlias

from pydantic import ConfigDict, Field

from structout.agents.values import AgentFinish, Decision, IntermediateSteps
from structout.checked import CheckedModel
from structout.errors import ConfigError
from structout.llms.callbacks import Callbacks
from structout.result import shorten
from structout.saved import AnyPath, plain_fields, write_saved
from structout.threads import in_thread

# In classes with a method `dict` the type has to go by another name.
Values: TypeAlias = dict[str, Any]

STOPPED = "Agent stopped due to iteration limit or time limit."
"""The output of an agent that was stopped with ``force``."""

METHODS = ("force", "generate")


def check_method(method: str) -> None:
    """Refuse every way to stop early but the two that there are.

    Raises:
        ConfigError: another.
    """
    if method not in METHODS:
        raise ConfigError(
            f"early_stopping_method should be one of `force` or `generate`, got {shorten(method)}"
        )


class BaseSingleActionAgent(CheckedModel, ABC):
    """Something that decides on one step at a time: a subclass writes ``plan``, ``input_keys``, and ``aplan`` if it can."""

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="ignore")

    return_values: list[str] = Field(default_factory=lambda: ["output"])

    @property
    @abstractmethod
    def input_keys(self) -> list[str]:
        """The inputs that it needs, apart from the steps so far."""

    @abstractmethod
    def plan(
        self, intermediate_steps: IntermediateSteps, callbacks: Callbacks = None, **kwargs: Any
    ) -> Decision:
        """Decide on the next step.

        Args:
            intermediate_steps: the actions so far, each with what came of it.
            callbacks: handlers that see what is called.
            kwargs: the inputs.

        Raises:
            OutputParserException: the model's text is no step.
        """

    async def aplan(
        self, intermediate_steps: IntermediateSteps, callbacks: Callbacks = None, **kwargs: Any
    ) -> Decision:
        """``plan`` for callers that await; by default in a thread."""
        return await in_thread(self.plan, intermediate_steps, callbacks, **kwargs)

    def get_allowed_tools(self) -> list[str] | None:
        """The names of the tools that it knows, ``None`` where it takes any."""
        return None

    def return_stopped_response(
        self, early_stopping_method: str, intermediate_steps: IntermediateSteps, **kwargs: Any
    ) -> AgentFinish:
        """The outputs of an agent that was stopped.

        Raises:
            ConfigError: another method than ``force``, which every agent has.
        """
        check_method(early_stopping_method)
        if early_stopping_method != "force":
            raise ConfigError(f"{type(self).__name__} can only be stopped with early_stopping_method='force'")
        return self.finished(STOPPED)

    async def areturn_stopped_response(
        self, early_stopping_method: str, intermediate_steps: IntermediateSteps, **kwargs: Any
    ) -> AgentFinish:
        """``return_stopped_response`` for callers that await."""
        return self.return_stopped_response(early_stopping_method, intermediate_steps, **kwargs)

    def finished(self, output: Any, log: str = "") -> AgentFinish:
        """The answer as outputs: under the first of ``return_values``, the others ``None``."""
        return AgentFinish({**dict.fromkeys(self.return_values), self.return_values[0]: output}, log)

    def tool_run_logging_kwargs(self) -> Values:
        """What handlers are told with each observation."""
        return {}

    @property
    def _agent_type(self) -> str:
        raise NotImplementedError(f"{type(self).__name__} has no _agent_type, so it cannot be saved")

    def dict(self, **kwargs: Any) -> Values:
        """The agent as plain data, with its ``_type`` if it has one; no secrets."""
        data = plain_fields(self)
        try:
            return {**data, "_type": self._agent_type}
        except NotImplementedError:
            return data

    def save(self, file_path: AnyPath, base_dir: AnyPath | None = None) -> None:
        """Write the agent to a JSON or YAML file, its tools by name; ``load_agent`` reads it back.

        Args:
            file_path: the file, ``.json`` or ``.yaml``.
            base_dir: the folder that must not be left.

        Raises:
            ConfigError: something in it is no plain data, or the path is not allowed.
            NotImplementedError: agents of this class cannot be saved.
        """
        write_saved(file_path, {**self.dict(), "_type": self._agent_type}, base_dir)
