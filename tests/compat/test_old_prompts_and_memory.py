import pytest

from structout.agents import ConversationalAgent
from structout.messages import AIMessage, HumanMessage
from structout.prompts import HumanMessagePromptTemplate, PromptTemplate
from structout.testing.doubles import ScriptedLLM


@pytest.fixture
def prompts(old_paths):
    import langchain.prompts

    return langchain.prompts


def test_more_values_than_variables_are_passed_over(prompts):
    assert prompts.PromptTemplate.from_template("{a}").format(a=1, z=2) == "1"
    assert prompts.PromptTemplate.from_template("{a}").partial(z=2).format(a=1) == "1"


def test_declared_variables_are_those_of_the_template(prompts):
    made = prompts.PromptTemplate(template="{a} {b}", input_variables=["a", "z"], colour="red")
    assert made.input_variables == ["a", "b"]


def test_validate_template_still_holds_declarations_against_it(prompts):
    with pytest.raises(ValueError, match="in the template but not declared: 'b'"):
        prompts.PromptTemplate(template="{a} {b}", input_variables=["a"], validate_template=True)


def test_unsafe_fields_are_refused_all_the_same(prompts):
    with pytest.raises(ValueError, match="attributes and indexes are not supported"):
        prompts.PromptTemplate.from_template("{a.__class__}")


def test_our_templates_count_as_old_ones(prompts):
    agent = ConversationalAgent.from_llm_and_tools(ScriptedLLM([]), [])
    assert isinstance(PromptTemplate.from_template("{a}"), prompts.PromptTemplate)
    assert isinstance(agent.llm_chain.prompt, prompts.PromptTemplate)


def test_a_template_of_a_message_equals_ours(prompts):
    old, ours = prompts.HumanMessagePromptTemplate.from_template("{a}"), HumanMessagePromptTemplate
    assert old == ours.from_template("{a}")
    assert ours.from_template("{a}") == old
    assert old != ours.from_template("{b}")


def test_a_saved_prompt_loads_as_an_old_one(prompts, tmp_path):
    saved = prompts.PromptTemplate.from_template("{a}")
    saved.save(tmp_path / "p.json")
    assert prompts.load_prompt(tmp_path / "p.json") == saved


def test_the_older_spelling_of_the_converter_works(prompts):
    made = prompts.ConvertorPromptTemplate(
        template="{b}",
        input_variables=[],
        convertor=lambda given: {"b": given["a"] * 2},
        convertor_input_variables=["a"],
        convertor_output_variables=["b"],
    )
    assert made.format(a="x", z=1) == "xx"


def test_a_formatter_fills_plain_fields_alone(old_paths):
    from langchain.formatting import formatter

    assert formatter.format("{a} {{b}}", a="{c}") == "{c} {b}"
    with pytest.raises(ValueError, match="attributes and indexes are not supported"):
        formatter.format("{a.b}", a=1)


def test_old_messages_are_ours_and_keep_what_ours_have_no_place_for(old_paths):
    from langchain.schema import AIMessage as OldAI, HumanMessage as OldHuman

    assert OldHuman(content="hi", example=False) == HumanMessage("hi")
    assert OldAI(content="x", name="bot").additional_kwargs == {"name": "bot"}
    assert isinstance(AIMessage("x"), OldAI)
    assert not isinstance(AIMessage("x"), OldHuman)


def test_a_history_of_ones_own_needs_only_add_message(old_paths):
    from langchain.memory import ConversationBufferMemory
    from langchain.schema import BaseChatMessageHistory

    class Listed(BaseChatMessageHistory):
        def __init__(self):
            self.messages = []

        def add_message(self, message):
            self.messages.append(message)

        def clear(self):
            self.messages = []

    memory = ConversationBufferMemory(chat_memory=Listed())
    memory.save_context({"input": "hi"}, {"output": "yo"})
    assert memory.load_memory_variables({}) == {"history": "Human: hi\nAI: yo"}


@pytest.mark.parametrize("path", ["llms.fake.FakeListLLM", "chat_models.fake.FakeListChatModel"])
def test_models_that_answer_from_a_list_begin_again(old_paths, path):
    from importlib import import_module

    module, _, name = f"langchain.{path}".rpartition(".")
    model = getattr(import_module(module), name)(responses=["a", "b"])
    assert [model.predict("x") for _ in range(3)] == ["a", "b", "a"]


def test_texts_and_colours_of_verbose_runs(old_paths):
    from langchain.input import get_color_mapping, get_colored_text

    assert get_color_mapping(["x", "y"], excluded_colors=["blue"]) == {"x": "yellow", "y": "pink"}
    assert get_colored_text("t", "green") == "\x1b[32;1m\x1b[1;3mt\x1b[0m"


def test_json_functions_of_2023(old_paths):
    from langchain.output_parsers.json import (
        parse_and_check_json_markdown,
        parse_json_markdown,
        parse_partial_json,
    )

    assert parse_json_markdown('Sure:\n```json\n{"a": 1}\n```') == {"a": 1}
    assert parse_partial_json('{"a": [1, 2') == {"a": [1, 2]}
    with pytest.raises(ValueError, match="expected the key 'b'"):
        parse_and_check_json_markdown('{"a": 1}', ["b"])


def test_runnables_by_their_names(old_paths):
    from langchain.schema.runnable import Runnable, RunnableLambda, RunnablePassthrough

    pipe = RunnablePassthrough() | RunnableLambda(lambda value: value + 1)
    assert pipe.invoke(1) == 2
    assert isinstance(pipe, Runnable)
