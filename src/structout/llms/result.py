"""What a model hands back: generations for each prompt, with the reason why each of them ended, and token usage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from structout.messages import AIMessage, BaseMessage, PromptValue
from structout.result import Usage


@dataclass(frozen=True, slots=True)
class Generation:
    """One completion of one prompt.

    Args:
        text: the completion; for a chat model the content of its message.
        generation_info: what else the provider said about it.
        finish_reason: why it ended: ``stop``, ``length``, ``content_filter``, ``tool_calls``, ``refusal``,
            or ``None`` where the provider does not say. Taken from ``generation_info`` where not given.
        message: the message of a chat model.
    """

    text: str
    generation_info: Mapping[str, Any] | None = None
    finish_reason: str | None = None
    message: BaseMessage | None = None

    def __post_init__(self) -> None:
        if self.finish_reason is None and self.generation_info:
            object.__setattr__(self, "finish_reason", self.generation_info.get("finish_reason"))

    def as_message(self) -> BaseMessage:
        """The message of the chat model, or the text as one."""
        return AIMessage(self.text) if self.message is None else self.message


@dataclass(frozen=True, slots=True, init=False)
class ChatGeneration(Generation):
    """A completion given by its message: the text is the message's content."""

    def __init__(
        self,
        message: BaseMessage,
        generation_info: Mapping[str, Any] | None = None,
        finish_reason: str | None = None,
    ) -> None:
        Generation.__init__(self, message.content, generation_info, finish_reason, message)


@dataclass(frozen=True, slots=True)
class GenerationChunk:
    """A piece of a streamed completion; the last one may say why it ended and what it took."""

    text: str
    finish_reason: str | None = None
    usage: Usage | None = None

    @property
    def content(self) -> str:
        """The text, by the name that messages have for it."""
        return self.text


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model was asked: prompts, stop words, options of the call."""

    prompts: Sequence[PromptValue]
    stop: str | Sequence[str] | None = None
    options: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)


@dataclass(frozen=True, slots=True)
class LLMResult:
    """The answer to a list of prompts.

    Args:
        generations: for each prompt, in order, its completions.
        llm_output: what the provider said about the whole call: ``token_usage``, ``model_name``.
        asked: what it answers, where a chain asked.
    """

    generations: Sequence[Sequence[Generation]]
    llm_output: Mapping[str, Any] | None = None
    asked: Asked | None = field(default=None, repr=False, compare=False)

    @property
    def usage(self) -> Usage:
        """Tokens taken, zero where the provider does not say."""
        return usage_of((self.llm_output or {}).get("token_usage"))


@dataclass(frozen=True, slots=True)
class ChatResult:
    """The answer of a chat model to one conversation: its completions."""

    generations: Sequence[Generation]
    llm_output: Mapping[str, Any] | None = None


def usage_of(value: object) -> Usage:
    """Read the ``usage`` object of an OpenAI-like answer; what is absent counts as zero."""
    if isinstance(value, Usage):
        return value
    if not isinstance(value, Mapping):
        return Usage()
    counts = cast("Mapping[str, Any]", value)
    prompt, completion = counts.get("prompt_tokens"), counts.get("completion_tokens")
    return Usage(prompt if isinstance(prompt, int) else 0, completion if isinstance(completion, int) else 0)


def usage_to_dict(usage: Usage) -> dict[str, int]:
    """Token usage as ``llm_output["token_usage"]`` holds it."""
    return {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "total_tokens": usage.total_tokens,
    }


def merged_output(outputs: Iterable[Mapping[str, Any] | None]) -> dict[str, Any]:
    """One ``llm_output`` for several calls: token usage is summed, of the rest the last word counts."""
    merged: dict[str, Any] = {}
    total: Usage | None = None
    for output in outputs:
        merged |= output or {}
        if output and output.get("token_usage") is not None:
            total = (total or Usage()) + usage_of(output["token_usage"])
    return merged if total is None else merged | {"token_usage": usage_to_dict(total)}
