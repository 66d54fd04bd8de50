"""The number parser: one number, exact, or an error."""

from decimal import Decimal

import pytest

from structout import ConfigError, FailureKind, OutputParserException
from structout.parsers import NumberOutputParser


@pytest.mark.parametrize(
    ("number_type", "text", "expected"),
    [
        (int, "42", 42),
        (int, "There are 42 of them.", 42),
        (int, "1,250", 1250),
        (int, "-7", -7),
        (float, "19,95 Euro", 19.95),
        (float, "```\n2.5\n```", 2.5),
        (Decimal, "2.480", Decimal("2.480")),
    ],
)
def test_a_number_is_read(number_type, text, expected):
    value = NumberOutputParser(number_type).parse(text)
    assert (value, type(value)) == (expected, number_type)


@pytest.mark.parametrize(
    ("number_type", "text", "kind"),
    [
        (int, "4.5", FailureKind.INVALID),
        (int, "12 or 13", FailureKind.AMBIGUOUS),
        (float, "1,234", FailureKind.AMBIGUOUS),
        (float, "", FailureKind.EMPTY),
        (int, "a lot", FailureKind.NO_VALUE),
    ],
)
def test_no_one_number_is_refused(number_type, text, kind):
    with pytest.raises(OutputParserException) as caught:
        NumberOutputParser(number_type).parse(text)
    assert caught.value.kind is kind


def test_the_decimal_mark_settles_what_can_be_read_both_ways():
    assert NumberOutputParser(float, decimal=",").parse("1,234") == 1.234


def test_a_plain_number_needs_no_repair():
    assert NumberOutputParser(int, max_severity="none").explain("42").repairs == ()


def test_the_instructions_give_an_example():
    assert NumberOutputParser(int).get_format_instructions() == (
        "Your response should be one whole number and nothing else, eg: `42`"
    )


def test_other_types_are_refused():
    with pytest.raises(ConfigError, match="int, float or Decimal"):
        NumberOutputParser(str)
