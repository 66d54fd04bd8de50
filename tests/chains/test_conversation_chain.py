import asyncio
import copy
import pickle
import threading
from contextlib import suppress
from hashlib import sha256

import pytest

from structout.chains import CONVERSATION_PROMPT, ConversationChain, LLMChain
from structout.errors import ConfigError
from structout.fixing import OutputFixingParser
from structout.llms import LLM
from structout.memory import BaseMemory, ConversationBufferMemory, ConversationBufferWindowMemory
from structout.messages import AIMessage, HumanMessage
from structout.parsers import parser_for
from structout.prompts import ChatPromptTemplate, MessagesPlaceholder, PromptTemplate
from structout.testing.doubles import ScriptedChatModel, ScriptedLLM


def test_the_default_prompt_is_the_original_to_the_letter():
    assert len(CONVERSATION_PROMPT.template) == 282
    assert sha256(CONVERSATION_PROMPT.template.encode()).hexdigest().startswith("fd69cdf09af7ff9a")


def test_a_turn_sees_the_turns_before():
    chain = ConversationChain(llm=ScriptedLLM(["yo", "fine"]))
    assert [chain.predict(input="hi"), chain.predict(input="well?")] == ["yo", "fine"]
    assert chain.llm.prompts[0].endswith("Current conversation:\n\nHuman: hi\nAI:")
    assert chain.llm.prompts[1].endswith("Current conversation:\nHuman: hi\nAI: yo\nHuman: well?\nAI:")


def test_a_call_returns_input_history_and_response():
    chain = ConversationChain(llm=ScriptedLLM(["yo"]))
    assert chain.input_keys == ["input"]
    assert chain("hi") == {"input": "hi", "history": "", "response": "yo"}


def test_a_history_given_by_the_caller_gives_way_to_the_memory():
    assert ConversationChain(llm=ScriptedLLM(["yo"]))({"input": "hi", "history": "forged"})["history"] == ""


def test_each_chain_has_a_memory_of_its_own():
    first, second = (ConversationChain(llm=ScriptedLLM(["yo"])) for _ in range(2))
    first.run("hi")
    assert (len(first.memory.chat_memory.messages), second.memory.chat_memory.messages) == (2, [])


def test_an_input_that_is_a_memory_variable_is_refused():
    with pytest.raises(ConfigError, match="was also found in the memory keys"):
        ConversationChain(llm=ScriptedLLM([]), input_key="history")


@pytest.mark.parametrize("template", ["{input}", "{history}", "{history}{input}{mood}"])
def test_the_prompts_variables_are_those_of_memory_and_input(template):
    with pytest.raises(ConfigError, match=r"Got unexpected prompt input variables\. The prompt expects"):
        ConversationChain(llm=ScriptedLLM([]), prompt=PromptTemplate(template=template))


def test_something_that_only_looks_like_a_memory_is_refused():
    with pytest.raises(ValueError, match="BaseMemory"):
        ConversationChain(llm=ScriptedLLM([]), memory=object())


def test_a_failed_turn_leaves_nothing_behind():
    chain = ConversationChain(llm=ScriptedLLM(["hello", ConnectionError("down"), "fine"]))
    chain.run("hi")
    with suppress(ConnectionError):
        chain.run("are you there")
    assert chain.memory.chat_memory.messages == [HumanMessage("hi"), AIMessage("hello")]
    chain.run("how are you")
    assert "are you there" not in chain.llm.prompts[2]
    roles = [message.type for message in chain.memory.chat_memory.messages]
    assert roles == ["human", "ai", "human", "ai"]


class SlowEcho(LLM):
    delays: list[float]

    def _call(self, prompt, stop=None):
        threading.Event().wait(self.delays.pop(0))
        return "re: " + prompt.rsplit("Human: ", 1)[1].removesuffix("\nAI:")


PAIRS = (["A", "re: A", "B", "re: B"], ["B", "re: B", "A", "re: A"])


def test_overlapping_async_turns_keep_pairs_together():
    chain = ConversationChain(llm=SlowEcho(delays=[0.03, 0.01]))
    other = ConversationChain(llm=SlowEcho(delays=[0.01]))

    async def talk():
        await asyncio.gather(chain.arun("A"), chain.arun("B"))
        await other.arun("Z")

    asyncio.run(talk())
    assert [message.content for message in chain.memory.chat_memory.messages] in PAIRS
    assert [message.content for message in other.memory.chat_memory.messages] == ["Z", "re: Z"]


