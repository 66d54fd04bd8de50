import asyncio
import os
import pickle
import signal
import sqlite3
import stat
import subprocess
import sys
import threading

import pytest

from structout.chains import ConversationChain
from structout.errors import ConfigError
from structout.memory import (
    ConversationBufferMemory,
    ConversationBufferWindowMemory,
    SQLiteChatMessageHistory,
)
from structout.messages import AIMessage, HumanMessage
from structout.testing.doubles import ScriptedLLM


def history(tmp_path, conversation="default"):
    return SQLiteChatMessageHistory(tmp_path / "talk.db", conversation)


def test_a_conversation_goes_on_in_another_object(tmp_path):
    ConversationChain(
        llm=ScriptedLLM(["yo"]), memory=ConversationBufferMemory(chat_memory=history(tmp_path))
    ).run("hi {x}")
    assert history(tmp_path).messages == [HumanMessage("hi {x}"), AIMessage("yo")]


def test_conversations_of_one_file_do_not_mix(tmp_path):
    history(tmp_path, "a").add_user_message("A")
    history(tmp_path, "b").add_user_message("B")
    history(tmp_path, "a").clear()
    assert (history(tmp_path, "a").messages, history(tmp_path, "b").messages) == ([], [HumanMessage("B")])


def test_a_window_reads_only_the_last_turns(tmp_path):
    memory = ConversationBufferWindowMemory(k=1, chat_memory=history(tmp_path))
    for number in range(3):
        memory.save_context({"input": f"q{number}"}, {"text": f"a{number}"})
    assert memory.buffer == "Human: q2\nAI: a2"
    assert len(memory.chat_memory.messages) == 6


def test_replace_keeps_only_the_given_messages(tmp_path):
    kept = history(tmp_path)
    kept.add_messages([HumanMessage("old")])
    kept.replace([AIMessage("new")])
    assert kept.messages == [AIMessage("new")]


def test_file_and_folder_are_the_owners_alone(tmp_path):
    SQLiteChatMessageHistory(tmp_path / "new" / "talk.db").add_user_message("x")
    modes = [stat.S_IMODE(os.stat(path).st_mode) for path in (tmp_path / "new", tmp_path / "new" / "talk.db")]
    assert modes == [0o700, 0o600]


@pytest.mark.parametrize("damage", [b"not a database at all", b"\x80\x04K\x01."])
def test_a_file_that_is_no_conversation_is_named(tmp_path, damage):
    kept = history(tmp_path)
    (tmp_path / "talk.db").write_bytes(damage * 100)
    with pytest.raises(
        ConfigError, match=r"conversation file .*talk\.db: file is not a database; give another"
    ):
        kept.last(1)


@pytest.mark.parametrize("row", ["'{}'", "'[1'", "'null'", "X'00FF'", "7", "'" + "[" * 20_000 + "'"])
def test_a_row_that_is_no_message_is_named_and_no_other_is_touched(tmp_path, row):
    history(tmp_path).add_messages([HumanMessage("x"), AIMessage("y")])
    rows = sqlite3.connect(tmp_path / "talk.db")
    with rows:
        rows.execute(f"UPDATE messages SET message = {row} WHERE position = 1")
    rows.close()
    with pytest.raises(ConfigError, match=r"mend or delete the row of table messages whose position is 1\Z"):
        history(tmp_path).last(2)
    assert history(tmp_path).last(1) == [AIMessage("y")]


def test_a_table_of_another_program_is_refused(tmp_path):
    rows = sqlite3.connect(tmp_path / "talk.db")
    rows.execute("CREATE TABLE messages (id INTEGER, body TEXT)")
    rows.close()
    with pytest.raises(ConfigError, match=r"no (such )?column.*conversation.*; give another file"):
        history(tmp_path).add_user_message("x")


def test_a_file_that_was_moved_away_is_an_error_and_no_empty_conversation(tmp_path):
    kept = history(tmp_path)
    kept.add_user_message("x")
    (tmp_path / "talk.db").rename(tmp_path / "moved.db")
    for use in (lambda: kept.messages, lambda: kept.add_user_message("y"), kept.clear):
        with pytest.raises(ConfigError, match=r"talk\.db: it is gone"):
            use()
    assert not (tmp_path / "talk.db").exists()
    assert SQLiteChatMessageHistory(tmp_path / "moved.db").messages == [HumanMessage("x")]


def test_another_working_folder_is_no_other_conversation(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kept = SQLiteChatMessageHistory("talk.db")
    kept.add_user_message("x")
    monkeypatch.chdir("/")
    assert kept.messages == [HumanMessage("x")]


@pytest.mark.parametrize("path", ["", ":memory:"])
def test_what_is_no_file_is_refused(path):
    with pytest.raises(ConfigError, match="expected a file; ChatMessageHistory keeps"):
        SQLiteChatMessageHistory(path)


def test_a_file_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match=r"file/talk\.db: .*; give another file"):
        SQLiteChatMessageHistory(tmp_path / "file" / "talk.db")


