"""How what stands inside a string is written in JSON: inner quotes, control characters, backslashes."""

from __future__ import annotations

import re

from pydantic_core import to_json

from structout.jsonish.scan import Scan
from structout.result import RepairKind

_FAULT = re.compile(
    r"\\(?:[\"\\/bfnrt]|u(?:(?![dD][89a-fA-F])[0-9a-fA-F]{4}|[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}))"
    r"|(?P<fault>[\"\x00-\x1f\ud800-\udfff]|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\['`’‘]|\\)"
)
_ANY_FAULT = re.compile(r"[\"\\\x00-\x1f\ud800-\udfff]")
_NAMED = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f", '"': '\\"'}
# Letters that JSON does not know behind a backslash, and more letters behind them: a path or a formula.
_UNESCAPED = re.compile(
    r"(?<!\\)\\(?:[ac-eg-mo-qsv-zA-Z][A-Za-z]{2}|[bf][A-Za-z])|(?:^|[\s\"'(=/])[A-Za-z]:\\[A-Za-z.]"
)
# Escapes of regular expressions that JSON does not know: beside them \b is a word boundary, and no backspace.
_UNKNOWN_ESCAPE = re.compile(r"(?<!\\)\\[dDwWsSBAZ.$^()\[\]{}*+?|-]")
_SWALLOWED = re.compile(r"\\(\\|[bfnrt](?=[A-Za-z]))")


def body_edits(scan: Scan, start: int, end: int) -> None:
    """Escape what JSON does not allow inside a string."""
    if not _ANY_FAULT.search(scan.src, start, end):
        return
    literal = _keeps_backslashes(scan.src[start:end])
    pattern = _UNKNOWN_ESCAPE.search(scan.src, start, end) is not None
    for found in _FAULT.finditer(scan.src, start, end):
        at = found.start()
        fault = found["fault"]
        if fault is not None:
            _escape(scan, at, fault)
        elif (pattern and found[0] in ("\\b", "\\f")) or (
            literal and _SWALLOWED.match(scan.src, at, end) and found[0] != "\\\\"
        ):
            scan.edit(RepairKind.INVALID_ESCAPE, at, at + 1, "\\\\")


def _keeps_backslashes(body: str) -> bool:
    return "\\" in body and bool(_UNESCAPED.search(body))


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
