"""Commas and colons: what is missing, too many or wrong between the tokens, and what belongs to nothing."""

from __future__ import annotations

import re
from functools import cache

from structout.errors import FailureKind
from structout.jsonish.closers import (
    brace_in_object,
    close_one,
    make_array,
    make_set,
    parent,
    read_closer,
)
from structout.jsonish.patterns import (
    NUMBER,
    QUOTES,
    TRIVIA,
    junk_after_item,
    junk_before_key,
    junk_colon,
    key_ahead,
)
from structout.jsonish.reading import Unreadable
from structout.jsonish.scan import Expect, Frame, Scan
from structout.result import RepairKind

_K = RepairKind


def after_value(scan: Scan, char: str) -> None:
    """What stands behind a value in a container."""
    rule = _AFTER.get(char)
    if rule is not None:
        rule(scan, char)
    else:
        missing_comma(scan, char)


def comma(scan: Scan, char: str) -> None:
    """A comma: an ordinary one, or one too many."""
    pos = scan.pos
    frame = scan.stack[-1]
    if char == ";" and frame.closer == "]" and _has_digit_comma(scan, frame.start):
        raise scan.refuse("one kind of mark between items: the commas may be those of numbers")
    if char != ",":
        scan.edit(_K.SEPARATOR if char == ";" else _K.FULLWIDTH_PUNCTUATION, pos, pos + 1, ",")
    place = len(scan.edits)
    scan.pos = pos + 1
    follows = scan.skip()
    if follows and follows in ",，":
        if char == ",":
            scan.insert(_K.REPEATED_COMMA, pos, pos + 1, "")
        return
    if not follows or follows in "}])｝］】）":
        if frame.closer == "" and follows == ")":
            make_array(scan)
        if char != ",":
            scan.edits.pop(place - 1)
        scan.insert(_K.TRAILING_COMMA, pos, pos + 1, "")
        return
    if frame.closer == "":
        make_array(scan)
        frame = scan.stack[-1]
    if frame.closer == "}" and follows == "{" and parent(scan) == "]" and not brace_in_object(scan):
        close_one(scan, _K.MISSING_CLOSE, scan.tail, scan.tail)
        scan.pos = pos
        return
    scan.expect = Expect.KEY if frame.closer == "}" else Expect.VALUE


def _has_digit_comma(scan: Scan, start: int) -> bool:
    """Whether a comma stands between digits, from the opening of the container on; what was looked at is passed over."""
    place = ("digit comma", str(start))
    found = _digit_comma().search(scan.src, scan.dead.get(place, start), scan.pos)
    scan.dead[place] = scan.pos
    return found is not None


@cache
def _digit_comma() -> re.Pattern[str]:
    return re.compile(r"\d,\d")


def missing_comma(scan: Scan, char: str) -> None:
    """A token right behind a value."""
    pos, frame = scan.pos, scan.stack[-1]
    if frame.closer == "":
        make_array(scan) if char in QUOTES or char in "{[" or char.isalnum() else None
        frame = scan.stack[-1]
        if frame.closer == "":
            raise scan.refuse("a closing parenthesis")
    if frame.closer == "]":
        if drop_junk(scan, junk_after_item()):
            return
        if char in QUOTES or char in "{[(-." or char.isalnum() or char == "\\":
            scan.edit(_K.MISSING_COMMA, scan.tail, scan.tail, ",")
            scan.expect = Expect.VALUE
            return
    elif key_ahead().match(scan.src, pos, scan.end):
        scan.edit(_K.MISSING_COMMA, scan.tail, scan.tail, ",")
        scan.expect = Expect.KEY
        return
    elif (char != "{" or parent(scan) != "]" or brace_in_object(scan)) and drop_junk(scan, junk_before_key()):
        return
    elif char == "{" and scan.char(scan.peek(pos + 1)) == ",":
        scan.edit(_K.STRAY_TOKEN, pos, pos + 1, "")
        scan.pos = pos + 1
        return
    elif char == "{" and parent(scan) == "]":
        close_one(scan, _K.MISSING_CLOSE, scan.tail, scan.tail)
        return
    stray(scan)


