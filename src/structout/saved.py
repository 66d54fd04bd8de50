"""Saved prompts, models and chains: plain JSON or YAML in, plain dicts out; no code, and no path outside a folder."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar, cast

from pydantic import BaseModel, ValidationError

from structout.errors import ConfigError, MissingExtraError
from structout.result import shorten

AnyPath: TypeAlias = "str | os.PathLike[str]"

M = TypeVar("M", bound=BaseModel)

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


class Kinds(Generic[M]):
    """The classes of which saved data may make an object, by the name under ``_type``.

    Args:
        what: what they are, in one word: ``chain``.
        classes: those to begin with.
    """

    def __init__(self, what: str, classes: Mapping[str, type[M]]) -> None:
        self._what = what
        self._classes = dict(classes)

    def register(self, name: str, cls: type[M]) -> None:
        """Let objects of another class be made."""
        self._classes[name] = cls

    def class_of(self, kind: object) -> type[M]:
        """The class of a name.

        Raises:
            ConfigError: it is not known; says what is.
        """
        if isinstance(kind, str) and kind in self._classes:
            return self._classes[kind]
        known = ", ".join(repr(str(name)) for name in self._classes)
        raise ConfigError(
            f"{self._what} _type {shorten(kind)} is not known ({known}): register_{self._what}() adds a class"
        )

    def made(self, kind: str, saved: Mapping[str, Any], given: Mapping[str, Any]) -> M:
        """An object of saved fields, and of others that no file holds.

        Raises:
            ConfigError: a field is never saved, or does not fit.
        """
        cls = self.class_of(kind)
        check_fields(saved, cls, kind)
        try:
            return cls(**{**saved, **given})
        except ValidationError as error:
            # What was found is left out: it may be a credential that was given.
            first = error.errors(include_url=False, include_input=False)[0]
            raise ConfigError(f"a saved {kind}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def folder_for(path: AnyPath, base_dir: AnyPath | None) -> Path:
    """Where files that a saved file names are looked for: in ``base_dir``, without it in the file's own folder."""
    return resolved(path).parent if base_dir is None else Path(base_dir)


def part_of(data: dict[str, Any], name: str, base_dir: AnyPath | None, what: str) -> dict[str, Any] | None:
    """Take out a part of saved data, which stands under its name or, under ``…_path``, in a file of its own.

    Args:
        data: the whole; loses the part.
        name: the part's name.
        base_dir: the folder that the file must lie in; without it, none may be named.
        what: what the whole is, for messages.

    Returns:
        The part, ``None`` where there is none.

    Raises:
        ConfigError: it stands in both, its file is not allowed or cannot be read, or it is no mapping.
    """
    part, path = data.pop(name, None), data.pop(f"{name}_path", None)
    if path is not None:
        if base_dir is None or part is not None or not isinstance(path, str):
            raise ConfigError(
                f"{name}_path {shorten(path)} is not allowed: a saved file, in place of {name!r}"
            )
        part = read_saved(path, base_dir)
    if part is not None and not isinstance(part, dict):
        raise ConfigError(f"a saved {what}'s {name} should be a mapping; found {shorten(part)}")
    return cast("dict[str, Any] | None", part)


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


def plain_fields(model: BaseModel) -> dict[str, Any]:
    """The fields of a model that are saved, by name; what has a ``dict`` of its own as that."""
    kept = (name for name, field in type(model).model_fields.items() if not field.exclude)
    return {name: _plain(getattr(model, name)) for name in kept}


def _plain(value: Any) -> Any:
    to_dict = getattr(value, "dict", None)
    return to_dict() if callable(to_dict) and isinstance(value, BaseModel) else value
