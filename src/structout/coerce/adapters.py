"""A type → Pydantic's adapter of it, or the error that says why there is none."""

from __future__ import annotations

import typing
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Any, cast

from pydantic import PydanticUserError, TypeAdapter

from structout.errors import ConfigError
from structout.result import shorten


def adapter_of(tp: Any) -> TypeAdapter[Any]:
    """Pydantic's adapter; names of ``typing`` in string annotations are known to it.

    Raises:
        ConfigError: Pydantic can make nothing of the type.
    """
    with _refusals_told(tp):
        adapter = _made(tp)
        if not _is_complete(adapter):
            adapter.rebuild(_types_namespace=vars(typing))
    return adapter


def early_adapter_of(tp: Any) -> TypeAdapter[Any] | None:
    """The adapter where it can be had already; ``None`` where the type names what may still be defined.

    Raises:
        ConfigError: Pydantic will never make anything of the type.
    """
    if isinstance(tp, str):
        return adapter_of(tp)
    with _refusals_told(tp):
        try:
            adapter = _made(tp)
        except NameError:
            return None
    return adapter if _is_complete(adapter) else None


@contextmanager
def _refusals_told(tp: Any) -> Generator[None]:
    try:
        yield
    except (PydanticUserError, NameError, SyntaxError, AttributeError) as error:
        raise ConfigError(
            f"expected a type that Pydantic can validate, found {shorten(tp)}: {str(error).splitlines()[0]}; "
            "give a type whose names are all defined, or teach it `__get_pydantic_core_schema__`"
        ) from error


def _made(tp: Any) -> TypeAdapter[Any]:
    return cast("TypeAdapter[Any]", tp) if isinstance(tp, TypeAdapter) else TypeAdapter[Any](_eager(tp))


def _is_complete(adapter: TypeAdapter[Any]) -> bool:
    return getattr(adapter, "pydantic_complete", True)


def _eager(tp: Any) -> Any:
    """``Iterable[X]`` as a list: Pydantic checks the items of an iterable only once they are used."""
    return list[typing.get_args(tp)] if typing.get_origin(tp) is Iterable else tp
