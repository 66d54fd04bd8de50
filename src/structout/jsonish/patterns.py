"""The compiled patterns of tolerant JSON, apart from the rules that use them.

Every quantifier over text is possessive and every look-ahead over text is bounded: no pattern here can backtrack.
They are compiled when first used.
"""

from __future__ import annotations

import re
import sys
from functools import cache

from structout.jsonish.escapes import COMMAND, UNESCAPED_PATH
from structout.scripts import SIGNS

WS = r"[ \t\r\n]*+"
TRIVIA = (
    r"(?:[ \t\r\n]++|//[^\n]{0,200}+(?:\n|\Z)|/\*(?:[^*]|\*(?!/)){0,200}+(?:\*/|\Z)|\#[^\n]{0,200}+(?:\n|\Z)"
    r"|[\xa0\u1680\u180e\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\f\v]++|\\[nrt](?=(?:[ \t]|\\[nrt]){0,40}+[\"}\]])){0,200}+"
)
"""What may stand between two tokens, bounded for use in look-aheads."""

_PLAIN = r'[^"\\\x00-\x1f\ud800-\udfff]*+'
_UNICODE = r"u(?:(?![dD][89a-fA-F])[0-9a-fA-F]{4}|[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"
# \b and \f before a letter are far more often \beta and \frac than a backspace, and C:\new is no line break.
STRING = (
    rf'"(?!{UNESCAPED_PATH}){_PLAIN}(?:(?!{COMMAND})\\(?:["\\/nrt]|[bf](?![A-Za-z])|{_UNICODE}){_PLAIN})*+"'
)
NUMBER = r"-?(?:0|[1-9][0-9]{0,300}+)(?![0-9])(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]{1,2}+(?![0-9]))?+"
_SCALAR = rf"(?:{STRING}|{NUMBER}|true|false|null)"
_FLAT_ARRAY = rf"\[{WS}(?:{_SCALAR}{WS}(?:,{WS}(?=[^\],}}])(?!0[0-9])|(?=\])))*+\]"


def _members(value: str) -> str:
    return rf'(?:{STRING}:{WS}{value}{WS}(?:,{WS}(?=")|(?=\}})|(?=,{WS}[{{}}])))*+'


_FLAT_OBJECT = rf'\{{{WS}(?:{STRING}:{WS}(?:{_SCALAR}|{_FLAT_ARRAY}){WS}(?:,{WS}(?=")|(?=\}})))*+\}}'
_VALUE = rf"(?:{_SCALAR}|{_FLAT_ARRAY}|{_FLAT_OBJECT})"


_KEY = rf"({STRING}:{WS})?+"


@cache
def array_run() -> re.Pattern[str]:
    """Items that stand as they should, each with what may follow it; group 1 is where they begin.

    Group 2 opens an object with a fault in it, group 3 is where its members begin, group 4 the key before the fault.
    """
    items = rf"(?:{_VALUE}{WS}(?:,{WS}(?=[^\],}}/#])(?!0[0-9])|(?=\])|(?=,{WS}\])))*+"
    return re.compile(rf"{WS}(){items}(?:(\{{){WS}(){_members(_VALUE)}{_KEY})?+")


@cache
def object_run() -> re.Pattern[str]:
    """Members that stand as they should, each with what may follow it; group 1 is where they begin.

    Group 2 is the key before a fault.
    """
    return re.compile(rf"{WS}(){_members(_VALUE)}{_KEY}")


@cache
def object_comma() -> re.Pattern[str]:
    """A comma in an object with a quoted key behind it."""
    return re.compile(rf"{WS},{WS}(?=\")")


@cache
def array_comma() -> re.Pattern[str]:
    """A comma in an array with an item behind it."""
    return re.compile(rf"{WS},{WS}(?=[\"\[{{0-9tfn-])")


@cache
def first_key() -> re.Pattern[str]:
    """The quoted key that a brace opens with."""
    return re.compile(r"[ \t\r\n]*+\"?+([^\"\n]{1,80}+\")[ \t\r\n]*+:")


_SPACE = re.compile(r"[ \t\r\n]*+")


def past_blanks(text: str, start: int, end: int = sys.maxsize) -> int:
    """Where the blanks that JSON knows end."""
    blanks = _SPACE.match(text, start, end)
    return blanks.end() if blanks else start


ODD_SPACE = re.compile(r"[\xa0\u1680\u180e\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\f\v]++")
COMMENT = re.compile(r"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?+|\#[^\n]*+|<!--(?:[^-]|-(?!->))*+(?:-->)?+")


