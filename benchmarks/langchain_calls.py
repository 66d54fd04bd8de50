"""Calls of parsers, prompts and memory by their import paths of 2023, for langchain_differential.py."""

# ruff: noqa: N806

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Call = tuple[str, Callable[[], Any]]
"""A call: its name, and what makes it."""

# The calls: they import from langchain only, inside functions, since each side has its own.


def parsers() -> Iterator[tuple[str, Callable[[], Any], list[str]]]:
    from enum import Enum

    from langchain import output_parsers as of
    from langchain_core import output_parsers as core
    from pydantic import BaseModel

    class Actor(BaseModel):
        name: str
        film_names: list[str]

    class Colors(Enum):
        RED = "red"
        GREEN = "green"
        BLUE = "blue"

    def structured(*names: str) -> Any:
        schemas = [of.ResponseSchema(name=name, description=name[0]) for name in names]
        return of.StructuredOutputParser.from_response_schemas(schemas)

    def combining() -> Any:
        regex = r"Confidence: (A|B|C), Explanation: (.*)"
        grade = of.RegexParser(regex=regex, output_keys=["confidence", "explanation"])
        return of.CombiningOutputParser(parsers=[structured("answer"), grade])

    keys = {"action": "Action", "input": "Action Input"}
    yield "comma list", of.CommaSeparatedListOutputParser, TEXTS["comma_lists"]
    yield "numbered list", core.NumberedListOutputParser, TEXTS["numbered_lists"]
    yield "markdown list", core.MarkdownListOutputParser, TEXTS["markdown_lists"]
    yield "datetime", of.DatetimeOutputParser, TEXTS["datetimes"]
    yield "datetime %Y-%m-%d", lambda: of.DatetimeOutputParser(format="%Y-%m-%d"), TEXTS["dates"]
    yield "enum", lambda: of.EnumOutputParser(enum=Colors), TEXTS["choices"]
    yield "boolean", of.BooleanOutputParser, TEXTS["booleans"]
    yield (
        "boolean true/false",
        lambda: of.BooleanOutputParser(true_val="true", false_val="false"),
        TEXTS["truths"],
    )
    yield "pydantic", lambda: of.PydanticOutputParser(pydantic_object=Actor), TEXTS["actors"]
    yield (
        "json",
        core.JsonOutputParser,
        [*TEXTS["actors"], "5", "true", "[1,2", '{"a":1}\n{"b":2}', "not json"],
    )
    yield (
        "json of a model",
        lambda: core.JsonOutputParser(pydantic_object=Actor),
        TEXTS["actors"][:1] + TEXTS["actors"][6:9],
    )
    yield "text", core.StrOutputParser, ["", " a ", "b\n"]
    yield (
        "regex",
        lambda: of.RegexParser(regex=SCORE + r"\nReason: (.*)", output_keys=["score", "reason"]),
        TEXTS["regexes"],
    )
    yield (
        "regex with default",
        lambda: of.RegexParser(regex=SCORE, output_keys=["score"], default_output_key="score"),
        ["Score: 5", "none"],
    )
    yield (
        "regex dict",
        lambda: of.RegexDictParser(output_key_to_format=keys, no_update_value="N/A"),
        ["Action: go.\nAction Input: x", "Action: N/A\nAction Input: y", "Action: a", DOUBLE_ACTION],
    )
    yield "structured", lambda: structured("answer", "score"), TEXTS["structured"]
    yield "xml", lambda: core.XMLOutputParser(parser="xml"), TEXTS["xmls"]
    yield "yaml", lambda: of.YamlOutputParser(pydantic_object=Actor), TEXTS["yamls"]
    yield "combining", combining, TEXTS["combined"]


TEXTS: dict[str, list[str]] = json.loads(
    Path(__file__).with_name("langchain_inputs.json").read_text(encoding="utf-8")
)
"""What parsers are given."""
SCORE = r"Score: (\d+)"
DOUBLE_ACTION = "Action: a\nAction Input: x\nAction: b"


def parser_calls() -> Iterator[Call]:
    for name, make, texts in parsers():
        yield f"{name}: instructions", lambda make=make: make().get_format_instructions()
        yield f"{name}: _type", lambda make=make: make()._type
        for text in texts:
            yield f"{name}: {text!r}", lambda make=make, text=text: make().parse(text)


