"""The two kinds of model: a BaseLLM continues texts, a BaseChatModel answers conversations.

A subclass writes ``_generate``, and what else it can do better than the defaults: ``_agenerate``, ``_stream``, …
"""

from __future__ import annotations

import asyncio
import json
from abc import abstractmethod
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

from structout.errors import ConfigError
from structout.llms.callbacks import Callbacks, Run
from structout.llms.language_model import BaseLanguageModel, Stop, iterated_in_thread
from structout.llms.result import ChatResult, Generation, GenerationChunk, LLMResult, merged_output
from structout.llms.signatures import fitting
from structout.messages import AIMessage, BaseMessage, MessageLike, PromptValue, message_to_dict, to_message

__all__ = ["LLM", "BaseChatModel", "BaseLLM", "BaseLanguageModel", "SimpleChatModel", "Stop"]

T = TypeVar("T")


async def gathered(calls: Sequence[Awaitable[T]], at_once: int) -> list[T]:
    """The results of the calls in order, with at most ``at_once`` under way; the first failure cancels the rest."""
    gate = asyncio.Semaphore(at_once)

    async def one(call: Awaitable[T]) -> T:
        async with gate:
            return await call

    tasks = [asyncio.ensure_future(one(call)) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for call in calls:
            # One that never got through the gate was not begun, and would warn that nobody awaited it.
            if asyncio.iscoroutine(call):
                call.close()


class BaseLLM(BaseLanguageModel):
    """A model that continues texts; a conversation goes to it as ``System: …``, ``Human: …``, ``AI: …`` lines."""

    @abstractmethod
    def _generate(self, prompts: list[str], stop: list[str] | None = None, **options: Any) -> LLMResult:
        """Ask the model, for all prompts."""

    async def _agenerate(
        self, prompts: list[str], stop: list[str] | None = None, **options: Any
    ) -> LLMResult:
        """Ask the model without blocking; by default in a thread."""
        return await asyncio.to_thread(self._generate, prompts, stop, **_optional(self._generate, options))

    def _stream(
        self, prompt: str, stop: list[str] | None = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        """Ask the model for a stream; by default the whole answer in one piece."""
        yield _whole(self._generate([prompt], stop, **_optional(self._generate, options)))

    async def _astream(
        self, prompt: str, stop: list[str] | None = None, **options: Any
    ) -> AsyncIterator[GenerationChunk]:
        """Ask the model for a stream without blocking."""
        if type(self)._stream is BaseLLM._stream:
            yield _whole(await self._agenerate([prompt], stop, **_optional(self._agenerate, options)))
            return
        async for chunk in iterated_in_thread(self._stream(prompt, stop, **_optional(self._stream, options))):
            yield chunk

    def _request(self, prompt: PromptValue) -> str:
        return prompt.to_string()

    def _key(self, request: str) -> str:
        return request

    def _announce(self, run: Run, request: str) -> None:
        run.emit("on_llm_start", {"name": type(self).__name__}, [request])

    def _send(self, requests: list[str], stop: list[str] | None, options: Mapping[str, Any]) -> LLMResult:
        return self._generate(requests, stop, **_optional(self._generate, options))

    async def _asend(
        self, requests: list[str], stop: list[str] | None, options: Mapping[str, Any]
    ) -> LLMResult:
        return await self._agenerate(requests, stop, **_optional(self._agenerate, options))

    def _chunks(
        self, request: str, stop: list[str] | None, options: Mapping[str, Any]
    ) -> Iterator[GenerationChunk]:
        return self._stream(request, stop, **_optional(self._stream, options))

    def _achunks(
        self, request: str, stop: list[str] | None, options: Mapping[str, Any]
    ) -> AsyncIterator[GenerationChunk]:
        return self._astream(request, stop, **_optional(self._astream, options))

    def generate_prompt(
        self, prompts: Sequence[PromptValue], stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> LLMResult:
        """Answer each prompt; those that the cache knows are not sent."""
        return self.generate([prompt.to_string() for prompt in prompts], stop, callbacks, **options)

    async def agenerate_prompt(
        self, prompts: Sequence[PromptValue], stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> LLMResult:
        """``generate_prompt`` for callers that await."""
        return await self.agenerate([prompt.to_string() for prompt in prompts], stop, callbacks, **options)

    def generate(
        self, prompts: list[str], stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> LLMResult:
        """Continue each text; those that the cache knows are not sent.

        Raises:
            ConfigError: ``prompts`` is no list, or ``stop`` is given here and in the model.
            ModelError: the model cannot be reached or refuses.
        """
        return self._answer(_texts(prompts), stop, callbacks, options)

    async def agenerate(
        self, prompts: list[str], stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> LLMResult:
        """``generate`` for callers that await."""
        return await self._aanswer(_texts(prompts), stop, callbacks, options)

    def __call__(self, prompt: str, stop: Stop = None, callbacks: Callbacks = None, **options: Any) -> str:
        """The completion of a text.

        Raises:
            ConfigError: ``prompt`` is no text.
        """
        return self.generate([_text(prompt)], stop, callbacks, **options).generations[0][0].text


def _text(prompt: object) -> str:
    if isinstance(prompt, str):
        return prompt
    raise ConfigError(
        f"Argument `prompt` is expected to be a string. Instead found {type(prompt)}. "
        "If you want to run the LLM on multiple prompts, use `generate` instead."
    )


def _texts(prompts: object) -> list[str]:
    if not isinstance(prompts, list):
        raise ConfigError(
            "Argument 'prompts' is expected to be of type List[str], "
            f"received argument of type {type(prompts)}."
        )
    return cast("list[str]", prompts)


def _whole(result: LLMResult | ChatResult) -> GenerationChunk:
    first = _as_llm_result(result).generations[0][0]
    return GenerationChunk(first.text, first.finish_reason, _as_llm_result(result).usage)


def _as_llm_result(result: LLMResult | ChatResult) -> LLMResult:
    return LLMResult([result.generations], result.llm_output) if isinstance(result, ChatResult) else result


class LLM(BaseLLM):
    """A text model made of one function: a subclass writes ``_call``, and ``_acall`` if it can."""

    @abstractmethod
    def _call(self, prompt: str, stop: list[str] | None = None, **options: Any) -> str:
        """The completion of a text."""

    async def _acall(self, prompt: str, stop: list[str] | None = None, **options: Any) -> str:
        """The completion of a text, without blocking; by default in a thread."""
        return await asyncio.to_thread(self._call, prompt, stop, **_optional(self._call, options))

    def _generate(self, prompts: list[str], stop: list[str] | None = None, **options: Any) -> LLMResult:
        given = _optional(self._call, options)
        return LLMResult([[Generation(self._call(prompt, stop, **given))] for prompt in prompts])

    async def _agenerate(
        self, prompts: list[str], stop: list[str] | None = None, **options: Any
    ) -> LLMResult:
        given = _optional(self._acall, options)
        calls = [self._acall(prompt, stop, **given) for prompt in prompts]
        return LLMResult([[Generation(text)] for text in await gathered(calls, self.max_concurrency)])


def _optional(method: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    return fitting(method, options, {"run_manager": None})


class BaseChatModel(BaseLanguageModel):
    """A model that answers conversations; a text goes to it as one message of the user."""

    @abstractmethod
    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> LLMResult | ChatResult:
        """Ask the model, for one conversation."""

    async def _agenerate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> LLMResult | ChatResult:
        """Ask the model without blocking; by default in a thread."""
        return await asyncio.to_thread(self._generate, messages, stop, **_optional(self._generate, options))

    def _stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        """Ask the model for a stream; by default the whole answer in one piece."""
        yield _whole(self._generate(messages, stop, **_optional(self._generate, options)))

    async def _astream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> AsyncIterator[GenerationChunk]:
        """Ask the model for a stream without blocking."""
        if type(self)._stream is BaseChatModel._stream:
            yield _whole(await self._agenerate(messages, stop, **_optional(self._agenerate, options)))
            return
        async for chunk in iterated_in_thread(
            self._stream(messages, stop, **_optional(self._stream, options))
        ):
            yield chunk

    def _request(self, prompt: PromptValue) -> list[BaseMessage]:
        return prompt.to_messages()

    def _key(self, request: list[BaseMessage]) -> str:
        return json.dumps([message_to_dict(message) for message in request], sort_keys=True, default=str)

    def _announce(self, run: Run, request: list[BaseMessage]) -> None:
        run.emit("on_chat_model_start", {"name": type(self).__name__}, [request])

    def _send(
        self, requests: list[list[BaseMessage]], stop: list[str] | None, options: Mapping[str, Any]
    ) -> LLMResult:
        given = _optional(self._generate, options)
        return _together([self._generate(messages, stop, **given) for messages in requests])

    async def _asend(
        self, requests: list[list[BaseMessage]], stop: list[str] | None, options: Mapping[str, Any]
    ) -> LLMResult:
        given = _optional(self._agenerate, options)
        calls = [self._agenerate(messages, stop, **given) for messages in requests]
        return _together(await gathered(calls, self.max_concurrency))

    def _chunks(
        self, request: list[BaseMessage], stop: list[str] | None, options: Mapping[str, Any]
    ) -> Iterator[GenerationChunk]:
        return self._stream(request, stop, **_optional(self._stream, options))

    def _achunks(
        self, request: list[BaseMessage], stop: list[str] | None, options: Mapping[str, Any]
    ) -> AsyncIterator[GenerationChunk]:
        return self._astream(request, stop, **_optional(self._astream, options))

    def generate_prompt(
        self, prompts: Sequence[PromptValue], stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> LLMResult:
        """Answer each prompt; those that the cache knows are not sent."""
        return self.generate([prompt.to_messages() for prompt in prompts], stop, callbacks, **options)

    async def agenerate_prompt(
        self, prompts: Sequence[PromptValue], stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> LLMResult:
        """``generate_prompt`` for callers that await."""
        return await self.agenerate([prompt.to_messages() for prompt in prompts], stop, callbacks, **options)

    def generate(
        self,
        messages: Sequence[Sequence[MessageLike]],
        stop: Stop = None,
        callbacks: Callbacks = None,
        **options: Any,
    ) -> LLMResult:
        """Answer each conversation; those that the cache knows are not sent.

        Raises:
            ConfigError: ``stop`` is given here and in the model.
            ModelError: the model cannot be reached or refuses.
        """
        return self._answer(_conversations(messages), stop, callbacks, options)

    async def agenerate(
        self,
        messages: Sequence[Sequence[MessageLike]],
        stop: Stop = None,
        callbacks: Callbacks = None,
        **options: Any,
    ) -> LLMResult:
        """``generate`` for callers that await."""
        return await self._aanswer(_conversations(messages), stop, callbacks, options)

    def __call__(
        self, messages: Sequence[MessageLike], stop: Stop = None, callbacks: Callbacks = None, **options: Any
    ) -> BaseMessage:
        """The message that follows a conversation, or a text of the user."""
        conversation = [messages] if isinstance(messages, str) else messages
        return self.generate([conversation], stop, callbacks, **options).generations[0][0].as_message()

    def call_as_llm(self, message: str, stop: Stop = None, **options: Any) -> str:
        """The text that answers a text."""
        return self.predict(message, stop=stop, **options)


def _conversations(values: Sequence[Sequence[MessageLike]]) -> list[Any]:
    return [[to_message(message) for message in conversation] for conversation in values]


def _together(results: Sequence[LLMResult | ChatResult]) -> LLMResult:
    each = [_as_llm_result(result) for result in results]
    generations = [generation for result in each for generation in result.generations]
    return LLMResult(generations, merged_output(result.llm_output for result in each))


class SimpleChatModel(BaseChatModel):
    """A chat model made of one function: a subclass writes ``_call``."""

    @abstractmethod
    def _call(self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any) -> str:
        """The text that answers a conversation."""

    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> LLMResult:
        text = self._call(messages, stop, **_optional(self._call, options))
        return LLMResult([[Generation(text, message=AIMessage(text))]])
