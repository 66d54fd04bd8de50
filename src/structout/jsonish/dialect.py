"""Broken JSON whose strings are all whole: the text between them is mended as one, and Rust says whether it is right.

Splitting at the quotes leaves a skeleton without strings, in which a pattern for each fault cannot go wrong; the edits
are carried over to the text. What Rust then refuses is for the scanner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import accumulate

from structout.jsonish.edits import Edit
from structout.result import RepairKind

_K = RepairKind
_LITERALS = {"True": "true", "False": "false", "None": "null"}


@cache
def _comment() -> re.Pattern[str]:
    return re.compile(r"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|#[^\n]*+")


@cache
def _trailing_comma() -> re.Pattern[str]:
    return re.compile(r",(?=[ \t\r\n]*+(?:[}\]]|\Z))")


@cache
def _missing_comma() -> re.Pattern[str]:
    return re.compile(r"[\"\w}\]](?=[ \t\r\n]++[\"{\[])")


@cache
def _touching() -> re.Pattern[str]:
    return re.compile(r"[}\]](?=[\"{\[])")


@cache
def _huge_exponent() -> re.Pattern[str]:
    return re.compile(r"[0-9][eE]\+?[0-9]{3}")


@cache
def _bare_key() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z_$][\w$]*+(?=[ \t\r\n]*+:)")


@cache
def _literal() -> re.Pattern[str]:
    return re.compile(r"(?:True|False|None)(?![\w$])(?![ \t\r\n]*+:)")


@cache
def _bracket() -> re.Pattern[str]:
    return re.compile(r"[\[\]{}]")


_WHOLE = r"\"(?:[^\"\\\x00-\x1f]++|\\[^\x00-\x1f])*+\"|'(?:[^'\\\x00-\x1f]++|\\[^\x00-\x1f])*+'"


@cache
def _either_string() -> re.Pattern[str]:
    """A string in either kind of quotes; a quote that opens none takes the rest of the text, to look at it once."""
    return re.compile(rf"({_WHOLE}|[\"'][\s\S]*+)")


@cache
def _whole_string() -> re.Pattern[str]:
    return re.compile(_WHOLE)


def mend(text: str, start: int, end: int) -> Iterator[list[Edit]]:
    """The edits that could make the text JSON: the likely ones first, then with commas put in as well.

    The text must begin at ``start`` with an opener and end at ``end`` without blanks behind it. Nothing is yielded
    where its faults are of another kind.
    """
    body = text[start:end]
    escaped = "\\" in body
    single = "'" in body
    strings: list[Edit] = []
    if single and not escaped and '"' not in body:
        pieces = body.split("'")
        lengths = [len(piece) + 2 for piece in pieces[1::2]]
        strings = _single_quoted(pieces, start)
    elif single or escaped:
        pieces = _either_string().split(body)
        if not pieces[-1] and not _whole_string().fullmatch(pieces[-2]):
            return
        lengths = [len(piece) for piece in pieces[1::2]]
        strings = _mixed_quotes(pieces, start) if single else []
    else:
        pieces = body.split('"')
        lengths = [len(piece) + 2 for piece in pieces[1::2]]
    skeleton = '"'.join(pieces[::2])
    if len(pieces) % 2 == 0 or skeleton.count('"') != len(lengths) or "'" in skeleton:
        return
    shifts = list(accumulate((length - 1 for length in lengths), initial=start))
    # This frame lives on while the value is built: what it no longer needs is let go.
    del body, pieces, lengths
    yield from _mend_skeleton(skeleton, shifts, strings)


def _single_quoted(pieces: list[str], start: int) -> list[Edit]:
    """An edit for each string of a text that was split at its single quotes."""
    ends = [start + size for size in accumulate(map(len, pieces))]
    return [
        (begin + 2 * i, stop + 2 * i + 2, f'"{inner}"', _K.SINGLE_QUOTES)
        for i, (begin, stop, inner) in enumerate(zip(ends[::2], ends[1::2], pieces[1::2], strict=False))
    ]


def _mixed_quotes(pieces: list[str], start: int) -> list[Edit]:
    """An edit for each single-quoted string of a text that was split around its strings."""
    ends = [start + size for size in accumulate(map(len, pieces))]
    return [
        (begin, stop, _double_quoted(string), _K.SINGLE_QUOTES)
        for begin, stop, string in zip(ends[::2], ends[1::2], pieces[1::2], strict=False)
        if string[0] == "'"
    ]


def _double_quoted(string: str) -> str:
    """A single-quoted string as JSON writes it."""
    inner = string[1:-1]
    if '"' in inner or "\\" in inner:
        inner = _inner_quote().sub(lambda found: _ESCAPED.get(found[0], found[0]), inner)
    return f'"{inner}"'


_ESCAPED = {'"': '\\"', "\\'": "'"}


@cache
def _inner_quote() -> re.Pattern[str]:
    return re.compile(r"\\.|\"")


def _mend_skeleton(skeleton: str, shifts: list[int], strings: list[Edit]) -> Iterator[list[Edit]]:
    """The edits for all faults between the strings, beside those of the strings."""
    edits = strings
    if _huge_exponent().search(skeleton):
        return
    if "/" in skeleton or "#" in skeleton:
        comments, skeleton = _without_comments(skeleton, shifts)
        if comments is None:
            return
        edits = edits + comments
    if "," in skeleton:
        edits = edits + _each(_trailing_comma(), skeleton, shifts, _K.TRAILING_COMMA, "")
    if "True" in skeleton or "False" in skeleton or "None" in skeleton:
        edits = edits + _each(_literal(), skeleton, shifts, _K.PYTHON_LITERAL, None)
    edits = edits + _each(_bare_key(), skeleton, shifts, _K.UNQUOTED_KEY, None)
    closing = _closers(skeleton)
    if closing is None:
        return
    if closing:
        edits.append((len(skeleton) + shifts[-1], len(skeleton) + shifts[-1], closing, _K.MISSING_CLOSE))
    if edits:
        edits = sorted(edits)
        yield edits
    commas = _each(_missing_comma(), skeleton, shifts, _K.MISSING_COMMA, ",")
    commas += _each(_touching(), skeleton, shifts, _K.MISSING_COMMA, ",")
    if commas:
        yield sorted(edits + commas)


def _without_comments(skeleton: str, shifts: list[int]) -> tuple[list[Edit] | None, str]:
    """The edits that drop the comments, ``None`` if there is a string in one; the skeleton with blanks for them."""
    edits: list[Edit] = []
    pieces: list[str] = []
    index = at = 0
    for found in _comment().finditer(skeleton):
        begin, stop = found.span()
        index += skeleton.count('"', at, begin)
        if skeleton.find('"', begin, stop) >= 0:
            return None, skeleton
        edits.append((begin + shifts[index], stop + shifts[index], "", _K.COMMENT))
        pieces += (skeleton[at:begin], " " * (stop - begin))
        at = stop
    pieces.append(skeleton[at:])
    return edits, "".join(pieces)


def _each(
    pattern: re.Pattern[str], skeleton: str, shifts: list[int], kind: RepairKind, after: str | None
) -> list[Edit]:
    """An edit for each place where the pattern stands: ``after`` for it, or what the tables say of the word."""
    edits: list[Edit] = []
    add, count, key = edits.append, skeleton.count, _K.UNQUOTED_KEY
    index = at = 0
    for found in pattern.finditer(skeleton):
        begin, stop = found.span()
        index += count('"', at, begin)
        at = begin
        shift = shifts[index]
        if after == "":
            add((begin + shift, stop + shift, "", kind))
        elif after is None:
            word = found[0]
            add((begin + shift, stop + shift, f'"{word}"' if kind is key else _LITERALS[word], kind))
        else:
            # A string is one mark in the skeleton and several characters in the text: the comma stands behind it.
            last = stop + (shifts[index + 1] if skeleton[begin] == '"' else shift)
            add((last, last, after, kind))
    return edits


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
