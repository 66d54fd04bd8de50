"""Strings of other notations: triple and doubled quotes, fenced blocks, escaped quotes, HTML entities."""

from __future__ import annotations

import re
from functools import cache
from html import unescape

from structout.jsonish.bodies import as_json, body_edits
from structout.jsonish.follow import judge
from structout.jsonish.patterns import STRING
from structout.jsonish.scan import Scan
from structout.result import RepairKind


def triple(scan: Scan, quote: str, role: str) -> bool:
    """Python's triple quotes, and a Markdown fence as a value."""
    src, start = scan.src, scan.pos
    if quote not in "\"'" or not src.startswith(quote * 3, start, scan.end):
        return False
    if src.startswith(quote * 4, start) or role == "key":
        return False
    close = src.find(quote * 3, start + 3, scan.end)
    if close < 0:
        scan.complete = False
        close = scan.end
    while src.startswith(quote, close + 3, scan.end):
        close += 1
    stop = min(close + 3, scan.end)
    kind = RepairKind.TRIPLE_QUOTES if stop > close else RepairKind.UNFINISHED_VALUE
    scan.edit(RepairKind.TRIPLE_QUOTES, start, start + 3, '"')
    body_edits(scan, start + 3, close)
    scan.edit(None if kind is RepairKind.TRIPLE_QUOTES else kind, close, stop, '"')
    scan.value_done(start, stop)
    return True


def doubled(scan: Scan, quote: str, role: str) -> bool:
    """Quotes doubled as in CSV: ``""a"": ""x""``."""
    src, start = scan.src, scan.pos
    if quote not in "\"'" or not src.startswith(quote * 2, start, scan.end):
        return False
    if scan.char(start + 2) in " \t\r\n,:}])" or judge(scan, start + 2, role):
        return False
    close = src.find(quote * 2, start + 2, scan.end)
    if close < 0 or src.find(quote, start + 2, close) >= 0 or not judge(scan, close + 2, role):
        return False
    scan.edit(RepairKind.DOUBLED_QUOTES, start, start + 2, '"')
    body_edits(scan, start + 2, close)
    scan.edit(None, close, close + 2, '"')
    scan.value_done(start, close + 2)
    return True


def fenced(scan: Scan, quote: str, role: str) -> bool:
    """A fenced block as a value."""
    src, start = scan.src, scan.pos
    if quote != "`" or role == "key" or not src.startswith("```", start, scan.end):
        return False
    body = _fence_head().match(src, start, scan.end)
    begin = body.end() if body else start + 3
    close = src.find("```", begin, scan.end)
    stop = min(close + 3, scan.end) if close >= 0 else scan.end
    if close < 0:
        scan.complete = False
        close = scan.end
    ending = _line_end().search(src, max(begin, close - 2), close) if body else None
    inner = ending.start() if ending else close
    scan.edit(RepairKind.FENCED_STRING, start, begin, '"')
    body_edits(scan, begin, inner)
    scan.edit(None if stop > close else RepairKind.UNFINISHED_VALUE, inner, stop, '"')
    scan.value_done(start, stop)
    return True


@cache
def _line_end() -> re.Pattern[str]:
    return re.compile(r"\r?\n\Z")


@cache
def _fence_head() -> re.Pattern[str]:
    return re.compile(r"```[\w+#.-]{0,20}+[ \t]*+\r?\n")


def read_escaped(scan: Scan, *, key: bool) -> bool:
    """A string whose quotes are escaped though no string is open: ``\\"a\\"``."""
    found = _escaped_string().match(scan.src, scan.pos, scan.end)
    if not found:
        return False
    start, stop = found.span()
    body = found[1]
    if not found[2]:
        scan.complete = False
    inner = re.sub(r"\\(\\|\")", r"\1", body)
    content = f'"{inner}"'
    if not re.fullmatch(STRING, content):
        content = as_json(re.sub(r"\\(.)", r"\1", inner))
    kind = RepairKind.OVER_ESCAPED if found[2] else RepairKind.UNFINISHED_VALUE
    scan.edit(kind, start, stop, content)
    scan.value_done(start, stop)
    return True


@cache
def _escaped_string() -> re.Pattern[str]:
    return re.compile(r"\\+\"((?:[^\\\"]++|\\\\(?:\\?[^\\])?+|\\[^\"\\])*+)(\\?\"|\Z)")


def read_entity(scan: Scan, *, key: bool) -> bool:
    """A string in HTML entities: ``&quot;a&quot;``."""
    found = _entity_string().match(scan.src, scan.pos, scan.end)
    if not found:
        return False
    scan.edit(RepairKind.HTML_ENTITY, *found.span(), as_json(unescape(found[2])))
    scan.value_done(*found.span())
    return True


@cache
def _entity_string() -> re.Pattern[str]:
    return re.compile(
        r"(&(?:quot|apos|#34|#39|ldquo|rdquo);)((?:[^&]++|&(?!quot;|apos;|#34;|#39;|rdquo;))*+)&(?:quot|apos|#34|#39|rdquo);"
    )
