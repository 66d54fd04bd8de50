"""Names that scripts of 2023 use beside the seeds': kinds of agents, memories, handlers, settings of models, steps."""

import asyncio
import warnings

import pytest

from structout.agents import AgentAction, AgentFinish, AgentOutputParser
from structout.chains import LLMChain
from structout.compat.langchain import agents, built, handlers, models
from structout.compat.langchain.messages import AIMessage, ChatMessage, HumanMessage
from structout.compat.langchain.parsers import StrOutputParser
from structout.compat.langchain.prompts import PromptTemplate, SystemMessagePromptTemplate
from structout.compat.langchain.runnables import RunnableBranch, RunnableParallel, RunnablePassthrough
from structout.memory import ChatMessageHistory, ConversationBufferMemory
from structout.testing.doubles import ScriptedChatModel, ScriptedLLM

SEARCH = agents.StructuredTool.from_function(lambda q: f"found {q}", name="search", description="finds")
STEPS = ["Action: search\nAction Input: ulm", "I know.\nFinal Answer: a town"]


def test_each_kind_of_agent_runs_on_a_text_or_a_chat_model():
    for kind in agents.AgentType:
        if "conversational" not in kind:
            executor = agents.initialize_agent([SEARCH], ScriptedChatModel(STEPS), kind)
            assert executor.run("what is Ulm?") == "a town"


def test_a_chat_agent_with_memory_of_messages_is_given_their_text():
    memory = ConversationBufferMemory(memory_key="chat_history", return_messages=True)
    model = ScriptedChatModel(["Thought: no tool\nAI: hi Bo", "Thought: no tool\nAI: Bo"])
    kind = agents.AgentType.CHAT_CONVERSATIONAL_REACT_DESCRIPTION
    executor = agents.initialize_agent([SEARCH], model, kind, memory=memory)
    assert [executor.run("I am Bo"), executor.run("who am I?")] == ["hi Bo", "Bo"]
    assert "Human: I am Bo\nAI: hi Bo" in model.prompts[1][0].content
    assert len(memory.chat_memory.messages) == 4


class LastLine(AgentOutputParser):
    def parse(self, text):
        kind, _, rest = text.partition(": ")
        return AgentFinish({"output": rest}, text) if kind == "say" else AgentAction(kind, rest, text)


@pytest.mark.parametrize("run", [lambda a, x: a.run(x), lambda a, x: asyncio.run(a.arun(x))])
def test_an_agent_is_a_chain_and_a_parser(run):
    model = ScriptedLLM(["search: ulm", "say: a town"])
    chain = LLMChain(llm=model, prompt=PromptTemplate.from_template("{input} {intermediate_steps}"))
    agent = agents.LLMSingleActionAgent(llm_chain=chain, output_parser=LastLine(), stop=["\n"])
    executor = agents.AgentExecutor.from_agent_and_tools(agent, [SEARCH])
    assert run(executor, "what is Ulm?") == "a town"
    assert "found ulm" in model.prompts[1]


def test_a_tool_that_is_a_class_gives_its_name_without_a_type():
    class Double(agents.BaseTool):
        name = "double"
        description = "doubles a number"

        def _run(self, number: int) -> int:
            return number * 2

    assert (Double().name, Double().run("4")) == ("double", 8)


def test_a_structured_tool_takes_name_and_description_of_its_function():
    def add(a: int, b: int) -> int:
        "Adds two numbers."
        return a + b

    made = agents.StructuredTool.from_function(add, return_direct=True)
    assert (made.name, made.description, made.return_direct) == ("add", "Adds two numbers.", True)
    assert made.run({"a": 1, "b": 2}) == 3


def test_old_messages_go_when_the_tokens_are_too_many():
    model = ScriptedLLM([], token_counter=lambda text: len(text.split()))
    memory = built.ConversationTokenBufferMemory(llm=model, max_token_limit=6)
    memory.save_context({"input": "one two"}, {"output": "three"})
    memory.save_context({"input": "four"}, {"output": "five"})
    assert memory.buffer == "AI: three\nHuman: four\nAI: five"


def test_a_summary_begins_with_a_history():
    history = ChatMessageHistory([HumanMessage("a"), AIMessage("b"), HumanMessage("c")])
    model = ScriptedLLM(["first", "second", "third"])
    memory = built.ConversationSummaryMemory.from_messages(model, history)
    assert (memory.buffer, len(model.prompts)) == ("second", 2)
    assert memory.predict_new_summary([HumanMessage("d")], "second") == "third"


