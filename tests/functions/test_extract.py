"""@extract: declarations, what is sent, what comes back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ValidationInfo, field_validator, model_validator

from structout.errors import (
    ConfigError,
    FailureKind,
    ModelRequestError,
    OutputParserException,
    TemplateError,
)
from structout.fixing import Budget, RetryError, Situation
from structout.functions import Partial, configure, extract
from structout.llms import Generation
from structout.messages import AIMessage, HumanMessage, SystemMessage
from structout.testing.doubles import ScriptedChatModel, ScriptedLLM


class Person(BaseModel):
    name: str
    age: int


MARIA = '{"name": "Maria", "age": 34}'


def chat(*replies: Any) -> ScriptedChatModel:
    return ScriptedChatModel(list(replies))


# Declarations.


def test_the_docstring_is_the_prompt_and_the_annotation_the_type() -> None:
    llm = chat(MARIA)

    @extract(llm=llm)
    def person(text: str) -> Person:
        """Extract the person.

        {text}
        """

    assert person("Maria, 34") == Person(name="Maria", age=34)
    (sent,) = llm.prompts[0]
    assert sent.content.startswith("Extract the person.\n\nMaria, 34\n\n")
    assert '"name"' in sent.content


def test_defaults_and_keyword_only_arguments_fill_the_template() -> None:
    llm = chat("7")

    @extract(llm=llm)
    def count(text: str, unit: str = "apples", *, where: str) -> int:
        """How many {unit} {where}? {text}"""

    assert count("seven", where="here") == 7
    assert llm.prompts[0][0].content.startswith("How many apples here? seven")


def test_a_call_that_does_not_fit_the_signature_is_a_type_error() -> None:
    @extract(llm=chat())
    def count(text: str) -> int:
        """{text}"""

    with pytest.raises(TypeError, match="missing a required argument: 'text'"):
        count()  # type: ignore[call-arg]


def test_methods_are_bound() -> None:
    llm = chat("7", "8")

    class Shop:
        @extract(llm=llm)
        def count(self, text: str) -> int:
            """How many? {text}"""

    assert Shop().count("seven") == 7
    assert Shop().count.explain("eight").value == 8


def test_static_and_class_methods_stand_above() -> None:
    class Shop:
        @staticmethod
        @extract(llm=chat("7"))
        def count(text: str) -> int:
            """How many? {text}"""

        @classmethod
        @extract(llm=chat("8"))
        def tally(cls, text: str) -> int:
            """How many? {text}"""

    assert Shop.count("seven") == 7
    assert Shop.tally("eight") == 8


def test_what_is_no_function_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(ConfigError, match="found staticmethod; put @staticmethod"):
        extract(llm=chat())(staticmethod(len))  # type: ignore[arg-type]


def test_format_instructions_go_where_the_template_places_them() -> None:
    @extract(llm=chat())
    def person(text: str) -> Person:
        """{format_instructions}
        Text: {text}"""

    prompt = person.prompt("Maria").to_string()
    assert prompt.endswith("Text: Maria")
    assert "name" in prompt.split("Text:")[0]


def test_braces_in_arguments_are_data() -> None:
    @extract(llm=chat())
    def count(text: str) -> int:
        """How many in {{braces}}? {text}"""

    assert "How many in {braces}? {0.__class__} {x}" in count.prompt("{0.__class__} {x}").to_string()


def test_a_body_that_returns_the_prompt_is_run() -> None:
    llm = chat("7")

    @extract(llm=llm)
    def count(words: list[str]) -> int:
        return f"How many words are these: {', '.join(words)}?"  # type: ignore[return-value]

    assert count(["a", "b"]) == 7
    assert llm.prompts[0][0].content.startswith("How many words are these: a, b?")


def test_a_body_may_return_messages() -> None:
    llm = chat("7")

    @extract(llm=llm)
    def count(text: str) -> int:
        return [SystemMessage("Be brief."), HumanMessage(text)]  # type: ignore[return-value]

    assert count("seven") == 7
    assert [message.role for message in llm.prompts[0]] == ["system", "user"]


def test_a_body_that_returns_nothing_useful_is_an_error_before_the_call() -> None:
    llm = chat()

    @extract(llm=llm)
    def count(text: str) -> int:
        return len(text)

    with pytest.raises(ConfigError, match="must return the prompt"):
        count("seven")
    assert llm.prompts == []


def test_an_ellipsis_is_an_empty_body() -> None:
    @extract(llm=chat("7"))
    def count(text: str) -> int:
        """How many? {text}"""

    assert count("seven") == 7


def test_a_missing_docstring_is_an_error_at_decoration() -> None:
    with pytest.raises(ConfigError, match="count has no docstring"):

        @extract(llm=chat())
        def count(text: str) -> int: ...


def test_a_missing_return_annotation_is_an_error_at_decoration() -> None:
    with pytest.raises(ConfigError, match="count has no return annotation"):

        @extract(llm=chat())
        def count(text: str):  # type: ignore[no-untyped-def]
            """{text}"""


def test_a_field_that_is_no_argument_is_an_error_at_decoration() -> None:
    with pytest.raises(ConfigError, match="has the field 'txt', which is no argument"):

        @extract(llm=chat())
        def count(text: str) -> int:
            """{txt}"""


def test_a_template_that_uses_no_argument_is_an_error_at_decoration() -> None:
    with pytest.raises(ConfigError, match="uses none of its arguments"):

        @extract(llm=chat())
        def count(text: str) -> int:
            """How many?"""


def test_unsafe_fields_are_refused_at_decoration() -> None:
    with pytest.raises(TemplateError):

        @extract(llm=chat())
        def count(text: str) -> int:
            """{text.__class__}"""


def test_a_type_that_is_no_data_is_an_error_at_decoration() -> None:
    with pytest.raises(ConfigError, match="cannot be read from text"):

        @extract(llm=chat())
        def lock(text: str) -> threading.Thread:
            """{text}"""


@pytest.mark.parametrize("tp", [None, Iterator, AsyncIterator])
def test_a_result_that_says_nothing_is_an_error_at_decoration(tp: Any) -> None:
    def ask(text: str) -> Any:
        """{text}"""

    ask.__annotations__["return"] = tp
    with pytest.raises(ConfigError, match=r"returns (None|.*Iterator of anything)"):
        extract(llm=chat())(ask)


def test_an_option_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ConfigError, match="there is no option 'retries'"):
        extract(retries=1)  # type: ignore[call-overload]


# Types by name.


def test_a_class_local_to_a_function_is_found() -> None:
    class Route(BaseModel):
        name: str
        stops: list[str]

    @extract(llm=chat('{"name": "coast", "stops": ["pier"]}'))
    def plan(places: list[str]) -> Route:
        """Plan a route past {places}."""

    assert plan(["pier"]) == Route(name="coast", stops=["pier"])


def test_a_name_that_is_defined_after_the_function_is_found() -> None:
    @extract(llm=chat('{"n": 1}'))
    def later(text: str) -> Later:
        """{text}"""

    @extract(llm=chat('{"n": 2}'))
    def local(text: str) -> Afterwards:
        """{text}"""

    class Afterwards(BaseModel):
        n: int

    assert later("one") == Later(n=1)
    assert local("two") == Afterwards(n=2)


class Later(BaseModel):
    n: int


def test_a_method_may_return_its_own_class() -> None:
    @dataclass
    class Node:
        n: int = 0

        @extract(llm=chat('{"n": 1}'))
        def after(self, text: str) -> Node:
            """{text}"""

    assert Node().after("x") == Node(n=1)


def test_a_name_that_is_never_defined_is_an_error_before_the_call() -> None:
    llm = chat("x")

    @extract(llm=llm)
    def bad(text: str) -> Missing:  # type: ignore[name-defined]  # noqa: F821
        """{text}"""

    with pytest.raises(ConfigError, match="'Missing'"):
        bad("x")
    assert llm.prompts == []


@pytest.mark.parametrize(
    ("tp", "reply", "value"),
    [
        (list[str], '["a", "b"]', ["a", "b"]),
        (dict[str, int], '{"a": 1}', {"a": 1}),
        (int | None, "7", 7),
        (date, "2024-03-14", date(2024, 3, 14)),
        (Literal["low", "high"], "High", "high"),
        (bool, "Yes", True),
        (str, "plain text", "plain text"),
    ],
)
def test_any_type_may_be_returned(tp: Any, reply: str, value: Any) -> None:
    def ask(text: str) -> Any:
        """{text}"""

    ask.__annotations__["return"] = tp
    assert extract(llm=chat(reply))(ask)("x") == value


# Examples.


def test_examples_become_turns_and_the_type_goes_into_the_system_message() -> None:
    @extract(llm=chat(), examples=[("John, 25", Person(name="John", age=25))], system="Be exact.")
    def person(text: str) -> Person:
        """Extract the person: {text}"""

    system, user, answer, last = person.prompt("Maria, 34").to_messages()
    assert system.content.startswith("Be exact.\n\nAnswer with JSON of this type and nothing else:\n")
    assert user == HumanMessage("Extract the person: John, 25")
    assert answer == AIMessage('{"name": "John", "age": 25}')
    assert last == HumanMessage("Extract the person: Maria, 34")


def test_an_example_may_name_its_arguments() -> None:
    @extract(llm=chat(), examples=[({"text": "ten", "unit": "pears"}, 10), (("six", "figs"), 6)])
    def count(text: str, unit: str) -> int:
        """How many {unit}? {text}"""

    contents = [message.content for message in count.prompt("two", "nuts").to_messages()]
    assert "How many pears? ten" in contents
    assert "How many figs? six" in contents


def test_an_example_of_another_type_is_an_error_at_decoration() -> None:
    with pytest.raises(ConfigError, match="an example's value must be of the return type"):

        @extract(llm=chat(), examples=[("John", 25)])
        def person(text: str) -> Person:
            """{text}"""


def test_a_style_may_be_chosen() -> None:
    @extract(llm=chat(), style="json_schema")
    def person(text: str) -> Person:
        """{text}"""

    assert "conforms to the JSON schema below" in person.prompt("x").to_string()


# What comes back.


def test_explain_has_the_whole_account() -> None:
    @extract(llm=chat("{'name': 'Maria', 'age': 34}"))
    def person(text: str) -> Person:
        """{text}"""

    done = person.explain("Maria is 34.")
    assert done.value == Person(name="Maria", age=34)
    assert done.parsed.repairs
    assert [attempt.strategy for attempt in done.attempts] == ["first"]
    assert done.usage.total_tokens > 0
    assert done.grounding.complete


def test_a_wrong_answer_is_asked_for_again_without_being_shown() -> None:
    llm = chat("WRONG", MARIA)

    @extract(llm=llm)
    def person(text: str) -> Person:
        """{text}"""

    done = person.explain("Maria is 34.")
    assert done.value.age == 34
    assert [attempt.strategy for attempt in done.attempts] == ["first", "short"]
    assert "WRONG" not in llm.prompts[1][-1].content
    assert "Maria is 34." in llm.prompts[1][-1].content


def test_what_is_asked_again_has_the_question_and_not_only_the_text() -> None:
    llm = chat("many", "many as well", "7")

    @extract(llm=llm, examples=[("ten pears", 10)])
    def count(text: str) -> int:
        """How many pieces of fruit? {text}"""

    done = count.explain("seven")
    assert done.value == 7
    assert [attempt.strategy for attempt in done.attempts] == ["first", "short", "again"]
    assert all("How many pieces of fruit? seven" in sent[-1].content for sent in llm.prompts)
    assert llm.calls[2]["temperature"] == 0.7


def test_only_the_wrong_field_is_asked_for_where_the_rest_is_right() -> None:
    llm = chat('{"name": "Maria", "age": "unknown"}', '{"age": 34}')

    @extract(llm=llm)
    def person(text: str) -> Person:
        """{text}"""

    done = person.explain("Maria is 34.")
    assert done.value == Person(name="Maria", age=34)
    assert done.attempts[1].strategy == "fields"
    assert '"age"' in llm.prompts[1][-1].content


def test_no_retries_are_one_call() -> None:
    llm = chat("WRONG")

    @extract(llm=llm, max_retries=0)
    def count(text: str) -> int:
        """{text}"""

    with pytest.raises(OutputParserException):
        count("x")
    assert len(llm.prompts) == 1


@pytest.mark.parametrize("awaits", [False, True])
def test_after_the_last_attempt_the_error_has_every_answer(awaits: bool) -> None:
    class V(BaseModel):
        v: int

    llm = chat(*['{"v": "x"}'] * 3)

    @extract(llm=llm, max_retries=2)
    def value(text: str) -> V:
        """{text}"""

    with pytest.raises(RetryError) as caught:
        asyncio.run(value.acall("go")) if awaits else value("go")
    assert len(caught.value.attempts) == len(caught.value.failures) == len(llm.prompts) == 3
    assert caught.value.last_completion == '{"v": "x"}'
    assert isinstance(caught.value.__cause__, OutputParserException)


def test_retry_with_error_shows_the_answer_and_what_was_wrong() -> None:
    class Parcel(BaseModel):
        size: Literal["S", "M"]
        pieces: int

    llm = chat('{"size": "S", "pieces": "few"}', '{"size": "S", "pieces": 4}')

    @extract(llm=llm, fix="retry_with_error", max_retries=1)
    def parcel(text: str) -> Parcel:
        """{text}"""

    assert parcel("go") == Parcel(size="S", pieces=4)
    sent = llm.prompts[1][-1].content
    assert '{"size": "S", "pieces": "few"}' in sent
    assert all(word in sent for word in ("pieces", "few", "int"))


def test_a_strategy_of_the_user_s_own_is_a_function() -> None:
    from structout.fixing import Request
    from structout.messages import StringPromptValue

    def plead(situation: Situation[Any]) -> Request | None:
        return Request(StringPromptValue(f"please, {situation.task.source}"), "plead")

    llm = chat("WRONG", "7")

    @extract(llm=llm, fix=plead)
    def count(text: str) -> int:
        """{text}"""

    assert count("seven") == 7
    assert llm.prompts[1][0].content == "please, seven"


def test_a_cut_answer_costs_one_call_and_says_so() -> None:
    llm = chat(Generation('{"name": "An', finish_reason="length"))

    @extract(llm=llm, llm_kwargs={"max_tokens": 5})
    def person(text: str) -> Person:
        """{text}"""

    with pytest.raises(OutputParserException, match="finish_reason 'length', max_tokens=5") as caught:
        person("Anna")
    assert caught.value.kind is FailureKind.TRUNCATED
    assert caught.value.llm_output == '{"name": "An'
    assert len(llm.prompts) == 1


def test_a_cut_answer_may_be_asked_for_with_more_room_and_is_not_shown() -> None:
    llm = chat(Generation('{"name": "Mar', finish_reason="length"), MARIA)

    @extract(llm=llm, llm_kwargs={"max_tokens": 5}, on_truncation="again")
    def person(text: str) -> Person:
        """{text}"""

    assert person("Maria, 34").age == 34
    assert llm.prompts[0] == llm.prompts[1]
    assert llm.calls[1]["max_tokens"] == 10


def test_a_cut_list_may_be_continued() -> None:
    llm = chat(
        Generation('[{"name": "Maria", "age": 34}, {"name": "Jo', finish_reason="length"),
        Generation('[{"name": "John", "age": 25}, {"name": "Li"', finish_reason="length"),
        '[{"name": "Lin", "age": 40}]',
    )

    @extract(llm=llm, on_truncation="continue")
    def people(text: str) -> list[Person]:
        """{text}"""

    assert [person.name for person in people("…")] == ["Maria", "John", "Lin"]
    assert "Jo" not in llm.prompts[1][-2].content


def test_a_budget_holds_for_all_calls() -> None:
    llm = chat("WRONG", "WRONG", "7")

    @extract(llm=llm, max_retries=9, budget=Budget(attempts=2))
    def count(text: str) -> int:
        """{text}"""

    with pytest.raises(RetryError, match="budget of 2 calls"):
        count("x")


def test_a_prompt_that_alone_goes_over_the_budget_is_not_sent() -> None:
    llm = chat()

    @extract(llm=llm, budget=Budget(tokens=20))
    def count(text: str) -> int:
        """{text}"""

    with pytest.raises(ConfigError, match="no call was made: the next prompt would go over the budget of 20"):
        count("word " * 100)
    assert llm.prompts == []


def test_a_lossy_repair_is_taken_only_where_allowed() -> None:
    reply = '{"name": "Maria", "age": 34, "born'

    @extract(llm=ScriptedLLM([reply], cycle=True), max_retries=0)
    def person(text: str) -> Person:
        """{text}"""

    with pytest.raises(OutputParserException):
        person("x")
    assert person.with_options(max_severity="lossy")("x").age == 34


def test_the_validation_context_reaches_validators() -> None:
    class Badge(BaseModel):
        code: str

        @field_validator("code")
        @classmethod
        def known(cls, value: str, info: ValidationInfo) -> str:
            if value not in (info.context or ()):
                raise ValueError("unknown code")
            return value

    @extract(llm=ScriptedLLM(['{"code": "A1"}'], cycle=True), max_retries=0)
    def badge(text: str) -> Badge:
        """{text}"""

    assert badge.with_options(context={"A1"})("x").code == "A1"
    with pytest.raises(OutputParserException, match="unknown code"):
        badge.with_options(context={"B2"})("x")


def test_options_of_a_copy_leave_the_function_as_it_was() -> None:
    first, second = chat("1"), chat("2")

    @extract(llm=first)
    def count(text: str) -> int:
        """{text}"""

    assert count.with_options(llm=second)("x") == 2
    assert count("x") == 1


def test_errors_of_the_model_pass_as_they_are() -> None:
    failure = ModelRequestError("no such model")

    @extract(llm=chat(failure))
    def count(text: str) -> int:
        """{text}"""

    with pytest.raises(ModelRequestError) as caught:
        count("x")
    assert caught.value is failure


# Async and streams.


def test_async_functions_are_awaited() -> None:
    @extract(llm=chat("WRONG", "7"))
    async def count(text: str) -> int:
        """{text}"""

    assert asyncio.run(count("seven")) == 7


def test_an_async_body_is_awaited_for_the_prompt() -> None:
    llm = chat("7")

    @extract(llm=llm)
    async def count(text: str) -> int:
        await asyncio.sleep(0)
        return f"How many? {text}"  # type: ignore[return-value]

    assert asyncio.run(count("seven")) == 7
    assert llm.prompts[0][0].content.startswith("How many? seven")


class Row(BaseModel):
    n: int


BAD = [["[", '{"n": 1},', ' {"n": "x"}, {"n"', ": 3}]"]]


def test_items_come_one_by_one_and_a_wrong_one_is_an_error() -> None:
    @extract(llm=chat(*BAD))
    def rows(text: str) -> Iterator[Row]:
        """Give rows. {text}"""

    stream = rows("x")
    assert next(stream) == Row(n=1)
    with pytest.raises(OutputParserException, match="item 1") as caught:
        next(stream)
    assert caught.value.errors[0].path == "$[1].n"


def test_wrong_items_are_skipped_where_wanted_and_kept_as_errors() -> None:
    @extract(llm=chat(*BAD), on_item_error="skip")
    def rows() -> Iterable[Row]:
        """Give rows."""

    stream: Any = rows()
    assert list(stream) == [Row(n=1), Row(n=3)]
    assert [error.errors[0].path for error in stream.errors] == ["$[1].n"]


def test_items_may_be_awaited() -> None:
    @extract(llm=chat(["[", '{"n": 1}, {"n": 2}', "]"]))
    def rows(text: str) -> AsyncIterator[Row]:
        """{text}"""

    async def collect() -> list[Row]:
        return [row async for row in rows("x")]

    assert asyncio.run(collect()) == [Row(n=1), Row(n=2)]


def test_an_async_def_of_items_gives_the_stream() -> None:
    @extract(llm=chat('[{"n": 1}]'))
    async def rows(text: str) -> AsyncIterator[Row]:
        """{text}"""

    async def collect() -> list[Row]:
        return [row async for row in await rows("x")]

    assert asyncio.run(collect()) == [Row(n=1)]


def test_growing_values_end_with_the_whole() -> None:
    @extract(llm=chat(['{"name": "Ma', 'ria", "age"', ": 34}"]))
    def person(text: str) -> Iterator[Partial[Person]]:
        """{text}"""

    seen = list(person("x"))
    assert not seen[0].complete
    assert seen[-1].complete
    assert seen[-1].value == Person(name="Maria", age=34)


def test_a_list_may_leave_out_wrong_items() -> None:
    @extract(llm=chat('[{"n": 1}, {"n": "x"}, {"n": 3}]'), on_item_error="collect")
    def rows(text: str) -> list[Row]:
        """{text}"""

    done = rows.explain("x")
    assert done.value == [Row(n=1), Row(n=3)]
    assert done.errors[0].errors[0].path == "$[1].n"


# Defaults, threads, tasks.


def test_without_a_model_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STRUCTOUT_LLM", raising=False)

    @extract()
    def count(text: str) -> int:
        """{text}"""

    with pytest.raises(ConfigError, match="count has no model: give llm="):
        count("x")


def test_a_name_that_is_no_model_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRUCTOUT_LLM", "abacus")

    @extract
    def count(text: str) -> int:
        """{text}"""

    with pytest.raises(ConfigError, match="'abacus' names no model"):
        count("x")


def test_a_default_holds_inside_its_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STRUCTOUT_LLM", raising=False)

    @extract
    def count(text: str) -> int:
        """{text}"""

    with configure(llm=chat("7"), max_retries=0):
        assert count("x") == 7
    with pytest.raises(ConfigError, match="has no model"):
        count("x")


def test_a_default_set_for_good_holds_in_threads_started_before_or_after() -> None:
    @extract
    def count(text: str) -> int:
        """{text}"""

    found: list[int] = []
    defaults = configure(llm=chat("7"))
    thread = threading.Thread(target=lambda: found.append(count("x")))
    thread.start()
    thread.join()
    with defaults:
        pass
    assert found == [7]


def test_tasks_have_defaults_of_their_own() -> None:
    @extract()
    async def count(text: str) -> int:
        """{text}"""

    async def one(reply: str) -> int:
        with configure(llm=chat(reply)):
            await asyncio.sleep(0.01)
            return await count("x")

    async def both() -> list[int]:
        return await asyncio.gather(one("1"), one("2"))

    assert asyncio.run(both()) == [1, 2]


def test_one_function_serves_many_threads() -> None:
    @extract(llm=ScriptedChatModel(lambda messages: messages[-1].content.split("#")[1], delay=0.001))
    def number(text: str) -> int:
        """#{text}# is the number."""

    found: dict[int, int] = {}
    threads = [threading.Thread(target=lambda n=n: found.__setitem__(n, number(str(n)))) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {n: n for n in range(16)}


def test_one_function_serves_several_event_loops_and_plain_calls() -> None:
    @extract(llm=chat("1", "2", "3"))
    def count(text: str) -> int:
        """{text}"""

    assert asyncio.run(count.acall("a")) == 1
    assert asyncio.run(count.acall("b")) == 2
    assert count("c") == 3


# Structured modes and events.


class Strict(ScriptedChatModel):
    structured_modes = frozenset({"text", "json_schema"})
    refuses: bool = False

    def _generate(self, messages: Any, stop: Any = None, **options: Any) -> Any:
        if self.refuses and options.get("structured"):
            self.calls.append({"stop": stop, **options})
            raise ModelRequestError("response_format is not supported")
        return super()._generate(messages, stop, **options)


def test_json_schema_sends_the_schema() -> None:
    llm = Strict([MARIA])

    @extract(llm=llm, structured="json_schema")
    def person(text: str) -> Person:
        """{text}"""

    assert person("x").age == 34
    assert llm.calls[0]["structured"] == "json_schema"
    assert set(llm.calls[0]["schema"]["properties"]) == {"name", "age"}


def test_auto_falls_back_to_text_where_the_server_refuses_and_remembers() -> None:
    llm = Strict([MARIA], cycle=True, refuses=True, model_name="refuses-schemas")

    @extract(llm=llm, structured="auto")
    def person(text: str) -> Person:
        """{text}"""

    assert person("x").age == 34
    assert person("x").age == 34
    assert [call.get("structured") for call in llm.calls] == ["json_schema", None, None]


def test_a_mode_that_the_model_lacks_is_an_error_at_decoration() -> None:
    with pytest.raises(ConfigError, match="has no structured='json_schema'"):

        @extract(llm=chat(), structured="json_schema")
        def person(text: str) -> Person:
            """{text}"""


def test_a_type_that_no_strict_schema_can_express_is_an_error_at_decoration() -> None:
    with pytest.raises(ConfigError):

        @extract(structured="json_schema")
        def free(text: str) -> dict[str, Any]:
            """{text}"""


def test_a_constrained_fix_is_the_first_one_where_the_model_takes_schemas() -> None:
    llm = Strict(["WRONG", MARIA])

    @extract(llm=llm)
    def person(text: str) -> Person:
        """{text}"""

    done = person.explain("x")
    assert [attempt.strategy for attempt in done.attempts] == ["first", "constrained"]
    assert llm.calls[1]["structured"] == "json_schema"


def test_handlers_are_told_of_attempts_repairs_and_the_value() -> None:
    seen: list[str] = []

    @extract(
        llm=chat("WRONG", "{'name': 'Maria', 'age': 34}"), callbacks=[lambda event: seen.append(event.name)]
    )
    def person(text: str) -> Person:
        """{text}"""

    person("x")
    assert seen[0] == "on_chain_start"
    assert seen.index("on_attempt_failed") < seen.index("on_repair") < seen.index("on_value")
    assert seen.count("on_llm_end") == 2
    assert seen[-1] == "on_chain_end"


def test_dataclasses_may_be_arguments_and_results() -> None:
    @dataclass
    class Point:
        x: int
        y: int

    @extract(llm=chat('{"x": 1, "y": 2}'))
    def mirror(point: Point) -> Point:
        """Mirror {point}."""

    assert mirror(Point(2, 1)) == Point(1, 2)
    assert 'Mirror {"x":2,"y":1}.' in mirror.prompt(Point(2, 1)).to_string()


@pytest.mark.parametrize("awaits", [False, True])
def test_handlers_are_told_of_a_stream_from_start_to_end(awaits: bool) -> None:
    seen: list[Any] = []

    @extract(llm=chat("[1, 2]"), callbacks=[seen.append])
    def numbers(text: str) -> Iterator[int]:
        """{text}"""

    @extract(llm=chat("[1, 2]"), callbacks=[seen.append])
    async def anumbers(text: str) -> AsyncIterator[int]:
        """{text}"""

    async def collect() -> list[int]:
        return [number async for number in anumbers("x")]

    assert (asyncio.run(collect()) if awaits else list(numbers("x"))) == [1, 2]
    names = [event.name for event in seen]
    assert (names[0], names[-2:]) == ("on_chain_start", ["on_value", "on_chain_end"])
    assert seen[-1].arguments[0] == {"value": [1, 2]}
    assert {event.details["parent_run_id"] for event in seen if "chat_model" in event.name} == {
        seen[0].details["run_id"]
    }


def test_handlers_are_told_how_a_stream_ended_that_did_not_come_to_its_end() -> None:
    seen: list[str] = []
    replies = ["[1, ", '"x", ', "3]"]

    @extract(llm=chat(replies, replies), callbacks=[lambda event: seen.append(event.name)])
    def numbers(text: str) -> Iterator[int]:
        """{text}"""

    stream = numbers("x")
    next(stream)
    stream.close()
    assert seen[-1] == "on_chain_end"
    with pytest.raises(OutputParserException):
        list(numbers("x"))
    assert seen[-1] == "on_chain_error"


def test_what_a_validator_says_reaches_the_model() -> None:
    class Range(BaseModel):
        low: int
        high: int
        unit: str

        @field_validator("unit")
        @classmethod
        def upper(cls, value: str) -> str:
            if not value.isupper():
                raise ValueError("units are in upper case")
            return value

        @model_validator(mode="after")
        def ordered(self) -> Range:
            if self.low > self.high:
                raise ValueError("low must be at most high")
            return self

    llm = chat('{"low": 3, "high": 1, "unit": "kg"}', '{"unit": "KG"}', '{"low": 1, "high": 3, "unit": "KG"}')

    @extract(llm=llm)
    def weight(text: str) -> Range:
        """{text}"""

    assert weight("x") == Range(low=1, high=3, unit="KG")
    assert "units are in upper case" in llm.prompts[1][-1].content
    assert "low must be at most high" in llm.prompts[2][-1].content
