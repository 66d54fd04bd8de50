"""The way to an OpenAI-compatible server: credentials, clients, and its failures as errors of this package.

One blocking client for each process, one async client for each live event loop; nothing is opened before it is used.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Collection, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary, finalize, ref

from structout.errors import (
    ConfigError,
    MissingExtraError,
    ModelError,
    ModelRequestError,
    ModelUnavailableError,
)
from structout.threads import running_loop

if TYPE_CHECKING:
    import asyncio

OFFICIAL = "https://api.openai.com/v1"
_NO_KEY = "no-key-needed"


def openai_module(needed_for: str) -> Any:
    """The ``openai`` package, imported when first asked for: it takes a third of a second.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        return importlib.import_module("openai")
    except ModuleNotFoundError as error:
        raise MissingExtraError("openai", needed_for) from error


@dataclass(frozen=True, slots=True)
class Server:
    """Where a server is, and how it is told who asks; its repr has no key."""

    base_url: str
    headers: tuple[tuple[str, str], ...]
    organization: str | None
    timeout: float
    max_retries: int

    @property
    def official(self) -> bool:
        """Whether it is OpenAI's own."""
        return urlsplit(self.base_url).hostname == urlsplit(OFFICIAL).hostname

    def settings(self, key: str) -> dict[str, Any]:
        """The arguments of the ``openai`` package's clients."""
        return {
            "api_key": key,
            "base_url": self.base_url,
            "organization": self.organization,
            "timeout": self.timeout,
            "max_retries": self.max_retries,
            "default_headers": dict(self.headers),
        }


def base_url_of(given: str | None) -> str:
    """The server's address: the given one, else OPENAI_BASE_URL or OPENAI_API_BASE, else OpenAI's own.

    Raises:
        ConfigError: it is no http address.
    """
    from_environment = os.environ.get("OPENAI_BASE_URL") or os.environ.get("OPENAI_API_BASE")
    url = given or from_environment or OFFICIAL
    parts = urlsplit(url)
    # What may hold credentials is refused before anything is shown.
    if "@" in parts.netloc:
        raise ConfigError("base_url must hold no user name or password; give them as default_headers=")
    if parts.query or parts.fragment:
        raise ConfigError(
            "base_url must end with the path: the client would write its own path behind the query; give a key as "
            "api_key= or default_headers="
        )
    if parts.scheme not in ("http", "https") or not parts.netloc:
        shown = f", found {url!r:.80}" if "@" not in url else ""
        raise ConfigError(f"base_url must start with http:// or https:// and a host{shown}")
    return url


def key_of(given: str | None, base_url: str, who: str) -> str:
    """The key: the given one, else OPENAI_API_KEY; a server of one's own may need none.

    Raises:
        ConfigError: there is none, and OpenAI's own server asks for one.
    """
    key = given or os.environ.get("OPENAI_API_KEY")
    if key:
        return key.strip()
    if base_url.rstrip("/") != OFFICIAL:
        return _NO_KEY
    raise ConfigError(
        f"{who} has no credentials: set OPENAI_API_KEY or give api_key=, or give base_url= for a server of your "
        "own, or use SmolLM(), the local model, which needs no key"
    )


class Clients:
    """Clients that are made on first use and shared by all threads; a copy or a pickle starts without any."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sync: tuple[int, Any, Callable[[], object]] | None = None
        self._by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[Any, Any]] = WeakKeyDictionary()

    def __reduce__(self) -> tuple[type[Clients], tuple[()]]:
        return Clients, ()

    def sync(self, make: Callable[[], Any]) -> Any:
        """The blocking client; a forked process gets one of its own."""
        with self._lock:
            if self._sync is None or self._sync[0] != os.getpid():
                client = make()
                # Without this its sockets are open until the garbage collector comes by.
                closing = finalize(self, _close_here, client, os.getpid())
                self._sync = (os.getpid(), client, closing)
            return self._sync[1]

    async def here(self, make: Callable[[], Any]) -> Any:
        """The async client of the running event loop."""
        loop = running_loop()
        if loop is None:
            raise RuntimeError("no event loop runs here")
        with self._lock:
            for other in [each for each in self._by_loop if each.is_closed()]:
                del self._by_loop[other]
            known = self._by_loop.get(loop)
            if known is None:
                client = make()
                known = self._by_loop[loop] = (client, _closed_with_loop(client, ref(self)))
                fresh = True
            else:
                fresh = False
        if fresh:
            await anext(known[1])
        return known[0]

    def close(self) -> None:
        """Close the blocking client's connections."""
        with self._lock:
            known, self._sync = self._sync, None
        if known is not None:
            known[2]()

    async def aclose(self) -> None:
        """Close the connections of the running event loop."""
        loop = running_loop()
        with self._lock:
            known = None if loop is None else self._by_loop.get(loop)
        if known is not None:
            await known[1].aclose()

    def __len__(self) -> int:
        """How many async clients are alive."""
        return len(self._by_loop)

    def forget(self, client: Any) -> None:
        """Hold an async client no longer."""
        with self._lock:
            for loop in [loop for loop, known in self._by_loop.items() if known[0] is client]:
                del self._by_loop[loop]


