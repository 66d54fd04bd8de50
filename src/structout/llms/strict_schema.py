"""A type → the JSON schema that a server enforces, in the subset that servers accept.

OpenAI's strict mode wants every object closed, every key required and no defaults; what it cannot express is
refused here, before a request is made. llama.cpp takes more: any root, maps, tuples.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, cast

from pydantic import PydanticUserError, TypeAdapter

from structout.errors import ConfigError

Schema: TypeAlias = dict[str, Any]

_WRAP_KEY = "value"
_HEAD = re.compile(r'\s*+\{\s*+"value"\s*+:\s*+(?=\S)')
_HEAD_LIMIT = 64
_REF = "#/$defs/"
_NAME = re.compile(r"[^A-Za-z0-9_-]+")

_COMMON = frozenset(
    {
        "type", "title", "description", "enum", "const", "pattern", "format", "minimum", "maximum",
        "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems",
    }
)  # fmt: skip
_OPENAI_FORMATS = frozenset(
    {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a server's enforced schemas may hold.

    Attributes:
        free_form: objects with unknown keys, and values of any type.
        any_root: a root that is no object.
        tuples: ``prefixItems``.
        keywords: constraints that are passed on; the parser checks all the others afterwards.
        formats: string formats that are passed on.
    """

    free_form: bool
    any_root: bool
    tuples: bool
    keywords: frozenset[str]
    formats: frozenset[str]


OPENAI = Dialect(False, False, False, _COMMON, _OPENAI_FORMATS)
LLAMA = Dialect(
    True, True, True, _COMMON | {"minLength", "maxLength"}, frozenset({"date", "time", "date-time", "uuid"})
)


@dataclass(frozen=True, slots=True)
class StrictSchema:
    """A schema that a server enforces.

    Attributes:
        name: the type's name, in the characters that servers allow.
        schema: the schema, plain JSON.
        wrapped: the value stands under the one key ``value``, since the server wants an object.
    """

    name: str
    schema: Schema
    wrapped: bool

    @property
    def may_be_text(self) -> bool:
        """Whether the value may be a bare string, whose quotes and escapes ``unwrap`` takes away."""
        root = self.schema["properties"][_WRAP_KEY] if self.wrapped else self.schema
        return "$ref" not in root and root.get("type", "string") == "string"

    def unwrap(self, text: str) -> str:
        """The completion as the type's own text: without the wrapper, a bare string without its quotes."""
        if not (self.wrapped or self.may_be_text):
            return text
        if self.wrapped:
            unwrapping = Unwrapping()
            text = unwrapping.feed(text) + unwrapping.end()
        if not self.may_be_text:
            return text
        try:
            value: Any = json.loads(text)
        except ValueError:
            return text
        return value if isinstance(value, str) else text


class Unwrapping:
    """Takes the wrapper off a streamed completion; what is not wrapped goes through as it is."""

    def __init__(self) -> None:
        self._held = ""
        self._inside: bool | None = None

    def feed(self, piece: str) -> str:
        """Take a piece; returns the text that surely belongs to the value."""
        self._held += piece
        if self._inside is None and not self._entered():
            return ""
        told = self._held.rstrip(" \t\r\n}") if self._inside else self._held
        self._held = self._held[len(told) :]
        return told

    def _entered(self) -> bool:
        head = _HEAD.match(self._held)
        if head:
            self._held = self._held[head.end() :]
        self._inside = True if head else False if len(self._held) > _HEAD_LIMIT else None
        return self._inside is not None

    def end(self) -> str:
        """The rest, when nothing more comes."""
        closed = self._inside and self._held.rstrip().endswith("}")
        return self._held.rstrip()[:-1].rstrip() if closed else self._held


