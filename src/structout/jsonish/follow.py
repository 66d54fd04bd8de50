"""What may follow a string or a number: how well a quote would close one, judged by what stands behind it."""

from __future__ import annotations

import re
from functools import cache

from structout.jsonish.patterns import (
    CLOSERS_OF,
    NUMBER,
    QUOTES,
    TRIVIA,
    junk_after_string,
    junk_colon,
    key_ahead,
)
from structout.jsonish.scan import Scan

NO, WEAK, STRONG = 0, 1, 2
_CLOSING = "}])"


@cache
def _value_ahead() -> re.Pattern[str]:
    """A value, or the end of the container or the text, after a comma."""
    return re.compile(
        rf"{TRIVIA}(?:[\"'“„‘`«「『{{\[(｛［（]|{NUMBER}(?![\w.])|(?:true|false|null|None|True|False)(?!\w)|[A-Z][\w$.]{{0,80}}+[ \t]?+\{{|[\]}})]|\Z)"
    )


@cache
def item_ahead() -> re.Pattern[str]:
    """A whole item with what may follow it, right after a string whose comma is missing."""
    return re.compile(
        rf"{TRIVIA}(?:(?:{NUMBER}|true|false|null){TRIVIA}(?:[,\]]|\Z)|[{{\[｛［]{TRIVIA}[\"'{{\[\]}}0-9-]"
        rf"|\"(?:[^\"\\\n]|\\[^\n]){{0,200}}+\"{TRIVIA}(?:[,\]\"0-9]|\Z)|'[^'\n]{{0,200}}+'{TRIVIA}(?:[,\]']|\Z))"
    )


@cache
def joined() -> re.Pattern[str]:
    """A plus and the next string."""
    return re.compile(rf"{TRIVIA}\+{TRIVIA}[{re.escape(''.join(CLOSERS_OF))}]")


def digits_to_come(scan: Scan, last: str, stop: int) -> bool:
    """Whether a number was cut: ``0.`` may have been going to be 0.7, a 4 that ends an open object and the text 41."""
    if last == ".":
        return not scan.char(scan.peek(stop))
    if not last.isdigit() or stop < len(scan.src) or not scan.in_object:
        return False
    # An object without its opening brace has no closing one to miss.
    return len(scan.stack) > 1 or scan.src.startswith(("{", "｛"), scan.stack[0].start)


def judge(scan: Scan, pos: int, role: str) -> int:
    """How well a string in ``role`` may end at ``pos`` (behind its quote)."""
    if joined().match(scan.src, pos, scan.end) or (
        role in _JUNK and _JUNK[role]().match(scan.src, pos, scan.end)
    ):
        grade = STRONG
    else:
        grade = _JUDGES[role](scan, pos, scan.peek(pos))
    return NO if grade == STRONG and role in ("member", "item") and _ends_a_phrase(scan, pos - 1) else grade


def _after_key(scan: Scan, pos: int, at: int) -> int:
    char = scan.char(at)
    if char in ":：=" or (char == "," and scan.char(scan.peek(at + 1)) in ("{", "[")):
        return STRONG
    if char in "{[" and _one_word().fullmatch(scan.src, scan.pos + 1, pos - 1):
        return STRONG
    if char in ",}]" or char in QUOTES or char in "{[" or char.isdigit() or char == "-":
        return WEAK
    return WEAK if at > pos and char.isalpha() else NO


@cache
def _one_word() -> re.Pattern[str]:
    return re.compile(r"\w{1,60}")


