"""Tolerant JSON: text in, strictly valid JSON text and the list of repairs out.

A valid text is read in Rust. In any other, one possessive pattern swallows each run of what stands as it should, and
a rule for each kind of damage rewrites the fault behind it. The stack is explicit, the depth bounded.
"""

from __future__ import annotations

from structout.errors import FailureKind
from structout.jsonish import closers, structure, words
from structout.jsonish.edits import apply_edits
from structout.jsonish.follow import joined
from structout.jsonish.notations import read_entity, read_escaped
from structout.jsonish.patterns import (
    CLOSERS_OF,
    doubled_key_quote,
    first_key,
    item_ahead,
    junk_before_key,
    junk_before_value,
    member_ahead,
    past_blanks,
    quoted_key_ahead,
)
from structout.jsonish.quotes import read_string
from structout.jsonish.reading import Reading, Unreadable
from structout.jsonish.runs import swallow_run
from structout.jsonish.scan import Expect, Frame, Scan
from structout.jsonish.whole import read_mended, read_strict
from structout.result import RepairKind, Span

_K = RepairKind
_OPENERS = frozenset("{[(｛［【（")
_CLOSERS = frozenset("}])｝］】）")


def read(
    text: str,
    start: int = 0,
    end: int | None = None,
    *,
    max_depth: int = 200,
    partial: bool = False,
    max_chars: int | None = None,
    alone: bool = True,
    headless: bool = False,
) -> Reading:
    """Read one JSON-like value.

    Args:
        text: what to read from.
        start: where the value begins (blanks and comments may come first).
        end: where the text ends for this read; its own end by default.
        max_depth: how many containers may be open at once.
        partial: the text may go on: leave out what may still grow (numbers, literals, keys); strings are shown so far.
        max_chars: how long a damaged text may be; valid JSON may be of any length.
        headless: whether it is the inside of an object, whose opening brace is missing.
        alone: whether the value may take up all of the text; where it is one of many, trying so costs too much.

    Raises:
        Unreadable: no value can be read there.
    """
    stop = len(text) if end is None else end
    unsure = not alone or (partial and text[stop - 1 : stop].isalnum())
    reading = None if unsure or headless else read_strict(text, start, stop, max_depth)
    if reading is None and max_chars is not None and stop - start > max_chars:
        raise Unreadable(
            f"expected a damaged text of at most {max_chars} characters, found {stop - start}; raise max_chars to repair it",
            FailureKind.TOO_LARGE,
            start,
        )
    if reading is None and alone and not partial and not headless:
        reading = read_mended(text, start, stop, max_depth)
    if reading is not None:
        return reading
    scan = Scan(text, stop, max_depth, start, begin=start, partial=partial, open_steps=-1)
    if headless:
        scan.insert(_K.MISSING_OPEN, start, start, "{")
        scan.push(Frame("}", "}", start, -1), Expect.FIRST_KEY)
    try:
        while scan.expect is not Expect.DONE or _overshoot(scan):
            step(scan)
        return _reading(scan, start)
    except Unreadable as trouble:
        trouble.steps = scan.steps
        raise


def _reading(scan: Scan, start: int) -> Reading:
    begin = start
    json = apply_edits(scan.src, begin, scan.pos, scan.edits).strip(" \t\r\n")
    shift = 0
    while scan.src[begin + shift : begin + shift + 1] in " \t\r\n" and begin + shift < scan.pos:
        shift += 1
    reading = Reading(
        scan.src, json, Span(begin + shift, scan.pos), tuple(scan.edits), scan.complete, scan.open_steps
    )
    reading.value  # noqa: B018
    return reading


def step(scan: Scan) -> None:
    """Swallow the run of what is right, then deal with the token behind it."""
    scan.work()
    if scan.stack and scan.expect is not Expect.COLON and len(scan.stack) < scan.max_depth - 3:
        swallow_run(scan)
        if scan.expect is Expect.DONE:
            return
    char = scan.skip()
    if not char:
        _cut(scan)
        return
    _DISPATCH[scan.expect](scan, char)


