"""Parsers of function calls, by their old names."""

import pytest
from pydantic import BaseModel

from structout.compat.langchain import function_calls as calls, models
from structout.compat.langchain.messages import AIMessage, ChatGeneration
from structout.errors import OutputParserException


class Town(BaseModel):
    name: str
    founded: int


class River(BaseModel):
    length: float


def said(arguments, name="town"):
    call = {"name": name, "arguments": arguments}
    return ChatGeneration(AIMessage("", additional_kwargs={"function_call": call}))


ULM = "{'name': 'Ulm', 'founded': 854,}"


@pytest.mark.parametrize(
    ("parser", "value"),
    [
        (calls.JsonOutputFunctionsParser(), {"name": "Ulm", "founded": 854}),
        (
            calls.JsonOutputFunctionsParser(args_only=False),
            {"name": "town", "arguments": {"name": "Ulm", "founded": 854}},
        ),
        (calls.JsonKeyOutputFunctionsParser(key_name="name"), "Ulm"),
        (calls.PydanticOutputFunctionsParser(pydantic_schema=Town), Town(name="Ulm", founded=854)),
        (
            calls.PydanticOutputFunctionsParser(pydantic_schema={"town": Town, "river": River}),
            Town(name="Ulm", founded=854),
        ),
        (calls.PydanticAttrOutputFunctionsParser(pydantic_schema=Town, attr_name="founded"), 854),
    ],
)
def test_arguments_are_read_as_a_completion_is(parser, value):
    assert parser.parse_result([said(ULM)]) == value


@pytest.mark.parametrize(
    ("parser", "generation", "words"),
    [
        (
            calls.JsonOutputFunctionsParser(),
            ChatGeneration(AIMessage("hi")),
            "Could not parse function call: ",
        ),
        (calls.JsonOutputFunctionsParser(strict=True), said(ULM), "single-quotes|quote"),
        (calls.JsonKeyOutputFunctionsParser(key_name="x"), said(ULM), "expected the argument 'x', found"),
        (
            calls.PydanticOutputFunctionsParser(pydantic_schema={"river": River}),
            said(ULM),
            r"expected a call of one of \['river'\], found one of 'town'",
        ),
    ],
)
def test_what_is_no_such_call_is_an_error(parser, generation, words):
    with pytest.raises(OutputParserException, match=words):
        parser.parse_result([generation])


def test_a_message_in_a_pipe_is_read_too_and_its_pieces_as_they_come():
    message = AIMessage(
        "", additional_kwargs={"function_call": {"name": "f", "arguments": '{"a": 1,"b": 2}'}}
    )
    pipe = models.GenericFakeChatModel(messages=iter([message, message])) | calls.JsonOutputFunctionsParser()
    assert pipe.invoke("x") == {"a": 1, "b": 2}
    assert list(pipe.stream("x"))[-1] == {"a": 1, "b": 2}
