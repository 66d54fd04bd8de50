"""A real HTTP server on loopback that speaks as much of the OpenAI API as the tests need.

Answers are queued with ``say``; each may be told to fail in one of the ways real servers do. Requests are kept.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from typing import Any

import pytest


@dataclass(frozen=True)
class ToolPiece:
    """One piece of a streamed tool call: ``(index, id, name, arguments)`` as the API sends it."""

    index: int
    id: str | None = None
    name: str | None = None
    arguments: str = ""

    def wire(self) -> dict[str, Any]:
        function = {"arguments": self.arguments} | ({"name": self.name} if self.name else {})
        head = {"id": self.id, "type": "function"} if self.id else {}
        return {"index": self.index, **head, "function": function}


@dataclass(frozen=True)
class Answer:
    """What the server does with one request.

    ``chunks`` splits the text for streaming (default: word by word). ``cuts`` are byte offsets at which the
    event stream is split over packets, ``pause`` seconds apart. ``drop_after`` bytes the connection is cut.
    ``overloaded`` puts an error 429 behind the chunks, in place of the end.
    """

    text: str = ""
    status: int = 200
    finish_reason: str | None = "stop"
    refusal: str | None = None
    tool_calls: tuple[ToolPiece, ...] = ()
    choices: bool = True
    usage: bool = True
    error: str = "scripted failure"
    error_code: str | None = None
    headers: tuple[tuple[str, str], ...] = (("retry-after-ms", "1"),)
    delay: float = 0.0
    cut: bool = False
    chunks: tuple[str, ...] | None = None
    cuts: tuple[int, ...] = ()
    drop_after: int | None = None
    body: bytes | None = None
    alternatives: tuple[str, ...] = ()
    pause: float = 0.0
    overloaded: bool = False


@dataclass(frozen=True)
class Recorded:
    """One request as it came in, the names of its headers in lower case."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    raw: str


@dataclass
class Loopback:
    """The server's script and its memory."""

    url: str = ""
    requests: list[Recorded] = field(default_factory=list)
    connections: set[tuple[str, int]] = field(default_factory=set)
    hung_up: threading.Event = field(default_factory=threading.Event)
    _script: list[Answer] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def say(self, *answers: str | Answer) -> Loopback:
        """Queue answers; the last one is given again when the queue is empty."""
        self._script += [Answer(a) if isinstance(a, str) else a for a in answers]
        return self

    def take(self, request: Recorded, peer: tuple[str, int]) -> Answer:
        with self._lock:
            self.requests.append(request)
            self.connections.add(peer)
            if not self._script:
                return Answer("ok")
            return self._script.pop(0) if len(self._script) > 1 else self._script[0]

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """The JSON bodies of all requests, in order."""
        return [request.body for request in self.requests]


def _usage(texts: Sequence[str], prompt: Any) -> dict[str, int]:
    asked = len(str(prompt).split())
    said = sum(len(text.split()) for text in texts)
    return {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}


def _message(answer: Answer, text: str) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": text, "refusal": answer.refusal}
    if answer.refusal:
        message["content"] = None
    if answer.tool_calls:
        message["tool_calls"] = [
            {"id": p.id, "type": "function", "function": {"name": p.name, "arguments": p.arguments}}
            for p in answer.tool_calls
        ]
    return message


def _whole(answer: Answer, body: dict[str, Any], *, chat: bool) -> dict[str, Any]:
    prompts = [None] if chat or isinstance(body.get("prompt"), str) else body["prompt"]
    texts = [answer.text, *answer.alternatives][: body.get("n", 1)] * len(prompts)
    choices = [
        {"index": i, "finish_reason": answer.finish_reason, "logprobs": None}
        | ({"message": _message(answer, text)} if chat else {"text": text})
        for i, text in enumerate(texts)
    ]
    kind = "chat.completion" if chat else "text_completion"
    whole = {"id": "x", "object": kind, "created": 1, "model": body.get("model", ""), "choices": choices}
    if not answer.choices:
        whole["choices"] = []
    if answer.usage:
        whole["usage"] = _usage(texts, body.get("messages") or body.get("prompt"))
    return whole


