"""An answer that is announced, and taken back behind it, is none."""

from __future__ import annotations

import pytest

from structout.coerce import Found, Unread, read_boolean


@pytest.mark.parametrize(
    "text",
    [
        "Here is the result:\n\nYes for adults, no for children.\n\nLet me know if you need more.",
        "Result: Yes. Actually no.",
        "Antwort: ja, aber nein für Kinder",
    ],
)
def test_both_are_an_error(text: str) -> None:
    assert isinstance(read_boolean(text), Unread)


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("Answer: yes, because nobody objected.", True),
        ("Final answer: No. It is not.", False),
        ("Final answer: **Yes**\n\nNote that no data was lost.", True),
    ],
)
def test_reasons_take_nothing_back(text: str, truth: bool) -> None:
    found = read_boolean(text)
    assert isinstance(found, Found)
    assert found.value is truth


@pytest.mark.parametrize("text", ["**Answer**\n\nSí.", "Natürlich, gern:\nSí.\nIch hoffe, das hilft!"])
def test_a_line_of_its_own_is_the_answer(text: str) -> None:
    found = read_boolean(text)
    assert isinstance(found, Found)
    assert (found.value, found.span.of(text)) == (True, "Sí")


def test_lines_that_differ_are_no_answer() -> None:
    assert isinstance(read_boolean("Sure!\nYes.\nNo."), Unread)
