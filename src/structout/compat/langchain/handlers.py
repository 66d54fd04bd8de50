"""Handlers that were imported by a path of their own."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from structout.llms import BaseCallbackHandler, LLMResult
from structout.llms.callbacks import listening


class StreamingStdOutCallbackHandler(BaseCallbackHandler):
    """Prints each token as it comes."""

    def on_llm_new_token(self, token: str, **kwargs: Any) -> None:
        """Print the token."""
        sys.stdout.write(token)
        sys.stdout.flush()


class OpenAICallbackHandler(BaseCallbackHandler):
    """Counts requests and tokens.

    Attributes:
        total_tokens: tokens in all.
        prompt_tokens: tokens of prompts.
        completion_tokens: tokens of completions.
        successful_requests: requests that were answered.
        total_cost: no number; prices are not known here.
    """

    def __init__(self) -> None:
        self.total_tokens = self.prompt_tokens = self.completion_tokens = self.successful_requests = 0
        self.total_cost = float("nan")

    def on_llm_end(self, response: LLMResult, **kwargs: Any) -> None:
        """Count a request."""
        self.successful_requests += 1
        self.prompt_tokens += response.usage.prompt_tokens
        self.completion_tokens += response.usage.completion_tokens
        self.total_tokens = self.prompt_tokens + self.completion_tokens

    def __repr__(self) -> str:
        return (
            f"Tokens Used: {self.total_tokens}\n\tPrompt Tokens: {self.prompt_tokens}\n"
            f"\tCompletion Tokens: {self.completion_tokens}\nSuccessful Requests: {self.successful_requests}"
        )


@contextmanager
def get_openai_callback() -> Generator[OpenAICallbackHandler]:
    """Counts the tokens of all models that are asked in the block, whoever asks them."""
    handler = OpenAICallbackHandler()
    with listening(handler):
        yield handler
