"""Peers in processes of their own: what they refuse, hang on or die of is a verdict, and the next case is read."""

import io
import json
import sys

import pytest

from structout.bench import Case, figures
from structout.bench.ladder import read_once
from structout.bench.peers import serve
from structout.bench.readers import Reader
from structout.bench.workers import HungError, RefusedError, Worker

PEER = """
import json, os, sys, time
print("ready", flush=True)
for line in sys.stdin:
    text = json.loads(line)["text"]
    if text == "hang":
        time.sleep(600)
    if text == "die":
        os._exit(3)
    print(json.dumps({"error": "ValueError: no"} if text == "no" else {"value": [text]}), flush=True)
"""


@pytest.fixture
def worker():
    made = Worker("peer", limit=0.3, command=(sys.executable, "-c", PEER))
    yield made
    made.end()


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [("no", RefusedError, "ValueError: no"), ("hang", HungError, "hung"), ("die", RefusedError, "crashed")],
)
def test_the_next_completion_is_read_whatever_became_of_one(worker, text, error, words):
    with pytest.raises(error, match=words):
        worker.ask(text)
    assert worker.ask("a\ud800\n") == ["a\ud800\n"]


def test_a_peer_that_cannot_be_loaded_refuses():
    with pytest.raises(RefusedError, match="cannot be loaded"):
        Worker("peer", command=(sys.executable, "-c", "")).ask("a")


def test_a_case_that_hangs_is_counted_apart(worker):
    reader = Reader("peer", lambda tp, text, reason: worker.ask(text))
    record = read_once(Case("a", "k", int, "hang", (1,)), "hang", None, reader, "peer")
    row = figures([record])[0]
    assert (row.counts, row.answered, record.error) == ({"hung": 1}, 0, "hung: no answer within 0.3 s")


def test_what_a_peer_reads_and_what_it_refuses_come_back_as_lines():
    requests = [{"text": "[1, 2,]", "schema": None}, {"text": None, "schema": None}]
    answers = io.StringIO()
    serve("json_repair", io.StringIO("".join(json.dumps(each) + "\n" for each in requests)), answers)
    ready, first, second = answers.getvalue().splitlines()
    assert (ready, json.loads(first)) == ("ready", {"value": [1, 2]})
    assert json.loads(second).keys() == {"error"}
