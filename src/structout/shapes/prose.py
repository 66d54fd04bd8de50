"""A stretch of text goes in, the answer to one question comes out: is it the item of a list, or part of a sentence?

Word lists for the languages that answers come in most; where they are silent, length and capitals decide.
"""

from __future__ import annotations

import re
from functools import cache

CONJUNCTIONS = frozenset(
    """
    and und y e et ed en och og и та і ve dan και és oraz ja sekä và și şi ir და और এবং اور و และ 그리고 및
    和 以及 及 与 及び および と
    """.split()
)
"""Words that stand before the last item of an enumeration."""

_CONJUNCTIONS_BY_LETTERS = {"a": "ěščřžůďťňľĺŕ", "i": "ąćęłńśźčšžđ"}


def conjunctions(text: str) -> frozenset[str]:
    """The words for "and" that a text may use: one letter is one only beside letters of the languages that have it."""
    folded = text.casefold()
    return CONJUNCTIONS | {
        word for word, letters in _CONJUNCTIONS_BY_LETTERS.items() if any(sign in folded for sign in letters)
    }


# Subjects, auxiliaries and clause openers: no item of a list has them in running text.
_CLAUSE = frozenset(
    """
    i we you he she they it this these those there here is are was were be been has have had do does did can could
    will would should may might must need needs include includes including contain contains mention mentioned mentions
    which who that because but please so if when while also not only they're it's i'm i've i'd we're don't isn't
    es son está están fue era hay tiene tienen que para pero porque nosotros ella ellos este esta estos estas incluye
    ist sind war waren hat haben wird werden wir sie ich er dass weil aber diese dieser dieses gibt enthält
    est sont était nous vous ils elles il elle cette ces qui que dans avec pour mais comprend
    è sono questo questa questi che con per ma noi são está nós eles ela com mas
    het zijn wij zij niet deze maar det är och som inte
    я ты он она оно мы вы они нам нас вам это этот эта эти есть был была было были нужен нужна нужно нужны является
    jest są był była było były się nie że to mamy mają bir bu şu var için değil olarak
    """.split()
)
# Words that open a clause or an aside even where only one word follows.
_OPENERS = frozenset(
    """
    is are was were has have had then next finally but because which who whose that please also i we they he she it
    there let so thus therefore in on at as by since while if when where dann aber weil luego pero porque puis mais
    """.split()
)
# "Do the dishes" is an item of a list of chores.
_INNER = frozenset(
    ("do", "does", "did", "need", "needs", "for", "con", "per", "com", "para", "met", "mit", "avec")
)
_SMALL = frozenset(
    """
    a an the of in on at by to for from with without into over under about as or and vs
    el la los las un una unos unas de del en al con sin por sobre y e o der die das den dem des ein eine einen im am
    zum zur von und mit auf bei nach für le les l' du des au aux et ou à dans il lo gli i di da nel nella
    o os as um uma do dos na no em van de het een op
    """.split()
)
_ABBREVIATIONS = frozenset(
    "inc ltd co corp jr sr st mt ft no dr mr mrs ms prof vs etc approx dept est ave blvd vol ed al ca bzw z.b sra bros".split()
)
_CJK_CLAUSE = (
    "是",
    "了",
    "我们",
    "你",
    "请",
    "这些",
    "包括",
    "需要",
    "以下",
    "如下",
    "です",
    "ます",
    "した",
    "니다",
)


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\s,;:!?()\"“”„]++")


@cache
def _break() -> re.Pattern[str]:
    return re.compile(
        r"(?P<before>[^\s.!?]{0,40}+)(?P<mark>[.!?]{1,3}+)[\"”’)]?\s++(?P<after>\S)|[。！？](?=\S)"
    )


def words(text: str) -> list[str]:
    """The words of a text, punctuation at their ends left off."""
    return [word.strip(".'’-–—*_`") for word in _word().findall(text) if word.strip(".'’-–—*_`&+/")]


def breaks_off(text: str) -> bool:
    """Whether a sentence ends inside the text."""
    for match in _break().finditer(text):
        before, mark = match["before"], match["mark"]
        if mark is None or "!" in mark or "?" in mark:
            return True
        short = before.casefold() in _ABBREVIATIONS or len(before) < 2 or before.isdigit()
        if not short and (match["after"].isupper() or not match["after"].isalpha()):
            return True
    return False


def is_abbreviated(text: str) -> bool:
    """Whether the full stop at the end belongs to the last word: ``Inc.``, ``U.S.``, ``J.``."""
    last = text.rsplit(maxsplit=1)[-1].rstrip(".").casefold() if text.strip(". ") else ""
    return last in _ABBREVIATIONS or "." in last or (len(last) == 1 and last.isalpha())


def is_clause(text: str) -> bool:
    """Whether a text reads like a sentence or a piece of one rather than like the name of something."""
    if breaks_off(text):
        return True
    found = words(text)
    if len(found) < 3:
        opens = len(found) == 2 and found[0].casefold() in _OPENERS
        return opens or (len(text) > 4 and any(mark in text for mark in _CJK_CLAUSE))
    if is_title(found):
        return len(found) > 14
    lower = [word for word in found[1:] if word == word.lower()]
    clause = found[0].casefold() in (_CLAUSE | _OPENERS) - _INNER or any(word in _CLAUSE for word in lower)
    return clause or len(found) > 8 or any(mark in text for mark in _CJK_CLAUSE)


def is_title(found: list[str]) -> bool:
    """Whether words are a name: all but the small ones begin with a capital."""
    content = [word for word in found if word.casefold() not in _SMALL]
    named = [word for word in content if word[:1].isupper() or not word[:1].isalpha()]
    return len(content) > 1 and len(named) == len(content) and content[0].casefold() not in _CLAUSE