def _after_member(scan: Scan, pos: int, at: int) -> int:
    src, char = scan.src, scan.char(at)
    if not char:
        return STRONG
    if char in ",，;；、،؛":
        return _after_comma(scan, at + 1)
    if char == "}" or (char == "]" and scan.stack and scan.stack[-1].source_closer == "]"):
        return after_closer(scan, at + 1, 1)
    if char == "]":
        if _closer(scan, 1) == "]" and (grade := after_closer(scan, at + 1, 2)):
            return grade
        return STRONG if after_closer(scan, at + 1, 1) == STRONG else NO
    if char in QUOTES:
        fence = char == "`" and _fence_end().match(src, at, scan.end)
        return STRONG if fence or key_ahead().match(src, at, scan.end) else NO
    if char.isalpha() or char == "_":
        new_line = "\n" in src[pos:at]
        return (
            (STRONG if new_line else WEAK if at > pos else NO) if key_ahead().match(src, at, scan.end) else NO
        )
    return WEAK if char == ")" and any(frame.source_closer == ")" for frame in scan.stack) else NO


@cache
def _fence_end() -> re.Pattern[str]:
    """The closing mark of the fence round the value, and nothing behind it."""
    return re.compile(r"`{3,}+\s*+\Z")


_REACH = 1000
"""Characters to either side of a quote in which its partners are looked for."""


def _ends_a_phrase(scan: Scan, quote: int) -> bool:
    """Whether a quote belongs to one within the string: it is the second of a pair, and of the others in its line one is left.

    ``"the "Whisper", for she said: "no".", "age": 3`` reads like a member ``for she said`` otherwise.
    """
    return paired(scan, scan.pos + 1, quote) and none_is_missing(scan, quote + 1, quote + 1)


def paired(scan: Scan, start: int, quote: int) -> bool:
    """Whether a quote is the second of a pair within the string whose text begins at ``start``."""
    src = scan.src
    return src[quote] == src[start - 1] == '"' and quote - start < _REACH and _odd(src, start, quote)


def none_is_missing(scan: Scan, start: int, pos: int) -> bool:
    """Whether the quotes from inside a string to the end of the line at ``pos`` need no other: its own closing one is among them."""
    src, line = scan.src, pos - 1
    while line < scan.end:
        line = src.find("\n", line + 1, min(pos + _REACH, scan.end))
        # A line that ends in a word goes on behind it: the break stands in a string.
        if line < 0 or not src[max(pos, line - 40) : line].rstrip()[-1:].isalpha():
            break
    if line < 0:
        line = scan.end
    return line - start <= 2 * _REACH and line - pos <= _REACH and _odd(src, start, line)


def _odd(src: str, start: int, end: int) -> bool:
    """Whether the number of quotes is odd, without escaped ones and the marks of inches."""
    count = src.count('"', start, end) - src.count('\\"', start, end)
    return count > 0 and (count - sum(1 for _ in _inches().finditer(src, start, end))) % 2 == 1


@cache
def _inches() -> re.Pattern[str]:
    return re.compile(r'(?<![\d.,"])\d{1,4}(?:[.,/]\d{1,3})?+"(?=[ ]\w)')


def _after_comma(scan: Scan, pos: int) -> int:
    """Behind a comma, or several, in an object."""
    while scan.char(at := scan.peek(pos)) == ",":
        pos = at + 1
    if key_ahead().match(scan.src, pos, scan.end):
        return STRONG
    char = scan.char(scan.peek(pos))
    if not char or char == "}":
        return STRONG
    if char == "]":
        return STRONG if _closer(scan, 1) == "]" else NO
    if char == "{":
        return STRONG if _closer(scan, 1) == "]" else WEAK
    if _bare_member().match(scan.src, pos, scan.end) or _no_colon().match(scan.src, pos, scan.end):
        return STRONG
    if _left_out().match(scan.src, pos, scan.end):
        return STRONG
    return WEAK if char in QUOTES or char in ",[" else NO


@cache
def _left_out() -> re.Pattern[str]:
    """Words for members that were left out, and the end of the object."""
    return re.compile(rf"{TRIVIA}(?:\.\.\.|…|etc\.?|and so on|u\.s\.w\.|usw\.){TRIVIA}(?:,{TRIVIA})?+[}}\]]")


