"""True or false out of text: a word, or a sentence that says one of them.

Both in one text is ambiguous, unless one stands first as the answer or behind a cue such as "Answer:".
"""

from __future__ import annotations

import re
from functools import cache

from structout.coerce.folding import MARKS
from structout.coerce.patterns import lazy
from structout.coerce.reading import NOTHING, Found, Unread, Why
from structout.coerce.words import FALSE_ALONE, FALSE_ANYWHERE, PREDICATES, TRUE_ALONE, TRUE_ANYWHERE
from structout.result import RepairKind, Span
from structout.scripts import SIGNS

_WORDS = {**dict.fromkeys(TRUE_ALONE, True), **dict.fromkeys(FALSE_ALONE, False)}
_ANYWHERE = {**dict.fromkeys(TRUE_ANYWHERE, True), **dict.fromkeys(FALSE_ANYWHERE, False)}
_EDGE = MARKS + ".!,;:()[]{}。！，،؛۔।"
_WORD = rf"(?:[^\W\d_][{SIGNS}]{{0,3}}){{1,12}}"
_BOTH = "both yes and no stand there"
_NEAR = 24
_MAX_TEXT = 20_000
_UNSURE = lazy(
    r"\b(?:maybe|perhaps|possibly|probably|presumably|unclear|unsure|uncertain|not (?:\w+ )?(?:sure|certain)|depends|hard to say|"
    r"(?:can(?:no|')?t|can not) (?:say|tell|determine)|quizás?|tal vez|probablemente|depende|vielleicht|wahrscheinlich|möglicherweise|"
    r"kommt darauf an|peut-être|probablement|ça dépend|forse|probabilmente|dipende|talvez|provavelmente|misschien|waarschijnlijk|"
    r"być może|prawdopodobnie|возможно|наверное|вероятно|belki|muhtemelen|ربما|शायद)\b"
    r"|也许|或许|大概|不确定|不一定|かもしれ|おそらく|たぶん|아마|সম্ভবত|হয়তো|ஒருவேளை|อาจ|บางที|ไม่แน่|\b(?:mungkin|barangkali|có lẽ|huenda|labda)\b"
    r"|شاید|احتمالا|אולי|ייתכן|可能"
    r"|\d\s?%?\s(?:chance|likely|likelihood|probability|sure|certain|Wahrscheinlichkeit|de probabilidad|de probabilité|di probabilità|"
    r"de probabilidade|kans|szans|pravděpodobnost|вероятност|ймовірн|olasılık|sannolikhet|todennäköisyy)"
    r"|\b(?:most|very|quite|highly|more|less) likely\b|\bunlikely\b|\blikely (?:yes|no|true|false)\b",
    re.I,
)
_POLITE = lazy(r"(?<=[\u0e00-\u0e7f])(?:ครับ|ค่ะ|คะ)")
_NOT = lazy(r"(?:\bnot|n't|n’t|\bnever|\bnicht|\bno es|\bpas)\s+(?:\w+\s+){0,2}[\"'*_]*\Z", re.I)
_PREDICATE = lazy(
    r"(?:\b(?:is|are|be|was|say|says|said|answer|(?<=[a-z]['’])s|ist|es|est|è|é)|[:=→>])[\s\"'*_(]*\Z", re.I
)
_JOINED = lazy(r"\b(?:and|or|but|und|oder|y|o|et|ou|e)\s+(?:\w+\s+)?[\"'*_]*\Z|/\s*\Z", re.I)


@cache
def cue_pattern() -> re.Pattern[str]:
    """What announces the answer in a longer text."""
    return re.compile(
        r"(?:\b(?:final\s+)?(?:answer|verdict|result|conclusion|classification|response)\b[*_\"]{0,3}"
        r"(?:\s+(?:is|would be|should be))?|\b(?:antwort|ergebnis|respuesta|réponse|resposta|risposta|antwoord|odpowiedź|odpověď|ответ|"
        r"відповідь|cevap|svar|vastaus|jawaban|jibu)\b(?:\s(?:finale?|définitive|definitiva))?[*_\"]{0,3}|答案|回答|结论|結論|答え|정답|답변?|उत्तर|जवाब|উত্তর|பதில்|คำตอบ|الجواب|الإجابة|جواب|پاسخ|תשובה)\s?(?:[:：=]|\bis\b|是)[*_\"\s]{0,6}",
        re.I,
    )


