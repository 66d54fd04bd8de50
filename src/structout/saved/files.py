"""Files ↔ plain data: JSON or YAML, bounded, whole or absent; no code, and no path outside a folder."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias, cast

from structout.errors import ConfigError, MissingExtraError
from structout.result import shorten

AnyPath: TypeAlias = "str | os.PathLike[str]"

VERSION = 1
"""Version of the form of saved files; a file says it under ``version``, older ones by leaving it out."""

MAX_BYTES: Final = 16 * 2**20
"""Larger files are not read."""

_MAX_VALUES: Final = 1_000_000
_DEEPEST: Final = 100


def resolved(path: AnyPath, base_dir: AnyPath | None = None) -> Path:
    """The real path, links followed, which must lie in ``base_dir`` where that is given.

    Args:
        path: absolute, or relative to ``base_dir`` (to the working folder without one).
        base_dir: the folder that must not be left.

    Raises:
        ConfigError: the path leads out of the folder; nothing has been opened.
    """
    if base_dir is None:
        return Path(path).resolve()
    base = Path(base_dir).resolve()
    target = (base / path).resolve()
    if not target.is_relative_to(base):
        raise ConfigError(f"{os.fspath(path)!r} leads out of its folder: give a path inside base_dir")
    return target


def read_text(path: AnyPath, base_dir: AnyPath | None = None, *, encoding: str = "utf-8") -> str:
    """The text of a file.

    Raises:
        ConfigError: the path leads out of ``base_dir``, or the file cannot be read.
    """
    target = resolved(path, base_dir)
    try:
        if not stat.S_ISREG(target.stat().st_mode):
            raise _unreadable(path, "it is no file")
        with target.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise _unreadable(path, error.strerror) from error
    if len(content) > MAX_BYTES:
        raise _unreadable(path, f"it is larger than {MAX_BYTES} bytes")
    try:
        return content.decode(encoding).removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise _unreadable(path, f"it is no {encoding} text") from error


def _unreadable(path: AnyPath, reason: str | None) -> ConfigError:
    return ConfigError(f"{os.fspath(path)!r} cannot be read: {reason}")


def read_saved(path: AnyPath, base_dir: AnyPath | None = None) -> dict[str, Any]:
    """Read what ``write_saved`` wrote.

    Args:
        path: a ``.json``, ``.yaml`` or ``.yml`` file.
        base_dir: the folder that the file must lie in.

    Raises:
        ConfigError: another suffix, a path out of the folder, no mapping, a YAML tag, a later version.
        MissingExtraError: YAML is not installed.
    """
    value = read_data(path, base_dir)
    if not isinstance(value, dict):
        raise ConfigError(f"{os.fspath(path)!r} holds {shorten(value)}; expected a mapping")
    saved = cast("dict[str, Any]", value)
    version = saved.pop("version", VERSION)
    if type(version) is not int or version != VERSION:
        raise ConfigError(f"{os.fspath(path)!r} has version {shorten(version)}; this release reads {VERSION}")
    return saved


def read_data(path: AnyPath, base_dir: AnyPath | None = None) -> Any:
    """Read any plain data from a JSON or YAML file.

    Raises:
        ConfigError: another suffix, a path out of the folder, a YAML tag, a key that is given twice, a number that
            is no JSON, too much of it, nested too deep.
        MissingExtraError: YAML is not installed.
    """
    read = _from_json if _suffix(path) == ".json" else _from_yaml
    value = read(read_text(path, base_dir), path)
    _check_plain(value, path)
    return value


def write_saved(path: AnyPath, value: Mapping[str, Any], base_dir: AnyPath | None = None) -> None:
    """Write plain data as JSON or YAML, by the file's suffix; folders are made, the file is whole or absent.

    Raises:
        ConfigError: another suffix, a path out of ``base_dir``, a value that is no JSON.
        MissingExtraError: YAML is not installed.
    """
    suffix = _suffix(path)
    target = resolved(path, base_dir)
    try:
        text = json.dumps({**value, "version": VERSION}, indent=4, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ConfigError(f"{os.fspath(path)!r} cannot be written: {error}") from error
    text += "\n"
    if suffix != ".json":
        text = _yaml().safe_dump(json.loads(text), sort_keys=False, allow_unicode=True)
    try:
        # Half a character, which has no UTF-8, becomes what JSON escapes it as.
        _write(target, text.encode(errors="backslashreplace"))
    except OSError as error:
        raise ConfigError(f"{os.fspath(path)!r} cannot be written: {error.strerror}") from error


def _write(target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    # A name that nobody can have laid a link under.
    part = target.with_name(f".{target.name}.{os.urandom(8).hex()}.part")
    try:
        with part.open("xb") as file:
            file.write(content)
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _suffix(path: AnyPath) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in (".json", ".yaml", ".yml"):
        raise ConfigError(f"{os.fspath(path)} must be json or yaml")
    return suffix


def _from_json(text: str, path: AnyPath) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{os.fspath(path)!r} is no JSON: {error}") from error


def _unique(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {shorten(key)} is given twice")
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _yaml() -> Any:
    try:
        import yaml
    except ImportError as error:
        raise MissingExtraError("yaml", "A YAML file") from error
    return yaml


@cache
def _loader() -> Any:
    yaml = _yaml()

    def construct_mapping(self: Any, node: Any, deep: bool = False) -> Any:
        seen: set[tuple[str, str]] = set()
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            if (key.tag, key.value) in seen:
                problem = f"the key {shorten(key.value)} is given twice"
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            seen.add((key.tag, key.value))
        return yaml.SafeLoader.construct_mapping(self, node, deep)

    return type("Loader", (yaml.SafeLoader,), {"construct_mapping": construct_mapping})


def _from_yaml(text: str, path: AnyPath) -> Any:
    yaml, loader = _yaml(), _loader()
    try:
        return yaml.load(text, loader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        # A ValueError: a date such as 2024-13-45, a number of thousands of digits.
        what = getattr(error, "problem", None) or (
            "it is nested too deep" if isinstance(error, RecursionError) else str(error)
        )
        raise ConfigError(f"{os.fspath(path)!r} is no plain YAML: {what}") from error


def _check_plain(value: Any, path: AnyPath) -> None:
    """Refuse what a short text can blow up by references to itself, and numbers that are no JSON.

    Raises:
        ConfigError: there are too many values, they are nested too deep, or one is infinite.
    """
    count, level = 0, [value]
    for _ in range(_DEEPEST):
        count += len(level)
        if count > _MAX_VALUES:
            raise ConfigError(f"{os.fspath(path)!r} holds more than {_MAX_VALUES} values")
        if any(isinstance(each, float) and not isfinite(each) for each in level):
            raise ConfigError(f"{os.fspath(path)!r} holds a number that is not finite")
        # No more than are counted: a long list may be named a thousand times.
        level = list(islice((inner for each in level for inner in _inside(each)), _MAX_VALUES + 1))
        if not level:
            return
    raise ConfigError(f"{os.fspath(path)!r} is nested deeper than {_DEEPEST}")


def _inside(value: Any) -> Iterable[Any]:
    match value:
        case dict():
            return cast("dict[Any, Any]", value).values()
        case list() | set() | tuple():
            return cast("Iterable[Any]", value)
        case _:
            return ()
