"""Strings: which quote closes one."""

from __future__ import annotations

import re
from functools import cache

from structout.jsonish.bodies import body_edits
from structout.jsonish.follow import NO, STRONG, judge, none_is_missing, paired
from structout.jsonish.marks import other_mark
from structout.jsonish.notations import doubled, fenced, triple
from structout.jsonish.patterns import CLOSERS_OF, inner_phrase, key_ahead, string_body, words_ahead
from structout.jsonish.scan import Scan
from structout.result import RepairKind

_CLEAN = {
    quote: re.compile(rf"[^{re.escape(closers)}\"\\\x00-\x1f\ud800-\udfff]*+[{re.escape(closers)}]")
    for quote, closers in CLOSERS_OF.items()
}
_KIND_OF = {
    "'": RepairKind.SINGLE_QUOTES, '"': None, "`": RepairKind.BACKTICK_QUOTES, "´": RepairKind.BACKTICK_QUOTES,
    "＇": RepairKind.FULLWIDTH_PUNCTUATION, "＂": RepairKind.FULLWIDTH_PUNCTUATION,
}  # fmt: skip


def role_of(scan: Scan, key: bool) -> str:
    """What a string at this place is: key, member, item or root."""
    if key:
        return "key"
    if not scan.stack:
        return "root"
    return "member" if scan.stack[-1].closer == "}" else "item"


def read_string(scan: Scan, quote: str, *, key: bool) -> None:
    """Read the string that opens at the present position, and move behind it."""
    start = scan.pos
    role = role_of(scan, key)
    clean = _CLEAN[quote].match(scan.src, start + 1, scan.end)
    glued = clean and role != "key" and words_ahead().match(scan.src, clean.end(), scan.end)
    tripled = scan.char(start + 1) == scan.char(start + 2) == quote
    known = (clean.end(), judge(scan, clean.end(), role)) if clean and not glued and not tripled else (-1, NO)
    if clean and known[1] == STRONG:
        if quote != '"':
            body = scan.src[start + 1 : clean.end() - 1]
            scan.edit(_KIND_OF.get(quote, RepairKind.SMART_QUOTES), start, clean.end(), f'"{body}"')
        scan.value_done(start, clean.end())
        return
    if quote == "`" or scan.char(start + 1) == quote:
        for special in (triple, doubled, fenced):
            if special(scan, quote, role):
                return
    body_end, after, kind = find_close(scan, start + 1, CLOSERS_OF[quote], role, known)
    if kind is RepairKind.MISSING_CLOSE_QUOTE and (at := other_mark(scan, start, body_end, role)) > 0:
        body_end, after, kind = at, at + 1, None if quote != '"' else kind
    _write(scan, start, quote, body_end, after, kind)


def _write(scan: Scan, start: int, quote: str, body_end: int, after: int, kind: RepairKind | None) -> None:
    """Note the edits that turn the string into JSON."""
    if quote != '"':
        scan.edit(_KIND_OF.get(quote, RepairKind.SMART_QUOTES), start, start + 1, '"')
    at = start + 1
    if scan.char(at) == quote and body_end > at and _is_doubled(scan.src, quote, at + 1, body_end):
        scan.edit(RepairKind.DOUBLED_QUOTES, at, at + 1, "")
        at += 1
    body_edits(scan, at, body_end)
    if kind is not None or quote != '"':
        scan.edit(kind, body_end, after, '"')
    scan.value_done(start, after)


def _past_phrase(src: str, at: int, end: int) -> int:
    """Where to look on if the quote only opens or closes a phrase within the string; 0 if it may be more."""
    if src[at] != '"':
        return 0
    if inner_phrase().match(src, at + 1, end):
        return src.index('"', at + 1) + 1
    return at + 1 if src[at - 1] not in ", \t\n" and words_ahead().match(src, at + 1, end) else 0


@cache
def _path_start() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z]:\\[^\\\"/]")


@cache
def _path_body() -> re.Pattern[str]:
    """In a Windows path that is not escaped, the backslash before the closing quote is one of the path's own."""
    return re.compile(r"[^\"]*+(\")")