def _value(scan: Scan, char: str) -> None:
    if char == "`" and not scan.stack and scan.src.startswith("```", scan.pos):
        raise scan.refuse("a JSON value")
    if char in CLOSERS_OF:
        read_string(scan, char, key=False)
    elif char in _OPENERS:
        closers.open_container(scan, char)
    elif (
        scan.stack
        and scan.char(scan.pos) != scan.stack[-1].source_closer
        and structure.drop_junk(scan, junk_before_value())
    ):
        return
    elif char in _CLOSERS:
        _early_closer(scan, char)
    elif char in ",，":
        _early_comma(scan)
    elif char in ":：" and scan.in_object:
        structure.stray(scan)
    elif (char == "\\" and read_escaped(scan, key=False)) or (char == "&" and read_entity(scan, key=False)):
        return
    elif char in ".…" and scan.src.startswith(("...", "…"), scan.pos):
        structure.stray(scan)
    else:
        words.read_word(scan)


def _early_closer(scan: Scan, char: str) -> None:
    if not scan.stack:
        raise scan.refuse("a JSON value")
    if scan.in_object:
        structure.missing_value(scan)
        return
    if scan.expect is Expect.VALUE:
        closers.drop_last_comma(scan)
    closers.read_closer(scan, char)


def _early_comma(scan: Scan) -> None:
    if scan.in_object:
        structure.missing_value(scan)
    elif scan.stack:
        structure.leading_comma(scan)
    else:
        raise scan.refuse("a JSON value")


def _key(scan: Scan, char: str) -> None:
    if char == "`" and scan.src.startswith("```", scan.pos):
        raise scan.refuse("a key")
    if char == '"' and structure.drop_junk(scan, doubled_key_quote()):
        return
    if char in CLOSERS_OF:
        read_string(scan, char, key=True)
        scan.expect = Expect.COLON
    elif (char == "[" and closers.swapped_openers(scan)) or (
        not scan.src.startswith("..", scan.pos) and structure.drop_junk(scan, junk_before_key())
    ):
        return
    elif char in _CLOSERS:
        if scan.expect is Expect.KEY:
            closers.drop_last_comma(scan)
        closers.read_closer(scan, char)
    elif char in ",，":
        structure.leading_comma(scan)
    elif (char == "\\" and read_escaped(scan, key=True)) or (char == "&" and read_entity(scan, key=True)):
        scan.expect = Expect.COLON
    elif char in ".…":
        structure.stray(scan)
    elif structure.prose_follows(scan, char):
        _cut(scan)
    elif char == "{":
        closers.extra_open(scan)
    elif char == "(" and scan.expect is Expect.FIRST_KEY:
        closers.make_set(scan)
        scan.expect = Expect.FIRST_VALUE
    else:
        words.read_key(scan)


def _after(scan: Scan, char: str) -> None:
    if structure.prose_follows(scan, char):
        _cut(scan)
        return
    if char == "+" and joined().match(scan.src, scan.pos, scan.end):
        _concatenate(scan)
        return
    structure.after_value(scan, char)


def _concatenate(scan: Scan) -> None:
    """Strings joined by pluses: one string."""
    src, start, tail = scan.src, scan.token, scan.tail
    inside = [edit for edit in scan.take_back(start) if edit[0] <= tail]
    parts = [apply_edits(src, start, tail, inside).rstrip()[:-1]]
    outer, scan.edits = scan.edits, []
    while joined().match(src, scan.pos, scan.end):
        scan.skip()
        scan.pos += 1
        char = scan.skip()
        second = scan.pos
        scan.edits.clear()
        read_string(scan, char, key=False)
        parts.append(apply_edits(src, second, scan.pos, scan.edits).rstrip()[1:-1])
    scan.edits = outer
    scan.edit(_K.STRING_CONCATENATION, start, scan.pos, "".join(parts) + '"')
    scan.value_done(start, scan.pos)


