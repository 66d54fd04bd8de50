"""Any text, a dozen types: nothing but OutputParserException may come out.

Run ``python tests/fuzz/fuzz_parse.py [-max_total_time=60]`` with the extra ``fuzz`` installed; libFuzzer's own options
follow. Texts are made of bytes and of the pieces that broken answers are made of.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any, Literal

import atheris

with atheris.instrument_imports(include=["structout"]):
    from pydantic import BaseModel

    from structout import OutputParserException, explain_json, parser_for


class Colour(Enum):
    RED = "red"
    DARK_BLUE = "dark blue"


class Item(BaseModel):
    name: str
    price: Decimal | None = None
    tags: list[str] = []


class Order(BaseModel, extra="forbid"):
    id: int
    items: list[Item]
    when: datetime | None = None


@dataclass
class Point:
    x: float
    y: float


TYPES: tuple[Any, ...] = (
    Order, Item, Point, list[Item], dict[str, int], list[str], int | list[bool], Colour, Literal["low", "high"],
    tuple[int, str], date, timedelta, float, bool, Item | Point,
)  # fmt: skip
PARSERS = [parser_for(tp) for tp in TYPES]
LOOSE = [parser_for(tp, max_severity="guess") for tp in TYPES]
PIECES = (
    '{ } [ ] ( ) : , " \' \\ ` ``` ```json // /* */ # < > </ = - | * 1. \n \t "id": "items": "name": \'price\': x: y: '
    '{"id":1,"items":[ [{"name":"a"} <think> </think> <answer> Order( true None NaN 1e999 0x1F 12,5 "2.480,90" 2024-02-30 red '
    "“ ” ， ： ｛ ｝ \ufeff \ud800 &quot; \\u \\\" \\n ... yes dark-blue Item(name= | |---| --- ~~~ {\"$defs\":"
).split(" ")  # fmt: skip


def text_of(data: bytes) -> str:
    """Plain UTF-8, or, behind a first byte over 127, pieces named by such bytes between ASCII characters."""
    if not data or data[0] < 128:
        return data.decode("utf-8", "surrogateescape")
    return "".join(PIECES[byte % len(PIECES)] if byte > 127 else chr(byte) for byte in data[1:])


def one_input(data: bytes) -> None:
    """Read one text with one parser, one way of reading."""
    if len(data) < 2:
        return
    which, text = data[0], text_of(data[1:])
    parsers = LOOSE if which & 128 else PARSERS
    try:
        if which % 16 == 15:
            explain_json(text)
        else:
            str(parsers[which % len(parsers)].explain(text))
    except OutputParserException as error:
        str(error)


def main(arguments: Sequence[str]) -> None:
    """Fuzz until the time is up."""
    options = list(arguments)
    if not any(option.startswith(("-max_total_time", "-runs", "-atheris_runs")) for option in options):
        options.append("-max_total_time=60")
    atheris.Setup([*options, "-max_len=400", "-len_control=0", "-timeout=10"], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv)