@cache
def elided() -> re.Pattern[str]:
    """A comment that stands for items left out: ``// ... and 8 more``."""
    return re.compile(
        r"(?://|/\*|\#)[ \t]{0,8}+(?:(?:and|plus|und|y|et)[ \t]++)?+(?:\.\.\.|…|\d{1,9} (?:more|others|weitere|más|autres)\b"
        r"|(?:more|remaining|other|further|additional) (?:items|entries|rows|records|elements|objects)\b|(?:the )?rest of\b|etc\b)",
        re.IGNORECASE,
    )


@cache
def escaped_token() -> re.Pattern[str]:
    """Outside of strings: an escaped blank that is not the beginning of a word, or the backslash before a bracket."""
    return re.compile(r"\\(?:(?!null\b|true\b)(?![nrt][\w-]{0,60}+[\"'][ \t]*+:)[nrt]|(?=[\[\]{}]))")


TRIVIA_START = frozenset("/#<\xa0\u1680\u180e\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\f\v") | {
    chr(c) for c in range(0x2000, 0x2010)
}


@cache
def trivia() -> re.Pattern[str]:
    """Blanks and comments, each comment up to 200 characters."""
    return re.compile(TRIVIA)


WIDE: dict[str, str] = {
    "｛": "{", "［": "[", "【": "[", "｝": "}", "］": "]", "】": "]", "（": "(", "）": ")", "，": ",", "、": ",", "：": ":",
    "；": ";", "،": ",", "؛": ";",
}  # fmt: skip
"""Full-width and Arabic punctuation and what it stands for."""

QUOTES = "\"'`´“”„‟‘’‚‛«»「」『』＂＇"
CLOSERS_OF: dict[str, str] = {
    '"': '"', "'": "'", "`": "`´'", "´": "´'", "“": "”“\"", "”": "”\"", "„": "”“\"", "‟": "”\"",
    "‘": "’‘'", "’": "’'", "‚": "’‘'", "‛": "’'", "«": "»", "»": "«", "「": "」", "『": "』", "＂": "＂\"",
    "＇": "＇'",
}  # fmt: skip
"""Which characters may close a string that one of these opened."""


_ESCAPES = r"(?:\\[^\"\n][^\"\\\n]{0,120}+){0,8}+"


@cache
def key_ahead() -> re.Pattern[str]:
    """A member's key with its colon: quoted in some way, or a few words."""
    return re.compile(
        rf"{TRIVIA}(?:\"[^\"\\\n]{{0,120}}+{_ESCAPES}\"|'[^'\\\n]{{0,120}}+'|[“„”][^“”\"\n]{{0,120}}+[“”\"]|‘[^‘’'\n]{{0,120}}+[’‘']"
        rf"|«[^«»\n]{{0,120}}+»|「[^「」\n]{{0,120}}+」|『[^『』\n]{{0,120}}+』|`[^`´'\n]{{0,120}}+[`´']|\\+\"[^\"\\\n]{{0,120}}+\\+\"|(?![A-Za-z]:\\)[\w$.{SIGNS}-]{{1,80}}+(?:[ ][\w$.{SIGNS}-]{{1,80}}+){{0,3}}+[\"']?+"
        rf"|\"\"[^\"\n]{{1,120}}+\"\"){TRIVIA}(?:[:：]|=>?)"
    )


@cache
def string_body(closers: str) -> re.Pattern[str]:
    """From inside a string to the next quote that could close it (group 1), escapes skipped.

    The backslash right behind a drive's letter and colon escapes no quote.
    """
    quoted = re.escape(closers)
    drive = r"(?<=[\s\"'(=][A-Za-z]:)"
    return re.compile(rf"(?:[^\\{quoted}]++|{drive}\\(?=[{quoted}])|\\[^\n]|\\\n)*+([{quoted}])")


@cache
def quoted_key_ahead() -> re.Pattern[str]:
    """A member whose key stands in quotes, the colon perhaps missing."""
    return re.compile(rf"{TRIVIA}([\"'])[^\"'\n]{{0,120}}+\1{TRIVIA}(?:[:：]|[\"'])")


@cache
def member_ahead() -> re.Pattern[str]:
    """A member in double quotes with the beginning of its value, in this line or the next."""
    return re.compile(
        r"[ \t]*+\n?[ \t]*+\"[^\"\\\n]{1,80}+\"[ \t]*+:[ \t\r\n]*+(?:[\"{\[]|-?[0-9]|true\b|false\b|null\b)"
    )


@cache
def item_ahead() -> re.Pattern[str]:
    """A flat object that ends a list; group 1 is its first key."""
    return re.compile(
        r"[ \t\r\n]*+\{[ \t\r\n]*+\"?+([^\"\n]{1,80}+\")[ \t\r\n]*+:[^{}\[\]]{0,400}+\}[ \t\r\n]*+\]"
    )


