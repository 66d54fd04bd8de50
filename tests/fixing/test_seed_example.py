"""The example that OutputFixingParser was introduced with in 2023, with only the import changed."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, Field

from loopback import Loopback
from structout import ChatOpenAI, OutputFixingParser, OutputParserException, PydanticOutputParser

MISFORMATTED = "{'name': 'Tom Hanks', 'film_names': ['Forrest Gump']}"


class Actor(BaseModel):
    name: str = Field(description="name of an actor")
    film_names: list[str] = Field(description="list of names of films they starred in")


HANKS = Actor(name="Tom Hanks", film_names=["Forrest Gump"])


@pytest.fixture
def server(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> Loopback:
    monkeypatch.setenv("OPENAI_BASE_URL", loopback.url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-000")
    return loopback.say('{"name": "Tom Hanks", "film_names": ["Forrest Gump"]}')


def test_the_misformatted_text_parses_with_no_call(server: Loopback) -> None:
    parser = PydanticOutputParser(pydantic_object=Actor)
    new_parser = OutputFixingParser.from_llm(parser=parser, llm=ChatOpenAI())
    assert new_parser.parse(MISFORMATTED) == HANKS
    assert server.bodies == []


def test_a_strict_parser_refuses_it_and_the_model_mends_it(server: Loopback) -> None:
    parser = PydanticOutputParser(pydantic_object=Actor, max_severity="none")
    with pytest.raises(OutputParserException):
        parser.parse(MISFORMATTED)
    new_parser = OutputFixingParser.from_llm(parser=parser, llm=ChatOpenAI())
    assert new_parser.parse(MISFORMATTED) == HANKS
    (sent,) = server.bodies[0]["messages"]
    assert sent["role"] == "user"
    assert sent["content"].startswith(
        "Instructions:\n--------------\nThe output should be formatted as a JSON"
    )
    assert f"Completion:\n--------------\n{MISFORMATTED}\n--------------\n" in sent["content"]
