"""A completion goes in, one number comes out: an int, a float or a Decimal."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from typing import Generic, Literal, TypeVar

from structout.coerce import Found, Unread, Why, read_number
from structout.errors import ConfigError
from structout.parsers.single import SingleValueOutputParser
from structout.result import Severity, Span

N = TypeVar("N", bound=int | float | Decimal)

_WORDS: dict[type, str] = {int: "one whole number", float: "one number", Decimal: "one decimal number"}
_EXAMPLES: dict[type, str] = {int: "42", float: "42.5", Decimal: "42.50"}


@cache
def _plain() -> re.Pattern[str]:
    return re.compile(r"-?+(?:0|[1-9][0-9]{0,300}+)(?:\.[0-9]{1,300}+)?+")


class NumberOutputParser(SingleValueOutputParser[N], Generic[N]):
    """Reads one number: in digits or words, with separators, a currency or a unit, alone or in a sentence.

    Args:
        number_type: ``int``, ``float`` or ``Decimal``; a fraction is no int.
        decimal: the decimal mark; without it a number that can be read both ways, such as ``1,234``, is refused.
        max_severity: the gravest repair that is taken without an error.

    Raises:
        ConfigError: the type is none of the three.
    """

    def __init__(
        self,
        number_type: type[N],
        *,
        decimal: Literal[".", ","] | None = None,
        max_severity: Severity | str = Severity.TYPE,
    ) -> None:
        super().__init__(max_severity=max_severity)
        if number_type not in _WORDS:
            raise ConfigError(
                f"expected int, float or Decimal, found {number_type!r}; use parser_for for other types"
            )
        self.number_type = number_type
        self.decimal: Literal[".", ","] | None = decimal

    @property
    def expected(self) -> str:
        """What the answer should be, for messages."""
        return _WORDS[self.number_type]

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        return (
            f"Your response should be {self.expected} and nothing else, eg: `{_EXAMPLES[self.number_type]}`"
        )

    def read(self, text: str) -> Found[N] | Unread:
        """Read the number from a text."""
        whole = self.number_type is int
        if _plain().fullmatch(text.strip()) and (not whole or text.strip().lstrip("-").isdigit()):
            return Found(self._made(Decimal(text.strip())), Span(0, len(text)))
        found = read_number(text, decimal=self.decimal, integer=whole)
        if isinstance(found, Unread):
            return found
        if whole and found.value != found.value.to_integral_value():
            return Unread(Why.UNSUITABLE, f"{found.value} has a fraction")
        return found.to(self._made(found.value))

    def _made(self, value: Decimal) -> N:
        make: Callable[[Decimal], N] = self.number_type
        return make(value)

    @property
    def _type(self) -> str:
        return "number"
