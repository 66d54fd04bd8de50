"""The parser for a type: the one place that knows which parser reads which annotation."""

from __future__ import annotations

from typing import Any, TypeVar, overload

from structout.parsers.base import BaseOutputParser
from structout.parsers.schema import TypedOutputParser

T = TypeVar("T")


@overload
def parser_for(tp: type[T], **options: Any) -> BaseOutputParser[T]: ...
@overload
def parser_for(tp: Any, **options: Any) -> BaseOutputParser[Any]: ...
def parser_for(tp: Any, **options: Any) -> BaseOutputParser[Any]:
    """The parser that reads values of a type.

    Args:
        tp: any annotation that Pydantic takes.
        options: as for ``TypedOutputParser``.
    """
    return TypedOutputParser(tp, **options)
