import asyncio
import threading

import pytest

from structout.chains import LLMChain
from structout.errors import OutputParserException
from structout.messages import AIMessage, HumanMessage
from structout.parsers import CommaSeparatedListOutputParser
from structout.pipes import FunctionStep, Pipe, to_step
from structout.prompts import ChatPromptTemplate, MissingVariableError, PromptTemplate
from structout.testing.doubles import ScriptedChatModel, ScriptedLLM

PROMPT = PromptTemplate(template="Colours of {flag}?")


def pipe(replies):
    return PROMPT | ScriptedLLM(replies) | CommaSeparatedListOutputParser()


def test_a_value_goes_through_prompt_model_and_parser():
    assert pipe(["red, white"]).invoke({"flag": "CH"}) == ["red", "white"]
    assert asyncio.run(pipe(["red, white"]).ainvoke("CH")) == ["red", "white"]


def test_a_chat_model_fits_in_too():
    chat = ScriptedChatModel(["red, white"])
    asked = ChatPromptTemplate.from_messages([("human", "{flag}")]) | chat | CommaSeparatedListOutputParser()
    assert asked.invoke("CH") == ["red", "white"]
    assert chat.prompts == [[HumanMessage("CH")]]


def test_a_batch_keeps_the_order():
    answers = pipe(lambda prompt: f"{prompt[-2]}, x").batch(["a", "b", "c"])
    assert answers == [["a", "x"], ["b", "x"], ["c", "x"]]


def test_an_async_batch_is_bounded_and_keeps_the_order():
    running, peak = [0], [0]

    async def answer():
        running[0] += 1
        peak[0] = max(peak[0], running[0])
        await asyncio.sleep(0.01)
        running[0] -= 1

    class Slow(ScriptedLLM):
        async def _agenerate(self, prompts, stop=None, **options):
            await answer()
            return self._generate(prompts, stop)

    asked = PROMPT | Slow(lambda prompt: prompt[-2])
    assert asyncio.run(asked.abatch(list("abcdef"), {"max_concurrency": 2})) == list("abcdef")
    assert peak == [2]


class Picky:
    def parse(self, text):
        if text == "bad":
            raise OutputParserException("no", text)
        return text


def test_an_error_in_a_batch_is_raised_or_takes_its_place():
    asked = ScriptedLLM(lambda prompt: prompt) | to_step(Picky())
    with pytest.raises(OutputParserException):
        asked.batch(["ok", "bad"])
    results = asked.batch(["ok", "bad", "fine"], return_exceptions=True)
    assert [str(result) for result in results] == ["ok", "no", "fine"]
    assert isinstance(results[1], OutputParserException)


def test_callbacks_reach_the_model():
    events = []
    pipe(["a"]).invoke("CH", {"callbacks": [events.append]})
    assert [event.name for event in events] == ["on_llm_start", "on_llm_end"]


def test_a_pipe_that_ends_in_a_model_streams_its_text():
    asked = PROMPT | ScriptedLLM([["re", "d"], ["re", "d"]])

    async def astream():
        return [piece async for piece in asked.astream("CH")]

    assert list(asked.stream("CH")) == ["re", "d"]
    assert asyncio.run(astream()) == ["re", "d"]


def test_a_pipe_that_ends_in_a_parser_streams_growing_values():
    partials = list(pipe([["red, ", "white"]]).stream("CH"))
    assert partials[-1].value == ["red", "white"]


def test_a_pipe_that_cannot_stream_gives_its_value_at_once():
    asked = PROMPT | ScriptedLLM(["red"]) | str.upper
    assert list(asked.stream("CH")) == ["RED"]


def test_functions_and_mappings_are_steps():
    asked = (
        {"flag": lambda value: value.upper(), "x": lambda value: 1}
        | PROMPT
        | (lambda prompt: prompt.to_string())
    )
    assert asked.invoke("ch") == "Colours of CH?"
    assert asyncio.run(asked.ainvoke("ch")) == "Colours of CH?"


