"""A generation through a parser: the parser is told the prompt and the finish reason where it can use them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from structout.llms.result import Generation
from structout.llms.signatures import fitting
from structout.messages import PromptValue, PromptWithMemory
from structout.parsers import OutputParser
from structout.parsers.base import BaseOutputParser, stopped_early
from structout.prompts import BasePromptTemplate


@dataclass(frozen=True, slots=True)
class Reading:
    """A value, and the completion in which it stands: a parser may have asked for another one."""

    value: Any
    text: str


def read(parser: OutputParser[Any], generation: Generation, prompt: str | None = None) -> Reading:
    """The value in a completion.

    Raises:
        OutputParserException: there is none, or the completion was cut off or withheld.
    """
    explain = getattr(parser, "explain", None)
    if explain is not None:
        about = {"prompt": prompt, "finish_reason": generation.finish_reason}
        parsed = explain(generation.text, **fitting(explain, about))
        return Reading(parsed.value, parsed.text)
    stopped_early(generation.text, generation.finish_reason)
    return Reading(parser.parse(generation.text), generation.text)


async def aread(parser: OutputParser[Any], generation: Generation, prompt: str | None = None) -> Reading:
    """``read`` for callers that await; a parser that asks a model does so without blocking."""
    about = {"prompt": prompt, "finish_reason": generation.finish_reason}
    explain = getattr(parser, "aexplain", None)
    if explain is not None:
        parsed = await explain(generation.text, **fitting(explain, about))
        return Reading(parsed.value, parsed.text)
    aparse: Any = getattr(parser, "aparse", None)
    if aparse is None or getattr(aparse, "__func__", None) is vars(BaseOutputParser)["aparse"]:
        return read(parser, generation, prompt)
    stopped_early(generation.text, generation.finish_reason)
    return Reading(await aparse(generation.text), generation.text)


def selected(prompt: BasePromptTemplate, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs that are variables of the prompt."""
    wanted = {*prompt.input_variables, *prompt.optional_variables}
    return {name: value for name, value in inputs.items() if name in wanted}


def apart(
    prompt: BasePromptTemplate, filled: PromptValue, inputs: Mapping[str, Any], remembered: Collection[str]
) -> PromptValue:
    """The filled prompt, with what it would be without a memory: an answer that was given before is no copy.

    Args:
        prompt: the template.
        filled: what was made of it.
        inputs: its variables, and others.
        remembered: the variables from memory.
    """
    given = selected(prompt, inputs)
    blank: dict[str, Any] = {
        name: [] if isinstance(given[name], list) else "" for name in given if name in remembered
    }
    return PromptWithMemory(filled, prompt.format_prompt(**{**given, **blank})) if blank else filled
