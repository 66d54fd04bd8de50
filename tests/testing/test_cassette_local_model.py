"""A cassette of a real model's traffic: SmolLM behind its HTTP server and the openai client, replayed without either."""

import gc
import json

import pytest
from pydantic import BaseModel

from structout import parser_for
from structout.llms import ChatOpenAI
from structout.messages import HumanMessage, SystemMessage
from structout.testing import Cassette, recorded, replay, watched

pytest.importorskip("openai")
pytest_plugins = ["pytester"]

pytestmark = [
    pytest.mark.local_model,
    # The client of a model that is dropped leaves its connection to the garbage collector.
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]

NOBODY = "http://127.0.0.1:9/v1"
PROMPT = [
    SystemMessage("You are a helpful assistant."),
    HumanMessage("What is the capital of France?"),
]


class Person(BaseModel):
    name: str
    age: int


@pytest.fixture(autouse=True)
def dropped_here():
    yield
    gc.collect()


@pytest.fixture
def tape(tmp_path):
    return tmp_path / "tape.json"


def model(url, max_tokens=24):
    return ChatOpenAI(
        model="smollm", base_url=url, api_key="none", max_tokens=max_tokens, temperature=0, max_retries=0
    )


def test_a_real_answer_with_its_tokens_is_replayed_where_there_is_no_server(smollm, tape):
    with recorded(Cassette(tape, "new"), pytest.fail):
        first = model(smollm.serve()).generate([PROMPT])
    with recorded(Cassette(tape), pytest.fail):
        again = model(NOBODY).generate([PROMPT])
    # What the model says may hang on what it read before: its memory of a prompt is used again.
    assert "France" in again.generations[0][0].text
    assert (again.generations, again.usage) == (first.generations, first.usage)


def test_a_real_stream_is_replayed_token_by_token(smollm, tape):
    with recorded(Cassette(tape, "new"), pytest.fail):
        first = list(model(smollm.serve()).stream(PROMPT))
    with recorded(Cassette(tape), pytest.fail):
        again = list(model(NOBODY).stream(PROMPT))
    pieces = json.loads(tape.read_text(encoding="utf-8"))["interactions"][0]["pieces"]
    assert again == first
    assert "France" in "".join(again)
    assert "".join(pieces).count("data: ") > len([piece for piece in again if piece]) > 1


def test_what_was_read_out_of_a_real_answer_is_read_again(smollm, tape):
    parser = parser_for(Person)
    cassette = Cassette(tape, "new")
    with recorded(cassette, pytest.fail):
        asked = model(smollm.serve(), max_tokens=64)
        text = asked.predict("Ada is 36.", structured="json_schema", schema=Person)
    assert watched(parser, "test_cassette_local_model:Person", cassette).parse(text).age == 36
    cassette.save()
    assert list(replay(tape.parent)) == []


TEST = """
from structout.llms import ChatOpenAI

def test_it(cassette):
    llm = ChatOpenAI(model="smollm", base_url={url!r}, api_key="none", max_tokens=8, temperature=0, max_retries=0)
    assert llm.predict("Say hello.")
"""


def test_the_fixture_records_a_real_model_once_and_needs_it_no_more(smollm, pytester):
    quiet = ("-p", "no:randomly", "-W", "ignore::ResourceWarning")
    for url, record in ((smollm.serve(), "new"), (NOBODY, "replay")):
        pytester.makepyfile(test_tape=TEST.format(url=url))
        pytester.runpytest_inprocess(*quiet, f"--structout-record={record}").assert_outcomes(passed=1)
    pytester.makepyfile(test_tape=TEST.format(url=NOBODY).replace("hello", "goodbye"))
    failed = pytester.runpytest_inprocess(*quiet)
    failed.stdout.fnmatch_lines(["*is not recorded in*", "*-*Say hello.*", "*+*Say goodbye.*"])
