"""The unit that a field's name promises and the one that a text gives: two of one kind that differ are no match.

A field name and a text with a number in, the clash or ``None`` out. ``weight_kg`` and "150 lb" clash.
"""

from __future__ import annotations

import re
from typing import Final

from structout.coerce.calendar_words import DURATION_UNITS
from structout.coerce.patterns import lazy

_SPELLINGS: Final[dict[str, dict[str, str]]] = {
    "mass": {
        "kg": "kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos quilo quilos chilo chili кг килограмм 公斤 千克 キロ",
        "g": "g gr gram grams gramm gramme grammes gramo gramos grammi г грамм 克 グラム",
        "mg": "mg milligram milligrams milligramm miligramos мг 毫克", "µg": "µg μg ug mcg microgram micrograms mikrogramm микрограмм мкг 微克",
        "t": "t tonne tonnes ton tons tonnen toneladas tấn тонн тонна 吨 噸", "lb": "lb lbs pound pounds libras libra livres", "oz": "oz ounce ounces unzen onzas",
        "st": "stone stones", "q": "quintal quintals zentner", "jin": "斤 catty catties jin",
    },
    "length": {
        "km": "km kms kilometer kilometers kilometre kilometres kilómetros quilômetros chilometri км километров 公里 千米 キロメートル",
        "m": "m meter meters metre metres metros metri mètres м метров 米 公尺 メートル",
        "cm": "cm centimeter centimeters centimetre centimetres zentimeter centímetros см сантиметров 厘米 公分", "mm": "mm millimeter millimeters millimetre millimetres milímetros мм 毫米",
        "mi": "mi mile miles meilen millas", "ft": "ft foot feet fuß pies", "in": "in inch inches zoll pulgadas", "yd": "yd yard yards", "nm": "nmi",
    },
    "time": {
        "s": "s sec secs second seconds sekunden segundos secondes secondi сек секунд 秒", "ms": "ms millisecond milliseconds msec 毫秒",
        "min": "min mins minute minutes minuten minutos minuti мин минут minut 分钟 分鐘 分間",
        "h": "h hr hrs hour hours std stunde stunden hora horas heure heures ora ore uur uren часов часа час godzin godziny 小时 小時 時間",
        "d": "d day days tag tage tagen día días dia dias jour jours giorni dagen dni дней дня 天 日間", "w": "week weeks woche wochen semana semanas semaine semaines settimane weken недель",
        "mo": "month months monat monate meses mois mesi maanden miesięcy mesi bulan aylık месяцев 个月 個月", "a": "year years yr yrs jahr jahre años anos ans anni jaar lat rok tahun yıl лет",
    },
    "temperature": {"C": "c celsius centigrade °c ℃ 摄氏度", "F": "f fahrenheit °f ℉", "K": "k kelvin"},
    "volume": {"l": "l liter liters litre litres litros litri л литров 升", "ml": "ml milliliter milliliters millilitre millilitres мл 毫升", "cl": "cl", "dl": "dl",
               "gal": "gal gallon gallons", "floz": "floz", "cup": "cup cups", "m3": "m3 m³"},
    "speed": {"kmh": "kmh km/h kph", "mph": "mph", "m/s": "m/s mps", "kn": "kn knots"},
    "energy": {"kcal": "kcal", "kj": "kj", "kwh": "kwh", "wh": "wh", "mwh": "mwh"},
    "power": {"w": "watt watts", "kw": "kw kilowatt", "mw": "megawatt", "hp": "hp bhp ps cv"},
    "pressure": {"hpa": "hpa mbar", "kpa": "kpa", "bar": "bar", "psi": "psi", "mmhg": "mmhg"},
    "data": {"kb": "kb kib kilobytes", "mb": "mb mib megabytes", "gb": "gb gib gigabytes", "tb": "tb tib terabytes", "b": "bytes"},
    "area": {"m2": "m2 m² sqm qm м²", "ft2": "sqft ft2 ft²", "ha": "ha hectare hectares hektar", "acre": "acre acres", "rai": "ไร rai", "mu": "亩 畝 mu", "tsubo": "坪 평", "dunam": "dunam dunams dönüm", "feddan": "feddan", "ar": "ar are ares", "km2": "km2 km²"},
    "share": {"%": "% percent pct prozent porcentaje procent", "‰": "‰ permille promille", "bps": "bps bp basis"},
    "currency": {
        "cent": "cent cents ¢ centimes céntimos centavos centesimi groszy копеек paise pence p 分",
        "usd": "usd dollars dollar us$ $ dólares dólar dollari доллар долларов", "eur": "eur euro euros € евро", "gbp": "gbp £ quid", "jpy": "jpy yen 円",
        "cny": "cny rmb yuan 元", "chf": "chf franken", "inr": "inr rupees ₹", "brl": "brl reais r$", "pln": "pln zł złotych", "rub": "rub ₽ рублей руб",
        "try": "try ₺", "krw": "krw ₩ 원 won", "cad": "cad", "aud": "aud", "mxn": "mxn", "sek": "sek", "nok": "nok", "dkk": "dkk", "czk": "czk kč", "uah": "uah ₴",
        "thb": "thb ฿ baht", "vnd": "vnd ₫", "ils": "ils ₪", "huf": "huf", "ron": "ron", "idr": "idr", "hkd": "hkd", "sgd": "sgd", "twd": "twd", "nzd": "nzd",
    },
}  # fmt: skip
_TIMES: Final = {0.001: "ms", 1: "s", 60: "min", 3600: "h", 86400: "d", 604800: "w"}
_UNITS: Final = {
    word: ("time", _TIMES[seconds]) for word, seconds in DURATION_UNITS.items() if len(word) > 1
} | {
    word: (kind, unit)
    for kind, units in _SPELLINGS.items()
    for unit, words in units.items()
    for word in words.split()
}
_PLAIN_NAMES: Final = frozenset(
    "kg mg km cm mm lb lbs oz ml kj kwh usd eur gbp chf jpy mph kmh ms pct bps".split()
)
_DOLLARS: Final = frozenset(("usd", "cad", "aud", "mxn", "hkd", "sgd", "twd", "nzd"))
_MYRIADS: Final = str.maketrans(dict.fromkeys("万萬億亿억만", " "))
_WORD = lazy(r"[A-Z]{0,3}[$€£₹₽₺₩₴฿₫₪]|[%‰℃℉¢]|°?[^\W\d_]+(?:/[^\W\d_]+)?[²³23]?|[円元]")
_CONVERTED = lazy(r"(?P<first>[^()]*\d[^()]*)(?P<second>\([^()]*\d[^()]*\))\s*")
_SHORT: Final = 80
_LETTERS = lazy(r"[^\W\d_]+")
_FILLERS: Final = frozenset(
    "a all at average avg day days each exactly gross in is k mean month net of on only per person piece th st nd rd the total overall x week year "
    "million millions thousand billion mio mrd netto brutto gesamt pro je ca total insgesamt en au por par al".split()
)
"""Words behind a number that are no unit."""
_THING = lazy(r"\s([^\W\d_]{3,})(?![\w/²³])")
_MEASURED: Final = (
    _FILLERS
    | _UNITS.keys()
    | frozenset(
        "point star score mark grade rating punkt punkte puntos pontos punti punten punktów note deg degree grad grado grados gradi graus degrés "
        "share ratio factor index times mal veces vezes volte fois more less mehr weniger más menos plus moins".split()
    )
)
"""Words behind a number that may have a fraction."""
_MINOR = lazy(
    r"(?<!\w)\d[\d.,]*\s?(?:cents?|¢|centimes|céntimos|centavos|centesimi|groszy|копеек|paise|pence)(?!\w)",
    re.I,
)
_RATE = lazy(r"rate|interest|yield|margin|change|zins|taux|tasa|taxa|tasso", re.I)
_SAID = lazy(
    r"\b(?:in|en|em|into)\s+(?P<word>°?[^\W\d_]{2,}(?:/[^\W\d_])?[²2]?|[mgl])(?![\w²/])|[(\[](?:in )?(?P<inside>°?[^\W\d_]{1,12}(?:/[^\W\d_])?[²2]?|[%€$£])[)\]]"
)
_UNIT_KEY = lazy(
    r"(?P<of>.*?)_?(?:units?|currency|uom|einheit|währung|waehrung|devise|moneda|unidad|unité|unite|unità|moeda|valuta|waluta|jednostka|"
    r"валюта|единица|通貨|单位|单位|貨幣|货币)",
    re.I,
)


