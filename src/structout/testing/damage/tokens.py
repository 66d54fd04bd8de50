"""JSON text as tokens with offsets, for damages that must know where a key, a string or a comma stands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Literal, TypeAlias

TokenKind: TypeAlias = Literal["key", "string", "number", "word", "open", "close", ",", ":", "other"]

_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\]|\\.)*+")|(?P<number>-?[0-9]++(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)"""
    r"""|(?P<word>true|false|null)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<punct>[,:])|(?P<other>[^\s])""",
    re.DOTALL,
)
_KINDS: dict[str, TokenKind] = {
    "string": "string",
    "number": "number",
    "word": "word",
    "open": "open",
    "close": "close",
    "other": "other",
    ",": ",",
    ":": ":",
}
WORDY = re.compile(r"[A-Za-z][A-Za-z_]*\Z")
PHRASE = re.compile(r"[A-Za-z]+(?: [A-Za-z]+){0,5}\Z")
LITERALS = frozenset(
    {
        "true",
        "false",
        "null",
        "none",
        "nan",
        "infinity",
        "inf",
        "undefined",
        "nil",
        "na",
        "yes",
        "no",
        "on",
        "off",
    }
)


@dataclass(frozen=True, slots=True)
class Token:
    """One token.

    Attributes:
        kind: what it is; a string before a colon is a key.
        text: as it stands.
        start: offset of its first character.
        end: offset behind its last.
        key: the key whose value it is (or opens), ``None`` for an item and for the root.
        depth: how many brackets are open round it.
        inside: the bracket it stands in, empty for the root.
        partner: for a bracket, the index of the other one; else -1.
    """

    kind: TokenKind
    text: str
    start: int
    end: int
    key: str | None = None
    depth: int = 0
    inside: str = ""
    partner: int = -1

    @property
    def body(self) -> str:
        """What stands between the quotes."""
        return self.text[1:-1]

    @property
    def opens(self) -> bool:
        """Whether it begins a value."""
        return self.kind in ("string", "number", "word", "open")


# Dozens of damages are tried on each of dozens of texts in turn.
@lru_cache(maxsize=256)
def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text that is JSON, or nearly so."""
    raw = [Token(_kind(match), match.group(), match.start(), match.end()) for match in _TOKEN.finditer(text)]
    found: list[Token] = []
    stack: list[int] = []
    key: str | None = None
    for index, token in enumerate(raw):
        kind = token.kind
        if kind == "close" and stack:
            opener = stack.pop()
            found[opener] = replace(found[opener], partner=index)
            token = replace(token, partner=opener)
        if kind == "string" and index + 1 < len(raw) and raw[index + 1].kind == ":":
            kind = "key"
        inside = found[stack[-1]].text if stack else ""
        found.append(
            replace(
                token,
                kind=kind,
                key=key if token.opens and kind != "key" else None,
                depth=len(stack),
                inside=inside,
            )
        )
        if kind == "key":
            key = _unquoted(token.text)
        elif kind != ":":
            key = None
        if kind == "open":
            stack.append(index)
    return tuple(found)


def _kind(match: re.Match[str]) -> TokenKind:
    return _KINDS[match.group() if match.lastgroup == "punct" else str(match.lastgroup)]


def _unquoted(text: str) -> str | None:
    try:
        return str(json.loads(text))
    except ValueError:
        return None


def pick(found: Sequence[Token], rng: Random, where: Callable[[Token], bool]) -> Token | None:
    """One token of those that ``where`` takes, or ``None``."""
    fitting = [token for token in found if where(token)]
    return fitting[rng.randrange(len(fitting))] if fitting else None


def put(text: str, token: Token | None, new: Callable[[Token], str]) -> str | None:
    """The text with one token written otherwise."""
    return None if token is None else text[: token.start] + new(token) + text[token.end :]


def put_all(text: str, chosen: Iterable[Token], new: Callable[[Token], str]) -> str | None:
    """The text with several tokens written otherwise, ``None`` where there are none."""
    parts: list[str] = []
    at = 0
    for token in chosen:
        parts += [text[at : token.start], new(token)]
        at = token.end
    return "".join([*parts, text[at:]]) if parts else None


def is_wordy(token: Token) -> bool:
    """A quoted string whose text is one plain word, and no literal."""
    return (
        token.kind in ("key", "string")
        and bool(WORDY.match(token.body))
        and token.body.lower() not in LITERALS
    )


def is_phrase(token: Token) -> bool:
    """A quoted value made of plain words, and no literal."""
    return token.kind == "string" and bool(PHRASE.match(token.body)) and token.body.lower() not in LITERALS


def value_end(found: Sequence[Token], index: int) -> int:
    """The index of the last token of the value that begins at ``index``."""
    return found[index].partner if found[index].kind == "open" else index
