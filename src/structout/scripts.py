"""Signs that belong to the words of many scripts and are no letters to a regular expression: vowel signs, joiners."""

from __future__ import annotations

from typing import Final

SIGNS: Final = (
    r"\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    r"\u0900-\u0963\u0966-\u0df3\u0e31-\u0e4e\u0eb1-\u0ece\u102b-\u1049\u104c-\u109d\u17b4-\u17d3\u200c\u200d"
)
"""Ranges for a class in a pattern, beside ``\\w``."""
