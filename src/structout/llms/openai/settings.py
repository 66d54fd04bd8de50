"""What both OpenAI classes are given: the model, its sampling, the server; and how options become a request."""

from __future__ import annotations

import difflib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from typing import Any, ClassVar, Protocol, Self, cast

from pydantic import ConfigDict, Field, PrivateAttr, SecretStr, model_validator

from structout.errors import ConfigError
from structout.llms.construction import PlainErrors
from structout.llms.language_model import BaseLanguageModel
from structout.llms.openai.connection import (
    Clients,
    Server,
    base_url_of,
    key_of,
    no_json,
    openai_module,
    translated,
)
from structout.llms.result import (
    Generation,
    GenerationChunk,
    LLMResult,
    merged_output,
    usage_of,
    usage_to_dict,
)
from structout.saved import Guarded, secrets_in, without_secrets

LEGACY_NAMES: Mapping[str, str] = {
    "model_name": "model",
    "openai_api_key": "api_key",
    "openai_api_base": "base_url",
    "openai_organization": "organization",
    "request_timeout": "timeout",
}
"""Names of 2023, and what they are called here."""

_SHARED_OPTIONS = frozenset(
    {
        "model", "temperature", "top_p", "n", "max_tokens", "presence_penalty", "frequency_penalty", "logit_bias",
        "user", "seed", "logprobs", "timeout", "extra_body", "extra_headers",
    }
)  # fmt: skip


class ChunkReader(Protocol):
    """Reads the chunks of a streamed answer, as plain JSON, one after another."""

    source: str
    """The server's address."""

    def feed(self, chunk: Mapping[str, Any]) -> str:
        """The text that a chunk adds."""
        ...

    def end(self) -> GenerationChunk:
        """The last piece: why the answer ended, and what it took."""
        ...


