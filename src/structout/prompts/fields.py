"""The one template syntax: text with ``{name}`` fields, ``{{`` and ``}}`` for literal braces, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NoReturn

from structout.errors import TemplateError
from structout.result import shorten


class MissingVariableError(TemplateError, KeyError):
    """A template's variable was given no value; a KeyError too, as in earlier systems."""

    def __str__(self) -> str:
        return str(self.args[0])


_TOKEN = re.compile(r"[^{}]++|\{\{|\}\}|\{[^{}]*+\}|[{}]")

_REASONS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\s*\Z"), "an empty field is not supported; give the field a name"),
    (re.compile(r"\d+\Z"), "a positional field is not supported; give the field a name"),
    (re.compile(r"[^\W\d]\w*!"), "a conversion is not supported; convert the value before it is filled in"),
    (
        re.compile(r"[^\W\d]\w*[.\[]"),
        "attributes and indexes are not supported; give the value itself a name",
    ),
    (re.compile(r"\d+[.\[]"), "attributes and indexes are not supported; give the value itself a name"),
    (
        re.compile(r"[^\W\d]\w*:"),
        "a format specification is not supported; format the value before it is filled in",
    ),
)
_OTHER = "a field is a plain name"


@lru_cache(maxsize=512)
def parts(template: str) -> tuple[tuple[str, str | None], ...]:
    """Take a template apart into literal texts, each with the name of the field behind it.

    >>> parts("Dear {name}, {{x}}")
    (('Dear ', 'name'), (', {x}', None))

    Raises:
        TemplateError: something in braces is no plain name, or a brace stands alone; says where and what to do.
    """
    found: list[tuple[str, str | None]] = []
    literal: list[str] = []
    for token in _TOKEN.finditer(template):
        text = token[0]
        if text in ("{{", "}}"):
            literal.append(text[0])
        elif text[0] not in "{}":
            literal.append(text)
        elif text[1:-1].isidentifier():
            found.append(("".join(literal), text[1:-1]))
            literal = []
        else:
            _refuse(template, token.start(), text)
    return (*found, ("".join(literal), None))


def _refuse(template: str, start: int, text: str) -> NoReturn:
    line, column = template.count("\n", 0, start) + 1, start - template.rfind("\n", 0, start)
    where = f"column {column}" if line == 1 else f"line {line}, column {column}"
    if text == "}":
        raise TemplateError(f"template, {where}: a single }}; for a literal brace double it: }}}}")
    if text == "{":
        inner = template[start + 1 : start + 41].split("\n")[0]
        text = "{" + inner
    reason = next((why for pattern, why in _REASONS if pattern.match(text[1:].rstrip("}"))), _OTHER)
    raise TemplateError(
        f"template, {where}: {shorten(text)} is no field: {reason}; for literal braces double them: {{{{ … }}}}"
    )


def names(template: str) -> list[str]:
    """The variables of a template, each once, in alphabetical order.

    Raises:
        TemplateError: as ``parts``.
    """
    return sorted({name for _, name in parts(template) if name is not None})


def fill(template: str, values: Mapping[str, Any]) -> str:
    """Put the values in; a value is never read as a template.

    Raises:
        TemplateError: as ``parts``.
        MissingVariableError: a variable has no value.
    """
    pieces: list[str] = []
    for literal, name in parts(template):
        pieces.append(literal)
        if name is not None:
            pieces.append(str(_value(values, name)))
    return "".join(pieces)


def _value(values: Mapping[str, Any], name: str) -> Any:
    try:
        return values[name]
    except KeyError:
        raise missing([name], values) from None


def missing(absent: list[str], given: Mapping[str, Any]) -> MissingVariableError:
    """The error for variables without a value."""
    return MissingVariableError(f"missing variables {listed(absent)}; given were {listed(given)}")


def listed(names: Iterable[str]) -> str:
    """Names as a set is written, in a fixed order."""
    return "{" + ", ".join(map(repr, sorted(names))) + "}"


def escape(text: str) -> str:
    """The text as a template that gives the text back: its braces doubled."""
    return text.replace("{", "{{").replace("}", "}}")
