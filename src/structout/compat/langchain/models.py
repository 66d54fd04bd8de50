"""Models by their old paths: chat models stream pieces of messages; and models that answer from a list."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from pydantic import Field

from structout import llms
from structout.compat.langchain.counting import CountingType
from structout.compat.langchain.messages import AIMessage, with_old_names
from structout.compat.langchain.pieces import AIMessageChunk, ChatGenerationChunk, piece_of
from structout.llms import ChatGeneration, ChatResult, GenerationChunk, LLMResult
from structout.llms.exchange import joined
from structout.messages import BaseMessage, PromptLike
from structout.pipes import Config, callbacks_in


class _OldStreams:
    """Mixed in before a model: ``config`` comes second, as in all steps of late 2023."""

    if not TYPE_CHECKING:  # structout's have `stop` there

        def stream(self, value: PromptLike, config: Config = None, **options: Any) -> Iterator[Any]:
            """The completion piece by piece."""
            callbacks = options.pop("callbacks", None) or callbacks_in(config)
            for chunk in self.stream_chunks(value, callbacks=callbacks, **options):
                yield from self._given_out(chunk)

        async def astream(
            self, value: PromptLike, config: Config = None, **options: Any
        ) -> AsyncIterator[Any]:
            """``stream`` for callers that await."""
            callbacks = options.pop("callbacks", None) or callbacks_in(config)
            async for chunk in self.astream_chunks(value, callbacks=callbacks, **options):
                for piece in self._given_out(chunk):
                    yield piece

    def _given_out(self, chunk: GenerationChunk) -> Iterator[Any]:
        if chunk.text:
            yield chunk.text


class _OldMessages(_OldStreams):
    """Mixed in before a chat model: its messages have their old names."""

    def __call__(self, messages: Any, stop: Any = None, callbacks: Any = None, **options: Any) -> Any:
        parent: Any = super()
        return with_old_names(parent.__call__(messages, stop, callbacks, **options))

    def predict_messages(self, messages: Any, **options: Any) -> Any:
        """The message that follows a conversation."""
        parent: Any = super()
        return with_old_names(parent.predict_messages(messages, **options))

    async def apredict_messages(self, messages: Any, **options: Any) -> Any:
        """``predict_messages`` for callers that await."""
        parent: Any = super()
        return with_old_names(await parent.apredict_messages(messages, **options))

    def _given_out(self, chunk: GenerationChunk) -> Iterator[Any]:
        if chunk.text or isinstance(chunk, ChatGenerationChunk):
            yield piece_of(chunk)


class _Streaming:
    """Mixed in before a model of a provider: with ``streaming`` handlers are told each token of a single answer.

    Attributes:
        streaming: ask for a stream wherever one prompt is answered; the cache is neither read nor written then.
    """

    streaming: bool

    def __init__(self, **fields: Any) -> None:
        # What is a field now went by `model_kwargs` then.
        kinds, extra = cast("Any", type(self)), dict(fields.pop("model_kwargs", None) or {})
        moved = [name for name in extra if name in kinds.model_fields and name not in fields]
        parent: Any = super()
        parent.__init__(**fields, **{name: extra.pop(name) for name in moved}, model_kwargs=extra)

    def _answer(self: Any, requests: list[Any], stop: Any, callbacks: Any, options: Any) -> LLMResult:
        parent: Any = super()
        if not self.streaming or len(requests) != 1:
            return parent._answer(requests, stop, callbacks, options)
        return joined([*self.stream_chunks(requests[0], stop, callbacks, **options)])

    async def _aanswer(self: Any, requests: list[Any], stop: Any, callbacks: Any, options: Any) -> LLMResult:
        parent: Any = super()
        if not self.streaming or len(requests) != 1:
            return await parent._aanswer(requests, stop, callbacks, options)
        return joined([each async for each in self.astream_chunks(requests[0], stop, callbacks, **options)])


class BaseLLM(_OldStreams, llms.BaseLLM, metaclass=CountingType):
    """A model that completes texts."""

    counts_as: ClassVar[Any] = llms.BaseLLM


class LLM(BaseLLM, llms.LLM):
    """A text model made of one function: a subclass writes ``_call``."""

    counts_as: ClassVar[Any] = llms.LLM


class OpenAI(_Streaming, BaseLLM, llms.OpenAI):
    """A model of the Completions API."""

    counts_as: ClassVar[Any] = llms.OpenAI

    streaming: bool = Field(default=False, exclude=True)


class BaseChatModel(_OldMessages, llms.BaseChatModel, metaclass=CountingType):
    """A model that answers conversations; its streams are pieces of messages."""

    counts_as: ClassVar[Any] = llms.BaseChatModel


class SimpleChatModel(BaseChatModel, llms.SimpleChatModel):
    """A chat model made of one function: a subclass writes ``_call``."""

    counts_as: ClassVar[Any] = llms.SimpleChatModel


class ChatOpenAI(_Streaming, BaseChatModel, llms.ChatOpenAI):
    """A model of the Chat Completions API."""

    counts_as: ClassVar[Any] = llms.ChatOpenAI

    streaming: bool = Field(default=False, exclude=True)


class _InTurn:
    """Mixed in before a model that answers from a list: one answer after another, in order in a batch too.

    Attributes:
        responses: the answers, in order.
        i: which is next.
        sleep: seconds before each answer.
    """

    responses: list[Any]
    i: int
    sleep: float | None

    def _next(self) -> Any:
        time.sleep(self.sleep or 0)
        answer = self.responses[self.i]
        self.i = (self.i + 1) % len(self.responses)
        return answer

    def batch(self: Any, values: Sequence[Any], config: Any = None, **options: Any) -> list[Any]:
        """Answer each of the values, in order."""
        parent: Any = super()
        return parent.batch(values, {**(config or {}), "max_concurrency": 1}, **options)

    async def abatch(self: Any, values: Sequence[Any], config: Any = None, **options: Any) -> list[Any]:
        """``batch`` for callers that await."""
        parent: Any = super()
        return await parent.abatch(values, {**(config or {}), "max_concurrency": 1}, **options)

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"responses": self.responses}


class FakeListLLM(_InTurn, LLM):
    """A text model that answers from a list, over and over."""

    responses: list[str]
    i: int = 0
    sleep: float | None = None

    def _call(self, prompt: str, stop: list[str] | None = None, **options: Any) -> str:
        return self._next()

    @property
    def _llm_type(self) -> str:
        return "fake-list"


class FakeStreamingListLLM(FakeListLLM):
    """A text model that answers from a list, and streams letter by letter."""

    def _stream(
        self, prompt: str, stop: list[str] | None = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        """Letter by letter."""
        yield from map(GenerationChunk, self._next())


class FakeListChatModel(_InTurn, SimpleChatModel):
    """A chat model that answers from a list, over and over."""

    responses: list[str]
    i: int = 0
    sleep: float | None = None

    def _call(self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any) -> str:
        return self._next()

    @property
    def _llm_type(self) -> str:
        return "fake-list-chat-model"

    def _stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        """Letter by letter."""
        yield from map(GenerationChunk, self._next())


class FakeMessagesListChatModel(_InTurn, BaseChatModel):
    """A chat model that answers with the messages of a list, over and over."""

    responses: list[Any]
    i: int = 0
    sleep: float | None = None

    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> ChatResult:
        return ChatResult([ChatGeneration(self._next())])

    @property
    def _llm_type(self) -> str:
        return "fake-messages-list-chat-model"


class GenericFakeChatModel(BaseChatModel):
    """A chat model that answers with the messages of an iterator.

    Attributes:
        messages: the answers, messages or texts.
    """

    messages: Iterator[Any]

    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> ChatResult:
        answer = next(self.messages)
        return ChatResult([ChatGeneration(AIMessage(answer) if isinstance(answer, str) else answer)])

    def _stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        """Word by word, and the white space between them; then what else the message has, name by name."""
        said = self._generate(messages, stop).generations[0].as_message()
        for text in re.split(r"(\s)", said.content):
            if text:
                yield ChatGenerationChunk(AIMessageChunk(text))
        for part in _split(said.additional_kwargs):
            yield ChatGenerationChunk(AIMessageChunk("", additional_kwargs=part))

    @property
    def _llm_type(self) -> str:
        return "generic-fake-chat-model"


def _split(extra: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name, value in extra.items():
        match value:
            case {**inner} if name == "function_call":
                for key, text in inner.items():
                    parts = re.split(r"(,)", text) if isinstance(text, str) else [text]
                    yield from ({name: {key: part}} for part in parts)
            case _:
                yield {name: value}


class ParrotFakeChatModel(BaseChatModel):
    """A chat model that says again what was said last."""

    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> ChatResult:
        return ChatResult([ChatGeneration(messages[-1])])

    @property
    def _llm_type(self) -> str:
        return "parrot-fake-chat-model"
