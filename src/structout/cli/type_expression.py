"""A type written on the command line → the type: ``list[str]``, ``Literal['a', 'b']``, ``dict[str, int | None]``.

A small grammar of its own over known names; nothing is evaluated.
"""

from __future__ import annotations

import datetime
import decimal
import difflib
import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Optional, Union

from structout.errors import ConfigError

_MAX_LENGTH = 2000
_MAX_DEPTH = 20

_NAMES: Mapping[str, Any] = {
    "str": str, "int": int, "float": float, "bool": bool, "None": None, "Any": Any, "bytes": bytes,
    "Decimal": decimal.Decimal, "UUID": uuid.UUID, "date": datetime.date, "datetime": datetime.datetime,
    "time": datetime.time, "timedelta": datetime.timedelta, "list": list, "dict": dict, "set": set,
    "frozenset": frozenset, "tuple": tuple,
}  # fmt: skip
_ALIASES: Mapping[str, str] = {"List": "list", "Dict": "dict", "Set": "set", "Tuple": "tuple"}
_ARITY: Mapping[str, tuple[int, int | None]] = {
    "list": (1, 1),
    "set": (1, 1),
    "frozenset": (1, 1),
    "dict": (2, 2),
    "tuple": (1, None),
    "Optional": (1, 1),
    "Union": (1, None),
}
_TOKEN = re.compile(
    r"""\s*+(?:(?P<name>[A-Za-z_][\w.]*+)|(?P<mark>\.\.\.|[\[\],|])|(?P<number>-?\d++)"""
    r"""|(?P<text>'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+"))"""
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    column: int


def read_type(expression: str) -> Any:
    """Read a type.

    Args:
        expression: names of built-in and standard types, ``Literal``, ``Optional``, ``Union``, ``|`` and brackets.

    Raises:
        ConfigError: it is no type; the message names the place, and what may stand there.
    """
    if len(expression) > _MAX_LENGTH:
        raise ConfigError(f"the type has {len(expression)} characters; at most {_MAX_LENGTH} are read")
    return _Reader(expression).whole()


def _tokens(expression: str) -> list[_Token]:
    tokens: list[_Token] = []
    position = 0
    end = len(expression.rstrip())
    while position < end:
        match = _TOKEN.match(expression, position)
        if match is None or match.lastgroup is None:
            blank = len(expression[position:]) - len(expression[position:].lstrip())
            at = position + blank
            raise ConfigError(f"unexpected {expression[at]!r} at column {at + 1} of the type {expression!r}")
        tokens.append(_Token(match.lastgroup, match[match.lastgroup], match.start(match.lastgroup) + 1))
        position = match.end()
    return [*tokens, _Token("end", "", end + 1)]


class _Reader:
    def __init__(self, expression: str) -> None:
        self.expression = expression
        self.tokens = _tokens(expression)
        self.at = 0

    def whole(self) -> Any:
        tp = self.union(0)
        if self.here.kind != "end":
            raise self.error(f"expected the end or '|', found {self.here.text!r}")
        return tp

    @property
    def here(self) -> _Token:
        return self.tokens[self.at]

    def error(self, what: str) -> ConfigError:
        return ConfigError(f"{what} at column {self.here.column} of the type {self.expression!r}")

    def mark(self, text: str) -> bool:
        if self.here.kind == "mark" and self.here.text == text:
            self.at += 1
            return True
        return False

    def union(self, depth: int) -> Any:
        if depth > _MAX_DEPTH:
            raise self.error(f"brackets nested deeper than {_MAX_DEPTH}")
        members = [self.one(depth)]
        while self.mark("|"):
            members.append(self.one(depth))
        return members[0] if len(members) == 1 else Union[tuple(members)]  # noqa: UP007

    def one(self, depth: int) -> Any:
        token = self.here
        if token.kind != "name":
            found = repr(token.text) if token.text else "the end"
            raise self.error(f"expected the name of a type, found {found}")
        name = _ALIASES.get(token.text.removeprefix("typing."), token.text.removeprefix("typing."))
        if name not in _NAMES and name not in _ARITY and name != "Literal":
            raise self.error(f"unknown type {token.text!r}{_meant(name)}")
        self.at += 1
        if self.mark("["):
            return self.arguments(name, token, depth + 1)
        if name not in _NAMES:
            raise self.error(f"expected '[' after {name}")
        return _NAMES[name]

    def arguments(self, name: str, token: _Token, depth: int) -> Any:
        if name == "Literal":
            return Literal[self.listed(self.literal)]
        if name not in _ARITY:
            raise ConfigError(
                f"{name} takes no brackets, found some at column {token.column} of {self.expression!r}"
            )
        given = self.listed(lambda: ... if self.mark("...") else self.union(depth))
        least, most = _ARITY[name]
        if len(given) < least or (most is not None and len(given) > most):
            raise ConfigError(
                f"{name} takes {least} type{'s' * (least > 1)}, found {len(given)} in {self.expression!r}"
            )
        if ... in given and not (name == "tuple" and len(given) == 2 and given[1] is ...):
            raise ConfigError(f"'...' stands only as in tuple[int, ...], not as in {self.expression!r}")
        return _built(name, given)

    def listed(self, item: Any) -> tuple[Any, ...]:
        items = [item()]
        while self.mark(","):
            if self.here.text == "]":
                break
            items.append(item())
        if not self.mark("]"):
            found = repr(self.here.text) if self.here.text else "the end"
            raise self.error(f"expected ',' or ']', found {found}")
        return tuple(items)

    def literal(self) -> Any:
        token = self.here
        self.at += 1
        if token.kind == "text":
            return _ESCAPED.sub(r"\1", token.text[1:-1])
        if token.kind == "number":
            return int(token.text) if len(token.text) < 20 else self.refused(token)
        if token.text in _LITERALS:
            return _LITERALS[token.text]
        return self.refused(token)

    def refused(self, token: _Token) -> Any:
        self.at -= 1
        raise self.error(f"expected a quoted text, an integer, True, False or None, found {token.text!r}")


_LITERALS: Mapping[str, Any] = {"True": True, "False": False, "None": None}


def _built(name: str, given: Sequence[Any]) -> Any:
    if name == "Optional":
        return Optional[given[0]]  # noqa: UP045
    if name == "Union":
        return Union[tuple(given)]  # noqa: UP007
    generic: Any = _NAMES[name]
    return generic[tuple(given) if len(given) > 1 else given[0]]


def _meant(name: str) -> str:
    known = [*_NAMES, *_ARITY, "Literal"]
    close = difflib.get_close_matches(name, known, 1)
    if close:
        return f" (did you mean {close[0]!r}?)"
    return "; a class of your own is given with --schema module:Class"
