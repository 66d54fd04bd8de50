"""Words change a number in their own paragraph, and tags round a number say nothing of its size."""

from __future__ import annotations

import pytest

from structout import OutputParserException, parser_for


@pytest.mark.parametrize(
    "text",
    [
        "**Final Answer:** 42\n\nNote: the values were taken from the text.",
        "Sure!\n\n<b>42</b>\n\nLet me know.",
    ],
)
def test_another_paragraph_changes_nothing(text: str) -> None:
    assert parser_for(int).parse(text) == 42


@pytest.mark.parametrize(
    "text", ["about <b>42</b>", "42 or more\n\nThat is all.", "The number is\n\nabout 42", "<42"]
)
def test_a_hedge_beside_the_number_does(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(int).parse(text)


@pytest.mark.parametrize("text", ["do 5", "tot 5", "bis 5", "[1] Smith et al."])
def test_a_limit_and_an_entry_of_a_list_are_no_number(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(int).parse(text)


@pytest.mark.parametrize(("text", "number"), [("The answer is [42].", 42), ("I do 5 laps", 5)])
def test_other_brackets_and_words_change_nothing(text: str, number: int) -> None:
    assert parser_for(int).parse(text) == number
