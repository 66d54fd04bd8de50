import pytest

from structout.chains import ConversationChain
from structout.chains.remembering import (
    ConversationEntityMemory,
    ConversationSummaryBufferMemory,
    ConversationSummaryMemory,
)
from structout.errors import ConfigError
from structout.memory import BaseChatMessageHistory, ChatMessageHistory, SQLiteChatMessageHistory
from structout.messages import AIMessage, HumanMessage, SystemMessage
from structout.prompts import PromptTemplate
from structout.testing.doubles import ScriptedLLM


class Store(BaseChatMessageHistory):
    """Like a database: a fresh list each time."""

    def __init__(self):
        self._kept = []

    @property
    def messages(self):
        return list(self._kept)

    def add_messages(self, messages):
        self._kept = [*self._kept, *messages]

    def clear(self):
        self._kept = []


def words(text):
    return len(text.split())


def summarising(store, replies=("S1", "S2", "S3", "S4")):
    return ConversationSummaryBufferMemory(
        llm=ScriptedLLM(list(replies)), chat_memory=store, max_token_limit=15, count=words
    )


def talk(memory, turns):
    for number in range(turns):
        memory.save_context(
            {"input": f"question number {number} is here"}, {"text": f"answer number {number} is here"}
        )
        yield memory


@pytest.mark.parametrize("kind", ["database", "list", "sqlite"])
def test_after_each_turn_summary_and_messages_are_within_the_limit(kind, tmp_path):
    stores = {
        "database": Store,
        "list": ChatMessageHistory,
        "sqlite": lambda: SQLiteChatMessageHistory(tmp_path / "c.db"),
    }
    sizes, summaries = [], []
    for memory in talk(summarising(stores[kind]()), 4):
        sizes.append(words(memory.buffer))
        summaries.append(memory.summary)
    assert sizes == [12, 14, 14, 14]
    assert summaries == ["", "S1", "S2", "S3"]


def test_each_message_is_summarised_once():
    memory = list(talk(summarising(Store()), 4))[-1]
    new_lines = [prompt.split("New lines:\n")[1].split("\n\nNew summary")[0] for prompt in memory.llm.prompts]
    lines = [line for lines in new_lines for line in lines.split("\n")]
    shown = [message.content for message in memory.chat_memory.messages[1:]]
    assert len(lines) == len(set(lines)) == 8 - len(shown)


def test_the_summary_stands_before_the_last_messages():
    memory = list(talk(summarising(Store()), 2))[-1]
    assert memory.chat_memory.messages[0] == SystemMessage("S1")
    assert memory.buffer.startswith("System: S1\nHuman: question number 1")


def test_a_summary_that_cannot_be_had_leaves_the_conversation_as_it_was():
    memory = summarising(Store(), [ConnectionError("down")])
    turns = talk(memory, 2)
    next(turns)
    with pytest.raises(ConnectionError):
        next(turns)
    assert len(memory.chat_memory.messages) == 2


def test_a_prompt_with_other_variables_is_refused():
    with pytest.raises(ConfigError, match="should have the variables 'summary' and 'new_lines'"):
        ConversationSummaryBufferMemory(llm=ScriptedLLM([]), prompt=PromptTemplate(template="{x}"))


def test_what_the_model_wrote_about_an_entity_comes_back():
    memory = ConversationEntityMemory(llm=ScriptedLLM(["Ada, ", "Ada sings.", "Ada,Bob"]))
    assert memory.load_memory_variables({"input": "Ada sings"}) == {"history": "", "entities": {"Ada": ""}}
    memory.save_context({"input": "Ada sings"}, {"text": "ok"})
    loaded = memory.load_memory_variables({"input": "Ada or Bob?"})
    assert loaded == {"history": "Human: Ada sings\nAI: ok", "entities": {"Ada": "Ada sings.", "Bob": ""}}


def test_no_entities_need_no_further_call():
    memory = ConversationEntityMemory(llm=ScriptedLLM(["NONE"]))
    assert memory.load_memory_variables({"input": "hi"})["entities"] == {}
    memory.save_context({"input": "hi"}, {"text": "yo"})
    assert memory.chat_memory.messages == [HumanMessage("hi"), AIMessage("yo")]


def test_an_entity_that_cannot_be_summarised_leaves_no_half_turn():
    memory = ConversationEntityMemory(llm=ScriptedLLM(["Ada", ConnectionError("down")]))
    memory.load_memory_variables({"input": "Ada sings"})
    with pytest.raises(ConnectionError):
        memory.save_context({"input": "Ada sings"}, {"text": "ok"})
    assert (memory.chat_memory.messages, memory.entity_store) == ([], {})


def test_a_conversation_runs_on_entity_memory():
    memory = ConversationEntityMemory(llm=ScriptedLLM(["Ada", "Ada sings."]))
    prompt = PromptTemplate(template="{entities}|{history}|{input}")
    chain = ConversationChain(llm=ScriptedLLM(["ok"]), prompt=prompt, memory=memory)
    assert chain.run("Ada sings") == "ok"
    memory.clear()
    assert (memory.buffer, memory.entity_store) == ("", {})


def test_a_summary_is_brought_up_to_date_after_each_turn():
    memory = ConversationSummaryMemory(llm=ScriptedLLM(["S1", "S2"]))
    memory.save_context({"input": "a"}, {"text": "b"})
    memory.save_context({"input": "c"}, {"text": "d"})
    assert memory.load_memory_variables({}) == {"history": "S2"}
    assert "Summary so far:\nS1\n\nNew lines:\nHuman: c\nAI: d\n" in memory.llm.prompts[1]
    memory.clear()
    assert memory.load_memory_variables({}) == {"history": ""}


def test_a_summary_can_be_given_as_a_message():
    memory = ConversationSummaryMemory(llm=ScriptedLLM(["S1"]), return_messages=True)
    assert memory.buffer == []
    memory.save_context({"input": "a"}, {"text": "b"})
    assert memory.buffer == [SystemMessage("S1")]