def test_pipes_are_flat():
    asked = PROMPT | (ScriptedLLM(["x"]) | str.upper)
    assert isinstance(asked, Pipe)
    assert len(asked.steps) == 3


def test_what_is_no_step_is_refused():
    with pytest.raises(TypeError, match="expected a step, a parser, a function or a mapping"):
        PROMPT | 3


def test_a_prompt_passes_over_values_that_it_has_no_variable_for():
    assert PROMPT.invoke({"flag": "CH", "other": 1}).to_string() == "Colours of CH?"
    with pytest.raises(MissingVariableError, match=r"missing variables {'flag'}"):
        PROMPT.invoke({"other": 1})


def test_a_bare_value_for_several_variables_is_refused():
    with pytest.raises(TypeError, match=r"expected a mapping with \['a', 'b'\], found 'x'"):
        PromptTemplate(template="{a}{b}").invoke("x")


def test_a_chain_is_a_step():
    chain = LLMChain(llm=ScriptedLLM(["red"]), prompt=PROMPT)
    assert (chain | (lambda outputs: outputs["text"])).invoke({"flag": "CH"}) == "red"
    assert asyncio.run(LLMChain(llm=ScriptedLLM(["red"]), prompt=PROMPT).ainvoke("CH"))["text"] == "red"


def test_models_invoke_to_text_and_message():
    assert ScriptedLLM(["a"]).invoke([("human", "hi")]) == "a"
    assert ScriptedChatModel(["a"]).invoke("hi", stop=["."]) == AIMessage("a")


def test_a_batch_runs_in_threads():
    barrier = threading.Barrier(3, timeout=5)
    step = to_step(lambda value: (barrier.wait() and value) or value)
    assert step.batch([1, 2, 3]) == [1, 2, 3]


def test_a_parser_behind_a_function_streams_what_the_function_gives():
    async def last(asked):
        return [partial.value async for partial in asked.astream("red, white")][-1]

    parser = CommaSeparatedListOutputParser()
    for function in (str.upper, lambda text: iter([text[:3], text[3:].upper()])):
        asked = FunctionStep(function) | parser
        values = [partial.value for partial in asked.stream("red, white")]
        assert values[-1] in (["RED", "WHITE"], ["red", "WHITE"])
        assert asyncio.run(last(asked)) == values[-1]


def test_a_bound_step_is_invoked_with_its_arguments():
    class Stops(ScriptedLLM):
        def _generate(self, prompts, stop=None, **options):
            return super()._generate([f"{prompt} {stop}" for prompt in prompts])

    asked = PROMPT | Stops(lambda prompt: prompt).bind(stop=["."])
    assert asked.invoke("CH") == asyncio.run(asked.ainvoke("CH")) == "Colours of CH? ['.']"


def test_a_bound_model_streams_into_a_parser():
    bound = ScriptedLLM(["red, white"]).bind(stop=["."])
    assert [each.value for each in (PROMPT | bound | CommaSeparatedListOutputParser()).stream("CH")][-1] == [
        "red",
        "white",
    ]
    assert not hasattr(FunctionStep(len).bind(), "stream")


def test_a_step_with_settings_has_its_handlers():
    seen = []
    asked = ScriptedLLM(["a", "b"]).with_config(callbacks=[lambda event: seen.append(event.name)])
    assert [asked.invoke("x"), *asked.stream("x")] == ["a", "b"]
    assert (seen[0], seen.count("on_llm_end")) == ("on_llm_start", 2)


def test_a_mapped_step_takes_each_item():
    lengths = FunctionStep(len).map()
    assert lengths.invoke(["a", "bb"]) == asyncio.run(lengths.ainvoke(["a", "bb"])) == [1, 2]


def test_an_asynchronous_function_is_a_step_for_callers_that_await():
    async def double(number):
        return number * 2

    doubled = FunctionStep(len) | double
    assert asyncio.run(doubled.ainvoke("abc")) == 6
    with pytest.raises(TypeError, match="double is asynchronous: use ainvoke"):
        doubled.invoke("abc")
