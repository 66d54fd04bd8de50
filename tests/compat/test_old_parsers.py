from datetime import datetime
from enum import Enum

import pytest
from pydantic import BaseModel

from structout import parsers
from structout.llms import Generation
from structout.testing.doubles import ScriptedChatModel


class Film(BaseModel):
    title: str
    year: int


class Colors(Enum):
    RED = "red"


@pytest.fixture
def old(old_paths):
    import langchain.output_parsers
    import langchain.schema

    return langchain.output_parsers, langchain.schema


def test_the_z_of_a_datetime_is_a_letter_as_it_was(old):
    assert old[0].DatetimeOutputParser().parse("2023-07-04T14:30:00.000000Z") == datetime(2023, 7, 4, 14, 30)


def test_the_format_of_a_datetime_parser_can_be_set_later(old):
    parser = old[0].DatetimeOutputParser()
    parser.format = "%H:%M"
    assert (parser.parse("14:30").hour, parser.format) == (14, "%H:%M")


def test_parsers_say_what_they_return(old):
    of = old[0]
    made = [
        of.CommaSeparatedListOutputParser(),
        of.DatetimeOutputParser(),
        of.EnumOutputParser(enum=Colors),
        of.BooleanOutputParser(),
        of.PydanticOutputParser(pydantic_object=Film),
    ]
    assert [parser.OutputType for parser in made] == [list[str], datetime, Colors, bool, Film]


def test_a_parser_of_ones_own_is_a_model_with_fields_and_works_in_a_pipe(old):
    class Prefixed(old[1].BaseOutputParser[str]):
        prefix: str

        def parse(self, text: str) -> str:
            return self.prefix + text

    parser = Prefixed(prefix="> ")
    assert parser.OutputType is str
    assert parser.parse_result([Generation("a")]) == "> a"
    assert (ScriptedChatModel(["hi"]) | parser).invoke("x") == "> hi"


def test_our_parsers_count_as_old_ones_and_other_things_do_not(old):
    base = old[1].BaseOutputParser
    assert isinstance(parsers.BooleanOutputParser(), base)
    assert not isinstance("text", base)


def test_json_is_not_held_against_the_model_class(old):
    parser = old[0].JsonOutputParser(pydantic_object=Film)
    assert parser.parse('{"title": "Ran"}') == {"title": "Ran"}
    assert '"year"' in parser.get_format_instructions()


def test_json_streams_as_plain_values(old):
    pieces = ['{"title": "R', 'an", "year"', ": 1985}"]
    assert list(old[0].JsonOutputParser().transform(pieces))[-1] == {"title": "Ran", "year": 1985}


def test_a_list_streams_item_by_item(old):
    assert list(old[0].CommaSeparatedListOutputParser().transform(["a, b", "c, d"])) == [["a"], ["bc"], ["d"]]


def test_a_fixing_parser_may_ask_any_step(old):
    from langchain.schema.runnable import RunnableLambda

    asked = []
    answer = RunnableLambda(lambda prompt: asked.append(prompt.to_string()) or "YES")
    parser = old[0].OutputFixingParser.from_llm(parser=old[0].BooleanOutputParser(), llm=answer)
    assert parser.parse("hm") is True
    assert "Completion:\n--------------\nhm\n" in asked[0]


def test_the_old_exception_is_ours_with_its_old_arguments(old):
    error = old[1].OutputParserException("bad", observation="do it again", llm_output="x", send_to_llm=True)
    assert (str(error), error.observation, error.llm_output) == ("bad", "do it again", "x")
    with pytest.raises(ValueError, match="'observation' & 'llm_output' are required"):
        old[1].OutputParserException("bad", send_to_llm=True)


def test_instructions_of_pydantic_have_one_field(old):
    from langchain.output_parsers.format_instructions import PYDANTIC_FORMAT_INSTRUCTIONS

    text = PYDANTIC_FORMAT_INSTRUCTIONS.format(schema="S")
    assert text.endswith("Here is the output schema:\n```\nS\n```")
    assert 'the object {"foo": ["bar", "baz"]} is' in text


def test_a_parser_may_read_results_in_place_of_texts(old):
    class Loud(old[1].BaseGenerationOutputParser[str]):
        def parse_result(self, result, *, partial=False):
            return result[0].message.content.upper() if result[0].message else result[0].text

    assert (ScriptedChatModel(["hi"]) | Loud()).invoke("x") == "HI"
    assert Loud().parse("a") == "a"


def test_models_may_come_by_the_path_of_pydantic(old):
    from langchain.pydantic_v1 import BaseModel as Base, Field

    class Town(Base):
        name: str = Field(description="its name")

    assert old[0].PydanticOutputParser(pydantic_object=Town).parse("{'name': 'Ulm'}").name == "Ulm"


def test_a_model_of_pydantic_1_is_read_and_told(old):
    from pydantic.v1 import BaseModel as First

    class Town(First):
        name: str
        founded: int

    parser = old[0].PydanticOutputParser(pydantic_object=Town)
    assert parser.parse("{'name': 'Ulm', 'founded': 854,}") == Town(name="Ulm", founded=854)
    assert '"founded": {"title": "Founded", "type": "integer"}' in parser.get_format_instructions()
    with pytest.raises(old[1].OutputParserException, match="founded"):
        parser.parse('{"name": "Ulm"}')
