"""``AgentExecutor.stream``: what an agent decides and observes, as it comes, in pieces that can be added."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, ClassVar

from structout import agents
from structout.agents import AgentAction, AgentFinish
from structout.agents.values import AgentEvent, AgentStep
from structout.compat.langchain.counting import CountingType
from structout.llms.callbacks import Callbacks
from structout.messages import AIMessage, HumanMessage
from structout.pipes import Config


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


class AgentExecutor(agents.AgentExecutor, metaclass=CountingType):
    """Runs an agent; ``stream`` gives each action, each observation, and the answer."""

    counts_as: ClassVar[Any] = agents.AgentExecutor

    def stream(
        self, value: Any, config: Config = None, *, callbacks: Callbacks = None, **kwargs: Any
    ) -> Iterator[Any]:
        """Actions and observations as they come, then the outputs."""
        return map(_piece, super().stream(value, config, callbacks=callbacks))

    async def astream(
        self, value: Any, config: Config = None, *, callbacks: Callbacks = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        """``stream`` for callers that await."""
        async for event in super().astream(value, config, callbacks=callbacks):
            yield _piece(event)


def _piece(event: AgentEvent) -> AddableDict:
    match event:
        case AgentAction():
            return AddableDict(actions=[event], messages=[AIMessage(event.log)])
        case AgentStep():
            return AddableDict(steps=[event], messages=[HumanMessage(str(event.observation))])
        case AgentFinish(outputs, log):
            # Why the run ended is no output there.
            kept = {name: value for name, value in outputs.items() if name != "stopped"}
            return AddableDict(kept, messages=[AIMessage(log)])
