"""Agents: a model decides, typed functions act, and whatever goes wrong is an observation."""

from structout.agents.agent import Agent, AgentOutputParser
from structout.agents.base import BaseSingleActionAgent
from structout.agents.conversational import ConversationalAgent, ConvoOutputParser
from structout.agents.executor import AgentExecutor
from structout.agents.loading import (
    AgentType,
    initialize_agent,
    load_agent,
    load_agent_from_config,
    register_agent,
)
from structout.agents.tools import BaseTool, Tool, tool
from structout.agents.values import AgentAction, AgentFinish, AgentStep
from structout.agents.zero_shot import MRKLOutputParser, ZeroShotAgent

__all__ = [
    "Agent",
    "AgentAction",
    "AgentExecutor",
    "AgentFinish",
    "AgentOutputParser",
    "AgentStep",
    "AgentType",
    "BaseSingleActionAgent",
    "BaseTool",
    "ConversationalAgent",
    "ConvoOutputParser",
    "MRKLOutputParser",
    "Tool",
    "ZeroShotAgent",
    "initialize_agent",
    "load_agent",
    "load_agent_from_config",
    "register_agent",
    "tool",
]
