"""The core schema of a type as Pydantic built it: references followed, fields and keys listed, kinds described."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter
from pydantic_core import (
    PydanticSerializationError,
    SchemaError,
    SchemaValidator,
    ValidationError,
    core_schema,
    to_json,
)

Schema: TypeAlias = Mapping[str, Any]
"""One node of a core schema."""

CODE_ERRORS: Final = (LookupError, TypeError, AttributeError, ArithmeticError, SchemaError)
"""What a validator of the user's may raise over a value of another shape than it was written for.

Pydantic raises the last where ``OnErrorOmit`` finds nothing that it could be left out of.
"""

_THROUGH: Final[Mapping[str, str]] = {
    "definitions": "schema",
    "json-or-python": "json_schema",
    "lax-or-strict": "strict_schema",
    "default": "schema",
    "function-after": "schema",
    "custom-error": "schema",
    "dataclass": "schema",
}
"""Nodes that are read like the one inside them."""

_NAMES: Final[Mapping[str, str]] = {
    "int": "an integer", "float": "a number", "decimal": "a decimal number", "str": "a string", "bool": "true or false",
    "none": "null", "date": "a date (YYYY-MM-DD)", "time": "a time (HH:MM)", "datetime": "a date with time (ISO 8601)",
    "timedelta": "a duration (ISO 8601)", "list": "a list", "set": "a list without repetitions",
    "frozenset": "a list without repetitions", "tuple": "a list", "dict": "an object", "uuid": "a UUID", "url": "a URL",
    "multi-host-url": "a URL", "bytes": "a string", "complex": "a complex number", "any": "any JSON value",
    "generator": "a list",
}  # fmt: skip
_LIMITS: Final[Mapping[str, str]] = {
    "ge": "at least {}", "gt": "greater than {}", "le": "at most {}", "lt": "less than {}", "multiple_of": "a multiple of {}",
    "min_length": "at least {} long", "max_length": "at most {} long", "pattern": "matching {!r}",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an object.

    Attributes:
        name: its name in Python.
        key: the key that the prepared JSON gives it.
        keys: every key that Pydantic takes for it.
        schema: its type.
        required: whether it has no default.
        by_path: whether its alias is a path into nested values, which are left as they are.
        about: its description, empty where it has none.
    """

    name: str
    key: str
    keys: tuple[str, ...]
    schema: Schema
    required: bool
    by_path: bool = False
    about: str = ""


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of an object, what happens to other keys, what the type is called, and each key's field."""

    fields: tuple[Field, ...]
    extra: str
    title: str
    by_key: Mapping[str, Field]


class Schemas:
    """The core schema of one type, with what is worked out from it once.

    Args:
        adapter: Pydantic's adapter of the type.
    """

    def __init__(self, adapter: TypeAdapter[Any]) -> None:
        root: Any = adapter.core_schema
        self._definitions: dict[str, Schema] = {}
        self._validators: dict[int, SchemaValidator] = {}
        self._fields: dict[int, Fields] = {}
        self._resolved: dict[int, Schema] = {}
        self._configs: dict[int, dict[str, Any]] = {}
        self._collect(root)
        self.root: Schema = self.resolve(root)

    def _collect(self, root: Schema) -> None:
        while root["type"] == "definitions":
            for definition in root["definitions"]:
                self._definitions[definition["ref"]] = definition
            root = root["schema"]

    def resolve(self, schema: Schema) -> Schema:
        """The node that decides how a value is read."""
        known = self._resolved.get(id(schema))
        if known is not None:
            return known
        node = schema
        config: dict[str, Any] = self._configs.get(id(schema), {})
        for _ in range(64):
            config = {**config, **(node.get("config") or {})}
            if node["type"] == "model":
                config["cls"] = node["cls"]
            inside = self._inside(node)
            if inside is None:
                break
            node = inside
        self._resolved[id(schema)] = node
        self._configs.setdefault(id(node), config)
        if node["type"] in HOOKED:
            self._configs.setdefault(id(node["schema"]), config)
        return node

    def _inside(self, node: Schema) -> Schema | None:
        kind = node["type"]
        if kind == "definition-ref":
            return self._definitions.get(node["schema_ref"])
        if kind == "chain":
            return node["steps"][0]
        if kind == "model":
            return node["schema"]
        if kind == "call":
            return node["arguments_schema"]
        return node[_THROUGH[kind]] if kind in _THROUGH else None

    def validator(self, schema: Schema) -> SchemaValidator:
        """Pydantic's own validator for one node."""
        key = id(schema)
        if key not in self._validators:
            whole: Any = schema
            if self._definitions:
                definitions: list[Any] = list(self._definitions.values())
                whole = core_schema.definitions_schema(whole, definitions)
            self._validators[key] = SchemaValidator(whole)
        return self._validators[key]

    def accepts(self, schema: Schema, value: Any) -> bool:
        """Whether Pydantic takes a JSON value as it stands, in strict JSON mode."""
        try:
            self.validator(schema).validate_json(to_json(value, inf_nan_mode="constants"), strict=True)
        except (ValidationError, PydanticSerializationError, *CODE_ERRORS):
            return False
        return True

    def fields(self, schema: Schema) -> Fields:
        """The fields of a resolved object node."""
        key = id(schema)
        if key not in self._fields:
            self._fields[key] = _fields_of(schema, self._configs.get(key, {}))
        return self._fields[key]

    def describe(self, schema: Schema) -> str:
        """What the type asks for, in the words of its user."""
        schema = self.resolve(schema)
        kind = schema["type"]
        if kind in ("literal", "enum"):
            return "one of " + ", ".join([*dict.fromkeys(map(repr, choices_of(schema)))][:20])
        if kind == "nullable":
            return self.describe(schema["schema"]) + " or null"
        if kind in HOOKED:
            return self.describe(schema["schema"])
        if kind in ("union", "tagged-union"):
            return " or ".join(dict.fromkeys(self.describe(branch) for branch in branches_of(schema)))
        if kind in OBJECTS:
            shown = ", ".join(repr(f.key) for f in self.fields(schema).fields[:12])
            return f"an object with the keys {shown}" if shown else "an object"
        limits = [text.format(schema[key]) for key, text in _LIMITS.items() if schema.get(key) is not None]
        return ", ".join([_NAMES.get(kind, "a value of the type"), *limits])


