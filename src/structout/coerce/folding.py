"""Spellings made comparable: case, separators, accents, quotes and Markdown marks.

A text goes in, its folded form comes out; the distance between two spellings counts single edits.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

MARKS = " \t\r\n\"'`*_“”‘’«»„“‹›「」『』"
"""Blanks, quotes and Markdown marks that may surround a word."""


_SHORT = 128


def casefold(text: str) -> str:
    """Without the difference of case, in composed form, compatible signs as one: Python's own names are so."""
    return _casefold(text) if len(text) <= _SHORT else _casefold.__wrapped__(text)


def squeeze(text: str) -> str:
    """Letters and digits only, without the difference of case."""
    return _squeeze(text) if len(text) <= _SHORT else _squeeze.__wrapped__(text)


def unaccent(text: str) -> str:
    """``squeeze`` without accents as well; letters of other scripts stay."""
    return _unaccent(text) if len(text) <= _SHORT else _unaccent.__wrapped__(text)


@lru_cache(maxsize=4096)
def _casefold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


@lru_cache(maxsize=4096)
def _squeeze(text: str) -> str:
    return "".join(c for c in casefold(text) if c.isalnum() or unicodedata.category(c)[0] == "M")


@lru_cache(maxsize=4096)
def _unaccent(text: str) -> str:
    spread = unicodedata.normalize("NFD", squeeze(text))
    return unicodedata.normalize("NFC", _ACCENTS.sub("", spread)).translate(_PLAIN)


# The vowel signs of other scripts are no accents: without them the word is another one.
_ACCENTS = re.compile(r"[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]+")
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th"})


def distance(a: str, b: str, limit: int) -> int:
    """Edits between two words (insert, drop, replace, swap neighbours); above ``limit`` just more than it."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, last[j - 2] + 1)
            row.append(best)
        if min(row) > limit:
            return limit + 1
    return row[-1]
