"""The faults that have one remedy wherever they stand: how each is found, what is written for it, what it is called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cache
from typing import NamedTuple, TypeAlias

from structout.jsonish.patterns import WS, elided, first_key
from structout.result import RepairKind

_K = RepairKind


class Fault(IntEnum):
    """What stands behind a run: the number of its group in the pattern."""

    COMMA_AFTER_WORD = 1
    UNQUOTED_KEY = 2
    PYTHON_LITERAL = 3
    TRAILING_COMMA = 4
    COMMENT = 5
    QUOTED_RUN = 6
    SINGLE_QUOTES = 7
    MISSING_CLOSE = 8
    MISSING_COMMA = 9
    COMMA_AFTER_CLOSER = 10
    INNER_QUOTES = 11
    END = 12
    OTHER = 13


_PLAIN = r"[^\"\\\x00-\x1f]*+"
# \b and \f before a letter, \u and C:\ are for the scanner; lone surrogates Rust refuses.
_ESCAPE = r"\\(?:[\"\\/]|(?<![^\\]\"[A-Za-z]:\\)[nrt])"
_STRING = rf"\"{_PLAIN}(?:{_ESCAPE}{_PLAIN})*+\""
# Rust says whether what looks like a number is one.
_SCALAR = r"[0-9.-]++|true|false|null|[0-9.-]++[eE][+-]?[0-9]{1,2}+"
_LEAF = rf"(?:{_STRING}|{_SCALAR})"
# An apostrophe between letters is no quote; with any other quote in it the comment may have swallowed members.
_APOSTROPHE = r"(?<=\w)'(?=\w)"
_LINE = rf"(?://|\#)[^\n\"']*+(?:{_APOSTROPHE}[^\n\"']*+)*+(?=\n|\Z)"
_BLOCK = rf"/\*[^*\"']*+(?:(?:\*(?!/)|{_APOSTROPHE})[^*\"']*+)*+\*/"
_COMMENTS = rf"(?:[ \t\r\n]++|{_LINE}|{_BLOCK})*+"


def _comma(not_before: str = "") -> str:
    """A comma with what follows it: no closer, no other comma, none of ``not_before``, comments only if more follows."""
    return rf",{WS}(?:(?=[^\s,}}\]/#{not_before}])|(?=[/#])(?!{_COMMENTS}(?:[}}\],]|\Z)))"


_COMMA = _comma()
_DONE = r"(?=[}\]]|\Z)"
# Behind a value: the comma or closer that may follow it, or what no token begins with, so that the run ends there.
_STOP = r"(?=[ \t\r\n,/#])"
_BEHIND = rf"(?:{WS}(?:{_COMMA}|{_DONE})|{_STOP})"
# A brace behind a member and its comma: the object was not closed.
_BEHIND_MEMBER = rf"(?:{WS}(?:{_comma('{')}|{_DONE})|{_STOP})"
_FOLLOWED = rf"{WS}(?:,{WS}(?=[^\s,}}\]/#{{])|(?=[}}\]]))"
_ARRAY = rf"\[{WS}(?:{_LEAF}{_FOLLOWED})*+\]"
# What stands in a member's container as far as it is as it should be: what does not is for the run, and seen once more.
_INSIDE = (
    rf"(?:{_STRING}(?:{WS}:{WS}(?:{_STRING}|{_SCALAR}|{_ARRAY}))?+{_FOLLOWED}|(?:{_SCALAR}){_FOLLOWED})*+"
)
_MEMBER = rf":{WS}(?:{_LEAF}{_BEHIND_MEMBER}|[{{\[]{WS}{_INSIDE}(?:[}}\]]{_BEHIND_MEMBER})?+)?+"
_RUN = (
    rf"(?::{WS}|{_COMMA})?+(?:{_STRING}(?:{WS}(?:{_MEMBER}|{_COMMA}|{_DONE})|{_STOP})|[{{\[]{WS}|[}}\]]{_BEHIND}"
    rf"|(?:{_SCALAR}){_BEHIND})*+"
)
_OPENS = r"[ \t\r\n]++(?=[\"{\[])"
# A run in single quotes, with no mark in its strings that would have to be escaped: all of it is mended at once.
_QUOTED = r"'[^'\"\\\x00-\x1f]*+'"
_QUOTED_RUN = rf"(?=')(?:{_QUOTED}{WS}(?::{WS}|{_COMMA}|(?=[,}}\]/#]|\Z))|[{{\[]{WS}|(?:[}}\]]|{_SCALAR}){WS}(?:{_COMMA}|{_DONE}))++"
_BODY = r"[^'\\\x00-\x1f]*+"
_SINGLE = rf"'(?![A-Za-z]:\\[^\\/']){_BODY}(?:\\['\"\\/nrt]{_BODY})*+'"
_SPACED = r"[^\"\\\x00-\x1f{}\[\]]*+"
# A phrase in quotes of its own: a blank or a parenthesis before it, words behind it; the last quote ends a member.
_INNER = (
    rf"\"(?:(?<=:\")|(?<=:[ ]\")){_SPACED}(?:(?<=[ (])\"[A-Za-z][^\"\\\n,:;{{}}\[\]]{{1,80}}+\"(?=[ ][A-Za-z]{{2}}){_SPACED})++\""
    rf"(?={WS}(?:,{WS}\"[^\"\\\n]{{1,80}}+\"{WS}:|\}}))"
)


@cache
def fault() -> re.Pattern[str]:
    """A run of what stands as it should and the fault behind it: the one group that takes part.

    Every quantifier over text is possessive.
    """
    elision = rf"(?i:{elided().pattern})"
    return re.compile(
        rf"(?<=\w)(){_OPENS}|{WS}{_RUN}(?:([A-Za-z_$][\w$]*+)(?={WS}:)|(True|False|None)(?![\w$])"
        rf"|{WS}(?:(,)(?={_COMMENTS}(?:[}}\]]|\Z))|(?!{elision})({_LINE}|{_BLOCK}){WS})"
        rf"|({_QUOTED_RUN})|({_SINGLE})(?={WS}(?:[:,}}\]/#]|\Z))"
        rf"|()(?={WS},{WS}\{{)|(){_OPENS}|[}}\]]()(?=[\"{{\[])|({_INNER})|(\Z)|([\s\S]))"
    )


def _literal(text: str, begin: int, stop: int) -> str:
    return _LITERALS[text[begin:stop]]


_LITERALS = {"True": "true", "False": "false", "None": "null"}


def _key(text: str, begin: int, stop: int) -> str | None:
    word = text[begin:stop]
    return None if word in _NO_KEYS else f'"{word}"'


_NO_KEYS = frozenset({*_LITERALS, *_LITERALS.values()})


def _double_quoted(text: str, begin: int, stop: int) -> str:
    inner = text[begin + 1 : stop - 1]
    if '"' in inner or "\\" in inner:
        inner = _inner_quote().sub(lambda found: _ESCAPED.get(found[0], found[0]), inner)
    return f'"{inner}"'


_ESCAPED = {'"': '\\"', "\\'": "'"}


@cache
def _inner_quote() -> re.Pattern[str]:
    return re.compile(r"\\.|\"")


def _escaped(text: str, begin: int, stop: int) -> str:
    inner = text[begin + 1 : stop - 1].replace('"', '\\"')
    return f'"{inner}"'


def _closed(text: str, begin: int, stop: int) -> str | None:
    """A brace, if the object that begins behind the comma is the next of its kind rather than a brace too many.

    Its first key stands in the open object already.
    """
    key = _next_key().match(text, stop)
    seen = text.rfind(f'"{key[1]}', max(begin - 4000, 0), begin) if key else -1
    return "}" if seen >= 0 and _flat_objects(text, seen, begin) else None


def _flat_objects(text: str, start: int, end: int) -> bool:
    """Whether the braces of a part are those of flat objects, one behind the other."""
    while (opens := text.find("{", start, end)) >= 0:
        closes = text.find("}", start, end)
        if closes < opens or text.find("{", opens + 1, closes) >= 0:
            return False
        start = closes + 1
    return text.find("}", start, end) < 0


@cache
def _next_key() -> re.Pattern[str]:
    return re.compile(rf"{WS},{WS}\{{{first_key().pattern}")


def _requoted(text: str, begin: int, stop: int) -> str:
    return text[begin:stop].replace("'", '"')


def _quoted_parts(text: str, begin: int, stop: int) -> Iterator[Part]:
    """The strings of a run in single quotes."""
    for found in _quoted().finditer(text, begin, stop):
        yield *found.span(), f'"{found[1]}"'


@cache
def _quoted() -> re.Pattern[str]:
    return re.compile(r"'([^']*+)'")


def _inner_parts(text: str, begin: int, stop: int) -> Iterator[Part]:
    """The quotes within a string."""
    at = text.find('"', begin + 1, stop - 1)
    while at >= 0:
        yield at, at + 1, '\\"'
        at = text.find('"', at + 1, stop - 1)


Part: TypeAlias = "tuple[int, int, str]"
"""Start and end in the text, and what is written there."""


class Remedy(NamedTuple):
    """What a fault is called and what is written for it.

    Attributes:
        kind: its name.
        rewrite: a text, or what makes one of the fault (``None``: it has no remedy here).
        parts: what tells the single edits where the fault stands for several.
    """

    kind: RepairKind
    rewrite: str | Callable[[str, int, int], str | None]
    parts: Callable[[str, int, int], Iterator[Part]] | None = None


_F = Fault
REMEDIES: dict[int, Remedy] = {
    _F.UNQUOTED_KEY: Remedy(_K.UNQUOTED_KEY, _key),
    _F.PYTHON_LITERAL: Remedy(_K.PYTHON_LITERAL, _literal),
    _F.TRAILING_COMMA: Remedy(_K.TRAILING_COMMA, ""),
    _F.COMMENT: Remedy(_K.COMMENT, ""),
    _F.QUOTED_RUN: Remedy(_K.SINGLE_QUOTES, _requoted, _quoted_parts),
    _F.SINGLE_QUOTES: Remedy(_K.SINGLE_QUOTES, _double_quoted),
    _F.MISSING_CLOSE: Remedy(_K.MISSING_CLOSE, _closed),
    _F.COMMA_AFTER_WORD: Remedy(_K.MISSING_COMMA, ","),
    _F.MISSING_COMMA: Remedy(_K.MISSING_COMMA, ","),
    _F.COMMA_AFTER_CLOSER: Remedy(_K.MISSING_COMMA, ","),
    _F.INNER_QUOTES: Remedy(_K.INNER_QUOTE, _escaped, _inner_parts),
}
"""The remedy of each fault that has one."""