OBJECTS: Final = frozenset({"model-fields", "typed-dict", "dataclass-args", "named-tuple", "arguments"})
"""Kinds of core schema that are objects with named fields."""


HOOKED: Final = frozenset({"function-before", "function-wrap"})
"""Kinds of core schema where code of the user's sees the value first."""


def choices_of(schema: Schema) -> list[Any]:
    """The values of a literal or enum node, enum members by value."""
    if schema["type"] == "enum":
        return [member.value for member in schema["members"]]
    return [option.value if isinstance(option, enum.Enum) else option for option in schema["expected"]]


def names_of(schema: Schema) -> list[str]:
    """The names of an enum node's members in the order of ``choices_of``, aliases among them; none for a literal."""
    return list(schema["cls"].__members__) if schema["type"] == "enum" else []


def branches_of(schema: Schema) -> list[Schema]:
    """The branches of a union node."""
    if schema["type"] == "tagged-union":
        return [branch for branch in schema["choices"].values() if isinstance(branch, Mapping)]
    return [branch[0] if isinstance(branch, tuple) else branch for branch in schema["choices"]]


def _fields_of(schema: Schema, config: Schema) -> Fields:
    extra = schema.get("extra_behavior") or config.get("extra_fields_behavior") or "ignore"
    title = (
        schema.get("model_name") or schema.get("dataclass_name") or getattr(schema.get("cls"), "__name__", "")
    )
    fields = tuple(_each_field(schema, config))
    by_key = {key: field for field in fields for key in reversed(field.keys)}
    return Fields(fields, extra, title, MappingProxyType(by_key))


def _each_field(schema: Schema, config: Schema) -> Iterator[Field]:
    kind = schema["type"]
    if kind in ("model-fields", "typed-dict"):
        for name, node in schema["fields"].items():
            yield _field(name, node, config, node.get("required", schema.get("total", True)))
        return
    for node in schema["arguments_schema"] if kind == "arguments" else schema["fields"]:
        yield _field(node["name"], node, config, True)


def _field(name: str, node: Schema, config: Schema, required: bool) -> Field:
    inner = node["schema"]
    alias = node.get("validation_alias", node.get("alias"))
    keys, by_path = _alias_keys(alias)
    by_name = bool(config.get("validate_by_name") or config.get("populate_by_name"))
    if not keys or by_name:
        keys = (*keys, name)
    metadata: Schema = node.get("metadata") or {}
    said: Schema = metadata.get("pydantic_js_updates") or {}
    about: str = said.get("description") or ""
    return Field(name, keys[0], keys, inner, required and inner["type"] != "default", by_path, about)


def _alias_keys(alias: Any) -> tuple[tuple[str, ...], bool]:
    if alias is None:
        return (), False
    if isinstance(alias, str):
        return (alias,), False
    paths: list[list[Any]] = [alias] if alias and not isinstance(alias[0], list) else alias
    firsts = tuple(str(path[0]) for path in paths)
    return firsts, any(len(path) > 1 for path in paths)