def unit_clash(field: str, text: str, about: str = "") -> str:
    """Say which unit the field is in and which the text gives, where these are two of one kind.

    Args:
        field: the name of the field, in snake or camel case.
        text: the number with the unit beside it.
        about: what the type says of the field; a unit named there counts where the name has none.

    Returns:
        A sentence for the error, empty where nothing clashes.
    """
    given = _units_in(text)
    wanted = _field_unit(field) or _said_unit(about)
    if wanted is None and _MINOR().search(text):
        return f"{field!r} may be in the whole currency, the text gives the hundredth part"
    if wanted is None:
        points = ("share", "bps") in given and _RATE().search(field) is not None
        return f"{field!r} may be in per cent, the text gives basis points" if points else ""
    plain = "_" not in field and field.islower() and not about
    other = _other(wanted, given, text) or ("" if plain else _unknown(wanted[0], given, text))
    return f"the key {field!r} is in {wanted[1]}, the text gives {other}" if other else ""


def unconverted(field: str, text: str, about: str = "") -> str:
    """A text without what its number comes to in another unit than the field's: ``8 m (26 ft)`` for ``length_m``.

    Args:
        field: the name of the field.
        text: the number with its unit, and the other one with its own in brackets.
        about: what the type says of the field.

    Returns:
        The text with blanks in place of the other amount, so that places stay; unchanged where there is none.
    """
    match = _CONVERTED().fullmatch(text) if len(text) <= _SHORT else None
    wanted = _field_unit(field) or _said_unit(about)
    if match is None or wanted is None:
        return text
    first, second = (_units_in(part) for part in match.groups())
    kept, other = (1, second) if wanted in first else (2, first)
    if (
        wanted not in (first, second)[kept - 1]
        or {kind for kind, _ in other} != {wanted[0]}
        or wanted in other
    ):
        return text
    start, end = match.span(kept)
    return " " * start + re.sub(r"[()]", " ", match[kept]) + " " * (len(text) - end)