def _pieces(answer: Answer) -> list[str]:
    if answer.chunks is not None:
        return list(answer.chunks)
    words = answer.text.split(" ")
    return [*(f"{word} " for word in words[:-1]), words[-1]]


def _deltas(answer: Answer) -> Iterator[dict[str, Any]]:
    yield {"role": "assistant", "content": ""}
    if answer.refusal:
        yield {"refusal": answer.refusal}
    for piece in answer.tool_calls:
        yield {"tool_calls": [piece.wire()]}
    if not (answer.refusal or answer.tool_calls):
        yield from ({"content": piece} for piece in _pieces(answer))


def _events(answer: Answer, body: dict[str, Any], *, chat: bool) -> Iterator[dict[str, Any]]:
    kind = "chat.completion.chunk" if chat else "text_completion"
    head = {"id": "x", "object": kind, "created": 1, "model": body.get("model", "")}
    if chat:
        parts = [{"delta": delta} for delta in _deltas(answer)]
    else:
        parts = [{"text": piece} for piece in _pieces(answer)]
    for part in parts if answer.choices else ():
        yield {**head, "choices": [{"index": 0, "finish_reason": None, **part}]}
    if answer.finish_reason and answer.choices:
        last = {"delta": {}} if chat else {"text": ""}
        yield {**head, "choices": [{"index": 0, "finish_reason": answer.finish_reason, **last}]}
    if answer.usage and (body.get("stream_options") or {}).get("include_usage"):
        yield {
            **head,
            "choices": [],
            "usage": _usage([answer.text], body.get("messages") or body.get("prompt")),
        }


def event_stream(answer: Answer, body: dict[str, Any], *, chat: bool) -> bytes:
    """The whole answer as server-sent events."""
    events = list(_events(answer, body, chat=chat))
    if answer.overloaded:
        error = {"message": "too many requests", "type": "rate_limit", "code": 429, "param": None}
        events = [*events[:-2], {"error": error}]
    lines = [json.dumps(event, ensure_ascii=False) for event in events]
    return "".join(f"data: {line}\n\n" for line in [*lines, "[DONE]"]).encode()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    loopback: Loopback

    def log_message(self, *_: object) -> None:
        """Keep the test output clean."""

    def setup(self) -> None:
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Recorded(self.path, headers, json.loads(raw or "{}"), raw)
        answer = self.loopback.take(request, self.client_address)
        time.sleep(answer.delay)
        if answer.cut:
            self._cut()
        elif answer.status != 200:
            self._fail(answer)
        elif answer.body is not None:
            self._send(200, answer.body)
        elif request.body.get("stream"):
            self._stream(answer, request.body)
        else:
            self._send(200, json.dumps(_whole(answer, request.body, chat=self._chat)).encode())

    @property
    def _chat(self) -> bool:
        return self.path.endswith("/chat/completions")

    def _cut(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _fail(self, answer: Answer) -> None:
        error = {"message": answer.error, "type": "test", "code": answer.error_code, "param": None}
        self._send(answer.status, json.dumps({"error": error}).encode(), answer.headers)

    def _send(self, status: int, body: bytes, headers: Sequence[tuple[str, str]] = ()) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, answer: Answer, body: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        data = event_stream(answer, body, chat=self._chat)
        kept = data if answer.drop_after is None else data[: answer.drop_after]
        edges = [0, *(c for c in answer.cuts if 0 < c < len(kept)), len(kept)]
        try:
            for start, end in pairwise(edges):
                self._packet(kept[start:end])
                time.sleep(answer.pause)
        except OSError:
            self.loopback.hung_up.set()
            raise
        if answer.drop_after is not None:
            self._cut()
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _packet(self, data: bytes) -> None:
        if data:
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            self.wfile.flush()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, *_: object) -> None:
        """A client that hangs up is part of the tests."""


@contextmanager
def serving() -> Iterator[Loopback]:
    """Run the server on a free port of loopback for as long as the block lasts."""
    loopback = Loopback()
    handler = type("Handler", (_Handler,), {"loopback": loopback})
    server = _Server(("127.0.0.1", 0), handler)
    loopback.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield loopback
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    """A server of one test's own."""
    with serving() as server:
        yield server
