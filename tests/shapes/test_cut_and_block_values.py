"""Values of ``key: value`` lines that are cut off inside quotes, and YAML's block scalars among prose."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from structout import OutputParserException, parser_for


class Turn(BaseModel):
    speaker: str
    text: str


class Scene(BaseModel):
    place: str
    turns: list[Turn]


_AFTER = "\n\nLet me know if you need anything else."


@pytest.mark.parametrize(
    "text",
    [
        'speaker: A\ntext: "one and tw' + _AFTER,
        "speaker: A\ntext: “one and tw" + _AFTER,
        'text: "one and tw\nspeaker: A',
    ],
)
def test_a_quote_that_is_never_closed_is_a_cut(text: str) -> None:
    with pytest.raises(OutputParserException, match="cut off"):
        parser_for(Turn).parse(text)


def test_a_cut_inside_a_list_is_seen() -> None:
    text = 'place: sea\nturns:\n  - speaker: A\n    text: "one and tw' + _AFTER
    with pytest.raises(OutputParserException, match="cut off"):
        parser_for(Scene).parse(text)


@pytest.mark.parametrize("value", ['6" pipe', 'He said "hi"', '"hi", he said', "'tis"])
def test_other_quotes_are_text(value: str) -> None:
    assert parser_for(Turn).parse(f"Here:\n\nspeaker: A\ntext: {value}" + _AFTER) == Turn(
        speaker="A", text=value
    )


@pytest.mark.parametrize(
    ("block", "value"),
    [
        ("|-\n  one\n  two", "one\ntwo"),
        ("|\n  one\n    two", "one\n  two\n"),
        (">\n  one\n  two\n\n  three", "one two\n\nthree\n"),
    ],
)
def test_a_block_scalar_is_read_beside_prose(block: str, value: str) -> None:
    text = f"Sure!\n\nspeaker: A\ntext: {block}{_AFTER}"
    assert parser_for(Turn).parse(text).text == value
