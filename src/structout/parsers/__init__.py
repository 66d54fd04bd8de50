"""Parsers: completion → typed value, each with the format instructions that ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structout.exports import exported

if TYPE_CHECKING:
    from structout.parsers.base import (
        BaseOutputParser as BaseOutputParser,
        OutputParser as OutputParser,
    )
    from structout.parsers.booleans import (
        BooleanOutputParser as BooleanOutputParser,
    )
    from structout.parsers.choices import (
        EnumOutputParser as EnumOutputParser,
    )
    from structout.parsers.combining import (
        CombiningOutputParser as CombiningOutputParser,
    )
    from structout.parsers.datetimes import (
        DatetimeOutputParser as DatetimeOutputParser,
    )
    from structout.parsers.lists import (
        CommaSeparatedListOutputParser as CommaSeparatedListOutputParser,
        MarkdownListOutputParser as MarkdownListOutputParser,
        NumberedListOutputParser as NumberedListOutputParser,
    )
    from structout.parsers.numbers import (
        NumberOutputParser as NumberOutputParser,
    )
    from structout.parsers.patterns import (
        RegexDictParser as RegexDictParser,
        RegexParser as RegexParser,
    )
    from structout.parsers.pipeline import (
        Pipeline as Pipeline,
    )
    from structout.parsers.repair import (
        explain_json as explain_json,
        repair_json as repair_json,
    )
    from structout.parsers.schema import (
        JsonOutputParser as JsonOutputParser,
        PydanticOutputParser as PydanticOutputParser,
        TypedOutputParser as TypedOutputParser,
    )
    from structout.parsers.selection import (
        parser_for as parser_for,
    )
    from structout.parsers.structured import (
        ResponseSchema as ResponseSchema,
        StructuredOutputParser as StructuredOutputParser,
    )
    from structout.parsers.xml_parser import (
        XMLOutputParser as XMLOutputParser,
    )
    from structout.parsers.yaml_parser import (
        YamlOutputParser as YamlOutputParser,
    )
else:
    __getattr__, __all__ = exported(
        __name__,
        {
            "base": (
                "BaseOutputParser",
                "OutputParser",
            ),
            "booleans": ("BooleanOutputParser",),
            "choices": ("EnumOutputParser",),
            "combining": ("CombiningOutputParser",),
            "datetimes": ("DatetimeOutputParser",),
            "lists": (
                "CommaSeparatedListOutputParser",
                "MarkdownListOutputParser",
                "NumberedListOutputParser",
            ),
            "numbers": ("NumberOutputParser",),
            "patterns": (
                "RegexDictParser",
                "RegexParser",
            ),
            "pipeline": ("Pipeline",),
            "repair": (
                "explain_json",
                "repair_json",
            ),
            "schema": (
                "JsonOutputParser",
                "PydanticOutputParser",
                "TypedOutputParser",
            ),
            "selection": ("parser_for",),
            "structured": (
                "ResponseSchema",
                "StructuredOutputParser",
            ),
            "xml_parser": ("XMLOutputParser",),
            "yaml_parser": ("YamlOutputParser",),
        },
    )