def test_overlapping_turns_of_threads_keep_pairs_together():
    chain = ConversationChain(llm=SlowEcho(delays=[0.03, 0.01]))
    threads = [threading.Thread(target=chain.run, args=(text,)) for text in "AB"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [message.content for message in chain.memory.chat_memory.messages] in PAIRS


def test_a_cancelled_turn_lets_the_next_one_through():
    chain = ConversationChain(llm=SlowEcho(delays=[0.2, 0.0]))

    async def talk():
        first = asyncio.create_task(chain.arun("A"))
        await asyncio.sleep(0.02)
        first.cancel()
        with suppress(asyncio.CancelledError):
            await first
        return await asyncio.wait_for(chain.arun("B"), 2)

    assert asyncio.run(talk()) == "re: B"
    assert [message.content for message in chain.memory.chat_memory.messages] == ["B", "re: B"]


def test_a_chain_inside_a_turn_may_use_the_same_memory():
    memory = ConversationBufferMemory()
    inner = ConversationChain(llm=ScriptedLLM(["inner"]), memory=memory)

    class Outer(ConversationChain):
        def _call(self, inputs, run_manager=None):
            return {"response": inner.run(inputs["input"]) + " outer"}

    assert Outer(llm=ScriptedLLM([]), memory=memory).run("hi") == "inner outer"
    assert len(memory.chat_memory.messages) == 4


def test_a_chat_model_gets_the_history_as_messages():
    chat = ScriptedChatModel(["yo", "fine"])
    prompt = ChatPromptTemplate.from_messages(
        [("system", "Be brief"), MessagesPlaceholder("history"), ("human", "{input}")]
    )
    chain = ConversationChain(
        llm=chat, prompt=prompt, memory=ConversationBufferWindowMemory(k=1, return_messages=True)
    )
    chain.run("hi {x}")
    chain.run("well?")
    assert chat.prompts[1][1:] == [HumanMessage("hi {x}"), AIMessage("yo"), HumanMessage("well?")]


class Mood(BaseMemory):
    """A user's own memory."""

    mood: str = "calm"

    @property
    def memory_variables(self):
        return ["mood"]

    def load_memory_variables(self, inputs):
        return {"mood": self.mood}

    def save_context(self, inputs, outputs):
        self.mood = outputs["text"]

    def clear(self):
        self.mood = "calm"


def test_memory_keeps_what_the_model_said_and_not_what_a_parser_made_of_it():
    said = "Sure: {'a': 1, 'b': [2.50]}"
    chain = ConversationChain(llm=ScriptedLLM([said, said]), output_parser=parser_for(dict))
    assert chain.run("hi") == asyncio.run(chain.arun("again")) == {"a": 1, "b": [2.5]}
    assert chain.memory.buffer == f"Human: hi\nAI: {said}\nHuman: again\nAI: {said}"


@pytest.mark.parametrize("fix", [{"fix": "naive"}, {}], ids=["chain", "parser"])
def test_memory_keeps_the_answer_that_was_taken(fix):
    llm = ScriptedLLM(["three", "{'n': 3}"])
    parser = parser_for(dict[str, int])
    if not fix:
        parser = OutputFixingParser.from_llm(llm=llm, parser=parser)
    chain = ConversationChain(llm=llm, output_parser=parser, **fix)
    assert chain.run("hi") == {"n": 3}
    assert chain.memory.buffer == "Human: hi\nAI: {'n': 3}"


def test_memory_keeps_an_output_that_a_subclass_changed():
    class Loud(ConversationChain):
        def _call(self, inputs, run_manager=None):
            outputs = super()._call(inputs, run_manager)
            return {**outputs, "response": outputs["response"].upper()}

    chain = Loud(llm=ScriptedLLM(["yo"]))
    assert chain.run("hi") == "YO"
    assert chain.memory.buffer == "Human: hi\nAI: YO"


def test_a_users_own_memory_is_given_the_value():
    prompt = PromptTemplate(template="{mood}: {q}")
    memory = Mood()
    LLMChain(llm=ScriptedLLM(["[1]"]), prompt=prompt, memory=memory, output_parser=parser_for(list)).run("a")
    assert memory.mood == [1]


def test_a_users_own_memory_plugs_into_any_chain():
    prompt = PromptTemplate(template="{mood}: {q}")
    chain = LLMChain(llm=ScriptedLLM(["cross", "calm"]), prompt=prompt, memory=Mood())
    chain.run("a")
    chain.run("b")
    assert chain.llm.prompts == ["calm: a", "cross: b"]


def test_a_streamed_turn_is_remembered_once_it_is_whole():
    chain = ConversationChain(llm=ScriptedLLM([["y", "o"], ["fi", "ne"]]))
    assert list(chain.stream("hi")) == ["y", "o"]

    async def talk():
        return [piece async for piece in chain.astream({"input": "well?"})]

    assert asyncio.run(talk()) == ["fi", "ne"]
    assert chain.memory.buffer == "Human: hi\nAI: yo\nHuman: well?\nAI: fine"


def test_a_stream_that_breaks_off_leaves_nothing_behind():
    events = []
    chain = ConversationChain(llm=ScriptedLLM([["y", "o"], ["fine"]]))
    stream = chain.stream("are you there", callbacks=[events.append])
    assert next(stream) == "y"
    stream.close()
    assert chain.memory.chat_memory.messages == []
    assert [event.name for event in events][-2:] == ["on_llm_error", "on_chain_error"]
    assert "are you there" not in "".join(chain.stream("hi")) + chain.llm.prompts[1]


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda chain: pickle.loads(pickle.dumps(chain))])
def test_a_copy_of_a_conversation_goes_its_own_way(clone):
    chain = ConversationChain(llm=ScriptedLLM(["yo", "fine", "bye"]))
    chain.run("hi")
    copied = clone(chain)
    copied.run("well?")
    assert (len(chain.memory.chat_memory.messages), len(copied.memory.chat_memory.messages)) == (2, 4)
