"""A chain whose completion holds no value asks its model again, as ``fix=`` says."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pydantic import BaseModel

from structout.chains import LLMChain
from structout.errors import ConfigError, ModelRequestError, OutputParserException
from structout.fixing import STRATEGIES, Budget, RetryError
from structout.llms import Generation, InMemoryCache
from structout.parsers import PydanticOutputParser
from structout.prompts import ChatPromptTemplate, PromptTemplate
from structout.testing.doubles import ScriptedChatModel, ScriptedLLM


class Person(BaseModel):
    name: str
    age: int


MARIA = '{"name": "Maria", "age": 34}'
PARSER = PydanticOutputParser(pydantic_object=Person)


class Enforcing(ScriptedChatModel):
    structured_modes = frozenset({"text", "json_schema"})


def chain_on(*replies: Any, **options: Any) -> LLMChain:
    llm = options.pop("llm", None) or Enforcing(list(replies))
    prompt = PromptTemplate.from_template("Who is it? {text}\n{form}")
    return LLMChain(
        llm=llm,
        prompt=prompt.partial(form=PARSER.get_format_instructions()),
        output_parser=PARSER,
        **options,
    )


def test_a_chain_without_fix_raises_the_error_of_its_parser() -> None:
    chain = chain_on("nobody")
    with pytest.raises(OutputParserException):
        chain.run("Maria is 34.")
    assert len(chain.llm.prompts) == 1


@pytest.mark.parametrize("fix", [*STRATEGIES, ["short", "again"]])
@pytest.mark.parametrize("awaits", [False, True])
def test_a_chain_takes_every_strategy(fix: Any, awaits: bool) -> None:
    chain = chain_on('{"name": "Maria", "age": "?"}', MARIA, fix=fix)
    value = asyncio.run(chain.arun("Maria is 34.")) if awaits else chain.run("Maria is 34.")
    assert value == Person(name="Maria", age=34)
    assert len(chain.llm.prompts) == 2


def test_the_long_instructions_are_not_repeated_by_a_short_fix() -> None:
    chain = chain_on("nobody", MARIA, fix="short")
    chain.run("Maria is 34.")
    sent = chain.llm.prompts[1][-1].content
    assert "Who is it? Maria is 34." in sent
    assert "conforms to the JSON schema below" not in sent
    assert "nobody" not in sent


def test_a_schema_is_enforced_where_the_model_can_and_left_out_where_its_server_refuses() -> None:
    # A model of its own: that it refused is remembered for the whole process.
    class Refusing(Enforcing):
        pass

    replies = ["nobody", ModelRequestError("no response_format here"), MARIA]
    chain = chain_on(llm=Refusing(replies), fix="constrained")
    assert chain.run("Maria is 34.").age == 34
    assert [call.get("structured") for call in chain.llm.calls] == [None, "json_schema", None]


def test_the_error_has_every_answer() -> None:
    chain = chain_on("nobody", "none", "nil", fix="naive", max_retries=2)
    with pytest.raises(RetryError) as caught:
        chain.run("Maria is 34.")
    assert [attempt.completion for attempt in caught.value.attempts] == ["nobody", "none", "nil"]


def test_a_budget_counts_the_first_call() -> None:
    chain = chain_on("nobody", MARIA, fix="naive", budget=Budget(attempts=1))
    with pytest.raises(OutputParserException):
        chain.run("Maria is 34.")
    assert len(chain.llm.prompts) == 1


def test_an_answer_cut_by_length_is_not_asked_for_again() -> None:
    chain = chain_on(Generation('{"name": "Mar', finish_reason="length"), MARIA, fix="auto")
    with pytest.raises(OutputParserException, match="cut off"):
        chain.run("Maria is 34.")
    assert len(chain.llm.prompts) == 1


def test_several_inputs_are_mended_one_by_one() -> None:
    chain = chain_on(llm=ScriptedLLM([MARIA, "nobody", '{"name": "John", "age": 25}']), fix="short")
    outputs = chain.apply([{"text": "Maria is 34."}, {"text": "John is 25."}])
    assert [each["text"].name for each in outputs] == ["Maria", "John"]
    assert "John is 25." in chain.llm.prompts[2]


def test_stop_words_of_the_call_hold_for_every_request() -> None:
    chain = chain_on("nobody", MARIA, fix="naive")
    chain({"text": "Maria is 34.", "stop": ["\n\n"]})
    assert [call["stop"] for call in chain.llm.calls] == [["\n\n"], ["\n\n"]]


def test_a_refused_answer_is_not_kept_by_the_cache() -> None:
    llm = ScriptedChatModel(["nobody", "none", MARIA], cache=InMemoryCache())
    chain = chain_on(llm=llm, fix="short")
    with pytest.raises(RetryError):
        chain.run("Maria is 34.")
    assert chain.run("Maria is 34.").age == 34


def test_handlers_are_told_of_failed_attempts() -> None:
    seen: list[str] = []
    chain = chain_on("nobody", MARIA, fix="short")
    chain({"text": "Maria is 34."}, callbacks=[lambda event: seen.append(event.name)])
    assert seen.count("on_attempt_failed") == 1
    assert seen.count("on_llm_end") == 2


def test_the_messages_of_a_chat_prompt_are_what_is_asked_again() -> None:
    llm = ScriptedChatModel(["nobody", MARIA])
    prompt = ChatPromptTemplate.from_messages([("system", "Be exact."), ("human", "Who? {text}")])
    chain = LLMChain(llm=llm, prompt=prompt, output_parser=PARSER, fix="retry")
    assert chain.run("Maria is 34.").age == 34
    assert "Be exact." in llm.prompts[1][-1].content


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"fix": "clever", "output_parser": PARSER}, "fix must be one of naive"),
        ({"fix": "auto"}, "fix= needs a parser"),
        ({"fix": "auto", "output_parser": PARSER, "max_retries": -1}, "max_retries must be 0 or more"),
    ],
)
def test_a_chain_that_cannot_mend_is_refused_at_construction(options: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        LLMChain(llm=ScriptedLLM([]), prompt=PromptTemplate.from_template("{text}"), **options)


def test_nothing_of_it_is_saved() -> None:
    assert "fix" not in chain_on(fix="auto").dict()
