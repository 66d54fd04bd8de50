"""The unit that a field's name promises and the one that a text gives: two of one kind that differ are no match.

A field name and a text with a number in, the clash or ``None`` out. ``weight_kg`` and "150 lb" clash.
"""

from __future__ import annotations

import re
from typing import Final

from structout.coerce.patterns import lazy

_SPELLINGS: Final[dict[str, dict[str, str]]] = {
    "mass": {
        "kg": "kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos", "g": "g gr gram grams gramm gramme grammes gramos",
        "mg": "mg milligram milligrams", "µg": "µg μg mcg microgram micrograms", "t": "t tonne tonnes ton tons tonnen toneladas",
        "lb": "lb lbs pound pounds", "oz": "oz ounce ounces", "st": "stone stones",
    },
    "length": {
        "km": "km kilometer kilometers kilometre kilometres kilómetros", "m": "m meter meters metre metres metros metri",
        "cm": "cm centimeter centimeters centimetre centimetres", "mm": "mm millimeter millimeters millimetre millimetres",
        "mi": "mi mile miles", "ft": "ft foot feet", "in": "in inch inches", "yd": "yd yard yards", "nm": "nmi",
    },
    "time": {
        "s": "s sec secs second seconds sekunden segundos secondes secondi", "ms": "ms millisecond milliseconds msec",
        "min": "min mins minute minutes minuten minutos minuti", "h": "h hr hrs hour hours stunde stunden hora horas heure heures ore ora",
        "d": "d day days tag tage tagen día días jour jours giorni", "w": "week weeks woche wochen semana semanas semaine semaines settimane",
        "mo": "month months monat monate meses mois mesi", "a": "year years yr yrs jahr jahre años ans anni",
    },
    "temperature": {"C": "c celsius centigrade °c", "F": "f fahrenheit °f", "K": "k kelvin"},
    "volume": {"l": "l liter liters litre litres litros", "ml": "ml milliliter milliliters millilitre millilitres", "gal": "gal gallon gallons", "floz": "floz"},
    "speed": {"kmh": "kmh km/h kph", "mph": "mph", "m/s": "m/s mps", "kn": "kn knots"},
    "energy": {"kcal": "kcal", "kj": "kj", "kwh": "kwh", "wh": "wh", "mwh": "mwh"},
    "data": {"kb": "kb kib kilobytes", "mb": "mb mib megabytes", "gb": "gb gib gigabytes", "tb": "tb tib terabytes", "b": "bytes"},
    "area": {"m2": "m2 m² sqm", "ft2": "sqft ft2 ft²", "ha": "ha hectare hectares", "acre": "acre acres", "km2": "km2 km²"},
    "currency": {
        "usd": "usd dollars dollar us$ $", "eur": "eur euro euros €", "gbp": "gbp £", "jpy": "jpy yen 円", "cny": "cny rmb yuan 元",
        "chf": "chf franken", "inr": "inr rupees ₹", "brl": "brl reais r$", "pln": "pln zł złotych", "rub": "rub ₽ рублей руб", "try": "try ₺",
        "krw": "krw ₩ 원", "cad": "cad", "aud": "aud", "mxn": "mxn", "sek": "sek", "nok": "nok", "dkk": "dkk", "czk": "czk kč", "uah": "uah ₴",
    },
}  # fmt: skip
_UNITS: Final = {
    word: (kind, unit)
    for kind, units in _SPELLINGS.items()
    for unit, words in units.items()
    for word in words.split()
}
_PLAIN_NAMES: Final = frozenset("kg mg km cm mm lb lbs oz ml kj kwh usd eur gbp chf jpy mph kmh ms".split())
_DOLLARS: Final = frozenset(("usd", "cad", "aud", "mxn"))
_WORD = lazy(r"[A-Z]{0,3}[$€£₹₽₺₩₴]|°?[^\W\d_]+(?:/[^\W\d_])?[²2]?|[円元]")


def unit_clash(field: str, text: str) -> str:
    """Say which unit the field is in and which the text gives, where these are two of one kind.

    Args:
        field: the name of the field, in snake or camel case.
        text: the number with the unit beside it.

    Returns:
        A sentence for the error, empty where nothing clashes.
    """
    wanted = _field_unit(field)
    if wanted is None:
        return ""
    given = [_UNITS[word] for word in map(str.lower, _WORD().findall(text)) if word in _UNITS]
    same_kind = {unit for kind, unit in given if kind == wanted[0]}
    if not same_kind or wanted[1] in same_kind or ("$" in text and wanted[1] in _DOLLARS):
        return ""
    return f"the key {field!r} is in {wanted[1]}, the text gives {', '.join(sorted(same_kind))}"


def _field_unit(field: str) -> tuple[str, str] | None:
    """The unit at the end of a name of several words, or a name that is the word for a unit."""
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", field).lower().split("_")
    if len(parts) < 2:
        return _UNITS.get(parts[0]) if len(parts[0]) > 3 or parts[0] in _PLAIN_NAMES else None
    return _UNITS.get(parts[-1])
