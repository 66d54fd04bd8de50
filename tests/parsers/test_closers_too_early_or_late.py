"""A bracket that closes an object's list or the object itself in the wrong place: read where one reading is left."""

import pytest
from pydantic import BaseModel

from structout import OutputParserException, parser_for


class Tenant(BaseModel):
    name: str


class House(BaseModel):
    address: str
    tenants: list[Tenant]
    year: int | None = None


READ = parser_for(House).parse


@pytest.mark.parametrize(
    "text",
    [
        '{"address": "x", "tenants": [{"name": "a"}, {"name": "b"} "year": 1962}',
        '{"address": "x", "tenants": [{"name": "a"}, {"name": "b"}\n  "year": "1962"\n}',
        '{"address": "x", "tenants": [{"name": "a"}, {"name": "b"}, "year": 1962}',
        '{"address": "x", "tenants": [{"name": "a"}, {"name": "b"}]}, "year": 1962}',
        '{"address": "x", "tenants": [{"name": "a"}, {"name": "b"}]}\n"year": 1962}',
    ],
)
def test_a_member_behind_a_list_or_behind_a_brace_too_early_is_the_objects(text: str) -> None:
    assert READ(text) == House(address="x", tenants=[Tenant(name="a"), Tenant(name="b")], year=1962)


@pytest.mark.parametrize("comma", [",", ""])
def test_a_key_that_the_items_before_have_begins_the_next_item(comma: str) -> None:
    text = (
        f'{{"address": "x", "tenants": [{{"name": "a"}}{comma} "name": "b"}}, {{"name": "c"}}], "year": 3}}'
    )
    assert READ(text) == House(address="x", tenants=[Tenant(name=n) for n in "abc"], year=3)


@pytest.mark.parametrize(
    "text",
    [
        '{"address": "x", "tenants": []}, {"name": "c"}], "year": 3}',
        '{"address": "x", "tenants": [{"name": "a"}, "zip": "b"}, {"name": "c"}], "year": 3}',
        '{"address": "x", "tenants": [{"name": "a"}]}\n"year": "see above"',
    ],
)
def test_what_goes_on_behind_the_last_brace_is_never_passed_over(text: str) -> None:
    with pytest.raises(OutputParserException):
        READ(text)


def test_words_in_quotes_behind_the_value_are_prose() -> None:
    text = '{"address": "x", "tenants": []}\n\n"address": the street of the house'
    assert READ(text) == House(address="x", tenants=[])
    assert READ('{"address": "x", "tenants": []} "year" is not given.') == House(address="x", tenants=[])


def test_objects_with_the_same_first_key_are_items() -> None:
    text = '{"address": "x", "tenants": []}, {"address": "y", "tenants": []}]'
    assert [house.address for house in parser_for(list[House]).parse(text)] == ["x", "y"]
