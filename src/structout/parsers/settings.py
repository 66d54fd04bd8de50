"""What a caller may set about reading, in one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from structout import coerce
from structout.errors import ConfigError
from structout.result import Severity, shorten


@dataclass(frozen=True, slots=True)
class Settings:
    """What a caller may set about reading.

    Attributes:
        max_severity: the gravest repair that is taken without an error.
        max_depth: how deep values may nest.
        max_length: the longest completion that is repaired, in characters.
        decimal: the decimal mark of numbers in text, where it is known.
        dayfirst: whether ``03/04/2025`` is the third of April, where it is known.
        rules: what is done to single values, beside the rules there are.
        context: handed to Pydantic's validators.

    Raises:
        ConfigError: the decimal mark is none.
    """

    max_severity: Severity = Severity.TYPE
    max_depth: int = 200
    max_length: int = 10_000_000
    decimal: Literal[".", ","] | None = None
    dayfirst: bool | None = None
    rules: Mapping[str, coerce.Rule] = field(default_factory=dict[str, Any])
    context: Any = None

    def __post_init__(self) -> None:
        if self.decimal not in (None, ".", ","):
            raise ConfigError(f"decimal must be '.' or ',', found {shorten(self.decimal)}")
