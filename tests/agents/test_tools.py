import asyncio
from datetime import date
from enum import Enum
from functools import partial
from typing import Literal

import pytest
from pydantic import BaseModel

from structout import ConfigError, OutputParserException
from structout.agents import BaseTool, Tool, tool
from structout.agents.tools import as_tools, find_tool


class Unit(Enum):
    KM = "km"
    MILE = "mile"


class Trip(BaseModel):
    town: str
    days: int = 1


def book(trip: Trip, when: date, unit: Unit = Unit.KM) -> tuple[Trip, date, Unit]:
    """Books a trip.

    More about it.
    """
    return trip, when, unit


def total(prices: list[float]) -> float:
    """Adds."""
    return sum(prices)


def square(n: int) -> int:
    """Squares."""
    return n * n


def echo(text: str) -> str:
    """Says it again."""
    return text


@pytest.mark.parametrize(
    ("function", "text", "result"),
    [
        (echo, ' {"text": "x"}', ' {"text": "x"}'),
        (square, "7", 49),
        (square, "n = 7", 49),
        (square, '{"n": 7}', 49),
        (square, "square(n=7)", 49),
        (square, "the number 7", 49),
        (total, "[1, 2.5]", 3.5),
        (total, '{"prices": [1, 2.5,]}', 3.5),
        (
            book,
            "{'trip': {'town': 'Ulm'}, 'when': 'May 4, 2025', 'unit': 'Mile'}",
            (Trip(town="Ulm"), date(2025, 5, 4), Unit.MILE),
        ),
        (lambda q: q * 2, "ab", "abab"),
        (lambda *args: args, "ab", ("ab",)),
        (lambda: "now", "None", "now"),
        (partial(pow, 2), "3", "never"),
    ][:-1],
)
def test_the_models_text_becomes_the_arguments(function, text, result):
    assert Tool("t", function, "d").run(text) == result


def test_arguments_by_position_only():
    def power(base: int, exponent: int = 2, /, *, negative: bool = False) -> int:
        return -(base**exponent) if negative else base**exponent

    made = Tool("power", power, "d")
    assert made.run("base=3, negative=yes") == -9
    assert made.run({"base": 3, "exponent": 3}) == 27


def test_one_argument_may_stand_alone_where_the_others_have_defaults():
    def find(query: str, limit: int = 5) -> tuple[str, int]:
        return query, limit

    made = Tool("find", find, "d")
    assert made.run("cats and dogs") == ("cats and dogs", 5)
    assert made.run("query: cats\nlimit: 2") == ("cats", 2)


def test_beside_others_only_a_plain_value_stands_alone():
    def go(distance: float, unit: str = "km") -> tuple[float, str]:
        return distance, unit

    made = Tool("go", go, "d")
    assert made.run("3") == (3.0, "km")
    with pytest.raises(OutputParserException):
        made.run("3 miles")


def test_no_input_means_the_defaults():
    assert Tool("clock", lambda zone="UTC": zone, "d").run("") == "UTC"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"trip": {"town": "Ulm"}, "when": "soon"}', "$.when"),
        ('{"trip": {"days": 2}, "when": "2025-05-04"}', "$.trip.town"),
        ('{"trip": {"town": "Ulm"}, "when": "2025-05-04", "price": 3}', "$.price"),
        ('{"trip": {"town": "Ulm"}, "when": "03/04/05"}', "$.when"),
    ],
)
def test_arguments_that_do_not_fit_are_named(text, message):
    with pytest.raises(OutputParserException) as caught:
        Tool("book", book, "d").run(text)
    assert message in str(caught.value)


def test_model_text_is_never_evaluated():
    hits = []
    made = Tool("total", lambda numbers: hits.append(numbers), "d")
    made.run("[__import__('os').getcwd()]")
    assert hits == ["[__import__('os').getcwd()]"]
    with pytest.raises(OutputParserException):
        Tool("total", total, "d").run("[__import__('os').getcwd()]")
    with pytest.raises(OutputParserException):
        Tool("square", square, "d").run("9**9**9")


def test_the_usage_tells_the_form_of_the_input():
    assert Tool("echo", echo, "Says it again.").usage == "Says it again."
    assert Tool("square", square, "Squares.").usage == 'Squares. Input: {"n": <integer>}'


def test_a_decorated_function_is_a_tool_named_and_described_by_itself():
    made = tool(book)
    assert (made.name, made.description, made.return_direct) == ("book", "Books a trip.", False)
    named = tool("Book", description="Books.", return_direct=True)(book)
    assert (named.name, named.description, named.return_direct) == ("Book", "Books.", True)


def test_an_asynchronous_function_runs_both_ways():
    @tool
    async def double(n: int) -> int:
        """Doubles."""
        await asyncio.sleep(0)
        return 2 * n

    async def inside():
        return await double.arun("21"), await Tool("square", square, "d").arun("3")

    assert double.run("21") == 42
    assert asyncio.run(inside()) == (42, 9)


def test_an_asynchronous_tool_is_refused_where_a_loop_is_running():
    async def later(text: str) -> str:
        return text

    async def inside():
        Tool("later", later, "d").run("x")

    with pytest.raises(ConfigError, match="call the agent with acall"):
        asyncio.run(inside())


class Shout(BaseTool):
    name: str = "shout"
    description: str = "Shouts."

    def _run(self, text: str, times: int = 1, run_manager=None) -> str:
        return text.upper() * times


def test_a_class_is_a_tool():
    assert Shout().run("a") == "A"
    assert as_tools([Shout()])[0].run('{"text": "a", "times": 2}') == "AA"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Tool("", echo, "d"), "a tool's name should be"),
        (lambda: Tool("a\nb", echo, "d"), "a tool's name should be"),
        (lambda: Tool("a", None, "d"), "has no function"),
        (lambda: Tool("a", lambda x, y: x, "d"), "arguments without a type"),
        (lambda: Tool("a", lambda **kw: kw, "d"), "takes arguments of any name"),
        (lambda: tool(lambda x: x), "should say what it is good for"),
        (lambda: as_tools([echo, Tool("echo", square, "d")]), "several tools are called 'echo'"),
        (lambda: as_tools([3]), "expected a tool or a function, found 3"),
        (lambda: Tool("a", 3, "d"), "should be a function"),
    ],
)
def test_what_is_no_tool_is_refused(make, message):
    with pytest.raises(ConfigError, match=message):
        make()


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Search", "Search"),
        ("search", "Search"),
        ("`Search`", "Search"),
        ("[calc]", "calc"),
        ("CALC", None),
        ("x", None),
    ],
)
def test_a_tool_is_found_by_its_name_in_any_case_if_there_is_one(name, found):
    tools = as_tools([Tool("Search", echo), Tool("calc", echo), Tool("Calc", square)])
    tool = find_tool(name, tools)
    assert (tool and tool.name) == found


def test_choices_of_a_signature_are_read_by_case():
    def pick(size: Literal["small", "large"], n: int) -> str:
        return size * n

    assert Tool("pick", pick, "d").run("size: LARGE, n: 2") == "largelarge"


def test_a_tool_may_call_itself():
    @tool
    def factorial(n: int) -> int:
        """Multiplies the numbers up to one."""
        return 1 if n < 2 else n * factorial.run(str(n - 1))

    assert factorial.run("5") == 120
