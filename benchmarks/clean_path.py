"""What valid JSON pays for the parser: `parse` beside Pydantic's bare validation, in one run.

Each row is a size and a form; the ratio is the median of many interleaved rounds, so that a busy machine slows both
sides alike. Limits: 1.25 (0.3 KB) and 1.05 (3 KB and more) for plain JSON, 1.5 and 1.15 in a fence with prose.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from pydantic import BaseModel, TypeAdapter

from structout import parser_for


class Item(BaseModel):
    """One line of an order."""

    sku: str
    quantity: int
    price: float
    note: str | None = None


class Order(BaseModel):
    """A model with a list of models, as extraction asks for them."""

    number: int
    customer: str
    city: str
    express: bool
    items: list[Item]


LIMITS = {"plain": {300: 1.25}, "fenced": {300: 1.5}}
DEFAULT_LIMIT = {"plain": 1.05, "fenced": 1.15}
SIZES = {300: 3, 3_000: 40, 30_000: 400, 300_000: 4_000}


def document(items: int) -> str:
    rows = [
        {"sku": f"AB-{i}", "quantity": i, "price": i * 1.5, "note": "handle with care"} for i in range(items)
    ]
    return json.dumps({"number": 7, "customer": "Maria", "city": "Berlin", "express": True, "items": rows})


def seconds(call: Callable[[], object], number: int) -> float:
    start = time.perf_counter()
    for _ in range(number):
        call()
    return time.perf_counter() - start


def ratio(bare: Callable[[], object], ours: Callable[[], object], number: int, rounds: int = 61) -> float:
    return median(seconds(ours, number) / seconds(bare, number) for _ in range(rounds))


def main() -> int:
    adapter, parser = TypeAdapter(Order), parser_for(Order)
    missed = 0
    for size, items in SIZES.items():
        plain = document(items)
        forms = {
            "plain": plain,
            "fenced": f"Here is the order you asked for:\n\n```json\n{plain}\n```\nAnything else?",
        }
        for form, text in forms.items():
            assert parser.parse(text) == adapter.validate_json(plain)
            number = max(1, 120_000 // len(text))
            cost = ratio(partial(adapter.validate_json, plain), partial(parser.parse, text), number)
            limit = LIMITS[form].get(size, DEFAULT_LIMIT[form])
            missed += cost > limit
            print(f"{form:7} {len(text):7} characters  {cost:5.2f} x bare (limit {limit})")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
