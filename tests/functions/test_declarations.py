"""Declarations at the edges: options of the wrong kind, odd arguments, contexts, pickles."""

from __future__ import annotations

import asyncio
import copy
import pickle
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import Enum
from typing import Any, Generic, TypeVar

import pytest
from pydantic import BaseModel

from structout.errors import ConfigError, FailureKind, OutputParserException
from structout.fixing import Budget, OutputFixingParser, Situation
from structout.functions import Partial, configure, extract
from structout.functions.declaration import Declaration
from structout.llms import LLM, Generation
from structout.messages import HumanMessage, StringPromptValue
from structout.parsers import parser_for
from structout.testing.doubles import ScriptedChatModel

T = TypeVar("T")


class Colour(Enum):
    RED = "red"


class Box(BaseModel, Generic[T]):
    content: T


def chat(*replies: Any) -> ScriptedChatModel:
    return ScriptedChatModel(list(replies))


@extract(llm=ScriptedChatModel(["7"], cycle=True))
def count(text: str) -> int:
    """How many? {text}"""


def asked(*arguments: Any) -> str:
    @extract(llm=chat())
    def ask(what: Any) -> str:
        """{what}"""

    return ask.prompt(*arguments).to_messages()[0].content


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"llm": 5}, "llm must be a language model"),
        ({"llm": ScriptedChatModel}, "llm must be a language model"),
        ({"parser": 5}, "parser must be an output parser; got 5"),
        ({"examples": ["John"]}, r"an example is a pair \(input, value\); got 'John'"),
        ({"system": None}, "system must be a text"),
        ({"fix": 5}, "fix must be a name, a function or a sequence"),
        ({"max_retries": "2"}, "max_retries must be a whole number"),
        ({"budget": 3}, r"budget must be a Budget, as Budget\(attempts=3\); got 3"),
        ({"llm_kwargs": None}, "llm_kwargs must be a dict"),
    ],
)
def test_an_option_of_the_wrong_kind_is_an_error_at_decoration(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        count.with_options(**options)


@pytest.mark.parametrize("answer", ["please", 5, StringPromptValue("please")])
def test_a_strategy_that_returns_no_request_is_told_so(answer: Any) -> None:
    llm = chat("many", "7")
    with pytest.raises(ConfigError, match="a strategy must return a Request, or None"):
        count.with_options(llm=llm, fix=lambda situation: answer)("x")
    assert len(llm.prompts) == 1


def test_a_strategy_that_would_have_to_be_awaited_is_refused_at_decoration() -> None:
    async def slow(situation: Situation[Any]) -> None: ...

    with pytest.raises(ConfigError, match="a strategy is a plain function"):
        count.with_options(fix=slow)


def test_what_a_strategy_raises_comes_out_unchanged() -> None:
    def broken(situation: Situation[Any]) -> None:
        raise LookupError("no idea")

    with pytest.raises(LookupError, match="no idea"):
        count.with_options(llm=chat("many"), fix=broken)("x")


def test_a_strategy_that_always_asks_the_same_ends_with_the_same_answer() -> None:
    llm = ScriptedChatModel(["many"], cycle=True)
    with pytest.raises(ValueError, match="the same answer came back"):
        count.with_options(llm=llm, fix=lambda situation: situation.request, max_retries=1000)("x")
    assert len(llm.prompts) == 2


def test_a_body_may_call_its_own_function() -> None:
    llm = chat("3", "7")

    @extract(llm=llm)
    def steps(n: int) -> int:
        return f"{n} times {steps(n - 1)}" if n > 1 else "one"  # type: ignore[return-value]

    assert steps(2) == 7
    assert llm.prompts[1][0].content.startswith("2 times 3")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Colour.RED, "red"),
        ([Colour.RED], '["red"]'),
        (Box[int](content=1), '{"content":1}'),
        ({"a": (1, None)}, '{"a":[1,null]}'),
        (None, "None"),
        ([b"\xff"], r"[b'\xff']"),
        ("{0.__class__} {x}", "{0.__class__} {x}"),
    ],
)
def test_arguments_stand_in_the_prompt_as_the_model_can_read_them(value: Any, shown: str) -> None:
    assert asked(value) == shown


