"""Words that announce an answer prefer no value of several that follow them."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from structout import OutputParserException, parser_for


class Point(BaseModel):
    x: int


@pytest.mark.parametrize("lead", ["Here is the answer:", "Вот ответ:", "Antwort:", "答案："])
def test_two_values_behind_one_announcement_tie(lead: str) -> None:
    with pytest.raises(OutputParserException, match="does not say which"):
        parser_for(Point).parse(lead + '\n{"x": 1}\n{"x": 2}')


@pytest.mark.parametrize(
    ("text", "x"),
    [
        ('{"x": 1} is what I had. Answer: {"x": 2}', 2),
        ('Final answer: {"x": 1}\nIt was {"x": 2} before.', 1),
        ('Answer: {"x": 1}\nFor example, {"x": 2} would be further right.', 1),
    ],
)
def test_between_two_values_it_decides(text: str, x: int) -> None:
    assert parser_for(Point).parse(text) == Point(x=x)


def test_an_announcement_is_enough_for_one() -> None:
    assert parser_for(Point).parse('Answer: {"x": 1}') == Point(x=1)
