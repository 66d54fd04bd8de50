"""Numbers and literals as other notations write them."""

from __future__ import annotations

import re
from functools import cache

from structout.result import RepairKind

_K = RepairKind
LITERALS: dict[str, tuple[str, RepairKind | None]] = {
    "true": ("true", None), "false": ("false", None), "null": ("null", None),
    "True": ("true", _K.PYTHON_LITERAL), "False": ("false", _K.PYTHON_LITERAL), "None": ("null", _K.PYTHON_LITERAL),
    "TRUE": ("true", _K.PYTHON_LITERAL), "FALSE": ("false", _K.PYTHON_LITERAL), "NULL": ("null", _K.PYTHON_LITERAL),
    "Null": ("null", _K.PYTHON_LITERAL), "NONE": ("null", _K.PYTHON_LITERAL), "none": ("null", _K.PYTHON_LITERAL),
    "nil": ("null", _K.JS_LITERAL), "undefined": ("null", _K.JS_LITERAL),
    "NaN": ("NaN", _K.NON_FINITE), "nan": ("NaN", _K.NON_FINITE), "Infinity": ("Infinity", _K.NON_FINITE),
    "inf": ("Infinity", _K.NON_FINITE), "-Infinity": ("-Infinity", _K.NON_FINITE), "-inf": ("-Infinity", _K.NON_FINITE),
    "+Infinity": ("Infinity", _K.NON_FINITE), "-NaN": ("NaN", _K.NON_FINITE),
}  # fmt: skip
PREFIXES = {
    word[:n]: LITERALS[word][0]
    for word in ("true", "false", "null", "True", "False", "None")
    for n in range(1, 5)
}


@cache
def _loose_number() -> re.Pattern[str]:
    """Numbers as other notations write them: sign, whole part, fraction, exponent."""
    return re.compile(
        r"([+-]?)([0-9]++(?:_[0-9]++)*+)?+(\.)?+([0-9]++(?:_[0-9]++)*+)?+(?:[eE]([+-]?[0-9]++))?+n?\Z"
    )


@cache
def _other_base() -> re.Pattern[str]:
    return re.compile(r"([+-]?)0(?:[xX]([0-9a-fA-F]{1,200})|[oO]([0-7]{1,200})|[bB]([01]{1,400}))\Z")


def number(text: str) -> tuple[str, RepairKind | None] | None:
    """A number in another notation as JSON, with the kind of repair; ``None`` if it is no number.

    ``.5``, ``5.``, ``+3``, ``1_000`` and ``0x1F`` are numbers; ``007`` keeps its zeros, so it is a text.
    """
    if other := _other_base().match(text):
        sign, hexa, octal, binary = other.groups()
        digits, base = (hexa, 16) if hexa else (octal, 8) if octal else (binary, 2)
        return f"{sign.strip('+')}{int(digits, base)}", RepairKind.NUMBER_FORMAT
    found = _loose_number().match(text)
    if not found:
        return None
    sign, whole, point, fraction, exponent = found.groups()
    if not whole and not (point and fraction):
        return None
    whole = (whole or "0").replace("_", "")
    if len(whole) > 1 and whole[0] == "0":
        return None
    written = sign.strip("+") + whole
    if point:
        written += "." + (fraction or "0").replace("_", "")
    if exponent:
        written += "e" + exponent
        if "inf" in str(float(written)):
            return None
    return written, None if written.lower() == text.lower() else RepairKind.NUMBER_FORMAT
