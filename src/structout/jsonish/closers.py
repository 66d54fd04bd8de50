"""Openers and closers: braces, brackets and parentheses that are missing, too many or wrong."""

from __future__ import annotations

import re
from functools import cache

from structout.jsonish.follow import NO, STRONG, after_closer
from structout.jsonish.patterns import (
    WIDE,
    first_key,
    key_ahead,
    quoted_key_ahead,
)
from structout.jsonish.scan import Expect, Frame, Scan
from structout.result import RepairKind

_K = RepairKind
_GOES_ON = frozenset(".([")


@cache
def _arrow_behind_key() -> re.Pattern[str]:
    return re.compile(r"\s*+(?:\"[^\"\n]{1,80}+\"|'[^'\n]{1,80}+')\s*+=>")


def open_container(scan: Scan, char: str) -> None:
    """An opener where a value belongs."""
    start = scan.pos
    plain = WIDE.get(char, char)
    if plain != char:
        scan.edit(_K.FULLWIDTH_PUNCTUATION, start, start + 1, plain if plain != "(" else "")
    if plain == "{":
        scan.push(Frame("}", "}", start, -1 if plain == char else len(scan.edits) - 1), Expect.FIRST_KEY)
    elif plain == "[" and _arrow_behind_key().match(scan.src, start + 1, scan.end):
        # What PHP calls an array is an object here.
        scan.edit(_K.SEPARATOR, start, start + 1, "{")
        scan.push(Frame("}", "]", start, len(scan.edits) - 1), Expect.FIRST_KEY)
    elif plain == "[":
        scan.push(Frame("]", "]", start, -1), Expect.FIRST_VALUE)
    else:
        scan.edit(_K.TUPLE, start, start + 1, "")
        scan.push(Frame("", ")", start, len(scan.edits) - 1), Expect.FIRST_VALUE)
    scan.pos = scan.tail = start + 1


def make_array(scan: Scan) -> None:
    """The open parenthesis has turned out to hold several items, or none."""
    frame = scan.stack[-1]
    start, end, _, kind = scan.edits[frame.edit]
    scan.edits[frame.edit] = (start, end, "[", kind)
    scan.stack[-1] = Frame("]", ")", frame.start, frame.edit)


def swapped_openers(scan: Scan) -> bool:
    """Put ``{[`` right at the root where a key follows and the text ends in ``}]``."""
    src, pos = scan.src, scan.pos
    ends = src[max(scan.begin, scan.end - 40) : scan.end].rstrip(" \t\r\n`;.")
    if len(scan.stack) != 1 or not ends.endswith("]") or ends[:-1].rstrip()[-1:] != "}":
        return False
    if scan.expect is not Expect.FIRST_KEY or not key_ahead().match(src, pos + 1, scan.end):
        return False
    start = scan.stack.pop().start
    scan.insert(_K.EXTRA_OPEN, start, pos + 1, "[{")
    scan.push(Frame("]", "]", start, -1), Expect.FIRST_VALUE)
    scan.push(Frame("}", "}", pos, -1), Expect.FIRST_KEY)
    scan.pos = scan.tail = pos + 1
    return True


def extra_open(scan: Scan) -> None:
    """A second brace where a key belongs."""
    if (
        not key_ahead().match(scan.src, scan.pos + 1, scan.end)
        and scan.char(scan.peek(scan.pos + 1)) not in "{}]"
    ):
        raise scan.refuse("a key")
    scan.edit(_K.EXTRA_OPEN, scan.pos, scan.pos + 1, "")
    scan.pos += 1


def make_set(scan: Scan) -> None:
    """The open brace has turned out to hold items without colons.

    Raises:
        Unreadable: its first item is a bare word, as in a placeholder.
    """
    frame = scan.stack[-1]
    if scan.edits and scan.edits[-1][:2] == (scan.token, scan.tail):
        kind = scan.edits[-1][3]
        if kind is _K.UNQUOTED_KEY:
            raise scan.refuse("a colon after the key")
        if kind is _K.NON_STRING_KEY:
            scan.edits.pop()
            word = scan.src[scan.token : scan.tail]
            written = _CONSTANTS.get(word, word)
            if written != word:
                scan.edit(_K.PYTHON_LITERAL, scan.token, scan.tail, written)
    if frame.edit >= 0:
        scan.edits[frame.edit] = (frame.start, frame.start + 1, "[", _K.SET)
    else:
        scan.insert(_K.SET, frame.start, frame.start + 1, "[")
    scan.stack[-1] = Frame("]", "}", frame.start, -1)
    scan.expect = Expect.AFTER


