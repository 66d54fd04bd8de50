"""A parser, a request and a model, with nothing else known → the task that strategies see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import PydanticInvalidForJsonSchema, TypeAdapter

from structout.llms.base import BaseLanguageModel
from structout.messages import PromptValue
from structout.parsers.base import OutputParser
from structout.reprompting.lenient import enforces
from structout.reprompting.reading import adapter_of
from structout.reprompting.task import Task

T = TypeVar("T")


def schema_of(parser: OutputParser[Any]) -> Mapping[str, Any] | None:
    """The JSON schema of a parser's values, ``None`` where it knows none."""
    adapter: TypeAdapter[Any] | None = adapter_of(parser)
    if adapter is None:
        return None
    try:
        return adapter.json_schema()
    except PydanticInvalidForJsonSchema:
        return None


def task_of(
    parser: OutputParser[T],
    prompt: PromptValue | None,
    llm: BaseLanguageModel | None = None,
    options: Mapping[str, Any] | None = None,
) -> Task[T]:
    """What was asked for, as far as parser, prompt and model tell.

    Args:
        parser: reads the answers.
        prompt: the request as it was first sent, where it is known.
        llm: who is asked, where it is a model.
        options: options that every call gets.
    """
    given = dict(options or {})
    return Task(
        parser,
        prompt,
        source=_without_instructions(parser, prompt),
        tp=getattr(parser, "tp", None),
        schema=schema_of(parser),
        constrains=llm is not None and enforces(llm, "json_schema"),
        options=given,
        max_tokens=given.get("max_tokens") or getattr(llm, "max_tokens", None),
    )


def _without_instructions(parser: OutputParser[Any], prompt: PromptValue | None) -> str:
    """The request without the form of the answer, which strategies tell in their own way; empty where it has none."""
    instructions = Task(parser).instructions.strip()
    text = "" if prompt is None else prompt.to_string()
    return text.replace(instructions, "").strip() if instructions and instructions in text else ""
