"""Puts a cassette, or a ban, between the HTTP clients and the network: below ``openai``, whichever client it is built on."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

from structout.testing.cassette import Cassette, MissingRecordingError

_CLIENTS = ("httpx2", "httpx")


@contextmanager
def recorded(cassette: Cassette, missing: Callable[[str], Any]) -> Generator[Cassette]:
    """Answer requests from the cassette, or send and record them, as its mode says; save it in the end.

    Args:
        cassette: the recordings.
        missing: is called with the reason where a recording is missing; has to raise. An ordinary exception would be
            taken for a failed connection and the request made again.
    """
    with ExitStack() as stack:
        for library in _libraries():
            _patch(stack, library, cassette, missing)
        try:
            yield cassette
        finally:
            cassette.save()


@contextmanager
def forbidden(refuse: Callable[[str], Any]) -> Generator[None]:
    """Refuse every request.

    Args:
        refuse: is called with the reason; has to raise.
    """

    def handle(_self: object, request: Any) -> Any:
        return refuse(f"a model was asked over the network: {request.method} {request.url}")

    with ExitStack() as stack:
        for library in _libraries():
            stack.enter_context(mock.patch.object(library.HTTPTransport, "handle_request", handle))
            stack.enter_context(mock.patch.object(library.AsyncHTTPTransport, "handle_async_request", handle))
        yield


def _libraries() -> list[Any]:
    return [importlib.import_module(name) for name in _CLIENTS if importlib.util.find_spec(name)]


def _patch(stack: ExitStack, library: Any, cassette: Cassette, missing: Callable[[str], Any]) -> None:
    tap = _Tap(library, cassette, missing, _pieces_of(library))
    send, asend = library.HTTPTransport.handle_request, library.AsyncHTTPTransport.handle_async_request

    def handle(transport: Any, request: Any) -> Any:
        body = request.read()
        found = tap.known(request, body)
        if found is not None:
            return found
        answer = send(transport, request)
        chunks = list(answer.stream)
        answer.close()
        return tap.kept(request, body, answer, chunks)

    async def ahandle(transport: Any, request: Any) -> Any:
        body = await request.aread()
        found = tap.known(request, body)
        if found is not None:
            return found
        answer = await asend(transport, request)
        chunks = [chunk async for chunk in answer.stream]
        await answer.aclose()
        return tap.kept(request, body, answer, chunks)

    stack.enter_context(mock.patch.object(library.HTTPTransport, "handle_request", handle))
    stack.enter_context(mock.patch.object(library.AsyncHTTPTransport, "handle_async_request", ahandle))


@dataclass(frozen=True, slots=True)
class _Tap:
    """What both transports of a library do with a request before and after the network."""

    library: Any
    cassette: Cassette
    missing: Callable[[str], Any]
    pieces: Callable[[list[bytes]], Any]

    def known(self, request: Any, body: bytes) -> Any:
        """The recorded response, ``None`` if the request is to be sent."""
        try:
            found = self.cassette.find(request.method, str(request.url), body)
        except MissingRecordingError as error:
            return self.missing(str(error))
        if found is None:
            # What is compressed could not be read in the file.
            request.headers["accept-encoding"] = "identity"
            return None
        return self._response(found.status, found.content_type, found.chunks())

    def kept(self, request: Any, body: bytes, answer: Any, chunks: list[bytes]) -> Any:
        """Record a response that was read, and hand it on."""
        kind = answer.headers.get("content-type", "")
        self.cassette.add(request.method, str(request.url), body, answer.status_code, kind, chunks)
        return self._response(answer.status_code, kind, chunks)

    def _response(self, status: int, kind: str, chunks: list[bytes]) -> Any:
        return self.library.Response(status, headers={"content-type": kind}, stream=self.pieces(chunks))


def _pieces_of(library: Any) -> Callable[[list[bytes]], Any]:
    class Pieces(library.SyncByteStream, library.AsyncByteStream):
        def __init__(self, chunks: list[bytes]) -> None:
            self.chunks = chunks

        def __iter__(self) -> Iterator[bytes]:
            return iter(self.chunks)

        async def __aiter__(self) -> AsyncIterator[bytes]:
            for chunk in self.chunks:
                yield chunk

    return Pieces
