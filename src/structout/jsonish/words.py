"""What stands without quotes: numbers, literals, words, calls, regexps, keys."""

from __future__ import annotations

import re
from functools import cache

from structout.jsonish.bodies import as_json, body_edits
from structout.jsonish.constants import LITERALS, PREFIXES, number
from structout.jsonish.follow import NO, STRONG, after_closer, digits_to_come, item_ahead, judge
from structout.jsonish.patterns import NUMBER, QUOTES, TRIVIA, WIDE, before_value, key_ahead
from structout.jsonish.scan import Expect, Frame, Scan
from structout.result import RepairKind
from structout.scripts import SIGNS


@cache
def _word() -> re.Pattern[str]:
    """One word or number with what may follow a value."""
    return re.compile(
        rf"([+-]?[\w.{SIGNS}]++(?:(?<=[eE])[+-][0-9]++)?)(?={TRIVIA}(?:[,\]}})，、،］｝）】；]|\Z))"
    )


@cache
def _call() -> re.Pattern[str]:
    return re.compile(r"(?:new[ ]+)?[A-Za-z_$][\w$.]{0,80}+[ \t]*+\(")


@cache
def _regexp() -> re.Pattern[str]:
    return re.compile(r"/(?:[^/\\\n\[]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n]){0,200}+\]){1,500}+/[a-z]{0,6}+")


@cache
def _delimiter() -> re.Pattern[str]:
    return re.compile(r"[^,，、،;；؛\n\"'`}\])({\[/\\｝］】）]*+")


def read_word(scan: Scan) -> None:
    """Read a value without quotes at the present position."""
    src, start = scan.src, scan.pos
    if scan.partial and _open_word().match(src, start, scan.end):
        _leave_out(scan, start)
        return
    found = _word().match(src, start, scan.end)
    if found and not _grouped(scan, start, found.end()) and _settle(scan, start, found.end()):
        return
    if (stop := _before_missing_comma(scan, start)) and _settle(scan, start, stop):
        return
    if (stop := _before_mark(scan, start)) and _settle(scan, start, stop):
        scan.edit(RepairKind.STRAY_TOKEN, stop, stop + 1, "")
        scan.pos = scan.tail = stop + 1
        return
    if _wrapped(scan):
        return
    if not scan.stack:
        raise scan.refuse("a JSON value")
    stop, after, kind = _unquoted_end(scan, start)
    text = src[start:stop]
    if after == stop and _settle(scan, start, stop):
        return
    if not text.strip():
        raise scan.refuse("a JSON value")
    _quote(scan, start, stop, after, kind)


@cache
def _open_word() -> re.Pattern[str]:
    return re.compile(r"[^\s,\]}\"']*+\Z")


def _leave_out(scan: Scan, start: int) -> None:
    """A word at the end of a text that is not finished may still grow: it is no value yet."""
    if not scan.stack:
        raise scan.refuse("a finished JSON value")
    scan.edit(RepairKind.UNFINISHED_VALUE, start, scan.end, "")
    scan.pos = scan.end
    scan.complete = False


def _grouped(scan: Scan, start: int, stop: int) -> bool:
    """Whether the comma behind a number parts its digits: ``110,000`` and ``2.480,90`` are no JSON numbers."""
    if scan.char(stop) != "," or not scan.char(stop + 1).isdigit() or not scan.char(stop - 1).isdigit():
        return False
    if not scan.stack:
        raise scan.refuse("one number")
    if scan.in_object:
        return not key_ahead().match(scan.src, stop + 1, scan.end)
    return _digit_group().match(scan.src, max(stop - 1, start), scan.end) is not None


def _before_missing_comma(scan: Scan, start: int) -> int:
    """Where the first word ends if an item or member follows it without a comma; 0 if none does."""
    found = _first_word().match(scan.src, start, scan.end)
    if not found:
        return 0
    stop = found.end()
    if scan.in_object:
        if scan.char(scan.peek(stop)) == "{" and len(scan.stack) > 1 and scan.stack[-2].closer == "]":
            return stop
        return stop if scan.char(stop) in ' \t\n"' and key_ahead().match(scan.src, stop, scan.end) else 0
    more = (_line_end(), _numbers_ahead(), item_ahead())
    return stop if any(ahead.match(scan.src, stop, scan.end) for ahead in more) else 0


@cache
def _numbers_ahead() -> re.Pattern[str]:
    """Many more numbers, or some up to the next comma or bracket, none of them a group of three digits."""
    one = rf"(?:[ \t]++(?![0-9]{{3}}(?![0-9.])){NUMBER}(?![\w.]))"
    return re.compile(rf"{one}{{9}}|{one}{{1,8}}+[ \t]*+[,\]]")


def _before_mark(scan: Scan, start: int) -> int:
    """Where a number ends that one stray mark stands behind; 0 where none does."""
    found = _marked_number().match(scan.src, start, scan.end) if scan.stack else None
    return found.end() if found else 0


