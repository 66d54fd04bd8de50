"""The boolean parser: the agreed words, other words for yes and no, one sentence."""

import pytest

from structout import BooleanOutputParser, ConfigError, FailureKind, OutputParserException

PARSER = BooleanOutputParser()


def test_the_instructions_name_both_words():
    assert PARSER.get_format_instructions() == "Your response should be one word, either YES or NO."


@pytest.mark.parametrize(
    "text", ["YES", "yes", "Yes.", "**Yes**", "true", "Yes, it is.", "The answer is yes"]
)
def test_yes_is_read(text):
    assert PARSER.parse(text) is True


@pytest.mark.parametrize("text", ["NO", "no", "No!", "false", "No, it is not.", "nein"])
def test_no_is_read(text):
    assert PARSER.parse(text) is False


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("YES NO", FailureKind.AMBIGUOUS),
        ("maybe", FailureKind.AMBIGUOUS),
        ("", FailureKind.EMPTY),
        ("the blender", FailureKind.NO_VALUE),
    ],
)
def test_neither_is_refused(text, kind):
    with pytest.raises(OutputParserException) as caught:
        PARSER.parse(text)
    assert caught.value.kind is kind


@pytest.mark.parametrize(
    ("text", "expected"), [("approve", True), ("I reject it", False), ("REJECT.", False)]
)
def test_words_of_ones_own_are_read(text, expected):
    assert BooleanOutputParser(true_val="approve", false_val="reject").parse(text) is expected


@pytest.mark.parametrize("text", ["approve or reject", "do not approve"])
def test_words_of_ones_own_that_leave_it_open_are_refused(text):
    with pytest.raises(OutputParserException):
        BooleanOutputParser(true_val="approve", false_val="reject").parse(text)


def test_reversed_words_are_not_read_by_their_plain_meaning():
    reverse = BooleanOutputParser(true_val="no", false_val="yes")
    assert reverse.parse("no") is True
    with pytest.raises(OutputParserException):
        reverse.parse("No, it is not.")


def test_two_equal_words_are_refused():
    with pytest.raises(ConfigError, match="'ok' and 'OK'"):
        BooleanOutputParser("ok", "OK")
