"""Types written on the command line are read by a grammar of their own."""

import datetime
import decimal
from typing import Any, Literal, Optional

import pytest

from structout.cli.type_expression import read_type
from structout.errors import ConfigError


@pytest.mark.parametrize(
    ("expression", "tp"),
    [
        ("int", int),
        (" list [ str ] ", list[str]),
        ("List[typing.Dict[str, int]]", list[dict[str, int]]),
        ("int | None", Optional[int]),  # noqa: UP045
        ("Optional[date]", Optional[datetime.date]),  # noqa: UP045
        ("Union[int, str]", int | str),
        ("tuple[int, ...]", tuple[int, ...]),
        ("tuple[int, str]", tuple[int, str]),
        ("Literal['a', \"b\", 3, True, None]", Literal["a", "b", 3, True, None]),
        (r"Literal['it\'s']", Literal["it's"]),
        ("Literal['[x]', ',']", Literal["[x]", ","]),
        ("dict[str, Any]", dict[str, Any]),
        ("Decimal", decimal.Decimal),
        ("set[datetime | time]", set[datetime.datetime | datetime.time]),
        ("list[int,]", list[int]),
    ],
)
def test_a_type_is_read(expression, tp):
    assert read_type(expression) == tp


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("strr", r"unknown type 'strr' \(did you mean 'str'\?\) at column 1"),
        ("list[Invoice]", "a class of your own is given with --schema"),
        ("", "expected the name of a type, found the end"),
        ("list[", "found the end at column 6"),
        ("list[int", r"expected ',' or '\]', found the end"),
        ("int]", r"expected the end or '\|', found '\]' at column 4"),
        ("dict[str]", "dict takes 2 types, found 1"),
        ("int[str]", "int takes no brackets"),
        ("Literal[x]", "expected a quoted text"),
        ("Literal[1.5]", "unexpected '.'"),
        ("list[...]", r"'\.\.\.' stands only as in tuple"),
        ("Optional", r"expected '\[' after Optional"),
        ("__import__('os').system('x')", "unexpected '\\('"),
        ("int; str", "unexpected ';' at column 4"),
        ("list[" * 30 + "int" + "]" * 30, "nested deeper than 20"),
        ("int |" * 1000, "has 5000 characters"),
    ],
)
def test_what_is_no_type_is_refused_at_its_place(expression, message):
    with pytest.raises(ConfigError, match=message):
        read_type(expression)
