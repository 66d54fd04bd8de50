"""Digits and the marks between them: which conventions group thousands, which part off the fraction.

A body such as ``1.234,50`` in, the exact number or a refusal out.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import Final

from structout.coerce.reading import NOTHING, DecimalMark, Unread, Why

MAX_DIGITS: Final = 4000
"""Longer numbers are refused: Python converts them in quadratic time."""

_GROUPERS = "'’_\u00a0\u202f\u2009 ٬"
_ASCII = str.maketrans("，．％٪＄－−﹣＋／：；（）", ",.%%$---+/:;()")
TWO_WAYS: Final = Unread(
    Why.AMBIGUOUS,
    "thousands or a fraction? write the digits with at most a decimal point",
    'decimal="." or decimal="," says which mark separates the fraction',
)
"""The refusal of an ambiguous mark."""


def ascii_digits(text: str) -> str:
    """Digits of other scripts and full-width signs as ASCII, of the same length."""
    if text.isascii():
        return text
    text = text.translate(_ASCII)
    return "".join(str(unicodedata.decimal(c)) if not c.isascii() and c.isdecimal() else c for c in text)


def grouped(parts: list[str], indian: bool = False) -> bool:
    """Whether the parts between marks are groups of three digits, or of two as in India."""
    head, *rest = parts
    if not 1 <= len(head) <= 3 or not rest or len(rest[-1]) != 3:
        return False
    return all(len(part) == 3 for part in rest) or (indian and all(len(part) == 2 for part in rest[:-1]))


def _one_mark(body: str, mark: str, decimal: DecimalMark | None, integer: bool) -> Decimal | Unread:
    parts = body.split(mark)
    if mark in _GROUPERS:
        return Decimal("".join(parts)) if grouped(parts) else NOTHING
    if len(parts) > 2:
        fits = grouped(parts, indian=mark == ",") and decimal != mark
        return Decimal("".join(parts)) if fits else NOTHING
    fraction = Decimal(f"{parts[0] or '0'}.{parts[1]}")
    groups = grouped(parts) and parts[0].lstrip("0") != ""
    if mark in (decimal, "٫"):
        return fraction
    if decimal is not None:
        return Decimal("".join(parts)) if groups else NOTHING
    if mark == ".":
        return TWO_WAYS if integer and groups else fraction
    return Decimal("".join(parts)) if integer and groups else TWO_WAYS


def _two_marks(body: str, decimal: DecimalMark | None) -> Decimal | Unread:
    last = max(body.rfind("."), body.rfind(","), body.rfind("٫"))
    whole, mark, tail = body[:last], body[last], body[last + 1 :]
    groupers = {c for c in whole if not c.isdigit()}
    if len(groupers) != 1 or mark in groupers or (decimal is not None and mark not in (decimal, "٫")):
        return NOTHING
    if not tail.isdigit() or not grouped(whole.split(next(iter(groupers))), indian=mark == "."):
        return NOTHING
    return Decimal(re.sub(r"\D", "", whole) + "." + tail)


def amount_of(body: str, decimal: DecimalMark | None, integer: bool) -> Decimal | Unread:
    """Read digits with marks between them.

    Args:
        body: the digits and marks, no sign.
        decimal: the decimal mark, ``None`` to refuse what can be read both ways.
        integer: whether a whole number is wanted.
    """
    marks = {c for c in body if not c.isdigit()}
    if len(body) > MAX_DIGITS:
        return Unread(Why.UNSUITABLE, f"the number has {len(body)} digits; at most {MAX_DIGITS} are read")
    if not marks:
        return Decimal(body)
    if len(marks) == 1:
        return _one_mark(body, next(iter(marks)), decimal, integer)
    return _two_marks(body, decimal) if any(m in body for m in ".,٫") else NOTHING