def test_an_argument_that_holds_itself_is_shown() -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert asked(endless) == "[[...]]"


def test_arguments_may_have_any_name_but_that_of_the_instructions() -> None:
    def ask(llm: str, text: str, template: str, größe: str) -> int:
        """{llm} {text} {template} {größe}"""

    prompt = extract(llm=chat())(ask).prompt("a", text="b", template="c", größe="d")
    assert prompt.to_string().startswith("Human: a b c d")

    def taken(format_instructions: str) -> int:
        """{format_instructions}"""

    with pytest.raises(
        ConfigError, match="'format_instructions', which is where the form of the answer goes"
    ):
        extract(llm=chat())(taken)


def test_variadic_and_positional_only_arguments_fill_the_template() -> None:
    @extract(llm=chat("7"))
    def ask(first: str, /, *words: str, **more: int) -> int:
        """{first} {words} {more}"""

    assert ask.prompt("a", "b", "c", n=1).to_string().startswith('Human: a ["b","c"] {"n":1}')


def test_generic_types_are_read_with_their_arguments() -> None:
    @extract(llm=chat('{"content": "7"}'))
    def box(text: str) -> Box[int]:
        """{text}"""

    assert box("x") == Box[int](content=7)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_a_function_is_copied_and_pickled_by_its_name(copied: Callable[[Any], Any]) -> None:
    assert copied(count) is count


def test_blocks_of_configure_that_overlap_in_two_threads_leave_nothing_behind() -> None:
    first, second = configure(llm=chat("1")), configure(llm=chat("2"))
    with first, second:
        pass
    with pytest.raises(ConfigError, match="has no model"):
        Shop().unset("x")


def test_a_block_of_configure_may_be_entered_again() -> None:
    block = configure(llm=chat("1", "2"))
    with block:
        assert Shop().unset("x") == 1
    with block:
        assert Shop().unset("x") == 2


class Shop:
    @extract
    def unset(self, text: str) -> int:
        """{text}"""


