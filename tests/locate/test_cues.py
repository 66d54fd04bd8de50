"""Words before a candidate that say which of several answers is meant."""

import pytest

from structout.locate import cue


@pytest.mark.parametrize(
    "lead",
    [
        "Правильно так: ", "上面弄错了，应该是：", "すみません、間違えました。正しくは：", "Maaf, salah. Yang benar: ", "Xin lỗi, tôi nhầm: ",
        "عذرا، أخطأت. الصحيح: ", "गलती हुई। सही यह है: ", "ที่ถูกคือ: ", "Samahani, nimekosea: ", "نسخه اصلاح‌شده: ", "সংশোধিত সংস্করণ: ",
        "סליחה, טעיתי. הנכון: ", "திருத்தப்பட்ட பதிப்பு: ",
    ],
)  # fmt: skip
def test_a_correction_is_heard_in_many_languages(lead: str) -> None:
    assert cue(lead, 0, len(lead)) == "final"


@pytest.mark.parametrize(
    "lead", ["Неправильно: ", "之前的版本有误：", "النسخة القديمة (غير الصحيحة): ", "Pilihan lain: "]
)
def test_what_is_called_wrong_or_another_is_not_final(lead: str) -> None:
    assert cue(lead, 0, len(lead)) != "final"


@pytest.mark.parametrize("lead", ["پیش‌نویس: ", "খসড়া: ", "வரைவு: ", "Rasimu: "])
def test_a_draft_is_heard_in_many_languages(lead: str) -> None:
    assert cue(lead, 0, len(lead)) == "draft"
