"""What text models and chat models share: every way to ask, the cache, callbacks, stop words, token counts."""

from __future__ import annotations

import builtins
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, SecretStr

from structout.errors import ConfigError
from structout.instructions import estimate_tokens
from structout.llms.cache import BaseCache, cache_for
from structout.llms.callbacks import Callbacks, Run, start_run, without_manager
from structout.llms.exchange import Exchange, identity, joined
from structout.llms.result import GenerationChunk, LLMResult
from structout.messages import (
    BaseMessage,
    MessageLike,
    PromptLike,
    PromptValue,
    get_buffer_string,
    to_prompt_value,
)
from structout.pipes import Config, Step
from structout.saved import AnyPath, write_saved

Stop: TypeAlias = "str | Sequence[str] | None"
"""Texts at which a completion ends."""


class BaseLanguageModel(BaseModel, Step, ABC):
    """A model that answers prompts.

    Keyword arguments of a call that are not named here (``temperature``, ``max_tokens``, ``seed``, ``structured``,
    ``schema``, …) are options: they hold for that call and go to the model as far as it takes them.

    Attributes:
        cache: a cache, ``True`` for the global one, ``False`` for none, ``None`` for the global one if there is one.
        callbacks: handlers that see this model's calls.
        stop: texts at which every completion ends.
        token_counter: counts the tokens of a text; an estimate where not given.
        max_concurrency: how many conversations of one async call are under way at once.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid", protected_namespaces=())

    structured_modes: ClassVar[frozenset[str]] = frozenset({"text"})
    """What the option ``structured`` may be: ``text``, ``json_schema``, ``tools``."""

    cache: BaseCache | bool | None = Field(default=None, exclude=True, repr=False)
    callbacks: Any = Field(default=None, exclude=True, repr=False)
    verbose: bool = Field(default=False, exclude=True, repr=False)
    stop: str | list[str] | None = Field(default=None, repr=False)
    token_counter: Callable[[str], int] | None = Field(default=None, exclude=True, repr=False)
    max_concurrency: int = Field(default=8, ge=1, exclude=True, repr=False)

    if not TYPE_CHECKING:  # type checkers go by the fields

        def __init__(self, **fields: Any) -> None:
            super().__init__(**without_manager(fields))

    # What a kind of model fills in.

    @abstractmethod
    def _request(self, prompt: PromptValue) -> Any:
        """The prompt as this kind of model takes it."""

    @abstractmethod
    def _key(self, request: Any) -> str:
        """The request as the text by which the cache knows it."""

    @abstractmethod
    def _announce(self, run: Run, request: Any) -> None:
        """Tell the handlers that the request goes out."""

    @abstractmethod
    def _send(self, requests: list[Any], stop: list[str] | None, options: Mapping[str, Any]) -> LLMResult:
        """Ask the model."""

    @abstractmethod
    async def _asend(
        self, requests: list[Any], stop: list[str] | None, options: Mapping[str, Any]
    ) -> LLMResult:
        """Ask the model without blocking."""

    @abstractmethod
    def _chunks(
        self, request: Any, stop: list[str] | None, options: Mapping[str, Any]
    ) -> Iterator[GenerationChunk]:
        """Ask the model for a stream."""

    @abstractmethod
    def _achunks(
        self, request: Any, stop: list[str] | None, options: Mapping[str, Any]
    ) -> AsyncIterator[GenerationChunk]:
        """Ask the model for a stream without blocking."""

    # What the model is.

    @property
    def reprompt_options(self) -> Mapping[str, Any]:
        """Options of a call that asks again after a refused answer, where the request does not set them."""
        return {}

    @property
    def _llm_type(self) -> str:
        return type(self).__name__

    @property
    def _identifying_params(self) -> Mapping[str, Any]:
        """What tells two models of one class apart, in the cache and in saved files; no secret."""
        return {}

    @property
    def name(self) -> str:
        """The model's name, for figures."""
        return str(getattr(self, "model_name", None) or self._llm_type)

    def dict(self, **kwargs: Any) -> builtins.dict[str, Any]:
        """The model as plain JSON, without secrets."""
        return {**self._identifying_params, "_type": self._llm_type}

    def save(self, file_path: AnyPath, base_dir: AnyPath | None = None) -> None:
        """Write the model's parameters to a JSON or YAML file, without secrets; ``load_llm`` reads it back.

        Args:
            file_path: the file, ``.json`` or ``.yaml``.
            base_dir: the folder that must not be left.

        Raises:
            ConfigError: a parameter is no plain data, or the path is not allowed.
        """
        write_saved(file_path, self.dict(), base_dir)

    def __str__(self) -> str:
        return f"\x1b[1m{type(self).__name__}\x1b[0m\nParams: {dict(self._identifying_params)}"

    def __getstate__(self) -> builtins.dict[Any, Any]:
        # A pickle leaves the process: secrets stay behind and are given again after loading.
        state = super().__getstate__()
        fields = {
            name: None if isinstance(value, SecretStr) else value for name, value in state["__dict__"].items()
        }
        return {**state, "__dict__": fields}

    # One call.

    def _stop_for(self, stop: Stop) -> list[str] | None:
        if stop is not None and self.stop is not None:
            raise ConfigError(
                "`stop` found in both the input and default params: give it to the call or to the model, not to both"
            )
        chosen = self.stop if stop is None else stop
        return [chosen] if isinstance(chosen, str) else None if chosen is None else list(chosen)

    def _identity(self, stop: list[str] | None, options: Mapping[str, Any]) -> str:
        return identity(type(self).__name__, self._identifying_params, stop, options)

    def _exchange(
        self, requests: list[Any], stop: list[str] | None, callbacks: Callbacks, options: Mapping[str, Any]
    ) -> Exchange[Any]:
        def start(request: Any) -> Run:
            return self._start(request, callbacks)

        cache = cache_for(self.cache)
        # Without a cache nobody asks for the keys, which are dear where a schema is among the options.
        keys = [""] * len(requests) if cache is None else [self._key(request) for request in requests]
        return Exchange(requests, keys, cache, "" if cache is None else self._identity(stop, options), start)

    def _start(self, request: Any, callbacks: Callbacks) -> Run:
        run = start_run(self.callbacks, callbacks)
        self._announce(run, request)
        return run

    def _answer(
        self, requests: list[Any], stop: Stop, callbacks: Callbacks, options: Mapping[str, Any]
    ) -> LLMResult:
        words = self._stop_for(stop)
        exchange = self._exchange(requests, words, callbacks, options)
        if exchange.missing:
            with exchange.reported():
                exchange.accept(self._send(exchange.missing, words, options))
        return exchange.result()

    async def _aanswer(
        self, requests: list[Any], stop: Stop, callbacks: Callbacks, options: Mapping[str, Any]
    ) -> LLMResult:
        words = self._stop_for(stop)
        exchange = self._exchange(requests, words, callbacks, options)
        try:
            if exchange.missing:
                with exchange.reported():
                    exchange.accept(await self._asend(exchange.missing, words, options))
            return exchange.result()
        finally:
            await exchange.settled()

    # Ways to ask.

    @abstractmethod
    def generate_prompt(
        self, prompts: Sequence[PromptValue], stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> LLMResult:
        """Answer each prompt; those that the cache knows are not sent.

        Args:
            prompts: filled prompts.
            stop: texts at which completions end.
            callbacks: handlers that see this call.
            options: options of this call.

        Returns:
            The completions of each prompt, in order.

        Raises:
            ConfigError: ``stop`` is given here and in the model.
            ModelError: the model cannot be reached or refuses.
        """

    @abstractmethod
    async def agenerate_prompt(
        self, prompts: Sequence[PromptValue], stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> LLMResult:
        """``generate_prompt`` for callers that await."""

    def predict(self, text: str, *, stop: Stop = None, callbacks: Callbacks = None, **options: Any) -> str:
        """The completion of a text."""
        result = self.generate_prompt([to_prompt_value(text)], stop, callbacks, **options)
        return result.generations[0][0].text

    async def apredict(
        self, text: str, *, stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> str:
        """``predict`` for callers that await."""
        result = await self.agenerate_prompt([to_prompt_value(text)], stop, callbacks, **options)
        return result.generations[0][0].text

    def predict_messages(
        self,
        messages: Sequence[MessageLike],
        *,
        stop: Stop = None,
        callbacks: Callbacks = None,
        **options: Any,
    ) -> BaseMessage:
        """The message that follows a conversation."""
        result = self.generate_prompt([to_prompt_value(messages)], stop, callbacks, **options)
        return result.generations[0][0].as_message()

    async def apredict_messages(
        self,
        messages: Sequence[MessageLike],
        *,
        stop: Stop = None,
        callbacks: Callbacks = None,
        **options: Any,
    ) -> BaseMessage:
        """``predict_messages`` for callers that await."""
        result = await self.agenerate_prompt([to_prompt_value(messages)], stop, callbacks, **options)
        return result.generations[0][0].as_message()

    def stream_chunks(
        self, prompt: PromptLike, stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        """The completion piece by piece; the last piece may bring a finish reason and token usage.

        The cache is neither read nor written.
        """
        words, request = self._stop_for(stop), self._request(to_prompt_value(prompt))
        run, chunks = self._start(request, callbacks), list[GenerationChunk]()
        try:
            for chunk in self._chunks(request, words, options):
                chunks.append(chunk)
                if chunk.text:
                    run.emit("on_llm_new_token", chunk.text)
                yield chunk
        except BaseException as error:
            run.emit("on_llm_error", error)
            raise
        run.emit("on_llm_end", joined(chunks))

    async def astream_chunks(
        self, prompt: PromptLike, stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> AsyncIterator[GenerationChunk]:
        """``stream_chunks`` for callers that await."""
        words, request = self._stop_for(stop), self._request(to_prompt_value(prompt))
        run, chunks = self._start(request, callbacks), list[GenerationChunk]()
        try:
            async for chunk in self._achunks(request, words, options):
                chunks.append(chunk)
                if chunk.text:
                    run.emit("on_llm_new_token", chunk.text)
                yield chunk
        except BaseException as error:
            run.emit("on_llm_error", error)
            await run.settled()
            raise
        run.emit("on_llm_end", joined(chunks))
        await run.settled()

    def stream(
        self, prompt: PromptLike, stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> Iterator[str]:
        """The completion piece by piece, as text."""
        for chunk in self.stream_chunks(prompt, stop, callbacks, **options):
            if chunk.text:
                yield chunk.text

    async def astream(
        self, prompt: PromptLike, stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> AsyncIterator[str]:
        """``stream`` for callers that await."""
        async for chunk in self.astream_chunks(prompt, stop, callbacks, **options):
            if chunk.text:
                yield chunk.text

    # As a step of a pipe.

    @abstractmethod
    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """Answer a text, messages or a prompt value."""

    @abstractmethod
    async def ainvoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """``invoke`` for callers that await."""

    def _batch_keys(self, values: Sequence[Any]) -> Sequence[Any]:
        """Where there is a cache, equal prompts of a batch are sent once."""
        if cache_for(self.cache) is None:
            return super()._batch_keys(values)
        return [self._key(self._request(to_prompt_value(value))) for value in values]

    # Beside asking.

    def forget(self, prompt: PromptLike, stop: Stop = None, **options: Any) -> None:
        """Take the completions of this call out of the cache: they turned out to hold no value."""
        cache = cache_for(self.cache)
        if cache is not None:
            request = self._request(to_prompt_value(prompt))
            cache.remove(self._key(request), self._identity(self._stop_for(stop), options))

    def get_num_tokens(self, text: str) -> int:
        """How many tokens the text has, by ``token_counter``; about how many, where there is none."""
        return (self.token_counter or estimate_tokens)(text)

    def get_num_tokens_from_messages(self, messages: Sequence[BaseMessage]) -> int:
        """How many tokens the conversation has, written as text."""
        return sum(self.get_num_tokens(get_buffer_string([message])) for message in messages)