_QUOTED_KEY = rf"(?:\"(?=[^\"])[^\"\\\n]{{0,80}}+{_ESCAPES}\"|'[^'\\\n]{{1,80}}+')[ \t\r\n]*+:"
_HALF_KEY = r"[\w-]{1,60}+[\"'][ \t\r\n]*+:"
_JUNK = r"(?:[^\w\s\"}\]),\\]{1,3}|\\(?![\"'])|\\(?=\"[^\"\\\n]{1,80}+\"[ \t\r\n]*+:)|[\w}\])](?![\w\"'])|'(?!\w))"


@cache
def junk_before_key() -> re.Pattern[str]:
    """A character or two that belong to nothing, in front of a quoted key with its colon."""
    return re.compile(rf"{_JUNK}(?=[ \t\r\n]*+(?:{_QUOTED_KEY}|{_HALF_KEY}))")


@cache
def junk_after_string() -> re.Pattern[str]:
    """Behind a string: a character or two that belong to nothing, and then the members or the closer go on."""
    return re.compile(
        rf"[ \t\r\n]*+(?:,[ \t\r\n]*+{_JUNK}[ \t\r\n]*+(?:{_QUOTED_KEY}|{_HALF_KEY})"
        rf"|\"[ \t\r\n]*+{_QUOTED_KEY}|(?:[^\w\s\"}}\],)\\]{{1,2}}|\w|\\(?!\"))[ \t\r\n]*+(?:,?+[ \t\r\n]*+{_QUOTED_KEY}|\}}[ \t\r\n]*+(?:[,}}\]]|\Z)))"
    )


_NEXT = r"(?=[ \t]++(?:-?[0-9][0-9.]*+(?![\w.])|true|false|null))"


@cache
def junk_colon() -> re.Pattern[str]:
    """Behind a key: a character or two beside the colon (group 1: in place of it) that belong to nothing."""
    return re.compile(
        r"(?:[^\s:,}\w\"]{1,2}|\w|\")(?=[ \t]*+:[ \t\r\n]*+[\w\"'{\[-])|,(?=[ \t]*+:)|\\(?=[ \t]*+[\w\"])"
        rf"|([^\s:,\w\[]|[A-Za-z])(?:{_NEXT}|(?<=[^{{\"'`])(?=[ \t]++[\"\[{{]))"
        r"|(\[)(?=[ \t]++(?:-?[0-9][0-9.]*+|true|false|null|\[\]),[ \t\r\n]*+\"[^\"\\\n]{1,80}+\"[ \t]*+:)"
    )


@cache
def junk_before_value() -> re.Pattern[str]:
    """In front of a value: a character that belongs to nothing."""
    return re.compile(
        r"(?:[\]})(:]|\\(?=[ \t\r\n0-9-]|(?:true|false|null)\b)|[.;:-](?=(?:true|false|null)(?!\w))|[^\w\s\"'+`\[{(,\\]{1,2}(?=\"))(?=[ \t\r\n]*+(?:\"[^\"\n]{0,200}+\"(?![ \t\r\n]*+:)|[0-9-]|true|false|null|[\[{]))"
    )


@cache
def junk_after_item() -> re.Pattern[str]:
    """Behind an item: a character or two that belong to nothing, and then the array goes on."""
    return re.compile(r"[^\w\s\"'`\[{(,\]})\\]{1,2}(?=[ \t\r\n]*+[,\]{\[\"])")


@cache
def doubled_key_quote() -> re.Pattern[str]:
    """A key with one quote too many in front of it."""
    return re.compile(r"\"(?=\"[^\"\\\n]{1,80}+\"[ \t\r\n]*+:)")


@cache
def words_ahead() -> re.Pattern[str]:
    """Words that are no key, right behind a quote: it closes nothing."""
    return re.compile(r"[ \t]?+(?:[A-Za-z]{2,}+[ \t]?+){1,6}+[^\s:=\"'`\w]")


@cache
def inner_phrase() -> re.Pattern[str]:
    """Behind a quote: a phrase in quotes of its own, and then words that are no key."""
    return re.compile(r"\w[^\"\\\n,:{}\[\]]{0,80}+\"(?:[ \t]?+(?:[A-Za-z]{2,}+[ \t]?+){1,6}+[^\s:=\"'`\w])")


@cache
def before_value() -> re.Pattern[str]:
    """What may be left out in front of a value: the prefix of a Python string, the class of an object."""
    return re.compile(
        r"(?:[rRbBuUfF]|[rR][bB]|[bB][rR])(?=([\"'])[^\"'\n]{0,500}+\1[ \t\r\n]*+[,\]})])"
        r"|[A-Z][\w$.]{0,80}+[ \t]?+(?=\{[ \t\r\n]*+[\"']?[A-Za-z_]\w{0,80}+[\"']?[ \t]*+[:=])"
    )
