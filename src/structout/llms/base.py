"""The two kinds of model: a BaseLLM continues texts, a BaseChatModel answers conversations.

A subclass writes ``_generate``, and what else it can do better than the defaults: ``_agenerate``, ``_stream``, …
"""

from __future__ import annotations

from structout.llms.chat import BaseChatModel, SimpleChatModel
from structout.llms.language_model import BaseLanguageModel, Stop
from structout.llms.text import LLM, BaseLLM

__all__ = ["LLM", "BaseChatModel", "BaseLLM", "BaseLanguageModel", "SimpleChatModel", "Stop"]
