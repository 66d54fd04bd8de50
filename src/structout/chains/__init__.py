"""Chains: a prompt, a model, a parser and memory, in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structout.exports import exported

if TYPE_CHECKING:
    from structout.chains.base import (
        Chain as Chain,
    )
    from structout.chains.conversation import (
        CONVERSATION_PROMPT as CONVERSATION_PROMPT,
        ConversationChain as ConversationChain,
    )
    from structout.chains.llm import (
        LLMChain as LLMChain,
    )
    from structout.chains.loading import (
        load_chain as load_chain,
        load_chain_from_config as load_chain_from_config,
        register_chain as register_chain,
    )
    from structout.chains.mending import (
        Mending as Mending,
        policy_of as policy_of,
    )
    from structout.chains.remembering import (
        ConversationEntityMemory as ConversationEntityMemory,
        ConversationSummaryBufferMemory as ConversationSummaryBufferMemory,
        ConversationSummaryMemory as ConversationSummaryMemory,
    )
else:
    __getattr__, __all__ = exported(
        __name__,
        {
            "base": ("Chain",),
            "conversation": (
                "CONVERSATION_PROMPT",
                "ConversationChain",
            ),
            "llm": ("LLMChain",),
            "loading": (
                "load_chain",
                "load_chain_from_config",
                "register_chain",
            ),
            "mending": ("Mending", "policy_of"),
            "remembering": (
                "ConversationEntityMemory",
                "ConversationSummaryBufferMemory",
                "ConversationSummaryMemory",
            ),
        },
    )
