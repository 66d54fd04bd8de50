"""Models that continue texts: BaseLLM, and LLM for those made of one function."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, cast

from structout.errors import ConfigError
from structout.llms.callbacks import Callbacks, Run
from structout.llms.calls import taken, whole
from structout.llms.language_model import BaseLanguageModel, Stop
from structout.llms.result import Generation, GenerationChunk, LLMResult
from structout.messages import PromptLike, PromptValue, to_prompt_value
from structout.pipes import Config, callbacks_in
from structout.result import shorten
from structout.threads import gathered, in_thread, iterated_in_thread


class BaseLLM(BaseLanguageModel):
    """A model that continues texts; a conversation goes to it as ``System: …``, ``Human: …``, ``AI: …`` lines."""

    @abstractmethod
    def _generate(self, prompts: list[str], stop: list[str] | None = None, **options: Any) -> LLMResult:
        """Ask the model, for all prompts."""

    async def _agenerate(
        self, prompts: list[str], stop: list[str] | None = None, **options: Any
    ) -> LLMResult:
        """Ask the model without blocking; by default in a thread."""
        return await in_thread(self._generate, prompts, stop, **taken(self._generate, options))

    def _stream(
        self, prompt: str, stop: list[str] | None = None, **options: Any
    ) -> Iterator[GenerationChunk]:
        """Ask the model for a stream; by default the whole answer in one piece."""
        yield whole(self._generate([prompt], stop, **taken(self._generate, options)))

    async def _astream(
        self, prompt: str, stop: list[str] | None = None, **options: Any
    ) -> AsyncIterator[GenerationChunk]:
        """Ask the model for a stream without blocking."""
        if type(self)._stream is BaseLLM._stream:
            yield whole(await self._agenerate([prompt], stop, **taken(self._agenerate, options)))
            return
        async for chunk in iterated_in_thread(self._stream(prompt, stop, **taken(self._stream, options))):
            yield chunk

    def _request(self, prompt: PromptValue) -> str:
        return prompt.to_string()

    def _key(self, request: str) -> str:
        return request

    def _announce(self, run: Run, request: str) -> None:
        run.emit("on_llm_start", {"name": type(self).__name__}, [request])

    def _send(self, requests: list[str], stop: list[str] | None, options: Mapping[str, Any]) -> LLMResult:
        return self._generate(requests, stop, **taken(self._generate, options))

    async def _asend(
        self, requests: list[str], stop: list[str] | None, options: Mapping[str, Any]
    ) -> LLMResult:
        return await self._agenerate(requests, stop, **taken(self._agenerate, options))

    def _chunks(
        self, request: str, stop: list[str] | None, options: Mapping[str, Any]
    ) -> Iterator[GenerationChunk]:
        return self._stream(request, stop, **taken(self._stream, options))

    def _achunks(
        self, request: str, stop: list[str] | None, options: Mapping[str, Any]
    ) -> AsyncIterator[GenerationChunk]:
        return self._astream(request, stop, **taken(self._astream, options))

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

    def invoke(self, value: PromptLike, config: Config = None, **kwargs: Any) -> str:
        """The completion of a text, of messages or of a prompt value."""
        return self.predict(to_prompt_value(value).to_string(), callbacks=callbacks_in(config), **kwargs)

    async def ainvoke(self, value: PromptLike, config: Config = None, **kwargs: Any) -> str:
        """``invoke`` for callers that await."""
        return await self.apredict(
            to_prompt_value(value).to_string(), callbacks=callbacks_in(config), **kwargs
        )

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


class LLM(BaseLLM):
    """A text model made of one function: a subclass writes ``_call``, and ``_acall`` if it can."""

    @abstractmethod
    def _call(self, prompt: str, stop: list[str] | None = None, **options: Any) -> str:
        """The completion of a text."""

    async def _acall(self, prompt: str, stop: list[str] | None = None, **options: Any) -> str:
        """The completion of a text, without blocking; by default in a thread."""
        return await in_thread(self._call, prompt, stop, **taken(self._call, options))

    def _generate(self, prompts: list[str], stop: list[str] | None = None, **options: Any) -> LLMResult:
        given = taken(self._call, options)
        return LLMResult(
            [[Generation(self._checked(self._call(prompt, stop, **given)))] for prompt in prompts]
        )

    async def _agenerate(
        self, prompts: list[str], stop: list[str] | None = None, **options: Any
    ) -> LLMResult:
        given = taken(self._acall, options)
        calls = [self._acall(prompt, stop, **given) for prompt in prompts]
        return LLMResult(
            [[Generation(self._checked(text))] for text in await gathered(calls, self.max_concurrency)]
        )

    def _checked(self, text: object) -> str:
        if not isinstance(text, str):
            raise ConfigError(f"{type(self).__name__}._call must return a text; found {shorten(text)}")
        return text
