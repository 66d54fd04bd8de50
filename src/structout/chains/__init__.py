"""Chains: a prompt, a model, a parser and memory, in one call."""

from __future__ import annotations

from structout.chains.base import Chain
from structout.chains.conversation import CONVERSATION_PROMPT, ConversationChain
from structout.chains.llm import LLMChain
from structout.chains.loading import load_chain, load_chain_from_config, register_chain
from structout.chains.remembering import (
    ConversationEntityMemory,
    ConversationSummaryBufferMemory,
    ConversationSummaryMemory,
)

__all__ = [
    "CONVERSATION_PROMPT",
    "Chain",
    "ConversationChain",
    "ConversationEntityMemory",
    "ConversationSummaryBufferMemory",
    "ConversationSummaryMemory",
    "LLMChain",
    "load_chain",
    "load_chain_from_config",
    "register_chain",
]
