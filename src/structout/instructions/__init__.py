"""A type goes in, format instructions come out, in three styles; and an example of a value."""

from structout.instructions.example_line import placeholders
from structout.instructions.example_value import example_value
from structout.instructions.styles import InstructionStyle, format_instructions
from structout.instructions.tokens import estimate_tokens
from structout.instructions.typescript_type import typescript

__all__ = [
    "InstructionStyle",
    "estimate_tokens",
    "example_value",
    "format_instructions",
    "placeholders",
    "typescript",
]