def prompt_calls() -> Iterator[Call]:
    from langchain.prompts import (
        ChatPromptTemplate,
        FewShotPromptTemplate,
        HumanMessagePromptTemplate,
        MessagesPlaceholder,
        PromptTemplate,
        SystemMessagePromptTemplate,
    )
    from langchain.schema import AIMessage, HumanMessage, SystemMessage

    P = PromptTemplate
    for template in [
        "{a} and {b}",
        "{b}{a}{a}",
        "{{k}}",
        "plain",
        "{a",
        "a}",
        "{a.b}",
        "{a[0]}",
        "{0}",
        "{}",
        "{a!r}",
        "{a:>5}",
        "{ a }",
        "{a:{w}}",
    ]:
        yield f"template {template!r}: variables", lambda t=template: P.from_template(t).input_variables
        yield f"template {template!r}: format", lambda t=template: P.from_template(t).format(a="x", b=1)
    yield "format: braces in values", lambda: P.from_template("{a}").format(a="{b} {}")
    yield "format: None", lambda: P.from_template("{a}").format(a=None)
    yield "format: missing", lambda: P.from_template("{a} {b}").format(a=1)
    yield "format: extra", lambda: P.from_template("{a}").format(a=1, z=2)
    yield "format: positional", lambda: P.from_template("{a}").format(1)
    yield "declared: unused", lambda: P(template="{a}", input_variables=["a", "z"]).input_variables
    yield "declared: undeclared", lambda: P(template="{a} {b}", input_variables=["a"]).input_variables
    yield "declared: validated", lambda: P(template="{a} {b}", input_variables=["a"], validate_template=True)
    yield "declared: left out", lambda: P(template="{b} {a}").input_variables
    yield "unknown field", lambda: P(template="{a}", colour="red").format(a=1)
    yield "variable called stop", lambda: P(template="{stop}", input_variables=["stop"])
    yield "partial: value", lambda: P.from_template("{a} {b}").partial(a=1).format(b=2)
    yield "partial: callable", lambda: P.from_template("{a} {b}").partial(a=lambda: 7).format(b=2)
    yield "partial: left", lambda: P.from_template("{a} {b}").partial(a=1).input_variables
    yield "partial: given wins", lambda: P.from_template("{a}").partial(a=1).format(a=2)
    yield "partial: unknown", lambda: P.from_template("{a}").partial(z=1).format(a=2)
    yield (
        "partial: at construction",
        lambda: P(template="{a} {b}", input_variables=["b"], partial_variables={"a": 1}).format(b=2),
    )
    yield "prompt value: text", lambda: P.from_template("{a}").format_prompt(a=1).to_string()
    yield "prompt value: messages", lambda: P.from_template("{a}").format_prompt(a=1).to_messages()
    yield "plus", lambda: (P.from_template("{a} ") + "{b}").format(a=1, b=2)
    yield (
        "from_examples",
        lambda: P.from_examples(["one", "two"], "end {x}", ["x"], prefix="start").format(x=1),
    )
    yield "from_examples: no prefix", lambda: P.from_examples(["one"], "end {x}", ["x"]).format(x=1)
    yield "invoke", lambda: P.from_template("{a}").invoke({"a": 1}).to_string()
    yield "invoke: single", lambda: P.from_template("{a}").invoke("x").to_string()
    yield "invoke: missing", lambda: P.from_template("{a}").invoke({})
    yield "invoke: not a dict", lambda: P.from_template("{a}{b}").invoke("x")
    yield "equal", lambda: P.from_template("{a}") == P(template="{a}", input_variables=["a"])
    yield "_type", lambda: P.from_template("{a}")._prompt_type
    yield (
        "dict",
        lambda: {
            k: v
            for k, v in P.from_template("{a}").dict().items()
            if k in ("template", "input_variables", "_type", "template_format")
        },
    )
    yield "jinja2", lambda: P.from_template("{{ a }}", template_format="jinja2")
    few = {
        "examples": [{"q": "1", "a": "2"}, {"q": "3", "a": "4"}],
        "example_prompt": P.from_template("Q {q} A {a}"),
        "suffix": "Q {x}",
        "input_variables": ["x"],
    }
    F = FewShotPromptTemplate
    yield "few-shot", lambda: F(**few, prefix="P").format(x="5")
    yield "few-shot: no prefix", lambda: F(**few).format(x="5")
    yield "few-shot: separator", lambda: F(**few, example_separator="|").format(x="5")
    yield (
        "few-shot: braces in values",
        lambda: F(**{**few, "examples": [{"q": "{z}", "a": "2"}]}).format(x="5"),
    )
    yield (
        "few-shot: no examples",
        lambda: F(**{k: v for k, v in few.items() if k != "examples"}).format(x="5"),
    )
    yield (
        "few-shot: extra key",
        lambda: F(**{**few, "examples": [{"q": "1", "a": "2", "z": 3}]}).format(x="5"),
    )
    yield "few-shot: missing key", lambda: F(**{**few, "examples": [{"q": "1"}]}).format(x="5")
    C = ChatPromptTemplate
    pairs = [("system", "S {a}"), ("human", "{b}"), ("ai", "ok"), ("user", "u"), ("assistant", "v")]
    yield "chat: variables", lambda: C.from_messages(pairs).input_variables
    yield "chat: messages", lambda: C.from_messages(pairs).format_messages(a=1, b=2)
    yield "chat: text", lambda: C.from_messages(pairs).format(a=1, b=2)
    yield "chat: missing", lambda: C.from_messages(pairs).format_messages(a=1)
    yield "chat: extra", lambda: C.from_messages(pairs).format_messages(a=1, b=2, c=3)
    yield "chat: unknown role", lambda: C.from_messages([("observation", "x")]).format_messages()
    yield (
        "chat: fixed message",
        lambda: C.from_messages([SystemMessage(content="{x}"), HumanMessage(content="b")]).format_messages(),
    )
    yield (
        "chat: templates",
        lambda: C.from_messages(
            [
                SystemMessagePromptTemplate.from_template("{a}"),
                HumanMessagePromptTemplate.from_template("{b}"),
            ]
        ).format_messages(a=1, b=2),
    )
    yield (
        "chat: placeholder",
        lambda: C.from_messages([MessagesPlaceholder(variable_name="h"), ("human", "{b}")]).format_messages(
            h=[AIMessage(content="x")], b=2
        ),
    )
    yield (
        "chat: placeholder, no list",
        lambda: C.from_messages([MessagesPlaceholder(variable_name="h")]).format_messages(h="x"),
    )
    yield (
        "chat: placeholder by role",
        lambda: C.from_messages([("placeholder", "{h}"), ("human", "b")]).format_messages(h=[("human", "x")]),
    )
    yield "chat: partial", lambda: C.from_messages(pairs).partial(a=1).format_messages(b=2)
    yield "chat: from_template", lambda: C.from_template("{a}").format_messages(a=1)
    yield "chat: plus", lambda: (C.from_template("{a}") + HumanMessage(content="x")).format_messages(a=1)
    yield "chat: length", lambda: len(C.from_messages(pairs))
    yield "chat: invoke", lambda: C.from_messages(pairs).invoke({"a": 1, "b": 2})