def strict_schema(source: Any, dialect: Dialect = OPENAI) -> StrictSchema:
    """Convert a type, or a JSON schema, to what a server can enforce.

    Args:
        source: any annotation that Pydantic knows, or a JSON schema as a mapping.
        dialect: what the server takes, ``OPENAI`` or ``LLAMA``.

    Returns:
        The schema: every object closed, every key required, no defaults, siblings of references resolved,
        recursive definitions kept, unused ones dropped.

    Raises:
        ConfigError: part of the type cannot be expressed; the message names the path.
    """
    whole = _json_schema(source)
    definitions = cast(Schema, whole.get("$defs", {}))
    walk = _Walk(dialect, definitions, _recursive(definitions))
    root = walk.node({key: value for key, value in whole.items() if key != "$defs"}, "$")
    name = _name_of(source, root)
    root = walk.resolved(root)
    wrapped = not dialect.any_root and root.get("type") != "object"
    if wrapped:
        root = _closed({_WRAP_KEY: root})
    kept = walk.reachable(root)
    return StrictSchema(name, {**root, "$defs": kept} if kept else root, wrapped)


def _json_schema(source: Any) -> Schema:
    if isinstance(source, Mapping):
        return dict(cast(Mapping[str, Any], source))
    try:
        return TypeAdapter(source).json_schema()
    except (PydanticUserError, TypeError) as error:
        raise ConfigError(
            f"no JSON schema can be made of {source!r:.80}: {str(error).splitlines()[0]}; "
            "use structured='text' for this type"
        ) from error


def _name_of(source: Any, root: Schema) -> str:
    title = root.get("title") or (source.__name__ if isinstance(source, type) else "")
    return _NAME.sub("_", str(title)).strip("_")[:64] or "answer"


def _references(node: Any) -> set[str]:
    """The names of the definitions that ``node`` points to."""
    found: set[str] = set()
    stack = [node]
    while stack:
        here = stack.pop()
        if isinstance(here, dict):
            table = cast(Schema, here)
            target = table.get("$ref")
            if isinstance(target, str) and target.startswith(_REF):
                found.add(target.removeprefix(_REF))
            stack.extend(table.values())
        elif isinstance(here, list):
            stack.extend(cast("list[Any]", here))
    return found


