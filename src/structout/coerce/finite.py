"""A type's core schema → Pydantic's strict reading of it in which every number has an end.

JSON's ``1e999`` is no number that a float can hold, yet Pydantic reads it as infinity.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, cast

from pydantic import TypeAdapter
from pydantic_core import SchemaValidator


class Strict(NamedTuple):
    """How valid JSON is read at once.

    Attributes:
        validate_json: Pydantic's own reading.
        bounded: whether it refuses numbers that no float can hold, and NaN and Infinity with them.
    """

    validate_json: Callable[..., Any]
    bounded: bool


def strict_validator(adapter: TypeAdapter[Any]) -> Strict:
    """The strictest reading that Pydantic has for a type.

    Args:
        adapter: Pydantic's adapter of the type.
    """
    found: list[None] = []
    schema = _finite(adapter.core_schema, found)
    if not found:
        return Strict(adapter.validator.validate_json, True)
    # An adapter's own configuration is not in its schema, and another validator would lack it.
    if getattr(adapter, "_config", True) is None:
        # Without the option the validators that models have already would be taken, which know no such limit; a
        # Pydantic that does not know the option raises TypeError.
        with suppress(TypeError):
            return Strict(SchemaValidator(schema, _use_prebuilt=False).validate_json, True)
    return Strict(adapter.validator.validate_json, False)


def _finite(node: Any, found: list[None]) -> Any:
    if isinstance(node, list):
        return [_finite(part, found) for part in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    parts = cast("dict[str, Any]", node)
    if parts.get("type") == "float":
        found.append(None)
        return {**parts, "allow_inf_nan": False}
    return {key: part if key in _OPAQUE else _finite(part, found) for key, part in parts.items()}


_OPAQUE = frozenset({"cls", "metadata", "serialization", "config", "default", "expected", "function"})
"""Parts of a core schema that hold the caller's values, or nothing that validates."""
