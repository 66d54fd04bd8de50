"""A type → what will make models fail on it, each with the mend; and what it costs in tokens by style."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias, cast

from structout.instructions import estimate_tokens, format_instructions
from structout.instructions.outline import json_schema
from structout.result import Path, render_path

_UNSAID = re.compile(
    r"(?:.*_)?(?:e?mail|phone|fax|url|website|zip|postcode|iban|vat|isbn|birth(?:day|date)|gender|age|middle_name)\Z"
)
_REASONS = re.compile(
    r"(?:.*_)?(?:reason|reasons|reasoning|explanation|rationale|thoughts?|thinking|analysis|why|justification)\Z"
)
_MEASURED = re.compile(
    r"(?:.*_)?(?:weight|height|length|width|duration|size|distance|amount|price|cost|temperature|speed)\Z"
)
_LOST = ("minLength", "maxLength", "prefixItems", "patternProperties", "uniqueItems", "not", "contains")
_MANY = 20
_DEEP = 4


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that will make models fail.

    Attributes:
        rule: its name.
        path: where.
        message: what is wrong.
        mend: what to do about it.
    """

    rule: str
    path: str
    message: str
    mend: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}\n    {self.mend} [{self.rule}]"


@dataclass(frozen=True, slots=True)
class Node:
    """A part of the schema, and where it stands."""

    schema: Mapping[str, Any]
    path: Path


Rule: TypeAlias = Callable[[Node], Iterator[tuple[str, str]]]
"""Yields message and mend for each fault of a node."""


def lint(tp: Any) -> list[Finding]:
    """Look a type over.

    Args:
        tp: any type that `parser_for` takes.

    Raises:
        ConfigError: Pydantic cannot validate it, or JSON cannot express it.
    """
    schema = cast("Mapping[str, Any]", json_schema(tp))
    return [
        Finding(name, render_path(node.path), message, mend)
        for node in _nodes(schema, (), schema.get("$defs", {}), ())
        for name, rule in RULES.items()
        for message, mend in rule(node)
    ]


def token_costs(tp: Any) -> dict[str, int]:
    """What the format instructions cost in tokens (estimated), by style."""
    styles = ("json_schema", "typescript", "example")
    return {style: estimate_tokens(format_instructions(tp, style)) for style in styles}


def _nodes(schema: Any, path: Path, definitions: Mapping[str, Any], seen: tuple[str, ...]) -> Iterator[Node]:
    if not isinstance(schema, dict):
        return
    node = cast("dict[str, Any]", schema)
    if "$ref" in node:
        name = str(node["$ref"]).rsplit("/", 1)[-1]
        if name not in seen:
            yield from _nodes(definitions.get(name), path, definitions, (*seen, name))
        return
    yield Node({**node, "$defs": definitions}, path)
    for name, part in cast("dict[str, Any]", node.get("properties", {})).items():
        yield from _nodes(part, (*path, name), definitions, seen)
    for word, step in (("items", "items"), ("additionalProperties", "*")):
        yield from _nodes(node.get(word), (*path, step), definitions, seen)
    for word in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for part in cast("list[Any]", node.get(word, [])):
            yield from _nodes(part, path, definitions, seen)


def _fields(node: Node) -> dict[str, dict[str, Any]]:
    return cast("dict[str, dict[str, Any]]", node.schema.get("properties", {}))


def _folded(word: str) -> str:
    return re.sub(r"[\W_]+", "", word).casefold()


def _close_options(node: Node) -> Iterator[tuple[str, str]]:
    options = [value for value in cast("list[Any]", node.schema.get("enum", [])) if isinstance(value, str)]
    for one, other in combinations(options, 2):
        if _folded(one) == _folded(other):
            yield (
                f"the options {one!r} and {other!r} differ only in case or punctuation",
                "give them different words: an answer in another case cannot be told apart",
            )


def _close_keys(node: Node) -> Iterator[tuple[str, str]]:
    for one, other in combinations(_fields(node), 2):
        if _folded(one) == _folded(other):
            yield (
                f"the fields {one!r} and {other!r} differ only in case or underscores",
                "rename one: models write keys in any case",
            )


