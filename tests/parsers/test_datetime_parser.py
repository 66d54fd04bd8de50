"""The datetime parser: the agreed pattern first, then whatever has one reading."""

from datetime import UTC, datetime

import pytest

from structout import ConfigError, DatetimeOutputParser, FailureKind, OutputParserException

PARSER = DatetimeOutputParser()


def test_the_instructions_are_fixed_and_hold_three_valid_examples():
    assert PARSER.get_format_instructions() == (
        'Write a datetime string that matches the following pattern: "%Y-%m-%dT%H:%M:%S.%fZ". Examples: '
        "2023-07-04T14:30:00.000000Z, 1999-12-31T23:59:59.999999Z, 2025-01-01T00:00:00.000000Z"
    )


@pytest.mark.parametrize(
    "text",
    [
        "2023-07-04T14:30:00.000000Z", " 2023-07-04T14:30:00.000000Z\n", "2023-07-04T14:30:00Z", "2023-07-04 14:30:00",
        "2023-07-04T16:30:00.000000+02:00", "The date is 2023-07-04T14:30:00.000000Z.", "`2023-07-04T14:30:00.000000Z`",
        '"2023-07-04T14:30:00.000000Z"', '{"date": "2023-07-04T14:30:00Z"}', "July 4, 2023 at 2:30 pm",
        "```\n2023-07-04T14:30:00.000000Z\n```",
    ],
)  # fmt: skip
def test_one_moment_is_read_as_aware_utc(text):
    assert PARSER.parse(text) == datetime(2023, 7, 4, 14, 30, tzinfo=UTC)
    assert PARSER.parse(text).tzinfo is UTC


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", FailureKind.EMPTY),
        ("no date here, 12 cats", FailureKind.NO_VALUE),
        ("12:30:00", FailureKind.NO_VALUE),
        ("03/04/05 10:00", FailureKind.AMBIGUOUS),
        ("03/04/2005 10:00", FailureKind.AMBIGUOUS),
        ("2023-07-04T14:30:00.0Z or 2023-07-05T14:30:00.0Z", FailureKind.AMBIGUOUS),
        ("2023-07-04 14:30\nIt began on 2023-07-05 at 10:00.", FailureKind.AMBIGUOUS),
        ("2023-13-04T14:30:00.000000Z", FailureKind.NO_VALUE),
    ],
)
def test_no_one_moment_is_refused(text, kind):
    with pytest.raises(OutputParserException) as caught:
        PARSER.parse(text)
    assert caught.value.kind is kind


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("%Y-%m-%d", "2023-7-4", datetime(2023, 7, 4)),
        ("%Y-%m-%d", "20230704", datetime(2023, 7, 4)),
        ("%Y-%m-%d", "It was on 4 July 2023.", datetime(2023, 7, 4)),
        ("%d/%m/%Y", "It is 03/04/2025.", datetime(2025, 4, 3)),
        ("%m/%d/%Y", "03/04/2025", datetime(2025, 3, 4)),
        ("%H:%M", "at 14:30", datetime(1900, 1, 1, 14, 30)),
        ("%d %B %Y %I:%M %p", "4 July 2023 02:30 pm", datetime(2023, 7, 4, 14, 30)),
    ],
)
def test_the_pattern_decides(pattern, text, expected):
    assert DatetimeOutputParser(format=pattern).parse(text) == expected


def test_what_the_pattern_writes_is_read_back():
    moment = datetime(999, 2, 3, 4, 5, 6, 7, tzinfo=UTC)
    assert PARSER.parse("0999-02-03T04:05:06.000007Z") == moment


def test_a_pattern_that_cannot_be_read_is_refused():
    with pytest.raises(ConfigError, match="'%Q'"):
        DatetimeOutputParser(format="%Q")