@cache
def _word_pattern() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w{SIGNS}-])(?:"
        + "|".join(sorted(_ANYWHERE | {"no": False} | PREDICATES, key=len, reverse=True))
        + rf")(?![\w{SIGNS}-])",
        re.I,
    )


_PART = (
    r"(?:partly|partially|in part|to (?:some|a certain|a) (?:extent|degree)|half|halfway|sort of|kind of|kinda|somewhat|more or less|almost|"
    r"nearly|mostly|largely|teilweise|teils|zum teil|halb|bedingt|fast|en parte|parcialmente|a medias|casi|en partie|partiellement|à moitié|"
    r"presque|in parte|parzialmente|quasi|em parte|quase|deels|gedeeltelijk|bijna|częściowo|prawie|частично|отчасти|почти|частково|částečně|"
    r"téměř|részben|majdnem|delvis|nästan|nesten|osittain|melkein|kısmen|neredeyse|parțial|εν μέρει|sebagian)"
)
_PART_BEFORE = lazy(rf"\b{_PART}\s\Z", re.I)
_PART_BEHIND = lazy(
    r"-?ish\b|[\s,;–—-]{0,4}(?:(?:but|aber|pero|mais|ma|mas|maar|ale|но|але|men|mutta|ama|de)\s)?"
    r"(?:(?:only|nur|solo|sólo|seulement|soltanto|só|alleen|slechts|tylko|только|jen|csak|bara|kun|vain|sadece)\s)?"
    + _PART
    + r"\s?(?:[.,;!)]|\Z)",
    re.I,
)


def _is_halved(text: str, span: Span) -> bool:
    """Whether a word beside the answer says that it holds only in part: "partly true", "yes, but only partly"."""
    before = text[max(0, span.start - _NEAR) : span.start]
    return bool(_PART_BEFORE().search(before) or _PART_BEHIND().match(text, span.end))


def read_boolean(text: str) -> Found[bool] | Unread:
    """Read true or false from a word or a sentence.

    Args:
        text: a word for yes or no in any of many languages, or a sentence with one of them.

    Returns:
        The truth with its place, or why there is none; "maybe" and "yes and no" are refused.
    """
    text = _POLITE().sub(lambda match: " " * len(match[0]), text.replace("\ufe0f", " "))
    found = _read(text)
    if isinstance(found, Found) and _is_halved(text, found.span):
        return Unread(Why.AMBIGUOUS, "it says that it holds only in part")
    return found


def _read(text: str) -> Found[bool] | Unread:
    alone = _WORDS.get(text.strip(_EDGE).casefold(), _WORDS.get("".join(text.casefold().split())))
    if alone is not None and text.lstrip()[:1] != "!":
        return Found(alone, Span(0, len(text)), (RepairKind.BOOLEAN_WORD,))
    if len(text) > _MAX_TEXT or text.lstrip()[:1] == "!":
        return NOTHING
    if {_WORDS.get(word) for word in re.findall(rf"[\w{SIGNS}]+", text.casefold())} == {True, False}:
        return Unread(Why.AMBIGUOUS, _BOTH)
    if _UNSURE().search(text):
        return Unread(Why.AMBIGUOUS, "it leaves open whether yes or no")
    cued = _after_cue(text)
    if cued is not None:
        return Unread(Why.AMBIGUOUS, _BOTH) if _taken_back(text[cued.span.end :], cued.value) else cued
    first = _first_word(text) or _line_of_its_own(text)
    mentions = _mentions(text)
    if first is not None and not _contradicted(text, first, [hit for hit, _ in mentions]):
        return first
    answers = [hit for hit, answer in mentions if answer]
    if not answers:
        return NOTHING if first is None else Unread(Why.AMBIGUOUS, _BOTH)
    if any(hit.value is not answers[0].value for hit, _ in mentions):
        return Unread(Why.AMBIGUOUS, _BOTH)
    return answers[0]


