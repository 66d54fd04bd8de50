"""One call of a model for a list of prompts: what the cache has, what goes out, who is told, what is stored.

Shared by sync and async calls, text and chat models; it does no I/O but the cache's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, get_origin

from pydantic import PydanticUserError, TypeAdapter

from structout.errors import ModelError
from structout.llms.cache import BaseCache, worth_storing
from structout.llms.callbacks import Run
from structout.llms.result import Generation, GenerationChunk, LLMResult, usage_to_dict

P = TypeVar("P")


def identity(
    name: str, parameters: Mapping[str, Any], stop: Sequence[str] | None, options: Mapping[str, Any]
) -> str:
    """The part of a cache key that names the model and how it is asked; a SecretStr prints as asterisks."""
    parts = {"class": name, "parameters": dict(parameters), "stop": stop, "options": dict(options)}
    return json.dumps(parts, sort_keys=True, ensure_ascii=False, default=_described)


def _described(value: Any) -> Any:
    # A type stands for its schema: under the same name it may have other fields tomorrow.
    if not isinstance(value, type) and get_origin(value) is None:
        return str(value)
    try:
        return TypeAdapter[Any](value).json_schema()
    except PydanticUserError:
        return str(value)


@dataclass(slots=True)
class Exchange(Generic[P]):
    """A list of prompts on its way to a model.

    Args:
        prompts: what was asked for, in order.
        keys: the text of each prompt, by which equal ones are told.
        cache: where completions are looked up and stored, if anywhere.
        model: the other part of the cache key.
        start: makes the run of one prompt and tells its handlers that it starts.
    """

    prompts: Sequence[P]
    keys: Sequence[str]
    cache: BaseCache | None
    model: str
    start: Callable[[P], Run]
    missing: list[P] = field(default_factory=list[P], init=False)
    _answers: dict[str, Sequence[Generation]] = field(
        default_factory=dict[str, Sequence[Generation]], init=False
    )
    _missing_keys: list[str] = field(default_factory=list[str], init=False)
    _in_order: list[Sequence[Generation]] = field(default_factory=list[Sequence[Generation]], init=False)
    _runs: list[Run] = field(default_factory=list[Run], init=False)
    _output: Mapping[str, Any] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        if self.cache is None:
            self.missing, self._missing_keys = list(self.prompts), list(self.keys)
            return
        first = dict(zip(reversed(self.keys), reversed(self.prompts), strict=True))
        for key in dict.fromkeys(self.keys):
            found = self.cache.lookup(key, self.model)
            if found is None:
                self.missing.append(first[key])
                self._missing_keys.append(key)
            else:
                self._answers[key] = found

    @contextmanager
    def reported(self) -> Generator[None]:
        """Tell the handlers of the prompts that go out, and of the failure if the body fails."""
        self._runs = [self.start(prompt) for prompt in self.missing]
        try:
            yield
        except BaseException as error:
            for run in self._runs:
                run.emit("on_llm_error", error)
            raise

    async def settled(self) -> None:
        """Wait until async handlers have been told everything."""
        for run in self._runs:
            await run.settled()

    def accept(self, result: LLMResult) -> None:
        """Take the model's answer to the missing prompts.

        Raises:
            ModelError: it answers another number of prompts.
        """
        answers = result.generations
        if len(answers) != len(self.missing):
            raise ModelError(f"the model answered {len(answers)} prompts, {len(self.missing)} were asked")
        self._output = result.llm_output or {}
        if self.cache is None:
            self._in_order = list(answers)
        else:
            self._store(self.cache, answers)

    def _store(self, cache: BaseCache, answers: Sequence[Sequence[Generation]]) -> None:
        for key, generations in zip(self._missing_keys, answers, strict=True):
            self._answers[key] = generations
            if worth_storing(generations):
                cache.update(key, self.model, generations)

    def result(self) -> LLMResult:
        """The answers to all prompts in order, after telling the handlers of those that came from the model."""
        by_key = self.cache is not None
        generations = [self._answers[key] for key in self.keys] if by_key else self._in_order
        sent = [self._answers[key] for key in self._missing_keys] if by_key else self._in_order
        for number, (run, answer) in enumerate(zip(self._runs, sent, strict=True)):
            # The usage is that of the whole call: told once, so that a handler may add up.
            run.emit("on_llm_end", LLMResult([list(answer)], self._output if number == 0 else {}))
        return LLMResult([list(each) for each in generations], self._output or {})


def joined(chunks: Sequence[GenerationChunk]) -> LLMResult:
    """The pieces of a stream as one answer."""
    reasons = [chunk.finish_reason for chunk in chunks if chunk.finish_reason is not None]
    usages = [chunk.usage for chunk in chunks if chunk.usage is not None]
    generation = Generation(
        "".join(chunk.text for chunk in chunks), finish_reason=reasons[-1] if reasons else None
    )
    return LLMResult([[generation]], {"token_usage": usage_to_dict(usages[-1])} if usages else {})