def prose_follows(scan: Scan, char: str) -> bool:
    """Whether nothing but words stands behind an empty line: then the text of the value ends before them."""
    src, end = scan.src, scan.end
    if not char.isalpha() or scan.partial or not scan.stack or scan.dead.get(_PROSE, -1) > scan.pos:
        return False
    gap = src[max(scan.tail, scan.pos - _REACH) : scan.pos]
    if "\n" not in gap or not _empty_line().search(gap) or key_ahead().match(src, scan.pos, end):
        return False
    stop = _prose().match(src, scan.pos, end)
    if stop is None or stop.end() < end:
        scan.dead[_PROSE] = stop.end() if stop else scan.pos + 1
        return False
    scan.end = scan.pos - len(gap) + len(gap.rstrip())
    return True


_PROSE = ("", "prose")
_REACH = 200
"""Characters before the words in which the empty line must stand."""


@cache
def _empty_line() -> re.Pattern[str]:
    return re.compile(r"\n[ \t\r]*+\n")


@cache
def _prose() -> re.Pattern[str]:
    return re.compile(r"[^\s{}\[\]\"`]++(?:\s++[^\s{}\[\]\"`]++){2,}+\s*+")


def drop_junk(scan: Scan, pattern: re.Pattern[str]) -> bool:
    """Leave out a character or two that belong to nothing."""
    found = pattern.match(scan.src, scan.pos, scan.end)
    if found is None:
        return False
    colon = found[0].strip(" ") == ":"
    kind = _K.SEPARATOR if colon else _K.EXTRA_OPEN if found[0].strip() in "{[(" else _K.STRAY_TOKEN
    scan.edit(kind, scan.pos, found.end(), "")
    scan.pos = found.end()
    return True


def stray(scan: Scan) -> None:
    """Something that belongs to nothing: left out."""
    found = _stray().match(scan.src, scan.pos, scan.end)
    stop = found.end() if found and found.end() > scan.pos else scan.pos + 1
    kind = _K.ELLIPSIS if scan.src[scan.pos] in ".…" else _K.STRAY_TOKEN
    scan.edit(kind, scan.pos, stop, "")
    scan.pos = stop


@cache
def _stray() -> re.Pattern[str]:
    return re.compile(r"\.{2,}+|…++|\"[^\"\n]{0,200}+\"|'[^'\n]{0,200}+'|[^\s,{}\[\]\"']++")


def missing_open(scan: Scan, char: str) -> None:
    """A colon behind an item: the brace before it is missing."""
    if scan.in_object:
        stray(scan)
        return
    if scan.stack and scan.stack[-1].closer != "]":
        raise scan.refuse("a closing parenthesis")
    if _closes_array(scan):
        return
    if scan.src[scan.token] in "{[(" or scan.src[scan.tail - 1] in "}])":
        raise scan.refuse("a comma, as an object or a list is no key")
    scan.insert(_K.MISSING_OPEN, scan.token, scan.token, "{")
    scan.push(Frame("}", "}", scan.token, -1), Expect.COLON)


def _closes_array(scan: Scan) -> bool:
    """The item is the next key of the object around the array: the array's bracket is missing before the comma."""
    if parent(scan) != "}":
        return False
    first = scan.stack[-1].start + 1
    gap = scan.src[max(first, scan.token - _REACH) : scan.token]
    before = gap.rstrip()
    item = before.removesuffix(",").rstrip()
    if item.endswith("}") and not _is_new_key(scan, first):
        return False
    if item == before and not item.endswith("}"):
        return False
    stop = scan.token - len(gap) + len(before) - (item != before)
    scan.insert(_K.MISSING_CLOSE, stop, stop, "]")
    scan.stack.pop()
    scan.expect = Expect.COLON
    return True


def _is_new_key(scan: Scan, first: int) -> bool:
    """Whether no item before has the key: where one has it, the brace of the next item is missing instead."""
    key = scan.src[scan.token : scan.tail]
    return scan.src.find(key, max(first, scan.token - 10 * _REACH), scan.token) < 0


