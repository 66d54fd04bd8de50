"""The parser for a type: the one place that knows how each annotation is best asked for and read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

from structout import instructions as asking, parsers
from structout.parsers.base import BaseOutputParser
from structout.parsers.schema import TypedOutputParser

if TYPE_CHECKING:
    from typing_extensions import TypeForm

T = TypeVar("T")

_ASKED_FOR_BY: dict[Any, Callable[[], BaseOutputParser[Any]]] = {
    bool: lambda: parsers.BooleanOutputParser(),
    int: lambda: parsers.NumberOutputParser(int),
    float: lambda: parsers.NumberOutputParser(float),
    Decimal: lambda: parsers.NumberOutputParser(Decimal),
    datetime: lambda: parsers.DatetimeOutputParser(),
    list[str]: lambda: parsers.CommaSeparatedListOutputParser(),
}


def parser_for(
    tp: TypeForm[T], *, instructions: asking.InstructionStyle | None = None, **options: Any
) -> TypedOutputParser[T]:
    """The parser that reads values of a type.

    Args:
        tp: any annotation that Pydantic takes: models, dataclasses, TypedDicts, enums, ``Literal``, unions,
            collections, ``Annotated`` with constraints, plain scalars.
        instructions: the style of the format instructions; by default plain words where the type can be said in
            them, the JSON schema otherwise.
        options: as for ``TypedOutputParser``.

    >>> parser_for(list[int]).parse("Sure: [1, 2, 3,]")
    [1, 2, 3]
    """
    parser: TypedOutputParser[T] = TypedOutputParser(
        tp, instructions=instructions or "json_schema", **options
    )
    asks = _plain_words(tp) if instructions is None else None
    return parser if asks is None else SpokenOutputParser(tp, asks, **options)


class SpokenOutputParser(TypedOutputParser[T]):
    """Reads like ``TypedOutputParser`` and asks in plain words, as the parser of such texts does.

    Args:
        tp: the type.
        asks: the parser whose format instructions are given.
        options: as for ``TypedOutputParser``.
    """

    def __init__(self, tp: Any, asks: BaseOutputParser[Any], **options: Any) -> None:
        super().__init__(tp, **options)
        self.asks = asks

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        return self.asks.get_format_instructions()


def _plain_words(tp: Any) -> BaseOutputParser[Any] | None:
    if isinstance(tp, type) and issubclass(tp, Enum):
        return parsers.EnumOutputParser(tp)
    try:
        make = _ASKED_FOR_BY.get(tp)
    except TypeError:  # annotations may hold what has no hash
        return None
    return make() if make else None
