"""Saved agents, read back; and agents by the name of their kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from structout.agents.agent import Agent
from structout.agents.base import BaseSingleActionAgent
from structout.agents.conversational import ConversationalAgent
from structout.agents.executor import AgentExecutor
from structout.agents.zero_shot import ZeroShotAgent
from structout.chains import load_chain_from_config
from structout.errors import ConfigError
from structout.llms.callbacks import Callbacks
from structout.llms.language_model import BaseLanguageModel
from structout.saved import AnyPath, Kinds, folder_for, part_of, read_saved


class AgentType(StrEnum):
    """The kinds of agents."""

    ZERO_SHOT_REACT_DESCRIPTION = "zero-shot-react-description"
    CONVERSATIONAL_REACT_DESCRIPTION = "conversational-react-description"


_KINDS = Kinds[BaseSingleActionAgent](
    "agent",
    {
        AgentType.ZERO_SHOT_REACT_DESCRIPTION: ZeroShotAgent,
        AgentType.CONVERSATIONAL_REACT_DESCRIPTION: ConversationalAgent,
    },
)


def register_agent(name: str, cls: type[BaseSingleActionAgent]) -> None:
    """Let saved agents of your own class be loaded.

    Args:
        name: the class's ``_agent_type``.
        cls: made from what its ``dict`` held.
    """
    _KINDS.register(name, cls)


def initialize_agent(
    tools: Sequence[Any],
    llm: BaseLanguageModel,
    agent: str = AgentType.ZERO_SHOT_REACT_DESCRIPTION,
    callbacks: Callbacks = None,
    agent_kwargs: Mapping[str, Any] | None = None,
    **kwargs: Any,
) -> AgentExecutor:
    """An executor with an agent of a kind.

    Args:
        tools: the tools, functions among them.
        llm: the model.
        agent: the kind of agent.
        callbacks: handlers that see the executor's events.
        agent_kwargs: what ``from_llm_and_tools`` of the agent takes.
        kwargs: fields of the executor.

    Raises:
        ConfigError: there is no such kind, or agents of that kind are not made from a model and tools.
    """
    cls = _KINDS.class_of(agent)
    if not issubclass(cls, Agent):
        raise ConfigError(f"{cls.__name__} is not made from a model and tools: make it yourself")
    made = cls.from_llm_and_tools(llm, tools, **(agent_kwargs or {}))
    return AgentExecutor.from_agent_and_tools(made, tools, callbacks=callbacks, **kwargs)


def load_agent(
    path: AnyPath, base_dir: AnyPath | None = None, *, llm: BaseLanguageModel | None = None, **given: Any
) -> BaseSingleActionAgent:
    """Read an agent that ``save`` or ``save_agent`` wrote; its tools are given to the executor again.

    Args:
        path: a ``.json``, ``.yaml`` or ``.yml`` file.
        base_dir: the folder that must not be left; files that the agent names are looked for there, by default in
            the agent's own folder.
        llm: the model, in place of the one that was saved.
        given: fields that the file does not hold, such as a parser.

    Raises:
        ConfigError: the file cannot be read, is not allowed, or holds no known agent.
    """
    folder = folder_for(path, base_dir)
    return load_agent_from_config(read_saved(path, base_dir), folder, llm=llm, **given)


def load_agent_from_config(
    config: Mapping[str, Any],
    base_dir: AnyPath | None = None,
    *,
    llm: BaseLanguageModel | None = None,
    **given: Any,
) -> BaseSingleActionAgent:
    """Make an agent from plain data.

    Args:
        config: the data, its kind under ``_type``.
        base_dir: where files that the data names are looked for; without it, none may be named.
        llm: the model, in place of the one in the data.
        given: fields that the data does not hold.

    Raises:
        ConfigError: the kind is not known, or the data does not fit it.
    """
    data = dict(config)
    kind = data.pop("_type", None)
    _KINDS.class_of(kind)
    chain = part_of(data, "llm_chain", base_dir, "agent")
    if chain is not None:
        data["llm_chain"] = load_chain_from_config(chain, base_dir, llm=llm)
    return _KINDS.made(str(kind), data, given)
