"""The names of the styles in which a format is told."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

from structout.errors import ConfigError
from structout.result import shorten

InstructionStyle: TypeAlias = Literal["json_schema", "typescript", "example"]
"""How the format is told: ``json_schema`` as LangChain wrote it in 2023, or one of the two compact styles."""


def known_style(style: Any) -> InstructionStyle:
    """The style, if there is one of the name.

    Raises:
        ConfigError: there is none.
    """
    known = get_args(InstructionStyle)
    if style not in known:
        raise ConfigError(f"expected an instruction style out of {', '.join(known)}, found {shorten(style)}")
    return style
