"""Functions on the openai client and a real server on loopback: every mode and strategy, sync and async."""

from __future__ import annotations

import asyncio
import json
import pickle
import threading
import traceback
from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from loopback import Answer, Loopback, ToolPiece
from structout.errors import (
    FailureKind,
    ModelRequestError,
    ModelUnavailableError,
    OutputParserException,
)
from structout.functions import extract
from structout.llms import ChatOpenAI, InMemoryCache


class Person(BaseModel):
    name: str
    age: int


MARIA = '{"name": "Maria", "age": 34}'


def model(server: Loopback, **options: Any) -> ChatOpenAI:
    return ChatOpenAI(base_url=server.url, api_key="sk-test-000", model="m", max_retries=0, **options)


def person_on(server: Loopback, llm: ChatOpenAI | None = None, **options: Any) -> Any:
    @extract(llm=llm or model(server), **options)
    def person(text: str) -> Person:
        """Extract the person. {text}"""

    return person


@pytest.mark.parametrize("awaits", [False, True])
def test_text_mode_sends_messages_and_no_schema(loopback: Loopback, awaits: bool) -> None:
    person = person_on(loopback.say(MARIA))
    done = asyncio.run(person.aexplain("Maria is 34.")) if awaits else person.explain("Maria is 34.")
    assert done.value == Person(name="Maria", age=34)
    assert "response_format" not in loopback.bodies[0]
    assert done.usage.completion_tokens > 0


@pytest.mark.parametrize("awaits", [False, True])
def test_json_schema_mode_sends_a_strict_schema(loopback: Loopback, awaits: bool) -> None:
    person = person_on(loopback.say(MARIA), structured="json_schema")
    value = asyncio.run(person.acall("x")) if awaits else person("x")
    assert value.age == 34
    sent = loopback.bodies[0]["response_format"]["json_schema"]
    assert sent["strict"] is True
    assert sent["schema"]["additionalProperties"] is False


@pytest.mark.parametrize("awaits", [False, True])
def test_tools_mode_reads_the_arguments(loopback: Loopback, awaits: bool) -> None:
    answer = Answer(tool_calls=(ToolPiece(0, "a", "f", MARIA),), finish_reason="tool_calls")
    person = person_on(loopback.say(answer), structured="tools")
    assert (asyncio.run(person.acall("x")) if awaits else person("x")).age == 34
    assert loopback.bodies[0]["tools"]


def test_auto_falls_back_to_text_and_remembers(loopback: Loopback) -> None:
    person = person_on(
        loopback.say(Answer(status=400, error="no response_format here"), MARIA), structured="auto"
    )
    assert person("x").age == 34
    assert person("x").age == 34
    sent = [{"response_format", "tools"} & body.keys() for body in loopback.bodies]
    assert sent == [{"response_format"}, set(), set()]


def test_auto_falls_back_when_awaited_and_for_that_model_alone(loopback: Loopback) -> None:
    refusing, taking = model(loopback, temperature=0.25), model(loopback, temperature=0.75)
    loopback.say(Answer(status=400, error="no response_format here"), MARIA)
    assert asyncio.run(person_on(loopback, refusing, structured="auto").acall("x")).age == 34
    assert asyncio.run(person_on(loopback, taking, structured="auto").acall("x")).age == 34
    assert ["response_format" in body for body in loopback.bodies] == [True, False, True]


def test_the_environment_may_name_the_model(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", loopback.say(MARIA).url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-000")
    monkeypatch.setenv("STRUCTOUT_LLM", f"openai:named-{loopback.url}")

    @extract
    def person(text: str) -> Person:
        """{text}"""

    assert person("x").age == 34
    assert loopback.bodies[0]["model"] == f"named-{loopback.url}"


