"""OpenAI: the Completions API (text in, text out) of any server that speaks it."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, ClassVar, cast

from pydantic import Field

from structout.errors import ConfigError, ModelUnavailableError
from structout.llms.base import BaseLLM
from structout.llms.openai.settings import OpenAISettings, as_json, result_of
from structout.llms.result import Generation, GenerationChunk, LLMResult, usage_of
from structout.threads import gathered

CONTEXT_SIZES: Mapping[str, int] = {
    "gpt-3.5-turbo-instruct": 4096,
    "davinci-002": 16384,
    "babbage-002": 16384,
    "text-davinci-003": 4097,
    "text-davinci-002": 4097,
    "code-davinci-002": 8001,
    "text-curie-001": 2049,
    "text-babbage-001": 2049,
    "text-ada-001": 2049,
}
"""Tokens of the context window, prompt and completion together, by model."""


class OpenAI(OpenAISettings, BaseLLM):
    """A text model of OpenAI, or of any server with the Completions API.

    Attributes:
        batch_size: prompts in one request.
        best_of: completions drawn at the server, of which the best come back.
        suffix: what follows the completion.
        logprobs: log probabilities of so many tokens come along.
        echo: the prompt comes back in front of the completion.
        context_size: tokens of the context window, for ``max_tokens=-1`` with a model that is not known here.

    Raises:
        ConfigError: no credentials, or fields that contradict each other.
        MissingExtraError: the ``openai`` package is not installed.
    """

    own_options: ClassVar[frozenset[str]] = frozenset({"best_of", "suffix", "echo", "stream_options"})
    sampling: ClassVar[tuple[str, ...]] = (
        *OpenAISettings.sampling, "best_of", "suffix", "logprobs", "echo",
    )  # fmt: skip

    model: str = "gpt-3.5-turbo-instruct"
    max_tokens: int | None = 256
    batch_size: int = Field(default=20, ge=1, exclude=True)
    best_of: int | None = Field(default=None, ge=1)
    suffix: str | None = None
    logprobs: int | None = Field(default=None, ge=0)
    echo: bool | None = None
    context_size: int | None = Field(default=None, gt=0, exclude=True)

    @property
    def _llm_type(self) -> str:
        return "openai"

    def get_sub_prompts(
        self, prompts: Sequence[str], stop: list[str] | None = None, **options: Any
    ) -> list[dict[str, Any]]:
        """The requests that the prompts go out in, at most ``batch_size`` in each.

        Raises:
            ConfigError: ``max_tokens=-1`` for several prompts, or for one that fills the context window.
        """
        keys = self._request_keys(stop, _text_only(options))
        if keys.get("max_tokens") == -1:
            keys["max_tokens"] = self._rest_of_window(prompts, str(keys["model"]))
        edges = range(0, len(prompts), self.batch_size)
        return [{**keys, "prompt": list(prompts[start : start + self.batch_size])} for start in edges]

    def _rest_of_window(self, prompts: Sequence[str], model: str) -> int:
        if len(prompts) != 1:
            raise ConfigError(
                "max_tokens set to -1 not supported for multiple inputs. Give a number, or one prompt a call."
            )
        window = self.context_size or CONTEXT_SIZES.get(model)
        if window is None:
            raise ConfigError(f"max_tokens=-1 needs context_size=: the window of {model!r} is not known")
        counted = self.get_num_tokens(prompts[0])
        # Without the model's own counter the figure is an estimate: leave room, since too much is refused.
        taken = counted if self.token_counter else math.ceil(counted * 1.25) + 8
        if taken >= window:
            raise ConfigError(
                f"the prompt takes about {taken} of the {window} tokens of {model!r}; shorten it"
            )
        return window - taken

    def _read(self, replies: list[Any], prompts: Sequence[str]) -> LLMResult:
        source = self._server().base_url
        answers = [as_json(reply, source) for reply in replies]
        choices: list[dict[str, Any]] = []
        for answer in answers:
            found = cast("list[dict[str, Any]]", answer.get("choices") or [])
            choices += sorted(found, key=lambda choice: choice.get("index") or 0)
        each, rest = divmod(len(choices), max(len(prompts), 1))
        if (rest or not each) and prompts:
            raise ModelUnavailableError(
                f"{source} answered {len(prompts)} prompts with {len(choices)} choices; try again"
            )
        rows = [[_generation(c) for c in choices[i * each : (i + 1) * each]] for i in range(len(prompts))]
        return result_of(rows, answers, self.model)

    def _generate(self, prompts: list[str], stop: list[str] | None = None, **options: Any) -> LLMResult:
        requests = self.get_sub_prompts(prompts, stop, **options)
        replies: list[Any] = []
        for request in requests:
            with self._guard():
                replies.append(self._client().completions.create(**request))
        return self._read(replies, prompts)

    async def _agenerate(
        self, prompts: list[str], stop: list[str] | None = None, **options: Any
    ) -> LLMResult:
        requests = self.get_sub_prompts(prompts, stop, **options)
        client = await self._aclient()
        with self._guard():
            calls = [client.completions.create(**request) for request in requests]
            replies = await gathered(calls, self.max_concurrency)
        return self._read(replies, prompts)

    def _streamed(self, prompt: str, stop: list[str] | None, options: Mapping[str, Any]) -> dict[str, Any]:
        request = self.get_sub_prompts([prompt], stop, **options)[0]
        for name in ("n", "best_of"):
            if request.get(name, 1) > 1:
                raise ConfigError(f"Cannot stream results when {name} > 1.")
        return {"stream": True, "stream_options": {"include_usage": True}, **request, "prompt": prompt}

    def _stream(
        self, prompt: str, stop: list[str] | None = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        request, reader = self._streamed(prompt, stop, options), _TextReader(self._server().base_url)
        return self._pieces(lambda: self._client().completions.create(**request), reader)

    def _astream(
        self, prompt: str, stop: list[str] | None = None, **options: Any
    ) -> AsyncIterator[GenerationChunk]:
        request, reader = self._streamed(prompt, stop, options), _TextReader(self._server().base_url)

        async def ask() -> Any:
            return await (await self._aclient()).completions.create(**request)

        return self._apieces(ask, reader)


def _text_only(options: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in options.items() if name not in ("structured", "schema")}
    if options.get("structured", "text") != "text":
        raise ConfigError("OpenAI, the Completions API, knows structured='text' only; use ChatOpenAI")
    return kept


def _generation(choice: Mapping[str, Any]) -> Generation:
    info = {name: choice.get(name) for name in ("finish_reason", "logprobs")}
    return Generation(choice.get("text") or "", info)


class _TextReader:
    """Reads the chunks of a streamed text."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._last: dict[str, Any] = {}

    def feed(self, chunk: Mapping[str, Any]) -> str:
        choices = cast("list[dict[str, Any]]", chunk.get("choices") or [])
        if chunk.get("usage"):
            self._last["usage"] = usage_of(chunk["usage"])
        reasons = [choice["finish_reason"] for choice in choices if choice.get("finish_reason")]
        self._last |= {"finish_reason": reasons[-1]} if reasons else {}
        return "".join(choice.get("text") or "" for choice in choices)

    def end(self) -> GenerationChunk:
        if "finish_reason" not in self._last:
            raise ModelUnavailableError(
                f"the stream from {self.source} ended without a finish reason: it was cut off; try again"
            )
        return GenerationChunk("", **self._last)