class OpenAISettings(PlainErrors, Guarded, BaseLanguageModel):
    """Fields that both classes share.

    Attributes:
        model: its name at the server.
        temperature: 0 for the likeliest answer; ``None`` leaves it to the server.
        top_p: share of the probability that is sampled from.
        n: completions for each prompt.
        max_tokens: limit of a completion; ``-1`` for as many as fit.
        presence_penalty: against tokens that stood before.
        frequency_penalty: against tokens that stood often.
        logit_bias: token → bias.
        user: who asks, for the provider's records.
        seed: for answers that can be repeated, as far as the server can.
        model_kwargs: further keys of each request, passed on as they are; credentials among them are kept like the key.
        api_key: the credentials; OPENAI_API_KEY where not given. Kept out of reprs, files, pickles and errors.
        base_url: the server; OPENAI_BASE_URL or OpenAI's own where not given.
        organization: the organisation that is billed.
        default_headers: headers of each request; kept out of reprs, files and pickles.
        timeout: seconds that one request may take.
        max_retries: how often the client repeats a request after a transport failure, 429 or 5xx.
    """

    model_config = ConfigDict(hide_input_in_errors=True)
    guarded: ClassVar[tuple[str, ...]] = ("model_kwargs", "default_headers")
    own_options: ClassVar[frozenset[str]] = frozenset()
    sampling: ClassVar[tuple[str, ...]] = (
        "temperature", "top_p", "n", "presence_penalty", "frequency_penalty", "logit_bias", "user", "seed",
    )  # fmt: skip

    model: str
    temperature: float | None = 0.0
    top_p: float | None = None
    n: int | None = Field(default=None, ge=1)
    max_tokens: int | None = None
    presence_penalty: float | None = None
    frequency_penalty: float | None = None
    logit_bias: dict[str, float] | None = None
    user: str | None = None
    seed: int | None = None
    model_kwargs: dict[str, Any] = Field(default_factory=dict)
    api_key: SecretStr | None = Field(default=None, exclude=True)
    base_url: str | None = None
    organization: str | None = None
    default_headers: dict[str, str] = Field(default_factory=dict, exclude=True, repr=False)
    timeout: float = Field(default=60.0, gt=0)
    max_retries: int = Field(default=2, ge=0)

    _clients: Clients = PrivateAttr(default_factory=Clients)

    @model_validator(mode="before")
    @classmethod
    def _names(cls, values: Any) -> Any:
        if not isinstance(values, Mapping):
            return values
        given = dict(cast("Mapping[str, Any]", values))
        for old, new in LEGACY_NAMES.items():
            if old in given:
                if new in given:
                    raise ConfigError(f"{new} is given twice, as {old} too; give it once")
                given[new] = given.pop(old)
        return given

    def model_post_init(self, context: Any, /) -> None:
        """Refuse what could only fail later: contradicting fields, no credentials, no ``openai`` package.

        Raises:
            ConfigError: the fields contradict each other, or there are no credentials.
            MissingExtraError: the ``openai`` package is not installed.
        """
        super().model_post_init(context)
        _checked_max_tokens(self.max_tokens)
        for name in self.model_kwargs:
            if name in type(self).model_fields:
                raise ConfigError(f"Found {name} supplied twice: as a field and in model_kwargs")
        openai_module(type(self).__name__)
        self._credentials()

    @property
    def model_name(self) -> str:
        """The model's name, as it was called in 2023."""
        return self.model

    @property
    def _identifying_params(self) -> Mapping[str, Any]:
        hidden = {"api_key", "timeout", "max_retries", "organization"}
        return {**self.model_dump(exclude=hidden, exclude_none=True), "base_url": self._server().base_url}

    def _identity(self, stop: list[str] | None, options: Mapping[str, Any]) -> str:
        # Headers may hold credentials, and how long to wait does not change an answer.
        kept = {name: value for name, value in options.items() if name not in ("extra_headers", "timeout")}
        if "extra_body" in kept:
            kept["extra_body"] = without_secrets(kept["extra_body"])
        return super()._identity(stop, kept)

    def _server(self) -> Server:
        headers = tuple(self.default_headers.items())
        url = base_url_of(self.base_url)
        return Server(url, headers, self.organization, self.timeout, self.max_retries)

    def _credentials(self) -> str:
        given = self.api_key.get_secret_value() if self.api_key else None
        return key_of(given, self._server().base_url, type(self).__name__)

    def _guard(self) -> Any:
        secrets = [self._credentials(), *secrets_in(self.model_kwargs), *secrets_in(self.default_headers)]
        return translated(openai_module(type(self).__name__), self._server(), secrets)

    def _client(self) -> Any:
        make = openai_module(type(self).__name__).OpenAI
        return self._clients.sync(lambda: make(**self._server().settings(self._credentials())))

    async def _aclient(self) -> Any:
        make = openai_module(type(self).__name__).AsyncOpenAI
        return await self._clients.here(lambda: make(**self._server().settings(self._credentials())))

    def close(self) -> None:
        """Close the connections of blocking calls; a later call opens new ones.

        Those of an event loop are closed by ``aclose``, and with the loop.
        """
        self._clients.close()

    async def aclose(self) -> None:
        """Close the connections of the running event loop, and those of blocking calls."""
        await self._clients.aclose()
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.aclose()

    def _pieces(self, ask: Callable[[], Any], reader: ChunkReader) -> Iterator[GenerationChunk]:
        """The pieces of a streamed answer; ``ask`` opens the stream."""
        with self._guard(), ask() as chunks:
            for chunk in chunks:
                if text := reader.feed(as_json(chunk, reader.source)):
                    yield GenerationChunk(text)
        yield reader.end()

    async def _apieces(
        self, ask: Callable[[], Awaitable[Any]], reader: ChunkReader
    ) -> AsyncIterator[GenerationChunk]:
        """``_pieces`` for callers that await."""
        async with AsyncExitStack() as held:
            held.enter_context(self._guard())
            chunks = await held.enter_async_context(await ask())
            async for chunk in chunks:
                if text := reader.feed(as_json(chunk, reader.source)):
                    yield GenerationChunk(text)
        yield reader.end()

    def _request_keys(self, stop: list[str] | None, options: Mapping[str, Any]) -> dict[str, Any]:
        """The keys of a request without its prompt: the fields, over them the call's options.

        Raises:
            ConfigError: an option that the class does not know.
        """
        _known(options, _SHARED_OPTIONS | self.own_options, type(self).__name__)
        fields = {name: getattr(self, name) for name in ("model", "max_tokens", *self.sampling)}
        keys = {name: value for name, value in {**fields, **options}.items() if value is not None}
        extra = {**self.model_kwargs, **keys.pop("extra_body", {})}
        _checked_max_tokens(keys.get("max_tokens"))
        if keys.get("n", 1) < 1:
            raise ConfigError(f"n must be at least 1, found {keys['n']}")
        if stop is not None:
            keys["stop"] = stop
        return {**keys, "extra_body": extra} if extra else keys


def _known(options: Mapping[str, Any], known: frozenset[str], who: str) -> None:
    for name in options:
        if name not in known:
            close = difflib.get_close_matches(name, known, 1)
            meant = f"; did you mean {close[0]!r}?" if close else ""
            raise ConfigError(
                f"{who} has no option {name!r}{meant}; what only the server knows goes into extra_body={{…}}"
            )


def _checked_max_tokens(value: int | None) -> None:
    if value is not None and (value == 0 or value < -1):
        raise ConfigError(
            f"max_tokens must be at least 1, or -1 for as many as fit; found {value}; leave it out for the "
            "server's own limit"
        )


def as_json(reply: Any, source: str) -> dict[str, Any]:
    """The client's answer as plain JSON.

    Raises:
        ModelRequestError: the server did not answer with the API's JSON.
    """
    if not hasattr(reply, "model_dump"):
        raise no_json(source)
    return reply.model_dump()


def result_of(generations: list[list[Generation]], replies: list[dict[str, Any]], model: str) -> LLMResult:
    """The answer to all prompts; token usage is summed over the requests that say it."""
    usages = [{"token_usage": usage_to_dict(usage_of(r["usage"]))} for r in replies if r.get("usage")]
    return LLMResult(generations, {**merged_output(usages), "model_name": model})
