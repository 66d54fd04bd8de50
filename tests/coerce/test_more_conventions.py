"""Conventions of amounts and lists in countries of their own."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from pydantic import BaseModel

from structout import parser_for


class Guest(BaseModel):
    name: str
    guests: int


@pytest.mark.parametrize(
    ("tp", "text", "value"),
    [
        (Decimal, "฿4,500", Decimal(4500)),
        (Decimal, "4,500 บาท", Decimal(4500)),
        (Decimal, "₱4,500", Decimal(4500)),
        (Decimal, "MYR 4,500", Decimal(4500)),
        (float, "%48,2", 48.2),
        (Guest, "予約内容は以下の通りです。\n\n・name：高橋\n・guests：4名様", Guest(name="高橋", guests=4)),
    ],
)
def test_it_is_read_as_it_is_meant_there(tp: Any, text: str, value: Any) -> None:
    assert parser_for(tp).parse(text) == value
