"""What changed between two values of JSON, as operations of RFC 6902."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias, cast

Patch: TypeAlias = dict[str, Any]


def patches(before: Any, after: Any, path: str = "") -> Iterator[Patch]:
    """The operations that turn one value into another.

    Args:
        before: the value as it was.
        after: the value as it is.
        path: where both stand, as RFC 6901 writes it.

    Yields:
        ``add``, ``replace`` and ``remove``, in an order in which they can be done.
    """
    match before, after:
        case {}, {}:
            old, new = cast("dict[str, Any]", before), cast("dict[str, Any]", after)
            yield from _between(old, new, path)
        case [*_], [*_]:
            yield from _between(dict(enumerate(before)), dict(enumerate(after)), path)
        case _ if before != after:
            yield {"op": "replace", "path": path, "value": after}
        case _:
            pass


def _between(old: dict[Any, Any], new: dict[Any, Any], path: str) -> Iterator[Patch]:
    # The last items of a list go first, so that the places of the others stay.
    for key in reversed([key for key in old if key not in new]):
        yield {"op": "remove", "path": f"{path}/{_escaped(key)}"}
    for key, value in new.items():
        place = f"{path}/{_escaped(key)}"
        if key in old:
            yield from patches(old[key], value, place)
        else:
            yield {"op": "add", "path": place, "value": value}


def _escaped(key: Any) -> str:
    return str(key).replace("~", "~0").replace("/", "~1")
