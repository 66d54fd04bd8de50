import asyncio

import pytest

from structout.errors import ConfigError, TemplateError
from structout.messages import AIMessage, ChatMessage, HumanMessage, SystemMessage
from structout.prompts import (
    ChatPromptTemplate,
    FewShotChatMessagePromptTemplate,
    HumanMessagePromptTemplate,
    MessagesPlaceholder,
    MissingVariableError,
    PromptTemplate,
    SystemMessagePromptTemplate,
)


def test_pairs_of_role_and_template_become_messages():
    prompt = ChatPromptTemplate.from_messages(
        [("system", "You are {who}"), ("human", "{q}"), ("ai", "Yes."), ("observation", "{n} °C")]
    )
    assert prompt.format_messages(who="a clerk", q="Here?", n=3) == [
        SystemMessage("You are a clerk"),
        HumanMessage("Here?"),
        AIMessage("Yes."),
        ChatMessage("3 °C", role="observation"),
    ]


def test_variables_are_those_of_all_messages():
    prompt = ChatPromptTemplate.from_messages([("system", "{b}"), "{a}{b}"])
    assert prompt.input_variables == ["a", "b"]


def test_format_writes_the_conversation_as_text():
    prompt = ChatPromptTemplate.from_messages([("system", "Be {how}"), ("human", "Hi")])
    assert prompt.format(how="brief") == "System: Be brief\nHuman: Hi"
    assert prompt.format_prompt(how="brief").to_messages()[0] == SystemMessage("Be brief")


def test_a_message_given_as_such_is_data():
    prompt = ChatPromptTemplate.from_messages([HumanMessage("costs {secret_var} {0.__class__}"), "{q}"])
    assert prompt.format_messages(q="?")[0] == HumanMessage("costs {secret_var} {0.__class__}")


def test_a_history_is_data():
    prompt = ChatPromptTemplate.from_messages([MessagesPlaceholder("history"), "{q}"])
    turns = prompt.format_messages(history=[("human", "{q} {x.y}"), AIMessage("{z}")], q="?")
    assert turns == [HumanMessage("{q} {x.y}"), AIMessage("{z}"), HumanMessage("?")]


@pytest.mark.parametrize("value", ["text", 3, [3], None])
def test_a_history_that_is_no_list_of_messages_is_refused(value):
    prompt = ChatPromptTemplate.from_messages([MessagesPlaceholder("history")])
    with pytest.raises(TemplateError, match="variable 'history' should be a list of base messages"):
        prompt.format_messages(history=value)


def test_an_optional_history_may_be_left_out():
    prompt = ChatPromptTemplate.from_messages([("placeholder", "{history}"), "{q}"])
    assert prompt.format_messages(q="?") == [HumanMessage("?")]
    assert prompt.format_messages(q="?", history=["hi"])[0] == HumanMessage("hi")


def test_a_missing_variable_is_named():
    with pytest.raises(MissingVariableError, match=r"missing variables {'b'}"):
        ChatPromptTemplate.from_messages([("system", "{a}"), "{b}"]).format_messages(a=1)


def test_an_unsafe_field_in_a_message_is_refused():
    with pytest.raises(TemplateError, match="column 1"):
        ChatPromptTemplate.from_messages([("system", "{u.__class__}")])


def test_what_is_no_message_is_refused():
    with pytest.raises(TemplateError, match=r"expected a .role, template. pair.*found 3"):
        ChatPromptTemplate.from_messages([3])


def test_message_templates_can_be_given_and_keep_bound_values():
    content = PromptTemplate(template="{a}{b}", partial_variables={"a": 1})
    prompt = ChatPromptTemplate.from_messages(
        [SystemMessagePromptTemplate.from_template("{s}"), HumanMessagePromptTemplate(prompt=content)]
    )
    assert prompt.input_variables == ["b", "s"]
    assert prompt.format_messages(b=2, s=0) == [SystemMessage("0"), HumanMessage("12")]


def test_partial_binds_variables_of_all_messages():
    prompt = ChatPromptTemplate.from_messages([("system", "{a}"), "{a}{b}"]).partial(a=1)
    assert (prompt.input_variables, prompt.format(b=2)) == (["b"], "System: 1\nHuman: 12")