def _after_cue(text: str) -> Found[bool] | None:
    cues = list(cue_pattern().finditer(text))
    if not cues:
        return None
    start = cues[-1].end()
    word = re.compile(rf"[\"'*_`(\s]{{0,6}}({_WORD})(?=[\"'*_`).,!;:\s।。、，]|\Z)").match(text, start)
    value = None if word is None else _WORDS.get(word[1].casefold())
    if (
        word is None
        or value is None
        or re.compile(r"[\"'*_`]{0,3}\s+(?:or|and|oder|und)\b", re.I).match(text, word.end())
    ):
        return None
    return Found(value, Span(*word.span(1)), (RepairKind.BOOLEAN_WORD, RepairKind.SCALAR_IN_PROSE))


def _taken_back(rest: str, said: bool) -> bool:
    """Whether a clause of what follows an answer opens with the other one: "yes for adults, no for children"."""
    return any(_WORDS.get(clause[1].casefold()) is (not said) for clause in _clause().finditer(rest))


@cache
def _clause() -> re.Pattern[str]:
    turn = "but|actually|aber|eigentlich|pero|mais|ma|mas|maar|ale|no wait|но"
    return re.compile(
        rf"(?:[,;.!?:–—\n]|\b(?=(?:{turn})\b))\s{{0,4}}(?:(?:{turn})[\s,]{{1,4}}){{0,2}}({_WORD})(?!\w)", re.I
    )


def _first_word(text: str) -> Found[bool] | None:
    match = re.match(
        rf"[\s\"'*_`(]{{0,8}}({_WORD})[\"'*_`)]{{0,3}}\s?(?:[.,:;!(\n。，、：！،؛۔।—–\\-]|\Z|(?<=[\u0e01-\u0e4e]\s))",
        text,
    )
    value = (
        _WORDS.get(match[1].casefold()) if match and (len(match[1]) > 1 or not match[1].isascii()) else None
    )
    if match is None or value is None:
        return None
    return Found(value, Span(*match.span(1)), (RepairKind.BOOLEAN_WORD, RepairKind.SCALAR_IN_PROSE))


def _line_of_its_own(text: str) -> Found[bool] | None:
    """The one line that opens with the answer, among a heading and what else a model says in lines of their own."""
    found: list[Found[bool]] = []
    start = 0
    for line in text.splitlines(keepends=True):
        said = _first_word(line)
        if said is not None:
            place = Span(start + said.span.start, start + said.span.end)
            found.append(Found(said.value, place, said.kinds))
        start += len(line)
    return found[0] if len(found) == 1 else None


def _mentions(text: str) -> list[tuple[Found[bool], bool]]:
    """Every word for yes or no that is not negated, and whether it stands as an answer."""
    found: list[tuple[Found[bool], bool]] = []
    for match in _word_pattern().finditer(text):
        before, after = (
            text[max(0, match.start() - _NEAR) : match.start()],
            text[match.end() : match.end() + 2],
        )
        word, alone = match[0].casefold(), _stands_alone(after)
        said = bool(_PREDICATE().search(before))
        if (
            _NOT().search(before)
            or (word == "no" and not alone)
            or (word in PREDICATES and not (alone and said))
        ):
            continue
        hit = Found(_WORDS[word], Span(*match.span()), (RepairKind.BOOLEAN_WORD, RepairKind.SCALAR_IN_PROSE))
        found.append((hit, alone or said))
    return found


def _stands_alone(after: str) -> bool:
    """Whether the word is an answer here and does not belong to the next one: "no doubt", "true cost"."""
    return not after.strip() or after[0] in ".,;:!)\"'*_`”’\n"


def _contradicted(text: str, first: Found[bool], hits: list[Found[bool]]) -> bool:
    others = [hit for hit in hits if hit.value is not first.value]
    if not others:
        return False
    gap = text[first.span.end : others[0].span.start]
    return len(gap.split()) <= 3 or any(
        _JOINED().search(text[max(0, hit.span.start - _NEAR) : hit.span.start]) for hit in others
    )
