import pytest

from structout import ConfigError, OutputParserException
from structout.parsers import ResponseSchema, StructuredOutputParser
from structout.result import RepairKind

PARSER = StructuredOutputParser.from_response_schemas(
    [
        ResponseSchema(name="answer", description="the {answer}"),
        ResponseSchema("score", "how sure", type="integer"),
    ]
)
VALUE = {"answer": "x", "score": 1}


@pytest.mark.parametrize(
    "text",
    [
        '```json\n{"answer":"x","score":1}\n```',
        '{"answer":"x","score":1}',
        '```\n{"answer":"x","score":1}\n```',
        'Here:\n```JSON\n{"answer":"x","score":1,}\n```\nDone',
        "{'answer':'x','score':1}",
        'text {"answer":"x","score":1} text',
        '```json\n{\n\t"answer": "x"  // c\n\t"score": 1\n}\n```',
        "<think>{}</think>answer: x\nscore: 1",
    ],
)
def test_an_object_with_all_names_is_read(text):
    assert PARSER.parse(text) == VALUE


def test_types_are_not_checked_and_other_keys_stay():
    assert PARSER.parse('{"answer": null, "score": "oops", "extra": [1]}') == {
        "answer": None,
        "score": "oops",
        "extra": [1],
    }


@pytest.mark.parametrize("text", ["", "not json", '{"answer":"x"}', "[1]", '{"answer":"x'])
def test_anything_else_is_refused(text):
    with pytest.raises(OutputParserException):
        PARSER.parse(text)


def test_a_missing_name_is_told():
    with pytest.raises(OutputParserException, match=r"\$\.score.*expected the key 'score'"):
        PARSER.parse('```json\n{"answer":"x"}\n```')


def test_repairs_are_told():
    assert [repair.kind for repair in PARSER.explain('{"answer":"x","score":1,}').repairs] == [
        RepairKind.TRAILING_COMMA
    ]


def test_the_instructions_show_a_line_for_each_name():
    block = '```json\n{\n\t"answer": string  // the {answer}\n\t"score": integer  // how sure\n}\n```'
    assert PARSER.get_format_instructions(only_json=True) == block
    assert PARSER.get_format_instructions().endswith(f"\n\n{block}")


@pytest.mark.parametrize("names", [[], ["a", "a"]])
def test_no_names_or_one_twice_is_refused(names):
    with pytest.raises(ConfigError, match="of different names"):
        StructuredOutputParser([ResponseSchema(name, "") for name in names])
