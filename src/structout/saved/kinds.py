"""Plain data ↔ objects: the classes that may be loaded, by their kind, and the fields that are saved."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from pydantic import BaseModel, ValidationError

from structout.errors import ConfigError
from structout.result import shorten
from structout.saved.files import AnyPath, read_saved, resolved
from structout.saved.secrets import Guarded, cleaned

M = TypeVar("M", bound=BaseModel)


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


def plain_fields(model: BaseModel) -> dict[str, Any]:
    """The fields of a model that are saved, by name; what has a ``dict`` of its own as that."""
    kept = (name for name, field in type(model).model_fields.items() if not field.exclude)
    fields = {name: _plain(getattr(model, name)) for name in kept}
    return cleaned(fields, model.guarded) if isinstance(model, Guarded) else fields


def _plain(value: Any) -> Any:
    to_dict = getattr(value, "dict", None)
    return to_dict() if callable(to_dict) and isinstance(value, BaseModel) else value