def _closure(start: set[str], step: Callable[[str], set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(step(name))
    return seen


def _recursive(definitions: Schema) -> frozenset[str]:
    """The definitions that reach themselves."""
    direct = {name: _references(node) for name, node in definitions.items()}
    return frozenset(
        name for name in direct if name in _closure(direct[name], lambda n: direct.get(n, set()))
    )


def _closed(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


class _Walk:
    """Converts node by node; definitions are converted when they are first pointed to."""

    def __init__(self, dialect: Dialect, definitions: Schema, recursive: frozenset[str]) -> None:
        self.dialect = dialect
        self.definitions = definitions
        self.recursive = recursive
        self.converted: dict[str, Schema] = {}

    def node(self, node: Any, path: str) -> Schema:
        """One node of the schema, converted."""
        if not isinstance(node, dict):
            return self._anything(path)
        table = cast(Schema, node)
        if "$ref" in table:
            return self._reference(table, path)
        if len(table.get("allOf", ())) == 1:
            rest = {key: value for key, value in table.items() if key != "allOf"}
            return self.node({**table["allOf"][0], **rest}, path)
        shape = next((make for key, make in _SHAPES if key(table)), None)
        kept = {key: value for key, value in table.items() if self._allowed(key, value)}
        if shape is None:
            return kept if kept.keys() & {"type", "enum", "const"} else self._anything(path, kept)
        return kept | shape(self, table, path)

    def _allowed(self, key: str, value: Any) -> bool:
        if key not in self.dialect.keywords:
            return False
        if key == "format":
            return value in self.dialect.formats
        # Servers know neither look-around nor, in llama.cpp, patterns that are not anchored.
        return key != "pattern" or ("(?" not in value and value[:1] == "^" and value[-1:] == "$")

    def _anything(self, path: str, kept: Schema | None = None) -> Schema:
        if self.dialect.free_form:
            return kept or {}
        raise ConfigError(
            f"{path} may hold anything, which an enforced schema cannot express; "
            "give it a type of its own, or use structured='text'"
        )

    def _reference(self, node: Schema, path: str) -> Schema:
        name = str(node["$ref"]).removeprefix(_REF)
        if name not in self.definitions:
            raise ConfigError(f"{path} points to {node['$ref']!r}, which the schema does not define")
        if name not in self.converted:
            self.converted[name] = {}
            self.converted[name] = self.node(self.definitions[name], path)
        siblings = {key: node[key] for key in ("title", "description") if key in node}
        if not siblings:
            return {"$ref": _REF + name}
        if name in self.recursive:
            return {"anyOf": [{"$ref": _REF + name}], **siblings}
        return self.converted[name] | siblings

    def members(self, node: Schema, path: str) -> Schema:
        """A union: one of the alternatives."""
        return {"anyOf": [self.node(one, path) for one in node.get("anyOf") or node["oneOf"]]}

    def record(self, node: Schema, path: str) -> Schema:
        """An object with named keys."""
        properties = {key: self.node(value, f"{path}.{key}") for key, value in node["properties"].items()}
        return _closed(properties)

    def mapping(self, node: Schema, path: str) -> Schema:
        """An object with keys that the type does not name."""
        if "properties" not in node and node.get("additionalProperties") is False:
            return _closed({})
        if not self.dialect.free_form:
            raise ConfigError(
                f"{path} is an object with free keys, which strict mode cannot express; "
                "declare a model with its keys, use a list of key and value pairs, or structured='text'"
            )
        values = node.get("additionalProperties", True)
        inner = self.node(values, f"{path}.*") if isinstance(values, dict) else values
        return {"type": "object", "additionalProperties": inner}

    def array(self, node: Schema, path: str) -> Schema:
        """A list."""
        return {"items": self.node(node.get("items"), f"{path}[]")}

    def pair(self, node: Schema, path: str) -> Schema:
        """A tuple; where the server has none, a list of as many items, each of any of the types."""
        items = [self.node(item, f"{path}[{i}]") for i, item in enumerate(node["prefixItems"])]
        if self.dialect.tuples:
            return {"prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        plain = [{k: v for k, v in item.items() if k != "title"} for item in items]
        different = [item for i, item in enumerate(plain) if item not in plain[:i]]
        one = different[0] if len(different) == 1 else {"anyOf": different}
        return {"items": one, "minItems": len(items), "maxItems": len(items)}

    def refuse(self, keyword: str, _node: Schema, path: str) -> Schema:
        """A keyword that no server enforces."""
        raise ConfigError(f"{path} uses {keyword!r}, which no server enforces; use structured='text'")

    def resolved(self, root: Schema) -> Schema:
        """The root without a reference of its own, since servers want an object there."""
        while set(root) == {"$ref"}:
            root = self.converted[root["$ref"].removeprefix(_REF)]
        return root

    def reachable(self, root: Schema) -> Schema:
        """The definitions that are still pointed to."""
        names = _closure(_references(root), lambda name: _references(self.converted[name]))
        return {name: self.converted[name] for name in self.converted if name in names}


_Make: TypeAlias = Callable[[_Walk, Schema, str], Schema]


def _with(*keys: str) -> Callable[[Schema], bool]:
    return lambda node: any(key in node for key in keys)


def _refused(keyword: str) -> tuple[Callable[[Schema], bool], _Make]:
    return _with(keyword), lambda walk, node, path: partial(walk.refuse, keyword)(node, path)


_SHAPES: tuple[tuple[Callable[[Schema], bool], _Make], ...] = (
    *(_refused(keyword) for keyword in ("allOf", "not", "if", "patternProperties")),
    (_with("anyOf", "oneOf"), _Walk.members),
    (_with("properties"), _Walk.record),
    (lambda node: node.get("type") == "object", _Walk.mapping),
    (_with("prefixItems"), _Walk.pair),
    (lambda node: node.get("type") == "array", _Walk.array),
)