def test_a_file_that_another_writes_can_be_read_and_says_that_it_is_locked(tmp_path):
    kept = SQLiteChatMessageHistory(tmp_path / "talk.db", timeout=0)
    kept.add_user_message("x")
    rows = sqlite3.connect(tmp_path / "talk.db", isolation_level=None)
    rows.execute("BEGIN IMMEDIATE")
    assert kept.messages == [HumanMessage("x")]
    with pytest.raises(ConfigError, match=r"another process has been writing for 0 s; try again"):
        kept.add_ai_message("y")
    rows.close()
    kept.add_ai_message("y")
    assert len(kept.messages) == 2


def test_half_an_emoji_and_braces_come_back(tmp_path):
    said = ["\ud83d", "{x} {{", "\x00'\"", "über 日本"]
    history(tmp_path).add_messages(map(HumanMessage, said))
    assert [message.content for message in history(tmp_path).messages] == said


def test_two_memories_of_one_conversation_take_turns(tmp_path):
    def chain(*replies):
        memory = ConversationBufferMemory(chat_memory=history(tmp_path))
        return ConversationChain(llm=ScriptedLLM(list(replies)), memory=memory)

    async def talk():
        first, second = chain(["yo"]), chain(["fine"])
        await asyncio.gather(first.arun("hi"), second.arun("well?"))
        return first.llm.prompts + second.llm.prompts

    assert "Human: hi\nAI: yo\nHuman: well?\nAI:" in "".join(asyncio.run(talk()))


def test_a_history_is_pickled_without_its_messages(tmp_path):
    kept = history(tmp_path)
    kept.add_user_message("x")
    memory = ConversationBufferMemory(chat_memory=kept)
    with memory.turn():
        copied = pickle.loads(pickle.dumps(memory))
    assert copied.chat_memory.messages == [HumanMessage("x")]


TALKER = """
import sys
from structout.memory import ConversationBufferMemory, SQLiteChatMessageHistory
memory = ConversationBufferMemory(chat_memory=SQLiteChatMessageHistory(sys.argv[1]))
number = 0
while True:
    memory.save_context({"input": f"q{number}"}, {"text": f"a{number}"})
    print(number, flush=True)
    number += 1
"""


def test_after_a_kill_only_the_turn_in_flight_is_missing(tmp_path):
    command = [sys.executable, "-c", TALKER, str(tmp_path / "talk.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as talker:
        said = [int(talker.stdout.readline()) for _ in range(20)]
        talker.send_signal(signal.SIGKILL)
        said += [int(line) for line in talker.stdout]
    contents = [message.content for message in history(tmp_path).messages]
    turns = len(contents) // 2
    assert contents == [text for number in range(turns) for text in (f"q{number}", f"a{number}")]
    assert turns in (len(said), len(said) + 1)


CHATTER = """
import sys, time
from structout.chains import ConversationChain
from structout.llms import LLM
from structout.memory import ConversationBufferMemory, SQLiteChatMessageHistory

class Slow(LLM):
    def _call(self, prompt, stop=None):
        if "stay" in prompt.rsplit("Human:", 1)[1]:
            print("thinking", flush=True)
            time.sleep(60)
        return "yes"

memory = ConversationBufferMemory(chat_memory=SQLiteChatMessageHistory(sys.argv[1]))
chain = ConversationChain(llm=Slow(), memory=memory)
for said in sys.argv[2:]:
    print(chain.run(said), flush=True)
"""


def chatting(path, *said):
    command = [sys.executable, "-c", CHATTER, str(path), *said]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_of_a_turn_that_is_killed_while_the_model_thinks_nothing_is_left(tmp_path):
    with chatting(tmp_path / "talk.db", "one", "stay") as chatter:
        assert [chatter.stdout.readline(), chatter.stdout.readline()] == ["yes\n", "thinking\n"]
        chatter.send_signal(signal.SIGKILL)
    with chatting(tmp_path / "talk.db", "two") as chatter:
        assert chatter.stdout.read() == "yes\n"
    assert ConversationBufferMemory(chat_memory=history(tmp_path)).buffer == (
        "Human: one\nAI: yes\nHuman: two\nAI: yes"
    )


def test_processes_keep_the_halves_of_a_turn_together(tmp_path):
    names = "abc"
    said = {name: [f"{name}{number}" for number in range(10)] for name in names}
    chatters = [chatting(tmp_path / "talk.db", *said[name]) for name in names]
    for chatter in chatters:
        with chatter:
            assert chatter.stdout.read() == "yes\n" * 10
    contents = [message.content for message in history(tmp_path).messages]
    assert contents[1::2] == ["yes"] * 30
    assert [[text for text in contents[::2] if text[0] == name] for name in names] == list(said.values())


def test_threads_keep_the_halves_of_a_turn_together(tmp_path):
    def talk(name):
        memory = ConversationBufferMemory(chat_memory=history(tmp_path))
        for number in range(10):
            memory.save_context({"input": f"q{name}{number}"}, {"text": f"a{name}{number}"})

    threads = [threading.Thread(target=talk, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    contents = [message.content for message in history(tmp_path).messages]
    assert len(contents) == 60
    assert all(
        asked[1:] == answered[1:] for asked, answered in zip(contents[::2], contents[1::2], strict=True)
    )
