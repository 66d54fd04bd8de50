"""A cassette below the real openai client: recorded from a server on loopback, replayed without it."""

import gc

import pytest

from structout.llms import ChatOpenAI
from structout.messages import HumanMessage
from structout.testing import Cassette, recorded

pytest.importorskip("openai")

# The client of a model that is dropped leaves its connection to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")


@pytest.fixture(autouse=True)
def dropped_here():
    yield
    gc.collect()


SECRET = "sk-loopback-0123456789"
PROMPT = "How old is Ada?"


def model(url):
    return ChatOpenAI(model="m", base_url=url, api_key=SECRET, max_retries=0)


@pytest.fixture
def tape(tmp_path):
    return tmp_path / "tape.json"


def test_an_answer_is_recorded_and_replayed_without_the_server(loopback, tape):
    loopback.say("34 years", "something else")
    with recorded(Cassette(tape, "new"), pytest.fail):
        assert model(loopback.url).predict(PROMPT) == "34 years"
    with recorded(Cassette(tape), pytest.fail):
        assert model(loopback.url).predict(PROMPT) == "34 years"
    assert len(loopback.requests) == 1


def test_a_stream_is_replayed_in_the_pieces_of_its_answer(loopback, tape):
    loopback.say("one two three")
    prompt = [HumanMessage(PROMPT)]
    with recorded(Cassette(tape, "new"), pytest.fail):
        first = list(model(loopback.url).stream(prompt))
    with recorded(Cassette(tape), pytest.fail):
        again = list(model(loopback.url).stream(prompt))
    assert [piece for piece in again if piece] == ["one ", "two ", "three"]
    assert again == first


def test_the_key_is_sent_and_not_recorded(loopback, tape):
    with recorded(Cassette(tape, "new"), pytest.fail):
        model(loopback.url).predict(f"My key is {SECRET}.")
    assert SECRET in loopback.requests[0].headers["authorization"]
    assert SECRET not in tape.read_text(encoding="utf-8")


def test_a_missing_recording_fails_with_the_difference(loopback, tape):
    with recorded(Cassette(tape, "new"), pytest.fail):
        model(loopback.url).predict(PROMPT)
    with recorded(Cassette(tape), pytest.fail), pytest.raises(pytest.fail.Exception) as caught:
        model(loopback.url).predict("How old is Bob?")
    assert "How old is Ada?" in str(caught.value)
    assert "How old is Bob?" in str(caught.value)