def time_unit(field: str, about: str = "") -> float:
    """How many seconds the unit of time has that a field's name or description names; 0 where it names none."""
    named = _field_unit(field) or _said_unit(about)
    return next((seconds for seconds, unit in _TIMES.items() if named == ("time", unit)), 0)


def names_money(field: str) -> bool:
    """Whether a field's name says that it is an amount of money: ``price_eur``."""
    unit = _field_unit(field)
    return unit is not None and unit[0] == "currency"


def counts_things(text: str, pos: int) -> bool:
    """Whether the word behind the digits that end at ``pos`` is counted and not measured, as in ``1.482 Stimmen``."""
    word = _THING().match(text, pos)
    return word is not None and not {word[1].casefold(), word[1].casefold().removesuffix("s")} & _MEASURED


def _unknown(kind: str, given: list[tuple[str, str]], text: str) -> str:
    """The words behind a number where none of them is a unit of the wanted kind and one may be another unit."""
    if kind in ("currency", "share") or any(named == kind for named, _ in given):
        return ""
    words = _LETTERS().findall(re.split(r"\d", text)[-1])
    return (
        " ".join(words) if any(word.isascii() and word.casefold() not in _FILLERS for word in words) else ""
    )


def is_unit_key(key: str, field: str) -> bool:
    """Whether a key such as ``unit``, ``currency`` or ``weight_unit`` says what the number of ``field`` is in."""
    match = _UNIT_KEY().fullmatch(key)
    return (
        match is not None
        and key != field
        and (not match["of"] or field.casefold().startswith(match["of"].casefold()))
    )


def sibling_clash(text: str, unit: str) -> str:
    """Say which unit a number's text gives where the field beside it names another of the same kind.

    Args:
        text: the number with the unit beside it.
        unit: the unit that the object itself names.
    """
    named = _units_in(unit)
    for wanted in named:
        other = _other(wanted, _units_in(text), text)
        if other and ("$" not in unit or wanted[1] not in _DOLLARS):
            return other
    ratio = re.search(r"[^\W\d_]+/[^\W\d_]+", text)
    if ratio and re.fullmatch(r"[^\W\d_]+/[^\W\d_]+", unit.strip()):
        return "" if _folded(ratio[0]) == _folded(unit) else ratio[0]
    return ""


def _folded(unit: str) -> str:
    return unit.strip().casefold().replace("µ", "u").replace("μ", "u")


def _units_in(text: str) -> list[tuple[str, str]]:
    words = _WORD().findall(text.translate(_MYRIADS))
    return [_UNITS[word] for word in map(str.lower, words) if word in _UNITS]


def _other(wanted: tuple[str, str], given: list[tuple[str, str]], text: str) -> str:
    """The units of the wanted one's kind that are given instead of it."""
    same_kind = {unit for kind, unit in given if kind == wanted[0]}
    if wanted[1] in same_kind or ("$" in text and wanted[1] in _DOLLARS):
        return ""
    return ", ".join(sorted(same_kind))


def _said_unit(about: str) -> tuple[str, str] | None:
    """The one unit that a description names: "weight in kilograms", "length (cm)"."""
    words = [match["word"] or match["inside"] for match in _SAID().finditer(about)]
    said = {_UNITS[word.lower()] for word in words if word.lower() in _UNITS}
    return said.pop() if len(said) == 1 else None


def _field_unit(field: str) -> tuple[str, str] | None:
    """The unit at the end of a name of several words, or a name that is the word for a unit."""
    last = field.rpartition("_")[2].lower()
    if last in _UNITS and last != field.lower() and "_per_" not in field.lower():
        return _UNITS[last]
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", field).lower().split("_")
    if len(parts) < 2:
        return _UNITS.get(parts[0]) if len(parts[0]) > 3 or parts[0] in _PLAIN_NAMES else None
    named = parts[parts.index("per") - 1] if "per" in parts[1:] else parts[-1]
    return _UNITS.get(named)
