"""BAML as a peer: a type → a BAML schema → the schema-aligned parser that ``baml-py`` makes of it, offline."""

from __future__ import annotations

import json
import keyword
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any, TypeAlias, cast

from pydantic import TypeAdapter

from structout.errors import ConfigError
from structout.result import JsonValue

Schema: TypeAlias = Mapping[str, Any]

_PREAMBLE = """
client<llm> Nobody {
  provider openai
  options {
    model "none"
    api_key "none"
  }
}
type AnyValue = int | float | bool | string | null | AnyValue[] | map<string, AnyValue>
function Read() -> %s {
  client Nobody
  prompt #"none"#
}
"""
_SCALARS: Mapping[str, str] = {
    "string": "string", "integer": "int", "number": "float", "boolean": "bool", "null": "null",
}  # fmt: skip
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_TAKEN = frozenset(
    {"class", "enum", "function", "client", "type", "map", "string", "int", "float", "bool", "null"}
)


@dataclass(slots=True)
class BamlSchema:
    """A type as BAML declares it.

    Attributes:
        root: the type expression of the whole.
        blocks: classes and aliases by name, each as it is declared.
        fields: for each class the key that each of its fields stands for.
        required: for each class the fields that have to be given.
    """

    root: str = ""
    blocks: dict[str, str] = field(default_factory=dict[str, str])
    fields: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    required: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    @property
    def source(self) -> str:
        """The whole file, with a function that returns the type."""
        return _PREAMBLE % self.root + "\n".join(self.blocks.values())


def baml_schema(tp: Any) -> BamlSchema:
    """Declare a type in BAML, by way of its JSON schema.

    Args:
        tp: the type; ``None`` for any JSON value.

    Raises:
        ConfigError: BAML has no such type.
    """
    found = BamlSchema()
    whole: Schema = {} if tp is None else TypeAdapter(tp).json_schema(by_alias=True)
    names = {ref: _class_name(ref, at) for at, ref in enumerate(whole.get("$defs", {}))}
    declare = _Declarer(found, names)
    for ref, schema in whole.get("$defs", {}).items():
        declare.named(names[ref], schema)
    found.root = declare.of(whole)
    return found


@dataclass(frozen=True, slots=True)
class _Declarer:
    found: BamlSchema
    names: Mapping[str, str]

    def named(self, name: str, schema: Schema) -> None:
        """Declare a class, or an alias for what is none."""
        if schema.get("properties"):
            self.object(name, schema)
        else:
            self.found.blocks[name] = f"type {name} = {self.of(schema)}"

    def of(self, schema: Schema) -> str:
        """A type expression."""
        if "$ref" in schema:
            return self.names[schema["$ref"].rpartition("/")[2]]
        if "const" in schema or "enum" in schema:
            return _union([_literal(value) for value in schema.get("enum", [schema.get("const")])])
        options = schema.get("anyOf") or schema.get("oneOf")
        if options:
            return _union([self.of(option) for option in options])
        kind = schema.get("type")
        if isinstance(kind, list):
            return _union([self.of({**schema, "type": each}) for each in cast("list[str]", kind)])
        return _SCALARS.get(kind or "") or self.container(schema)

    def container(self, schema: Schema) -> str:
        if schema.get("type") == "array":
            places = schema.get("prefixItems")
            items = (
                _union([self.of(place) for place in places]) if places else self.of(schema.get("items", {}))
            )
            return f"({items})[]"
        if schema.get("properties"):
            name = f"Inner{len(self.found.fields)}"
            self.object(name, schema)
            return name
        if schema.get("type") == "object":
            inner = schema.get("additionalProperties")
            value = self.of(cast("Schema", inner)) if isinstance(inner, dict) else "AnyValue"
            return f"map<string, {value}>"
        return "AnyValue"

    def object(self, name: str, schema: Schema) -> None:
        keys = {_field_name(key, at): key for at, key in enumerate(schema["properties"])}
        self.found.fields[name] = keys
        required = self.found.required[name] = list(schema.get("required", ()))
        lines = [
            f"  {attribute} {self.of(schema['properties'][key])}{'' if key in required else '?'}"
            + ("" if attribute == key else f" @alias({json.dumps(key)})")
            for attribute, key in keys.items()
        ]
        self.found.blocks[name] = "\n".join([f"class {name} {{", *lines, "}"])


def _union(options: list[str]) -> str:
    return options[0] if len(options) == 1 else f"({' | '.join(dict.fromkeys(options))})"


def _literal(value: JsonValue) -> str:
    if value is not None and not isinstance(value, (str, int)):
        raise ConfigError(
            f"expected a text, a whole number, a boolean or null as an option for BAML, found {value!r}"
        )
    return json.dumps(value, ensure_ascii=False)


def _class_name(ref: str, at: int) -> str:
    return f"{ref}_" if _NAME.match(ref) and ref[0].isupper() else f"Class{at}"


def _field_name(key: str, at: int) -> str:
    usable = _NAME.match(key) and key not in _TAKEN and not keyword.iskeyword(key)
    return key if usable else f"field_{at}"


def baml_reader(schema: BamlSchema) -> Callable[[str], JsonValue]:
    """Compile a type; what comes back reads a completion into JSON.

    Args:
        schema: the type as BAML declares it.

    Raises:
        ImportError: ``baml-py`` is not installed.
    """
    # Each of its refusals would carry a stack trace, at a hundred times the time of the parse.
    os.environ.setdefault("RUST_LIB_BACKTRACE", "0")
    baml: Any = import_module("baml_py")
    quiet = {"BAML_LOG": "off"}
    runtime = baml.BamlRuntime.from_files("baml_src", {"baml_src/type.baml": schema.source}, quiet)
    # The parser looks classes up by name in a module, as its generated code would have it.
    classes = ModuleType("baml_types")
    for name, keys in schema.fields.items():
        setattr(classes, name, type(name, (_Built,), {"keys": keys, "required": schema.required[name]}))

    def read(text: str) -> JsonValue:
        context = runtime.create_context_manager()
        found = runtime.parse_llm_response(
            "Read", text, classes, classes, classes, False, context, None, None, quiet
        )
        return _plain(found)

    return read


class _Built:
    """An object as the parser builds it."""

    keys: Mapping[str, str]
    required: list[str]

    def __init__(self, **members: Any) -> None:
        self.members = members

    @classmethod
    def model_construct(cls, **members: Any) -> _Built:
        """What Pydantic's own classes offer."""
        return cls(**members)

    @classmethod
    def model_validate(cls, members: Mapping[str, Any]) -> _Built:
        """What Pydantic's own classes offer."""
        return cls(**members)


def _plain(value: Any) -> JsonValue:
    if isinstance(value, _Built):
        # A field that may be left out and was comes as None: without it the type's own default stands.
        members = ((value.keys[name], member) for name, member in value.members.items())
        return {key: _plain(member) for key, member in members if member is not None or key in value.required}
    if isinstance(value, dict):
        return {str(key): _plain(member) for key, member in cast("dict[Any, Any]", value).items()}
    if isinstance(value, list):
        return [_plain(item) for item in cast("list[Any]", value)]
    return value
