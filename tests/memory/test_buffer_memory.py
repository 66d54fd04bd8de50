import copy
import pickle

import pytest

from structout.errors import ConfigError
from structout.memory import (
    BaseMemory,
    ChatMessageHistory,
    ConversationBufferMemory,
    ConversationBufferWindowMemory,
    ConversationStringBufferMemory,
)
from structout.messages import AIMessage, HumanMessage


def talk(memory, turns):
    for number in range(1, turns + 1):
        memory.save_context({"input": f"q{number}"}, {"response": f"a{number}"})
    return memory.load_memory_variables({})["history"]


def test_the_first_turn_sees_nothing():
    assert ConversationBufferMemory().load_memory_variables({"input": "x"}) == {"history": ""}


def test_the_whole_conversation_is_given_as_lines():
    assert talk(ConversationBufferMemory(), 2) == "Human: q1\nAI: a1\nHuman: q2\nAI: a2"


def test_names_and_variable_can_be_chosen():
    memory = ConversationBufferMemory(human_prefix="Friend", ai_prefix="Robot", memory_key="talk")
    memory.save_context({"input": "hi"}, {"response": "yo"})
    assert memory.memory_variables == ["talk"]
    assert memory.load_memory_variables({}) == {"talk": "Friend: hi\nRobot: yo"}


def test_messages_are_given_on_request():
    assert talk(ConversationBufferMemory(return_messages=True), 1) == [HumanMessage("q1"), AIMessage("a1")]


@pytest.mark.parametrize(
    ("k", "expected"),
    [(0, ""), (1, "Human: q3\nAI: a3"), (2, "Human: q2\nAI: a2\nHuman: q3\nAI: a3"), (9, None)],
)
def test_a_window_shows_the_last_turns_and_keeps_all(k, expected):
    memory = ConversationBufferWindowMemory(k=k)
    assert talk(memory, 3) == (expected or ("" if k == 0 else talk(ConversationBufferMemory(), 3)))
    assert len(memory.chat_memory.messages) == 6


def test_the_first_turn_leaves_the_window_after_one_more_than_k():
    memory = ConversationBufferWindowMemory(k=2)
    assert "q1" in talk(memory, 2)
    memory.save_context({"input": "q3"}, {"response": "a3"})
    assert "q1" not in memory.load_memory_variables({})["history"]


def test_a_negative_window_is_refused():
    with pytest.raises(ValueError, match="greater than or equal to 0"):
        ConversationBufferWindowMemory(k=-1)


def test_a_text_memory_begins_each_turn_with_a_line_break():
    assert talk(ConversationStringBufferMemory(), 2) == "\nHuman: q1\nAI: a1\nHuman: q2\nAI: a2"


def test_a_text_memory_gives_no_messages():
    with pytest.raises(ConfigError, match="return_messages must be False"):
        ConversationStringBufferMemory(return_messages=True)


def test_memory_variables_and_stop_are_not_the_users_words():
    memory = ConversationBufferMemory()
    memory.save_context({"input": "hi", "history": "…", "stop": ["."]}, {"text": "yo"})
    assert memory.buffer == "Human: hi\nAI: yo"


@pytest.mark.parametrize("inputs", [{}, {"a": 1, "b": 2}])
def test_several_inputs_need_a_key(inputs):
    with pytest.raises(ValueError, match=r"One input key expected got \["):
        ConversationBufferMemory().save_context(inputs, {"text": "yo"})


def test_keys_say_which_input_and_output_count():
    memory = ConversationBufferMemory(input_key="b", output_key="y")
    memory.save_context({"a": 1, "b": 2}, {"x": 3, "y": 4})
    assert memory.buffer == "Human: 2\nAI: 4"


def test_among_several_outputs_the_one_called_output_counts():
    memory = ConversationBufferMemory()
    memory.save_context({"input": "hi"}, {"intermediate_steps": [], "output": "yo"})
    assert memory.buffer.endswith("AI: yo")


def test_several_outputs_need_a_key():
    with pytest.raises(ValueError, match=r"multiple output keys: \['x', 'y'\]"):
        ConversationBufferMemory().save_context({"input": "hi"}, {"x": 1, "y": 2})


def test_a_key_that_is_not_there_is_named():
    with pytest.raises(ValueError, match=r"looks for 'question'; found \['input'\]"):
        ConversationBufferMemory(input_key="question").save_context({"input": "hi"}, {"x": 1})


def test_clear_forgets_the_conversation():
    memory = ConversationBufferMemory()
    talk(memory, 1)
    memory.clear()
    assert memory.buffer == ""


def test_a_conversation_can_go_on_from_given_messages():
    history = ChatMessageHistory([HumanMessage("hi")])
    history.add_ai_message("yo")
    history.add_user_message("bye")
    assert ConversationBufferMemory(chat_memory=history).buffer == "Human: hi\nAI: yo\nHuman: bye"


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda memory: pickle.loads(pickle.dumps(memory))])
def test_a_copy_remembers_and_goes_its_own_way(clone):
    memory = ConversationBufferMemory()
    talk(memory, 1)
    copied = clone(memory)
    copied.save_context({"input": "more"}, {"text": "yes"})
    assert (len(memory.chat_memory.messages), len(copied.chat_memory.messages)) == (2, 4)


def test_a_memory_that_lacks_a_method_cannot_be_made():
    class Half(BaseMemory):
        def clear(self):
            pass

    with pytest.raises(TypeError, match="load_memory_variables"):
        Half()


def test_an_unknown_field_is_refused():
    with pytest.raises(ValueError, match="memory_kee"):
        ConversationBufferMemory(memory_kee="x")
