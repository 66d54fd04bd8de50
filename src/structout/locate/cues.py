"""Words that say which of several answers is meant.

In: the text in front of a candidate. Out: whether it announces a final answer, an answer, a draft, or nothing.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

Cue = Literal["final", "answer", "draft", "none"]

FINAL_WORDS = (
    "final", "finally", "corrected", "correction", "correct version", "correct answer", "revised", "revision",
    "updated", "fixed", "amended", "actual answer",
    "instead", "should be", "should have been", "on second thought", "after review", "to conclude", "in conclusion",
    "korrigiert", "korrektur", "berichtigt", "endgültig", "endergebnis", "richtig ist", "letzte antwort",
    "corregid", "corrección", "definitiv", "revisad", "corrigé", "correction",
    "réponse finale", "définiti", "corrett", "correzione", "risposta finale", "corrigid", "correção",
    "resposta final", "gecorrigeerd", "definitief", "definitiev", "eindantwoord", "poprawion", "ostateczn",
    "исправл", "окончательн", "итог", "最终", "最後", "更正", "修正", "正确", "正解", "訂正", "最終",
    "確定", "최종", "수정", "정답", "düzeltilmiş", "nihai", "son cevap", "son yanıt", "النهائي",
    "مصحح", "अंतिम", "सुधार", "cuối cùng", "đã sửa", "đáp án", "สุดท้าย", "แก้ไข", "slutgiltig", "slutlig", "rättad",
    "korrigerad", "lopullinen", "lopullise", "korjattu", "τελικ", "διορθωμ", "סופית", "סופי", "מתוקן", "konečn", "opraven",
    "végső", "végleges", "javított", "endelig", "rettet", "остаточн", "виправлен", "окончател", "akhir", "diperbaiki",
    "corectat", "konačn", "ispravlj", "نهایی", "চূড়ান্ত",
    # What is said of the value before it, so that the next one holds.
    "that's wrong", "that’s wrong", "that is wrong", "that was wrong", "that's not right", "that’s not right",
    "that is not right", "that is incorrect", "that was incorrect", "made a mistake", "my mistake", "oops", "let me fix",
    "let me correct", "let me reconsider", "wait,", "wait –", "wait —", "wait...", "hold on", "actually,", "moment,", "moment mal",
    "espera,", "un momento", "attendez,", "aspetta,", "wacht,", "wacht even", "czekaj,", "chwila,", "počkej,", "стоп,", "подождите,",
    "vänta,", "odota,", "várj,", "stai,", "bekle,", "περίμεν", "let me redo", "scratch that", "upon reflection", "on reflection", "das war falsch",
    "das ist falsch", "das stimmt nicht", "fehler unterlaufen", "perdón", "me equivoqué", "me suis trompé",
    "mi sono sbagliat", "me enganei", "ik vergiste me", "pomyliłem", "pomyliłam", "я ошибся", "я ошиблась",
    "правильно так", "правильно:", "правильный ответ", "правильный вариант", "应该是", "應該是", "应为", "應為", "说错了", "弄错了",
    "搞错了", "我错了", "纠正", "糾正", "正しくは", "間違えました", "間違っていました", "올바른", "yang benar", "seharusnya", "koreksi", "perbaikan", "tôi nhầm",
    "kết quả đúng", "đính chính", "sửa lại", "الصحيح:", "الصحيح هو", "الجواب الصحيح", "الإجابة الصحيحة", "تصحيح", "أخطأت", "सही यह", "सही उत्तर", "गलती हुई", "संशोधित", "ที่ถูกคือ", "ที่ถูกต้อง",
    "sahihi ni", "nimekosea", "lililosahihishwa", "iliyosahihishwa", "sahihisho", "jibu la mwisho", "اصلاح‌شده", "اصلاح شده", "اصلاحیه", "اشتباه شد", "সংশোধিত", "ভুল হয়েছে",
    "সঠিকটি", "সঠিক উত্তর", "טעיתי", "הנכון", "திருத்தப்பட்ட", "இறுதி", "சரியானது", "حتمی",
)  # fmt: skip

ANSWER_WORDS = (
    "here is the answer", "my answer", "the answer is", "answer:", "antwort:", "respuesta:", "réponse :", "réponse:",
    "risposta:", "resposta:", "antwoord:", "odpowiedź:", "odpověď:", "ответ:", "відповідь:", "cevap:", "svar:", "vastaus:",
    "答案：", "答案:", "回答：", "回答:", "答え：", "답:",
)  # fmt: skip
"""These announce what follows, and of several values that follow no one in particular."""

EXAMPLE_WORDS = (
    "for example", "for instance", "e.g.", "example", "sample", "template", "placeholder", "format is", "format would be",
    "looks like this", "look like this", "would look like", "could look like", "might look like", "beispiel", "würde so aussehen",
    "ejemplo", "exemple", "ressemblerait", "esempio", "exemplo", "voorbeeld", "przykład", "пример", "示例", "例如", "例：", "예시",
    "örnek", "مثال", "उदाहरण", "ví dụ", "ตัวอย่าง", "exempel", "esimerk", "παράδειγμα", "דוגמה", "příklad", "példa", "eksempel",
    "приклад", "contoh", "exemplu", "primjer",
)  # fmt: skip

DRAFT_WORDS = (
    "draft", "first attempt", "first try", "attempt 1", "initial", "wrong", "incorrect", "mistake", "not this", "before",
    "old version", "previous", "original", "input", "schema", "guess", "entwurf", "falsch", "vorher", "borrador", "incorrect",
    "brouillon", "faux", "bozza", "sbagliat", "rascunho", "errad", "concept", "szkic", "черновик", "неверн", "草稿", "下書き", "初稿",
    "間違", "错误", "초안", "taslak", "مسودة", "मसौदा", "nháp", "ร่าง", "utkast", "luonnos", "πρόχειρ", "טיוטה", "koncept", "vázlat",
    "پیش‌نویس", "খসড়া", "வரைவு", "rasimu", "kladde", "kladversie", "udkast", "чернетк", "draf", "ciorn", "nacrt", *EXAMPLE_WORDS,
)  # fmt: skip

_REACH = 160
_CYRILLIC_END = "\u0530"


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    # Latin, Greek and Cyrillic words begin where a word does: "неправильно" is not "правильно".
    plain = [rf"\b{re.escape(word)}" if word[0] < _CYRILLIC_END else re.escape(word) for word in words]
    return re.compile("|".join(plain), re.IGNORECASE)


def cue(text: str, start: int, at: int) -> Cue:
    """What the words between ``start`` and ``at`` announce; the nearest word to ``at`` wins.

    Args:
        text: the completion.
        start: where the candidate before ended.
        at: where the candidate begins.
    """
    lead = text[max(start, at - _REACH) : at]
    final, draft = _last(_pattern(FINAL_WORDS), lead), _last(_pattern(DRAFT_WORDS), lead)
    if final <= draft < _last(_pattern(ANSWER_WORDS), lead):
        return "answer"
    if final == draft:
        # "That was wrong" ends where "wrong" does, and says more.
        return "none" if final < 0 else "final"
    return "final" if final > draft else "draft"


def called_example(text: str, start: int, at: int) -> bool:
    """Whether the words between ``start`` and ``at`` call what follows an example, and nothing behind that calls it final."""
    lead = text[max(start, at - _REACH) : at]
    low = lead.lower()
    if not any(word in low for word in EXAMPLE_WORDS):
        return False
    example = _last(_pattern(EXAMPLE_WORDS), lead)
    return example >= 0 and example > _last(_pattern(FINAL_WORDS + ANSWER_WORDS), lead)


def _last(pattern: re.Pattern[str], lead: str) -> int:
    return max((found.end() for found in pattern.finditer(lead)), default=-1)
