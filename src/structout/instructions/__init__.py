"""A type goes in, format instructions come out, in three styles; and an example of a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structout.exports import exported

if TYPE_CHECKING:
    from structout.instructions.example_line import (
        placeholders as placeholders,
    )
    from structout.instructions.examples import (
        example_value as example_value,
    )
    from structout.instructions.style_names import (
        InstructionStyle as InstructionStyle,
        known_style as known_style,
    )
    from structout.instructions.styles import (
        format_instructions as format_instructions,
    )
    from structout.instructions.tokens import (
        estimate_tokens as estimate_tokens,
    )
    from structout.instructions.typescript_type import (
        typescript as typescript,
    )
else:
    __getattr__, __all__ = exported(
        __name__,
        {
            "example_line": ("placeholders",),
            "examples": ("example_value",),
            "style_names": ("InstructionStyle", "known_style"),
            "styles": ("format_instructions",),
            "tokens": ("estimate_tokens",),
            "typescript_type": ("typescript",),
        },
    )
