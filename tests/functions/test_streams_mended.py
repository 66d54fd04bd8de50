"""Streams of a function whose answer is broken or cut: what was given stays, and only the rest is given after it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from loopback import Answer, Loopback
from structout.errors import ConfigError, FailureKind, ModelRequestError, OutputParserException
from structout.fixing import Budget, RetryError
from structout.functions import GroundingWarning, Partial, extract
from structout.llms import ChatOpenAI, Generation
from structout.llms.callbacks import BaseCallbackHandler
from structout.testing.doubles import ScriptedChatModel


class Row(BaseModel):
    n: int


ONE, TWO, THREE = Row(n=1), Row(n=2), Row(n=3)
WHOLE = '[{"n": 1}, {"n": 2}, {"n": 3}]'
BROKEN = ['[{"n": 1}, {"n": 2}, {', "and so on"]
CUT = Generation('[{"n": 1}, {"n": 2}, {"n"', finish_reason="length")


def rows_of(*replies: Any, **options: Any) -> Any:
    @extract(**{"llm": ScriptedChatModel(list(replies)), **options})
    def rows(text: str) -> Iterator[Row]:
        """Give rows. {text}"""

    return rows("x")


def arows_of(*replies: Any, **options: Any) -> Any:
    @extract(**{"llm": ScriptedChatModel(list(replies)), **options})
    async def rows(text: str) -> AsyncIterator[Row]:
        """Give rows. {text}"""

    return rows("x")


def collected(stream: Any) -> list[Any]:
    if hasattr(stream, "__next__"):
        return list(stream)

    async def collect() -> list[Any]:
        return [each async for each in stream]

    return asyncio.run(collect())


def refused(stream: Any) -> tuple[list[Any], OutputParserException]:
    seen: list[Any] = []
    with pytest.raises(OutputParserException) as caught:
        seen.extend(stream)
    return seen, caught.value


both = pytest.mark.parametrize("made", [rows_of, arows_of])


@both
def test_a_broken_list_is_asked_for_again_and_its_new_items_follow(made: Any) -> None:
    stream = made(BROKEN, WHOLE)
    assert collected(stream) == [ONE, TWO, THREE]
    assert [attempt.strategy for attempt in stream.attempts] == ["first", "short"]
    assert stream.attempts[0].completion == "".join(BROKEN)
    assert stream.usage.total_tokens > 0


@both
def test_a_list_that_is_right_costs_one_call(made: Any) -> None:
    stream = made(WHOLE)
    assert collected(stream) == [ONE, TWO, THREE]
    assert [(attempt.strategy, attempt.error) for attempt in stream.attempts] == [("first", None)]


def test_a_mended_list_that_differs_from_what_was_given_is_an_error_with_both() -> None:
    seen, error = refused(rows_of(BROKEN, '[{"n": 1}, {"n": 9}]'))
    assert seen == [ONE, TWO]
    assert error.kind is FailureKind.AMBIGUOUS
    assert "item 1 was Row(n=2), and is now Row(n=9)" in str(error)
    assert [attempt.completion for attempt in error.attempts] == ["".join(BROKEN), '[{"n": 1}, {"n": 9}]']


def test_a_mended_list_that_is_shorter_than_what_was_given_is_an_error() -> None:
    _, error = refused(rows_of(BROKEN, '[{"n": 1}]'))
    assert "item 1 was Row(n=2), and is now no such item" in str(error)


def test_no_retries_mean_no_call_after_the_stream() -> None:
    stream = rows_of(BROKEN, max_retries=0)
    seen, error = refused(stream)
    assert seen == [ONE, TWO]
    assert [attempt.error for attempt in stream.attempts] == [str(error)]


def test_what_is_never_mended_is_an_error_with_every_answer() -> None:
    _, error = refused(rows_of(BROKEN, "none", "nil", max_retries=2))
    assert isinstance(error, RetryError)
    assert [attempt.completion for attempt in error.attempts] == ["".join(BROKEN), "none", "nil"]


def test_the_strategy_of_the_function_is_asked() -> None:
    stream = rows_of(BROKEN, WHOLE, fix="naive")
    assert collected(stream) == [ONE, TWO, THREE]
    assert "did not satisfy the constraints" in stream.attempts[1].prompt


@both
def test_the_rest_of_a_cut_list_is_asked_for_and_given_as_it_comes(made: Any) -> None:
    more = Generation('[{"n": 3}, {"n"', finish_reason="length")
    stream = made(CUT, more, '[{"n": 4}]', on_truncation="continue")
    assert collected(stream) == [ONE, TWO, THREE, Row(n=4)]
    assert [attempt.strategy for attempt in stream.attempts] == ["first", "continue", "continue"]


def test_items_of_a_continuation_are_given_before_the_next_one_is_asked_for() -> None:
    asked: list[Any] = []
    more = Generation('[{"n": 3}, {"n": 4}, {"n"', finish_reason="length")
    replies = iter([CUT, more, '[{"n": 5}]'])

    @extract(
        llm=ScriptedChatModel(lambda prompt: (asked.append(prompt), next(replies))[1]),
        on_truncation="continue",
    )
    def rows(text: str) -> Iterator[Row]:
        """{text}"""

    stream = rows("x")
    assert [next(stream), next(stream), next(stream)] == [ONE, TWO, THREE]
    assert len(asked) == 2


def test_a_cut_list_is_one_call_unless_more_is_wanted() -> None:
    stream = rows_of(CUT)
    seen, error = refused(stream)
    assert (seen, error.kind) == ([ONE, TWO], FailureKind.TRUNCATED)
    assert len(stream.attempts) == 1


def test_a_cut_list_may_be_asked_for_with_more_room() -> None:
    llm = ScriptedChatModel([CUT, WHOLE])

    @extract(llm=llm, on_truncation="again", llm_kwargs={"max_tokens": 20})
    def rows(text: str) -> Iterator[Row]:
        """{text}"""

    assert list(rows("x")) == [ONE, TWO, THREE]
    assert [call["max_tokens"] for call in llm.calls] == [20, 40]


def test_a_budget_counts_the_streamed_call() -> None:
    seen, _ = refused(rows_of(BROKEN, WHOLE, budget=Budget(attempts=1)))
    assert seen == [ONE, TWO]


def test_a_prompt_that_alone_goes_over_the_budget_is_not_sent() -> None:
    with pytest.raises(ConfigError, match="no call was made"):
        list(rows_of(budget=Budget(tokens=3)))


def test_a_wrong_item_ends_the_stream_and_is_not_asked_for_again() -> None:
    stream = rows_of('[{"n": 1}, {"n": "x"}]')
    seen, error = refused(stream)
    assert seen == [ONE]
    assert error.errors[0].path == "$[1].n"
    assert stream.errors == (error,)


def test_wrong_items_are_left_out_of_a_mended_list_too() -> None:
    wrong = '[{"n": 1}, {"n": 2}, {"n": "x"}, {"n": 3}]'
    stream = rows_of(BROKEN, wrong, on_item_error="skip")
    assert collected(stream) == [ONE, TWO, THREE]
    assert [error.errors[0].path for error in stream.errors] == ["$[2].n"]


def grown(*replies: Any, **options: Any) -> list[Partial[Row]]:
    @extract(llm=ScriptedChatModel(list(replies)), **options)
    def row(text: str) -> Iterator[Partial[Row]]:
        """{text}"""

    return list(row("x"))


def test_a_value_that_grows_goes_on_with_the_mended_one() -> None:
    *_, last = grown(['{"n": ', '"many"}'], '{"n": 2}')
    assert (last.complete, last.value) == (True, TWO)
    assert last.parsed is not None
    assert [attempt.strategy for attempt in last.parsed.attempts] == ["first", "short"]


def test_handlers_are_told_of_what_failed_in_a_stream() -> None:
    seen: list[str] = []
    collected(rows_of(BROKEN, WHOLE, callbacks=[lambda event: seen.append(event.name)]))
    assert seen.count("on_attempt_failed") == 1
    assert (seen[0], seen[-2:]) == ("on_chain_start", ["on_value", "on_chain_end"])


def test_items_that_are_not_in_the_text_are_warned_of_at_the_end() -> None:
    with pytest.warns(GroundingWarning, match=r"\$\[2\].n = 3") as caught:
        collected_rows = list(rows_of(WHOLE, grounding="warn"))
    assert collected_rows == [ONE, TWO, THREE]
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    ("returns", "options", "message"),
    [
        (Iterator[Row], {"grounding": "fix"}, "would have to take parts of it back"),
        (Iterator[Partial[Row]], {"on_truncation": "continue"}, "asks for the rest of a list"),
        (Row, {"on_truncation": "continue"}, "asks for the rest of a list"),
        (Row, {"on_item_error": "skip"}, "is for lists and for iterators of items"),
        (Iterator[Partial[list[Row]]], {"on_item_error": "skip"}, "is for lists and for iterators"),
    ],
)
def test_what_cannot_be_had_together_is_refused_at_decoration(
    returns: Any, options: Any, message: str
) -> None:
    def ask(text: str) -> Any:
        """{text}"""

    ask.__annotations__["return"] = returns
    with pytest.raises(ConfigError, match=message):
        extract(**options)(ask)


@pytest.mark.parametrize("awaits", [False, True])
def test_a_streaming_server_that_refuses_schemas_is_asked_without(loopback: Loopback, awaits: bool) -> None:
    llm = ChatOpenAI(base_url=loopback.url, api_key="sk-test-000", model=f"m{awaits}", max_retries=0)
    loopback.say(Answer(status=400, error="no response_format here"), WHOLE)
    made = arows_of if awaits else rows_of
    assert collected(made(llm=llm, structured="auto")) == [ONE, TWO, THREE]
    assert collected(made(llm=llm, structured="auto")) == [ONE, TWO, THREE]
    assert ["response_format" in body for body in loopback.bodies] == [True, False, False]


def test_a_request_that_is_refused_anyway_comes_out_of_a_stream() -> None:
    with pytest.raises(ModelRequestError, match="no such model"):
        list(rows_of(ModelRequestError("no such model")))


def test_a_body_that_awaits_writes_the_prompt_of_a_stream() -> None:
    llm = ScriptedChatModel([WHOLE])

    @extract(llm=llm)
    async def rows(text: str) -> AsyncIterator[Row]:
        await asyncio.sleep(0)
        return f"Give rows of {text}"  # type: ignore[return-value]

    stream = rows("x")
    assert (stream.stopped, stream.attempts) == (None, ())
    assert collected(stream) == [ONE, TWO, THREE]
    assert llm.prompts[0][-1].content.startswith("Give rows of x")


@pytest.mark.parametrize("streams", [False, True])
def test_async_handlers_have_been_told_when_a_function_ends(streams: bool) -> None:
    told: list[str] = []

    class Slow(BaseCallbackHandler):
        async def on_chain_end(self, outputs: Any, **kwargs: Any) -> None:  # type: ignore[override]
            await asyncio.sleep(0.01)
            told.append("end")

    @extract(llm=ScriptedChatModel(['[{"n": 1}]']), callbacks=[Slow()])
    async def rows(text: str) -> AsyncIterator[Row]:
        """{text}"""

    async def collect() -> list[Row]:
        return [row async for row in rows("x")] if streams else (await rows.explain("x")).value

    async def seen() -> tuple[list[Row], list[str]]:
        return await collect(), list(told)

    assert asyncio.run(seen()) == ([ONE], ["end"])
