"""``parse`` takes short cuts that ``explain`` does not: both must come to the same value or both refuse."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal

import pytest
from hypothesis import example, given, settings, strategies as st
from pydantic import BaseModel

from structout.errors import OutputParserException
from structout.parsers import parser_for


class Part(BaseModel):
    name: str
    size: float = 1.0


class Thing(BaseModel):
    id: int
    at: datetime | None = None
    tags: list[str] = []
    parts: list[Part] = []


@dataclass
class Pair:
    x: int
    y: str = "q"


TYPES: list[Any] = [
    Thing, Part, Pair, list[Part], list[int], list[str], dict[str, int], tuple[int, str], Thing | Part, date, datetime,
    Decimal, float, int, bool, str, Literal["a", "b"], Any,
]  # fmt: skip
PARSERS = [parser_for(tp) for tp in TYPES]

_scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 1000), st.sampled_from([1.5, 0.0, 1e300, "a", "b", "", "string", "..."]),
    st.sampled_from(["<name>", "{curly}", "a|b", "1700000000", "2024-05-06", "2024-05-06T07:08:09", "N/A", "yes", "3 kg"]),
)  # fmt: skip
_keys = st.sampled_from(["id", "at", "tags", "parts", "name", "size", "x", "y", "other"])
_values = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_keys, inner, max_size=4),
    max_leaves=8,
)
_jsons = _values.map(json.dumps)
_faults = st.tuples(
    _jsons, st.sampled_from(["", ",}", "]", "'", '"', "1e999", "NaN", "\n", '"id": 1, "id": 2', "// x\n"])
).map("".join)
_frames = st.sampled_from(
    ["{}", "Sure: {} - done", "```json\n{}\n```", "<answer>{}</answer>", "{}\n{}", '{{"id": {}, "id": 2}}']
)
_texts = st.one_of(
    st.builds(lambda frame, a: frame.replace("{}", a).replace("{{", "{").replace("}}", "}"), _frames, _jsons),
    _faults,
    st.text("{}[]\"',:123.eE truefalsn\n", max_size=30),
)


def _outcome(read: Any, text: str) -> Any:
    try:
        return read(text)
    except OutputParserException:
        return OutputParserException


def _same(one: Any, other: Any) -> bool:
    both_nan = isinstance(one, float) and isinstance(other, float) and math.isnan(one) and math.isnan(other)
    return both_nan or one == other or repr(one) == repr(other)


class Open(BaseModel, extra="allow"):
    name: str


@pytest.mark.parametrize(
    ("tp", "text", "value"),
    [
        (list[int], "So:\n[12]\nBye.", [12]),
        (list[int], "So:\n[12, 13] are the two.", [12, 13]),
        (int, "```json\n5\n```", 5),
        (Part, 'name: {"name": "Bo"}\nsize: 4', Part(name='{"name": "Bo"}', size=4)),
        (Part, 'Answer: {"name": "Bo", "size": 4}', Part(name="Bo", size=4)),
        (Open, '{"name": "Bo", "NAME": 3}', Open(name="Bo", NAME=3)),  # pyright: ignore
        (Open, "Sure: {'name': 'Bo', 'NAME': 3}", Open(name="Bo", NAME=3)),  # pyright: ignore
    ],
)
def test_brackets_beside_other_text_are_read_alike(tp: Any, text: str, value: Any) -> None:
    parser = parser_for(tp)
    assert parser.parse(text) == parser.explain(text).value == value


@pytest.mark.parametrize("mark", ["</think>{", "</think>]", "\n[/THINK] none", "\n<think>but"])
def test_what_stands_before_a_mark_of_reasoning_is_no_answer(mark: str) -> None:
    parser, text = parser_for(Part), f'So {{"name": "Bo"}}{mark}'
    assert _outcome(parser.parse, text) == _outcome(parser.explain, text) == OutputParserException


@pytest.mark.parametrize("text", ["-{{", "As in \\\\frac{", "Here: ["])
@pytest.mark.parametrize("tp", [dict[str, int], list[int]])
def test_a_bracket_that_is_only_opened_is_no_empty_value(tp: Any, text: str) -> None:
    parser = parser_for(tp)
    assert _outcome(parser.parse, text) == _outcome(parser.explain, text) == OutputParserException


@settings(max_examples=150, deadline=None)
@given(_texts, st.sampled_from(PARSERS))
@example('{"id": 1, "id": 2}', PARSERS[0])
@example('{"x":0, "x": 1,"y":"q"}', PARSERS[2])
@example('[0, "{curly}"]', PARSERS[7])
@example('[{"name": "..."}]', PARSERS[3])
@example('{"id": 1, "at": "1700000000"}', PARSERS[0])
@example("1e999", PARSERS[12])
@example('{"name": "a", "size": 1e999}', PARSERS[1])
def test_parse_and_explain_agree(text: str, parser: Any) -> None:
    assert _same(_outcome(parser.parse, text), _outcome(lambda t: parser.explain(t).value, text))


@pytest.mark.parametrize("tp", [Thing, dict[str, Any], Any])
def test_a_key_given_twice_with_two_values_is_refused_in_longer_json_too(tp: Any) -> None:
    rows = ", ".join(f'{{"name": "part {i}", "size": {i}.5}}' for i in range(50))
    with pytest.raises(OutputParserException):
        parser_for(tp).parse(f'{{"id": 1, "parts": [{rows}], "id": 2}}')


def test_a_key_given_twice_deep_inside_longer_json_is_refused() -> None:
    rows = ", ".join(f'{{"name": "part {i}", "size": {i}.5}}' for i in range(50))
    twice = '{"name": "last", "size": 1.5, "name": "very last"}'
    with pytest.raises(OutputParserException):
        parser_for(Thing).parse(f'{{"id": 1, "parts": [{rows}, {twice}]}}')
