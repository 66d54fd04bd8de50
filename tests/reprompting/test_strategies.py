"""What each strategy asks, and which one is chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

from fixing_doubles import JsonParser
from structout.errors import ConfigError, FailureKind, OutputParserException
from structout.fixing import STRATEGIES, Request, Situation, Task, strategy_of
from structout.messages import StringPromptValue
from structout.reprompting.fields import read_path
from structout.result import Attempt, render_path


class Line(BaseModel):
    item: str
    price: float


class Bill(BaseModel):
    number: str
    lines: list[Line]
    total: float


TASK: Task[Any] = Task(
    JsonParser(Bill),
    instruction="Extract the bill.",
    source="Bill 7: pen 2.50, ink 4.00. Total 6.50.",
    examples=(("Bill 1: cup 3.00.", '{"number": "1", "lines": [], "total": 3.0}'),),
    tp=Bill,
    schema=TypeAdapter(Bill).json_schema(),
)
NEARLY = (
    '{"number": "7", "lines": [{"item": "pen", "price": "cheap"}, {"item": "ink", "price": 4}], "total": 6.5}'
)


def situation(completion: str, task: Task[Any] = TASK, *tried: str) -> Situation[Any]:
    with pytest.raises(OutputParserException) as caught:
        task.parser.parse(completion)
    attempts = tuple(Attempt(name, "", completion) for name in ("first", *tried))
    return Situation(task, completion, caught.value, attempts, "stop")


def with_(**changes: Any) -> Task[Any]:
    return replace(TASK, **changes)


def asked(name: str, completion: str, task: Task[Any] = TASK) -> Request:
    request = STRATEGIES[name](situation(completion, task))
    assert request is not None
    return request


def test_fields_asks_for_the_failing_path_alone() -> None:
    request = asked("fields", NEARLY)
    text = request.prompt.to_string()
    assert '"lines[0].price"' in text
    assert '"total"' not in text


def test_fields_puts_the_answer_where_it_belongs() -> None:
    request = asked("fields", NEARLY)
    assert request.splice is not None
    whole = request.splice('{"lines[0].price": 2.5}')
    assert TASK.parser.parse(whole) == Bill(
        number="7", lines=[Line(item="pen", price=2.5), Line(item="ink", price=4)], total=6.5
    )


def test_fields_takes_the_last_name_and_a_bare_value_too() -> None:
    splice = asked("fields", NEARLY).splice
    assert splice is not None
    assert '"price": 2.5' in splice('{"price": 2.5}')
    assert '"price": 2.5' in splice("2.5")


def test_fields_is_all_or_nothing() -> None:
    splice = asked("fields", NEARLY).splice
    assert splice is not None
    with pytest.raises(OutputParserException, match=r"lacks lines\[0\].price"):
        splice('{"total": 1}')


def test_fields_sends_the_sliced_schema_where_the_server_enforces_it() -> None:
    options = asked("fields", NEARLY, with_(constrains=True)).options
    assert options["schema"]["properties"] == {"lines[0].price": {"title": "Price", "type": "number"}}
    assert options["schema"]["required"] == ["lines[0].price"]


def test_fields_has_nothing_to_offer_where_the_whole_is_wrong() -> None:
    assert STRATEGIES["fields"](situation("no bill at all")) is None
    assert STRATEGIES["fields"](situation('{"lines": "x", "total": "x", "number": 1}')) is None


@pytest.mark.parametrize("path", [("a",), ("items", 2, "unit price"), (0, 'say "hi"', "back\\slash"), ()])
def test_a_path_is_read_as_it_is_written(path: tuple[str | int, ...]) -> None:
    assert read_path(render_path(path)) == path


def test_again_shows_the_example_as_a_turn_and_not_the_wrong_answer() -> None:
    system, user, answer, last = asked("again", "WRONG").prompt.to_messages()
    assert system.content.startswith("Extract the bill.\n\nAnswer with JSON of this type")
    assert (user.content, answer.content) == TASK.examples[0]
    assert last.content == TASK.source


def test_again_without_an_example_ends_with_the_line_to_follow() -> None:
    text = asked("again", "WRONG", with_(examples=())).prompt.to_string()
    assert text.endswith("JSON:")
    assert "WRONG" not in text


def test_short_has_type_text_and_error_and_not_the_wrong_answer() -> None:
    text = asked("short", "WRONG").prompt.to_string()
    assert TASK.source in text
    assert "The last answer was wrong: " in text
    assert "WRONG" not in text


def test_constrained_needs_a_server_that_enforces() -> None:
    assert STRATEGIES["constrained"](situation("WRONG")) is None
    options = asked("constrained", "WRONG", with_(constrains=True)).options
    assert options == {"structured": "json_schema", "schema": TASK.schema}


@pytest.mark.parametrize(
    ("completion", "changes", "tried", "chosen"),
    [
        (NEARLY, {}, (), "fields"),
        (NEARLY, {}, ("fields",), "again"),
        ("WRONG", {"constrains": True}, (), "constrained"),
        ("WRONG", {}, (), "again"),
        ("WRONG", {"examples": ()}, (), "short"),
        ("WRONG", {"examples": ()}, ("short",), "again"),
        ("WRONG", {"source": "", "examples": ()}, (), "naive"),
        ("WRONG", {"source": "", "examples": (), "prompt": StringPromptValue("Which bill?")}, (), "short"),
    ],
)
def test_auto_takes_the_cheapest_that_can_work(
    completion: str, changes: dict[str, Any], tried: tuple[str, ...], chosen: str
) -> None:
    request = STRATEGIES["auto"](situation(completion, with_(**changes), *tried))
    assert request is not None
    assert request.strategy == chosen


def test_auto_draws_another_sample_once_all_were_tried() -> None:
    request = STRATEGIES["auto"](situation("WRONG", TASK, "again", "short"))
    assert request is not None
    assert request.options == {"temperature": 0.7, "seed": 3}


def test_several_strategies_take_turns() -> None:
    both = strategy_of(["short", "again"])
    names = [
        both(situation("WRONG", TASK, *tried)).strategy for tried in ((), ("short",), ("short", "again"))
    ]  # type: ignore[union-attr]
    assert names == ["short", "again", "again"]


def test_an_unknown_name_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="fix must be one of naive, retry, "):
        strategy_of("clever")


@pytest.mark.parametrize(
    ("completion", "kind", "cut"),
    [
        ('{"number": "7", "lines": [{"item": "pe', FailureKind.TRUNCATED, True),
        ("<think>First I look at the lines", FailureKind.NO_VALUE, True),
        ('{"number": "' + "seven and " * 60, FailureKind.TRUNCATED, False),
        ('{"number": "7", "total": "much"} since the', FailureKind.INVALID, False),
    ],
)
def test_an_answer_counts_as_cut_where_more_room_could_have_completed_it(
    completion: str, kind: FailureKind, cut: bool
) -> None:
    error = OutputParserException("refused", completion, kind=kind)
    assert replace(situation(completion), error=error, finish_reason="length").cut is cut
