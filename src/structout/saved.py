"""Saved prompts, models and chains: plain JSON or YAML in, plain dicts out; no code, and no path outside a folder."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias, cast

from pydantic import BaseModel

from structout.errors import ConfigError, MissingExtraError
from structout.result import shorten

AnyPath: TypeAlias = "str | os.PathLike[str]"

VERSION = 1
"""Version of the form of saved files; a file says it under ``version``, older ones by leaving it out."""


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
        return target.read_text(encoding=encoding)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else f"it is no {encoding} text"
        raise ConfigError(f"{os.fspath(path)!r} cannot be read: {reason}") from error


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
    if version != VERSION:
        raise ConfigError(f"{os.fspath(path)!r} has version {shorten(version)}; this release reads {VERSION}")
    return saved


def read_data(path: AnyPath, base_dir: AnyPath | None = None) -> Any:
    """Read any plain data from a JSON or YAML file.

    Raises:
        ConfigError: another suffix, a path out of the folder, a YAML tag.
        MissingExtraError: YAML is not installed.
    """
    suffix = _suffix(path)
    text = read_text(path, base_dir)
    return _from_json(text, path) if suffix == ".json" else _from_yaml(text, path)


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
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(target)


def check_fields(data: Mapping[str, Any], cls: type[BaseModel], what: str) -> None:
    """Let only those fields of a class come from a file that are written to files.

    Args:
        data: the fields.
        cls: their class.
        what: what the file holds, for the message.

    Raises:
        ConfigError: a field that the class does not have, or that is never saved: a key, a parser, callbacks.
    """
    saved = {name for name, field in cls.model_fields.items() if not field.exclude}
    for name in data:
        if name not in saved:
            raise ConfigError(f"a saved {what}: {name!r} is not a field that is saved; give it after loading")


def _suffix(path: AnyPath) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in (".json", ".yaml", ".yml"):
        raise ConfigError(f"{os.fspath(path)} must be json or yaml")
    return suffix


def _from_json(text: str, path: AnyPath) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{os.fspath(path)!r} is no JSON: {error}") from error


def _yaml() -> Any:
    try:
        import yaml
    except ImportError as error:
        raise MissingExtraError("yaml", "A YAML file") from error
    return yaml


def _from_yaml(text: str, path: AnyPath) -> Any:
    yaml = _yaml()
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError) as error:
        what = getattr(error, "problem", None) or "it is nested too deep"
        raise ConfigError(f"{os.fspath(path)!r} is no plain YAML: {what}") from error
