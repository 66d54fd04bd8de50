"""Agents by more of their old names: kinds that run as ours, and an agent that is made of a chain and a parser."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from pydantic import Field

from structout import agents
from structout.agents.values import Decision, IntermediateSteps
from structout.chains import LLMChain
from structout.checked import CheckedModel
from structout.compat.langchain.agent_streams import AgentExecutor
from structout.llms import BaseLanguageModel
from structout.llms.callbacks import Callbacks


class AgentType(StrEnum):
    """The kinds of agents of 2023."""

    ZERO_SHOT_REACT_DESCRIPTION = "zero-shot-react-description"
    CONVERSATIONAL_REACT_DESCRIPTION = "conversational-react-description"
    CHAT_ZERO_SHOT_REACT_DESCRIPTION = "chat-zero-shot-react-description"
    CHAT_CONVERSATIONAL_REACT_DESCRIPTION = "chat-conversational-react-description"
    STRUCTURED_CHAT_ZERO_SHOT_REACT_DESCRIPTION = "structured-chat-zero-shot-react-description"
    OPENAI_FUNCTIONS = "openai-functions"
    OPENAI_MULTI_FUNCTIONS = "openai-multi-functions"


# One text protocol serves text and chat models, and tools of several arguments.
_RUN_AS: dict[str, str] = {
    AgentType.CHAT_ZERO_SHOT_REACT_DESCRIPTION: AgentType.ZERO_SHOT_REACT_DESCRIPTION,
    AgentType.CHAT_CONVERSATIONAL_REACT_DESCRIPTION: AgentType.CONVERSATIONAL_REACT_DESCRIPTION,
    AgentType.STRUCTURED_CHAT_ZERO_SHOT_REACT_DESCRIPTION: AgentType.ZERO_SHOT_REACT_DESCRIPTION,
    AgentType.OPENAI_FUNCTIONS: AgentType.ZERO_SHOT_REACT_DESCRIPTION,
    AgentType.OPENAI_MULTI_FUNCTIONS: AgentType.ZERO_SHOT_REACT_DESCRIPTION,
}


def initialize_agent(
    tools: Sequence[Any],
    llm: BaseLanguageModel,
    agent: str | None = None,
    callbacks: Callbacks = None,
    agent_kwargs: Mapping[str, Any] | None = None,
    **kwargs: Any,
) -> AgentExecutor:
    """An executor with an agent of a kind; each kind is a zero-shot or a conversational agent.

    Raises:
        ConfigError: there is no such kind.
    """
    kind = agent or AgentType.ZERO_SHOT_REACT_DESCRIPTION
    made = agents.initialize_agent(tools, llm, _RUN_AS.get(kind, kind), agent_kwargs=agent_kwargs)
    memory: Any = kwargs.get("memory")
    if getattr(memory, "return_messages", False):
        # The prompt is a text: it takes the conversation as one.
        kwargs["memory"] = memory.model_copy(update={"return_messages": False})
    return AgentExecutor.from_agent_and_tools(made.agent, tools, callbacks=callbacks, **kwargs)


class LLMSingleActionAgent(agents.BaseSingleActionAgent):
    """An agent that is a chain and a parser of its own.

    Attributes:
        llm_chain: gives the model's text; ``intermediate_steps`` is among its inputs.
        output_parser: reads a step out of it.
        stop: texts at which the model's text ends.
        allowed_tools: the names of the tools, if they are to be checked.
    """

    llm_chain: LLMChain
    output_parser: Any
    stop: list[str] = Field(default_factory=list[str])
    allowed_tools: list[str] | None = None

    @property
    def input_keys(self) -> list[str]:
        """The inputs of the chain, apart from the steps so far."""
        return [name for name in self.llm_chain.input_keys if name != "intermediate_steps"]

    def get_allowed_tools(self) -> list[str] | None:
        """``allowed_tools``."""
        return self.allowed_tools

    def tool_run_logging_kwargs(self) -> dict[str, Any]:
        """What handlers are told with each observation: what stands before it."""
        return {"llm_prefix": "", "observation_prefix": self.stop[0] if self.stop else ""}

    def plan(
        self, intermediate_steps: IntermediateSteps, callbacks: Callbacks = None, **kwargs: Any
    ) -> Decision:
        """Run the chain and read a step."""
        given = {"intermediate_steps": intermediate_steps, "stop": self.stop, **kwargs}
        return self.output_parser.parse(self.llm_chain.run(given, callbacks=callbacks))

    async def aplan(
        self, intermediate_steps: IntermediateSteps, callbacks: Callbacks = None, **kwargs: Any
    ) -> Decision:
        """``plan`` for callers that await."""
        given = {"intermediate_steps": intermediate_steps, "stop": self.stop, **kwargs}
        return self.output_parser.parse(await self.llm_chain.arun(given, callbacks=callbacks))


class _FieldsByValue(type(CheckedModel)):
    """A class may give a field another value without its annotation, as it could with Pydantic 1."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> Any:
        fields = {key: field for base in bases for key, field in getattr(base, "model_fields", {}).items()}
        annotations = namespace.setdefault("__annotations__", {})
        for key in namespace.keys() & fields.keys() - annotations.keys():
            annotations[key] = fields[key].annotation
        return super().__new__(mcs, name, bases, namespace, **options)


class BaseTool(agents.BaseTool, metaclass=_FieldsByValue):
    """Base for tools that are classes: a subclass has ``name`` and ``description``, and writes ``_run``."""


class ToolException(Exception):
    """What a tool raises for the model to see; every other error of a tool is told to it too."""


class StructuredTool(agents.Tool):
    """A tool of a function with any arguments; name and description are the function's unless given."""

    @classmethod
    def from_function(
        cls,
        func: Callable[..., Any] | None = None,
        name: str | None = None,
        description: str | None = None,
        *,
        coroutine: Callable[..., Any] | None = None,
        **fields: Any,
    ) -> agents.Tool:
        """A tool of a function."""
        function: Any = func or coroutine
        direct = bool(fields.get("return_direct"))
        made = agents.tool(name, description=description, return_direct=direct)(function)
        return agents.Tool(made.name, func, made.description, direct, coroutine)
