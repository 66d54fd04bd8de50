"""Chains on the real local model."""

import asyncio

import pytest

from structout.chains import ConversationChain, LLMChain
from structout.llms import SQLiteCache
from structout.memory import ConversationBufferWindowMemory, SQLiteChatMessageHistory
from structout.parsers import CommaSeparatedListOutputParser
from structout.prompts import ChatPromptTemplate, MessagesPlaceholder

pytestmark = pytest.mark.local_model

COLOURS = ChatPromptTemplate.from_messages(
    [
        ("system", "List the colours in the text, separated by commas, nothing else."),
        ("human", "a red car and a green door"),
        ("ai", "red, green"),
        ("human", "{text}"),
    ]
)


def test_a_chain_reads_a_list_out_of_a_real_answer(smollm):
    chain = LLMChain(
        llm=smollm,
        prompt=COLOURS,
        output_parser=CommaSeparatedListOutputParser(),
        llm_kwargs={"max_tokens": 20},
    )
    assert {"blue", "yellow"} <= set(chain.run("a blue sky over yellow fields"))


def test_a_real_answer_is_cached_and_streamed(smollm, tmp_path):
    model = smollm.model_copy(update={"cache": SQLiteCache(tmp_path / "c.db")})
    chain = LLMChain(llm=model, prompt=COLOURS, llm_kwargs={"max_tokens": 20})
    events = []
    first = chain.run("a blue sky")
    assert chain.run(text="a blue sky", callbacks=[events.append]) == first
    assert "on_chat_model_start" not in [event.name for event in events]
    assert "".join(chain.stream("a blue sky")) == first


def test_a_conversation_with_a_real_model_is_remembered_across_objects(smollm, tmp_path):
    prompt = ChatPromptTemplate.from_messages([MessagesPlaceholder("history"), ("human", "{input}")])

    def chain():
        history = SQLiteChatMessageHistory(tmp_path / "talk.db")
        memory = ConversationBufferWindowMemory(k=2, chat_memory=history, return_messages=True)
        return ConversationChain(llm=smollm, prompt=prompt, memory=memory, llm_kwargs={"max_tokens": 30})

    first = chain().run("Say hello.")
    second = asyncio.run(chain().arun("Say goodbye."))
    kept = [message.content for message in SQLiteChatMessageHistory(tmp_path / "talk.db").messages]
    assert kept == ["Say hello.", first, "Say goodbye.", second]
    assert first.strip()
