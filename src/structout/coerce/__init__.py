"""JSON value × type → typed value, with every liberty reported; also the readers of single values from text."""

from structout.coerce.booleans import read_boolean
from structout.coerce.choices import read_choice
from structout.coerce.coercer import Coerced, Coercer, Refused
from structout.coerce.dates import read_date, read_datetime, read_time
from structout.coerce.durations import read_duration
from structout.coerce.numbers import read_number
from structout.coerce.placeholders import is_placeholder
from structout.coerce.reading import Found, Options, Unread, Why
from structout.coerce.scalars import RULES, Ask, Rule
from structout.coerce.schemas import CODE_ERRORS

__all__ = [
    "CODE_ERRORS",
    "RULES",
    "Ask",
    "Coerced",
    "Coercer",
    "Found",
    "Options",
    "Refused",
    "Rule",
    "Unread",
    "Why",
    "is_placeholder",
    "read_boolean",
    "read_choice",
    "read_date",
    "read_datetime",
    "read_duration",
    "read_number",
    "read_time",
]
