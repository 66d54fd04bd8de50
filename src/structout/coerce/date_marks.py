"""Words and signs beside a date or a time that change what it says, as patterns.

Text in, a match or none out; which of them matter is decided by the reader of dates.
"""

from __future__ import annotations

import re
from datetime import date

from structout.coerce.calendar_words import WEEKDAYS
from structout.coerce.patterns import lazy

PART_OF_DAY = lazy(
    r"(?P<late>(?<!\w)(?:evening|afternoon|abends?|nachmittags?|(?<!más )(?<!mas )(?<!mais )tarde|soir|après-midi|(?:di|della|questa) sera|stasera|pomeriggio|avonds?|(?:na)?middags?|wieczorem|"
    r"po południu|popołudniu|odpoledne|popoludní|večer|вечера|вечером|вечора|ввечері|следобед|вечерта|απόγευμα|απογεύματος|βράδυ|μ\.?\s?μ|"
    r"akşam|öğleden sonra|ös|مساء|مساءً|عصرا|عصرًا|בערב|אחר הצהריים|אחה\"צ|शाम|chiều|tối|illalla|iltapäivällä|kväll(?:en)?|kveld(?:en)?|"
    r"aften(?:en)?|(?:ef|et)termiddag(?:en)?|seara|după-amiaza|délután|este(?=\s\d)|(?<=:\d\d\s)sore)(?!\w)|(?<=:\d\d)\s?م(?!\w)|저녁|บ่าย|เย็น|夕方|傍晚|晚上)|"
    r"(?P<night>(?<!\w)(?:night|tonight|sera(?! [àd])|nachts|noche|nuit|notte|noite|nacht|w nocy|v noci|ночи|ночью|ночі|дня|днём|днем|νύχτα|gece|בלילה|"
    r"ليلا|ليلاً|रात|दोपहर|đêm|yöllä|natten|noaptea|éjjel|malam)(?!\w)|밤|深夜|夜里|夜裡|ค่ำ|กลางคืน)|"
    r"(?P<early>(?<!\w)π\.?\s?μ(?!\w)|(?<=:\d\d)\s?ص(?!\w))",
    re.I,
)
"""Words that say which half of the day a time is in."""

SHORT_YEAR = lazy(r"(?<![\w./-])\d{1,2}([/.-])\d{1,2}\1\d{2}(?![\w/-])")
"""A date whose year has two digits."""

RANGE = lazy(
    r"(?<!\d)\d{1,2}(?:st|nd|rd|th|\.|º)?\s{0,3}(?:[-–—~～/]|to|till|until|and|bis|und|al|au|et|a|e|y|ao|tot|en|do|i|по|до|и|至|到|から)\s{0,3}\Z",
    re.I,
)
"""A day and a word for "to" before a date."""

RANGE_ON = lazy(
    r"\s{0,3}(?:[–—~～]|to|till|until|bis|al|au|до|至|到|から)\s{0,3}\d{1,2}(?![\d:.hH点點时時시])", re.I
)
"""A word for "to" and a day behind a date."""

COMPACT = lazy(r"(?<!\w)(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?!\d)")
"""ISO 8601 without marks."""

VAGUE = lazy(
    r"(?:[~≈<>≤≥±]|\b(?:not|before|after|around|about|circa|c\.|ca\.?|approx\.?|approximately|est\.?|estimated|roughly|probably|possibly|maybe|"
    r"between|vor|nach|um den|etwa|ungefähr|wohl|antes del?|después del?|alrededor del?|hacia el|avant le|après le|vers le|environ le|"
    r"prima del|dopo il|intorno al?|verso il|antes de|depois de|por volta de|voor|rond|ongeveer|około|przed|po|около|примерно|"
    r"до|после|близько|перед|після|yaklaşık|před|ennen|jälkeen|noin|πριν|μετά|περίπου|قبل|بعد|حوالي|לפני|אחרי|בערך|लगभग|करीब|trước|sau|khoảng|"
    r"înainte de|după|în jur de|före|efter|cirka|før|etter|omkring|sebelum|setelah|sekitar))\s*(?:the\s+|el\s+|dem\s+|den\s+|ngày\s+|από\s+|τις\s+|την\s+)?[\"'*_]*\Z|(?:约|大约|約|ก่อน|หลัง|ประมาณ)(?:\s?วันที่)?\s?\Z",
    re.I,
)
"""Words before a date that make it another one."""

VAGUE_BEHIND = lazy(
    r"\.?\s{0,2}[(\[]?(?:\?|±|\+/-|est(?:imated|\.)?(?!\w)|approx|circa\b|ca\.|geschätzt|estimad[ao]|estimée?|stimat[ao]|"
    r"BCE?\b|B\.C\.|v\. ?Chr|a\. ?C\.|av\. J|до н|or (?:later|earlier|so|thereabouts)|tentative|provisional|unconfirmed|TBC\b|左右|前後|előtt|után|körül|['’]?[td][ea]n (?:önce|sonra)|öncesi|sonrası|civarı|से पहले|के बाद|के आसपास|이전|이후|경(?!\w)|쯤|頃|ごろ|前后|之前|之后|之後|以前|以後|以降)",
    re.I,
)
"""Words behind a date that make it another one."""

TIME_RANGE = lazy(
    r"(?<![\d.:/-])\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\.?|h|uhr)?\s?(?:[-–—~～]|to|till|until|bis|à|a las|alle|do|до)\s?\Z",
    re.I,
)
"""A time and a word for "to" before a time."""

ZONE_NAME = lazy(
    r"\s{0,2}[(\[]?(?:[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+|(?!Local)[A-Z][a-z]+ (?:[SD]\w+ )?[Tt]ime\b|(?:Eastern|Central|Mountain|Pacific)\b)"
)
"""A zone named by a place behind a time."""

ZONE_APART = lazy(
    r"(?<!\w)(?:UTC|GMT|[ACEMPW][EDS]?T|[CEW]EST|MS[KD]|МСК|МСД|[BIJK]ST|MES?Z|HK[ST]?T|SGT|WI[BT]|WITA|(?:AE|AC|NZ)[SD]T)(?!\w)"
    r"|[^\W\d_]{2}(?:时间|時間|시간)(?=[\s)）\]。]|\Z)|(?<!\w)(?:heure|hora|ora) (?:de|di|do|da) [A-Z]"
)
"""A zone's letters that stand near a time, and do not follow it."""

_WEEKDAY = r"(?P<day>[^\W\d_]{2,13}(?:-feira)?)"
_DAY_BEFORE = lazy(_WEEKDAY + r"\.?,?\s{0,2}(?:the|den|der|dem|le|el|il|em|de|på|,)?\s{0,2}\Z")
_DAY_BEHIND = lazy(r"\s{0,2}[,(（]{0,2}\s?" + _WEEKDAY)


def weekday_clash(text: str, start: int, end: int, value: date) -> bool:
    """Whether the day of the week beside a date is another one than the date's.

    Args:
        text: the text with the date in.
        start: where the date begins.
        end: where it ends.
        value: the date.
    """
    return weekdays_beside(text, start, end) not in (set(), {value.weekday()})


def weekdays_beside(text: str, start: int, end: int) -> set[int]:
    """The days of the week that are named beside a stretch of text, Monday as 0."""
    before = _DAY_BEFORE().search(text[max(0, start - 24) : start])
    behind = _DAY_BEHIND().match(text[end : end + 24])
    words = (match["day"].lower() for match in (before, behind) if match)
    return {WEEKDAYS[word] for word in words if word in WEEKDAYS}
