"""Records in a notation of their own behind a key: tables, numbered pairs, pairs in one line."""

import pytest
from pydantic import BaseModel

from structout import OutputParserException, parser_for


class Line(BaseModel):
    sku: str
    qty: int


class Order(BaseModel):
    name: str
    lines: list[Line]
    total: float = 0


TABLE = "| SKU | Qty |\n|---|---|\n| a | 1 |\n| b | 2 |"
ORDER = Order(name="Bob", lines=[Line(sku="a", qty=1), Line(sku="b", qty=2)], total=4.5)
READ = parser_for(Order).parse


@pytest.mark.parametrize(
    "text",
    [
        f"**Name:** Bob\n**Total:** 4.5\n\n**Lines:**\n\n{TABLE}",
        f"Name: Bob\nLines:\n{TABLE}\n\nTotal: 4.5",
        f"# Order\n\n- Name: Bob\n- Total: 4.5\n\n## Lines\n\n{TABLE}\n",
    ],
)
def test_a_table_behind_a_key_or_a_heading_is_its_list(text: str) -> None:
    assert READ(text) == ORDER


@pytest.mark.parametrize(
    "lines",
    [
        "- SKU: a, Qty: 1\n- SKU: b, Qty: 2",
        "- **SKU:** a; **Qty:** 1\n- **SKU**: b; **Qty**: 2",
        "1. SKU: a\n   Qty: 1\n2. SKU: b\n   Qty: 2",
        "1. **SKU:** a\n   **Qty:** 1\n2. **SKU:** b\n   **Qty:** 2",
    ],
)
def test_items_that_are_pairs_are_objects(lines: str) -> None:
    assert READ(f"**Name:** Bob\n**Total:** 4.5\n\n**Lines:**\n{lines}\n") == ORDER


@pytest.mark.parametrize("lines", ['["sku: a, qty: 1", "sku=b; qty=2"]', f'"{TABLE}"'.replace("\n", "\\n")])
def test_strings_that_hold_records_are_records(lines: str) -> None:
    assert READ(f'{{"name": "Bob", "lines": {lines}, "total": 4.5}}') == ORDER


@pytest.mark.parametrize(
    "text", ["sku: a, qty: 1, colour: red", "sku: a, b", "sku: a, qty: 1, qty: 2", "sku: , qty: 1"]
)
def test_pairs_that_are_not_all_the_objects_own_are_none(text: str) -> None:
    with pytest.raises(OutputParserException):
        READ(f'{{"name": "Bob", "lines": ["{text}"]}}')


def test_a_table_with_a_row_that_is_too_short_is_no_list() -> None:
    with pytest.raises(OutputParserException):
        READ(f"Name: Bob\nLines:\n{TABLE}\n| c |\n")


def test_an_item_that_goes_on_in_a_further_line_stays_one_text() -> None:
    read = parser_for(dict[str, list[str] | str]).parse
    assert read("tags:\n  - red and\n    blue\nname: x") == {"tags": ["red and blue"], "name": "x"}


class Book(BaseModel):
    authors: list[str]


def test_the_comma_between_chinese_items_parts_two_of_them() -> None:
    assert parser_for(Book).parse('{"authors": "曹雪芹、高鹗"}').authors == ["曹雪芹", "高鹗"]


@pytest.mark.parametrize("text", ["はい、わかりました", "スミス、ジョン"])
def test_the_same_comma_in_japanese_may_part_clauses_or_names(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(Book).parse(f'{{"authors": "{text}"}}')


def test_a_key_of_an_item_may_name_its_unit_in_brackets() -> None:
    text = (
        "**Name:** Bob\n**Total:** 4.5\n\n**Lines:**\n1. **SKU:** a\n   **Qty:** 1\n   **Price (EUR):** 3\n"
    )

    class Priced(Line):
        price_eur: float

    class Bill(BaseModel):
        lines: list[Priced]

    assert parser_for(Bill).parse(text).lines == [Priced(sku="a", qty=1, price_eur=3)]
