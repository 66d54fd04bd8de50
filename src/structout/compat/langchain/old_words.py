"""Errors that begin with the words that old code looks for, and go on with what structout found."""

from __future__ import annotations

from typing import Any

from structout.errors import OutputParserException
from structout.result import shorten


class Worded:
    """Mixed in before a parser: its errors begin as ``old_words`` says."""

    def old_words(self: Any, text: str, error: OutputParserException) -> str:
        """How the message begins."""
        name = getattr(getattr(self, "pydantic_object", None), "__name__", "")
        return f"Failed to parse {name} from completion {shorten_text(text)}. Got:".replace("  ", " ")

    def explain(self: Any, text: str, **options: Any) -> Any:
        """As structout's, with the old words."""
        parent: Any = super()
        try:
            return parent.explain(text, **options)
        except OutputParserException as error:
            raise _reworded(error, self.old_words(text, error)) from error

    def parse(self: Any, text: str) -> Any:
        """As structout's, with the old words."""
        parent: Any = super()
        try:
            return parent.parse(text)
        except OutputParserException as error:
            raise _reworded(error, self.old_words(text, error)) from error


def shorten_text(text: str) -> str:
    """A text, cut where it is long, without quotes around it."""
    return shorten(text)[1:-1]


def _reworded(error: OutputParserException, beginning: str) -> OutputParserException:
    # The quick way of `parse` falls back on `explain`: then the words are there already.
    if error.message.startswith(beginning):
        return error
    return OutputParserException(
        f"{beginning} {error.message}",
        error.llm_output,
        kind=error.kind,
        errors=error.errors,
        attempts=error.attempts,
        partial=error.partial,
        observation=error.observation,
        send_to_llm=error.send_to_llm,
    )
