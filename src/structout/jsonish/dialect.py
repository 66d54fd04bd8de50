"""Broken JSON whose strings are all whole: the text between them is mended as one, and Rust says whether it is right.

Splitting at the quotes leaves a skeleton without strings, in which a pattern for each fault cannot go wrong; the edits
are carried over to the text. What Rust then refuses is for the scanner.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate

from structout.jsonish.edits import Edit
from structout.result import RepairKind

_K = RepairKind
_LITERALS = {"True": "true", "False": "false", "None": "null"}
_NAMED = frozenset(("true", "false", "null", "True", "False", "None"))


@cache
def _comment() -> re.Pattern[str]:
    return re.compile(r"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|#[^\n]*+")


@cache
def _trailing_comma() -> re.Pattern[str]:
    return re.compile(r",(?=[ \t\r\n]*+(?:[}\]]|\Z))")


@cache
def _missing_comma() -> re.Pattern[str]:
    return re.compile(r"[\"}\]\w](?=[ \t\r\n]++[\"{\[])")


@cache
def _touching() -> re.Pattern[str]:
    return re.compile(r"[}\]](?=[\"{\[])")


@cache
def _bare_key() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z_$][\w$]*+(?=[ \t\r\n]*+:)")


@cache
def _literal() -> re.Pattern[str]:
    return re.compile(r"(?:True|False|None)(?![\w$])(?![ \t\r\n]*+:)")


@cache
def _bracket() -> re.Pattern[str]:
    return re.compile(r"[\[\]{}]")


@cache
def _either_string() -> re.Pattern[str]:
    return re.compile(r"(\"(?:[^\"\\\x00-\x1f]++|\\[^\x00-\x1f])*+\"|'(?:[^'\\\x00-\x1f]++|\\[^\x00-\x1f])*+')")


def mend(text: str, start: int, end: int) -> list[Edit] | None:
    """The edits that could make the text JSON, ``None`` where its faults are of another kind.

    The text must begin at ``start`` with an opener and end at ``end`` without blanks behind it.
    """
    body = text[start:end]
    if "\\" not in body and '"' not in body:
        pieces = body.split("'")
        strings = pieces[1::2]
        lengths = [len(piece) + 2 for piece in strings]
        quoted = [f'"{piece}"' for piece in strings]
    elif "'" in body or "\\" in body:
        pieces = _either_string().split(body)
        strings = pieces[1::2]
        lengths = [len(piece) for piece in strings]
        quoted = [_double_quoted(piece) for piece in strings]
    else:
        pieces = body.split('"')
        lengths = [len(piece) + 2 for piece in pieces[1::2]]
        quoted = []
    if len(pieces) % 2 == 0:
        return None
    skeleton = '"'.join(pieces[::2])
    if skeleton.count('"') != len(lengths) or "'" in skeleton:
        return None
    shifts = [start, *accumulate((length - 1 for length in lengths), initial=start)][1:]
    edits = _mend_skeleton(skeleton, shifts)
    if edits is None:
        return None
    if quoted:
        edits += _quote_edits(text, skeleton, shifts, quoted)
    edits.sort(key=_start)
    return edits


def _start(edit: Edit) -> tuple[int, int]:
    return edit[0], edit[1]


def _double_quoted(piece: str) -> str:
    """A string in either kind of quotes as JSON writes it, "" where that takes more than its quotes."""
    if piece[0] == '"':
        return piece
    inner = piece[1:-1]
    return f'"{inner}"' if '"' not in inner and "\\" not in inner else ""


def _quote_edits(text: str, skeleton: str, shifts: list[int], quoted: list[str]) -> Iterator[Edit]:
    """An edit for each string that stands in single quotes."""
    at = -1
    for index, written in enumerate(quoted):
        at = skeleton.index('"', at + 1)
        begin = at + shifts[index]
        if text[begin] == "'":
            stop = at + 1 + shifts[index + 1]
            yield begin, stop, written or _rewritten(text[begin + 1 : stop - 1]), _K.SINGLE_QUOTES


def _rewritten(inner: str) -> str:
    """The text of a single-quoted string with double quotes in it, or escapes."""
    return '"' + _inner_quote().sub(lambda found: _ESCAPED.get(found[0], found[0]), inner) + '"'


_ESCAPED = {'"': '\\"', "\\'": "'"}


@cache
def _inner_quote() -> re.Pattern[str]:
    return re.compile(r"\\.|\"")


def _mend_skeleton(skeleton: str, shifts: list[int]) -> list[Edit] | None:
    """The edits for all faults between the strings."""
    edits: list[Edit] = []
    if "/" in skeleton or "#" in skeleton:
        comments = list(_spans(_comment(), skeleton, shifts))
        if any('"' in skeleton[begin:stop] for begin, stop, _, _ in comments):
            return None
        edits += [(first, last, "", _K.COMMENT) for _, _, first, last in comments]
        skeleton = _comment().sub(lambda found: " " * len(found[0]), skeleton)
    for wanted, pattern, kind, write in _PASSES:
        if wanted is None or any(word in skeleton for word in wanted):
            for begin, stop, first, last in _spans(pattern(), skeleton, shifts):
                edits.append(write(skeleton[begin:stop], first, last, kind))
    closing = _closers(skeleton)
    if closing is None:
        return None
    if closing:
        edits.append((len(skeleton) + shifts[-1], len(skeleton) + shifts[-1], closing, _K.MISSING_CLOSE))
    return edits


def _spans(pattern: re.Pattern[str], skeleton: str, shifts: list[int]) -> Iterator[tuple[int, int, int, int]]:
    """Where the pattern stands in the skeleton, and in the text."""
    index = at = 0
    count = skeleton.count
    for found in pattern.finditer(skeleton):
        begin, stop = found.span()
        index += count('"', at, begin)
        at = begin
        yield begin, stop, begin + shifts[index], stop + shifts[index]


def _closers(skeleton: str) -> str | None:
    """What is missing at the end, ``None`` where brackets don't match or the end is a number that may go on."""
    count = skeleton.count
    if count("{") == count("}") and count("[") == count("]"):
        return ""
    stack: list[str] = []
    for found in _bracket().finditer(skeleton):
        mark = found[0]
        if mark in "{[":
            stack.append("}" if mark == "{" else "]")
        elif not stack or stack.pop() != mark:
            return None
    if skeleton[-1].isalnum() or skeleton[-1] in ".:+-":
        return None
    return "".join(reversed(stack))


def _drop(_word: str, first: int, last: int, kind: RepairKind) -> Edit:
    return first, last, "", kind


def _comma_behind(word: str, first: int, last: int, kind: RepairKind) -> Edit:
    # A string is one mark in the skeleton and several characters in the text: the comma stands behind all of it.
    return last, last, ",", kind


def _key(word: str, first: int, last: int, kind: RepairKind) -> Edit:
    return first, last, f'"{word}"', _K.NON_STRING_KEY if word in _NAMED else kind


def _constant(word: str, first: int, last: int, kind: RepairKind) -> Edit:
    return first, last, _LITERALS[word], kind


_Writer = Callable[[str, int, int, RepairKind], Edit]
_PASSES: tuple[tuple[tuple[str, ...] | None, Callable[[], re.Pattern[str]], RepairKind, _Writer], ...] = (
    ((",",), _trailing_comma, _K.TRAILING_COMMA, _drop),
    (("True", "False", "None"), _literal, _K.PYTHON_LITERAL, _constant),
    (None, _bare_key, _K.UNQUOTED_KEY, _key),
    (None, _missing_comma, _K.MISSING_COMMA, _comma_behind),
    (None, _touching, _K.MISSING_COMMA, _comma_behind),
)
