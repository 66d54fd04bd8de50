"""The words that the readers know, as data: booleans, nulls, scales, currencies, hedges, names of types.

Only words with one meaning stand here; anything else is left to the re-prompt.
"""

from __future__ import annotations

from typing import Final

TRUE_ANYWHERE: Final = frozenset("true yes verdadero wahr vrai vero verdadeiro 是的".split())
"""Words that mean true wherever they stand alone in a sentence."""

FALSE_ANYWHERE: Final = frozenset("false falso falsch faux".split())
"""Words that mean false wherever they stand alone in a sentence."""

TRUE_ALONE: Final = TRUE_ANYWHERE | frozenset(
    "y t 1 on ok yep yeah yup affirmative correct sí si sì oui ja da sim tak evet evet. да так ναι waar ано ano kyllä igen "
    "是 对 對 正确 正確 有 真 はい 예 네 نعم हाँ हां ✓ ✔ ✅ ☑ [x] [✓]".split()
)
"""Words that mean true when they are the whole text, or stand where only an answer can stand."""

FALSE_ALONE: Final = FALSE_ANYWHERE | frozenset(
    "no n f 0 off nope negative incorrect non nein nee não nao nie nej ne hayır нет ні όχι onwaar ei nem "
    "否 不 不是 没有 沒有 错 錯 假 いいえ 아니요 아니오 لا नहीं ✗ ✘ ❌ ☒ [] [✗]".split()
)
"""Words that mean false when they are the whole text, or stand where only an answer can stand."""

NULL_WORDS: Final = frozenset(
    {
        "", "null", "none", "nil", "undefined", "n/a", "na", "n.a.", "nan", "not available", "not applicable",
        "not stated", "not specified", "not provided", "not given", "not mentioned", "unknown", "unspecified",
        "missing", "-", "--", "—", "–", "no data", "not known", "keine", "keine angabe", "k.a.", "k. a.",
        "unbekannt", "nicht angegeben", "no disponible", "no especificado", "desconocido", "ninguno", "ninguna",
        "nulo", "non disponible", "non spécifié", "inconnu", "aucun", "aucune", "nessuno", "sconosciuto",
        "non disponibile", "não informado", "não disponível", "desconhecido", "nenhum", "onbekend", "geen",
        "无", "無", "没有", "未知", "不详", "不明", "なし", "없음", "нет", "неизвестно", "не указано", "(none)",
        "(null)", "<null>", "<none>",
    }
)  # fmt: skip
"""Ways to write that there is no value."""

SCALES: Final[dict[str, int]] = {
    "hundred": 2, "thousand": 3, "k": 3, "million": 6, "millions": 6, "mio": 6, "mn": 6, "mln": 6,
    "mill": 6, "billion": 9, "billions": 9, "bn": 9, "bln": 9, "mrd": 9, "trillion": 12, "trillions": 12,
    "tsd": 3, "tausend": 3, "millionen": 6, "milliarde": 9, "milliarden": 9,
    "mil": 3, "millón": 6, "millon": 6, "millones": 6, "millions de": 6, "mille": 3, "milliard": 9,
    "milliards": 9, "mila": 3, "milione": 6, "milioni": 6, "miliardo": 9, "miliardi": 9, "milhão": 6,
    "milhões": 6, "miljoen": 6, "miljard": 9, "duizend": 3, "lakh": 5, "lakhs": 5, "crore": 7, "crores": 7,
    "тыс": 3, "тысяч": 3, "млн": 6, "миллион": 6, "миллиона": 6, "миллионов": 6, "млрд": 9,
    "百": 2, "千": 3, "万": 4, "萬": 4, "만": 4, "亿": 8, "億": 8, "억": 8, "百万": 6, "千万": 7,
}  # fmt: skip
"""Words that multiply the number before them, as powers of ten."""

CAPITAL_SCALES: Final[dict[str, int]] = {"K": 3, "M": 6, "B": 9}
"""Single capitals that multiply when glued to the number: ``5M``."""

CURRENCY_SIGNS: Final = "$€£¥₹₽₩₺₴₫₪₱฿₦₡₲₵₸¢￥＄"
"""Signs of currencies."""

CURRENCY_CODES: Final = frozenset(
    "USD EUR GBP JPY CNY RMB CHF CAD AUD NZD HKD SGD SEK NOK DKK PLN CZK HUF RON BGN TRY RUB UAH INR KRW BRL "
    "MXN ARS CLP COP PEN ZAR ILS AED SAR THB IDR MYR PHP VND EGP NGN KES TWD ISK US$ A$ C$ R$ HK$ NZ$ S$ NT$ Rs "
    "kr Kč zł Fr Fr. Rp RM CA$ AU$".split()
)
"""Codes and abbreviations of currencies that may stand before or behind an amount."""

COMMA_CODES: Final = frozenset(
    "USD GBP JPY CNY RMB KRW INR HKD TWD SGD AUD CAD NZD US$ A$ C$ HK$ NT$ S$ yen pounds".split()
)
"""Currencies whose amounts are grouped with commas wherever they are written."""

HEDGES: Final = frozenset(
    "about approx approx. approximately around circa ca ca. c. roughly nearly almost over under above below than "
    "least most up maximum minimum max min maybe perhaps possibly probably between from until till before after "
    "since not no unknown n/a none see page note section chapter step version room # less more fewer or plus minus "
    "am pm a.m. p.m. bc negative half double twice dozen dozens pair pairs quarter quarters third thirds gross score ish estimated est. "
    "etwa ungefähr rund über unter mindestens höchstens nicht fast knapp "
    "aproximadamente casi unos unas menos más mas entre hasta desde no "
    "environ presque moins plus pas jusqu'à entre près "
    "quase cerca mais menos non quasi meno più bijna ongeveer niet "
    "約 约 大约 大約 左右 以上 以下 未満 超过 超過 不到 近".split()
)
"""Words beside a number that change what it says; with one of them the number alone is not the value."""

SPACELESS_HEDGES: Final = tuple(
    "約 约 大约 大約 超过 超過 近 不到 至少 最多 以上 以下 未満 未满 左右 第 不是 不足 多 余 餘 以内 약 이상 이하 제".split()
)
"""The same in scripts without blanks, where they stand glued to the number or its unit."""

NUMBER_WORDS: Final[dict[str, int]] = {
    word: number
    for words in (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty",
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
        "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
        "zéro un deux trois quatre cinq six sept huit neuf dix onze douze",
        "〇 一 二 三 四 五 六 七 八 九 十",
    )
    for number, word in enumerate(words.split())
    if word not in ("null", "once", "un", "six")
} | {
    "six": 6,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "两": 2,
}
"""Small numbers written out; read only where they are the whole text."""

OPERATORS: Final = frozenset("* ** ^ × x / + -".split())
"""Signs between two numbers that make a calculation of them."""

TYPE_NAMES: Final = frozenset(
    "string str integer int float boolean bool number|null string[] str[] int[] integer[] number[] float[] "
    "list[str] list[string] list[int] dict[str,any] array<string> yyyy-mm-dd hh:mm hh:mm:ss date-time".split()
)
"""Names of types that stand where a value should."""

HTML_TAGS: Final = frozenset(
    "a b i p u s br hr em li ol ul td th tr div pre sub sup code span body html head table".split()
)
"""Tags that a text may consist of without being a slot left open."""