def memory_calls() -> Iterator[Call]:
    from langchain.chains.conversation.memory import ConversationStringBufferMemory
    from langchain.memory import (
        ChatMessageHistory,
        CombinedMemory,
        ConversationBufferMemory,
        ConversationBufferWindowMemory,
        ReadOnlySharedMemory,
        SimpleMemory,
    )
    from langchain.schema import AIMessage, HumanMessage, SystemMessage, get_buffer_string

    def told(memory: Any, *turns: tuple[dict[str, Any], dict[str, Any]]) -> Any:
        for inputs, outputs in turns or [
            ({"input": "hi"}, {"output": "yo"}),
            ({"input": "a"}, {"output": "b"}),
        ]:
            memory.save_context(inputs, outputs)
        return memory.load_memory_variables({})

    B, W = ConversationBufferMemory, ConversationBufferWindowMemory
    yield "buffer", lambda: told(B())
    yield "buffer: empty", lambda: B().load_memory_variables({})
    yield "buffer: prefixes", lambda: told(B(human_prefix="H", ai_prefix="A", memory_key="m"))
    yield "buffer: messages", lambda: told(B(return_messages=True))
    yield "buffer: two inputs", lambda: told(B(), ({"a": "1", "b": "2"}, {"output": "x"}))
    yield "buffer: input_key", lambda: told(B(input_key="b"), ({"a": "1", "b": "2"}, {"output": "x"}))
    yield "buffer: stop is no input", lambda: told(B(), ({"a": "1", "stop": ["x"]}, {"output": "x"}))
    yield "buffer: two outputs", lambda: told(B(), ({"a": "1"}, {"x": "1", "y": "2"}))
    yield "buffer: output among two", lambda: told(B(), ({"a": "1"}, {"output": "1", "y": "2"}))
    yield "buffer: output_key", lambda: told(B(output_key="y"), ({"a": "1"}, {"x": "1", "y": "2"}))
    yield "buffer: input_key absent", lambda: told(B(input_key="z"), ({"a": "1"}, {"x": "1"}))
    yield (
        "buffer: clear",
        lambda: (lambda memory: [told(memory), memory.clear(), memory.load_memory_variables({})])(B()),
    )
    yield "buffer: variables", lambda: B(memory_key="m").memory_variables
    yield "string buffer", lambda: told(ConversationStringBufferMemory())
    yield "string buffer: messages", lambda: ConversationStringBufferMemory(return_messages=True)
    for k in (0, 1, 2, 5):
        yield f"window {k}", lambda k=k: told(W(k=k))
    yield "window -1", lambda: told(W(k=-1))
    yield "window: messages", lambda: told(W(k=1, return_messages=True))
    yield "window: kept", lambda: (lambda memory: [told(memory), len(memory.chat_memory.messages)])(W(k=1))
    yield "combined", lambda: told(CombinedMemory(memories=[B(memory_key="x"), B(memory_key="y")]))
    yield "combined: twice", lambda: CombinedMemory(memories=[B(), B()])
    yield "simple", lambda: SimpleMemory(memories={"a": "b"}).load_memory_variables({})
    yield "read only", lambda: told(ReadOnlySharedMemory(memory=B()))
    yield (
        "history",
        lambda: (lambda h: [h.add_user_message("a"), h.add_ai_message("b"), h.messages])(
            ChatMessageHistory()
        ),
    )
    yield (
        "buffer string",
        lambda: get_buffer_string(
            [SystemMessage(content="s"), HumanMessage(content="h"), AIMessage(content="a")]
        ),
    )
    yield "message equality", lambda: HumanMessage(content="a") == HumanMessage(content="a")
    yield "message: other class", lambda: HumanMessage(content="a") == AIMessage(content="a")