async def _closed_with_loop(client: Any, holder: ref[Clients]) -> AsyncGenerator[Any]:
    # A loop has no hook for its end, but it closes the async generators that were started in it. The holder is held
    # weakly, so that its connections are closed as soon as nobody holds it.
    try:
        yield client
    finally:
        clients = holder()
        if clients is not None:
            clients.forget(client)
        await client.close()


def _close_here(client: Any, process: int) -> None:
    if os.getpid() == process:
        client.close()


_KEY_LIKE = re.compile(r"\b(?:sk|pk|rk)-[\w*-]{4,}|(?<=[Bb]earer )[^\s'\"]++")


def scrubbed(text: str, secrets: Iterable[str]) -> str:
    """The text without the key and other credentials, or what looks like one."""
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, "***") if secret != _NO_KEY else text
    return _KEY_LIKE.sub("***", text)


@contextmanager
def translated(openai: Any, server: Server, secrets: Collection[str]) -> Generator[None]:
    """Turn the client's failures into ModelErrors that name the server and hold no key.

    Raises:
        ModelUnavailableError: unreachable, overloaded, too slow, broken off.
        ModelRequestError: refused.
    """
    try:
        yield
    except (openai.OpenAIError, json.JSONDecodeError, *_transport_errors()) as error:
        failure = _failure(openai, error, server, secrets)
        # The original stays reachable as the context, and a server may have echoed the key.
        error.args = (scrubbed(str(error), secrets),)
        raise failure from None


def _transport_errors() -> tuple[type[BaseException], ...]:
    """What the HTTP package lets through in mid-stream; which package it is depends on the client's version."""
    modules = [sys.modules.get(name) for name in ("httpx", "httpx2")]
    return tuple(module.HTTPError for module in modules if module is not None)


def _failure(openai: Any, error: BaseException, server: Server, secrets: Collection[str]) -> ModelError:
    where = server.base_url
    if isinstance(error, openai.APITimeoutError):
        return ModelUnavailableError(
            f"no answer from {where} within {server.timeout:g} s; raise timeout=, or try again later"
        )
    if isinstance(error, openai.APIStatusError):
        return _refusal(error, where, secrets)
    if isinstance(error, openai.APIConnectionError):
        reason = scrubbed(str(error.__cause__ or error), secrets)
        if type(error.__cause__).__name__ in ("RemoteProtocolError", "ReadError"):
            return ModelUnavailableError(f"{where} cut the connection ({reason}); try again")
        return ModelUnavailableError(f"{where} cannot be reached ({reason}); check base_url= and the network")
    if isinstance(error, (json.JSONDecodeError, openai.APIResponseValidationError)):
        return no_json(where)
    reason = scrubbed(f"{type(error).__name__}: {error}", secrets)
    return ModelUnavailableError(f"the answer from {where} broke off ({reason}); try again")


def no_json(where: str) -> ModelRequestError:
    """The error for an answer that is not of the API."""
    return ModelRequestError(
        f"{where} answered with something else than the API's JSON; check base_url= (…/v1)"
    )


def _refusal(error: Any, where: str, secrets: Collection[str]) -> ModelError:
    status = int(error.status_code)
    body = getattr(error, "body", None)
    told = cast("dict[str, Any]", body).get("message") if isinstance(body, dict) else None
    said = scrubbed(str(told or error), secrets)[:300]
    temporary = status >= 500 or status in (408, 409, 429)
    # A spent quota comes as 429 too, but no later try helps.
    if temporary and getattr(error, "code", None) != "insufficient_quota":
        return ModelUnavailableError(f"{where} answered {status} ({said}), and so did the retries; try later")
    hint = _HINTS.get(status, "change the request")
    return ModelRequestError(f"{where} refused the request with {status} ({said}); {hint}")


_HINTS = {
    401: "check the key in OPENAI_API_KEY or api_key=",
    403: "the key may not use this model",
    404: "check model= and base_url=",
    429: "check the plan and the billing of the key",
}