def colon(scan: Scan, char: str) -> None:
    """What stands behind a key."""
    pos = scan.pos
    if char == ":":
        scan.pos = pos + 1
        scan.expect = Expect.VALUE
    elif char in "：=":
        arrow = 2 if scan.src.startswith("=>", pos) else 1
        scan.edit(_K.FULLWIDTH_PUNCTUATION if char == "：" else _K.SEPARATOR, pos, pos + arrow, ":")
        scan.pos = pos + arrow
        scan.expect = Expect.VALUE
    elif _colon_junk(scan):
        return
    elif char in ",，}":
        _no_value(scan, char)
    elif char in "])":
        raise Unreadable(
            f"expected a colon after the key at character {scan.token}, found {char!r}",
            FailureKind.NO_VALUE,
            pos,
        )
    elif char in QUOTES and key_ahead().match(scan.src, pos, scan.end):
        scan.take_back(scan.token)
        scan.edit(_K.STRAY_TOKEN, scan.token, scan.tail, "")
        scan.expect = Expect.KEY
    else:
        scan.edit(_K.MISSING_COLON, scan.tail, scan.tail, ":")
        scan.expect = Expect.VALUE


def _colon_junk(scan: Scan) -> bool:
    """Leave out what stands beside the colon, or take what stands in its place for one."""
    found = junk_colon().match(scan.src, scan.pos, scan.end)
    if found is None:
        return False
    if found[1] or found[2]:
        scan.edit(_K.SEPARATOR, scan.pos, found.end(), ":")
        scan.expect = Expect.VALUE
    else:
        scan.edit(_K.STRAY_TOKEN, scan.pos, found.end(), "")
    scan.pos = found.end()
    return True


@cache
def _comma_for_colon() -> re.Pattern[str]:
    """A value that is no key (group 1: a string), and then the next member or the end."""
    return re.compile(
        rf"{TRIVIA}(?:(?:{NUMBER}|true|false|null){TRIVIA}(?:,{TRIVIA}\"[^\"\n]{{1,80}}+\"{TRIVIA}:|\}})|[{{\[]"
        rf"|(\"[^\"\n]{{0,200}}+\"){TRIVIA}(?:,{TRIVIA}\"[^\"\n]{{1,80}}+\"{TRIVIA}:|(\}})))"
    )


def _no_value(scan: Scan, char: str) -> None:
    """A key with no colon and no value: a comma for the colon, the first item of a set, or the value is missing."""
    frame = scan.stack[-1]
    first = scan.peek(frame.start + 1) == scan.token
    quoted = scan.src[scan.token] in QUOTES
    found = _comma_for_colon().match(scan.src, scan.pos + 1, scan.end) if char == "," else None
    if found and not (first and (found[2] or not quoted)):
        scan.edit(_K.SEPARATOR, scan.pos, scan.pos + 1, ":")
        scan.pos += 1
        scan.expect = Expect.VALUE
        return
    more = scan.char(scan.peek(scan.pos + 1)) in QUOTES and not key_ahead().match(
        scan.src, scan.pos + 1, scan.end
    )
    if first and (char == "}" or not quoted or more):
        make_set(scan)
        return
    scan.edit(_K.MISSING_VALUE, scan.tail, scan.tail, ": null")
    scan.expect = Expect.AFTER


def missing_value(scan: Scan) -> None:
    """A key and its colon, and then the next member or the end of the object."""
    scan.edit(_K.MISSING_VALUE, scan.pos, scan.pos, "null")
    scan.expect = Expect.AFTER


def leading_comma(scan: Scan) -> None:
    """A comma with nothing before it."""
    first = scan.expect in (Expect.FIRST_KEY, Expect.FIRST_VALUE)
    scan.edit(_K.LEADING_COMMA if first else _K.REPEATED_COMMA, scan.pos, scan.pos + 1, "")
    scan.pos += 1


_AFTER = {
    ",": comma, "，": comma, "、": comma, "،": comma, ";": comma, ":": missing_open, "：": missing_open, "}": read_closer, "]": read_closer, ")": read_closer,
    "｝": read_closer, "］": read_closer, "】": read_closer, "）": read_closer,
}  # fmt: skip
