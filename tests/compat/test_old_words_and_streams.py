"""What old code looks for: words of errors, names on messages, pieces of streams, as many tries as allowed."""

import asyncio
import copy
import pickle
import re

import pytest
from pydantic import BaseModel

from structout import messages
from structout.agents import AgentAction, Tool
from structout.compat.langchain import agent_streams, built, messages as old, parsers, prompts, step_parsers
from structout.compat.langchain.agents import initialize_agent
from structout.compat.langchain.json_patches import patches
from structout.compat.langchain.models import FakeListLLM, GenericFakeChatModel
from structout.errors import ConfigError, OutputParserException, TemplateError
from structout.memory import ConversationBufferMemory


class City(BaseModel):
    name: str


def test_fixing_asks_as_often_as_it_may():
    model = FakeListLLM(responses=["no", "no", '{"name": "Ulm"}'])
    parser = parsers.OutputFixingParser.from_llm(model, parsers.PydanticOutputParser(City), max_retries=3)
    assert parser.parse("no") == City(name="Ulm")


def test_fixing_stops_at_a_repetition_where_told():
    model = FakeListLLM(responses=["no", "no", '{"name": "Ulm"}'])
    inner = parsers.PydanticOutputParser(City)
    parser = parsers.OutputFixingParser.from_llm(model, inner, max_retries=3, stop_on_repeat=True)
    with pytest.raises(OutputParserException, match="the same answer came back"):
        parser.parse("no")


@pytest.mark.parametrize("kind", [parsers.RetryOutputParser, parsers.RetryWithErrorOutputParser])
def test_a_retry_needs_the_prompt(kind):
    parser = kind.from_llm(FakeListLLM(responses=["YES"]), parsers.BooleanOutputParser())
    with pytest.raises(NotImplementedError, match="parse_with_prompt"):
        parser.parse("maybe")
    with pytest.raises(NotImplementedError, match="parse_with_prompt"):
        asyncio.run(parser.aparse("maybe"))


@pytest.mark.parametrize(
    ("parser", "text", "words"),
    [
        (parsers.PydanticOutputParser(City), "{}", "Failed to parse City from completion {}. Got: "),
        (parsers.XMLOutputParser(), "foofoo", "Failed to parse from completion foofoo. Got: "),
        (parsers.BooleanOutputParser(), "YES NO", "Ambiguous response. Both YES and NO in received: YES NO."),
        (parsers.BooleanOutputParser(), "NO YES", "Ambiguous response. Both YES and NO in received: NO YES."),
    ],
)
def test_errors_begin_with_the_old_words(parser, text, words):
    with pytest.raises(OutputParserException, match=re.escape(words)) as caught:
        parser.parse(text)
    assert caught.value.message.count(words) == 1
    assert caught.value.llm_output == text


def test_a_step_without_input_has_the_old_observation():
    with pytest.raises(OutputParserException) as caught:
        step_parsers.MRKLOutputParser().parse("I know.\nAction: foo")
    assert caught.value.observation == "Invalid Format: Missing 'Action Input:' after 'Action:'"


def test_construction_errors_begin_as_pydantic_began_them():
    memory = ConversationBufferMemory(memory_key="bar")
    with pytest.raises(ConfigError, match=r"Value error, The same variables \{'bar'\}"):
        built.CombinedMemory(memories=[memory, ConversationBufferMemory(memory_key="bar")])
    with pytest.raises(ConfigError, match="Value error, Got unexpected prompt input variables"):
        built.ConversationChain(
            llm=FakeListLLM(responses=["x"]), memory=memory, prompt=prompts.PromptTemplate(template="hi")
        )


def test_old_and_new_messages_are_equal_both_ways():
    made = old.AIMessage(content="hello", id="1")
    assert made == messages.AIMessage("hello")
    assert messages.AIMessage("hello") == made
    assert made != messages.HumanMessage("hello")


def test_old_names_of_messages():
    message = old.HumanMessage(content=["a", {"type": "text", "text": "b"}, {"type": "image"}], name="Ann")
    message.id = "7"
    assert (message.name, message.id, message.text()) == ("Ann", "7", "ab")


def test_old_messages_are_copied_and_pickled():
    message = old.ChatMessage(content="hello", role="judge", name="Ann")
    assert pickle.loads(pickle.dumps(message)) == copy.deepcopy(message) == message


def test_the_text_of_a_generation_is_the_first_text_of_the_content():
    assert old.ChatGeneration(message=old.AIMessage(content=[{"type": "image"}, "foo", "bar"])).text == "foo"


def test_pieces_of_a_completion_are_added():
    total = old.GenerationChunk("a") + old.GenerationChunk("b", generation_info={"x": 1})
    assert total == old.GenerationChunk("ab", generation_info={"x": 1})


def test_xml_streams_give_each_leaf_inside_its_parents():
    text = "<a><b><c></c><c>one</c></b><d>two</d></a>"
    assert list(parsers.XMLOutputParser().transform(iter(text))) == [
        {"a": [{"b": [{"c": None}]}]},
        {"a": [{"b": [{"c": "one"}]}]},
        {"a": [{"d": "two"}]},
    ]