@cache
def _marked_number() -> re.Pattern[str]:
    after = r"[ \t\r\n]*+(?:[,}\]]|\Z|\"[^\"\n]{1,80}+\"[ \t]*+:)"
    return re.compile(rf"{NUMBER}(?=(?:[:\[{{]|\\(?![nrt\[\]{{}}])){after})")


@cache
def _first_word() -> re.Pattern[str]:
    return re.compile(rf"[+-]?[\w.{SIGNS}]++(?:(?<=[0-9][eE])[+-][0-9]++)?+")


@cache
def _line_end() -> re.Pattern[str]:
    return re.compile(r"[ \t]*+\r?\n")


def _settle(scan: Scan, start: int, stop: int) -> bool:
    """Take the word as a literal or a number if it is one."""
    text = scan.src[start:stop]
    at_end = stop >= scan.end and bool(scan.stack)
    literal = LITERALS.get(text) or number(text)
    if literal is None:
        cut = PREFIXES.get(text) if at_end else None
        if cut is None:
            return False
        scan.edit(RepairKind.UNFINISHED_VALUE, start, stop, cut)
        scan.complete = False
        scan.value_done(start, stop)
        return True
    written, kind = literal
    if kind is not None or written != text:
        scan.edit(kind, start, stop, written)
    if scan.stack and digits_to_come(scan, text[-1], stop):
        scan.edit(RepairKind.UNFINISHED_VALUE, stop, stop, "")
        scan.complete = False
    scan.value_done(start, stop)
    return True


def _quote(scan: Scan, start: int, stop: int, after: int, kind: RepairKind) -> None:
    cut = stop >= scan.end and bool(scan.stack)
    stop -= scan.src[stop - 1] == "\\" and after == stop == scan.end
    scan.edit(kind, start, start, '"')
    body_edits(scan, start, stop)
    scan.edit(None, stop, after, '"')
    if cut:
        scan.edit(RepairKind.UNFINISHED_VALUE, stop, stop, "")
        scan.complete = False
    scan.value_done(start, after)


def _wrapped(scan: Scan) -> bool:
    """A call round a value, an assignment before one, a prefixed Python string, a regexp."""
    src, start = scan.src, scan.pos
    if src[start] == "/" and (found := _regexp().match(src, start, scan.end)):
        scan.edit(RepairKind.REGEXP, start, found.end(), as_json(found[0]))
        scan.value_done(start, found.end())
        return True
    if (found := _call().match(src, start, scan.end)) and (
        scan.stack == [] or _call_argument(scan, found.end())
    ):
        scan.edit(RepairKind.CALL, start, found.end(), "")
        scan.push(Frame("", ")", start, len(scan.edits) - 1), Expect.FIRST_VALUE)
        scan.pos = found.end()
        return True
    if found := before_value().match(src, start, scan.end):
        kind = RepairKind.CALL if src[found.end()] == "{" else RepairKind.PYTHON_LITERAL
        scan.edit(kind, start, found.end(), "")
        scan.pos = found.end()
        return True
    if not scan.stack and (found := _assignment().match(src, start, scan.end)):
        scan.edit(RepairKind.ASSIGNMENT, start, found.end(), "")
        scan.pos = found.end()
        return True
    return False


@cache
def _assignment() -> re.Pattern[str]:
    return re.compile(
        r"(?:(?:const|let|var|final|my|return|export\s+default)\s+)?+(?:[A-Za-z_$][\w$.]{0,80}+"
        r"(?:\s*+:\s*+[\w.\[\], |]{1,80}?)?\s*+(?::=|=)(?![=>])\s*+)(?=[\[{(\"'\w-])|(?:return|export\s+default)\s+(?=[\[{(\"'])"
    )


def _call_argument(scan: Scan, pos: int) -> bool:
    """Whether a call inside a container holds a value and nothing else."""
    char = scan.char(scan.peek(pos))
    if char == ")":
        return _empty_collection().match(scan.src, scan.pos, scan.end) is not None
    return char in "\"'{[-" or char.isdigit()


@cache
def _empty_collection() -> re.Pattern[str]:
    return re.compile(r"(?:set|list|tuple|frozenset|new Set|new Array)\(")


def _unquoted_end(scan: Scan, start: int) -> tuple[int, int, RepairKind]:
    """Where words without quotes end, where to go on, and whether they had a closing quote."""
    src, end = scan.src, scan.end
    pos = start
    open_brackets: list[str] = []
    while True:
        clear = _delimiter().match(src, pos, end)
        pos = clear.end() if clear else pos
        scan.work()
        char = scan.char(pos)
        if not char or (char == "\n" and not _goes_on(scan, start, pos)):
            break
        if char in "{[(":
            open_brackets.append({"{": "}", "[": "]", "(": ")"}[char])
        elif open_brackets and char == open_brackets[-1]:
            open_brackets.pop()
        elif char in "\"'`":
            if (kind := _quote_ends(scan, start, pos)) is not None:
                quoted = kind is RepairKind.MISSING_OPEN_QUOTE
                return _trim(src, start, pos), pos + 1 if quoted else _trim(src, start, pos), kind
        elif _ends_word(scan, start, pos, char) and not (open_brackets and char == ","):
            break
        pos += 1
    stop = _trim(src, start, pos)
    return stop, stop, RepairKind.UNQUOTED_STRING


