"""The parsers that ask a model again, with the patience of 2023: they ask as often as they may."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, TypeVar

from structout import fixing
from structout.compat.langchain.old_parser import OldParser
from structout.llms import BaseLanguageModel

T = TypeVar("T")

_FIXING: Any = fixing.OutputFixingParser


class _OldFixing(OldParser[T]):
    """What the parsers that ask again have in common."""

    def __init__(self: Any, *args: Any, stop_on_repeat: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        self.policy = replace(self.policy, stop_on_repeat=stop_on_repeat)

    @property
    def OutputType(self) -> Any:  # noqa: N802
        """The inner parser's."""
        return getattr(getattr(self, "parser"), "OutputType", Any)  # noqa: B009

    @classmethod
    def from_llm(
        cls: Any, llm: Any, parser: Any, prompt: Any = None, max_retries: int = 1, **options: Any
    ) -> Any:
        """Ask a model, or any step that takes a prompt."""
        if isinstance(llm, BaseLanguageModel):
            return _FIXING.from_llm.__func__(cls, llm, parser, prompt, max_retries, **options)
        return cls(parser, (prompt or cls._template) | llm, max_retries, **options)


class OutputFixingParser(_OldFixing[T], fixing.OutputFixingParser[T], Generic[T]):
    """Parses; where that fails, asks a model to mend the completion; ``stop_on_repeat=True`` ends at a repetition."""


class _OldRetry(_OldFixing[T]):
    """A retry needs the prompt."""

    def parse(self, text: str) -> T:
        """Not without the prompt.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError(_NEEDS_PROMPT)

    async def aparse(self, text: str) -> T:
        """Not without the prompt.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError(_NEEDS_PROMPT)


_NEEDS_PROMPT = (
    "a retry puts the request to the model again: call parse_with_prompt(completion, prompt_value)"
)


class RetryOutputParser(_OldRetry[T], fixing.RetryOutputParser[T], Generic[T]):
    """Parses; where that fails, asks a model once more."""


class RetryWithErrorOutputParser(_OldRetry[T], fixing.RetryWithErrorOutputParser[T], Generic[T]):
    """Parses; where that fails, asks a model once more and says what was wrong."""
