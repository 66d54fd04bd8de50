"""Models for tests: they answer from a list or a function, and keep what they were asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, TypeAlias

from pydantic import Field, PrivateAttr

from structout.errors import ConfigError, ModelUnavailableError
from structout.instructions import estimate_tokens
from structout.llms.base import BaseChatModel, BaseLLM
from structout.llms.result import Generation, GenerationChunk, LLMResult, usage_to_dict
from structout.messages import AIMessage, BaseMessage, get_buffer_string
from structout.result import Usage

Reply: TypeAlias = "str | Generation | BaseException | list[str]"
"""What a scripted model answers: a text, a whole generation, an error to raise, the pieces of a stream."""

Replies: TypeAlias = "Sequence[Reply] | Callable[[Any], Reply]"
"""The replies in order, or a function of the prompt."""


class _Script:
    """Hands out the replies one by one, whichever thread asks."""

    def __init__(self, replies: Replies, cycle: bool) -> None:
        self._replies, self._cycle = replies, cycle
        self._used, self._lock = 0, Lock()

    def next(self, prompt: Any) -> Reply:
        if callable(self._replies):
            return self._replies(prompt)
        with self._lock:
            index, self._used = self._used, self._used + 1
        if self._cycle and self._replies:
            index %= len(self._replies)
        if index >= len(self._replies):
            raise ConfigError(f"the script has {len(self._replies)} replies, and this is call {index + 1}")
        return self._replies[index]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _lock=Lock())

    def __deepcopy__(self, memo: dict[int, Any]) -> _Script:
        # Copies of a chain go on in the same script.
        return self


def _generation(reply: Reply, message: bool) -> Generation:
    if isinstance(reply, BaseException):
        raise reply
    if isinstance(reply, Generation):
        return reply
    text = reply if isinstance(reply, str) else "".join(reply)
    return Generation(text, finish_reason="stop", message=AIMessage(text) if message else None)


def _chunks(reply: Reply) -> Iterator[GenerationChunk]:
    pieces = reply if isinstance(reply, list) else [_generation(reply, message=False).text]
    for piece in pieces:
        yield GenerationChunk(piece)
    reason = reply.finish_reason if isinstance(reply, Generation) else "stop"
    yield GenerationChunk("", reason)


def _usage(prompts: Sequence[str], generations: Sequence[Sequence[Generation]]) -> Usage:
    completions = [each.text for row in generations for each in row]
    return Usage(sum(map(estimate_tokens, prompts)), sum(map(estimate_tokens, completions)))


class ScriptedLLM(BaseLLM):
    """A text model that answers from a script.

    Args:
        replies: texts, generations or errors in order, or a function of the prompt; a list of texts is streamed
            piece by piece.
        cycle: begin again after the last reply; without it, one call too many is a ConfigError.
        delay: seconds that each call takes.

    Attributes:
        prompts: the prompts that were sent, in order.
        calls: for each prompt, its ``stop`` and the options of the call.
    """

    replies: Any = Field(repr=False)
    cycle: bool = False
    delay: float = 0.0
    model_name: str = "scripted"
    prompts: list[str] = Field(default_factory=list, repr=False)
    calls: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]], repr=False)
    _script: _Script = PrivateAttr()

    def __init__(self, replies: Replies, **fields: Any) -> None:
        fields["replies"] = replies
        super().__init__(**fields)

    def model_post_init(self, context: Any, /) -> None:
        """Begin the script."""
        self._script = _Script(self.replies, self.cycle)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _note(self, prompt: str, stop: list[str] | None, options: Mapping[str, Any]) -> Reply:
        self.prompts.append(prompt)
        self.calls.append({"stop": stop, **options})
        if self.delay:
            time.sleep(self.delay)
        return self._script.next(prompt)

    def _generate(self, prompts: list[str], stop: list[str] | None = None, **options: Any) -> LLMResult:
        generations = [[_generation(self._note(prompt, stop, options), message=False)] for prompt in prompts]
        return LLMResult(generations, {"token_usage": usage_to_dict(_usage(prompts, generations))})

    def _stream(
        self, prompt: str, stop: list[str] | None = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        return _chunks(self._note(prompt, stop, options))


class FunctionLLM(ScriptedLLM):
    """A text model that is a function of the prompt."""


class ScriptedChatModel(BaseChatModel):
    """A chat model that answers from a script.

    Args:
        replies: texts, generations or errors in order, or a function of the list of messages.
        cycle: begin again after the last reply; without it, one call too many is a ConfigError.
        delay: seconds that each call takes.

    Attributes:
        prompts: the conversations that were sent, in order.
        calls: for each conversation, its ``stop`` and the options of the call.
    """

    replies: Any = Field(repr=False)
    cycle: bool = False
    delay: float = 0.0
    model_name: str = "scripted-chat"
    prompts: list[list[BaseMessage]] = Field(default_factory=list[list[BaseMessage]], repr=False)
    calls: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]], repr=False)
    _script: _Script = PrivateAttr()

    def __init__(self, replies: Replies, **fields: Any) -> None:
        fields["replies"] = replies
        super().__init__(**fields)

    def model_post_init(self, context: Any, /) -> None:
        """Begin the script."""
        self._script = _Script(self.replies, self.cycle)

    @property
    def _llm_type(self) -> str:
        return "scripted-chat"

    def _note(self, messages: list[BaseMessage], stop: list[str] | None, options: Mapping[str, Any]) -> Reply:
        self.prompts.append(messages)
        self.calls.append({"stop": stop, **options})
        if self.delay:
            time.sleep(self.delay)
        return self._script.next(messages)

    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> LLMResult:
        generations = [[_generation(self._note(messages, stop, options), message=True)]]
        usage = _usage([get_buffer_string(messages)], generations)
        return LLMResult(generations, {"token_usage": usage_to_dict(usage)})

    def _stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        return _chunks(self._note(messages, stop, options))


class FlakyLLM(ScriptedLLM):
    """A scripted text model whose first calls fail.

    Args:
        failures: how many calls fail before the script begins.
        error: what they raise, ModelUnavailableError by default.
    """

    failures: int = 1
    error: Any = Field(default=None, repr=False)
    _failed: int = PrivateAttr(default=0)

    def _note(self, prompt: str, stop: list[str] | None, options: Mapping[str, Any]) -> Reply:
        if self._failed < self.failures:
            self._failed += 1
            self.prompts.append(prompt)
            return self.error or ModelUnavailableError("the model is overloaded (as scripted)")
        return super()._note(prompt, stop, options)
