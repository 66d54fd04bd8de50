"""A parser of integers and one of lists, small enough to be seen through."""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter, ValidationError

from structout.errors import FailureKind, OutputParserException
from structout.parsers import BaseOutputParser
from structout.parsers.base import stopped_early
from structout.result import Parsed, Problem, Span, render_path


class IntParser(BaseOutputParser[int]):
    def get_format_instructions(self) -> str:
        return "Answer with an integer."

    def parse(self, text: str) -> int:
        if text.strip().isdigit():
            return int(text)
        raise OutputParserException(f"expected an integer, found {text!r}", text)


class JsonParser(BaseOutputParser[Any]):
    """Strict JSON of a type; the error has paths and what was read."""

    def __init__(self, tp: Any) -> None:
        self.tp = tp
        self.adapter = TypeAdapter(tp)

    def get_format_instructions(self) -> str:
        return "Answer with JSON."

    def explain(
        self, text: str, *, prompt: str | None = None, finish_reason: str | None = None
    ) -> Parsed[Any]:
        stopped_early(text, finish_reason)
        try:
            return Parsed(self.adapter.validate_json(text), text, Span(0, len(text)))
        except ValidationError as error:
            raise refusal(text, error) from error


def refusal(text: str, error: ValidationError) -> OutputParserException:
    if error.errors()[0]["type"] == "json_invalid":
        return OutputParserException("expected JSON, found none", text, kind=FailureKind.NO_VALUE)
    problems = tuple(
        Problem(render_path(each["loc"]), each["msg"], repr(each["input"])) for each in error.errors()
    )
    return OutputParserException("expected another value", text, errors=problems, partial=json.loads(text))
