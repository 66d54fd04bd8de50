"""Strict JSON in pieces of any size: each character is looked at once, each token handed on as soon as it is sure.

In: pieces of text. Out: calls on a spine. Anything that is not strict JSON ends the run with a Fault.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final, Protocol

from pydantic_core import from_json

from structout.result import JsonValue


class Fault(Exception):
    """The text is no strict JSON from here on."""


class Spine(Protocol):
    """What tokens are handed to: the containers that are open, outermost first."""

    def open(self, bracket: str) -> None:
        """A container begins."""
        ...

    def key(self, name: str) -> None:
        """The next value is the member of that name."""
        ...

    def grow(self, piece: str) -> None:
        """The open string goes on."""
        ...

    def text_done(self) -> None:
        """The open string is whole."""
        ...

    def scalar(self, value: JsonValue, *, spaced: bool) -> None:
        """A number or literal is whole; ``spaced`` where a blank stands before it."""
        ...

    def close(self, size: int) -> None:
        """The innermost container ends; ``size`` is its length in characters."""
        ...


class _Expect(IntEnum):
    VALUE = 0
    FIRST_ITEM = 1
    FIRST_KEY = 2
    KEY = 3
    COLON = 4
    AFTER = 5
    DONE = 6
    TEXT = 7
    KEY_TEXT = 8


_SPACE: Final = re.compile(r"[ \t\r\n]*+")
_STOP: Final = re.compile(r'["\\\x00-\x1f]')
_WORD: Final = re.compile(r"[-+.0-9A-Za-z]++")
_ESCAPE: Final = re.compile(
    r"\\(?:[^u]|u(?![dD][89abAB])[0-9a-fA-F]{4}|u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4})"
)
_LITERALS: Final[dict[str, JsonValue]] = {"true": True, "false": False, "null": None}
_LONGEST_NUMBER = 400
_LONGEST_ESCAPE = 12
_KEYED: Final = frozenset((_Expect.FIRST_KEY, _Expect.KEY))


class Tokens:
    """Reads one strict JSON value that arrives in pieces.

    Args:
        spine: what the tokens are handed to.
        max_depth: how many containers may be open at once.

    Attributes:
        left: how many characters of the last piece stand behind the value.
    """

    __slots__ = (
        "_closers",
        "_expect",
        "_held",
        "_key",
        "_loose",
        "_seen",
        "_spaced",
        "_spine",
        "_starts",
        "left",
        "max_depth",
    )

    def __init__(self, spine: Spine, max_depth: int = 200) -> None:
        self._spine = spine
        self.max_depth = max_depth
        self._expect = _Expect.VALUE
        self._closers: list[str] = []
        self._starts: list[int] = []
        self._held = ""
        self._key: list[str] = []
        self._loose = False
        self._spaced = False
        self._seen = 0
        self.left = 0

    @property
    def done(self) -> bool:
        """Whether the value is whole."""
        return self._expect is _Expect.DONE

    def feed(self, piece: str) -> None:
        """Read on.

        Raises:
            Fault: what was read is not strict JSON; what was handed on before stays right.
        """
        text, pos = (self._held + piece, 0) if self._held else (piece, 0)
        self._seen -= len(self._held)
        self._held = ""
        while pos < len(text) and self._expect is not _Expect.DONE:
            pos = self._text(text, pos) if self._expect >= _Expect.TEXT else self._token(text, pos)
        self._seen += len(text)
        self.left = len(text) - pos

    def _text(self, text: str, pos: int) -> int:
        """Inside a string: on to its end, or to the end of what is there."""
        grow = self._spine.grow if self._expect is _Expect.TEXT else self._key.append
        stop = _STOP.search(text, pos)
        end = stop.start() if stop else len(text)
        if end > pos:
            grow(text[pos:end])
        if stop is None:
            return end
        if text[end] == '"':
            self._end_text()
            return end + 1
        if text[end] != "\\":
            raise Fault
        escape = _ESCAPE.match(text, end)
        if escape is None:
            return self._hold(text, end, _LONGEST_ESCAPE)
        grow(_decoded(escape[0]))
        return escape.end()

    def _end_text(self) -> None:
        if self._expect is _Expect.TEXT:
            # Whether the quote really ends the string shows only in what follows it.
            self._loose = True
            self._expect = _Expect.AFTER
        else:
            self._expect = _Expect.COLON

    def _hold(self, text: str, pos: int, limit: int) -> int:
        """Keep an unfinished token for the next piece."""
        if len(text) - pos >= limit:
            raise Fault
        self._held = text[pos:]
        return len(text)

    def _token(self, text: str, pos: int) -> int:
        blanks = _SPACE.match(text, pos)
        if blanks and blanks.end() > pos:
            pos, self._spaced = blanks.end(), True
        if pos == len(text):
            return pos
        char, expect = text[pos], self._expect
        if expect is _Expect.AFTER:
            self._after(char, pos)
            return pos + 1
        if expect is _Expect.COLON:
            if char != ":":
                raise Fault
            self._spine.key("".join(self._key))
            self._key.clear()
            self._expect = _Expect.VALUE
            return pos + 1
        if expect in _KEYED:
            self._start_key(char, pos)
            return pos + 1
        return self._value(text, pos, char)

    def _after(self, char: str, pos: int) -> None:
        if char == ",":
            self._spaced = False
            self._expect = _Expect.KEY if self._closers[-1] == "}" else _Expect.VALUE
        elif char == self._closers[-1]:
            self._close(pos)
        else:
            raise Fault

    def _start_key(self, char: str, pos: int) -> None:
        if char == '"':
            self._settle()
            self._expect = _Expect.KEY_TEXT
        elif char == "}" and self._expect is _Expect.FIRST_KEY:
            self._close(pos)
        else:
            raise Fault

    def _settle(self) -> None:
        if self._loose:
            self._loose = False
            self._spine.text_done()

    def _close(self, pos: int) -> None:
        self._settle()
        self._closers.pop()
        self._spine.close(self._seen + pos + 1 - self._starts.pop())
        self._expect = _Expect.AFTER if self._closers else _Expect.DONE

    def _value(self, text: str, pos: int, char: str) -> int:
        if char == '"':
            self._settle()
            self._spine.grow("")
            self._expect = _Expect.TEXT
            return pos + 1
        if char in "{[":
            self._settle()
            self._open(char, pos)
            return pos + 1
        if char == "]" and self._expect is _Expect.FIRST_ITEM:
            self._close(pos)
            return pos + 1
        return self._word(text, pos)

    def _open(self, char: str, pos: int) -> None:
        if len(self._closers) >= self.max_depth:
            raise Fault
        self._closers.append("}" if char == "{" else "]")
        self._starts.append(self._seen + pos)
        self._spine.open(char)
        self._expect = _Expect.FIRST_KEY if char == "{" else _Expect.FIRST_ITEM

    def _word(self, text: str, pos: int) -> int:
        word = _WORD.match(text, pos)
        if word is None or not self._closers:
            raise Fault
        if word.end() == len(text):
            return self._hold(text, pos, _LONGEST_NUMBER)
        self._settle()
        self._spine.scalar(_scalar(word[0]), spaced=self._spaced)
        self._expect = _Expect.AFTER
        return word.end()


def _decoded(escape: str) -> str:
    try:
        return from_json(f'"{escape}"')
    except ValueError:
        raise Fault from None


def _scalar(word: str) -> JsonValue:
    if word in _LITERALS:
        return _LITERALS[word]
    try:
        return from_json(word, allow_inf_nan=False)
    except ValueError:
        raise Fault from None
