"""How what stands inside a string is written in JSON: inner quotes, control characters, backslashes."""

from __future__ import annotations

import re
from collections.abc import Callable

from pydantic_core import to_json

from structout.jsonish.escapes import COMMAND, command, is_path, share
from structout.jsonish.scan import Scan
from structout.result import RepairKind

_FAULT = re.compile(
    r"\\(?:[\"\\/bfnrt]|u(?:(?![dD][89a-fA-F])[0-9a-fA-F]{4}|[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}))"
    r"|(?P<fault>[\"\x00-\x1f\ud800-\udfff]|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\['’‘]|(?<!`)\\`|\\)"
)
_ANY_FAULT = re.compile(r"[\"\\\x00-\x1f\ud800-\udfff]")
_NAMED = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f", '"': '\\"'}
# Letters that JSON does not know behind a backslash, and more letters behind them: a path or a formula.
_UNESCAPED = re.compile(
    r"(?<!\\)\\(?:[ac-eg-mo-qsv-zA-Z][A-Za-z]{2}|[bf][A-Za-z])"
    r"|(?:^|[\s\"'(=/])(?:[A-Za-z]:\\[A-Zac-mo-qsu-z.]|[B-PR-Zb-pr-z]:(?:\\[^\s\\/:*?\"<>|]++){2})"
)
# Escapes of regular expressions that JSON does not know: beside them \b is a word boundary, and no backspace.
_UNKNOWN_ESCAPE = re.compile(r"(?<!\\)\\[dDwWsSBAZ.$^()\[\]{}*+?|-]")
_COMMAND = re.compile(COMMAND)
# What opens a formula and JSON does not know: within it, every command is one.
_DISPLAY = re.compile(r"(?<!\\)\\[(\[]")
_SWALLOWED = re.compile(r"\\(?:[bf]|[nrt](?=[A-Za-z]))")
# The end of a row in an array of TeX that is written without escapes.
_ROWS = re.compile(r"(?<!\\)\\(?:begin|end)\{|&")
_ROW_BREAK = re.compile(r"\\\\(?=[\s\[\\]|\Z)")
_WORD = 200


def body_edits(scan: Scan, start: int, end: int) -> None:
    """Escape what JSON does not allow inside a string."""
    if not _ANY_FAULT.search(scan.src, start, end):
        return
    keeps = _kept(scan.src[start:end]) if scan.src.find("\\", start, end) >= 0 else None
    for found in _FAULT.finditer(scan.src, start, end):
        at = found.start()
        fault = found["fault"]
        if fault is not None:
            _escape(scan, at, fault)
        elif keeps and keeps(at - start):
            scan.edit(RepairKind.INVALID_ESCAPE, at, found.end(), found[0].replace("\\", "\\\\"))


def _kept(body: str) -> Callable[[int], bool]:
    """Which of the escapes that JSON knows, told by where they stand in the string, are none to a person."""
    if is_path(body):
        return lambda at: body[at + 1] in "bfnrt"
    if share().match(body):
        return lambda at: at == 0 or body[at + 1] in "bfnrt"
    pattern = _UNKNOWN_ESCAPE.search(body) is not None
    if _UNESCAPED.search(body):
        row = _ROW_BREAK if _ROWS.search(body) else None
        return lambda at: (
            body[at + 1] in "bf"
            or command().match(body, at) is not None
            or _in_path(body, at)
            or (row is not None and row.match(body, at) is not None)
        )
    known = command() if _DISPLAY.search(body) else _COMMAND
    return lambda at: (pattern and body[at + 1] in "bf") or known.match(body, at) is not None


def _in_path(body: str, at: int) -> bool:
    """Whether the word with the escape has a backslash that JSON does not know, and nothing that formulas have."""
    if not _SWALLOWED.match(body, at):
        return False
    first = max(0, at - _WORD)
    before, after = body[first:at].split()[-1:], body[at : at + _WORD].split()[0]
    word = (before[0] if before and not body[at - 1].isspace() else "") + after
    return _UNESCAPED.search(word) is not None and not any(mark in word for mark in "{}$^")


def _escape(scan: Scan, at: int, fault: str) -> None:
    if fault == "\\":
        scan.edit(RepairKind.INVALID_ESCAPE, at, at + 1, "\\\\")
    elif fault == '"':
        scan.edit(RepairKind.INNER_QUOTE, at, at + 1, '\\"')
    elif fault[0] == "\\":
        surrogate = fault[1] == "u"
        kind = RepairKind.LONE_SURROGATE if surrogate else RepairKind.INVALID_ESCAPE
        scan.edit(kind, at, at + len(fault), "\ufffd" if surrogate else fault[1:])
    elif fault >= "\ud800":
        scan.edit(RepairKind.LONE_SURROGATE, at, at + 1, "\ufffd")
    else:
        scan.edit(RepairKind.CONTROL_CHARACTER, at, at + 1, _NAMED.get(fault, f"\\u{ord(fault):04x}"))


def as_json(text: str) -> str:
    """A plain text as a JSON string."""
    return to_json(text.encode("utf-8", "replace").decode()).decode()
