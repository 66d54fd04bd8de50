"""Runs of chains, fixing parsers and agents by their import paths of 2023, for langchain_differential.py."""

# ruff: noqa: N806, E731, RUF012

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Call = tuple[str, Callable[[], Any]]
"""A call: its name, and what makes it."""


def _caught_as(error: BaseException) -> str:
    # What an `except` of old code sees of it.
    return "ValueError" if isinstance(error, ValueError) else type(error).__name__


def chain_calls() -> Iterator[Call]:
    from langchain.callbacks.base import BaseCallbackHandler
    from langchain.chains import ConversationChain, LLMChain
    from langchain.chains.base import Chain
    from langchain.llms.base import LLM
    from langchain.memory import ConversationBufferMemory
    from langchain.prompts import PromptTemplate

    class Echo(LLM):
        fail: bool = False

        @property
        def _llm_type(self) -> str:
            return "echo"

        def _call(self, prompt: str, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> str:
            if self.fail:
                raise RuntimeError("down")
            return f"<{prompt}|{stop}>"

    class Fixed(Chain):
        ins: list[str] = ["a"]
        outs: list[str] = ["b"]

        @property
        def input_keys(self) -> list[str]:
            return self.ins

        @property
        def output_keys(self) -> list[str]:
            return self.outs

        def _call(self, inputs: Any, run_manager: Any = None) -> Any:
            return {"b": "B"}

    class Events(BaseCallbackHandler):
        def __init__(self) -> None:
            self.seen: list[str] = []

        def on_chain_start(self, serialized: Any, inputs: Any, **kwargs: Any) -> None:
            self.seen.append(f"start {sorted(inputs)}")

        def on_chain_end(self, outputs: Any, **kwargs: Any) -> None:
            self.seen.append(f"end {sorted(outputs)}")

        def on_chain_error(self, error: Any, **kwargs: Any) -> None:
            self.seen.append(f"error {_caught_as(error)}")

        def on_llm_start(self, serialized: Any, prompts: Any, **kwargs: Any) -> None:
            self.seen.append(f"llm {prompts}")

        def on_llm_end(self, response: Any, **kwargs: Any) -> None:
            self.seen.append("llm end")

        def on_llm_error(self, error: Any, **kwargs: Any) -> None:
            self.seen.append("llm error")

        def on_text(self, text: Any, **kwargs: Any) -> None:
            self.seen.append("text")

    def seen(make: Callable[[Any], Any]) -> Any:
        events = Events()
        try:
            make(events)
        except Exception as error:
            events.seen.append(f"raised {_caught_as(error)}")
        return events.seen

    two = PromptTemplate.from_template("{a} {b}")
    llm_chain = lambda **kw: LLMChain(llm=Echo(), prompt=two, **kw)
    yield "chain: dict", lambda: Fixed()({"a": 1})
    yield "chain: single value", lambda: Fixed()("x")
    yield "chain: extra inputs", lambda: Fixed()({"a": 1, "z": 2})
    yield "chain: only outputs", lambda: Fixed()({"a": 1}, return_only_outputs=True)
    yield "chain: missing input", lambda: Fixed()({"z": 1})
    yield "chain: single for two", lambda: Fixed(ins=["a", "c"])("x")
    yield "chain: single for none", lambda: Fixed(ins=[])("x")
    yield "chain: missing output", lambda: Fixed(outs=["c"])({"a": 1})
    yield "chain: run", lambda: Fixed().run("x")
    yield "chain: run keywords", lambda: Fixed().run(a=1)
    yield "chain: run both", lambda: Fixed().run("x", a=1)
    yield "chain: run two", lambda: Fixed().run("x", "y")
    yield "chain: run none", lambda: Fixed().run()
    yield "chain: run two outputs", lambda: Fixed(outs=["b", "c"]).run("x")
    yield "chain: apply", lambda: Fixed().apply([{"a": 1}, {"a": 2}])
    yield "chain: invoke", lambda: Fixed().invoke({"a": 1})
    yield "chain: batch", lambda: Fixed().batch([{"a": 1}, {"a": 2}])
    yield "chain: unknown field", lambda: Fixed(colour=1)({"a": 1})
    yield "events: chain", lambda: seen(lambda e: Fixed()({"a": 1}, callbacks=[e]))
    yield "events: missing input", lambda: seen(lambda e: Fixed()({}, callbacks=[e]))
    yield "events: missing output", lambda: seen(lambda e: Fixed(outs=["c"])({"a": 1}, callbacks=[e]))
    yield "events: LLMChain", lambda: seen(lambda e: llm_chain()({"a": 1, "b": 2}, callbacks=[e]))
    yield (
        "events: model fails",
        lambda: seen(lambda e: LLMChain(llm=Echo(fail=True), prompt=two)({"a": 1, "b": 2}, callbacks=[e])),
    )
    yield "events: constructor", lambda: seen(lambda e: llm_chain(callbacks=[e])({"a": 1, "b": 2}))
    yield (
        "events: apply",
        lambda: seen(lambda e: llm_chain().apply([{"a": 1, "b": 2}, {"a": 3, "b": 4}], callbacks=[e])),
    )
    yield "llm: predict", lambda: llm_chain().predict(a=1, b=2)
    yield "llm: predict extra", lambda: llm_chain().predict(a=1, b=2, c=3)
    yield "llm: predict missing", lambda: llm_chain().predict(a=1)
    yield "llm: stop", lambda: llm_chain().predict(a=1, b=2, stop=["x"])
    yield "llm: apply", lambda: llm_chain().apply([{"a": 1, "b": 2}, {"a": 3, "b": 4}])
    yield (
        "llm: apply stop",
        lambda: llm_chain().apply([{"a": 1, "b": 2, "stop": ["x"]}, {"a": 3, "b": 4, "stop": ["x"]}]),
    )
    yield (
        "llm: apply other stop",
        lambda: llm_chain().apply([{"a": 1, "b": 2, "stop": ["x"]}, {"a": 3, "b": 4, "stop": ["y"]}]),
    )
    yield (
        "llm: apply stop once",
        lambda: llm_chain().apply([{"a": 1, "b": 2, "stop": ["x"]}, {"a": 3, "b": 4}]),
    )
    yield "llm: apply none", lambda: llm_chain().apply([])
    yield "llm: apply missing", lambda: llm_chain().apply([{"a": 1}])
    yield "llm: call", lambda: llm_chain()({"a": 1, "b": 2})
    yield "llm: output_key", lambda: llm_chain(output_key="o")({"a": 1, "b": 2})
    yield "llm: from_string", lambda: LLMChain.from_string(Echo(), "{z} {y}").prompt.input_variables
    yield "llm: unknown field", lambda: llm_chain(colour=1)
    yield (
        "llm: prep_prompts",
        lambda: [p.to_string() for p in llm_chain().prep_prompts([{"a": 1, "b": 2}])[0]],
    )
    yield (
        "llm: variable called callbacks",
        lambda: LLMChain(llm=Echo(), prompt=PromptTemplate.from_template("{callbacks}")).predict(
            callbacks="x"
        ),
    )
    yield "llm: predict_and_parse", lambda: llm_chain().predict_and_parse(a=1, b=2)
    yield "llm: types", lambda: llm_chain()._chain_type
    talk = lambda **kw: ConversationChain(
        llm=Echo(), prompt=PromptTemplate.from_template("{history}/{input}"), **kw
    )
    yield (
        "conversation",
        lambda: (lambda chain: [chain.predict(input="a"), chain.predict(input="b"), chain.memory.buffer])(
            talk()
        ),
    )
    yield "conversation: call", lambda: talk()({"input": "a"})
    yield "conversation: run", lambda: talk().run("a")
    yield "conversation: history given", lambda: talk()({"input": "a", "history": "x"})
    yield "conversation: default prompt", lambda: ConversationChain(llm=Echo()).prompt.template
    yield "conversation: other variable", lambda: ConversationChain(llm=Echo(), prompt=two)
    yield "conversation: clash", lambda: talk(input_key="history")
    yield "conversation: apply", lambda: talk().apply([{"input": "a"}])
    yield (
        "conversation: memory",
        lambda: talk(memory=ConversationBufferMemory(ai_prefix="X")).predict(input="a"),
    )
    yield "conversation: no memory", lambda: talk(memory={"a": 1})
    yield "model: call", lambda: Echo()("p")
    yield "model: call stop", lambda: Echo()("p", stop=["x"])
    yield "model: call list", lambda: Echo()(["p"])
    yield "model: generate", lambda: [row[0].text for row in Echo().generate(["p", "q"]).generations]
    yield "model: generate text", lambda: Echo().generate("p")
    yield "model: generate none", lambda: len(Echo().generate([]).generations)
    yield "model: predict", lambda: Echo().predict("p")
    yield (
        "model: predict_messages",
        lambda: Echo().predict_messages([__import__("langchain.schema").schema.HumanMessage(content="p")]),
    )
    yield "model: invoke", lambda: Echo().invoke("p")
    yield "model: batch", lambda: Echo().batch(["p", "q"])
    yield "model: stream", lambda: list(Echo().stream("p"))
    yield "model: pipe", lambda: (two | Echo()).invoke({"a": 1, "b": 2})
    yield "model: dict", lambda: Echo().dict()


def fixing_calls() -> Iterator[Call]:
    from langchain.llms.fake import FakeListLLM
    from langchain.output_parsers import (
        BooleanOutputParser,
        DatetimeOutputParser,
        OutputFixingParser,
        RetryOutputParser,
        RetryWithErrorOutputParser,
    )
    from langchain.output_parsers.prompts import NAIVE_FIX, NAIVE_FIX_PROMPT
    from langchain.prompts import PromptTemplate

    good, bad = "2023-07-04T14:30:00.000000Z", ["not a date", "still none", "no date either", "never"]

    class Counting(FakeListLLM):
        calls: int = 0

        def _call(self, prompt: str, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> str:
            self.calls += 1
            return super()._call(prompt, stop, **kwargs)

    def fixed(
        text: str, answers: list[str], cls: Any = OutputFixingParser, parser: Any = None, **kw: Any
    ) -> Any:
        llm = Counting(responses=answers)
        made = cls.from_llm(llm=llm, parser=parser or DatetimeOutputParser(), **kw)
        prompt = PromptTemplate.from_template("{x}").format_prompt(x="When?")
        try:
            value = made.parse(text) if cls is OutputFixingParser else made.parse_with_prompt(text, prompt)
        except Exception as error:
            return [
                [
                    cls.__name__
                    for cls in type(error).__mro__
                    if cls.__name__ in ("OutputParserException", "ValueError")
                ],
                llm.calls,
            ]
        return [value, llm.calls]

    yield "NAIVE_FIX", lambda: NAIVE_FIX
    yield "NAIVE_FIX_PROMPT", lambda: NAIVE_FIX_PROMPT.input_variables
    for cls in (OutputFixingParser, RetryOutputParser, RetryWithErrorOutputParser):
        name = cls.__name__
        yield f"{name}: good", lambda cls=cls: fixed(good, [good], cls)
        yield f"{name}: bad, then good", lambda cls=cls: fixed("x", [good], cls)
        yield f"{name}: bad, bad", lambda cls=cls: fixed("x", bad, cls)
        yield f"{name}: no retries", lambda cls=cls: fixed("x", [good], cls, max_retries=0)
        yield f"{name}: the third is good", lambda cls=cls: fixed("x", [*bad[:2], good], cls, max_retries=3)
        yield f"{name}: two retries, all bad", lambda cls=cls: fixed("x", bad, cls, max_retries=2)
        yield f"{name}: the same answer again", lambda cls=cls: fixed("x", ["y"], cls, max_retries=3)
        yield f"{name}: -1 retries", lambda cls=cls: fixed(good, [good], cls, max_retries=-1)
    yield "a parser that raises ValueError", lambda: fixed("x", ["YES"], parser=BooleanOutputParser())
    yield (
        "prompt of two variables",
        lambda: fixed("x", [good], prompt=PromptTemplate.from_template("{completion} {error}")),
    )
    yield (
        "prompt of another variable",
        lambda: fixed("x", [good], prompt=PromptTemplate.from_template("{nothing}")),
    )


def agent_calls() -> Iterator[Call]:
    from langchain.agents import AgentExecutor, AgentType, ConversationalAgent, Tool, initialize_agent
    from langchain.llms.fake import FakeListLLM
    from langchain.memory import ConversationBufferMemory

    tools = lambda: [
        Tool(name="Search", func=lambda x: f"found {x}", description="looks up"),
        Tool(name="Calc", func=lambda x: "42", description="counts", return_direct=True),
    ]

    def zero(*answers: str, **kw: Any) -> Any:
        agent = initialize_agent(
            tools(), FakeListLLM(responses=list(answers)), agent=AgentType.ZERO_SHOT_REACT_DESCRIPTION, **kw
        )
        result = agent({"input": "q"})
        steps = [
            [action.tool, action.tool_input, seen] for action, seen in result.get("intermediate_steps", [])
        ]
        return [result["output"], steps]

    search, final = "Thought: look\nAction: Search\nAction Input: x", "Thought: done\nFinal Answer: it is x"
    S = {"return_intermediate_steps": True}
    yield "agent: action, answer", lambda: zero(search, final, **S)
    yield "agent: quoted input", lambda: zero('Action: Search\nAction Input: "x y"', final, **S)
    yield "agent: unknown tool", lambda: zero("Action: Nope\nAction Input: x", final, **S)
    yield "agent: name in other case", lambda: zero("Action: search\nAction Input: x", final, **S)
    yield "agent: input of several lines", lambda: zero("Action: Search\nAction Input: x\ny", final, **S)
    yield "agent: direct", lambda: zero("Action: Calc\nAction Input: x", final, **S)
    yield "agent: no step", lambda: zero("hm", final)
    yield "agent: no step, handled", lambda: zero("hm", final, handle_parsing_errors=True)
    yield "agent: action and answer", lambda: zero(f"{search}\n{final}", final)
    yield "agent: limit", lambda: zero(search, max_iterations=2)
    yield "agent: limit 0", lambda: zero(search, max_iterations=0)
    yield (
        "agent: limit, generate",
        lambda: zero(
            search, search, "Final Answer: best guess", max_iterations=2, early_stopping_method="generate"
        ),
    )
    yield "agent: other method", lambda: zero(search, max_iterations=1, early_stopping_method="x")

    def talk(*answers: str) -> Any:
        llm = FakeListLLM(responses=list(answers))
        agent = ConversationalAgent.from_llm_and_tools(llm, tools())
        memory = ConversationBufferMemory(memory_key="chat_history")
        chain = AgentExecutor.from_agent_and_tools(agent=agent, tools=tools(), memory=memory)
        return [chain.run("q"), memory.buffer]

    yield "talk: answer", lambda: talk("Thought: Do I need to use a tool? No\nAI: hello")
    yield (
        "talk: tool, answer",
        lambda: talk("Thought: Do I need to use a tool? Yes\nAction: Search\nAction Input: x", "AI: hello"),
    )
    yield "talk: AI: in the answer", lambda: talk("AI: they said AI: no")
    agent = lambda: ConversationalAgent.from_llm_and_tools(FakeListLLM(responses=["x"]), tools())
    yield "talk: prefixes", lambda: [agent().observation_prefix, agent().llm_prefix, agent().return_values]
    yield "talk: variables", lambda: sorted(agent().input_keys)
    yield "talk: other tools", lambda: AgentExecutor.from_agent_and_tools(agent=agent(), tools=tools()[:1])
