"""OpenAI and every server that speaks its API."""

from __future__ import annotations

from structout.llms.openai.chat import ChatOpenAI
from structout.llms.openai.completions import OpenAI

__all__ = ["ChatOpenAI", "OpenAI"]
