"""What stands around a growing value, what a model's validators see of it, and streams of real models and chains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator, BaseModel, model_validator

from structout.chains import LLMChain
from structout.errors import FailureKind, OutputParserException
from structout.functions import Partial, extract
from structout.parsers import parser_for
from structout.prompts import PromptTemplate
from structout.testing.doubles import ScriptedLLM


class Point(BaseModel):
    x: int
    y: int | None = None


POINT = '{"x": 1, "y": 2}'


@pytest.mark.parametrize(
    "text",
    [
        f"<think>so {{x}} or {{'x': 3}}?</think>{POINT}",
        f"Here you are:\n```json\n{POINT}\n```\nThat is all.",
        f"The set {{a, b}} is empty {{}} so {POINT}",
        f"<answer>{POINT}</answer>",
        f"First draft: {POINT}\nFinal: {POINT}",
    ],
)
def test_the_value_is_seen_through_what_is_around_it(text: str) -> None:
    partials = list(parser_for(Point).stream([*text]))
    assert {"x": 1} in [partial.json for partial in partials[:-1]]
    assert partials[-1].value == Point(x=1, y=2)


def stopped_at(text: str) -> str:
    fed: list[str] = []

    def chunks() -> Iterator[str]:
        for char in text:
            fed.append(char)
            yield char

    list(parser_for(Point).stream(chunks(), stop_early=True))
    return "".join(fed)


def test_an_early_end_comes_behind_a_fenced_value() -> None:
    assert stopped_at(f"```json\n{POINT}\n```\nso much for that") == f"```json\n{POINT}"


@pytest.mark.parametrize(
    "text",
    [
        f'An example: {{"x": 9}}\nFinal answer: {POINT}',
        f'I first thought of {{"x": 9}}.\n</think>\n{POINT}',
        f'{{"name": "no point"}} {POINT}',
    ],
)
def test_no_early_end_where_the_answer_is_still_to_come(text: str) -> None:
    assert stopped_at(text).endswith(POINT)
    assert list(parser_for(Point).stream([*text], stop_early=True))[-1].value == Point(x=1, y=2)


def test_equal_rows_are_no_loop() -> None:
    text = "[" + ", ".join(['{"x": 1, "y": 2}'] * 40) + "]"
    assert len(list(parser_for(list[Point]).stream([*text], stop_early=True))[-1].value) == 40


def test_rows_without_end_are_a_loop() -> None:
    def chunks() -> Iterator[str]:
        yield "["
        while True:
            yield '{"x": 1, "y": 2}, '

    with pytest.raises(OutputParserException) as caught:
        list(parser_for(list[Point]).stream(chunks(), stop_early=True))
    assert caught.value.kind is FailureKind.REPETITION_LOOP


def test_the_models_own_validator_runs_once_and_on_the_whole() -> None:
    seen: list[Any] = []

    class Task(BaseModel):
        title: str
        owner: str

        @model_validator(mode="after")
        def note(self) -> Task:
            seen.append((self.title, self.owner))
            return self

    list(parser_for(Task).stream([*'{"title": "t", "owner": "u"}']))
    assert seen == [("t", "u")]


def test_validators_of_parts_run_when_the_part_is_whole_and_with_the_whole() -> None:
    runs: Counter[int] = Counter()

    class Part(BaseModel):
        n: int

        @model_validator(mode="after")
        def note(self) -> Part:
            runs[self.n] += 1
            return self

    class Whole(BaseModel):
        parts: list[Part]

    list(parser_for(Whole).stream([*'{"parts": [{"n": 1}, {"n": 2}]}']))
    assert runs == {1: 2, 2: 2}


def test_a_part_that_is_whole_was_validated_once() -> None:
    class Part(BaseModel):
        name: Annotated[str, AfterValidator(lambda name: name + "!")]
        tags: list[Annotated[str, AfterValidator(lambda tag: tag + "?")]]

    shown = parser_for(dict[str, Part]).growth().feed('{"a": {"name": "x", "tags": ["y"]}, ')
    assert shown is not None
    assert shown.value["a"] == Part.model_construct(name="x!", tags=["y?"])


def test_a_validator_that_fails_in_its_own_way_does_not_end_the_stream_early() -> None:
    class Part(BaseModel):
        n: dict[str, int]

        @model_validator(mode="after")
        def note(self) -> Part:
            self.n["absent"]
            return self

    stream = parser_for(list[Part]).stream([*'[{"n": {}}, {"n": {}}]'])
    assert next(stream).json == [{}]
    with pytest.raises(OutputParserException):
        list(stream)


def test_a_chain_and_a_pipe_stream_values() -> None:
    prompt = PromptTemplate.from_template("{q}")
    parser = parser_for(Point)
    chain = LLMChain(llm=ScriptedLLM([['{"x": 1', ', "y": 2}']]), prompt=prompt)
    assert list(parser.stream(chain.stream({"q": "?"})))[-1].value == Point(x=1, y=2)
    pipe = prompt | ScriptedLLM([['{"x": 1', ', "y": 2}']]) | parser
    assert [partial.json for partial in pipe.stream({"q": "?"})][-2:] == [{"x": 1, "y": 2}, Point(x=1, y=2)]


@pytest.mark.local_model
def test_the_local_model_streams_a_value_to_its_end(smollm: Any) -> None:
    class Job(BaseModel):
        name: str
        since: int

    @extract(llm=smollm, structured="json_schema")
    def job(text: str) -> Iterator[Partial[Job]]:
        """Who works where? {text}"""

    partials = list(job("Dr. Lena Koch has worked as a chemist at Bayer since 2015."))
    assert partials[-1].value.since == 2015
    assert len(partials) > 3
    names = [partial.value.name for partial in partials if partial.value.name]
    assert all(partials[-1].value.name.startswith(name) for name in names)
