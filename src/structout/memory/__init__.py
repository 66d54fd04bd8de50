"""Memory: what a conversation remembers between its turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structout.exports import exported

if TYPE_CHECKING:
    from structout.memory.base import (
        BaseMemory as BaseMemory,
    )
    from structout.memory.buffer import (
        BaseChatMemory as BaseChatMemory,
        ConversationBufferMemory as ConversationBufferMemory,
        ConversationBufferWindowMemory as ConversationBufferWindowMemory,
        ConversationStringBufferMemory as ConversationStringBufferMemory,
    )
    from structout.memory.combined import (
        CombinedMemory as CombinedMemory,
        ReadOnlySharedMemory as ReadOnlySharedMemory,
        SimpleMemory as SimpleMemory,
    )
    from structout.memory.entities import (
        EntityMemory as EntityMemory,
        capitalised_names as capitalised_names,
        finder_of as finder_of,
        spacy_finder as spacy_finder,
    )
    from structout.memory.history import (
        BaseChatMessageHistory as BaseChatMessageHistory,
        ChatMessageHistory as ChatMessageHistory,
        SQLiteChatMessageHistory as SQLiteChatMessageHistory,
    )
    from structout.memory.json_key import (
        RecentJSONMemory as RecentJSONMemory,
        RecentKConversationMemory as RecentKConversationMemory,
    )
else:
    __getattr__, __all__ = exported(
        __name__,
        {
            "base": ("BaseMemory",),
            "buffer": (
                "BaseChatMemory",
                "ConversationBufferMemory",
                "ConversationBufferWindowMemory",
                "ConversationStringBufferMemory",
            ),
            "combined": (
                "CombinedMemory",
                "ReadOnlySharedMemory",
                "SimpleMemory",
            ),
            "entities": (
                "EntityMemory",
                "capitalised_names",
                "finder_of",
                "spacy_finder",
            ),
            "history": (
                "BaseChatMessageHistory",
                "ChatMessageHistory",
                "SQLiteChatMessageHistory",
            ),
            "json_key": (
                "RecentJSONMemory",
                "RecentKConversationMemory",
            ),
        },
    )
