"""Tolerant JSON: text to strictly valid JSON text, with a record of every repair."""

from structout.jsonish.reading import Reading, Unreadable
from structout.jsonish.scanner import read

__all__ = ["Reading", "Unreadable", "read"]
