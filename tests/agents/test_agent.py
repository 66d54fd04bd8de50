import asyncio

import pytest
from agent_doubles import TOOLS, add, search

from structout import ConfigError, OutputParserException
from structout.agents import (
    Agent,
    AgentAction,
    AgentExecutor,
    AgentFinish,
    AgentType,
    ConversationalAgent,
    ConvoOutputParser,
    Tool,
    ZeroShotAgent,
    initialize_agent,
)
from structout.chains import LLMChain
from structout.prompts import ChatPromptTemplate, PromptTemplate
from structout.testing.doubles import ScriptedChatModel, ScriptedLLM


class Arrow(Agent):
    """An agent in the style of 2023: ``-> tool: input``, ``-> done: answer``, and ``…`` for what is not whole."""

    @property
    def _agent_type(self):
        return "arrow"

    @property
    def observation_prefix(self):
        return "<- "

    @property
    def llm_prefix(self):
        return "-> "

    @property
    def finish_tool_name(self):
        return "done"

    @classmethod
    def create_prompt(cls, tools, **kwargs):
        return PromptTemplate.from_template("{input}\n-> {agent_scratchpad}")

    def _extract_tool_and_input(self, text):
        if text.endswith("…"):
            return None
        if ":" not in text:
            raise ValueError(f"Could not parse LLM output: `{text}`")
        tool, _, tool_input = text.partition(":")
        return tool.strip(), tool_input.strip()

    def _fix_text(self, text):
        return text.removesuffix("…") + ":"


def arrow(*replies, **fields):
    llm = ScriptedLLM(list(replies))
    return Arrow.from_llm_and_tools(llm, [add, search], **fields), llm


def test_the_seeds_way_of_reading_a_step():
    agent, llm = arrow("add: 4", "done: 5")
    assert agent.plan([], input="x") == AgentAction("add", "4", "add: 4")
    step = AgentAction("add", "4", "add: 4")
    assert agent.plan([(step, 5)], input="x") == AgentFinish({"output": "5"}, "done: 5")
    assert llm.prompts[1] == "x\n-> add: 4\n<- 5\n-> "
    assert llm.calls[1]["stop"] == ["\n<-", "\n\t<-"]


@pytest.mark.parametrize(
    "plan", [lambda a: a.plan([], input="x"), lambda a: asyncio.run(a.aplan([], input="x"))]
)
def test_a_text_that_is_not_whole_is_gone_on_with(plan):
    agent, llm = arrow("add…", "4")
    assert plan(agent) == AgentAction("add", "4", "add:4")
    assert llm.prompts == ["x\n-> ", "x\n-> add:"]


def test_a_text_that_never_becomes_whole_is_refused():
    agent, llm = arrow(*["add…"] * 99)
    with pytest.raises(OutputParserException, match="not whole after 10 additions"):
        agent.plan([], input="x")
    assert len(llm.prompts) == 11


def test_a_text_that_is_not_whole_is_refused_by_an_agent_that_cannot_go_on():
    class Plain(Arrow):
        def _fix_text(self, text):
            return super(Arrow, self)._fix_text(text)

    agent = Plain.from_llm_and_tools(ScriptedLLM(["add…"]), [add])
    with pytest.raises(ValueError, match="fix_text not implemented for this agent"):
        agent.plan([], input="x")


def test_a_plain_value_error_of_ones_own_reader_goes_back_to_the_model():
    agent, llm = arrow("hm", "done: 5")
    assert AgentExecutor.from_agent_and_tools(agent, [add, search]).run("x") == "5"
    assert "<- Could not parse LLM output: `hm`\n" in llm.prompts[1]


def test_a_given_parser_reads_the_steps_instead():
    class Shouting:
        def parse(self, text):
            return AgentFinish({"output": text.upper()}, text)

    for agent in (
        arrow("hm", output_parser=Shouting())[0],
        arrow("hm")[0].model_copy(update={"output_parser": Shouting()}),
    ):
        assert agent.plan([], input="x").return_values == {"output": "HM"}


def test_a_subclass_may_change_how_a_built_in_agent_reads():
    class Loud(ConversationalAgent):
        def _extract_tool_and_input(self, text):
            found = super()._extract_tool_and_input(text)
            return found[0], found[1].upper()

    agent = Loud.from_llm_and_tools(ScriptedLLM(["AI: no", "Action: add\nAction Input: x"]), [add])
    inputs = {"input": "", "chat_history": ""}
    assert agent.plan([], **inputs).return_values == {"output": "NO"}
    assert agent.plan([], **inputs) == AgentAction("add", "X", "Action: add\nAction Input: x")