def _open_union(node: Node) -> Iterator[tuple[str, str]]:
    branches = [_resolved(part, node) for part in cast("list[Any]", node.schema.get("anyOf", []))]
    objects = [branch for branch in branches if "properties" in branch]
    if len(objects) > 1 and "discriminator" not in node.schema:
        names = ", ".join(str(branch.get("title", "object")) for branch in objects)
        yield (
            f"a union of {names} without a discriminator",
            'give each a `kind: Literal["…"]` field and the union `Field(discriminator="kind")`',
        )


def _resolved(part: Any, node: Node) -> Mapping[str, Any]:
    schema = cast("Mapping[str, Any]", part if isinstance(part, dict) else {})
    if "$ref" not in schema:
        return schema
    return cast("Mapping[str, Any]", node.schema["$defs"].get(str(schema["$ref"]).rsplit("/", 1)[-1], {}))


def _forced(node: Node) -> Iterator[tuple[str, str]]:
    required = cast("list[str]", node.schema.get("required", []))
    for name, field in _fields(node).items():
        if name in required and _UNSAID.match(name) and not _takes_null(field):
            yield (
                f"the field {name!r} is required, and texts often do not say it: the model will invent one",
                f"make it `{name}: … | None = None`",
            )


def _takes_null(field: Mapping[str, Any]) -> bool:
    return any(part == {"type": "null"} for part in cast("list[Any]", field.get("anyOf", [])))


def _late_reason(node: Node) -> Iterator[tuple[str, str]]:
    names = list(_fields(node))
    late = [name for name in names[1:] if _REASONS.match(name)]
    if late and not _REASONS.match(names[0]):
        yield (
            f"the reasoning field {late[0]!r} comes after the answer {names[0]!r}",
            "put it first: what is written later cannot help what is written before",
        )


def _not_strict(node: Node) -> Iterator[tuple[str, str]]:
    if isinstance(node.schema.get("additionalProperties"), dict) or (
        node.schema.get("type") == "object" and "properties" not in node.schema
    ):
        yield (
            "a dict with free keys cannot be expressed in strict mode",
            "use a list of objects with `key` and `value` fields, or a model with named fields",
        )
    for word in _LOST:
        if word in node.schema:
            yield f"{word!r} cannot be expressed in strict mode", "say it in the field's description too"


def _untold_unit(node: Node) -> Iterator[tuple[str, str]]:
    for name, field in _fields(node).items():
        kinds = {field.get("type"), *(part.get("type") for part in field.get("anyOf", []))}
        if kinds & {"number", "integer"} and _MEASURED.match(name) and not field.get("description"):
            yield (
                f"the number {name!r} has no unit",
                f"name it (`{name}_kg`, `{name}_eur`, …) or say the unit in its description",
            )


def _anything(node: Node) -> Iterator[tuple[str, str]]:
    for name, field in _fields(node).items():
        if not field.keys() - {"title", "description", "default"}:
            yield (
                f"the field {name!r} takes anything",
                "give it a type: nothing can be checked or repaired without one",
            )


def _cryptic(node: Node) -> Iterator[tuple[str, str]]:
    for name, field in _fields(node).items():
        if len(name) <= 2 and name not in ("id", "no") and not field.get("description"):
            yield f"the field {name!r} says little", "give it a telling name or a description"


def _too_many(node: Node) -> Iterator[tuple[str, str]]:
    count = len(_fields(node))
    if count > _MANY:
        yield (
            f"{count} fields in one object",
            "split it into several calls, or group fields in models of their own",
        )


def _too_deep(node: Node) -> Iterator[tuple[str, str]]:
    depth = len([step for step in node.path if step != "items"])
    if depth == _DEEP + 1:
        yield f"nested {depth} levels deep", "flatten it: small models lose brackets"


RULES: Mapping[str, Rule] = {
    "close-options": _close_options,
    "close-keys": _close_keys,
    "open-union": _open_union,
    "forced-invention": _forced,
    "late-reasoning": _late_reason,
    "not-strict": _not_strict,
    "unit": _untold_unit,
    "anything": _anything,
    "cryptic-name": _cryptic,
    "many-fields": _too_many,
    "deep": _too_deep,
}
"""The rules by name."""