def test_no_secret_is_in_logs_errors_events_or_pickles(
    loopback: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[object] = []
    person = person_on(loopback.say("nobody", "nobody at all", "none"), callbacks=[told.append])
    with caplog.at_level("DEBUG"), pytest.raises(OutputParserException) as caught:
        person("x")
    error = caught.value
    assert error.__traceback__ is not None
    # Without the frame of this test, whose server has kept the requests.
    ours = traceback.TracebackException(
        type(error), error, error.__traceback__.tb_next, capture_locals=True, lookup_lines=False
    )
    trace = "".join(ours.format())
    shown = [caplog.text, repr(told), str(error), repr(error), trace, pickle.dumps(error).decode("latin-1")]
    assert [text for text in shown if "sk-test-000" in text] == []


def test_a_request_that_is_wrong_without_a_schema_too_is_no_refusal_of_schemas(loopback: Loopback) -> None:
    bad = Answer(status=400, error="no such model")
    person = person_on(loopback.say(bad, bad, MARIA), structured="auto")
    with pytest.raises(ModelRequestError, match="no such model"):
        person("x")
    assert person("x").age == 34
    assert ["response_format" in body for body in loopback.bodies] == [True, False, True]


@pytest.mark.parametrize(
    ("fix", "sent"),
    [
        ("naive", "did not satisfy the constraints"),
        ("retry", "does not have the form"),
        ("retry_with_error", "What is wrong with it"),
        ("short", "The last answer was wrong"),
        ("again", "Answer with one JSON object"),
        ("constrained", "Answer with one JSON object"),
        ("auto", "Answer with one JSON object"),
    ],
)
@pytest.mark.parametrize("awaits", [False, True])
def test_every_strategy_asks_again_over_http(loopback: Loopback, fix: str, sent: str, awaits: bool) -> None:
    person = person_on(loopback.say("I see nobody", MARIA), fix=fix)
    done = asyncio.run(person.aexplain("Maria is 34.")) if awaits else person.explain("Maria is 34.")
    assert done.value.age == 34
    assert sent in loopback.bodies[1]["messages"][-1]["content"]
    assert len(done.attempts) == 2


def test_fields_asks_for_the_failing_one_over_http(loopback: Loopback) -> None:
    loopback.say('{"name": "Maria", "age": "?"}', '{"age": 34}')
    done = person_on(loopback, fix="fields").explain("Maria is 34.")
    assert done.value.age == 34
    schema = loopback.bodies[1]["response_format"]["json_schema"]["schema"]
    assert list(schema["properties"]) == ["age"]


@pytest.mark.parametrize("awaits", [False, True])
def test_a_cut_answer_is_one_call(loopback: Loopback, awaits: bool) -> None:
    loopback.say(Answer('{"name": "Mar', finish_reason="length"))
    person = person_on(loopback, llm_kwargs={"max_tokens": 5})
    with pytest.raises(OutputParserException, match="max_tokens=5") as caught:
        asyncio.run(person.acall("x")) if awaits else person("x")
    assert caught.value.kind is FailureKind.TRUNCATED
    assert len(loopback.bodies) == 1


def test_a_refusal_is_not_pressed(loopback: Loopback) -> None:
    person = person_on(loopback.say(Answer(refusal="I cannot help with that.")))
    with pytest.raises(OutputParserException) as caught:
        person("x")
    assert caught.value.kind is FailureKind.REFUSAL
    assert len(loopback.bodies) == 1


def test_an_overloaded_server_is_no_wrong_answer(loopback: Loopback) -> None:
    person = person_on(loopback.say(Answer(status=503, error="deployment sk-live-9 is overloaded")))
    with pytest.raises(ModelUnavailableError):
        person("x")
    assert len(loopback.bodies) == 1


def test_failures_are_not_cached_and_values_are(loopback: Loopback) -> None:
    llm = model(loopback.say("I see nobody", MARIA), cache=InMemoryCache())
    person = person_on(loopback, llm, max_retries=0)
    with pytest.raises(OutputParserException):
        person("x")
    assert person("x").age == 34
    assert person("x").age == 34
    assert len(loopback.bodies) == 2


def test_items_are_streamed(loopback: Loopback) -> None:
    pieces = ('[{"name": "Maria", ', '"age": 34}, {"na', 'me": "John", "age": 25}]')

    @extract(llm=model(loopback.say(Answer("".join(pieces), chunks=pieces))))
    def people(text: str) -> Iterator[Person]:
        """{text}"""

    assert [person.name for person in people("x")] == ["Maria", "John"]
    assert loopback.bodies[0]["stream"] is True


@pytest.mark.parametrize("streams", [False, True])
def test_the_rest_of_a_cut_list_is_enforced_as_the_list_was(loopback: Loopback, streams: bool) -> None:
    cut = Answer('{"value": [{"name": "Maria", "age": 34}, {"na', finish_reason="length")
    llm = model(loopback.say(cut, '{"value": [{"name": "John", "age": 25}]}'))

    def ask(text: str) -> Any:
        """{text}"""

    several = Annotated[list[Person], Field(min_length=2)]
    ask.__annotations__["return"] = Iterator[Person] if streams else several
    people = extract(llm=llm, structured="json_schema", on_truncation="continue")(ask)
    assert [person.name for person in people("x")] == ["Maria", "John"]
    schema = loopback.bodies[1]["response_format"]["json_schema"]["schema"]
    assert "minItems" not in schema["properties"]["value"]


def test_threads_and_loops_share_one_function(loopback: Loopback) -> None:
    person = person_on(loopback.say(MARIA))
    values = [asyncio.run(person.acall("a")), asyncio.run(person.acall("b"))]

    async def many() -> list[Person]:
        return await asyncio.gather(*(person.acall(str(n)) for n in range(8)))

    values += asyncio.run(many())
    threads = [threading.Thread(target=lambda: values.append(person("c"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == [Person(name="Maria", age=34)] * 14


def test_no_secret_is_in_what_a_function_shows(loopback: Loopback) -> None:
    person = person_on(loopback.say(MARIA))
    shown = repr(person) + repr(person.explain("x")) + json.dumps(str(person.prompt("x")))
    assert "sk-test-000" not in shown
