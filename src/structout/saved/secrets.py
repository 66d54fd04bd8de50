"""Free-form options → the same without what looks like a credential: for reprs, files, pickles and cache keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, cast

from pydantic import BaseModel, SecretStr, SerializerFunctionWrapHandler, model_serializer

_HEADERS: Final = frozenset({"headers", "extra_headers", "default_headers"})
"""Entries that go as a whole: any header may hold a credential."""

_NAME = re.compile(
    r"token\Z|(?:.*[_-])?(?:(?:api|access)?key|(?:access|api|auth|bearer|id|refresh|security|session)[_-]?token"
    r"|secret|password|passwd|authorization|credentials?|cookie|signature|sig)\Z",
    re.IGNORECASE | re.DOTALL,
)
_TEXT = re.compile(r"\b(?:sk|pk|rk)-[\w-]{8,}|\b(?:Bearer|Basic) +[\w.~+/=-]{4,}")
_SHORTEST: Final = 4


def without_secrets(value: Any, instead: str | None = None) -> Any:
    """A copy of plain data without the entries that look like credentials by their name or their text.

    Args:
        value: options, as nested dicts and lists.
        instead: what stands in the place of each, which is left out where not given.
    """
    if isinstance(value, Mapping):
        entries = cast("Mapping[Any, Any]", value).items()
        return {
            name: instead if _is_secret(name, item) else without_secrets(item, instead)
            for name, item in entries
            if instead is not None or not _is_secret(name, item)
        }
    if isinstance(value, list | tuple):
        items = cast("Iterable[Any]", value)
        return [
            instead if _is_secret("", item) else without_secrets(item, instead)
            for item in items
            if instead is not None or not _is_secret("", item)
        ]
    return value


def secrets_in(value: Any) -> Iterator[str]:
    """The texts that look like credentials, and of ``Bearer …`` the second word; none of under 4 characters."""
    pairs: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, Mapping):
        pairs = cast("Mapping[Any, Any]", value).items()
    elif isinstance(value, list | tuple):
        pairs = (("", item) for item in cast("Iterable[Any]", value))
    for name, item in pairs:
        text: Any = item.get_secret_value() if isinstance(item, SecretStr) else item
        if not isinstance(text, str):
            yield from secrets_in(text)
        elif _is_secret(name, item):
            yield from (each for each in {text, text.split(" ")[-1]} if len(each) >= _SHORTEST)


def _is_secret(name: Any, value: Any) -> bool:
    if isinstance(value, SecretStr) or name in _HEADERS:
        return True
    return isinstance(value, str) and bool(_NAME.match(str(name)) or _TEXT.search(value))


class Guarded(BaseModel):
    """A base for models with free-form options, which may hold credentials.

    Attributes:
        guarded: the fields of which nothing that looks like a credential gets into reprs, files and pickles.
    """

    guarded: ClassVar[tuple[str, ...]] = ()

    @model_serializer(mode="wrap")
    def _without_secrets(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return cleaned(handler(self), self.guarded)

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        for name, value in super().__repr_args__():
            yield name, without_secrets(value, "***") if name in self.guarded else value

    def __getstate__(self) -> dict[Any, Any]:
        state = super().__getstate__()
        return {**state, "__dict__": cleaned(state["__dict__"], self.guarded)}


def cleaned(fields: Mapping[str, Any], guarded: tuple[str, ...]) -> dict[str, Any]:
    """The fields, those that are guarded without what looks like a credential."""
    return {
        name: without_secrets({name: value}).get(name, {}) if name in guarded else value
        for name, value in fields.items()
    }
