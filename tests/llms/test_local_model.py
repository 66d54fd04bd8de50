"""SmolLM: the real model in this process, and its HTTP server behind the openai client."""

import asyncio
import pickle
import threading

import pytest
from pydantic import BaseModel

from structout.errors import ConfigError, MissingExtraError, ModelRequestError
from structout.llms import ChatOpenAI, OpenAI, SmolLM, local
from structout.messages import HumanMessage, SystemMessage


class Person(BaseModel):
    name: str
    age: int


MARIA = "Maria Gonzalez, 34, moved to Berlin. Give her name and age."

pytestmark = pytest.mark.local_model


def test_the_answer_comes_with_reason_and_usage(smollm):
    result = smollm.generate([[HumanMessage("What is the capital of France?")]])
    generation = result.generations[0][0]
    assert "Paris" in generation.text
    assert generation.finish_reason == "stop"
    assert result.usage.prompt_tokens > 10
    assert result.usage.completion_tokens > 1


def test_the_same_question_has_the_same_answer_at_temperature_zero(smollm):
    assert smollm.predict("Name a colour.") == smollm.predict("Name a colour.")


def test_an_answer_cut_by_the_limit_says_so(smollm):
    generation = smollm.generate([["Tell a long story."]], max_tokens=5).generations[0][0]
    assert generation.finish_reason == "length"


def test_a_schema_is_enforced(smollm):
    text = smollm.predict(MARIA, structured="json_schema", schema=Person)
    assert Person.model_validate_json(text) == Person(name="Maria Gonzalez", age=34)


def test_an_enforced_choice_comes_without_quotes(smollm):
    schema = {"enum": ["Paris", "Rome"]}
    text = smollm.predict("What is the capital of France?", structured="json_schema", schema=schema)
    assert text == "Paris"


def test_a_stream_is_the_answer_in_pieces(smollm):
    chunks = list(smollm.stream_chunks("What is the capital of France?"))
    assert len(chunks) > 3
    assert "".join(each.text for each in chunks) == smollm.predict("What is the capital of France?")
    assert (chunks[-1].finish_reason, chunks[-1].usage.completion_tokens > 1) == ("stop", True)


def test_a_closed_stream_stops_the_model(smollm):
    stream = smollm.stream("Tell a very long story.", max_tokens=2000)
    next(stream)
    stream.close()
    assert not [each for each in threading.enumerate() if each.name == "structout-local-model"]


def test_callers_that_await_get_answers_and_streams(smollm):
    async def both():
        pieces = [piece async for piece in smollm.astream("Say hi.", max_tokens=8)]
        return await smollm.apredict("Say hi.", max_tokens=8), "".join(pieces)

    whole, streamed = asyncio.run(both())
    assert whole == streamed != ""


def test_threads_share_the_model(smollm):
    said: list[str] = []
    threads = [
        threading.Thread(target=lambda: said.append(smollm.predict("Say hi.", max_tokens=4)))
        for _ in range(3)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join(timeout=60)
    assert len(set(said)) == 1
    assert len(said) == 3


def test_models_of_one_setting_share_one_loaded_copy(smollm):
    assert SmolLM(n_threads=1, max_tokens=5)._ready() is smollm._ready()


def test_a_pickled_model_works(smollm):
    again = pickle.loads(pickle.dumps(smollm))
    assert again.predict("Say hi.", max_tokens=4) == smollm.predict("Say hi.", max_tokens=4)


def test_several_completions_differ_and_can_be_repeated(smollm):
    options = {"n": 2, "temperature": 1.0, "seed": 3, "max_tokens": 12}
    first, second = [
        [each.text for each in smollm.generate([["Name an animal and say why."]], **options).generations[0]]
        for _ in range(2)
    ]
    assert first == second
    assert first[0] != first[1]


def test_the_system_prompt_is_ours_unless_one_is_given(smollm):
    def sent(model, *messages):
        return [each["content"] for each in model._prepared(list(messages), None, {})[0]["messages"]]

    own = SmolLM(n_threads=1, system=None)
    assert sent(smollm, HumanMessage("hi")) == ["You are a helpful assistant.", "hi"]
    assert sent(smollm, SystemMessage("be brief"), HumanMessage("hi")) == ["be brief", "hi"]
    assert sent(own, HumanMessage("hi")) == ["hi"]


def test_a_prompt_that_is_too_long_is_refused_with_the_figures(smollm):
    with pytest.raises(ModelRequestError, match=r"has \d+ tokens, the local model's window 4096"):
        smollm.predict("word " * 6000)
    with pytest.raises(ModelRequestError, match="window 4096"):
        list(smollm.stream("word " * 6000))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"structured": "tools", "schema": Person}, "'text', 'json_schema'"),
        ({"temprature": 1}, "no option 'temprature'"),
        ({"max_tokens": 0}, "max_tokens must be at least 1"),
    ],
)
def test_options_that_it_cannot_keep_are_refused(smollm, options, message):
    with pytest.raises(ConfigError, match=message):
        smollm.predict("hi", **options)


def test_nothing_is_written_to_stderr(smollm, capfd):
    smollm.predict(MARIA, structured="json_schema", schema=Person)
    assert capfd.readouterr() == ("", "")


def test_the_openai_client_talks_to_its_server(smollm):
    chat = ChatOpenAI(base_url=smollm.serve(), max_tokens=40)
    messages = [SystemMessage("You are a helpful assistant."), HumanMessage("What is the capital of France?")]
    assert "Paris" in chat.predict_messages(messages).content
    assert "Paris" in "".join(chat.stream(messages))
    text = chat.predict(MARIA, structured="json_schema", schema=Person)
    assert Person.model_validate_json(text).age == 34


def test_the_openai_client_completes_texts_at_its_server(smollm):
    llm = OpenAI(base_url=smollm.serve(), max_tokens=6)
    result = llm.generate(["The capital of France is", "One, two, three,"])
    assert "Paris" in result.generations[0][0].text
    assert result.usage.completion_tokens > 0


def test_awaited_calls_go_through_its_server(smollm):
    chat = ChatOpenAI(base_url=smollm.serve(), max_tokens=6)
    result = asyncio.run(chat.agenerate([["Say hi."], ["Say no."]]))
    assert [bool(each[0].text) for each in result.generations] == [True, True]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read: No such file"),
        (b"PK..", r"is no GGUF file \(it begins with b'PK..'\)"),
        (b"GGUFxxxxxxxxxxxx", "cannot be loaded as a model"),
    ],
)
def test_a_file_that_is_no_model_is_named(tmp_path, content, message):
    path = tmp_path / "model.gguf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=message):
        SmolLM(path=path, n_threads=1).predict("hi")


def test_without_weights_the_remedy_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("STRUCTOUT_HOME", str(tmp_path))
    with pytest.raises(ConfigError, match="run `structout pull` once, or give path="):
        SmolLM()


def test_without_the_extra_the_remedy_is_named(monkeypatch):
    def absent(name):
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(local.importlib, "import_module", absent)
    with pytest.raises(MissingExtraError, match=r"structout-parsers\[local\]"):
        SmolLM()