@cache
def _bare_member() -> re.Pattern[str]:
    """A key without a value at the end of an object."""
    return re.compile(rf"{TRIVIA}\"[^\"\n]{{1,60}}+\"{TRIVIA}\}}{TRIVIA}(?:[,\]}}]|\Z)")


@cache
def _no_colon() -> re.Pattern[str]:
    """A key that is one word, and its value behind it without a colon."""
    return re.compile(rf"{TRIVIA}(?:\"\w{{1,60}}+\"|'\w{{1,60}}+'|[“„”]\w{{1,60}}+[“”])[ \t]++[\"'“„]")


@cache
def _colon_and_value() -> re.Pattern[str]:
    return re.compile(rf":{TRIVIA}(?:[\"'{{\[]|{NUMBER}|true|false|null)")


def _after_item(scan: Scan, pos: int, at: int) -> int:
    src, char = scan.src, scan.char(at)
    if not char:
        return STRONG
    if char == "]":
        return after_closer(scan, at + 1, 1)
    if char in ",，;；、،؛":
        if _value_ahead().match(src, at + 1, scan.end):
            return STRONG
        return WEAK
    if char == "}":
        return _wrong_brace(scan, at + 1)
    if char in QUOTES or char in "{[-" or char.isalnum():
        if item_ahead().match(src, at, scan.end):
            return STRONG
        return WEAK if char in QUOTES and at > pos else NO
    if char == ")":
        return STRONG if scan.stack and scan.stack[-1].source_closer == ")" else NO
    if char == ":":
        return STRONG if _colon_and_value().match(src, at, scan.end) else WEAK
    return NO


def _wrong_brace(scan: Scan, pos: int) -> int:
    """A brace where the bracket of an array belongs: instead of it, or with the bracket missing before it."""
    outer = next((n for n, frame in enumerate(reversed(scan.stack)) if frame.closer == "}"), 0)
    fits = after_closer(scan, pos, 1) == STRONG or (outer and after_closer(scan, pos, outer + 1) == STRONG)
    return STRONG if fits else WEAK


def _after_root(scan: Scan, pos: int, at: int) -> int:
    char = scan.char(at)
    if not char or (char in ",;" and not scan.char(scan.peek(at + 1))):
        return STRONG
    return WEAK if at > pos or char in ":`<" else NO


def after_closer(scan: Scan, pos: int, levels: int) -> int:
    """How well the text goes on at ``pos`` once ``levels`` containers are closed."""
    at = scan.peek(pos)
    char = scan.char(at)
    if not char:
        return STRONG
    closer = _closer(scan, levels)
    if not closer:
        return _after_all(scan, pos, at, char)
    if char in (closer, scan.stack[-1 - levels].source_closer):
        return STRONG
    if char == ",":
        ahead = key_ahead() if closer == "}" else _value_ahead()
        if ahead.match(scan.src, at + 1, scan.end):
            return STRONG
        return STRONG if scan.char(scan.peek(at + 1)) in ("", closer) else NO
    if char in _CLOSING:
        return WEAK
    if closer == "}":
        return STRONG if key_ahead().match(scan.src, at, scan.end) else NO
    return STRONG if char in "{[" else NO


def _after_all(scan: Scan, pos: int, at: int, char: str) -> int:
    if char == ",":
        follows = scan.char(scan.peek(at + 1))
        return (
            STRONG if not follows or follows in "{[" or key_ahead().match(scan.src, at + 1, scan.end) else NO
        )
    if "\n" in scan.src[pos:at] or char in "}])`<;":
        return STRONG
    return WEAK if char not in QUOTES else NO


def _closer(scan: Scan, levels: int) -> str:
    """What closes the container ``levels`` above the innermost; "" outside of all."""
    return scan.stack[-1 - levels].closer if len(scan.stack) > levels else ""


_JUNK = {"key": junk_colon, "member": junk_after_string}
_JUDGES = {"key": _after_key, "member": _after_member, "item": _after_item, "root": _after_root}
