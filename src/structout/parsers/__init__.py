"""Parsers: completion → typed value, each with the format instructions that ask for it."""

from structout.parsers.base import BaseOutputParser, OutputParser
from structout.parsers.booleans import BooleanOutputParser
from structout.parsers.choices import EnumOutputParser
from structout.parsers.datetimes import DatetimeOutputParser
from structout.parsers.lists import (
    CommaSeparatedListOutputParser,
    MarkdownListOutputParser,
    NumberedListOutputParser,
)
from structout.parsers.numbers import NumberOutputParser
from structout.parsers.repair import explain_json, repair_json
from structout.parsers.schema import JsonOutputParser, PydanticOutputParser, TypedOutputParser
from structout.parsers.selection import parser_for

__all__ = [
    "BaseOutputParser",
    "BooleanOutputParser",
    "CommaSeparatedListOutputParser",
    "DatetimeOutputParser",
    "EnumOutputParser",
    "JsonOutputParser",
    "MarkdownListOutputParser",
    "NumberOutputParser",
    "NumberedListOutputParser",
    "OutputParser",
    "PydanticOutputParser",
    "TypedOutputParser",
    "explain_json",
    "parser_for",
    "repair_json",
]
