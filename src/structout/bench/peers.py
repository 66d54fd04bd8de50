"""What other libraries read out of a completion: run as a module, a process that answers one request a line.

Some of them never come back from a text, or take their process down with them; so they are given one to spare.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import IO, Any, TypeAlias

from structout.bench.baml import BamlSchema, baml_reader
from structout.result import JsonValue

Reading: TypeAlias = Callable[[Any, str, BamlSchema | None], JsonValue]
"""The library's module, a completion and the type where it wants one → JSON."""


@dataclass(frozen=True, slots=True)
class Peer:
    """Another library.

    Attributes:
        module: what is imported of it.
        read: reads a completion with it; raises where it refuses.
    """

    module: str
    read: Reading


@lru_cache(maxsize=256)
def _compiled(schema: str) -> Callable[[str], JsonValue]:
    return baml_reader(BamlSchema(**json.loads(schema)))


PEERS: Mapping[str, Peer] = {
    "json_repair": Peer("json_repair", lambda of, text, _: of.loads(text)),
    "fast-json-repair": Peer("fast_json_repair", lambda of, text, _: json.loads(of.repair_json(text))),
    "partial-json-parser": Peer("partial_json_parser", lambda of, text, _: of.loads(text)),
    "langchain": Peer("langchain_core.utils.json", lambda of, text, _: of.parse_json_markdown(text)),
    "instructor": Peer("instructor.utils", lambda of, text, _: of.extract_json_from_codeblock(text)),
    "baml": Peer("baml_py", lambda _, text, schema: _compiled(json.dumps(schema))(text)),
}
"""The libraries by name. ``instructor`` gives the JSON as text, to be read by Pydantic as it does itself."""

READY = "ready\n"


def serve(name: str, requests: IO[str], answers: IO[str]) -> None:
    """Answer until there are no more requests.

    Args:
        name: of the library.
        requests: lines of JSON with ``text`` and ``schema``.
        answers: for each request a line of JSON with ``value`` or ``error``; before them all ``READY``.
    """
    peer = PEERS[name]
    module = import_module(peer.module)
    _say(answers, READY)
    for line in requests:
        _say(answers, _answer(peer, module, json.loads(line)) + "\n")


def _say(answers: IO[str], line: str) -> None:
    answers.write(line)
    answers.flush()


def _answer(peer: Peer, module: Any, request: Mapping[str, Any]) -> str:
    try:
        return json.dumps({"value": peer.read(module, request["text"], request["schema"])})
    except Exception as error:  # noqa: BLE001 - peers fail in every way there is; each is a refusal
        return json.dumps({"error": f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"[:200]})


def _main() -> None:
    # What a library prints must not end up among the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    serve(sys.argv[1], sys.stdin, answers)


if __name__ == "__main__":
    _main()
