"""Words of scripts with vowel signs, which are no letters to a regular expression, are whole words all the same."""

from typing import Literal

import pytest
from pydantic import BaseModel

from structout import OutputParserException, parser_for


class Crop(BaseModel):
    फसल: str
    मौसम: Literal["रबी", "खरीफ"]
    क्षेत्र: float


@pytest.mark.parametrize(
    "completion",
    [
        "फसल = गेहूँ\nमौसम = रबी\nक्षेत्र = 2.5",
        "- फसल – गेहूँ\n- मौसम – रबी\n- क्षेत्र – 2.5",
        "### फसल\nगेहूँ\n### मौसम\nरबी\n### क्षेत्र\n2.5",
        "{फसल: गेहूँ, मौसम: रबी, क्षेत्र: 2.5}",
        "Crop(फसल='गेहूँ', मौसम='रबी', क्षेत्र=2.5)",
        "<Crop><फसल>गेहूँ</फसल><मौसम>रबी</मौसम><क्षेत्र>2.5</क्षेत्र></Crop>",
        "फसल: गेहूँ, मौसम: रबी, क्षेत्र: 2.5",
    ],
)
def test_keys_with_vowel_signs_are_read_in_every_notation(completion: str) -> None:
    assert parser_for(Crop).parse(completion) == Crop(फसल="गेहूँ", मौसम="रबी", क्षेत्र=2.5)


class Work(BaseModel):
    ตำแหน่ง: str
    ทำงาน: bool


def test_a_key_is_known_however_its_signs_are_composed() -> None:
    parsed = parser_for(Work).parse('{"ตำแหน่ง": "ครู", "ทำงาน": "ใช่"}')
    assert parsed == Work(ตำแหน่ง="ครู", ทำงาน=True)


def test_a_vowel_sign_makes_another_word() -> None:
    with pytest.raises(OutputParserException):
        parser_for(Literal["कम", "अधिक"]).parse("कमी")


def test_an_option_is_not_found_within_a_longer_word() -> None:
    with pytest.raises(OutputParserException):
        parser_for(Literal["कम", "अधिक"]).parse("यहाँ पानी की कमी है।")
    assert parser_for(Literal["कम", "अधिक"]).parse("जोखिम कम है।") == "कम"


@pytest.mark.parametrize(
    ("completion", "truth"),
    [
        ("हाँ, यह उपलब्ध है।", True),
        ("না, এটি পাওয়া যায় না।", False),
        ("ஆம்", True),
        ("بله، این محصول موجود است.", True),
        ("ใช่ค่ะ สินค้านี้มีจำหน่าย", True),
        ("उत्तर: नहीं", False),
        ("없음", False),
        ("○", True),
    ],
)
def test_yes_and_no_are_heard_in_more_scripts(completion: str, truth: bool) -> None:
    assert parser_for(bool).parse(completion) is truth


@pytest.mark.parametrize("completion", ["সম্ভবত হ্যাঁ", "हाँ या नहीं", "לא נכון", "ไม่ใช่ว่าไม่มี", "หรือไม่"])
def test_what_leaves_it_open_is_refused_in_them_too(completion: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(bool).parse(completion)


class Counted(BaseModel):
    n: int | None
    items: list[str] = []


@pytest.mark.parametrize(
    "word",
    ["該当なし", "暂无", "해당 없음", "لا يوجد", "نامشخص", "אין", "कोई नहीं", "নেই", "இல்லை", "ไม่มี", "không có", "tidak ada", "hakuna", "néant", "brak"],
)  # fmt: skip
def test_a_word_for_nothing_is_no_value_and_no_item(word: str) -> None:
    assert parser_for(Counted).parse(f'{{"n": "{word}"}}').n is None
    with pytest.raises(OutputParserException):
        parser_for(Counted).parse(f'{{"n": 1, "items": "{word}"}}')
