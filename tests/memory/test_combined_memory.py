import asyncio

import pytest

from structout.chains import ConversationChain, ConversationSummaryMemory, LLMChain
from structout.errors import ConfigError
from structout.memory import (
    ChatMessageHistory,
    CombinedMemory,
    ConversationBufferMemory,
    ConversationBufferWindowMemory,
    EntityMemory,
    ReadOnlySharedMemory,
    SimpleMemory,
)
from structout.prompts import PromptTemplate
from structout.testing.doubles import ScriptedLLM


def both():
    return CombinedMemory(
        memories=[ConversationBufferMemory(), EntityMemory(), SimpleMemory(memories={"place": "Bern"})]
    )


def test_the_variables_of_all_are_given():
    memory = both()
    assert memory.memory_variables == ["history", "entities", "place"]
    assert memory.load_memory_variables({"input": "x"}) == {"history": "", "entities": "", "place": "Bern"}


def test_each_remembers_the_turn_though_others_give_variables_too():
    memory = both()
    inputs = {"input": "Ada sings", "history": "", "entities": "", "place": "Bern"}
    memory.save_context(inputs, {"response": "ok"})
    loaded = memory.load_memory_variables({"input": "Who is Ada?"})
    assert (loaded["history"], loaded["entities"]) == ("Human: Ada sings\nAI: ok", "Ada sings")
    memory.clear()
    assert memory.load_memory_variables({"input": "Ada"})["entities"] == ""


def test_two_memories_with_one_variable_are_refused():
    with pytest.raises(ConfigError, match=r"several memories give the variables \['history'\]"):
        CombinedMemory(memories=[ConversationBufferMemory(), ConversationBufferWindowMemory()])


def test_a_conversation_runs_on_combined_memory():
    prompt = PromptTemplate(template="{place} {entities} {history} {input}")
    chain = ConversationChain(llm=ScriptedLLM(["ok", "yes"]), prompt=prompt, memory=both())
    chain.run("Ada sings")
    assert asyncio.run(chain.arun("Who is Ada?")) == "yes"
    assert chain.llm.prompts[1] == "Bern Ada sings Human: Ada sings\nAI: ok Who is Ada?"


def test_a_model_that_fails_to_sum_up_leaves_no_half_of_a_turn():
    summary = ConversationSummaryMemory(llm=ScriptedLLM([TimeoutError("slow")]), memory_key="summary")
    words = ConversationBufferMemory(input_key="input")
    memory = CombinedMemory(memories=[words, summary])
    with pytest.raises(TimeoutError, match="slow"):
        memory.save_context({"input": "hi"}, {"response": "yo"})
    assert (words.buffer, summary.chat_memory.messages) == ("", [])


def test_memories_that_share_histories_in_any_order_do_not_lock_each_other_out():
    one, two = ChatMessageHistory(), ChatMessageHistory()

    def combined(first, second):
        memories = [
            ConversationBufferMemory(chat_memory=first, memory_key="first", input_key="input"),
            ConversationBufferMemory(chat_memory=second, memory_key="second", input_key="input"),
        ]
        return CombinedMemory(memories=memories)

    assert [*map(id, combined(two, one).turn_locks())] == [id(two.turns), id(one.turns)]
    with combined(one, two).turn(), combined(two, one).turn(), combined(one, one).turn():
        pass


def test_a_listener_reads_a_memory_and_never_writes_it():
    shared = ConversationBufferMemory()
    shared.save_context({"input": "hi"}, {"response": "yo"})
    listener = LLMChain(
        llm=ScriptedLLM(["noted"]),
        prompt=PromptTemplate(template="{history} {q}"),
        memory=ReadOnlySharedMemory(memory=shared),
    )
    assert listener.run("sum up") == "noted"
    listener.memory.clear()
    assert shared.buffer == "Human: hi\nAI: yo"
