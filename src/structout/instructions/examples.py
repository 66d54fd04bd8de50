"""A type goes in, one JSON value of that type comes out, for worked examples."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any, cast

from structout.instructions.outline import Node, NodeKind, Outline, outline
from structout.result import JsonValue

_FORMAT_VALUES: Mapping[str, str] = MappingProxyType({
    "date": "2024-05-17",
    "date-time": "2024-05-17T14:30:00Z",
    "time": "14:30:00",
    "duration": "PT1H30M",
    "uuid": "6f1c2a34-8b5d-4e6f-9a01-23456789abcd",
    "uuid4": "6f1c2a34-8b5d-4e6f-9a01-23456789abcd",
    "email": "name@example.com",
    "name-email": "Name <name@example.com>",
    "uri": "https://example.com/",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "ipvanyaddress": "192.0.2.1",
    "json-string": "{}",
})  # fmt: skip


def example_value(tp: Any) -> JsonValue:
    """Make up one value of a type.

    A default or an example that the type declares is taken where there is one; fields that may be left out are
    filled too, so that the example shows them, and recursion stops as soon as the type allows. Bounds, lengths
    and formats are kept; a regular expression is not solved: give such a field an ``examples=`` entry.

    Args:
        tp: any type that Pydantic takes.

    Returns:
        The value as JSON, keys by alias; always the same for one type.

    Raises:
        ConfigError: the type cannot be expressed in JSON.

    >>> example_value(list[int])
    [1]
    """
    outlined = outline(tp)
    return _value(outlined.root, outlined, "text", ())


def _value(node: Node, outlined: Outline, name: str, inside: tuple[str, ...]) -> JsonValue:
    examples = node.schema.get("examples")
    if isinstance(examples, list) and examples:
        return examples[0]
    if node.schema.get("default") is not None:
        return node.schema["default"]
    return _MAKERS[node.kind](node, outlined, name, inside)


def _object(node: Node, outlined: Outline, name: str, inside: tuple[str, ...]) -> JsonValue:
    return {
        entry.name: _value(entry.node, outlined, entry.name, inside)
        for entry in node.fields
        if entry.required or not _recurses(entry.node, inside)
    }


def _recurses(node: Node, inside: tuple[str, ...]) -> bool:
    return (node.kind is NodeKind.REF and node.label in inside) or any(
        _recurses(part, inside) for part in node.parts
    )


def _ref(node: Node, outlined: Outline, name: str, inside: tuple[str, ...]) -> JsonValue:
    # A type that can only be finite through a branch taken elsewhere is cut after a few rounds.
    if inside.count(node.label) > 2:
        return None
    return _value(outlined.named[node.label], outlined, name, (*inside, node.label))


def _array(node: Node, outlined: Outline, name: str, inside: tuple[str, ...]) -> JsonValue:
    least = cast("int", node.schema.get("minItems", 0))
    most = cast("int", node.schema.get("maxItems", least + 1))
    count = 0 if _recurses(node.parts[0], inside) else min(1, most)
    made = [_value(node.parts[0], outlined, name, inside) for _ in range(max(least, count))]
    return _distinct(made, node.parts[0]) if node.schema.get("uniqueItems") else made


def _distinct(made: list[JsonValue], part: Node) -> list[JsonValue]:
    if part.options:
        return list(part.options[: len(made)])
    return [_nudged(value, index) for index, value in enumerate(made)]


def _nudged(value: JsonValue, by: int) -> JsonValue:
    if isinstance(value, str):
        return f"{value} {by + 1}" if by else value
    return value + by if isinstance(value, int | float) and not isinstance(value, bool) else value


def _tuple(node: Node, outlined: Outline, name: str, inside: tuple[str, ...]) -> JsonValue:
    return [_value(part, outlined, name, inside) for part in node.parts]


def _map(node: Node, outlined: Outline, name: str, inside: tuple[str, ...]) -> JsonValue:
    if _recurses(node.parts[0], inside):
        return {}
    keys = cast("dict[str, JsonValue]", node.schema.get("propertyNames", {}))
    key = node.options[0] if node.options else _FORMAT_VALUES.get(str(keys.get("format")), "key")
    return {str(key): _value(node.parts[0], outlined, name, inside)}


def _union(node: Node, outlined: Outline, name: str, inside: tuple[str, ...]) -> JsonValue:
    finite = [part for part in node.parts if not _recurses(part, inside)]
    plain = [part for part in finite if "pattern" not in part.schema]
    return _value((plain or finite or list(node.parts))[0], outlined, name, inside)


def _choice(node: Node, *_: object) -> JsonValue:
    return node.options[0]


def _any(_node: Node, _outlined: Outline, name: str, _inside: tuple[str, ...]) -> JsonValue:
    return name


def _scalar(node: Node, _outlined: Outline, name: str, _inside: tuple[str, ...]) -> JsonValue:
    if node.label == "boolean":
        return True
    if node.label == "null":
        return None
    return _string(node, name) if node.label == "string" else _number(node)


def _string(node: Node, name: str) -> str:
    text = _FORMAT_VALUES.get(str(node.schema.get("format")), name.replace("_", " "))
    least = cast("int", node.schema.get("minLength", 0))
    most = cast("int", node.schema.get("maxLength", max(len(text), least)))
    return text.ljust(least, "x")[:most]


def _number(node: Node) -> int | float:
    whole = node.label == "integer"
    value = next((guess for guess in _guesses(node, whole=whole) if _allowed(node, guess)), Decimal(1))
    return int(value) if value == value.to_integral_value() else float(value)


def _guesses(node: Node, *, whole: bool) -> Iterator[Decimal]:
    """Numbers to try, the most natural first."""
    step = _bound(node, "multipleOf")
    unit = step or Decimal(1)
    yield unit if step or whole else Decimal("1.5")
    low = next(
        (bound for word in ("minimum", "exclusiveMinimum") if (bound := _bound(node, word)) is not None), None
    )
    high = next(
        (bound for word in ("maximum", "exclusiveMaximum") if (bound := _bound(node, word)) is not None), None
    )
    for bound, towards in ((low, unit), (high, -unit)):
        if bound is not None:
            on_step = (bound / unit).to_integral_value() * unit
            yield from (bound, bound + towards, on_step, on_step + towards)
    if low is not None and high is not None and not whole:
        yield (low + high) / 2


def _allowed(node: Node, value: Decimal) -> bool:
    step = _bound(node, "multipleOf")
    return (step is None or value % step == 0) and all(
        bound is None or test(value, bound) for word, test in _TESTS.items() for bound in [_bound(node, word)]
    )


_TESTS: Mapping[str, Callable[[Decimal, Decimal], bool]] = MappingProxyType(
    {
        "minimum": operator.ge,
        "exclusiveMinimum": operator.gt,
        "maximum": operator.le,
        "exclusiveMaximum": operator.lt,
    }
)


def _bound(node: Node, word: str) -> Decimal | None:
    value = node.schema.get(word)
    return Decimal(str(value)) if isinstance(value, int | float) else None


_MAKERS: Mapping[NodeKind, Callable[[Node, Outline, str, tuple[str, ...]], JsonValue]] = MappingProxyType({
    NodeKind.OBJECT: _object,
    NodeKind.REF: _ref,
    NodeKind.ARRAY: _array,
    NodeKind.TUPLE: _tuple,
    NodeKind.MAP: _map,
    NodeKind.UNION: _union,
    NodeKind.CHOICE: _choice,
    NodeKind.ANY: _any,
    NodeKind.SCALAR: _scalar,
})  # fmt: skip
