"""A generation through a parser: the parser is told the prompt and the finish reason where it can use them."""

from __future__ import annotations

from typing import Any

from structout.llms.result import Generation
from structout.llms.signatures import fitting
from structout.parsers import OutputParser
from structout.parsers.base import BaseOutputParser, stopped_early


def read(parser: OutputParser[Any], generation: Generation, prompt: str | None = None) -> Any:
    """The value in a completion.

    Raises:
        OutputParserException: there is none, or the completion was cut off or withheld.
    """
    explain = getattr(parser, "explain", None)
    if explain is not None:
        about = {"prompt": prompt, "finish_reason": generation.finish_reason}
        return explain(generation.text, **fitting(explain, about)).value
    stopped_early(generation.text, generation.finish_reason)
    return parser.parse(generation.text)


async def aread(parser: OutputParser[Any], generation: Generation, prompt: str | None = None) -> Any:
    """``read`` for callers that await; a parser that asks a model does so without blocking."""
    about = {"prompt": prompt, "finish_reason": generation.finish_reason}
    explain = getattr(parser, "aexplain", None)
    if explain is not None:
        return (await explain(generation.text, **fitting(explain, about))).value
    aparse: Any = getattr(parser, "aparse", None)
    if aparse is None or getattr(aparse, "__func__", None) is vars(BaseOutputParser)["aparse"]:
        return read(parser, generation, prompt)
    stopped_early(generation.text, generation.finish_reason)
    return await aparse(generation.text)
