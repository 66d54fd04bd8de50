"""MRKLOutputParser with what it told the model about a step that it could not read."""

from __future__ import annotations

from typing import Final

from structout import agents
from structout.agents.values import Decision
from structout.errors import FailureKind, OutputParserException

MISSING_ACTION_AFTER_THOUGHT_ERROR_MESSAGE: Final = "Invalid Format: Missing 'Action:' after 'Thought:'"
"""What the model is told where it named no tool."""
MISSING_ACTION_INPUT_AFTER_ACTION_ERROR_MESSAGE: Final = (
    "Invalid Format: Missing 'Action Input:' after 'Action:'"
)
"""What the model is told where it gave a tool no input."""
FINAL_ANSWER_AND_PARSABLE_ACTION_ERROR_MESSAGE: Final = (
    "Parsing LLM output produced both a final answer and a parse-able action:"
)
"""How the error begins where there are both."""


class MRKLOutputParser(agents.MRKLOutputParser):
    """Reads a step; its errors have the observation for the model."""

    __slots__ = ()

    def parse(self, text: str) -> Decision:
        """Read a step.

        Raises:
            OutputParserException: it holds neither a tool nor an answer, or both.
        """
        try:
            return super().parse(text)
        except OutputParserException as error:
            raise _told(error, text) from error


def _told(error: OutputParserException, text: str) -> OutputParserException:
    if error.kind == FailureKind.AMBIGUOUS:
        message = f"{FINAL_ANSWER_AND_PARSABLE_ACTION_ERROR_MESSAGE} {error.message}"
        return OutputParserException(message, text, kind=error.kind)
    no_input = "Missing 'Action Input:'" in error.message
    told = (
        MISSING_ACTION_INPUT_AFTER_ACTION_ERROR_MESSAGE
        if no_input
        else MISSING_ACTION_AFTER_THOUGHT_ERROR_MESSAGE
    )
    return OutputParserException(
        error.message, text, kind=error.kind, observation=told, send_to_llm=bool(text)
    )
