"""How fast a value grows with its text, beside the peers, as ratios in one run.

The text is a valid object with a list of items, in chunks of four characters; every reader shows the value so far
after each chunk. Peers that re-parse are given less text where a full run would take minutes: their time is measured
at the size named, and ours at the same size. `python benchmarks/streaming.py` (peers: the extra `peers`).
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from typing import Any

from pydantic import BaseModel

from structout import parser_for

CHUNK = 4


class Item(BaseModel):
    """One row of the text."""

    sku: str
    name: str
    price: float
    due: str


class Order(BaseModel):
    """The whole of the text."""

    id: int
    items: list[Item]


def text_of(size: int) -> str:
    """A valid object of about ``size`` characters."""
    row = {
        "sku": "A-1000",
        "name": "a kettle of brushed steel, 1.7 litres",
        "price": 39.5,
        "due": "2026-03-05",
    }
    count = max(1, size // (len(json.dumps(row)) + 2))
    return json.dumps({"id": 7, "items": [{**row, "sku": f"A-{i}"} for i in range(count)]})


def chunks(text: str) -> list[str]:
    """The text in pieces of four characters."""
    return [text[i : i + CHUNK] for i in range(0, len(text), CHUNK)]


def structout_stream(pieces: list[str]) -> Any:
    last: Any = None
    for partial in PARSER.stream(pieces):
        last = partial.value
    return last


def structout_deep(pieces: list[str]) -> Any:
    last: Any = None
    for partial in PARSER.stream(pieces):
        last = partial.value
        items = last.items
        if items:
            items[-1].sku  # noqa: B018
    return last


def structout_items(pieces: list[str]) -> Any:
    return sum(1 for _ in ITEM_PARSER.stream_items(pieces))


PARSER = parser_for(Order)
ITEM_PARSER = parser_for(list[Item])


def jiter_again(pieces: list[str]) -> Any:
    import jiter

    text, last = "", None
    for piece in pieces:
        text += piece
        last = jiter.from_json(text.encode(), partial_mode="trailing-strings")
    return last


def langchain_stream(pieces: list[str]) -> Any:
    from langchain_core.output_parsers import JsonOutputParser

    last: Any = None
    for last in JsonOutputParser().transform(iter(pieces)):  # noqa: B007
        pass
    return last


def instructor_partial(pieces: list[str]) -> Any:
    from instructor.dsl.partial import Partial

    last: Any = None
    for last in Partial[Order].model_from_chunks(iter(pieces)):  # noqa: B007
        pass
    return last


def partial_json_again(pieces: list[str]) -> Any:
    from partial_json_parser import loads

    text, last = "", None
    for piece in pieces:
        text += piece
        last = loads(text)
    return last


PEERS: list[tuple[str, Callable[[list[str]], Any], int, float | None]] = [
    ("jiter, re-parsing", jiter_again, 128, 10),
    ("LangChain JsonOutputParser", langchain_stream, 32, 200),
    ("instructor Partial", instructor_partial, 77, 100),
    ("partial-json-parser, re-parsing", partial_json_again, 32, None),
]


def seconds(run: Callable[[list[str]], Any], pieces: list[str], rounds: int = 1) -> float:
    """The shortest time of some rounds."""
    best = math.inf
    for _ in range(rounds):
        start = time.perf_counter()
        run(pieces)
        best = min(best, time.perf_counter() - start)
    return best


def growth() -> Iterator[tuple[int, float, float, float]]:
    """Size in KB, our time without and with a look at the newest item, and for the items one by one."""
    for size in (8, 32, 128, 512):
        text = text_of(size * 1024)
        pieces, rows = chunks(text), chunks(text[text.index("[") : -1])
        times = (
            seconds(run, each, 3)
            for run, each in ((structout_stream, pieces), (structout_deep, pieces), (structout_items, rows))
        )
        yield size, *times


def main() -> None:
    points = list(growth())
    for size, took, deep, items in points:
        each = 1e6 * CHUNK / (size * 1024)
        print(
            f"structout {size:4} KB {took:8.3f} s {took * each:6.1f} µs a chunk; "
            f"newest item read {deep:8.3f} s; items {items:8.3f} s"
        )
    for name, column in (("value", 1), ("newest item read", 2), ("items", 3)):
        first, last = points[0], points[-1]
        exponent = math.log(last[column] / first[column]) / math.log(last[0] / first[0])
        print(f"exponent from {first[0]} to {last[0]} KB, {name}: {exponent:.2f} (at most 1.15)")
    for name, run, size, wanted in PEERS:
        pieces = chunks(text_of(size * 1024))
        try:
            theirs = seconds(run, pieces)
        except ImportError:
            print(f"{name}: not installed")
            continue
        ours = seconds(structout_stream, pieces, 3)
        goal = f" (at least {wanted:.0f} ×)" if wanted else ""
        print(
            f"{name} {size} KB: {theirs:.2f} s, {1e6 * theirs / len(pieces):.0f} µs a chunk, {theirs / ours:.0f} × ours{goal}"
        )


if __name__ == "__main__":
    main()
