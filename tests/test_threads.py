"""What blocks is awaited in a thread, whatever it raises."""

import asyncio
from contextvars import ContextVar

import pytest

from structout.agents import tool
from structout.llms import LLM
from structout.threads import in_thread

WHO: ContextVar[str] = ContextVar("who")


class Empty(LLM):
    def _call(self, prompt, stop=None):
        return next(iter([]))


def first(items: list[str]) -> str:
    """Takes the first item."""
    return next(iter(items))


def within(seconds, awaited):
    async def waiting():
        return await asyncio.wait_for(awaited(), seconds)

    return asyncio.run(waiting())


def test_arguments_and_context_reach_the_thread():
    WHO.set("Maria")
    assert within(5, lambda: in_thread(lambda *given, **more: (*given, more, WHO.get()), 1, a=2)) == (
        1,
        {"a": 2},
        "Maria",
    )


@pytest.mark.parametrize(
    "ask",
    [lambda: in_thread(first, []), lambda: tool(first).arun("[]"), lambda: Empty().apredict("x")],
    ids=["function", "tool", "model"],
)
def test_stop_iteration_in_a_thread_is_an_error_and_no_endless_wait(ask):
    with pytest.raises(RuntimeError, match="raised StopIteration"):
        within(5, ask)
