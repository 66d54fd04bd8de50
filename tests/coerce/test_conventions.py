"""The other amounts of a value say how an ambiguous one is to be read, if they agree."""

from __future__ import annotations

import pytest

from structout import OutputParserException, parser_for


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('["3,389.5", "69,911"]', [3389.5, 69911.0]),
        ('["1.240,5", "2.300"]', [1240.5, 2300.0]),
    ],
)
def test_one_that_shows_its_mark_settles_the_others(text: str, values: list[float]) -> None:
    assert parser_for(list[float]).parse(text) == values


@pytest.mark.parametrize("text", ['["69,911"]', '["3,389.5", "3,5", "69,911"]', '["0.5", "69,911"]'])
def test_without_agreement_it_stays_ambiguous(text: str) -> None:
    with pytest.raises(OutputParserException, match="several ways"):
        parser_for(list[float]).parse(text)
