"""Which brackets of a completion open a JSON-like value, and which are prose.

In: the completion and a stretch of it. Out: offsets, in order. ``[3]``, ``{brand}`` and links are passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache

from structout.result import Span
from structout.scripts import SIGNS


@cache
def _object() -> re.Pattern[str]:
    quote = "\"'“”„«‘’`＂「『"
    return re.compile(
        r"[{｛]"
        r"(?>[\s,，]*+)"
        rf"(?:[{quote}}}｝]|&(?:quot|\#34|apos|\#39);|\\[\"']|(?:\\[nrt]\s{{0,12}}){{1,4}}\\?[\"']|//|/\*|\#[ \w]|$"
        rf"|[\w$@-][\w$@.{SIGNS}-]{{0,60}}+(?:[ \t]{{0,4}}+[:=：]|[ \t]*+[\"'“])"
        rf"|[\w$@-][\w$@. {SIGNS}-]{{0,60}}?[:：][\s\w\"'“{{\[-]"
        r"|-?\d[\d.]{0,20}+\s{0,4}+[,，:}]|[{\[][\"'{\[\s])"
    )


@cache
def _array() -> re.Pattern[str]:
    quote = "\"'“”„«‘’`＂「『"
    return re.compile(
        r"[\[［]"
        r"(?>[\s,，]*+)"
        rf"(?:[{quote}{{\[｛［]|&(?:quot|\#34|apos|\#39);|\\[\"']|(?:\\[nrt]\s{{0,12}}){{1,4}}\\?[\"'{{]|//|/\*|\#[ \w]|\((?=[\"'\d])|$"
        r"|[\]］](?![\w(\[:])"
        r"|[+-]?\.?\d[\d._eE+-]{0,60}+\s{0,8}+(?:[,，\n]|$)"
        r"|[+-]?\d[^\[\]\n,]{0,60}+,"
        r"|(?:true|false|null|None|True|False|NaN)\b\s{0,8}+[,\]]"
        r"|[^\W\d][^\[\](){}\n:]{0,60}?,\s"
        rf"|[^\W\d][\w .{SIGNS}-]{{0,60}}+\n)"
    )


# A number in brackets that has its line to itself; within a line it cites.
_NUMBER_ALONE = re.compile(r"\[\s*+[+-]?[0-9][0-9._eE+-]{0,60}+\s*+\][ \t]*+(?=\r?\n|\Z)")
_BRACKET = re.compile(r"[{\[｛［]")
# Words in brackets are a list where nothing else stands there, but a call on a call is code.
_ONLY = re.compile(r"\s*+\[\s*+(?![^\[\]\n]{0,200}(?:__\(|\)\.\w))[^\[\]\n]{1,200}+\]\s*+\Z")


def next_start(text: str, at: int, within: Span) -> int | None:
    """The next bracket from ``at`` on that opens something like JSON, ``None`` if there is none.

    Args:
        text: the completion.
        at: where to begin.
        within: where to look.
    """
    brackets = _BRACKET.finditer(text, at, within.end)
    return next((found.start() for found in brackets if opens_value(text, found.start(), within)), None)


def opens_value(text: str, at: int, within: Span) -> bool:
    """Whether the bracket at ``at`` is followed by what may stand in a JSON-like value."""
    before = text[at - 1] if at > within.start else " "
    if text[at] in "{｛":
        return before not in "$" and _object().match(text, at, within.end) is not None
    # An index (`a[0]`) and a citation stick to a word; a link label is followed by its address.
    if before in "\\!" or (before.isascii() and (before.isalnum() or before in "_])")):
        return False
    if _is_checkbox(text, at, within) or _is_tagged(text, at, within):
        return False
    if _array().match(text, at, within.end) or _is_number_alone(text, at, within):
        return True
    return at == within.start and _ONLY.match(text, at, within.end) is not None


def _is_number_alone(text: str, at: int, within: Span) -> bool:
    if _NUMBER_ALONE.match(text, at, within.end) is None:
        return False
    _, feed, lead = text[max(within.start, at - 40) : at].rpartition("\n")
    return not lead.strip() and (feed != "" or at - within.start <= 40)


_BULLET = re.compile(r"(?:\s*+>)?\s*+(?:[-*+•]|[0-9]{1,3}+[.)])\s++")
_EMPTY_BOX = re.compile(r"\[[ \t\xa0]?\][ \t\xa0]++\S")


def _is_checkbox(text: str, at: int, within: Span) -> bool:
    """``- [ ] milk`` is a task that is not done, and no empty list."""
    line = text[max(within.start, at - 12) : at].rpartition("\n")[2]
    box = _EMPTY_BOX.match(text, at, within.end)
    return box is not None and (bool(_BULLET.fullmatch(line)) or (not line.strip() and text[at + 1] != "]"))


_TAG = re.compile(r"!{1,2}+[A-Za-z][\w/:.-]{0,80}+[ \t]{1,4}+\Z")


def _is_tagged(text: str, at: int, within: Span) -> bool:
    """``!!python/object/apply:os.system ['id']`` asks a YAML loader to make something of the value."""
    mark = text.rfind("!!", max(within.start, at - 88), at)
    return mark >= 0 and _TAG.match(text, mark, at) is not None


_SCAN: Callable[[str, int], tuple[object, int]] = json.scanner.make_scanner(json.JSONDecoder())  # pyright: ignore


def exact_end(text: str, start: int, end: int) -> int | None:
    """Where a strictly valid value that begins at ``start`` ends, ``None`` if it is not valid."""
    try:
        _, stop = _SCAN(text, start)
    except (ValueError, StopIteration, RecursionError):
        return None
    return stop if stop <= end else None