def test_a_bound_method_shares_what_was_worked_out_for_its_function(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    planned = Declaration._planned

    def counted(self: Declaration, *args: Any) -> Any:
        made.append(args)
        return planned(self, *args)

    monkeypatch.setattr(Declaration, "_planned", counted)
    with configure(llm=ScriptedChatModel(["7"], cycle=True)):
        assert [Shop().unset("x") for _ in range(3)] == [7, 7, 7]
    assert len(made) == 1


def test_contexts_that_take_turns_each_ask_their_own_model() -> None:
    one, two = ScriptedChatModel(["1"], cycle=True), ScriptedChatModel(["2"], cycle=True)
    values: list[int] = []
    for llm in (one, two, one, two):
        with configure(llm=llm):
            values.append(Shop().unset("x"))
    assert values == [1, 2, 1, 2]


@pytest.mark.parametrize("body", ["...", "pass", "return None", "'a second text'"])
def test_an_empty_body_is_never_run(body: str) -> None:
    space: dict[str, Any] = {}
    # Compiled here, so that each way to write an empty body is one case.
    exec(f"def ask(text: str) -> int:\n    'How many? {{text}}'\n    {body}", space)
    assert not Declaration(space["ask"], {}).runs_body


def test_options_of_a_bound_method_keep_it_bound() -> None:
    class Desk:
        @extract(llm=chat())
        def count(self, text: str) -> int:
            """How many? {text}"""

    assert Desk().count.with_options(llm=chat("7"))("x") == 7
    assert Desk().count.prompt("seven").to_string().startswith("Human: How many? seven")


@pytest.mark.parametrize("replies", [["WRONG", "7"], ["WRONG", "WRONG as well", "WRONG still"]])
@pytest.mark.parametrize("awaits", [False, True])
def test_the_messages_that_a_body_returns_stay_as_they_were(replies: list[str], awaits: bool) -> None:
    messages = [HumanMessage("How many?")]

    @extract(llm=chat(*replies), fix="retry_with_error")
    def ask(text: str) -> int:
        return messages  # type: ignore[return-value]

    with suppress(OutputParserException):
        asyncio.run(ask.acall("x")) if awaits else ask("x")
    assert messages == [HumanMessage("How many?")]


def test_a_plain_call_inside_a_running_loop_works() -> None:
    async def inside() -> int:
        return count("x")

    assert asyncio.run(inside()) == 7


def continued(tp: Any, *replies: Any) -> Any:
    def ask(text: str) -> Any:
        """{text}"""

    ask.__annotations__["return"] = tp
    return extract(llm=chat(*replies), on_truncation="continue", max_retries=5)(ask)("x")


def cut(text: str) -> Generation:
    return Generation(text, finish_reason="length")


def test_a_cut_list_of_numbers_goes_on_after_the_last_whole_one() -> None:
    assert continued(list[int], cut("[1, 101, 9"), cut("[9, 12"), "[12, 13]") == [1, 101, 9, 12, 13]


def test_a_list_that_starts_over_is_not_put_together_twice() -> None:
    replies = (
        cut('[{"content": 1}, {"content": 2}, {"con'),
        '[{"content": 1}, {"content": 2}, {"content": 3}]',
    )
    assert [box.content for box in continued(list[Box[int]], *replies)] == [1, 2, 3]


def test_a_cut_object_with_a_list_in_it_is_not_continued() -> None:
    class Crate(BaseModel):
        numbers: list[int]

    @extract(llm=chat(cut('{"numbers": [1, 2')))
    def crate(text: str) -> Crate:
        """{text}"""

    with configure(on_truncation="continue"), pytest.raises(OutputParserException) as caught:
        crate("x")
    assert caught.value.kind is FailureKind.TRUNCATED
    assert len(caught.value.attempts) == 1


def test_a_handler_that_is_not_in_a_list_is_told_so() -> None:
    with pytest.raises(ConfigError, match=r"callbacks must be a list of handlers, as \[handler\]"):
        count.with_options(callbacks=print)("x")


def test_a_model_of_ones_own_that_returns_no_text_is_named() -> None:
    class Silent(LLM):
        def _call(self, prompt: str, stop: list[str] | None = None, **options: Any) -> Any:
            return None

    with pytest.raises(ConfigError, match=r"Silent\._call must return a text; found None"):
        count.with_options(llm=Silent())("x")


def test_a_function_in_the_place_of_a_model_is_told_where_it_goes() -> None:
    with pytest.raises(ConfigError, match=r"is given to OutputFixingParser\(parser, …\) itself"):
        OutputFixingParser.from_llm(print, parser_for(int))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("returns", "message"),
    [
        (Partial[Box[int]], r"annotate Iterator\[Partial\[…\]\]"),
        (Awaitable[int], "write async def"),
        (T, "the type variable ~T, which no call can fill"),
        (list[T], "the type variable ~T"),
        ("int[", "is no type"),
    ],
)
def test_a_result_that_cannot_be_had_is_refused_with_the_mend(returns: Any, message: str) -> None:
    def ask(text: str) -> Any:
        """{text}"""

    ask.__annotations__["return"] = returns
    with pytest.raises(ConfigError, match=message):
        extract(ask)


def test_a_docstring_that_is_an_f_string_is_none() -> None:
    @extract(llm=chat())
    def ask(text: str) -> int:
        f"""{text}"""  # noqa: B021

    with pytest.raises(ConfigError, match="an f-string is none"):
        ask("x")


@pytest.mark.parametrize("options", [{"max_retries": -1}, {"llm": 3}, {"fix": "clever"}])
def test_a_default_that_cannot_be_is_refused_where_it_is_set(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=next(iter(options))):
        configure(**options)


def test_an_error_says_why_nothing_was_asked_again() -> None:
    with pytest.raises(OutputParserException, match=r"\(not asked again: the budget of 1 call is used up\)"):
        count.with_options(llm=chat("WRONG"), budget=Budget(attempts=1))("x")
    with pytest.raises(OutputParserException, match="not asked again: no strategy has anything to try"):
        count.with_options(llm=chat("WRONG"), fix="constrained")("x")
