"""Chains: a prompt, a model, a parser and memory, in one call."""

from __future__ import annotations

from structout.chains.base import Chain
from structout.chains.llm import LLMChain

__all__ = ["Chain", "LLMChain"]
