"""Values that grow out of a real HTTP stream, from a server on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from loopback import Answer, Loopback, ToolPiece, event_stream
from structout.errors import FailureKind, ModelUnavailableError, OutputParserException, StreamBrokenError
from structout.functions import Partial, extract
from structout.llms import ChatOpenAI
from structout.parsers import parser_for


class Item(BaseModel):
    sku: str
    price: float


class Order(BaseModel):
    note: str
    items: list[Item]


CHUNKS = (
    '{"note": "Zo',
    'ë 🎈", "items": [',
    '{"sku": "a", "price": 1.5}',
    ', {"sku": "b"',
    ', "price": 2}',
    "]}",
)
TEXT = "".join(CHUNKS)
ORDER = Order(note="Zoë 🎈", items=[Item(sku="a", price=1.5), Item(sku="b", price=2)])


def model(loopback: Loopback, *answers: str | Answer, **fields: Any) -> ChatOpenAI:
    loopback.say(*answers)
    return ChatOpenAI(base_url=loopback.url, api_key="sk-test-000", max_retries=0, **fields)


def values(llm: ChatOpenAI, **options: Any) -> list[Partial[Order]]:
    return list(parser_for(Order).stream(llm.stream_chunks("hi"), **options))


def test_a_stream_cut_at_every_byte_gives_the_same_value(loopback: Loopback) -> None:
    answer = Answer(TEXT, chunks=CHUNKS)
    size = len(event_stream(answer, {}, chat=True))
    llm = model(loopback, Answer(TEXT, chunks=CHUNKS, cuts=tuple(range(1, size))))
    assert values(llm)[-1].value == ORDER


@pytest.mark.parametrize("cut", range(0, 40, 3))
def test_two_packets_cut_anywhere_show_the_same_views(loopback: Loopback, cut: int) -> None:
    whole = [partial.json for partial in values(model(loopback, Answer(TEXT, chunks=CHUNKS)))]
    answer = Answer(TEXT, chunks=CHUNKS, cuts=(cut * 37,))
    assert [partial.json for partial in values(model(loopback, answer, answer))] == whole


def test_empty_and_slow_chunks_change_nothing(loopback: Loopback) -> None:
    chunks = ("", CHUNKS[0], "", "", *CHUNKS[1:], "")
    answer = Answer(TEXT, chunks=chunks, pause=0.01, cuts=tuple(range(0, 2000, 300)))
    assert values(model(loopback, answer))[-1].value == ORDER


def test_too_many_requests_in_the_middle_keep_what_was_whole(loopback: Loopback) -> None:
    answer = Answer(TEXT, chunks=CHUNKS[:3], overloaded=True)
    with pytest.raises(StreamBrokenError, match="too many requests") as caught:
        values(model(loopback, answer))
    assert caught.value.partial == {"note": "Zoë 🎈", "items": [{"sku": "a", "price": 1.5}]}
    assert caught.value.completion == "".join(CHUNKS[:3])


def test_too_many_requests_at_the_start_are_the_models_error(loopback: Loopback) -> None:
    with pytest.raises(ModelUnavailableError, match="429"):
        values(model(loopback, Answer(status=429, error="429 slow down")))


def test_a_connection_that_is_cut_keeps_the_items_that_were_given(loopback: Loopback) -> None:
    chunks = ('[{"sku": "a", "price": 1}', ', {"sku": "b", ', '"price": 2}', "]")
    cut = event_stream(Answer("x", chunks=chunks), {}, chat=True).index(b"2}")
    llm = model(loopback, Answer("x", chunks=chunks, drop_after=cut))
    items = parser_for(list[Item]).stream_items(llm.stream_chunks("hi"))
    assert next(items) == Item(sku="a", price=1)
    with pytest.raises(StreamBrokenError):
        list(items)


def test_arguments_of_two_interleaved_calls_are_two_items(loopback: Loopback) -> None:
    pieces = (
        ToolPiece(0, "a", "Item", '{"sku": "a"'),
        ToolPiece(1, "b", "Item", '{"sku":'),
        ToolPiece(0, arguments=', "price": 1}'),
        ToolPiece(1, arguments=' "b", "price": 2}'),
    )
    llm = model(loopback, Answer(tool_calls=pieces, finish_reason="tool_calls"))
    chunks = llm.stream_chunks("hi", structured="tools", schema=Item)
    assert [item.sku for item in parser_for(list[Item]).stream_items(chunks)] == ["a", "b"]


LONG = Answer("", chunks=(CHUNKS[0], *(["ab "] * 4000)), pause=0.002, cuts=tuple(range(0, 600_000, 200)))


def test_closing_the_iterator_hangs_up(loopback: Loopback) -> None:
    stream: Any = parser_for(Order).stream(model(loopback, LONG).stream_chunks("hi"))
    assert next(stream).value.note == "Zo"
    stream.close()
    assert loopback.hung_up.wait(5)


def test_closing_the_asynchronous_iterator_hangs_up(loopback: Loopback) -> None:
    llm = model(loopback, LONG)

    async def look() -> str:
        stream: Any = parser_for(Order).astream(llm.astream_chunks("hi"))
        first = await anext(stream)
        await stream.aclose()
        return first.value.note

    assert asyncio.run(look()) == "Zo"
    assert loopback.hung_up.wait(5)


def test_a_function_hangs_up_once_its_value_is_whole(loopback: Loopback) -> None:
    talk = Answer("", chunks=(*CHUNKS, *(["so "] * 4000)), pause=0.002, cuts=tuple(range(0, 600_000, 200)))

    @extract(llm=model(loopback, talk, max_tokens=4096))
    def order(text: str) -> Iterator[Partial[Order]]:
        """{text}"""

    stream: Any = order("x")
    assert list(stream)[-1].value == ORDER
    assert (stream.stopped, stream.tokens_saved) == ("complete", 4090)
    assert loopback.hung_up.wait(5)


def test_a_function_hangs_up_on_a_model_in_a_loop(loopback: Loopback) -> None:
    loop = Answer(
        "", chunks=(CHUNKS[0], *(["and so on, "] * 4000)), pause=0.002, cuts=tuple(range(0, 600_000, 200))
    )
    told: list[Any] = []

    @extract(llm=model(loopback, loop, max_tokens=4096), callbacks=[told.append], max_retries=0)
    def order(text: str) -> Iterator[Partial[Order]]:
        """{text}"""

    with pytest.raises(OutputParserException, match="loop") as caught:
        list(order("x"))
    assert caught.value.kind is FailureKind.REPETITION_LOOP
    assert loopback.hung_up.wait(5)


def test_an_asynchronous_function_ends_early_too(loopback: Loopback) -> None:
    @extract(llm=model(loopback, Answer("", chunks=(*CHUNKS, " so", " there")), max_tokens=50))
    def order(text: str) -> AsyncIterator[Partial[Order]]:
        """{text}"""

    async def last() -> Any:
        stream = order("x")
        return [partial async for partial in stream][-1]

    partial = asyncio.run(last())
    assert (partial.value, partial.stopped, partial.tokens_saved) == (ORDER, "complete", 44)


def test_early_ends_are_told_to_handlers(loopback: Loopback) -> None:
    told: list[Any] = []

    @extract(llm=model(loopback, Answer("", chunks=CHUNKS), max_tokens=50), callbacks=[told.append])
    def order(text: str) -> Iterator[Partial[Order]]:
        """{text}"""

    list(order("x"))
    assert [
        (event.arguments, event.details["tokens_saved"]) for event in told if event.name == "on_stop_early"
    ] == [(("complete",), 44)]


def test_early_ends_can_be_switched_off(loopback: Loopback) -> None:
    @extract(llm=model(loopback, Answer("", chunks=(*CHUNKS, " so"))), stop_early=False)
    def order(text: str) -> Iterator[Partial[Order]]:
        """{text}"""

    stream: Any = order("x")
    assert list(stream)[-1].parsed.text == TEXT + " so"
    assert stream.stopped is None