def encloses_enumeration(items: list[str], *, prose: bool) -> bool:
    """Whether items are the parts of one sentence that enumerates: it begins in the first or ends in the last.

    Args:
        items: the stretches between the commas, at least two.
        prose: whether a full stop or an "and" says that they were written as running text.
    """
    first, *middle, last = items
    begins = _sticks_out(first, middle or [last]) and (prose or not first[:1].islower())
    ends = prose and (_sticks_out(last, middle or [first]) or _goes_on(last, middle or [first]))
    return begins or ends


def reads_on(items: list[str]) -> bool:
    """Whether items with a full stop behind the last are a sentence by their shape, in whatever language.

    It begins with a capital and goes on in small letters; its first item is much longer than the others, or both its
    ends are longer than what is enumerated between them.
    """
    first, *middle, last = [[word for word in words(item) if word not in CONJUNCTIONS] for item in items]
    cased = [word for item in (first, *middle, last) for word in item]
    if not cased or not cased[0][:1].isupper() or any(word != word.lower() for word in cased[1:]):
        return False
    if len(first) > 2 and all(len(other) + 1 < len(first) for other in (*middle, last)):
        return True
    if not middle:
        return len(first) > 1 and len(last) > 3
    # English has words between that would tell; where others may be meant, less is enough.
    short = len(first) > 2 and len(last) > 1 and not all(word.isascii() for word in cased)
    return max(map(len, middle)) == 1 and (short or (len(first) > 1 and len(last) > 2))


def _sticks_out(text: str, others: list[str]) -> bool:
    found = words(text)
    longest = max((len(words(other)) for other in others), default=0)
    lower = [word for word in found[1:] if word == word.lower() and word not in CONJUNCTIONS]
    small = [word for word in lower if word in _SMALL or word in _CLAUSE]
    caseless = bool(found) and found[0].lower() == found[0].upper()
    sentence = bool(small) or caseless or (bool(found) and found[0][:1].isupper() and len(lower) > 1)
    return len(found) >= 4 and len(found) > longest + 1 and sentence and not is_title(found)


def _goes_on(last: str, others: list[str]) -> bool:
    """Whether the last of several names has a word behind it that is no part of a name."""
    found = words(last)
    names = all(word[:1].isupper() for other in others for word in words(other))
    return (
        len(found) > 1
        and names
        and found[0][:1].isupper()
        and found[-1] == found[-1].lower() != found[-1].upper()
    )


@cache
def chinese_and() -> re.Pattern[str]:
    """The last two items of ``苹果、香蕉和橙子``: short, and with one such word between."""
    plain = r"[^\W和及与與]"
    return re.compile(rf"({plain}{{1,8}}?)(以及|[和及与與])({plain}{{1,8}})")


def says_nothing(item: str) -> bool:
    """Whether an item is a word for there being none, or for yes or no."""
    return _nothing().fullmatch(item.strip("().。! ")) is not None


def regrets(item: str) -> bool:
    """Whether an item only says that there is cause for regret: "none of them, unfortunately"."""
    return item.strip("().。!！ ").casefold() in _REGRETS


_REGRETS = frozenset(
    (
        "unfortunately", "sadly", "regrettably", "sorry", "i'm sorry", "i’m sorry", "i'm afraid", "i’m afraid", "i am afraid", "alas", "leider",
        "bedauerlicherweise", "desafortunadamente", "lamentablemente", "por desgracia", "malheureusement", "hélas", "purtroppo", "infelizmente",
        "helaas", "niestety", "к сожалению", "увы", "на жаль", "bohužel", "žal", "sajnos", "tyvärr", "desværre", "dessverre", "valitettavasti",
        "din păcate", "maalesef", "δυστυχώς", "للأسف", "לצערי", "残念ながら", "很遗憾", "可惜", "아쉽게도", "유감스럽게도", "sayangnya", "đáng tiếc",
    )
)  # fmt: skip


@cache
def _nothing() -> re.Pattern[str]:
    return re.compile(
        r"none of (?:them|these|those|it|the \w{2,20})|keine?[rs]? (?:davon|von (?:ihnen|diesen))|ningun[oa] de (?:ell[oa]s|est[oa]s)|"
        r"aucune? d['’](?:eux|elles|entre (?:eux|elles))|nessun[oa] di (?:loro|essi|esse|quest[ie])|nenhuma? (?:del[ea]s|dest[ea]s)|"
        r"geen van (?:hen|deze|die)|żad(?:en|na|ne) z nich|ни один из них|жоден з них|žádn[áýé] z nich|ingen av dem|inga av dem|"
        r"(?:none|nothing|no \w{2,20}|nobody|not any)(?: (?:were |was |is |are )?\w{4,12})?|null|n/a|-|no|yes|unknown|not (?:found|given|available|"
        r"mentioned|specified)|keine?r?s?|nichts|nein|ja|keine (?:angaben?|gefunden)|ninguno|ninguna|nada|aucune?|rien|néant|nessuno|nessuna|"
        r"niente|nenhum|nenhuma|geen|niets|brak|żaden|нет|ничего|немає|yok|hiçbiri|žádn[éýá]|nic|ingen|inget|inga|ei mitään|ei ole|nincs|semmi|"
        r"κανένα?ς?|τίποτα|لا يوجد|لا شيء|אין|कोई नहीं|ไม่มี|không có|tidak ada|無し?|无|没有|なし|ありません|없음|없습니다",
        re.IGNORECASE,
    )
