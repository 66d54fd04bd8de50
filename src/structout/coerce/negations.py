"""Whether the words beside a mention deny it: "not very high", "高くない", "긍정적이지 않다".

In: what stands before the mention and behind it. Out: yes or no. A clause ends at a comma, a full stop or a "but".
"""

from __future__ import annotations

from typing import Final

from structout.coerce.patterns import lazy
from structout.scripts import SIGNS

_MARKS: Final = r"[\"'*_`“‘(（「『]{0,3}"
_WORD: Final = rf"[\w{SIGNS}'’/-]+"
_BUT: Final = (
    "but|however|rather|aber|sondern|sino|pero|mais|ma|bensì|maar|mas|senão|но|а|але|ale|lecz|nýbrž|men|utan|mutta|vaan|hanem|ci|dar|ama|fakat|"
    "بل|لكن|ولكن|بلکه|אלא|אבל|αλλά|melainkan|tetapi|tapi|mà|nhưng|bali|lakini|kundi"
)
_BEFORE: Final = (
    "not|never|no|none of|neither|nor|cannot|without|instead of|rather than|than|hardly|barely|scarcely|"
    "nicht|kein|keine|keinen|keineswegs|kaum|wenig|mitnichten|nie|niemals|weder|alles andere als|nunca|sin|nada|tampoco|poco|apenas|jamás|"
    "pas|jamais|sans|peu|guère|aucunement|nullement|non|affatto|mica|neanche|não|nem|pouco|niet|geen|weinig|nauwelijks|wcale|mało|není|málo|"
    "ikke|næppe|neppe|inte|knappast|föga|ei|eivät|tuskin|ej|sem|alig|nu|deloc|δεν|όχι|καθόλου|не|ни|мало|вряд ли|ані|навряд|"
    "ليس|ليست|غير|لا|لم|لن|نه|לא|אינו|אינה|אין|בלתי|không|chưa|chẳng|tidak|bukan|kurang|belum|tak|hindi|si|sio|siyo|wala|नहीं|न"
)
_DENIED = lazy(
    rf"(?:(?:(?<![\w{SIGNS}])(?:{_BEFORE})|n['’]t)\s+(?:(?!(?:{_BUT})\s){_WORD}\s+){{0,4}}+"
    r"(?:[\w-]+(?:,\s|\s(?:or|nor|oder|ni|ou|o)\s))*+"
    # "ni" is "nor" behind another denial; in Swahili it is "is".
    r"|(?<!\w)(?:no|ni|nunca|jamás|sin|ne|pas|n['’]\w+)\s[^.;:!?]{0,60}\sni\s+(?:\w+\s+){0,2}"
    r"|(?:不|没|沒|無|无|非|未|难以|難以)(?![仅僅只光但过過疑])[^\W\d_但而卻却，。]{0,4}\s?"
    rf"|ไม่(?!เพียง)[\u0e00-\u0e7f ]{{0,12}}){_MARKS}\Z",
)
_DENIED_BEHIND = lazy(
    r"[\"'*_`”’」』)）]{0,3}"
    r"(?:\sni\s|\s?(?:い|く|で|だ|な)?(?:とは|では|は|と|じゃ)?\s?(?:な[いくか](?!し)|ありませ|言[えい][なず]|言いがた|いえ[なず]|思え[なず]|限らな)"
    r"|[가-힣 ]{0,10}?(?:지\s?(?:는\s?|도\s?)?(?:않|못)|아[니닌닙님]|기\s?어렵|(?:이|가)\s없)"
    rf"|\s(?:{_WORD}\s){{0,3}}?(?:नहीं|নয়|না|নেই|இல்லை|அல்ல|కాదు|లేదు|ಅಲ್ಲ|ಇಲ್ಲ|അല്ല|ഇല്ല|નથી|ਨਹੀਂ|نہیں|نیست|نیستند|نمی|değil|sayılmaz)(?![\w{SIGNS}]))"
)


def denied(before: str, text: str, end: int) -> bool:
    """Whether a mention is denied.

    Args:
        before: what stands before it, in lower case; the last eighty characters do.
        text: the text.
        end: where the mention ends in it.
    """
    return _DENIED().search(before) is not None or _DENIED_BEHIND().match(text, end) is not None
