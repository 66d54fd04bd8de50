"""Compares structout's drop-in with LangChain 0.3.27, call by call: the same calls, in two processes.

    python -m venv /tmp/peer && /tmp/peer/bin/pip install langchain==0.3.27 langchain-core langchain-openai PyYAML
    python benchmarks/langchain_differential.py --peer /tmp/peer/bin/python

Prints how many calls agree, how many differ for a reason that docs/migration.md lists, and each that differs for none
(the exit code is their number). ``--all`` prints the listed ones too.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Call = tuple[str, Callable[[], Any]]


def plain(value: Any) -> Any:
    """A value as both sides write it down."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if hasattr(value, "content") and hasattr(value, "type"):
        return {"message": value.type, "content": value.content}
    if hasattr(value, "to_string") and hasattr(value, "to_messages"):
        return plain(value.to_messages())
    return repr(value)


def outcome(call: Callable[[], Any]) -> dict[str, Any]:
    """What came of a call: a value, or the classes of the error and its text."""
    try:
        return {"value": plain(call())}
    except BaseException as error:
        return {"error": [cls.__name__ for cls in type(error).__mro__], "text": str(error)[:200]}


def agree(theirs: dict[str, Any], ours: dict[str, Any]) -> bool:
    """The same value, or errors that the same ``except`` catches."""
    if "value" in theirs or "value" in ours:
        return theirs == ours
    return theirs["error"][0] in ours["error"] or (
        "ValueError" in theirs["error"] and "ValueError" in ours["error"]
    )


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
    yield "comma list", of.CommaSeparatedListOutputParser, COMMA_LISTS
    yield "numbered list", core.NumberedListOutputParser, NUMBERED_LISTS
    yield "markdown list", core.MarkdownListOutputParser, MARKDOWN_LISTS
    yield "datetime", of.DatetimeOutputParser, DATETIMES
    yield "datetime %Y-%m-%d", lambda: of.DatetimeOutputParser(format="%Y-%m-%d"), DATES
    yield "enum", lambda: of.EnumOutputParser(enum=Colors), CHOICES
    yield "boolean", of.BooleanOutputParser, BOOLEANS
    yield "boolean true/false", lambda: of.BooleanOutputParser(true_val="true", false_val="false"), TRUTHS
    yield "pydantic", lambda: of.PydanticOutputParser(pydantic_object=Actor), ACTORS
    yield "json", core.JsonOutputParser, [*ACTORS, "5", "true", "[1,2", '{"a":1}\n{"b":2}', "not json"]
    yield "json of a model", lambda: core.JsonOutputParser(pydantic_object=Actor), ACTORS[:1] + ACTORS[6:9]
    yield "text", core.StrOutputParser, ["", " a ", "b\n"]
    yield (
        "regex",
        lambda: of.RegexParser(regex=SCORE + r"\nReason: (.*)", output_keys=["score", "reason"]),
        REGEXES,
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
    yield "structured", lambda: structured("answer", "score"), STRUCTURED
    yield "xml", lambda: core.XMLOutputParser(parser="xml"), XMLS
    yield "yaml", lambda: of.YamlOutputParser(pydantic_object=Actor), YAMLS
    yield "combining", combining, COMBINED


SCORE = r"Score: (\d+)"
DOUBLE_ACTION = "Action: a\nAction Input: x\nAction: b"
TRUTHS = ["true", "FALSE", "True or False", "x"]
COMMA_LISTS = [
    "foo, bar, baz",
    "foo,bar,baz",
    "foo,  bar ,baz",
    "foo",
    " foo, bar ",
    "",
    "   ",
    "foo, bar,",
    "foo,,bar",
    '"a, b", c',
    'a "quoted, word", c',
    "foo, bar\nbaz, qux",
    "foo\n",
    "- foo, - bar",
    "1. foo, 2. bar",
    "Sure! foo, bar",
    "foo; bar",
    "`foo, bar, baz`",
    "[foo, bar]",
    "苹果，香蕉，梨",
    "苹果、香蕉",
    "it's, ok",
    '"unclosed, b',
    "'a, b', c",
    "a\r\nb, c",
    'say ""hi"", b',
    '"He said ""x, y""", z',
    "a\tb,c",
    "foo, bar.",
]
NUMBERED_LISTS = [
    "1. foo\n2. bar\n3. baz",
    "1. foo\n\n2. bar",
    "1) foo\n2) bar",
    "1.foo\n2.bar",
    "Items:\n1. foo\n2. bar",
    "no list",
    "",
    "  1. foo\n  2. bar",
    "1. foo\n   more\n2. bar",
    "10. foo 2. bar",
    "1. v2. x y",
    "1. **foo**: desc\n2. **bar**",
    "1. foo \n2. bar ",
    "1.\tfoo",
    "1. \n2. bar",
    "- 1. foo",
    "Version 1. 2 is",
]
MARKDOWN_LISTS = [
    "- foo\n- bar\n- baz",
    "* foo\n* bar",
    "+ foo\n+ bar",
    "-foo\n-bar",
    "Items:\n- foo\n- bar",
    "no list",
    "",
    "  - foo\n    - nested",
    "- foo\n  more\n- bar",
    "- foo \n- bar ",
    "1. foo\n2. bar",
    "- [ ] todo\n- [x] done",
    "- \n- bar",
    "---\n- a",
    "• foo\n• bar",
    "- foo\r\n- bar",
    "**bold** text\n- a",
]
DATETIMES = [
    "2023-07-04T14:30:00.000000Z",
    " 2023-07-04T14:30:00.000000Z\n",
    "2023-07-04T14:30:00Z",
    "2023-07-04T14:30:00.123Z",
    "2023-07-04",
    "2023-07-04 14:30:00",
    "2023-07-04T14:30:00.000000+00:00",
    "July 4, 2023",
    "The date is 2023-07-04T14:30:00.000000Z",
    "`2023-07-04T14:30:00.000000Z`",
    '"2023-07-04T14:30:00.000000Z"',
    "2023-13-04T14:30:00.000000Z",
    "0477-06-08T11:31:35.756750Z",
    "477-06-08T11:31:35.756750Z",
    "2023-07-04T14:30:00.1234567Z",
    "",
    "2023-07-04t14:30:00.000000z",
    "2023-7-4T4:3:0.1Z",
    "2023-07-04T24:00:00.000000Z",
    "03/04/05",
    "soon",
]
DATES = ["2023-07-04", "2023-7-4", "20230704", "2023/07/04", "04/07/23"]
CHOICES = [
    "red",
    " red\n",
    "Red",
    "RED",
    "red.",
    "'red'",
    '"red"',
    "The answer is red",
    "red, green",
    "yellow",
    "",
    "Colors.RED",
    "**red**",
    "red\n\nbecause",
    "r ed",
]
BOOLEANS = [
    "YES",
    "NO",
    "yes",
    "no",
    " Yes. ",
    "No, because",
    "yes and no",
    "maybe",
    "",
    "YESTERDAY",
    "NOT",
    "The answer is: YES",
    "YES\nYES",
    "True",
    "true",
    "false",
    "1",
    "Y",
    "yes!",
    "**NO**",
    "I don't know",
    "Not relevant (NO)",
]
ACTORS = [
    '{"name": "Tom Hanks", "film_names": ["Forrest Gump"]}',
    "{'name': 'Tom Hanks', 'film_names': ['Forrest Gump']}",
    '```json\n{"name": "T", "film_names": []}\n```',
    '```\n{"name": "T", "film_names": []}\n```',
    'Sure:\n{"name": "T", "film_names": ["a"]}',
    'Sure:\n```json\n{"name": "T", "film_names": ["a"]}\n```\nHope it helps',
    '{"name": "T"}',
    '{"name": 5, "film_names": ["a"]}',
    '{"name": "T", "film_names": "a"}',
    '{"name": "T", "film_names": ["a"], "extra": 1}',
    '{"name": "T", "film_names": ["a"],}',
    '{"name": "T", "film_names": ["a"',
    '{"name": "T\nX", "film_names": []}',
    '[{"name": "T", "film_names": []}]',
    "",
    "null",
    '"str"',
    '{"properties": {"name": "T", "film_names": []}}',
    '{"name": "T", "film_names": []} trailing {"a":1}',
    '{"name": "说 \\"hi\\"", "film_names": ["电影"]}',
    '{name: "T", film_names: []}',
    '{"name": "T", "film_names": [None]}',
    '{"name": "T", "film_names": [], "x": True}',
    '// c\n{"name": "T", "film_names": []}',
    '{"name": "```", "film_names": []}',
    '<think>{"a":1}</think>{"name": "T", "film_names": []}',
    '{"name": "T", "film_names": ["a"]}}',
    '{"name": NaN, "film_names": []}',
    '{"name": "a", "name": "b", "film_names": []}',
    '{"name": "T", "film_na',
]
REGEXES = [
    "Score: 5\nReason: good",
    "score: 5\nreason: x",
    "Score: 5\nReason: a\nb",
    "xx Score: 5\nReason: y zz",
    "",
    "Score: five\nReason: q",
    "Score: 5\r\nReason: x",
]
STRUCTURED = [
    '```json\n{"answer":"x","score":1}\n```',
    '{"answer":"x","score":1}',
    '```\n{"answer":"x","score":1}\n```',
    'Here:\n```json\n{"answer":"x","score":1}\n```\nDone',
    '```json\n{"answer":"x"}\n```',
    '```json\n{"answer":"x","score":"oops","extra":1}\n```',
    "```json\n{'answer':'x','score':1}\n```",
    "",
    "not json",
    '```json\n{"answer":"x","score":1,}\n```',
    '```json\n{"answer":"line1\nline2","score":1}\n```',
    '```json\n[{"answer":"x","score":1}]\n```',
    '```json\n{"answer":"a ``` b","score":1}\n```',
    '```JSON\n{"answer":"x","score":1}\n```',
    '```json\n{"answer":"x","score":1',
    '{"answer":null,"score":null}',
    'text {"answer":"x","score":1} text',
    '```json\n{\n\t"answer": "x", // c\n\t"score": 1\n}\n```',
]
XMLS = [
    "<foo><bar>x</bar></foo>",
    "<foo><bar>x</bar><bar>y</bar></foo>",
    "```xml\n<foo>x</foo>\n```",
    "```\n<foo>x</foo>\n```",
    "Here: <foo>x</foo>",
    "<foo>x</foo> trailing",
    "<foo>",
    "<foo><bar></foo>",
    "",
    "plain",
    "<foo a='1'>x</foo>",
    "<foo/>",
    "<foo>a<bar>b</bar>c</foo>",
    "<?xml version='1.0' encoding='utf-8'?><foo>x</foo>",
    "<foo>a & b</foo>",
    "<foo>\n <bar> x </bar>\n</foo>",
    "<a>1</a><b>2</b>",
    '<!DOCTYPE foo [<!ENTITY x "y">]><foo>&x;</foo>',
    "<foo><![CDATA[a<b]]></foo>",
]
YAMLS = [
    "```yaml\nname: T\nfilm_names:\n- a\n```",
    "```\nname: T\nfilm_names: [a]\n```",
    "name: T\nfilm_names: [a]",
    "Sure:\n```yaml\nname: T\nfilm_names: []\n```",
    "```yml\nname: T\nfilm_names: []\n```",
    "name: T",
    "name: 5\nfilm_names: [a]",
    "name: T\nfilm_names: a",
    "",
    "- a",
    "name: yes\nfilm_names: [no]",
    "{name: T, film_names: []}",
    '{"name": "T", "film_names": []}',
    "name: a: b\nfilm_names: []",
    "```yaml\nname: T\nfilm_names: []",
    "Sure!\nname: T\nfilm_names: []",
]
COMBINED = [
    '```json\n{"answer":"x"}\n```\n\nConfidence: A, Explanation: because',
    '```json\n{"answer":"x"}\n```\nConfidence: A, Explanation: because',
    '```json\n{"answer":"x"}\n```',
    '```json\n{\n\n"answer":"x"}\n```\n\nConfidence: A, Explanation: b',
    "",
    '```json\n{"answer":"x"}\n```\n\n\n\nConfidence: B, Explanation: q',
    '```json\n{"answer":"x"}\n```\n\nConfidence: A, Explanation: b\n\nextra',
]


def parser_calls() -> Iterator[Call]:
    for name, make, texts in parsers():
        yield f"{name}: instructions", lambda make=make: make().get_format_instructions()
        yield f"{name}: _type", lambda make=make: make()._type
        for text in texts:
            yield f"{name}: {text!r}", lambda make=make, text=text: make().parse(text)


# ruff: noqa: N806, E731, RUF012


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
            self.seen.append(f"error {type(error).__name__}")

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
            events.seen.append(f"raised {type(error).__name__}")
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


GROUPS: dict[str, Callable[[], Iterator[Call]]] = {
    "parsers": parser_calls,
    "prompts": prompt_calls,
    "memory": memory_calls,
    "chains": chain_calls,
    "fixing": fixing_calls,
    "agents": agent_calls,
}


def write_outcomes(side: str) -> None:
    """Make every call and print what came of it."""
    warnings.simplefilter("ignore")
    if side == "ours":
        from structout.compat import langchain

        langchain.install(force=True)
    sys.stderr = io.StringIO()
    found: dict[str, Any] = {}
    for group, calls in GROUPS.items():
        try:
            for name, call in calls():
                found[f"{group} / {name}"] = outcome(call)
        except Exception as error:
            found[f"{group} / all of it"] = {"value": repr(error)}
    print("\n@@@" + json.dumps(found))


def outcomes(python: str, side: str) -> dict[str, Any]:
    """What came of every call on one side."""
    run = subprocess.run([python, __file__, "--side", side], capture_output=True, text=True, check=False)
    if "@@@" not in run.stdout:
        raise SystemExit(f"{side}: {run.stderr[-2000:]}")
    return json.loads(run.stdout.rpartition("@@@")[2])


def listed() -> dict[str, str]:
    """The calls that differ for a reason, each with the reason's number in docs/migration.md."""
    path = Path(__file__).with_name("langchain_differences.json")
    return (
        {call: reason for reason, calls in json.loads(path.read_text()).items() for call in calls}
        if path.exists()
        else {}
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--peer", default="/tmp/peer/bin/python", help="Python of a venv with langchain 0.3.27"
    )
    parser.add_argument("--side", choices=["ours", "theirs"])
    parser.add_argument("--all", action="store_true", help="print the listed differences too")
    given = parser.parse_args()
    if given.side:
        write_outcomes(given.side)
        return 0
    theirs, ours, reasons = outcomes(given.peer, "theirs"), outcomes(sys.executable, "ours"), listed()
    same, differing = [], []
    for name in sorted({*theirs, *ours}):
        pair = theirs.get(name, {"value": "no such call"}), ours.get(name, {"value": "no such call"})
        (same if agree(*pair) else differing).append((name, *pair))
    unlisted = [each for each in differing if each[0] not in reasons]
    counts = Counter(reasons[name] for name, *_ in differing if name in reasons)
    stale = [name for name, *_ in same if name in reasons]
    print(
        f"calls {len(same) + len(differing)}: agree {len(same)}, differ as listed {sum(counts.values())}, "
        f"differ unexpectedly {len(unlisted)}, listed and agreeing all the same {len(stale)}"
    )
    for reason, count in sorted(counts.items()):
        print(f"  {count:4}  {reason}")
    for name, their, our in differing if given.all else unlisted:
        print(
            f"- {name}\n    langchain: {json.dumps(their, ensure_ascii=False)[:300]}\n    structout: {json.dumps(our, ensure_ascii=False)[:300]}"
        )
    for name in stale:
        print(f"- listed, but both do the same now: {name}")
    return len(unlisted)


if __name__ == "__main__":
    sys.exit(main())
