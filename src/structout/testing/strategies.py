"""Hypothesis strategies: a type → its values, and completions that hold them, clean or damaged in a known way.

They shrink: a failing example ends with one damage, or none, and a tiny value.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from hypothesis import HealthCheck, Phase, given, reject, settings, strategies as st
from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from structout.testing.core_schema import Builder
from structout.testing.damage import DAMAGES, Damage, Damaged, Shape, damage_all, damages_named, shape_of

T = TypeVar("T")

Write: TypeAlias = Callable[[Any], str]
"""A value → a clean completion."""


class Completion(NamedTuple, Generic[T]):
    """A completion with the value that it holds.

    Attributes:
        text: the completion.
        expected: the value that stands, or stood, in it.
        damages: what was done to it, first to last.
    """

    text: str
    expected: T
    damages: tuple[Damaged, ...]

    @property
    def recoverable(self) -> bool:
        """Whether the value can still be read out of the text; if not, an error is right."""
        return all(damage.recoverable for damage in self.damages)


def values(tp: Any) -> st.SearchStrategy[Any]:
    """Values of a type that survive a round trip through JSON.

    Args:
        tp: whatever `pydantic.TypeAdapter` takes: models, dataclasses, TypedDict, NamedTuple, enums, unions,
            recursive types, constrained scalars.

    Returns:
        A strategy. Values that the type's own validators refuse are not drawn.
    """
    adapter: TypeAdapter[Any] = TypeAdapter(tp)
    inputs = Builder().of(adapter.core_schema)

    @st.composite
    def value(draw: st.DrawFn) -> Any:
        try:
            drawn = adapter.validate_python(draw(inputs))
            if same(
                adapter,
                drawn,
                adapter.validate_json(adapter.dump_json(drawn, by_alias=True, round_trip=True)),
            ):
                return drawn
        except (ValidationError, PydanticSerializationError):
            pass
        return reject()

    return value()


def same(adapter: TypeAdapter[Any], left: Any, right: Any) -> bool:
    """Whether two values of a type are the same: equal, of one class, and with one JSON form."""
    if type(left) is not type(right):
        return False
    return adapter.dump_json(left, by_alias=True, round_trip=True) == adapter.dump_json(
        right, by_alias=True, round_trip=True
    )


def clean_completion(adapter: TypeAdapter[Any], value: Any) -> str:
    """A value the way a careful model would write it: JSON, a lone text without its quotes."""
    text = adapter.dump_json(value, by_alias=True, round_trip=True).decode()
    lone = text.startswith('"') and adapter.core_schema["type"] != "any"
    return str(json.loads(text)) if lone else text


def completions(
    tp: Any,
    damages: Iterable[str | Damage] | None = None,
    *,
    max_damages: int = 2,
    write: Write | None = None,
) -> st.SearchStrategy[Completion[Any]]:
    """Completions that hold a value of a type.

    Args:
        tp: the type.
        damages: which damages may be done, by name or as they are; all of the table by default, ``()`` for none.
        max_damages: how many at most are done to one completion.
        write: writes a value the way a careful model would; as JSON by default.

    Returns:
        A strategy of `Completion`.

    Raises:
        ConfigError: a damage is not known.
    """
    adapter: TypeAdapter[Any] = TypeAdapter(tp)
    shape = shape_of(tp)
    table = damages_named(DAMAGES.values() if damages is None else damages)
    written = _writer(adapter, write)
    drawn = values(tp).filter(lambda value: _is_tellable(written(value), shape))

    @st.composite
    def completion(draw: st.DrawFn) -> Completion[Any]:
        value = draw(drawn)
        text = written(value)
        count = draw(st.integers(0, max_damages)) if table else 0
        rng = draw(st.randoms(use_true_random=False))
        chosen = [_applicable(table, draw(st.integers(0, len(table) - 1)), text, shape) for _ in range(count)]
        steps = damage_all(text, [damage for damage in chosen if damage is not None], rng, shape)
        return Completion(steps[-1].text if steps else text, value, steps)

    return completion()


def each_damage(
    tp: Any,
    damages: Iterable[str | Damage] | None = None,
    *,
    values_each: int = 4,
    drawn: int = 80,
    write: Write | None = None,
) -> list[Completion[Any]]:
    """Every damage once alone, to the smallest values that it can be done to: nothing is left to chance.

    Args:
        tp: the type.
        damages: which damages, by name or as they are; all of the table by default.
        values_each: how many values each damage is done to.
        drawn: how many values are drawn to choose from.
        write: writes a value the way a careful model would; as JSON by default.
    """
    adapter: TypeAdapter[Any] = TypeAdapter(tp)
    shape = shape_of(tp)
    small = _some_values(tp, drawn, _writer(adapter, write), shape)
    cases: list[Completion[Any]] = []
    for damage in damages_named(DAMAGES.values() if damages is None else damages):
        cases += itertools.islice(_spoilt(damage, small, shape), values_each)
    return cases


def _spoilt(damage: Damage, small: list[tuple[str, Any]], shape: Shape) -> Iterator[Completion[Any]]:
    done = 0
    for text, value in small:
        step = damage(text, Random(done), shape)  # noqa: S311
        if step is not None:
            yield Completion(step.text, value, (step,))
            done += 1


def _writer(adapter: TypeAdapter[Any], write: Write | None) -> Write:
    return write or partial(clean_completion, adapter)


def _some_values(tp: Any, count: int, write: Write, shape: Shape) -> list[tuple[str, Any]]:
    found: dict[str, Any] = {}

    @settings(max_examples=count, phases=[Phase.generate], derandomize=True, database=None, deadline=None,
              suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])  # fmt: skip
    @given(values(tp))
    def note(value: Any) -> None:
        text = write(value)
        if _is_tellable(text, shape):
            found[text] = value

    note()
    return sorted(found.items(), key=lambda item: len(item[0]))


def _applicable(table: tuple[Damage, ...], start: int, text: str, shape: Shape) -> Damage | None:
    """The first damage from there on that can be done to this text."""
    ordered = (*table[start:], *table[:start])
    probe = Random(0)  # noqa: S311
    return next((damage for damage in ordered if damage(text, probe, shape) is not None), None)


def _is_tellable(text: str, shape: Shape) -> bool:
    """Whether the text can stand alone: a lone empty or blank text cannot."""
    return bool(text.strip()) and (text == text.strip() or not shape.traits & {"text-root", "scalar-root"})


def chunkings(text: str) -> st.SearchStrategy[list[str]]:
    """Ways to cut a text into the pieces of a stream; joined they are the text.

    Shrinks towards one piece.
    """
    if len(text) < 2:
        return st.just([text])

    def pieces(cuts: list[int]) -> list[str]:
        bounds = [0, *sorted(cuts), len(text)]
        return [text[a:b] for a, b in itertools.pairwise(bounds)]

    few = st.lists(st.integers(1, len(text) - 1), unique=True, max_size=6).map(pieces)
    return st.one_of(
        few, st.just(list(text)), st.integers(2, 9).map(lambda n: pieces(list(range(n, len(text), n))))
    )


_FRAGMENTS = (
    "{", "}", "[", "]", ":", ",", '"', "'", "\\", "```", "```json\n", "<think>", "</think>", "null", "True", "NaN",
    "-", "1", "0.5", "1e999", "9" * 400, "//", "/*", "*/", "#", "...", "\n", "\x00", "\ufeff", "\ud800", "“", "：",
    "<a>", "</a>", "<invoke name=\"x\">", "- ", "1. ", "| a | b |\n|---|---|\n", "key: ", "I'm sorry", "\\u12", "&quot;",
    '{"a": ', '["a", ', "Answer: ", "2024-02-30", "[" * 300, '{"a":' * 300, "x" * 200,
)  # fmt: skip


def garbage() -> st.SearchStrategy[str]:
    """Texts that hold nothing in particular: any characters, shards of JSON, markup and prose, deep nesting."""
    shards = st.lists(st.sampled_from(_FRAGMENTS), max_size=12).map("".join)
    return st.one_of(
        shards, st.text(max_size=40), st.tuples(shards, st.text(max_size=9), shards).map("".join)
    )
