"""The one table of rules: what is done to a single value that Pydantic does not take as it stands.

A rule gets the value and what is asked for, and answers with a reading or a refusal.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from structout.coerce.booleans import read_boolean
from structout.coerce.choices import read_choice
from structout.coerce.dates import read_date, read_datetime, read_time
from structout.coerce.digits import TWO_WAYS
from structout.coerce.durations import in_smallest_unit, read_duration
from structout.coerce.numbers import read_number, suited
from structout.coerce.numerals import out_of
from structout.coerce.patterns import lazy
from structout.coerce.placeholders import is_placeholder
from structout.coerce.python_dates import python_date
from structout.coerce.reading import NOTHING, Found, Options, Unread, Why
from structout.coerce.schemas import Schema, choices_of, names_of
from structout.coerce.unions import is_null_word
from structout.coerce.units import time_unit, unconverted, unit_clash
from structout.result import JsonValue, RepairKind, Span


@dataclass(frozen=True, slots=True)
class Ask:
    """What a rule is asked for.

    Attributes:
        schema: the node of Pydantic's core schema.
        options: what to decide by where the text leaves it open.
        field: the name of the field, empty at the root.
        spelling: the value as the completion spells it, ``None`` where that is unknown.
        about: what the type says of the field.
    """

    schema: Schema
    options: Options
    field: str = ""
    spelling: str | None = None
    about: str = ""


_EXPONENT = 300
"""Powers of ten beyond those a float holds are no count of anything."""

Rule: TypeAlias = Callable[[JsonValue, Ask], "Found[Any] | Unread"]
"""A rule: (value, what is asked for) → the JSON to hand to Pydantic, or a refusal."""


def _read(value: JsonValue, *kinds: RepairKind) -> Found[JsonValue]:
    return Found(value, Span(0, 0), kinds)


def _number(text: str, ask: Ask, *, integer: bool = False) -> Found[Decimal] | Unread:
    """The number in a text, unless its unit is another than the name of the field says."""
    score = out_of(text, ask.schema.get("le"))
    if score is not None:
        return score if isinstance(score, Unread) else suited(score, integer)
    text = unconverted(ask.field, text, ask.about)
    found = read_number(text, decimal=ask.options.decimal, integer=integer, field=ask.field)
    seconds = time_unit(ask.field, ask.about) if isinstance(found, Unread) else 0
    length = in_smallest_unit(text, seconds) if seconds else None
    if length is not None:
        return suited(length, integer)
    if isinstance(found, Found) and not {RepairKind.UNIT, RepairKind.PERCENT}.isdisjoint(found.kinds):
        clash = unit_clash(ask.field, text, ask.about)
        return Unread(Why.UNSUITABLE, clash) if clash else found
    return found


def _whole(value: JsonValue, ask: Ask) -> Found[Any] | Unread:
    if isinstance(value, bool):
        return NOTHING
    if isinstance(value, float):
        if not value.is_integer():
            return Unread(Why.UNSUITABLE, "a fraction is never rounded to a whole number")
        if ask.spelling and re.fullmatch(r"-?[1-9]\d{0,2}\.000", ask.spelling) and ask.options.decimal != ".":
            return TWO_WAYS
        if abs(value) >= 2**53:
            return Unread(Why.UNSUITABLE, "the number has more digits than a float holds")
        return _read(int(value), RepairKind.LENIENT_VALIDATION)
    if not isinstance(value, str):
        return NOTHING
    found = _number(value, ask, integer=True)
    if isinstance(found, Unread):
        return found
    if found.value.adjusted() > (_EXPONENT if "e" in value.lower() else 4000):
        return Unread(Why.UNSUITABLE, f"the number has {found.value.adjusted() + 1} digits")
    return found.to(int(found.value))


def _fractional(value: JsonValue, ask: Ask) -> Found[Any] | Unread:
    if not isinstance(value, str):
        return NOTHING
    special = {
        "inf": math.inf,
        "infinity": math.inf,
        "-inf": -math.inf,
        "-infinity": -math.inf,
    }
    bare = value.strip().lower().lstrip("+")
    if bare in special and ask.schema.get("allow_inf_nan", True):
        return _read(special[bare], RepairKind.NUMBER_FROM_TEXT, RepairKind.NON_FINITE)
    found = _number(value, ask)
    if isinstance(found, Unread):
        return found
    found = _share(found, ask)
    if isinstance(found, Unread):
        return found
    number = float(found.value)
    return (
        found.to(number)
        if math.isfinite(number)
        else Unread(Why.UNSUITABLE, "the number is too large for a float")
    )


def _exact(value: JsonValue, ask: Ask) -> Found[Any] | Unread:
    if not isinstance(value, str):
        return NOTHING
    found = _number(value, ask)
    found = found if isinstance(found, Unread) else _share(found, ask)
    return found if isinstance(found, Unread) else found.to(_digits(found.value))


def _share(found: Found[Decimal], ask: Ask) -> Found[Decimal] | Unread:
    """A percentage for a type that ends at 1 is a share of one; where both fit, nobody can tell."""
    limit = ask.schema.get("le", ask.schema.get("lt"))
    if RepairKind.PERCENT not in found.kinds or limit is None or limit > 1:
        return found
    if abs(found.value) <= 1:
        return Unread(Why.AMBIGUOUS, "a percentage or a share of one? give it without the sign")
    return found.to(found.value / 100)


def _digits(value: Decimal) -> str:
    return format(value, "f") if abs(value.adjusted()) < 40 else str(value)


def _truth(value: JsonValue, ask: Ask) -> Found[Any] | Unread:
    if isinstance(value, (int, float)) and value in (0, 1):
        return _read(bool(value), RepairKind.BOOLEAN_WORD)
    return read_boolean(value) if isinstance(value, str) else NOTHING


def _is_code(text: str) -> bool:
    """Whether it is code without a quote in it, which a tolerant reader took for an object."""
    return not any(quote in text for quote in "\"'“”") and any(
        mark in text for mark in ("=>", "->", "()", ";")
    )


_SPELT = lazy(r"[-+]?(?:[\d.,eE+_-]{1,400}|0[xXoObB][0-9a-fA-F_]{1,400})")


def _text(value: JsonValue, ask: Ask) -> Found[Any] | Unread:
    spelt = ask.spelling
    if isinstance(value, bool):
        word = "true" if value else "false"
        return _read(spelt if spelt and spelt.lower() == word else word, RepairKind.TEXT_FROM_SCALAR)
    if isinstance(value, (dict, list)) and spelt and _is_code(spelt):
        return _read(spelt, RepairKind.TEXT_FROM_SCALAR)
    if not isinstance(value, (int, float)):
        return NOTHING
    if spelt is not None and _SPELT().fullmatch(spelt):
        return _read(spelt, RepairKind.TEXT_FROM_SCALAR)
    if isinstance(value, float) and not math.isfinite(value):
        return NOTHING
    return _read(repr(value), RepairKind.TEXT_FROM_SCALAR) if abs(value) < 10**4000 else NOTHING


def _null(value: JsonValue, ask: Ask) -> Found[Any] | Unread:
    if isinstance(value, str) and is_null_word(value):
        return _read(None, RepairKind.NULL_WORD)
    return NOTHING


def _choice(value: JsonValue, ask: Ask) -> Found[Any] | Unread:
    options = choices_of(ask.schema)
    if isinstance(value, (dict, list)) or value is None:
        return NOTHING
    if not isinstance(value, str):
        return _choice_by_value(value, options)
    if all(isinstance(option, bool) for option in options):
        truth = read_boolean(value)
        return truth if isinstance(truth, Unread) or truth.value in options else NOTHING
    texts = [_label(option) for option in options]
    found = read_choice(value, texts, names_of(ask.schema), typo_margin=ask.options.typo_margin)
    if isinstance(found, Found):
        chosen = options[found.value]
        kinds = found.kinds or (() if isinstance(chosen, str) else (RepairKind.NUMBER_FROM_TEXT,))
        return Found(chosen, found.span, kinds)
    truth = _TRUTHS.get(value.strip().casefold())
    if truth is not None and found.why is Why.NONE:
        return _choice_by_value(truth, options)
    return _choice_by_number(value, options, found, ask)


_TRUTHS: Final = {"true": True, "yes": True, "y": True, "false": False, "no": False, "n": False}


def _label(option: Any) -> str:
    return ("true" if option else "false") if isinstance(option, bool) else str(option)


def _choice_by_value(value: bool | float, options: list[Any]) -> Found[Any] | Unread:
    same = [option for option in options if type(option) is type(value) and option == value]
    if same:
        return _read(same[0])
    if isinstance(value, bool):
        texts = {"true", "yes", "y"} if value else {"false", "no", "n"}
        named = [option for option in options if isinstance(option, str) and option.casefold() in texts]
        return _read(named[0], RepairKind.TEXT_FROM_SCALAR) if len(named) == 1 else NOTHING
    numbers = [o for o in options if isinstance(o, (int, float)) and not isinstance(o, bool) and o == value]
    if numbers:
        return _read(numbers[0], RepairKind.LENIENT_VALIDATION)
    spelt = [option for option in options if isinstance(option, str) and option == repr(value)]
    return _read(spelt[0], RepairKind.TEXT_FROM_SCALAR) if spelt else NOTHING


def _choice_by_number(value: str, options: list[Any], refusal: Unread, ask: Ask) -> Found[Any] | Unread:
    numbers = [
        option for option in options if isinstance(option, (int, float)) and not isinstance(option, bool)
    ]
    score = out_of(value, max(numbers)) if numbers else None
    if not numbers or (refusal.why is not Why.NONE and not isinstance(score, Found)):
        return refusal
    found = score or read_number(value, decimal=ask.options.decimal)
    if isinstance(found, Unread):
        return found
    fitting = [option for option in numbers if Decimal(str(option)) == found.value]
    return found.to(fitting[0]) if fitting else refusal


def _day(value: JsonValue, ask: Ask) -> Found[Any] | Unread:
    shown = python_date(value, ask.spelling)
    if shown is not None:
        return _read(shown.date().isoformat(), RepairKind.DATE_FORMAT)
    if not isinstance(value, str):
        return Unread(Why.NONE, "write it as YYYY-MM-DD") if isinstance(value, (int, float)) else NOTHING
    found = read_date(value, dayfirst=ask.options.dayfirst)
    return found if isinstance(found, Unread) else found.to(found.value.isoformat())


def _moment(value: JsonValue, ask: Ask) -> Found[Any] | Unread:
    shown = python_date(value, ask.spelling)
    if shown is not None:
        return _read(shown.isoformat(), RepairKind.DATE_FORMAT)
    if not isinstance(value, str):
        return (
            Unread(Why.NONE, "write it as YYYY-MM-DDTHH:MM:SS")
            if isinstance(value, (int, float))
            else NOTHING
        )
    found = read_datetime(value, dayfirst=ask.options.dayfirst)
    return found if isinstance(found, Unread) else found.to(found.value.isoformat())


def _clock(value: JsonValue, ask: Ask) -> Found[Any] | Unread:
    if not isinstance(value, str):
        return NOTHING
    found = read_time(value)
    return found if isinstance(found, Unread) else found.to(found.value.isoformat())


def _length(value: JsonValue, ask: Ask) -> Found[Any] | Unread:
    if not isinstance(value, str):
        return (
            Unread(Why.NONE, "say the unit: seconds, minutes, hours, days")
            if isinstance(value, (int, float))
            else NOTHING
        )
    found = read_duration(value)
    return found if isinstance(found, Unread) else found.to(iso_duration(found.value))


def iso_duration(value: timedelta) -> str:
    """A length of time in ISO 8601."""
    sign, value = ("-", -value) if value < timedelta() else ("", value)
    seconds = (
        f"{value.seconds}.{value.microseconds:06d}".rstrip("0").rstrip(".")
        if value.microseconds
        else value.seconds
    )
    return f"{sign}P{value.days}DT{seconds}S"


def _identifier(value: JsonValue, ask: Ask) -> Found[Any] | Unread:
    bare = value.strip(" \t\r\n\"'`<>(){}*") if isinstance(value, str) else ""
    return _read(bare, RepairKind.MARKUP) if bare and bare != value else NOTHING


_LINK = lazy(r"\[([^\[\]]{0,200})\]\(<?([^\s()<>]{1,2000})>?\)")


def _address(value: JsonValue, ask: Ask) -> Found[Any] | Unread:
    """A URL, also in a Markdown link; a label that is another address leaves two."""
    link = _LINK().fullmatch(value.strip()) if isinstance(value, str) else None
    if link is None:
        return _identifier(value, ask)
    label, target = link[1].strip().rstrip("/"), link[2].rstrip("/")
    if "://" in label and label != target:
        return Unread(Why.SEVERAL, "the link shows one address and leads to another")
    return _read(link[2], RepairKind.MARKUP)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "int": _whole,
        "float": _fractional,
        "decimal": _exact,
        "bool": _truth,
        "str": _text,
        "none": _null,
        "literal": _choice,
        "enum": _choice,
        "date": _day,
        "datetime": _moment,
        "time": _clock,
        "timedelta": _length,
        "uuid": _identifier,
        "url": _address,
    }
)
"""Kind of type in Pydantic's core schema, or error type of Pydantic's → the rule. Copy it and add your own."""


def is_slot(value: JsonValue, field: str) -> bool:
    """Whether a value is a slot of the instructions that was left open."""
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        value = f"[{value[0]}]"
    return isinstance(value, str) and is_placeholder(value, field)
