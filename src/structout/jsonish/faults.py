"""The faults that have one remedy wherever they stand: how each is found, what is written for it, what it is called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cache
from typing import TypeAlias

from structout.jsonish.patterns import NUMBER, WS, elided, first_key
from structout.result import RepairKind

_K = RepairKind


class Fault(IntEnum):
    """What stands behind a run: the number of its group in the pattern."""

    COMMA_AFTER_WORD = 1
    SINGLE_QUOTES = 2
    UNQUOTED_KEY = 3
    PYTHON_LITERAL = 4
    TRAILING_COMMA = 5
    COMMENT = 6
    MISSING_CLOSE = 7
    COMMA_AFTER_LEAF = 8
    TRAILING_AFTER_LEAF = 9
    COMMENT_AFTER_LEAF = 10
    COMMA_AFTER_CLOSER = 11
    TRAILING_AFTER_CLOSER = 12
    COMMENT_AFTER_CLOSER = 13
    INNER_QUOTES = 14
    END = 15
    OTHER = 16


_PLAIN = r"[^\"\\\x00-\x1f]*+"
# \b and \f before a letter, \u and C:\ are for the scanner; lone surrogates Rust refuses.
_STRING = rf"\"(?![A-Za-z]:\\[^\\/\"]){_PLAIN}(?:\\[\"\\/nrt]{_PLAIN})*+\""
_SCALAR = rf"(?:{NUMBER}(?![\w.$+-])|true\b|false\b|null\b)"
_LEAF = rf"(?:{_STRING}|{_SCALAR})"
_ARRAY = rf"\[{WS}(?:{_LEAF}{WS}(?:,{WS}(?=[^\s,}}\]])|(?=\])))*+\]"
_OBJECT = rf"\{{{WS}(?:{_STRING}{WS}:{WS}(?:{_LEAF}|{_ARRAY}){WS}(?:,{WS}(?=\")|(?=\}})))*+\}}"
_VALUE = rf"(?:{_STRING}|{_SCALAR}|{_ARRAY}|{_OBJECT})"
# An apostrophe between letters is no quote; with any other quote in it the comment may have swallowed members.
_COMMENT = r"(?:(?://|\#)(?:[^\n\"']|(?<=\w)'(?=\w))*+(?=\n|\Z)|/\*(?:[^*\"']|\*(?!/)|(?<=\w)'(?=\w))*+\*/)"
_COMMENTS = rf"(?:[ \t\r\n]++|{_COMMENT})*+"
_COMMA = rf",{WS}(?:(?=[^\s,}}\]/#])|(?=[/#])(?!{_COMMENTS}(?:[}}\],]|\Z)))"
_DONE = r"(?=[}\]]|\Z)"
_BROKEN_OFF = rf"(?={WS},{WS}\{{)"
_MEMBER = rf"(?:{_VALUE}{WS}(?:,{WS}(?=[^\s,}}\]/#{{])|{_DONE})|(?!{_VALUE}{_BROKEN_OFF}))"
_RUN = (
    rf"(?:{_STRING}{WS}(?::{WS}{_MEMBER}|{_COMMA}|{_DONE})|[{{\[]{WS}|[}}\]]{WS}(?:{_COMMA}|{_DONE})|:{WS}|{_COMMA}"
    rf"|{_SCALAR}{WS}(?:{_COMMA}|{_DONE}))*+"
)
_OPENS = r"[ \t\r\n]++(?=[\"{\[])"
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
    trailing = rf"(,)(?={_COMMENTS}(?:[}}\]]|\Z))"
    behind = rf"{WS}(?:{trailing}|({_COMMENT}){WS})"
    return re.compile(
        rf"(?<=[\w'])(){_OPENS}|{WS}{_RUN}(?:({_SINGLE})(?={WS}(?:[:,}}\]/#]|\Z))|([A-Za-z_$][\w$]*+)(?={WS}:)"
        rf"|(True|False|None)(?![\w$])|{trailing}|({_COMMENT}){WS}|{_STRING}{WS}:{WS}{_VALUE}(){_BROKEN_OFF}"
        rf"|{_LEAF}(?:(){_OPENS}|{behind})|[}}\]](?:(){WS}(?=[\"{{\[])|{behind})|({_INNER})|(\Z)|([\s\S]))"
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


def _without_comment(text: str, begin: int, stop: int) -> str | None:
    return None if elided().match(text, begin, stop) else ""


def _closed(text: str, begin: int, stop: int) -> str | None:
    """A brace, if the object that begins behind the comma is the next of its kind rather than a brace too many.

    Its first key stands in the open object already.
    """
    key = first_key().match(text, text.index("{", stop) + 1)
    seen = text.rfind(f'"{key[1]}', max(begin - 4000, 0), begin) if key else -1
    return "}" if seen >= 0 and _within_one_object(text[seen:begin]) else None


def _within_one_object(part: str) -> bool:
    """Whether the braces of the part are those of flat objects, one behind the other."""
    closes = [piece.count("}") for piece in part.split("{")]
    return closes[0] == 0 and all(count == 1 for count in closes[1:])


Rewrite: TypeAlias = "str | Callable[[str, int, int], str | None]"
_F = Fault
_BY_KIND: tuple[tuple[RepairKind, Rewrite, tuple[Fault, ...]], ...] = (
    (_K.SINGLE_QUOTES, _double_quoted, (_F.SINGLE_QUOTES,)),
    (_K.UNQUOTED_KEY, _key, (_F.UNQUOTED_KEY,)),
    (_K.PYTHON_LITERAL, _literal, (_F.PYTHON_LITERAL,)),
    (_K.MISSING_CLOSE, _closed, (_F.MISSING_CLOSE,)),
    (_K.INNER_QUOTE, _escaped, (_F.INNER_QUOTES,)),
    (_K.MISSING_COMMA, ",", (_F.COMMA_AFTER_WORD, _F.COMMA_AFTER_LEAF, _F.COMMA_AFTER_CLOSER)),
    (_K.TRAILING_COMMA, "", (_F.TRAILING_COMMA, _F.TRAILING_AFTER_LEAF, _F.TRAILING_AFTER_CLOSER)),
    (_K.COMMENT, _without_comment, (_F.COMMENT, _F.COMMENT_AFTER_LEAF, _F.COMMENT_AFTER_CLOSER)),
)
REMEDIES: dict[int, tuple[RepairKind, Rewrite]] = {
    int(code): (kind, rewrite) for kind, rewrite, codes in _BY_KIND for code in codes
}
"""For each fault its name, and what is written for it: a text, or what makes one of it (``None``: no remedy here)."""


def inner_quotes(text: str, begin: int, stop: int) -> Iterator[int]:
    """Where the quotes within a string stand."""
    at = text.find('"', begin + 1, stop - 1)
    while at >= 0:
        yield at
        at = text.find('"', at + 1, stop - 1)
