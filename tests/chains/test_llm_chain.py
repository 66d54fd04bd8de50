import asyncio
import pickle

import pytest

from structout.chains import LLMChain
from structout.errors import ConfigError, FailureKind, OutputParserException
from structout.llms import Generation, InMemoryCache, LLMResult
from structout.messages import HumanMessage, SystemMessage
from structout.parsers.base import BaseOutputParser
from structout.prompts import ChatPromptTemplate, MissingVariableError, PromptTemplate
from structout.testing.doubles import ScriptedChatModel, ScriptedLLM


class Commas(BaseOutputParser):
    def parse(self, text):
        if "," not in text:
            raise OutputParserException("no comma", text)
        return text.split(", ")


class Words(BaseOutputParser):
    def parse(self, text):
        return text.split()


PROMPT = PromptTemplate(template="Colours in {photo}?")
PARSED = PromptTemplate(template="Colours in {photo}?", output_parser=Commas())


def chain_of(replies, prompt=PROMPT, **fields):
    return LLMChain(llm=ScriptedLLM(replies), prompt=prompt, **fields)


class Traced(LLMChain):
    """Notes each step of a call."""

    log: list = []

    def __call__(self, inputs, *args, **kwargs):
        self.log.append(("__call__", inputs))
        return super().__call__(inputs, *args, **kwargs)

    def prep_inputs(self, inputs):
        self.log.append(("prep_inputs", inputs))
        return super().prep_inputs(inputs)

    def _call(self, inputs, run_manager=None):
        self.log.append(("_call", inputs))
        return super()._call(inputs, run_manager)

    def apply(self, input_list, callbacks=None, *, run_manager=None):
        self.log.append(("apply", input_list))
        return super().apply(input_list, callbacks, run_manager=run_manager)

    def generate(self, input_list, run_manager=None):
        self.log.append(("generate", input_list))
        return super().generate(input_list, run_manager)

    def prep_prompts(self, input_list, run_manager=None):
        prompts, stop = super().prep_prompts(input_list, run_manager)
        self.log.append(("prep_prompts", [prompt.to_string() for prompt in prompts], stop))
        return prompts, stop

    def create_outputs(self, response):
        self.log.append(("create_outputs", [row[0].text for row in response.generations]))
        return super().create_outputs(response)

    def prep_outputs(self, inputs, outputs, return_only_outputs=False):
        self.log.append(("prep_outputs", outputs))
        return super().prep_outputs(inputs, outputs, return_only_outputs)


def test_predict_goes_through_the_steps_in_order():
    chain = Traced(llm=ScriptedLLM(["red"]), prompt=PROMPT)
    seen = chain.log
    events = []
    assert chain.predict(photo="p", stop=["."], callbacks=[lambda event: seen.append(event.name)]) == "red"
    inputs = {"photo": "p", "stop": ["."]}
    assert seen == [
        ("__call__", inputs),
        ("prep_inputs", inputs),
        "on_chain_start",
        ("_call", inputs),
        ("apply", [inputs]),
        ("generate", [inputs]),
        "on_text",
        ("prep_prompts", ["Colours in p?"], ["."]),
        "on_llm_start",
        "on_llm_end",
        ("create_outputs", ["red"]),
        "on_chain_end",
        ("prep_outputs", {"text": "red"}),
    ]
    assert events == []


def test_the_output_goes_by_the_chosen_name():
    assert chain_of(["red"], output_key="answer")("p") == {"photo": "p", "answer": "red"}


def test_a_subclass_that_knows_no_run_manager_works():
    class Old(LLMChain):
        def generate(self, input_list):
            return LLMResult([[Generation("old")] for _ in input_list])

    assert Old(llm=ScriptedLLM([]), prompt=PROMPT).predict(photo="p") == "old"


def test_a_parser_of_the_prompt_is_used_by_run_predict_and_apply():
    chain = chain_of(["red, teal"] * 3, PARSED)
    assert chain.run(photo="p") == ["red", "teal"]
    assert chain.predict(photo="p") == ["red", "teal"]
    assert chain.apply([{"photo": "p"}]) == [{"text": ["red", "teal"]}]


def test_a_parser_of_the_chain_beats_that_of_the_prompt():
    assert chain_of(["red, teal"], PARSED, output_parser=Words()).run("p") == ["red,", "teal"]


