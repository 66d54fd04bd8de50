"""What a model says round a list is no item of it, and a list is never made of talk."""

from __future__ import annotations

import pytest

from structout import CommaSeparatedListOutputParser, OutputParserException, parser_for

_READERS = pytest.mark.parametrize(
    "read", [CommaSeparatedListOutputParser().parse, parser_for(list[str]).parse]
)


@_READERS
@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("Natürlich, gern:\nmele, pere e uva\nIch hoffe, das hilft!", ["mele", "pere", "uva"]),
        ("Gern:\n✅ Backup\n✅ Update\nIch hoffe, das hilft!", ["Backup", "Update"]),
        ("**Answer**\n\n- Lisbon", ["Lisbon"]),
        ("# Colours\n\nred, blue", ["red", "blue"]),
        ("**Oslo**\n\n**Bergen**", ["Oslo", "Bergen"]),
        ("Oslo!\nBergen!\nVoss!", ["Oslo!", "Bergen!", "Voss!"]),
        ("> - [x] passport\n> - [ ] visa", ["passport", "visa"]),
        ("tea, milk,\nhoney, jam", ["tea", "milk", "honey", "jam"]),
    ],
)
def test_only_the_items_are_read(read: object, text: str, items: list[str]) -> None:
    assert callable(read)
    assert read(text) == items


@_READERS
@pytest.mark.parametrize(
    "text",
    [
        "**Answer**\n\nRed, in my opinion, is the best choice.",
        "Natürlich, gern:\nNone\nIch hoffe, das hilft!",
        "希望对您有帮助。",
        "```\n```",
        "tea, milk\nThe shop in Ulm",
    ],
)
def test_talk_is_no_list(read: object, text: str) -> None:
    assert callable(read)
    with pytest.raises(OutputParserException):
        read(text)


@_READERS
@pytest.mark.parametrize(
    ("text", "items"),
    [("> elma, armut ve üzüm", ["elma", "armut", "üzüm"]), ("> Oslo\n> Voss", ["Oslo", "Voss"])],
)
def test_the_mark_of_a_quoted_block_is_no_text(read: object, text: str, items: list[str]) -> None:
    assert callable(read)
    assert read(text) == items