def test_json_streams_give_each_value_once():
    pieces = ['{"a": "x', "", 'y"', ", ", '"b": [', "]}"]
    assert list(parsers.JsonOutputParser().transform(pieces)) == [
        {"a": "x"},
        {"a": "xy"},
        {"a": "xy", "b": []},
    ]


def test_json_streams_give_patches():
    assert list(parsers.JsonOutputParser(diff=True).transform(['{"a": "x', 'y"}'])) == [
        [{"op": "replace", "path": "", "value": {"a": "x"}}],
        [{"op": "replace", "path": "/a", "value": "xy"}],
    ]


def test_patches_remove_the_last_items_first():
    assert list(patches({"a/b": [1, 2, 3], "c": 0}, {"a/b": [1]})) == [
        {"op": "remove", "path": "/c"},
        {"op": "remove", "path": "/a~1b/2"},
        {"op": "remove", "path": "/a~1b/1"},
    ]


def test_transform_parsers_read_each_piece():
    class Shout(parsers.BaseTransformOutputParser[str]):
        def parse_result(self, result, *, partial=False):
            return result[0].message.content.upper()

    model = GenericFakeChatModel(messages=iter(["hello world"]))
    assert list((model | Shout()).stream("")) == ["HELLO", " ", "WORLD"]


def _executor():
    replies = ["Think.\nAction: Search\nAction Input: ulm", "Done.\nFinal Answer: a city"]
    search = Tool(name="Search", func=lambda query: f"found {query}", description="searches")
    return initialize_agent([search], FakeListLLM(responses=replies))


WANTED = AgentAction("Search", "ulm", "Think.\nAction: Search\nAction Input: ulm")
PIECES = [
    {"actions": [WANTED], "messages": [messages.AIMessage(WANTED.log)]},
    {
        "steps": [agent_streams.AgentStep(WANTED, "found ulm")],
        "messages": [messages.HumanMessage("found ulm")],
    },
    {"output": "a city", "messages": [messages.AIMessage("Done.\nFinal Answer: a city")]},
]


def test_agents_stream_actions_observations_and_the_answer():
    assert list(_executor().stream("what is Ulm?")) == PIECES


def test_agents_stream_for_callers_that_await():
    async def collected():
        return [piece async for piece in _executor().astream("what is Ulm?")]

    assert asyncio.run(collected()) == PIECES


def test_an_error_of_the_agent_ends_its_stream():
    executor = initialize_agent([], FakeListLLM(responses=[]))
    with pytest.raises(IndexError):
        list(executor.stream("what is Ulm?"))


def test_pieces_of_an_agent_are_added():
    pieces = list(_executor().stream("what is Ulm?"))
    total = pieces[0] + pieces[1] + pieces[2]
    assert total["output"] == "a city"
    assert len(total["messages"]) == 3


def test_example_selectors_may_be_asynchronous():
    class Selector:
        def select_examples(self, input_variables):
            raise NotImplementedError

        async def aselect_examples(self, input_variables):
            return [{"q": "1+1", "a": "2"}]

    shown = prompts.PromptTemplate(template="{q}={a}")
    few = prompts.FewShotPromptTemplate(example_prompt=shown, example_selector=Selector(), suffix="{x}=")
    assert asyncio.run(few.aformat(x="2+2")) == "1+1=2\n\n2+2="


def test_templates_say_what_is_wrong_in_the_old_words():
    with pytest.raises(TemplateError, match="Invalid variable name"):
        prompts.ChatPromptTemplate([("human", "{a.b}")])
    with pytest.raises(
        TemplateError, match=r"Got mismatched input_variables\. Expected: \{'a'\}\. Got: \[\]"
    ):
        prompts.ChatPromptTemplate([("human", "{a}")], input_variables=[], validate_template=True)


def test_paths_in_saved_prompts_are_refused_in_the_old_words():
    with pytest.raises(ConfigError, match="is absolute"):
        prompts.load_prompt_from_config({"template_path": "/etc/passwd.txt"})
    with pytest.raises(ConfigError, match=re.escape("contains '..' components")):
        prompts.load_prompt_from_config({"template_path": "../secret.txt"})


def test_the_limit_of_a_summary_counts_the_names_of_the_speakers():
    memory = built.ConversationSummaryBufferMemory(
        llm=FakeListLLM(responses=["short"]), max_token_limit=5, count=lambda text: len(text.split())
    )
    memory.save_context({"input": "a"}, {"output": "b"})
    memory.save_context({"input": "c"}, {"output": "d"})
    assert memory.load_memory_variables({}) == {"history": "System: short\nHuman: c\nAI: d"}


def test_role_strings_are_chat_messages_and_old():
    with pytest.warns(PendingDeprecationWarning, match="from_messages"):
        prompt = prompts.ChatPromptTemplate.from_role_strings([("system", "{verdict}")])
    assert prompt.format_messages(verdict="guilty") == [messages.ChatMessage("guilty", role="system")]
