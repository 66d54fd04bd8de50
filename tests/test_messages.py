import pickle

import pytest

from structout.messages import (
    AIMessage,
    ChatMessage,
    ChatPromptValue,
    FunctionMessage,
    HumanMessage,
    StringPromptValue,
    SystemMessage,
    get_buffer_string,
    message_from_dict,
    message_of,
    message_to_dict,
    to_message,
    to_prompt_value,
)

EVERY_KIND = [
    SystemMessage("be kind"),
    HumanMessage("hi {x}"),
    AIMessage("hello", additional_kwargs={"tool_calls": [{"id": "a"}]}),
    ChatMessage("41 °C", role="observation"),
    FunctionMessage("3", name="add"),
]


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        ("system", SystemMessage("x")),
        ("user", HumanMessage("x")),
        ("human", HumanMessage("x")),
        ("assistant", AIMessage("x")),
        ("ai", AIMessage("x")),
        ("observation", ChatMessage("x", role="observation")),
    ],
)
def test_a_role_by_either_name_gives_the_message_of_that_role(role, expected):
    assert message_of(role, "x") == expected


def test_messages_name_their_role_as_chat_apis_do():
    roles = [message.role for message in EVERY_KIND]
    assert roles == ["system", "user", "assistant", "observation", "function"]


def test_messages_of_two_roles_with_one_content_differ():
    assert HumanMessage("x") != AIMessage("x")


def test_a_conversation_is_written_as_a_line_for_each_message():
    text = "System: be kind\nHuman: hi {x}\nAI: hello\nobservation: 41 °C\nFunction: 3"
    assert get_buffer_string(EVERY_KIND) == text


def test_the_names_of_human_and_model_can_be_chosen():
    messages = [HumanMessage("hi"), AIMessage("yo")]
    assert get_buffer_string(messages, "Friend", "Robot") == "Friend: hi\nRobot: yo"


@pytest.mark.parametrize("message", EVERY_KIND)
def test_a_message_survives_json_and_pickle(message):
    assert message_from_dict(message_to_dict(message)) == message
    assert pickle.loads(pickle.dumps(message)) == message


@pytest.mark.parametrize(
    "value", [{}, {"type": "robot", "data": {"content": "x"}}, {"type": "ai", "data": {}}, 3]
)
def test_what_is_no_saved_message_is_refused(value):
    with pytest.raises(ValueError, match="expected a message as"):
        message_from_dict(value)


def test_text_stands_for_the_users_message_and_a_pair_for_role_and_text():
    assert to_message("hi") == HumanMessage("hi")
    assert to_message(("ai", "yo")) == AIMessage("yo")


@pytest.mark.parametrize("value", [None, 3, ("ai",), ("ai", 3)])
def test_what_is_no_message_is_refused_by_what_was_found(value):
    with pytest.raises(TypeError, match=r"expected a message, a text or a .* pair; found"):
        to_message(value)


def test_a_text_prompt_is_one_message_of_the_user():
    assert to_prompt_value("hi").to_messages() == [HumanMessage("hi")]


def test_a_conversation_is_a_prompt_for_text_models_too():
    prompt = to_prompt_value([("system", "be brief"), "hi"])
    assert prompt == ChatPromptValue([SystemMessage("be brief"), HumanMessage("hi")])
    assert prompt.to_string() == "System: be brief\nHuman: hi"


def test_a_prompt_value_is_taken_as_it_is():
    value = StringPromptValue("hi")
    assert to_prompt_value(value) is value


def test_what_is_no_prompt_is_refused():
    with pytest.raises(TypeError, match="expected a text, a prompt value or a list of messages; found 7"):
        to_prompt_value(7)