def _goes_on(scan: Scan, start: int, pos: int) -> bool:
    """Whether the line below is more of the words: neither a key nor apart from them, and they are no value already."""
    found = _next_line().match(scan.src, pos, scan.end) if scan.in_object else None
    whole = scan.src[start : min(pos, start + 400)].strip()
    if whole in LITERALS or number(whole):
        return False
    return found is not None and not key_ahead().match(scan.src, found.end() - 1, scan.end)


@cache
def _next_line() -> re.Pattern[str]:
    return re.compile(r"\r?\n[ \t]*+[^\W\d_]")


def _quote_ends(scan: Scan, start: int, pos: int) -> RepairKind | None:
    """Whether a quote inside unquoted words ends them, as their own closing quote or as the next string's opening."""
    src = scan.src
    role = "member" if scan.in_object else "item" if scan.stack else "root"
    paired = src.count(src[pos], max(start, pos - 1000), pos) % 2
    if pos > start and not paired and (src[pos] != "'" or role != "root"):
        grade = judge(scan, pos + 1, role)
        if grade == STRONG or (grade and role == "item"):
            return RepairKind.MISSING_OPEN_QUOTE
    opens = role == "member" and src[pos - 1] in " \t\n" and key_ahead().match(src, pos, scan.end)
    if opens or (role == "item" and src[pos - 1] in " \t\n,"):
        return RepairKind.UNQUOTED_STRING
    return None


def _ends_word(scan: Scan, start: int, pos: int, char: str) -> bool:
    """Whether a delimiter ends unquoted words."""
    src = scan.src
    char = WIDE.get(char, char)
    if char == "/":
        return src[pos - 1] in " \t" and src[pos + 1 : pos + 2] in ("/", "*")
    if char == "\\":
        return _escaped_end().match(src, pos, scan.end) is not None
    if char in "}])":
        return bool(scan.stack) and (
            char == scan.stack[-1].source_closer or after_closer(scan, pos + 1, 1) != NO
        )
    if not scan.in_object:
        return not _digit_group().match(src, max(pos - 1, start), scan.end)
    if key_ahead().match(src, pos + 1, scan.end):
        return not _in_half_quotes(scan, pos)
    return scan.char(scan.peek(pos + 1)) in ("", "}", "]", "{", ",")


@cache
def _escaped_end() -> re.Pattern[str]:
    """Escaped blanks, and what may follow a value."""
    return re.compile(r"(?:\\[nrt][ \t]{0,80}+){1,9}+(?:,|\\?[}\]\"'])|\\[}\]]")


def _in_half_quotes(scan: Scan, pos: int) -> bool:
    """Whether the words have lost their opening quote alone: keys are quoted here, and a closing quote follows."""
    if scan.src[scan.token] != '"' or scan.char(scan.peek(pos + 1)) in QUOTES:
        return False
    found = _line_quote().match(scan.src, pos, scan.end)
    return bool(found) and judge(scan, found.end(), "member") == STRONG


@cache
def _line_quote() -> re.Pattern[str]:
    return re.compile(r"[^\"\n]{0,300}+\"")


@cache
def _digit_group() -> re.Pattern[str]:
    """A comma between digits that can only part thousands: the group behind it begins with a zero."""
    return re.compile(r"[0-9],0[0-9]{2}(?![0-9])")


def _trim(src: str, start: int, stop: int) -> int:
    while stop > start and src[stop - 1] in " \t\r\n\xa0":
        stop -= 1
    return stop


def read_key(scan: Scan) -> None:
    """Read a key without an opening quote."""
    src, start = scan.src, scan.pos
    found = _bare_key().match(src, start, scan.end)
    if not found or not found[1]:
        raise scan.refuse("a key")
    stop = _trim(src, start, found.end(1))
    if found[2]:
        scan.edit(RepairKind.MISSING_OPEN_QUOTE, start, start, '"')
        body_edits(scan, start, stop)
        scan.edit(None, stop, found.end(), '"')
        stop = found.end()
    else:
        word = src[start:stop]
        plain = not (word[0].isdigit() or word in ("true", "false", "null", "True", "False", "None"))
        kind = RepairKind.UNQUOTED_KEY if plain else RepairKind.NON_STRING_KEY
        scan.edit(kind, start, stop, as_json(word))
    scan.token, scan.pos, scan.tail, scan.expect = start, stop, stop, Expect.COLON


@cache
def _bare_key() -> re.Pattern[str]:
    return re.compile(r"([^\s:=,{}\[\]\"'“”‘’`：][^:=,{}\[\]\"'\n“”‘’`：]*+)([\"'“”’`](?=[ \t]*+[:：]))?+")