def test_without_parsing_the_completion_comes_back():
    assert chain_of(["red, teal"], PARSED, parse=False).run("p") == "red, teal"


def test_the_and_parse_methods_parse_once():
    chain = chain_of(["red, teal"] * 2, PARSED)
    assert chain.predict_and_parse(photo="p") == ["red", "teal"]
    assert chain.apply_and_parse([{"photo": "p"}]) == [["red", "teal"]]


def test_the_and_parse_methods_give_text_and_outputs_without_a_parser():
    chain = chain_of(["red", "teal"])
    assert chain.predict_and_parse(photo="p") == "red"
    assert chain.apply_and_parse([{"photo": "p"}]) == [{"text": "teal"}]


def test_every_way_to_call_has_an_async_twin():
    async def ask(chain):
        return [
            await chain.apredict(photo="p"),
            await chain.arun("p"),
            (await chain.acall("p"))["text"],
            (await chain.aapply([{"photo": "p"}]))[0]["text"],
            (await chain.aapply_and_parse([{"photo": "p"}]))[0],
            await chain.apredict_and_parse(photo="p"),
        ]

    assert asyncio.run(ask(chain_of(["a, b"] * 6, PARSED))) == [["a", "b"]] * 6


def test_the_value_of_an_async_only_parser_is_awaited():
    class Asking(Commas):
        async def aparse(self, text):
            return "awaited"

    assert asyncio.run(chain_of(["x"], output_parser=Asking()).arun("p")) == "awaited"


def test_a_parser_is_told_prompt_and_finish_reason():
    seen = {}

    class Told(BaseOutputParser):
        def explain(self, text, *, prompt=None, finish_reason=None):
            seen.update(prompt=prompt, finish_reason=finish_reason)
            raise OutputParserException("x", text)

    with pytest.raises(OutputParserException):
        chain_of([Generation("re", finish_reason="length")], output_parser=Told()).run("p")
    assert seen == {"prompt": "Colours in p?", "finish_reason": "length"}


class Plain:
    """A parser that only has what the protocol asks for."""

    def get_format_instructions(self):
        return ""

    def parse(self, text):
        return text.upper()


@pytest.mark.parametrize(
    ("reason", "kind"), [("length", FailureKind.TRUNCATED), ("refusal", FailureKind.REFUSAL)]
)
def test_a_cut_or_refused_completion_is_an_error_of_its_own_kind(reason, kind):
    chain = chain_of([Generation("re", finish_reason=reason)], output_parser=Plain())
    with pytest.raises(OutputParserException) as caught:
        chain.run("p")
    assert (caught.value.kind, caught.value.llm_output) == (kind, "re")


def test_any_object_with_parse_is_a_parser():
    assert chain_of(["red"], output_parser=Plain()).run("p") == "RED"


def test_a_completion_that_held_no_value_is_not_cached():
    llm = ScriptedLLM(["oops", "red, teal"], cache=InMemoryCache())
    chain = LLMChain(llm=llm, prompt=PARSED)
    with pytest.raises(OutputParserException):
        chain.run("p")
    assert [chain.run("p"), chain.run("p")] == [["red", "teal"]] * 2
    assert len(llm.prompts) == 2


def test_apply_sends_all_prompts_in_one_call_and_keeps_their_order():
    chain = chain_of(lambda prompt: prompt[-2].upper())
    assert chain.apply([{"photo": "a"}, {"photo": "b"}]) == [{"text": "A"}, {"text": "B"}]


def test_apply_of_several_is_one_run():
    events = []
    chain_of(["a", "b"]).apply([{"photo": "a"}, {"photo": "b"}], callbacks=[events.append])
    starts = ["on_chain_start", "on_text", "on_text", "on_llm_start", "on_llm_start"]
    assert [event.name for event in events] == [*starts, "on_llm_end", "on_llm_end", "on_chain_end"]
    assert events[0].arguments[1] == {"input_list": [{"photo": "a"}, {"photo": "b"}]}
    assert events[-1].arguments[0] == {"outputs": [{"text": "a"}, {"text": "b"}]}


def test_generate_alone_tells_and_prints_nothing(capsys):
    result = chain_of(["a"], verbose=True).generate([{"photo": "a"}])
    assert result.generations[0][0].text == "a"
    assert capsys.readouterr().out == ""


