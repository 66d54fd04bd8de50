"""Backslashes that JSON takes for an escape and a person reads as they stand: in Windows paths, formulas, patterns.

``C:\\new\\table.csv`` is no path with a line break in it, and ``$\\frac{1}{2}$`` holds no form feed.
"""

from __future__ import annotations

import re
from functools import cache
from sys import maxsize

# What stands behind the first letter of commands of TeX, where it makes no word of its own.
_COMMANDS = (
    r"t(?:heta|imes(?![a-z])|ext(?:bf|it|rm|sf|tt)?\{|frac[{\d]|ilde\{|riangle(?![a-z])|au(?=[_^}$)]))"
    r"|r(?:ight(?:arrow|leftharpoons)?(?![a-z])|ho(?![A-Za-z])|angle(?![a-z])|floor|ceil)"
    r"|n(?:abla|eq(?![A-Za-z])|otin(?![a-z])|earrow|u(?=[_^}$)]))"
)
COMMAND = rf"\\(?:{_COMMANDS})"
"""A command of TeX whose beginning JSON takes for a tab, a carriage return or a line break."""

UNESCAPED_PATH = r"[A-Za-z]:\\[^\\/\"']|\\\\\w[\w.-]{0,60}+\\[^\\\"']"
"""How a path on a drive or a server begins that may not be escaped."""

_MORE_COMMANDS = (
    r"(?:n(?:u|eg?|i|ot|ewline|icefrac|oindent|onumber)|t(?:an|anh|au|o|op|t|ag|iny|herefore|hickspace|binom)"
    r"|r(?:m|oot|ef|ule))(?![A-Za-z])"
)
_LETTER = r"[B-PR-Zb-pr-z]"  # "Q:\n" and "A:\n" are questions and answers.
_NAME = r"(?!u[0-9a-fA-F]{4})[^\s\\/:*?\"'<>|]++"
_STEPS = rf"(?:\\{_NAME})"
_SUFFIX = r"(?:(?<=\.\w\w)|(?<=\.\w\w\w)|(?<=\.\w\w\w\w))"
_SPACED = rf"(?![\\/u])(?:[^\\/:*?\"'<>|]|\\(?![\\/\"'u]))++{_SUFFIX}"
_SHARE = r"\\\\\w[\w.-]*+"


@cache
def _swallowed() -> re.Pattern[str]:
    # It begins with a plain backslash, so that the search is fast; what stands before is looked at from behind it.
    quote = r"[\"']"
    return re.compile(
        rf"\\(?:(?<!\\\\)(?:{_COMMANDS}|f(?:rac|orall|lat|box)(?![a-z])"
        r"|b(?:eta|ar|inom|oldsymbol|ullet|ackslash|oxed|egin)(?![a-z])|b\w{2,30}+\\b(?![A-Za-z]))"
        rf"|(?<={quote}{_LETTER}:\\)(?:{_NAME}{_STEPS}++\\?|{_SPACED})(?={quote})"
        rf"|(?<={quote}\\)\\\w[\w.-]*+{_STEPS}{{2,}}+{_SUFFIX}(?={quote}))"
    )


def swallows(json: str, start: int = 0, end: int = maxsize) -> bool:
    """Whether JSON makes control characters of what is plainly a Windows path, a formula or a pattern.

    Args:
        json: the text, valid or nearly so.
        start: where to begin, in characters.
        end: where to stop.
    """
    return json.find("\\", start, end) >= 0 and _swallowed().search(json, start, end) is not None


def is_path(body: str) -> bool:
    """Whether a string is a path on a drive, written without escapes."""
    return _path().match(body) is not None


@cache
def _path() -> re.Pattern[str]:
    plain = r"[^\s\\]*+(?:\\[^\s\\]++)*+\\?\Z"
    return re.compile(rf"[A-Za-z]:\\[^nrt\\/\"\s]|{_LETTER}:\\[nrt](?:{plain}|[^/:*?\"<>|\n]*+{_SUFFIX}\Z)")


@cache
def share() -> re.Pattern[str]:
    """A path on a server, written without escapes, so that the two backslashes in front are its own."""
    return re.compile(rf"(?=[^\d.$]*+[\d.$]){_SHARE}(?:\\[\w .$-]++)++\\?\Z")


@cache
def command() -> re.Pattern[str]:
    """A command of TeX that begins like an escape of JSON, among others that do not."""
    return re.compile(rf"\\(?:{_COMMANDS}|{_MORE_COMMANDS})")
