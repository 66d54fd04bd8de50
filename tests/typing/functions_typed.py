"""Read by pyright and mypy: the signature and the type of every kind of function stay exact."""

from collections.abc import AsyncIterator, Iterator
from typing import Generic, TypeVar, assert_type

from pydantic import BaseModel

from structout.functions import (
    AsyncItemStream,
    Extraction,
    ItemStream,
    Partial,
    extract,
)
from structout.messages import PromptValue
from structout.result import Attempt

T = TypeVar("T")


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


class Box(BaseModel, Generic[T]):
    content: T


@extract()
def odd(a: str, /, b: int = 1, *rest: str, c: bool, **more: int) -> Box[Person]:  # type: ignore[empty-body]
    """{a} {b} {rest} {c} {more}"""


class Shop:
    @extract()
    def price(self, text: str) -> float:  # type: ignore[empty-body]
        """{text}"""

    @extract()
    async def prices(self, text: str) -> list[float]:  # type: ignore[empty-body]
        """{text}"""

    @extract()
    def each(self, text: str) -> Iterator[Person]:  # type: ignore[empty-body]
        """{text}"""

    @extract()
    def growing(self, text: str) -> AsyncIterator[Partial[Person]]:  # type: ignore[empty-body]
        """{text}"""

    @staticmethod
    @extract()
    def static(text: str) -> float:  # type: ignore[empty-body]
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
    assert_type(growing.explain(text), Extraction[Person])
    assert_type(maybe(text), int | None)
    assert_type(Shop().price(text), float)
    assert_type(Shop().price.explain(text), Extraction[float])
    assert_type(Shop.static(text), float)
    assert_type(odd(text, c=True).content, Person)
    assert_type(odd(text, 2, "x", "y", c=True, d=3), Box[Person])
    stream = Shop().each.with_options(max_retries=0)(text)
    assert_type(stream, ItemStream[Person])
    assert_type(stream.attempts, tuple[Attempt, ...])


async def awaited(text: str) -> None:
    assert_type(await people(text), list[Person])
    assert_type(await people.explain(text), Extraction[list[Person]])
    assert_type(await person.acall(text), Person)
    assert_type(aeach(text), AsyncItemStream[Person])
    async for one in aeach(text):
        assert_type(one, Person)
    assert_type(await Shop().prices(text), list[float])
    assert_type(await Shop().growing.explain(text), Extraction[Person])
    assert_type(await aeach.explain(text), Extraction[list[Person]])
    async for partial in Shop().growing(text):
        assert_type(partial, Partial[Person])


def wrong(text: str) -> None:
    person(1)  # type: ignore[arg-type]
    person(text, month=1)  # type: ignore[call-arg]
    Shop().price()  # type: ignore[call-arg]
    odd("a", c=1)  # type: ignore[arg-type]
    odd("a", "b", c=True)  # type: ignore[arg-type]
    odd("a")  # type: ignore[call-arg]
    extract(retries=1)  # type: ignore[call-overload]
