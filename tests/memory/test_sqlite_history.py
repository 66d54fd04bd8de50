import os
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


def test_a_row_that_is_no_message_is_an_error(tmp_path):
    history(tmp_path).add_user_message("x")
    rows = sqlite3.connect(tmp_path / "talk.db")
    with rows:
        rows.execute("UPDATE messages SET message = '{}'")
    rows.close()
    with pytest.raises(ConfigError, match="expected a message as"):
        history(tmp_path).last(1)


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
