"""Models that answer conversations: BaseChatModel, and SimpleChatModel for those made of one function."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

from structout.llms.callbacks import Callbacks, Run
from structout.llms.calls import as_llm_result, taken, whole
from structout.llms.language_model import BaseLanguageModel, Stop
from structout.llms.result import ChatResult, Generation, GenerationChunk, LLMResult, merged_output
from structout.messages import (
    AIMessage,
    BaseMessage,
    MessageLike,
    PromptLike,
    PromptValue,
    message_to_dict,
    to_message,
    to_prompt_value,
)
from structout.pipes import Config, callbacks_in
from structout.threads import gathered, in_thread, iterated_in_thread


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
        return await in_thread(self._generate, messages, stop, **taken(self._generate, options))

    def _stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        """Ask the model for a stream; by default the whole answer in one piece."""
        yield whole(self._generate(messages, stop, **taken(self._generate, options)))

    async def _astream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> AsyncIterator[GenerationChunk]:
        """Ask the model for a stream without blocking."""
        if type(self)._stream is BaseChatModel._stream:
            yield whole(await self._agenerate(messages, stop, **taken(self._agenerate, options)))
            return
        async for chunk in iterated_in_thread(self._stream(messages, stop, **taken(self._stream, options))):
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
        given = taken(self._generate, options)
        return _together([self._generate(messages, stop, **given) for messages in requests])

    async def _asend(
        self, requests: list[list[BaseMessage]], stop: list[str] | None, options: Mapping[str, Any]
    ) -> LLMResult:
        given = taken(self._agenerate, options)
        calls = [self._agenerate(messages, stop, **given) for messages in requests]
        return _together(await gathered(calls, self.max_concurrency))

    def _chunks(
        self, request: list[BaseMessage], stop: list[str] | None, options: Mapping[str, Any]
    ) -> Iterator[GenerationChunk]:
        return self._stream(request, stop, **taken(self._stream, options))

    def _achunks(
        self, request: list[BaseMessage], stop: list[str] | None, options: Mapping[str, Any]
    ) -> AsyncIterator[GenerationChunk]:
        return self._astream(request, stop, **taken(self._astream, options))

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

    def invoke(self, value: PromptLike, config: Config = None, **kwargs: Any) -> BaseMessage:
        """The message that follows a text, messages or a prompt value."""
        return self.predict_messages(_conversation(value), callbacks=callbacks_in(config), **kwargs)

    async def ainvoke(self, value: PromptLike, config: Config = None, **kwargs: Any) -> BaseMessage:
        """``invoke`` for callers that await."""
        return await self.apredict_messages(_conversation(value), callbacks=callbacks_in(config), **kwargs)

    def call_as_llm(self, message: str, stop: Stop = None, **options: Any) -> str:
        """The text that answers a text."""
        return self.predict(message, stop=stop, **options)


def _conversation(value: PromptLike) -> list[MessageLike]:
    return [*to_prompt_value(value).to_messages()]


def _conversations(values: Sequence[Sequence[MessageLike]]) -> list[Any]:
    return [[to_message(message) for message in conversation] for conversation in values]


def _together(results: Sequence[LLMResult | ChatResult]) -> LLMResult:
    each = [as_llm_result(result) for result in results]
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
        text = self._call(messages, stop, **taken(self._call, options))
        return LLMResult([[Generation(text, message=AIMessage(text))]])
