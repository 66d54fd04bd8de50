"""A number in digits is not the answer where words in the answer's place say another one, or none."""

from __future__ import annotations

from typing import Any

import pytest

from structout import OutputParserException, parser_for


@pytest.mark.parametrize("tp", [int, float, int | None])
@pytest.mark.parametrize(
    "text",
    [
        "zero\n\nThis is stated in paragraph 2 of the text.",
        "Based on the 3 documents, the answer is seven.",
        "It's seven, as of 2024.",
        "Based on the 3 documents, the answer is null.",
        "1. seven",
        "The answer is negative three, by 3 documents.",
    ],
)
def test_another_number_is_not_taken(tp: Any, text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(tp).parse(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("The answer is -0.25.", -0.25),
        ("value = -3", -3.0),
        ("It is seven (7).", 7.0),
        ("Answer: 1×10^-5\nConfidence: 95%", 1e-5),
        ("**Answer:** -3\n\n**Explanation:** see page 12", -3.0),
    ],
)
def test_the_answer_itself_is(text: str, number: float) -> None:
    assert parser_for(float).parse(text) == number