def test_prompts_can_be_joined():
    left = ChatPromptTemplate.from_messages([("system", "{a}")]).partial(a=1)
    joined = left + HumanMessagePromptTemplate.from_template("{b}")
    assert joined.format(b=2) == "System: 1\nHuman: 2"


def test_examples_can_be_turns_and_are_data():
    turn = ChatPromptTemplate.from_messages([("human", "{q}"), ("ai", "{a}")])
    shots = FewShotChatMessagePromptTemplate(examples=[{"q": "{1}", "a": '{"n": 1}'}], example_prompt=turn)
    prompt = ChatPromptTemplate.from_messages([("system", "{s}"), shots, ("human", "{q}")])
    assert prompt.format(s="S", q="Q") == 'System: S\nHuman: {1}\nAI: {"n": 1}\nHuman: Q'


def test_a_history_can_be_cut_to_its_last_messages():
    prompt = ChatPromptTemplate.from_messages([MessagesPlaceholder("h", n_messages=2)])
    assert prompt.format(h=["a", "b", "c"]) == "Human: b\nHuman: c"


def test_a_history_in_a_pair_says_whether_it_may_be_left_out():
    with pytest.raises(MissingVariableError, match=r"missing variables {'h'}"):
        ChatPromptTemplate.from_messages([("placeholder", ["{h}", False])]).format()


def test_messages_can_be_added_and_taken_by_index():
    prompt = ChatPromptTemplate.from_messages([("system", "{a}")])
    part = prompt.partial(a=1)
    prompt.append("{b}")
    prompt.extend([("ai", "{c}")])
    assert (len(prompt), len(part), prompt.input_variables) == (3, 1, ["a", "b", "c"])
    assert prompt[1:].input_variables == ["b", "c"]
    assert prompt[2].format(c=1) == AIMessage("1")


def test_declared_variables_are_those_of_the_messages():
    with pytest.raises(TemplateError, match="declared but not in the template: 'z'"):
        ChatPromptTemplate(["{a}"], input_variables=["a", "z"])
    assert ChatPromptTemplate(["{a}"], input_variables=["z"], validate_template=False).input_variables == [
        "a"
    ]


def test_a_message_from_a_file_and_with_bound_values(tmp_path):
    (tmp_path / "t.txt").write_text("Say {x}")
    from_file = HumanMessagePromptTemplate.from_template_file("t.txt", ["x"], base_dir=tmp_path)
    bound = HumanMessagePromptTemplate.from_template("Say {x}{y}", partial_variables={"y": "!"})
    assert (from_file.format(x="hi"), bound.format(x="hi")) == (
        HumanMessage("Say hi"),
        HumanMessage("Say hi!"),
    )


def test_another_template_format_is_refused():
    with pytest.raises(ConfigError, match="Unsupported template format: jinja2"):
        ChatPromptTemplate.from_messages([("human", "{{ x }}")], template_format="jinja2")


def test_prompts_can_be_formatted_by_callers_that_await():
    prompt = ChatPromptTemplate.from_messages(["{a}"])

    async def fill():
        return await prompt.aformat(a=1), await prompt.aformat_messages(a=1), await prompt.aformat_prompt(a=1)

    text, messages, value = asyncio.run(fill())
    assert (text, messages, value.to_messages()) == ("Human: 1", [HumanMessage("1")], [HumanMessage("1")])


def test_messages_and_examples_are_joined_with_plus():
    turn = ChatPromptTemplate.from_messages([("human", "{q}"), ("ai", "{a}")])
    shots = FewShotChatMessagePromptTemplate(examples=[{"q": 1, "a": 2}], example_prompt=turn)
    whole = (
        SystemMessagePromptTemplate.from_template("S")
        + shots
        + HumanMessagePromptTemplate.from_template("{q}")
    )
    assert whole.format(q=3) == "System: S\nHuman: 1\nAI: 2\nHuman: 3"
    assert (SystemMessage("S") + turn).format(q=1, a=2) == "System: S\nHuman: 1\nAI: 2"
