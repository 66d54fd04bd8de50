"""Memory: what a conversation remembers between its turns."""

from __future__ import annotations

from structout.memory.base import BaseMemory

__all__ = ["BaseMemory"]
