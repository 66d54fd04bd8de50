"""How deep a value may nest: exactly as deep for repaired JSON as for valid, 200 levels where nothing else is set."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from structout import FailureKind, OutputParserException, parser_for, repair_json


class Link(BaseModel):
    to: Link | int | None = None


class Box(BaseModel):
    boxes: dict[str, Box] = {}


def chain(levels: int, key: str = '"to"', end: str = "null") -> str:
    return f"{{{key}: " * levels + end + "}" * levels


def depth(link: Link) -> int:
    levels = 1
    while isinstance(link.to, Link):
        levels, link = levels + 1, link.to
    return levels


@pytest.mark.parametrize(("key", "end"), [('"to"', "null"), ("to", "None"), ("'to'", '"7",')])
def test_two_hundred_levels_are_read_into_a_model_that_holds_itself(key, end):
    parser = parser_for(Link)
    assert depth(parser.parse(chain(200, key, end))) == 200
    assert depth(parser.explain(f"So:\n```json\n{chain(200, key, end)}\n```").value) == 200


@pytest.mark.parametrize("kind", [Link, Any])
@pytest.mark.parametrize("key", ['"to"', "to"])
def test_one_level_more_is_refused_with_its_own_kind(kind, key):
    with pytest.raises(OutputParserException) as caught:
        parser_for(kind).parse(chain(201, key))
    assert caught.value.kind is FailureKind.TOO_DEEP


def test_mappings_of_models_nest_as_deep():
    assert parser_for(Box).parse('{boxes: {"b": ' * 99 + "{boxes: {}}" + "}}" * 99) is not None
    with pytest.raises(OutputParserException, match="200 nested"):
        parser_for(Box).parse('{boxes: {"b": ' * 100 + "{boxes: {}}" + "}}" * 100)


@pytest.mark.parametrize(("opener", "closer"), [("[", ",]"), ("[ // c\n", "]"), ("{'a': ", "}"), ("[", "")])
def test_repaired_json_nests_as_deep_as_valid(opener, closer):
    assert repair_json(opener * 200 + "1" + closer * 200) is not None
    with pytest.raises(OutputParserException) as caught:
        repair_json(opener * 201 + "1" + closer * 201)
    assert caught.value.kind is FailureKind.TOO_DEEP


@pytest.mark.parametrize("key", ['"to"', "to"])
def test_the_limit_can_be_set(key):
    parser = parser_for(Link, max_depth=3)
    assert depth(parser.parse(chain(3, key))) == 3
    with pytest.raises(OutputParserException) as caught:
        parser.parse(chain(4, key))
    assert caught.value.kind is FailureKind.TOO_DEEP
