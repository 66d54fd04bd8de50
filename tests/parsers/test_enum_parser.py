"""The enum parser: a member by value, by name, in any spelling, or named once in a sentence."""

from enum import Enum, IntEnum

import pytest

from structout import ConfigError, EnumOutputParser, FailureKind, OutputParserException


class Colors(Enum):
    RED = "red"
    GREEN = "green"
    BLUE = "blue"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


PARSER = EnumOutputParser(enum=Colors)


def test_the_instructions_are_those_of_2023_to_the_letter():
    assert PARSER.get_format_instructions() == "Select one of the following options: red, green, blue"


def test_an_option_with_a_comma_is_quoted_in_the_instructions():
    places = Enum("Places", {"A": "Ulm, Germany", "B": "Oslo"})
    assert EnumOutputParser(enum=places).get_format_instructions().endswith(': "Ulm, Germany", Oslo')


@pytest.mark.parametrize(
    "text",
    [
        "red", " red\n", "Red", "RED", "red.", "'red'", '"red"', "**red**", "Colors.RED", "The answer is red",
        "red\n\nbecause it is not cold", '{"color": "red"}', "<think>green? no.</think>red", "```\nred\n```",
    ],
)  # fmt: skip
def test_a_member_is_read(text):
    assert PARSER.parse(text) is Colors.RED


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("red, green", FailureKind.AMBIGUOUS),
        ("either red or blue", FailureKind.AMBIGUOUS),
        ("yellow", FailureKind.NO_VALUE),
        ("", FailureKind.EMPTY),
        ("infrared", FailureKind.NO_VALUE),
        ("I'm sorry, I cannot answer that.", FailureKind.REFUSAL),
    ],
)
def test_no_one_member_is_refused(text, kind):
    with pytest.raises(OutputParserException) as caught:
        PARSER.parse(text)
    assert caught.value.kind is kind


@pytest.mark.parametrize("text", ["2", "HIGH", "high", "Level.HIGH"])
def test_values_may_be_of_any_type(text):
    assert EnumOutputParser(enum=Level).parse(text) is Level.HIGH


def test_the_longest_option_wins():
    places = Enum("Places", {"A": "New York", "B": "York"})
    assert EnumOutputParser(enum=places).parse("I live in New York.") is places.A


def test_an_alias_is_a_name_too():
    places = Enum("Places", [("FIRST", "1st"), ("START", "1st")])
    assert EnumOutputParser(enum=places).parse("START") is places.FIRST


def test_an_enum_without_members_is_refused():
    with pytest.raises(ConfigError, match="found Nothing without any"):
        EnumOutputParser(enum=Enum("Nothing", {}))
