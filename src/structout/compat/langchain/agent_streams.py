"""``AgentExecutor.stream``: what an agent decides and observes, as it comes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, ClassVar

from structout import agents
from structout.agents import AgentAction, AgentFinish
from structout.compat.langchain.counting import CountingType
from structout.llms import BaseCallbackHandler, BaseLanguageModel
from structout.llms.callbacks import Callbacks
from structout.messages import AIMessage, HumanMessage
from structout.pipes import Config, callbacks_in


class AddableDict(dict[str, Any]):
    """A dict that is added key by key."""

    def __add__(self, other: Mapping[str, Any]) -> AddableDict:
        return AddableDict(
            {
                name: self[name] + other[name]
                if name in self and name in other
                else other.get(name, self.get(name))
                for name in [*self, *(name for name in other if name not in self)]
            }
        )


@dataclass(frozen=True, slots=True)
class AgentStep:
    """An action with what came of it.

    Attributes:
        action: what the agent wanted.
        observation: what it got.
    """

    action: AgentAction
    observation: Any


class _Telling(BaseCallbackHandler):
    """Puts each event of an agent into a queue, as the piece of the stream that it is."""

    def __init__(self, put: Any) -> None:
        super().__init__()
        self._put = put
        self._wanted: list[AgentAction] = []

    def on_agent_action(self, action: AgentAction, **kwargs: Any) -> None:
        """The agent wants to use a tool."""
        self._wanted.append(action)
        self._put(AddableDict(actions=[action], messages=[AIMessage(action.log)]))

    def on_tool_end(self, output: Any, **kwargs: Any) -> None:
        """The tool is done."""
        step = AgentStep(self._wanted[-1], output)
        self._put(AddableDict(steps=[step], messages=[HumanMessage(str(output))]))

    def on_agent_finish(self, finish: AgentFinish, **kwargs: Any) -> None:
        """The answer is there."""
        self._put(AddableDict(finish.return_values, messages=[AIMessage(finish.log)]))


_END = object()


class AgentExecutor(agents.AgentExecutor, metaclass=CountingType):
    """Runs an agent; ``stream`` gives each action, each observation, and the answer."""

    counts_as: ClassVar[Any] = agents.AgentExecutor

    def stream(
        self, value: Any, config: Config = None, *, callbacks: Callbacks = None, **kwargs: Any
    ) -> Iterator[AddableDict]:
        """Actions and observations as they come, then the outputs."""
        queue: SimpleQueue[Any] = SimpleQueue()
        told = _with(callbacks or callbacks_in(config), _Telling(queue.put))
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(copy_context().run, self.__call__, value, callbacks=told)
            running.add_done_callback(lambda _: queue.put(_END))
            while (piece := queue.get()) is not _END:
                yield piece
            running.result()

    async def astream(
        self, value: Any, config: Config = None, *, callbacks: Callbacks = None, **kwargs: Any
    ) -> AsyncIterator[AddableDict]:
        """``stream`` for callers that await."""
        queue: asyncio.Queue[Any] = asyncio.Queue()
        told = _with(callbacks or callbacks_in(config), _Telling(queue.put_nowait))
        running = asyncio.ensure_future(self.acall(value, callbacks=told))
        running.add_done_callback(lambda _: queue.put_nowait(_END))
        try:
            while (piece := await queue.get()) is not _END:
                yield piece
            await running
        finally:
            running.cancel()


def _with(callbacks: Any, handler: BaseCallbackHandler) -> list[Any]:
    given = getattr(callbacks, "handlers", callbacks) or ()
    return [*given, handler]


def initialize_agent(
    tools: Sequence[Any],
    llm: BaseLanguageModel,
    agent: str = agents.AgentType.ZERO_SHOT_REACT_DESCRIPTION,
    callbacks: Callbacks = None,
    agent_kwargs: Mapping[str, Any] | None = None,
    **kwargs: Any,
) -> AgentExecutor:
    """An executor with an agent of a kind.

    Raises:
        ConfigError: there is no such kind.
    """
    made = agents.initialize_agent(tools, llm, agent, agent_kwargs=agent_kwargs)
    return AgentExecutor.from_agent_and_tools(made.agent, tools, callbacks=callbacks, **kwargs)
