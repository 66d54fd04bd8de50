"""Read by pyright and mypy: the signature and the type of every kind of function stay exact."""

from collections.abc import AsyncIterator, Iterator
from typing import assert_type

from pydantic import BaseModel

from structout.functions import (
    AsyncItemStream,
    Extraction,
    ItemStream,
    Partial,
    extract,
)
from structout.messages import PromptValue


class Person(BaseModel):
    name: str
    age: int


@extract(max_retries=1)
def person(text: str, *, year: int = 2024) -> Person:  # type: ignore[empty-body]
    """{text} {year}"""


@extract
async def people(text: str) -> list[Person]:  # type: ignore[empty-body]
    """{text}"""


@extract()
def each(text: str) -> Iterator[Person]:  # type: ignore[empty-body]
    """{text}"""


@extract()
def aeach(text: str) -> AsyncIterator[Person]:  # type: ignore[empty-body]
    """{text}"""


@extract()
def growing(text: str) -> Iterator[Partial[Person]]:  # type: ignore[empty-body]
    """{text}"""


@extract()
def maybe(text: str) -> int | None:
    """{text}"""


class Shop:
    @extract()
    def price(self, text: str) -> float:  # type: ignore[empty-body]
        """{text}"""


def plain(text: str) -> None:
    assert_type(person(text), Person)
    assert_type(person(text, year=2025), Person)
    assert_type(person.explain(text), Extraction[Person])
    assert_type(person.prompt(text), PromptValue)
    assert_type(person.with_options(max_retries=0)(text), Person)
    assert_type(each(text), ItemStream[Person])
    assert_type(each.explain(text).value, list[Person])
    assert_type(growing(text), ItemStream[Partial[Person]])
    assert_type(maybe(text), int | None)
    assert_type(Shop().price(text), float)
    assert_type(Shop().price.explain(text), Extraction[float])


async def awaited(text: str) -> None:
    assert_type(await people(text), list[Person])
    assert_type(await people.explain(text), Extraction[list[Person]])
    assert_type(await person.acall(text), Person)
    assert_type(aeach(text), AsyncItemStream[Person])
    async for one in aeach(text):
        assert_type(one, Person)


def wrong(text: str) -> None:
    person(1)  # type: ignore[arg-type]
    person(text, month=1)  # type: ignore[call-arg]
    Shop().price()  # type: ignore[call-arg]
    extract(retries=1)  # type: ignore[call-overload]