def test_no_inputs_give_no_outputs_and_no_call():
    chain = chain_of([])
    assert chain.apply([]) == []
    assert chain.generate([]).generations == []


def test_a_missing_variable_is_a_value_error_in_a_call_and_a_key_error_in_apply():
    with pytest.raises(ValueError, match=r"Missing some input keys: {'photo'}"):
        chain_of([]).predict()
    with pytest.raises(KeyError, match=r"missing variables {'photo'}"):
        chain_of([]).apply([{"other": 1}])
    assert issubclass(MissingVariableError, ValueError)


@pytest.mark.parametrize("stops", [(["a"], ["b"]), (["a"], None), (None, ["a"])])
def test_stop_must_be_the_same_in_all_inputs_of_a_batch(stops):
    inputs = [{"photo": "p", **({} if stop is None else {"stop": stop})} for stop in stops]
    with pytest.raises(ValueError, match="If `stop` is present in any inputs, should be present in all"):
        chain_of([]).apply(inputs)


def test_a_variable_called_callbacks_can_be_filled():
    chain = chain_of(["x", "y"], PromptTemplate(template="{callbacks} {tags}"))
    assert chain.predict(callbacks="phone", tags="red") == "x"
    assert chain.run(callbacks="phone", tags="red") == "y"
    assert chain.llm.prompts == ["phone red"] * 2


def test_a_prompt_variable_called_stop_is_refused():
    with pytest.raises(ConfigError, match="Cannot have an input variable named 'stop'"):
        chain_of([], PromptTemplate(template="{stop}"))


def test_unknown_fields_are_refused():
    with pytest.raises(ValueError, match="promt"):
        LLMChain(llm=ScriptedLLM([]), prompt=PROMPT, promt=PROMPT)


def test_a_chat_model_gets_the_messages_of_a_chat_prompt():
    chat = ScriptedChatModel(["red"])
    prompt = ChatPromptTemplate.from_messages(
        [("system", "Be {how}"), ("human", "{q}"), ("placeholder", "{h}")]
    )
    assert LLMChain(llm=chat, prompt=prompt)({"how": "brief", "q": "?", "h": ["!"]})["text"] == "red"
    assert chat.prompts == [[SystemMessage("Be brief"), HumanMessage("?"), HumanMessage("!")]]


def test_options_of_the_chain_go_to_each_call_of_the_model():
    chain = chain_of(["a"], llm_kwargs={"temperature": 0})
    chain.run("p")
    assert chain.llm.calls == [{"stop": None, "temperature": 0}]


def test_the_full_generation_is_an_output_on_request():
    outputs = chain_of(["a"], return_final_only=False)("p", return_only_outputs=True)
    assert outputs["full_generation"] == [Generation("a", finish_reason="stop")]


def test_an_error_of_the_model_is_told_twice_and_raised_unchanged():
    events, error = [], RuntimeError("down")
    with pytest.raises(RuntimeError) as caught:
        chain_of([error]).predict(photo="p", callbacks=[events.append])
    assert caught.value is error
    assert [event.name for event in events][-2:] == ["on_llm_error", "on_chain_error"]


def test_a_chain_from_a_text():
    chain = LLMChain.from_string(ScriptedLLM(["ok"]), "{b} and {a}")
    assert chain.input_keys == ["a", "b"]
    assert chain.predict(a=1, b=2) == "ok"


def test_users_braces_reach_the_model_as_they_are():
    chain = chain_of(["ok"])
    chain.run("{secret} {0.__class__} }{")
    assert chain.llm.prompts == ["Colours in {secret} {0.__class__} }{?"]


def test_credentials_of_the_calls_are_in_no_repr_file_or_pickle():
    options = {"extra_headers": {"X": "hunter2"}, "extra_body": {"password": "hunter2"}, "temperature": 0}
    chain = chain_of(["a"], llm_kwargs=options)
    assert "hunter2" not in repr(chain) + chain.model_dump_json() + str(chain.dict())
    assert b"hunter2" not in pickle.dumps(chain)
    assert chain.dict()["llm_kwargs"] == {"extra_body": {}, "temperature": 0}
    assert chain.llm_kwargs == options
