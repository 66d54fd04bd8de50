"""One turn of a conversation at a time, streamed or not."""

import asyncio
import contextvars
import threading

import pytest

from structout.chains import ConversationChain
from structout.errors import ConfigError
from structout.memory import ConversationBufferMemory
from structout.testing.doubles import ScriptedLLM


def conversation(*replies):
    return ConversationChain(llm=ScriptedLLM(list(replies)))


async def streamed(chain, text):
    return "".join([piece async for piece in chain.astream({"input": text})])


def test_streamed_turns_that_overlap_wait_for_each_other():
    chain = conversation(["y", "o"], ["fi", "ne"])

    async def talk():
        return await asyncio.gather(streamed(chain, "hi"), streamed(chain, "well?"))

    assert asyncio.run(talk()) == ["yo", "fine"]
    assert "Human: hi\nAI: yo\nHuman: well?\nAI:" in chain.llm.prompts[1]


def test_a_turn_waits_for_the_end_of_a_streamed_one_in_another_thread():
    chain = conversation(["y", "o"], "fine")
    pieces = chain.stream("hi")
    assert next(pieces) == "y"
    waiting = threading.Thread(target=chain.run, args=("well?",))
    waiting.start()
    assert list(pieces) == ["o"]
    waiting.join(20)
    assert chain.memory.buffer == "Human: hi\nAI: yo\nHuman: well?\nAI: fine"


def test_a_call_that_would_stop_the_loop_it_waits_for_is_refused():
    chain = conversation("yo", "fine")

    async def talk():
        async with chain.memory.aturn():
            with pytest.raises(ConfigError, match=r"goes on in this event loop.*await acall"):
                contextvars.Context().run(chain.run, "well?")
        return chain.run("hi")

    assert asyncio.run(talk()) == "yo"


def test_a_stream_may_be_closed_in_another_context():
    chain = conversation(["y", "o"], "fine")
    pieces = chain.stream("hi")
    assert contextvars.copy_context().run(next, pieces) == "y"
    pieces.close()
    assert chain.run("well?") == "fine"


def test_what_a_turn_leaves_behind_is_not_inside_of_it():
    memory = ConversationBufferMemory()
    with memory.turn():
        inside = contextvars.copy_context()
    with memory.turn():
        other = threading.Thread(target=inside.run, args=(lambda: memory.turn().__enter__(),), daemon=True)
        other.start()
        other.join(0.05)
        assert other.is_alive()
    other.join(20)
    assert not other.is_alive()
