"""Clean runs: members, items, commas and closers that stand as they should, swallowed by one pattern at a time."""

from __future__ import annotations

from structout.jsonish.patterns import (
    array_comma,
    array_run,
    object_comma,
    object_run,
    past_blanks,
)
from structout.jsonish.scan import Expect, Frame, Scan


def swallow_run(scan: Scan) -> None:
    """Swallow members, items, commas and closers as long as they stand as they should."""
    src, end, stack = scan.src, scan.end, scan.stack
    while stack and len(stack) < scan.max_depth - 3:
        in_object = stack[-1].closer == "}"
        if stack[-1].closer == "":
            return
        if scan.expect is Expect.AFTER:
            found = (object_comma() if in_object else array_comma()).match(src, scan.pos, end)
            if found is None:
                if not _close_run(scan):
                    return
                continue
            scan.pos = found.end()
            scan.expect = Expect.KEY if in_object else Expect.VALUE
        elif in_object != (scan.expect >= Expect.FIRST_KEY):
            return
        if not (_object_run(scan) if in_object else _array_run(scan)):
            return


def _close_run(scan: Scan) -> bool:
    """Close the innermost container if its own closer stands here."""
    frame = scan.stack[-1]
    at = past_blanks(scan.src, scan.pos, scan.end)
    if scan.src[at : at + 1] != frame.closer or at >= scan.end or frame.source_closer != frame.closer:
        return False
    scan.stack.pop()
    scan.value_done(frame.start, at + 1)
    return True


def _object_run(scan: Scan) -> bool:
    """Swallow members; whether the text may go on as it should behind them."""
    found = object_run().match(scan.src, scan.pos, scan.end)
    if found is None or found.end() == found.end(1):
        return False
    return _in_object(scan, found.start(1), found.start(2), found.end())


def _in_object(scan: Scan, start: int, key: int, end: int) -> bool:
    """Take over members that begin at ``start``, the last with its key at ``key`` (-1: none) and a fault behind it."""
    scan.pos = scan.tail = end
    if key >= 0:
        scan.token = key
        scan.expect = Expect.VALUE
        return False
    if end == start:
        return False
    done = scan.src[end] in ",}"
    scan.expect = Expect.AFTER if done else Expect.KEY
    return done


def _array_run(scan: Scan) -> bool:
    """Swallow items, and enter the object behind them whose members are not all as they should be."""
    found = array_run().match(scan.src, scan.pos, scan.end)
    if found is None or found.end() == found.end(1):
        return False
    opened = found.start(2)
    if opened < 0:
        scan.pos = scan.tail = found.end()
        done = scan.src[scan.pos] in ",])"
        scan.expect = Expect.AFTER if done else Expect.VALUE
        return done
    scan.push(Frame("}", "}", opened, -1), Expect.FIRST_KEY)
    return _in_object(scan, found.end(3), found.start(4), found.end())
