"""ChatOpenAI: the Chat Completions API of any server that speaks it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, ClassVar

from structout.errors import ConfigError
from structout.llms.base import BaseChatModel
from structout.llms.openai.settings import OpenAISettings, as_json, result_of
from structout.llms.result import GenerationChunk, LLMResult
from structout.llms.strict_schema import OPENAI
from structout.llms.wire import Form, StreamReader, form_of, read_choices, wire_messages
from structout.messages import BaseMessage


class ChatOpenAI(OpenAISettings, BaseChatModel):
    """A chat model of OpenAI, or of any server with the same API.

    ``structured="json_schema"`` or ``"tools"`` with ``schema=`` (a type or a JSON schema) hold one call to a schema;
    the text of the answer is the value's JSON in every mode.

    Raises:
        ConfigError: no credentials, or fields that contradict each other.
        MissingExtraError: the ``openai`` package is not installed.
    """

    structured_modes: ClassVar[frozenset[str]] = frozenset({"text", "json_schema", "tools"})
    own_options: ClassVar[frozenset[str]] = frozenset(
        {
            "top_logprobs", "tools", "tool_choice", "response_format", "reasoning_effort", "stream_options",
            "parallel_tool_calls", "service_tier",
        }
    )  # fmt: skip

    model: str = "gpt-4o-mini"

    @property
    def _llm_type(self) -> str:
        return "openai-chat"

    def _prepared(
        self, messages: list[BaseMessage], stop: list[str] | None, options: Mapping[str, Any]
    ) -> tuple[dict[str, Any], Form]:
        """The request, and how its answer is read."""
        given = dict(options)
        form = form_of(given, OPENAI, self.structured_modes, type(self).__name__)
        keys = self._request_keys(stop, given)
        limit = keys.pop("max_tokens", None)
        if limit is not None and limit != -1:
            # OpenAI's newer models refuse the old name, which is the only one that other servers know.
            keys["max_completion_tokens" if self._server().official else "max_tokens"] = limit
        return {**keys, **form.request(), "messages": wire_messages(messages)}, form

    def _read(self, reply: Any, form: Form) -> LLMResult:
        source = self._server().base_url
        answer = as_json(reply, source)
        return result_of([read_choices(answer, form, source)], [answer], answer.get("model") or self.model)

    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> LLMResult:
        request, form = self._prepared(messages, stop, options)
        with self._guard():
            reply = self._client().chat.completions.create(**request)
        return self._read(reply, form)

    async def _agenerate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> LLMResult:
        request, form = self._prepared(messages, stop, options)
        client = await self._aclient()
        with self._guard():
            reply = await client.chat.completions.create(**request)
        return self._read(reply, form)

    def _streamed(
        self, messages: list[BaseMessage], stop: list[str] | None, options: Mapping[str, Any]
    ) -> tuple[dict[str, Any], StreamReader]:
        request, form = self._prepared(messages, stop, options)
        if request.get("n", 1) > 1:
            raise ConfigError("Cannot stream results when n > 1.")
        streamed = {"stream": True, "stream_options": {"include_usage": True}}
        return {**streamed, **request}, StreamReader(form, self._server().base_url)

    def _stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        request, reader = self._streamed(messages, stop, options)
        return self._pieces(lambda: self._client().chat.completions.create(**request), reader)

    def _astream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> AsyncIterator[GenerationChunk]:
        request, reader = self._streamed(messages, stop, options)

        async def ask() -> Any:
            return await (await self._aclient()).chat.completions.create(**request)

        return self._apieces(ask, reader)