def test_tokens_are_printed_as_they_come(capsys):
    model = models.GenericFakeChatModel(messages=iter(["a b"]))
    list(model.stream("x", {"callbacks": [handlers.StreamingStdOutCallbackHandler()]}))
    assert capsys.readouterr().out == "a b"


def test_tokens_are_counted_in_a_block():
    with handlers.get_openai_callback() as counted:
        LLMChain(llm=ScriptedLLM(["a", "b"]), prompt=PromptTemplate.from_template("{x}")).apply(
            [{"x": 1}, {"x": 2}]
        )
    ScriptedLLM(["c"])("x")
    assert (counted.successful_requests, counted.total_cost != counted.total_cost) == (2, True)
    assert repr(counted).startswith(f"Tokens Used: {counted.total_tokens}\n")


def test_a_streaming_model_tells_each_token_of_a_single_answer(loopback):
    loopback.say("hello there", "again")
    seen = []
    chat = models.ChatOpenAI(model="m", base_url=loopback.url, api_key="k", streaming=True)
    answer = chat.invoke("hi", {"callbacks": [lambda event: seen.append(event.name)]})
    assert (answer.content, seen.count("on_llm_new_token") > 1) == ("hello there", True)
    assert asyncio.run(chat.ainvoke("hi")).content == "again"
    assert "streaming" not in chat.dict()


def test_settings_that_are_fields_now_go_by_model_kwargs_too():
    chat = models.ChatOpenAI(openai_api_key="k", model_kwargs={"top_p": 0.5, "store": True})
    assert (chat.top_p, chat.model_kwargs) == (0.5, {"store": True})


def test_steps_are_named_by_keyword_or_added_to_a_mapping():
    both = RunnableParallel({"a": lambda x: x + 1}, b=RunnablePassthrough())
    assert both.invoke(1) == {"a": 2, "b": 1}
    assigned = RunnablePassthrough.assign(b=lambda given: given["a"] + 1)
    assert assigned.invoke({"a": 1}) == asyncio.run(assigned.ainvoke({"a": 1})) == {"a": 1, "b": 2}


def test_messages_are_plain_data_and_are_copied():
    said = ChatMessage("hi", role="pirate", id="x")
    data = {"content": "hi", "additional_kwargs": {}, "role": "pirate", "id": "x", "type": "chat"}
    assert said.dict() == data
    assert HumanMessage("é").json(ensure_ascii=False).startswith('{"content": "é", ')
    assert (said.copy(update={"content": "ho"}).content, said.copy().id) == ("ho", "x")


@pytest.mark.parametrize(
    "ask",
    [
        lambda chat: chat([HumanMessage("x")]),
        lambda chat: chat.invoke("x"),
        lambda chat: asyncio.run(chat.ainvoke("x")),
    ],
)
def test_what_a_chat_model_says_has_its_old_names(ask):
    assert ask(models.FakeListChatModel(responses=["hi"])).dict()["content"] == "hi"


def test_a_validator_may_call_its_value_field(old_paths):
    from langchain.pydantic_v1 import BaseModel, validator

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)

        class Joke(BaseModel):
            setup: str

            @validator("setup")
            def ends(cls, field):
                return field + "?"

    assert Joke(setup="why").setup == "why?"


def test_messages_and_their_templates_add_up_to_a_conversation():
    prompt = HumanMessage("hi") + AIMessage("what?") + "{input}"
    assert [each.content for each in prompt.format_messages(input="go")] == ["hi", "what?", "go"]
    both = SystemMessagePromptTemplate.from_template("a {x}") + HumanMessage("b")
    assert [each.content for each in both.format_messages(x=1, y=2)] == ["a 1", "b"]


def test_a_branch_is_the_first_whose_condition_holds():
    sign = RunnableBranch((lambda x: x > 0, lambda x: "more"), (lambda x: x < 0, lambda x: "less"), str)
    assert [sign.invoke(1), sign.invoke(-1), asyncio.run(sign.ainvoke(0))] == ["more", "less", "0"]


def test_a_text_streams_on_as_it_comes():
    async def collect(pipe):
        return [piece async for piece in pipe.astream("x")]

    pipe = models.FakeListChatModel(responses=["ab", "cd"]) | StrOutputParser()
    assert [list(pipe.stream("x")), asyncio.run(collect(pipe))] == [["a", "b"], ["c", "d"]]