def _is_doubled(src: str, quote: str, start: int, end: int) -> bool:
    """Whether a second opening quote is one too many, and opens no phrase that closes before ``end``: ``““Heroes””``."""
    closes = src[end - 1] != quote and src[end - 1] in CLOSERS_OF[quote]
    return not closes and src.find(quote, start, end) < 0


def find_close(
    scan: Scan, start: int, closers: str, role: str, known: tuple[int, int] = (-1, NO)
) -> tuple[int, int, RepairKind | None]:
    """Where the string's text ends, where to go on, and what kind of repair its end is (``None``: a plain quote).

    ``known`` is a place behind a quote that was judged before, and how well the string may end there.
    """
    src, end = scan.src, scan.end
    body = _path_body() if closers == '"' and _path_start().match(src, start, end) else string_body(closers)
    fallback = -1
    depth = 0
    seen = pos = start
    hopeless = start >= scan.dead.get((closers, role), end + 1)
    while not (hopeless and start >= scan.dead.get((closers, role + "?"), end + 1)):
        found = body.match(src, pos, end)
        if found is None:
            scan.dead.setdefault((closers, role), start)
            break
        scan.work()
        quote = found.end() - 1
        depth += _opened(src, seen, quote)
        if role != "key" and (after := _past_phrase(src, quote, end)):
            seen, pos = quote, after
            continue
        grade = known[1] if known[0] == quote + 1 else judge(scan, quote + 1, role)
        inside = depth > 0 and (pos > start or src[start] in "{[")
        grade = NO if grade and inside and _closes_inner(scan, quote + 1) else grade
        if role == "key" and grade != STRONG and pos == start:
            colon = _colon_in_key().search(src, start, quote)
            if colon:
                return colon.start(), colon.start(), RepairKind.MISSING_CLOSE_QUOTE
        if grade == STRONG:
            return quote, quote + 1, _cut_in_a_phrase(scan, start, quote)
        if grade and fallback < 0:
            fallback = quote
            if hopeless:
                break
        if depth <= 0 and (cut := _new_string(scan, start, quote, role)) >= 0:
            if 0 <= fallback < cut:
                break
            if src[quote] != '"' or src[start - 1] != '"' or not none_is_missing(scan, start, quote):
                return cut, cut, RepairKind.MISSING_CLOSE_QUOTE
        seen, pos = quote, quote + 1
    if fallback >= 0:
        return fallback, fallback + 1, None
    return _unclosed(scan, start, seen, closers, role)


def _cut_in_a_phrase(scan: Scan, start: int, quote: int) -> RepairKind | None:
    """What is amiss if the last quote of a text that ends without its closers may be the second of a pair within the string."""
    if scan.stack and paired(scan, start, quote) and _nothing_more().match(scan.src, quote + 1, scan.end):
        scan.complete = False
        return RepairKind.UNFINISHED_VALUE
    return None


@cache
def _nothing_more() -> re.Pattern[str]:
    return re.compile(r"[\s,]*+\Z")


def _unclosed(
    scan: Scan, start: int, seen: int, closers: str, role: str
) -> tuple[int, int, RepairKind | None]:
    """Where a string ends that no quote closes well: at its only quote, if what follows that is a word of its own."""
    src = scan.src
    scan.dead.setdefault((closers, role + "?"), start)
    only = seen > start and seen == src.find(src[seen], start, scan.end)
    if only and role != "key" and src[seen + 1 : seen + 2] in " \t\n":
        return seen, seen + 1, None
    return _no_close(scan, start, role)


@cache
def _colon_in_key() -> re.Pattern[str]:
    """A key that lost its closing quote runs up to the quote that opens the value."""
    return re.compile(r"(?<![\s\"'])[ \t\r\n]*+:[ \t\r\n]*+[\[{]?+[ \t\r\n]*+\Z")


def _opened(src: str, start: int, end: int) -> int:
    """How many more brackets open than close between two offsets."""
    count = src.count
    return count("{", start, end) + count("[", start, end) - count("}", start, end) - count("]", start, end)


def _closes_inner(scan: Scan, pos: int) -> bool:
    return scan.char(scan.peek(pos)) in "}],"


