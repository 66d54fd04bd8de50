"""Models by name, and the prompts that ask them for a task's value in each style."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from pydantic import TypeAdapter

from structout.bench.corpus import Case
from structout.errors import ConfigError
from structout.fixing import Reply, Task, reply_of
from structout.instructions import InstructionStyle, format_instructions
from structout.llms import ChatOpenAI, SmolLM
from structout.llms.base import BaseLanguageModel
from structout.messages import ChatPromptValue, HumanMessage, PromptValue, StringPromptValue
from structout.parsers.base import BaseOutputParser
from structout.prompts import PromptTemplate
from structout.reprompting.prompts import worked
from structout.result import JsonValue

Style: TypeAlias = Literal["json_schema", "typescript", "example", "chat"]
STYLES: tuple[Style, ...] = ("json_schema", "typescript", "example", "chat")
"""Styles of instructions; ``chat`` is the compact type and one worked example as a turn of its own."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A model in a setting.

    Attributes:
        name: of the model.
        llm: the model.
        style: how it is told the form of the answer.
        structured: whether its server enforces the schema.
        temperature: of the first answer.
        seed: of the first answer.
        template: a prompt of your own, with ``{text}`` and, where you want them, ``{instruction}`` and
            ``{format_instructions}``; ``style`` then says how these are written.
        label: what the tables call the prompt.
        options: options of every call.
    """

    name: str
    llm: BaseLanguageModel
    style: Style = "chat"
    structured: Literal["text", "json_schema", "tools"] = "text"
    temperature: float = 0.0
    seed: int = 0
    template: str | None = None
    label: str = ""
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def setting(self) -> str:
        """What the tables call it."""
        enforced = "" if self.structured == "text" else f" {self.structured}"
        prompt = f" {self.label}" if self.label else ""
        return f"{self.name} {self.style}{prompt}{enforced} T={self.temperature:g}"


def model_named(name: str, *, max_tokens: int = 256, threads: int = 1) -> BaseLanguageModel:
    """Make a model.

    Args:
        name: ``local`` for the local model, ``local:FILE.gguf`` for another one, ``openai:NAME`` for a model behind
            an OpenAI-compatible server (address and key as the ``openai`` package takes them from the environment).
        max_tokens: limit of a completion.
        threads: threads of a local model.

    Raises:
        ConfigError: the name is of none of these forms.
    """
    kind, _, rest = name.partition(":")
    if kind not in _MAKERS:
        raise ConfigError(f"expected local, local:FILE.gguf or openai:NAME as a model, found {name!r}")
    return _MAKERS[kind](rest, max_tokens, threads)


def _local(path: str, max_tokens: int, threads: int) -> BaseLanguageModel:
    return SmolLM(path=Path(path) if path else None, max_tokens=max_tokens, n_threads=threads)


def _openai(name: str, max_tokens: int, _threads: int) -> BaseLanguageModel:
    return ChatOpenAI(model=name, max_tokens=max_tokens)


_MAKERS: Mapping[str, Callable[[str, int, int], BaseLanguageModel]] = {"local": _local, "openai": _openai}


def prompt_of(case: Case, parser: BaseOutputParser[Any], contestant: Contestant) -> PromptValue | None:
    """The prompt that asks for a case's value, ``None`` where nothing is known of what was asked."""
    if case.prompt is not None:
        return StringPromptValue(case.prompt)
    if not case.source:
        return None
    if contestant.template is not None:
        return _filled(contestant.template, case, parser, contestant.style)
    if contestant.style == "chat":
        return worked(
            Task(
                parser, instruction=case.instruction, source=case.source, examples=_examples(case), tp=case.tp
            )
        )
    parts = (case.instruction, f"Text: {case.source}", _instructions(case, parser, contestant.style))
    return ChatPromptValue([HumanMessage("\n\n".join(part for part in parts if part))])


def _filled(template: str, case: Case, parser: BaseOutputParser[Any], style: Style) -> PromptValue:
    values = {
        "text": case.source,
        "instruction": case.instruction,
        "format_instructions": _instructions(case, parser, "typescript" if style == "chat" else style),
    }
    prompt = PromptTemplate.from_template(template)
    return prompt.format_prompt(**{name: values[name] for name in prompt.input_variables if name in values})


def _instructions(case: Case, parser: BaseOutputParser[Any], style: InstructionStyle) -> str:
    return parser.get_format_instructions() if style == "json_schema" else format_instructions(case.tp, style)


def _examples(case: Case) -> tuple[tuple[str, str], ...]:
    return () if case.example is None else ((case.example[0], as_answer(case.example[1])),)


def task_of(case: Case, parser: BaseOutputParser[Any], contestant: Contestant) -> Task[Any]:
    """A case as the re-prompts see it."""
    return Task(
        parser,
        prompt=prompt_of(case, parser, contestant),
        instruction=case.instruction,
        source=case.source,
        examples=_examples(case),
        tp=case.tp,
        options=contestant.options,
    )


def as_answer(value: JsonValue) -> str:
    """A worked example's answer as a model would write it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def first_answer(case: Case, parser: BaseOutputParser[Any], contestant: Contestant) -> Reply:
    """Ask the model for a task's value.

    Raises:
        ConfigError: nothing is known of what to ask.
        ModelError: the model cannot be reached or refuses.
    """
    prompt = prompt_of(case, parser, contestant)
    if prompt is None:
        raise ConfigError(f"{case.id} has neither a completion nor a text to read")
    options: dict[str, Any] = {
        **contestant.options,
        "temperature": contestant.temperature,
        "seed": contestant.seed,
    }
    if contestant.structured != "text":
        options |= {"structured": contestant.structured, "schema": TypeAdapter(case.tp).json_schema()}
    begin = time.monotonic()
    reply = reply_of(contestant.llm.generate_prompt([prompt], **options))
    return replace(reply, seconds=time.monotonic() - begin)
