"""Signs that a completion is no answer: nothing in it, a refusal, a loop.

In: the completion. Out: the kind of failure, or ``None``. Asked only where no value was found.
"""

from __future__ import annotations

import re
from functools import cache

from structout.errors import FailureKind

REFUSALS = (
    r"i(?: am|'m|’m)(?: very| so| really)? (?:sorry|afraid|unable)", r"(?:my )?apologies\b", r"i apologi[sz]e",
    r"i (?:can ?not|can't|can’t|won't|won’t|will not|could not|couldn't|must decline|do not feel comfortable)",
    r"i (?:don't|don’t|do not) (?:have (?:access|enough|the ability)|feel comfortable|know)",
    r"i(?:'m|’m| am) not (?:able|comfortable|allowed|going)", r"i have to decline", r"unfortunately,? i",
    r"sorry[,.! ]", r"as an? (?:ai|language model|assistant)", r"unable to (?:help|assist|comply|provide|fulfil)",
    r"(?:es )?tut mir leid", r"leider (?:kann|darf|konnte|ist)", r"ich (?:kann|darf|werde) (?:das |dies |hier |ihnen )?(?:\w+ )?nicht",
    r"entschuldig", r"lo siento", r"lamento", r"no puedo", r"lo lamento", r"me temo que", r"(?:je suis )?désolée?",
    r"je ne (?:peux|puis|suis)", r"malheureusement", r"mi dispiace", r"non posso", r"purtroppo", r"sinto muito",
    r"desculpe", r"não posso", r"infelizmente", r"het spijt me", r"helaas", r"ik kan (?:dit |dat |u |je )?niet",
    r"przykro mi", r"niestety", r"nie mogę", r"извините", r"к сожалению", r"я не могу", r"сожалею", r"вибачте",
    r"üzgünüm", r"maalesef", r"抱歉", r"对不起", r"對不起", r"很遗憾", r"我不能", r"我无法", r"我無法", r"无法提供",
    r"申し訳", r"すみません", r"できません", r"お答えできません", r"죄송", r"할 수 없", r"آسف", r"عذرا", r"لا أستطيع",
    r"क्षमा", r"माफ़", r"ขออภัย", r"xin lỗi", r"maaf", r"λυπάμαι", r"συγγνώμη", r"δυστυχώς", r"δεν μπορώ", r"omlouvám se",
    r"bohužel", r"nemohu", r"nemůžu", r"sajnálom", r"sajnos", r"nem tudok", r"elnézést", r"beklager", r"undskyld",
    r"desværre", r"dessverre", r"tyvärr", r"förlåt", r"jag kan inte", r"jeg kan ikke", r"valitettavasti", r"anteeksi",
    r"en voi\b", r"îmi pare rău", r"din păcate", r"nu pot\b", r"на жаль", r"не можу", r"съжалявам", r"за съжаление",
    r"žao mi je", r"nažalost", r"ne mogu", r"מצטער", r"לצערי", r"איני יכול", r"متأسفم", r"متاسفم", r"معذرت", r"দুঃখিত",
    r"przepraszam", r"tidak (?:dapat|bisa)", r"không thể", r"ไม่สามารถ", r"em sap greu", r"ho sento",
    r"atsiprašau", r"negaliu", r"atvainojiet", r"diemžēl", r"vabandust", r"kahjuks", r"ľutujem", r"prepáčte",
    r"nemôžem", r"oprostite", r"samahani", r"siwezi", r"því miður", r"paumanhin", r"më vjen keq", r"sentitzen dut",
    r"ներողություն", r"ბოდიში", r"மன்னிக்கவும்", r"క్షమించండి", r"معاف کیجیے",
)  # fmt: skip


@cache
def _refusal() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:" + "|".join(p for p in REFUSALS if p.isascii() or p[0].isascii()) + ")|" + "|".join(REFUSALS),
        re.IGNORECASE,
    )


_REACH = 400
_WORD = re.compile(r"\w++|[^\w\s]")
_WINDOW = 5
_REPEATS = 5
_LONGEST_PERIOD = 80


def failure_sign(text: str) -> FailureKind | None:
    """Why a text from which no value could be read is none: empty, a refusal, a loop; ``None`` if nothing shows."""
    stripped = text.strip("\ufeff \t\r\n")
    if not stripped:
        return FailureKind.EMPTY
    if refuses(stripped):
        return FailureKind.REFUSAL
    if loops(stripped):
        return FailureKind.REPETITION_LOOP
    return None


def refuses(text: str) -> bool:
    """Whether the text opens with words that decline, in one of many languages."""
    head = text[:_REACH]
    if "{" in head:
        head = head[: head.index("{")]
    return _refusal().search(head) is not None


