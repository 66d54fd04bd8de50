"""What commands read and write: types, files, standard input; whole or not at all."""

from __future__ import annotations

import inspect
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module, util
from pathlib import Path
from typing import Any, TypeVar

import click
from pydantic import TypeAdapter

from structout.cli.type_expression import read_type
from structout.errors import ConfigError
from structout.result import JsonValue

C = TypeVar("C", bound=Callable[..., Any])


def type_options(command: C) -> C:
    """Give a command ``--type`` and ``--schema``, of which one must be used."""
    command = click.option(
        "--schema", "schema", metavar="MODULE:NAME", help="A type of your own: module:Model or file.py:Model."
    )(command)
    return click.option(
        "--type",
        "expression",
        metavar="TYPE",
        help="A type, such as 'list[str]', date or \"Literal['a','b']\".",
    )(command)


def type_of(expression: str | None, schema: str | None) -> Any:
    """The type that ``--type`` or ``--schema`` names.

    Raises:
        click.UsageError: neither or both are given, or the one is no type.
    """
    if (expression is None) == (schema is None):
        raise click.UsageError("give the type: --type TYPE or --schema MODULE:NAME, one of the two")
    try:
        return read_type(expression) if expression is not None else _imported(schema or "")
    except ConfigError as error:
        raise click.UsageError(str(error)) from error


_OF_ITS_CODE = (
    ValueError,
    TypeError,
    AttributeError,
    NameError,
    LookupError,
    ArithmeticError,
    OSError,
    RuntimeError,
    AssertionError,
)
"""What the code of a user's module may raise while it is imported."""


def _imported(name: str) -> Any:
    module_name, colon, path = name.rpartition(":")
    if not (colon and module_name and path):
        raise ConfigError(f"--schema takes MODULE:NAME, such as shop.models:Invoice; found {name!r}")
    value: Any = _module(module_name)
    for step in path.split("."):
        if not hasattr(value, step):
            raise ConfigError(f"{module_name!r} has no {path!r}; check the name after the colon")
        value = getattr(value, step)
    if inspect.isroutine(value) or inspect.ismodule(value):
        raise ConfigError(f"{name!r} is no type but a {type(value).__name__}; give a class or a type alias")
    return value


def _module(name: str) -> Any:
    if name.endswith(".py"):
        return _module_of_file(Path(name))
    sys.path.insert(0, str(Path.cwd()))
    try:
        return import_module(name)
    except (ImportError, SyntaxError) as error:
        raise ConfigError(
            f"the module {name!r} cannot be imported ({error}); it must be installed, or stand in this folder"
        ) from error
    except _OF_ITS_CODE as error:
        raise ConfigError(f"the module {name!r} cannot be imported: its code raises {error!r}") from error
    finally:
        sys.path.pop(0)


def _module_of_file(path: Path) -> Any:
    # A name of its own: a file called json.py must not stand in for the module of that name.
    name = f"structout_file_{path.stem}"
    spec = util.spec_from_file_location(name, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise ConfigError(f"there is no Python file {str(path)!r}")
    module = util.module_from_spec(spec)
    # Dataclasses and forward references look their module up by its name.
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (ImportError, SyntaxError) as error:
        del sys.modules[name]
        raise ConfigError(f"{str(path)!r} cannot be imported ({error})") from error
    except _OF_ITS_CODE as error:
        del sys.modules[name]
        raise ConfigError(f"{str(path)!r} cannot be imported: its code raises {error!r}") from error
    return module


def read_text(name: str) -> str:
    """The text of a file, ``-`` for standard input.

    Raises:
        click.UsageError: it cannot be read, or is no UTF-8.
    """
    try:
        if name == "-":
            return sys.stdin.buffer.read().decode("utf-8-sig")
        return Path(name).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise click.UsageError(f"{name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise click.UsageError(
            f"{name} is no UTF-8 text (byte {error.start} cannot be read); convert it first"
        ) from error


def jsonable(tp: Any, value: Any) -> JsonValue:
    """A value as plain JSON, dates and enums as their texts."""
    adapter: TypeAdapter[Any] = TypeAdapter(tp)
    return adapter.dump_python(value, mode="json", by_alias=True)


def as_line(value: Any) -> str:
    """Plain JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


class Output:
    """Lines that go to standard output as they come, or to a file that appears when all is done."""

    def __init__(self, path: str | None) -> None:
        self._path = None if path in (None, "-") else Path(str(path))
        self._part: Any = None

    def __enter__(self) -> Output:
        if self._path is not None:
            try:
                self._part = tempfile.NamedTemporaryFile(
                    "w", encoding="utf-8", dir=self._path.parent, prefix=f".{self._path.name}.", delete=False
                )
            except OSError as error:
                raise click.UsageError(f"{self._path} cannot be written: {error.strerror}") from error
        return self

    def line(self, text: str) -> None:
        """Write a line."""
        if self._part is None:
            click.echo(text)
        else:
            self._part.write(f"{text}\n")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._part is None or self._path is None:
            return
        self._part.close()
        if kind is None:
            os.replace(self._part.name, self._path)
        else:
            with suppress(OSError):
                os.unlink(self._part.name)


def json_lines(name: str) -> Iterator[tuple[int, Any]]:
    """The values of a JSON lines file with their line numbers.

    Raises:
        click.UsageError: the file cannot be read, or a line is no JSON.
    """
    for number, line in enumerate(read_text(name).splitlines(), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError as error:
                raise click.UsageError(f"{name}, line {number} is no JSON: {error}") from error
