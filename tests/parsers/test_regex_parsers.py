import re

import pytest

from structout import ConfigError, FailureKind, OutputParserException
from structout.parsers import RegexDictParser, RegexParser
from structout.result import RepairKind, Span

SCORE = RegexParser(regex=r"Score: (\d+)\nReason: (.*)", output_keys=["score", "reason"])
ACTION = RegexDictParser(
    output_key_to_format={"action": "Action", "input": "Action Input"}, no_update_value="N/A"
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Score: 5\nReason: good", {"score": "5", "reason": "good"}),
        ("xx Score: 5\nReason: a\nb", {"score": "5", "reason": "a"}),
        ("<think>Score: 1\nReason: n</think>\nScore: 5\nReason: y", {"score": "5", "reason": "y"}),
        ("Well.\r\nScore: 5\r\nReason: x\r\nBye", {"score": "5", "reason": "x"}),
    ],
)
def test_groups_are_read(text, value):
    assert SCORE.parse(text) == value


def test_line_ends_are_mended_and_told():
    parsed = SCORE.explain("Well.\r\nScore: 5\r\nReason: x\r\nBye")
    assert [repair.kind for repair in parsed.repairs] == [RepairKind.WHITESPACE]
    assert parsed.span.of(parsed.text) == "Score: 5\r\nReason: x"
    assert parsed.ignored == (Span(0, 7), Span(26, 31))


@pytest.mark.parametrize("text", ["", "score: 5\nreason: x", "Score: five\nReason: q"])
def test_no_match_is_an_error(text):
    with pytest.raises(OutputParserException, match="Could not parse output") as caught:
        SCORE.parse(text)
    assert caught.value.llm_output == text


def test_a_default_takes_the_whole_text():
    parser = RegexParser(r"Score: (\d+)", ["score", "rest"], default_output_key="rest")
    assert parser.parse("none") == {"score": "", "rest": "none"}
    with pytest.raises(OutputParserException, match="has 1 group"):
        parser.parse("Score: 5")


def test_a_group_that_took_no_part_is_none():
    assert RegexParser(re.compile("a(b)?", re.IGNORECASE), ["b"]).parse("A") == {"b": None}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("(", ["a"]), "is no regular expression"),
        (("a", ["a"]), "has 0 group"),
        (("(a)", ["a"], "b"), "default_output_key 'b' is none of"),
    ],
)
def test_what_cannot_work_is_refused_at_construction(arguments, message):
    with pytest.raises(ConfigError, match=message):
        RegexParser(*arguments)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Action: go.\nAction Input: x", {"action": "go", "input": "x"}),
        ("Action: N/A\nAction Input: y", {"input": "y"}),
        ("Action: a\nAction Input: x\nAction: a", {"action": "a", "input": "x"}),
    ],
)
def test_values_behind_labels_are_read(text, value):
    assert ACTION.parse(text) == value


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Action: a", FailureKind.NO_VALUE),
        ("action: a\nAction Input: y", FailureKind.NO_VALUE),
        ("Action: a\nAction Input: x\nAction: b", FailureKind.AMBIGUOUS),
    ],
)
def test_a_label_that_is_missing_or_says_two_things_is_an_error(text, kind):
    with pytest.raises(OutputParserException) as caught:
        ACTION.parse(text)
    assert caught.value.kind is kind


def test_a_pattern_of_ones_own():
    parser = RegexDictParser({"a": "a+b"}, r"{}=(\d{{2}})")
    assert parser.parse("a+b=123") == {"a": "12"}
    with pytest.raises(ConfigError, match=r"with \{\} in the place"):
        RegexDictParser({"a": "a"}, "x")


def test_both_say_what_they_want():
    assert SCORE.get_format_instructions().endswith("groups are score, reason:\nScore: (\\d+)\\nReason: (.*)")
    assert ACTION.get_format_instructions().endswith("\nAction: <action>\nAction Input: <input>")