def _cut(scan: Scan) -> None:
    """The text is at its end and containers are open."""
    if not scan.stack:
        if scan.expect is Expect.AFTER:
            scan.expect = Expect.DONE
            return
        raise Unreadable("expected a JSON value, found the end of the text", FailureKind.NO_VALUE, scan.pos)
    pos = scan.end
    if scan.expect is Expect.COLON or (scan.expect is Expect.VALUE and scan.in_object):
        _drop_member(scan)
    elif scan.expect in (Expect.VALUE, Expect.KEY):
        closers.drop_last_comma(scan)
    if _broke_off(scan):
        scan.edit(_K.UNFINISHED_VALUE, pos, pos, "")
        scan.complete = False
    scan.open_steps = max(scan.open_steps, len(scan.stack) - 1)
    scan.pos = pos
    written = ""
    for frame in reversed(scan.stack):
        if frame.closer == "" and scan.expect is Expect.FIRST_VALUE and frame is scan.stack[-1]:
            closers.make_array(scan)
            written += "]"
        else:
            written += frame.closer
    scan.edit(_K.MISSING_CLOSE, pos, pos, written)
    scan.stack.clear()
    scan.expect = Expect.DONE


def _broke_off(scan: Scan) -> bool:
    """Whether the text ends right behind the bracket that opens an inner container."""
    opened = len(scan.stack) > 1 and scan.expect in (Expect.FIRST_KEY, Expect.FIRST_VALUE)
    return opened and scan.end == len(scan.src) and scan.src.endswith(("[", "{"))


def _drop_member(scan: Scan) -> None:
    """A key whose value never came: left out, with the comma before it."""
    scan.complete = False
    start = scan.token
    scan.edits = [edit for edit in scan.edits if edit[0] < start or edit[3] is _K.MISSING_OPEN]
    comma = scan.src.rfind(",", 0, start)
    if comma >= 0 and not scan.src[comma + 1 : start].strip():
        start = comma
    scan.edit(_K.UNFINISHED_VALUE, start, scan.end, "")


def _more_members(scan: Scan, at: int) -> bool:
    """Whether members of the object that was closed stand behind it, a comma between or not.

    Raises:
        Unreadable: items of a list of its stand there: how much of it was closed too early, nobody can tell.
    """
    src, end = scan.src, scan.end
    if scan.char(at) != ",":
        return member_ahead().match(src, at, end) is not None
    item, first = item_ahead().match(src, at + 1, end), first_key().match(src, scan.token + 1, end)
    if item and first and item[1] != first[1]:
        raise Unreadable("the object goes on behind its closer", FailureKind.AMBIGUOUS, at)
    return quoted_key_ahead().match(src, at + 1, end) is not None


def _overshoot(scan: Scan) -> bool:
    """Take closers too many behind the value; ``True`` where the object goes on, having been closed too early."""
    src, end = scan.src, scan.end
    if joined().match(src, scan.pos, end) and src[scan.token] in CLOSERS_OF:
        _concatenate(scan)
    close = scan.pos - 1
    if close < scan.token or src[close : close + 1] not in ("}", "]"):
        return False
    at = past_blanks(src, scan.pos, end)
    if src[close] == "}" and _more_members(scan, at):
        scan.edit(_K.EXTRA_CLOSE, close, close + 1, "")
        scan.stack.append(Frame("}", "}", scan.token, -1))
        scan.expect = Expect.AFTER
        return True
    while (char := scan.char(at)) and char in "}]":
        scan.edit(_K.EXTRA_CLOSE, at, at + 1, "")
        scan.pos = at + 1
        at = past_blanks(src, scan.pos, end)
    return False


_DISPATCH = {
    Expect.FIRST_VALUE: _value,
    Expect.VALUE: _value,
    Expect.FIRST_KEY: _key,
    Expect.KEY: _key,
    Expect.COLON: structure.colon,
    Expect.AFTER: _after,
}
