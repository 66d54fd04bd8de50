"""Memory: what a conversation remembers between its turns."""

from __future__ import annotations

from structout.memory.base import BaseMemory
from structout.memory.buffer import (
    BaseChatMemory,
    ConversationBufferMemory,
    ConversationBufferWindowMemory,
    ConversationStringBufferMemory,
)
from structout.memory.combined import CombinedMemory, ReadOnlySharedMemory, SimpleMemory
from structout.memory.entities import EntityMemory, capitalised_names, finder_of, spacy_finder
from structout.memory.history import BaseChatMessageHistory, ChatMessageHistory, SQLiteChatMessageHistory
from structout.memory.json_key import RecentJSONMemory, RecentKConversationMemory

__all__ = [
    "BaseChatMemory",
    "BaseChatMessageHistory",
    "BaseMemory",
    "ChatMessageHistory",
    "CombinedMemory",
    "ConversationBufferMemory",
    "ConversationBufferWindowMemory",
    "ConversationStringBufferMemory",
    "EntityMemory",
    "ReadOnlySharedMemory",
    "RecentJSONMemory",
    "RecentKConversationMemory",
    "SQLiteChatMessageHistory",
    "SimpleMemory",
    "capitalised_names",
    "finder_of",
    "spacy_finder",
]