INABILITY = (
    r"i (?:can ?not|can't|can’t|won't|won’t|will not|could not|couldn't|must decline)", r"i(?:'m|’m| am) (?:not able|unable)",
    r"i (?:don't|don’t|do not) (?:have (?:access|enough|the ability)|know)", r"i have to decline",
    r"ich (?:kann|darf|werde) (?:das |dies |hier |ihnen |es )?(?:\w+ )?nicht", r"no puedo", r"je ne (?:peux|puis)", r"non posso",
    r"não posso", r"ik kan (?:dit |dat |u |je )?niet", r"nie mogę", r"я не могу", r"не можу", r"我不能", r"我无法", r"我無法", r"无法提供",
    r"できません", r"할 수 없", r"لا أستطيع", r"لا يمكنني", r"δεν μπορώ", r"nemohu", r"nem tudok", r"jag kan inte", r"jeg kan ikke",
    r"en voi\b", r"nu pot\b", r"ne mogu", r"tidak (?:dapat|bisa)", r"không thể", r"ไม่สามารถ", r"איני יכול", r"नहीं कर सकता",
    r"(?:kann|darf|konnte) ich (?:\w+ ){0,4}nicht", r"(?:kan|kon) ik (?:\w+ ){0,4}niet", r"no tengo acceso", r"não tenho acesso", r"je n['’]ai pas accès", r"non ho accesso", r"ich habe keinen zugriff", r"ik heb geen toegang",
    r"nie mam dostępu", r"nemám přístup", r"(?:у меня )?нет доступа", r"немає доступу", r"nu am acces", r"nincs hozzáférésem", r"δεν έχω πρόσβαση",
    r"erişimim yok", r"jag har inte tillgång", r"jeg har ikke (?:adgang|tilgang)", r"ei ole pääsyä", r"没有访问权限", r"アクセスできません",
)  # fmt: skip
"""Words that say that the question stays without an answer, so that a number beside them is none."""


@cache
def _inability() -> re.Pattern[str]:
    return re.compile(r"(?<!\w)(?:" + "|".join(INABILITY) + ")", re.IGNORECASE)


def cannot_say(text: str) -> bool:
    """Whether the first words say that the model cannot answer."""
    return _inability().search(text, 0, _REACH) is not None


_THING = r"(?:text|document|file|image|picture|input|attachment|article|e-?mail|transcript|review|source|content|message)s?"
ABSENT = (
    rf"no (?:\w+ )?{_THING} (?:was|were|is|are|has been)? ?(?:provided|given|attached|included|supplied|available)",
    rf"{_THING} (?:is|was|seems to be|appears to be) (?:missing|empty|not (?:provided|attached|included|given))",
    r"es liegt kein\w* \w+ vor", r"kein\w* \w+ (?:vorhanden|angehängt|beigefügt|mitgeschickt)", r"no se (?:ha |han )?(?:proporcion|adjunt|facilit|incluy)",
    r"não foi (?:fornecid|anexad|enviad|incluíd)", r"aucun\w* (?:texte|document|fichier|image|pièce jointe)", r"non è stat[oa] (?:fornit|allegat|inclus)",
    r"geen \w+ (?:bijgevoegd|meegestuurd|meegegeven)", r"brak (?:tekstu|dokumentu|pliku|załącznika|danych)", r"chybí (?:text|dokument|soubor|příloha)",
    r"(?:текст|документ|файл)\w* (?:нет|отсутству|не предоставлен|не приложен)", r"nu a fost (?:furnizat|atașat|inclus)", r"没有提供", r"未提供",
)  # fmt: skip
"""Words that say that there was nothing to answer from."""


@cache
def _absent() -> re.Pattern[str]:
    return re.compile(r"(?<!\w)(?:" + "|".join(ABSENT) + ")", re.IGNORECASE)


def has_no_answer(text: str) -> bool:
    """Whether the first words say that the model cannot answer, or has nothing to answer from."""
    return cannot_say(text) or _absent().search(text, 0, _REACH) is not None


def loops(text: str) -> bool:
    """Whether some run of words stands five times in a row and takes up at least 25 words.

    One pass for each period that is suspected; a period is suspected where a window of five words comes back.
    """
    words = _WORD.findall(text)
    last_seen: dict[int, int] = {}
    run_period, run_length = 0, 0
    for i in range(len(words) - _WINDOW + 1):
        window = hash(tuple(words[i : i + _WINDOW]))
        period = i - last_seen.get(window, i - _LONGEST_PERIOD - 1)
        last_seen[window] = i
        if period > _LONGEST_PERIOD:
            run_period, run_length = 0, 0
            continue
        run_length = run_length + 1 if period == run_period else 1
        run_period = period
        if run_length >= max(period * (_REPEATS - 1), _WINDOW * _REPEATS - period):
            return True
    return False
