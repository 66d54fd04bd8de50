"""Recorded traffic is replayed piece by piece, holds no secrets, and says what is missing."""

import json

import pytest

from structout.errors import ConfigError, OutputParserException
from structout.parsers import parser_for
from structout.testing import Cassette, MissingRecordingError, recorded, replay, watched

URL = "http://localhost:1/v1/chat/completions?api-key=abcd1234"
REQUEST = {
    "model": "m",
    "messages": [{"role": "user", "content": "How old? key sk-abcdefgh1234"}],
    "max_tokens": 5,
}
RESPONSE = {"choices": [{"index": 0, "message": {"content": "34 years"}}], "api_key": "abcd"}


def body(**changes):
    return json.dumps(REQUEST | changes).encode()


@pytest.fixture
def tape(tmp_path):
    tape = Cassette(tmp_path / "a.json", "new")
    tape.add("POST", URL, body(), 200, "application/json", [json.dumps(RESPONSE).encode()])
    tape.save()
    return tape


def test_a_recorded_request_is_answered_again(tape):
    found = Cassette(tape.path).find("POST", URL, body())
    assert found.response["choices"][0]["message"]["content"] == "34 years"


def test_the_same_request_is_answered_as_often_as_it_was_recorded(tape):
    again = Cassette(tape.path)
    again.find("POST", URL, body())
    with pytest.raises(MissingRecordingError, match="made once more than that"):
        again.find("POST", URL, body())


def test_no_secret_is_written(tape):
    text = tape.path.read_text()
    assert "abcd" not in text
    assert "sk-" not in text
    assert '"max_tokens": 5' in text


def test_a_secret_of_the_environment_is_hidden_wherever_it_stands(tmp_path, monkeypatch):
    monkeypatch.setenv("MY_API_KEY", "hush-hush-hush")
    tape = Cassette(tmp_path / "a.json", "new")
    tape.add("POST", "http://h/v1", b'{"a": "hush-hush-hush!"}', 200, "text/plain", [b"so hush-hush-hush"])
    tape.save()
    assert "hush-hush" not in tape.path.read_text()


def test_a_missing_recording_shows_how_it_differs_from_the_nearest(tape):
    with pytest.raises(MissingRecordingError) as caught:
        Cassette(tape.path).find("POST", URL, body(max_tokens=6))
    assert '-  "max_tokens": 5' in str(caught.value)
    assert '+  "max_tokens": 6' in str(caught.value)


def test_a_stream_is_replayed_in_its_pieces_and_no_character_is_cut(tmp_path):
    tape = Cassette(tmp_path / "a.json", "new")
    whole = "data: é\n\n".encode()
    tape.add(
        "POST", "http://h/v1", b"", 200, "text/event-stream", [whole[:7], whole[7:], b"data: [DONE]\n\n"]
    )
    tape.save()
    found = Cassette(tape.path).find("POST", "http://h/v1", b"")
    assert found.chunks() == ["data: é\n\n".encode(), b"data: [DONE]\n\n"]


def test_a_file_that_is_no_cassette_is_named(tmp_path):
    (tmp_path / "a.json").write_text("{}")
    with pytest.raises(ConfigError, match=r"a\.json is no recording"):
        Cassette(tmp_path / "a.json")


def test_what_a_watched_parser_made_of_a_completion_is_compared_with_now(tmp_path):
    tape = Cassette(tmp_path / "a.json", "new")
    assert watched(parser_for(int), "int", tape).parse("34") == 34
    tape.save()
    assert list(replay(tmp_path)) == []
    tape.path.write_text(tape.path.read_text().replace('"value": 34', '"value": 35'))
    assert [(d.before.value, d.after.value) for d in replay(tmp_path)] == [(35, 34)]


def test_a_refusal_is_noted_by_its_kind(tmp_path):
    tape = Cassette(tmp_path / "a.json", "new")
    with pytest.raises(OutputParserException):
        watched(parser_for(int), "int", tape).parse("")
    assert [outcome.error for outcome in tape.outcomes] == ["empty"]


def test_completions_without_an_outcome_are_parsed_as_the_given_type(tape):
    assert [(d.after.completion, d.before.error) for d in replay(tape.path.parent, "int")] == [
        ("34 years", "not parsed")
    ]


def test_of_a_stream_that_was_cut_what_came_is_parsed(tmp_path):
    tape = Cassette(tmp_path / "a.json", "new")
    events = [
        b'data: {"choices": [{"delta": {"content": "3"}}]}\n\n',
        b'data: {"choices": [null]}\n\n',
        b'data: {"cho',
    ]
    tape.add("POST", URL, b"", 200, "text/event-stream", events)
    tape.save()
    assert [(d.after.completion, d.after.value) for d in replay(tmp_path, "int")] == [("3", 3)]


def test_traffic_of_an_http_client_is_recorded_and_replayed(tmp_path, httpx_client):
    client, server = httpx_client
    with recorded(Cassette(tmp_path / "a.json", "new"), pytest.fail):
        first = client().post(f"{server.url}/x", json={"n": 1}).json()
    server.close()
    with recorded(Cassette(tmp_path / "a.json"), pytest.fail):
        assert client().post(f"{server.url}/x", json={"n": 1}).json() == first == {"n": 1}


def test_an_unrecorded_request_fails_the_test_and_is_not_taken_for_a_lost_connection(tmp_path, httpx_client):
    client, server = httpx_client
    with (
        recorded(Cassette(tmp_path / "a.json"), pytest.fail),
        pytest.raises(pytest.fail.Exception, match="nothing is"),
    ):
        client().post(f"{server.url}/x", json={"n": 2})