_CONSTANTS = {"True": "true", "False": "false", "None": "null"}


def close_one(scan: Scan, kind: RepairKind | None, start: int, end: int) -> None:
    """Close the innermost container; the source from ``start`` to ``end`` stands for its closer."""
    frame = scan.stack.pop()
    written = scan.src[start:end]
    if written != frame.closer:
        right = kind is None or (kind is _K.MISMATCHED_CLOSE and written == frame.source_closer)
        scan.edit(None if right else kind, start, end, frame.closer)
    scan.value_done(frame.start, end)


def read_closer(scan: Scan, char: str) -> None:
    """A closer, right or wrong, where a container could end."""
    plain = WIDE.get(char, char)
    pos, top = scan.pos, scan.stack[-1]
    if scan.expect in (Expect.FIRST_KEY, Expect.KEY) and quoted_key_ahead().match(
        scan.src, pos + 1, scan.end
    ):
        scan.edit(_K.EXTRA_CLOSE, pos, pos + 1, "")
        scan.pos = pos + 1
        return
    if top.closer == "" and scan.expect is Expect.FIRST_VALUE:
        make_array(scan)
    if plain == ")" and scan.char(pos + 1) in _GOES_ON:
        # An expression that goes on is code, and code is never read for its parts.
        raise scan.refuse("a value, not an expression")
    if plain == scan.stack[-1].source_closer:
        kind = _K.FULLWIDTH_PUNCTUATION if plain != char else None
        close_one(scan, kind, pos, pos + 1)
        return
    levels = next((n for n, f in enumerate(reversed(scan.stack)) if f.source_closer == plain), -1)
    goes_on = after_closer(scan, pos + 1, levels + 1) if levels > 0 else NO
    early = levels + 1 == len(scan.stack) and scan.char(scan.peek(pos + 1)) == ","
    if goes_on != STRONG or early:
        at_end = scan.peek(pos + 1) >= scan.end
        if (len(scan.stack) > 1 or at_end) and after_closer(scan, pos + 1, 1) == STRONG:
            close_one(scan, _K.MISMATCHED_CLOSE, pos, pos + 1)
            return
        if not at_end and after_closer(scan, pos + 1, 0) == STRONG:
            scan.edit(_K.EXTRA_CLOSE, pos, pos + 1, "")
            scan.pos = pos + 1
            return
    if levels < 0:
        close_one(scan, _K.MISMATCHED_CLOSE, pos, pos + 1)
        return
    for _ in range(levels):
        close_one(scan, _K.MISSING_CLOSE, scan.tail, scan.tail)
    scan.pos = pos


def brace_in_object(scan: Scan) -> bool:
    """Whether the brace here is one too many, rather than the next item: its first key is new to this object."""
    found = first_key().match(scan.src, scan.pos + 1, scan.end)
    if not found:
        return False
    return scan.src.find(f'"{found[1]}', max(scan.stack[-1].start, scan.pos - 4000), scan.pos) < 0


def parent(scan: Scan) -> str:
    """What closes the container around the innermost one, "" where there is none."""
    return scan.stack[-2].closer if len(scan.stack) > 1 else ""


def drop_last_comma(scan: Scan) -> None:
    """An array ends though a comma promised one more item."""
    start = scan.stack[-1].start
    at = scan.src.rfind(",", start, scan.pos)
    for i in range(len(scan.edits) - 1, -1, -1):
        begin, _, after, kind = scan.edits[i]
        if begin < at:
            break
        if after == "," and kind is _K.MISSING_COMMA:
            del scan.edits[i]
            return
    if at > start:
        scan.edits += [edit for edit in scan.take_back(at) if edit[0] != at or edit[2] != ","]
        scan.insert(_K.TRAILING_COMMA, at, at + 1, "")
