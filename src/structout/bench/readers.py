"""Every way to read a completion that is measured: ours at several severities, and the peers that are installed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TypeAlias, cast

from pydantic import TypeAdapter, ValidationError

from structout.bench.baml import baml_schema
from structout.bench.workers import RefusedError, worker
from structout.coerce import adapter_of
from structout.errors import ConfigError, OutputParserException
from structout.parsers import JsonOutputParser, parser_for, repair_json
from structout.parsers.base import BaseOutputParser
from structout.result import JsonValue, Parsed, Span

Read: TypeAlias = Callable[[Any, str, str | None], Parsed[Any]]
"""A type (``None`` for any JSON value), a completion and its finish reason → what was read."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A way to read completions.

    Attributes:
        name: as it stands in the tables.
        read: does it; raises where it refuses.
        distribution: the package that brings it, ``None`` for our own.
        ours: whether it reports what it changed.
    """

    name: str
    read: Read
    distribution: str | None = None
    ours: bool = False

    @property
    def version(self) -> str | None:
        """The version of the peer that is installed, ``None`` where it is not."""
        try:
            return version(self.distribution or "structout-parsers")
        except PackageNotFoundError:
            return None


def _plain(value: Any, text: str) -> Parsed[Any]:
    return Parsed(value, text, Span(0, len(text)))


def _validated(tp: Any, value: Any, text: str) -> Parsed[Any]:
    return _plain(value if tp is None else _adapter(tp).validate_python(value), text)


@cache
def _adapter_of(key: int, holder: _Held) -> TypeAdapter[Any]:
    return adapter_of(holder.tp)


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    tp: Any


_HELD: dict[int, _Held] = {}


def _adapter(tp: Any) -> TypeAdapter[Any]:
    # Types need not be hashable; what is held is never collected, so its id stays its own.
    return _adapter_of(id(tp), _HELD.setdefault(id(tp), _Held(tp)))


def read_strictly(
    tp: Any, text: str, _finish_reason: str | None = None, *, strict: bool | None = None
) -> Parsed[Any]:
    """What json and Pydantic read without any help; with ``strict`` nothing is converted, as 1 out of "1"."""
    return _plain(json.loads(text) if tp is None else _adapter(tp).validate_json(text, strict=strict), text)


@cache
def _parser(key: int, holder: _Held, severity: str) -> BaseOutputParser[Any]:
    if holder.tp is None:
        return JsonOutputParser(max_severity=severity)
    return parser_for(holder.tp, max_severity=severity)


def parser_at(tp: Any, severity: str) -> BaseOutputParser[Any]:
    """Our parser for a type, with a limit to what it may repair."""
    return _parser(id(tp), _HELD.setdefault(id(tp), _Held(tp)), severity)


def _at(severity: str) -> Read:
    return lambda tp, text, reason: parser_at(tp, severity).explain(text, finish_reason=reason)


def _daring(tp: Any, text: str, reason: str | None) -> Parsed[Any]:
    if tp is None:
        return _plain(repair_json(text), text)
    return parser_at(tp, "guess").explain(text, finish_reason=reason)


def _peer(name: str) -> Read:
    return lambda tp, text, _reason: _validated(tp, worker(name).ask(text), text)


def _instructor(tp: Any, text: str, _reason: str | None) -> Parsed[Any]:
    return read_strictly(tp, str(worker("instructor").ask(text)))


@cache
def _declared(key: int, holder: _Held) -> dict[str, Any]:
    return asdict(baml_schema(holder.tp))


def _baml(tp: Any, text: str, _reason: str | None) -> Parsed[Any]:
    schema = _declared(id(tp), _HELD.setdefault(id(tp), _Held(tp)))
    return _validated(tp, worker("baml").ask(text, schema), text)


READERS: Mapping[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader("structout", _at("type"), ours=True),
        Reader("structout-guess", _daring, ours=True),
        Reader("pydantic", read_strictly, "pydantic"),
        Reader("json_repair", _peer("json_repair"), "json_repair"),
        Reader("fast-json-repair", _peer("fast-json-repair"), "fast-json-repair"),
        Reader("partial-json-parser", _peer("partial-json-parser"), "partial-json-parser"),
        Reader("langchain", _peer("langchain"), "langchain-core"),
        Reader("instructor", _instructor, "instructor"),
        Reader("baml", _baml, "baml-py"),
    )
}
"""The ways to read by name."""


def readers_named(names: tuple[str, ...]) -> tuple[list[Reader], list[str]]:
    """Find readers.

    Returns:
        those that are installed, and a note for each that is not.

    Raises:
        ConfigError: a name is unknown.
    """
    unknown = [name for name in names if name not in READERS]
    if unknown:
        raise ConfigError(f"unknown parser {', '.join(unknown)}; known are {', '.join(READERS)}")
    chosen = [READERS[name] for name in names]
    missing = [
        f"{each.name} is skipped: {each.distribution} is not installed" for each in chosen if not each.version
    ]
    return [each for each in chosen if each.version], missing


def refusal_of(error: BaseException) -> str:
    """One line for a refusal."""
    if isinstance(error, OutputParserException):
        return f"{error.kind}: {error.message}"
    if isinstance(error, RefusedError):
        return str(error)
    first = str(error).splitlines()[0] if str(error) else ""
    kind = "invalid" if isinstance(error, ValidationError) else type(error).__name__
    return f"{kind}: {first}"[:200]


def json_forms(tp: Any, value: Any) -> list[JsonValue]:
    """The JSON forms of a value: by field name and by alias."""
    if tp is None:
        return [cast("JsonValue", value)]
    adapter = _adapter(tp)
    forms = [adapter.dump_python(value, mode="json", by_alias=alias) for alias in (False, True)]
    return forms if forms[0] != forms[1] else forms[:1]
