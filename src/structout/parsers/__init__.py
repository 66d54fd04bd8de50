"""Parsers: completion → typed value, each with the format instructions that ask for it."""

from structout.parsers.base import BaseOutputParser, OutputParser
from structout.parsers.booleans import BooleanOutputParser
from structout.parsers.choices import EnumOutputParser
from structout.parsers.combining import CombiningOutputParser
from structout.parsers.datetimes import DatetimeOutputParser
from structout.parsers.lists import (
    CommaSeparatedListOutputParser,
    MarkdownListOutputParser,
    NumberedListOutputParser,
)
from structout.parsers.numbers import NumberOutputParser
from structout.parsers.patterns import RegexDictParser, RegexParser
from structout.parsers.repair import explain_json, repair_json
from structout.parsers.schema import JsonOutputParser, PydanticOutputParser, TypedOutputParser
from structout.parsers.selection import parser_for
from structout.parsers.structured import ResponseSchema, StructuredOutputParser
from structout.parsers.xml_parser import XMLOutputParser
from structout.parsers.yaml_parser import YamlOutputParser

__all__ = [
    "BaseOutputParser",
    "BooleanOutputParser",
    "CombiningOutputParser",
    "CommaSeparatedListOutputParser",
    "DatetimeOutputParser",
    "EnumOutputParser",
    "JsonOutputParser",
    "MarkdownListOutputParser",
    "NumberOutputParser",
    "NumberedListOutputParser",
    "OutputParser",
    "PydanticOutputParser",
    "RegexDictParser",
    "RegexParser",
    "ResponseSchema",
    "StructuredOutputParser",
    "TypedOutputParser",
    "XMLOutputParser",
    "YamlOutputParser",
    "explain_json",
    "parser_for",
    "repair_json",
]