def _new_string(scan: Scan, start: int, quote: int, role: str) -> int:
    """Where the string ended if the quote at ``quote`` opens the next one: -1 if it does not."""
    before = scan.src[max(start, quote - 60) : quote]
    bare = before.rstrip()
    gap = before[len(bare) :]
    comma = bare.endswith((",", "，"))
    if not comma and "\n" not in gap:
        return -1
    if role in ("member", "key"):
        opens = key_ahead().match(scan.src, quote, scan.end) or (
            comma and "\n" in gap and _bare_key().match(scan.src, quote, scan.end)
        )
    else:
        opens = comma and role == "item" and _next_item().match(scan.src, quote, scan.end)
    if not opens:
        return -1
    end = quote - len(gap)
    if not comma:
        return end
    return end - 1 - (len(bare[:-1]) - len(bare[:-1].rstrip()))


@cache
def _bare_key() -> re.Pattern[str]:
    """A member in a line of its own whose key has no colon."""
    return re.compile(
        r"([\"'])[\w-]{1,60}+\1[ \t]++(?:-?[0-9][\w.]*+|true|false|null|[\[{])[ \t]*+(?:,?+[ \t]*+[\r\n]|[}\]\w\"'])"
    )


@cache
def _next_item() -> re.Pattern[str]:
    return re.compile(r"([\"'])[^\"'\n]{1,200}+\1[ \t\r\n]*+[,\]]")


def _no_close(scan: Scan, start: int, role: str) -> tuple[int, int, RepairKind]:
    """The string has no closing quote: it ends before the closers at the end, before a colon, or is cut."""
    src, end = scan.src, scan.end
    if role == "key":
        colon = _key_end().match(src, start, end)
        if colon and colon.end() < end and src[colon.end()] in ":：":
            return _trimmed(src, start, colon.end()), colon.end(), RepairKind.MISSING_CLOSE_QUOTE
    tail = src[max(start, end - 400) : end]
    bare = tail.rstrip().rstrip("`").rstrip("}]) \t\r\n,;")
    closing = [c for c in tail[len(bare) :] if c in "}])"]
    wanted = [frame.source_closer for frame in reversed(scan.stack)]
    stop = end - len(tail) + len(bare)
    keep = max(len(closing) - len(wanted), _opened(src, start, stop), 0)
    if closing[keep:] and closing[keep:] == wanted[: len(closing) - keep]:
        for mark in closing[:keep]:
            stop = src.index(mark, stop) + 1
        return _trimmed(src, start, stop), stop, RepairKind.MISSING_CLOSE_QUOTE
    line = src.find("\n", start, end)
    if line >= 0 and _line_goes_on().match(src, line, end):
        stop = line - 1 if src[line - 1] == "," and line - 1 > start else line
        return _trimmed(src, start, stop), stop, RepairKind.MISSING_CLOSE_QUOTE
    scan.open_steps = len(scan.stack) - (role == "key")
    half = _half_escape().search(src, max(start, end - 12), end)
    stop = half.start() if half and _odd_backslash(src, start, half.start() + 1) else end
    scan.complete = False
    return stop, end, RepairKind.UNFINISHED_VALUE


@cache
def _half_escape() -> re.Pattern[str]:
    return re.compile(
        r"\\(?:u[0-9a-fA-F]{0,3}+|u[dD][89abAB][0-9a-fA-F]{2}(?:\\(?:u[0-9a-fA-F]{0,3}+)?+)?+)?+\Z"
    )


@cache
def _line_goes_on() -> re.Pattern[str]:
    """The next line is a member, or only closers."""
    return re.compile(rf"\n[ \t\r\n]*+(?:[}}\]][ \t\r\n,}}\]]*+(?:\n|\Z|[\"'{{])|(?={key_ahead().pattern}))")


@cache
def _key_end() -> re.Pattern[str]:
    return re.compile(r"[^\"'\n:：{}\[\],]*+")


def _trimmed(src: str, start: int, stop: int) -> int:
    while stop > start and src[stop - 1] in " \t\r\n":
        stop -= 1
    return stop


def _odd_backslash(src: str, start: int, end: int) -> bool:
    count = 0
    while end - count > start and src[end - count - 1] == "\\":
        count += 1
    return count % 2 == 1
