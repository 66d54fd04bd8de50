import pytest
from pydantic import BaseModel

from structout import (
    BooleanOutputParser,
    CommaSeparatedListOutputParser,
    ConfigError,
    FailureKind,
    OutputParserException,
    PydanticOutputParser,
    parser_for,
)
from structout.parsers import CombiningOutputParser, RegexParser, ResponseSchema, StructuredOutputParser

ANSWER = StructuredOutputParser([ResponseSchema("answer", "the answer")])
SURE = RegexParser(r"Confidence: (A|B|C), Explanation: (.*)", ["confidence", "explanation"])
PARSER = CombiningOutputParser(parsers=[ANSWER, SURE])
JSON = '```json\n{"answer":"x"}\n```'
LINE = "Confidence: A, Explanation: b"


@pytest.mark.parametrize(
    "text",
    [
        f"{JSON}\n\n{LINE}",
        f"{JSON}\n{LINE}",
        f"{JSON}\n\n\n\n{LINE}",
        f"{JSON}\n\n{LINE}\n\nextra",
        f'```json\n{{\n\n"answer":"x"}}\n```\n\n{LINE}',
        f"{{\n\n'answer':'x'}}\n\n{LINE}",
        f"First:\n\n{JSON}\n\nsecond:\n\n{LINE}",
        f"<think>hm\n\nso</think>{JSON}\r\n\r\n{LINE}",
    ],
)
def test_answers_one_after_another_are_joined(text):
    assert PARSER.parse(text) == {"answer": "x", "confidence": "A", "explanation": "b"}


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("", FailureKind.EMPTY, "expected 2 answers"),
        (JSON, FailureKind.NO_VALUE, "missing are RegexParser"),
        (f"{JSON}\n\nConfidence: Z", FailureKind.NO_VALUE, "output 2 of 2 (RegexParser)"),
        (f"no\n\n{LINE}", FailureKind.NO_VALUE, "output 1 of 2 (StructuredOutputParser)"),
        (
            f'{{"answer": "y"}}\n\n{LINE}\n{JSON}\n\n{LINE}',
            FailureKind.AMBIGUOUS,
            "expected each answer once",
        ),
    ],
)
def test_what_is_missing_or_there_twice_is_told(text, kind, message):
    with pytest.raises(OutputParserException) as caught:
        PARSER.parse(text)
    assert caught.value.kind is kind
    assert message in str(caught.value)


class Film(BaseModel):
    title: str


def test_models_are_joined_and_named_parsers_give_any_value():
    joined = CombiningOutputParser([PydanticOutputParser(Film), SURE])
    assert joined.parse(f'{{"title": "Big"}}\n\n{LINE}')["title"] == "Big"
    named = CombiningOutputParser({"names": CommaSeparatedListOutputParser(), "sure": BooleanOutputParser()})
    assert named.parse("foo, bar\n\nYES") == {"names": ["foo", "bar"], "sure": True}


def test_an_answer_keeps_what_no_other_parser_reads():
    parser = CombiningOutputParser({"data": ANSWER, "about": parser_for(str)})
    assert parser.parse(f"{JSON}\n\none\n\ntwo") == {"data": {"answer": "x"}, "about": "one\n\ntwo"}


def test_answers_that_can_be_divided_in_two_ways_are_refused():
    parser = CombiningOutputParser({"a": parser_for(str), "b": parser_for(str)})
    with pytest.raises(OutputParserException, match="one way to divide the answers"):
        parser.parse("one\n\ntwo\n\nthree")


def test_answers_that_contradict_each_other_are_refused():
    parser = CombiningOutputParser([ANSWER, ANSWER])
    assert parser.parse('{"answer": 1}\n\n{"answer": 1}') == {"answer": 1}
    with pytest.raises(OutputParserException, match="one value of 'answer'"):
        parser.parse('{"answer": 1}\n\n{"answer": 2}')


@pytest.mark.parametrize(
    ("parsers", "message"),
    [
        ([ANSWER], "at least two parsers"),
        ([ANSWER, PARSER], "Cannot combine a combination"),
        ([ANSWER, CommaSeparatedListOutputParser()], "give the parsers as a mapping"),
    ],
)
def test_what_cannot_be_combined_is_refused(parsers, message):
    with pytest.raises(ConfigError, match=message):
        CombiningOutputParser(parsers)


def test_a_member_without_instructions_or_explain_of_its_own():
    class Plain:
        def get_format_instructions(self):
            raise NotImplementedError

        def parse(self, text):
            if text != "ok":
                raise ValueError("only ok")
            return {"said": text}

    parser = CombiningOutputParser([ANSWER, Plain()])
    assert parser.parse(f"{JSON}\n\nok") == {"answer": "x", "said": "ok"}
    assert "Answer in the form that Plain reads." in parser.get_format_instructions()
    with pytest.raises(OutputParserException, match="only ok"):
        parser.parse(f"{JSON}\n\nno")


def test_places_are_those_of_the_whole_completion():
    parsed = PARSER.explain(f"Sure!\n\n{JSON}\n\n{LINE}")
    assert parsed.repairs[0].span.of(parsed.text) == "```json"
    assert parsed.span.of(parsed.text).endswith("Explanation: b")