def test_other_return_values():
    agent = ZeroShotAgent.from_llm_and_tools(
        ScriptedLLM(["Final Answer: y", "Final Answer: z"]), [add], return_values=["answer"]
    )
    assert agent.plan([], input="x").return_values == {"answer": "y"}
    assert AgentExecutor.from_agent_and_tools(agent, [add]).run("x") == "z"
    assert agent.return_stopped_response("force", []).return_values == {
        "answer": "Agent stopped due to iteration limit or time limit."
    }


def test_an_agent_without_a_reader_says_so():
    class Mute(Arrow):
        _extract_tool_and_input = Agent._extract_tool_and_input

    agent = Mute.from_llm_and_tools(ScriptedLLM(["x"]), [add])
    with pytest.raises(NotImplementedError, match="write _extract_tool_and_input, or give output_parser="):
        agent.plan([], input="x")


def test_the_prompt_has_the_slots_and_the_callers_texts():
    prompt = ConversationalAgent.create_prompt(
        TOOLS,
        prefix="You are {who}.",
        format_instructions='{{"tools": [{tool_names}]}} {ai_prefix} {human_prefix}',
        suffix="{input}{agent_scratchpad}",
        ai_prefix="Bot",
        human_prefix="User",
    )
    assert prompt.input_variables == ["agent_scratchpad", "input", "who"]
    assert prompt.format(who="Bo", input="{q}", agent_scratchpad="") == (
        "You are Bo.\n\n"
        '> add: Adds two numbers. Input: {"a": <integer>, "b": <integer>} (b: may be left out)\n'
        "> search: Finds things.\n> broken: Never works.\n\n"
        '{"tools": [add, search, broken]} Bot User\n\n{q}'
    )


def test_the_default_prompts_have_their_variables():
    assert ConversationalAgent.create_prompt(TOOLS).input_variables == [
        "agent_scratchpad",
        "chat_history",
        "input",
    ]
    assert ZeroShotAgent.create_prompt(TOOLS).input_variables == ["agent_scratchpad", "input"]


def test_a_chat_model_gets_the_steps_in_its_message():
    llm = ScriptedChatModel(["Action: add\nAction Input: 1", "Final Answer: 2"])
    executor = initialize_agent([add], llm, AgentType.ZERO_SHOT_REACT_DESCRIPTION, max_iterations=3)
    assert executor.run("1+1?") == "2"
    assert llm.prompts[1][-1].content.endswith("Action: add\nAction Input: 1\nObservation: 2\nThought:")


def test_agents_are_made_by_the_name_of_their_kind():
    executor = initialize_agent(
        [add], ScriptedLLM(["Bo: hi"]), "conversational-react-description", agent_kwargs={"ai_prefix": "Bo"}
    )
    assert executor({"input": "x", "chat_history": ""})["output"] == "hi"
    with pytest.raises(ConfigError, match="agent _type 'react-docstore' is not known"):
        initialize_agent([add], ScriptedLLM([]), "react-docstore")


def test_a_chat_prompt_without_a_place_for_the_steps_is_refused():
    chain = LLMChain(llm=ScriptedLLM([]), prompt=ChatPromptTemplate.from_template("{input}"))
    with pytest.raises(ConfigError, match="needs the variable 'agent_scratchpad'"):
        ZeroShotAgent(llm_chain=chain)


def test_what_neither_agent_nor_prompt_takes_is_refused():
    with pytest.raises(ConfigError, match="takes 'prefx'"):
        ZeroShotAgent.from_llm_and_tools(ScriptedLLM([]), [add], prefx="typo")


def test_the_chain_is_told_to_be_verbose():
    assert ZeroShotAgent.from_llm_and_tools(ScriptedLLM([]), [add], verbose=True).llm_chain.verbose is True


@pytest.mark.parametrize("kind", [ZeroShotAgent, ConversationalAgent])
@pytest.mark.parametrize("name", ["none", "Nothing", "N/A", "-"])
def test_a_tool_may_be_called_by_a_word_for_no_tool(kind, name):
    odd = Tool(name, lambda text: text, "Odd.")
    agent = kind.from_llm_and_tools(ScriptedLLM([f"Action: {name.upper()}\nAction Input: x"]), [odd, add])
    decision = agent.plan([], input="x", chat_history="")
    assert (decision.tool, decision.tool_input) == (name.upper(), "x")


def test_no_tool_is_none_where_no_tool_is_called_that():
    agent = ZeroShotAgent.from_llm_and_tools(ScriptedLLM(["Action: none\nFinal Answer: 3"]), [add])
    assert agent.plan([], input="x").return_values == {"output": "3"}


def test_a_subclass_chooses_the_parser_of_its_steps():
    class Shouting(ConversationalAgent):
        @classmethod
        def _get_default_output_parser(cls, ai_prefix="AI"):
            return ConvoOutputParser(ai_prefix.upper())

    agent = Shouting.from_llm_and_tools(ScriptedLLM(["BO: hi"]), [add], ai_prefix="Bo")
    assert agent.plan([], input="x", chat_history="").return_values == {"output": "hi"}
