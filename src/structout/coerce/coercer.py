"""A JSON value made into a typed one: walk, hand to Pydantic, account for every liberty or say what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError, ValidationError, to_json

from structout.coerce.adapters import adapter_of
from structout.coerce.finite import Strict, strict_validator
from structout.coerce.leaves import leaf_reader, read_hooked
from structout.coerce.objects import read_mapping, read_object
from structout.coerce.pydantic_errors import final_troubles, located
from structout.coerce.reading import DecimalMark, Found, Options
from structout.coerce.scalars import RULES, Ask, Rule
from structout.coerce.schemas import CODE_ERRORS, Schema, Schemas
from structout.coerce.sequences import read_sequence, read_tuple
from structout.coerce.unions import read_nullable, read_tagged, read_union
from structout.coerce.walk import Draft, Handler, Outcome, Place, Trouble, Walk
from structout.errors import FailureKind
from structout.result import JsonValue, Path, Problem, Repair, RepairKind, Span, render_path, shorten

T = TypeVar("T")

_ROUNDS = 4
_HANDLERS: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        **dict.fromkeys(
            ("model-fields", "typed-dict", "dataclass-args", "named-tuple", "arguments"), read_object
        ),
        "dict": read_mapping,
        **dict.fromkeys(("list", "set", "frozenset", "generator"), read_sequence),
        "tuple": read_tuple,
        "nullable": read_nullable,
        "union": read_union,
        "tagged-union": read_tagged,
        **dict.fromkeys(("function-before", "function-wrap"), read_hooked),
    }
)


@dataclass(frozen=True, slots=True)
class Coerced(Generic[T]):
    """A typed value with the liberties taken.

    Attributes:
        value: what was asked for.
        json: the JSON that Pydantic was given in the end.
        repairs: every liberty, in the order of the text.
    """

    value: T
    json: JsonValue
    repairs: tuple[Repair, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """No value of the type, and why.

    Attributes:
        problems: each reason with its path, what is expected and what was found.
        json: what could be read, as JSON.
        kind: the kind of failure.
        fit: how many single values fit, less the problems; of several refused readings the highest is nearest.
    """

    problems: tuple[Problem, ...]
    json: JsonValue
    kind: FailureKind = FailureKind.INVALID
    fit: int = 0


class Coercer(Generic[T]):
    """Makes JSON values into values of one type; build it once for a type.

    Args:
        tp: any annotation that Pydantic takes.
        rules: what is done to single values that Pydantic refuses, by kind of type or error type.
        decimal: the decimal mark of numbers in text; ``None`` refuses ``1,234`` for a float.
        dayfirst: the order of ``03/04/2025``; ``None`` refuses it.
        typo_margin: how many more edits the second-best spelling must need than the best.
        max_depth: deeper values are refused.
        reader: reads an object or a list that is written in a string and is not quite JSON.
    """

    def __init__(
        self,
        tp: Any,
        *,
        rules: Mapping[str, Rule] = RULES,
        decimal: DecimalMark | None = None,
        dayfirst: bool | None = None,
        typo_margin: int = 2,
        max_depth: int = 200,
        reader: Callable[[str], JsonValue] | None = None,
    ) -> None:
        self.adapter: TypeAdapter[T] = adapter_of(tp)
        self.options = Options(decimal, dayfirst, typo_margin, reader=reader)
        self.rules = rules
        self.max_depth = max_depth

    @cached_property
    def strict(self) -> Strict:
        """Pydantic's reading of valid JSON, made when first needed."""
        return strict_validator(self.adapter)

    @cached_property
    def schemas(self) -> Schemas:
        """The type's core schema, looked at when first needed."""
        return Schemas(self.adapter)

    def coerce(
        self,
        value: JsonValue,
        span_of: Callable[[Path], Span],
        *,
        context: Any = None,
        spelling: Callable[[Path], str] | None = None,
        loose_lists: bool = False,
        known: tuple[T] | None = None,
    ) -> Coerced[T] | Refused:
        """Make a JSON value into a value of the type.

        Args:
            value: the JSON value as it was read.
            span_of: where the part at a path stands in the completion.
            context: handed to Pydantic's validators.
            spelling: how the scalar at a path is written in the completion, for numbers wanted as text.
            loose_lists: whether the notation has no lists of its own, so that ``a, b`` is one.
            known: what Pydantic made of this very value already, so that its validators need not run twice.

        Returns:
            The value with every liberty taken, or the problems that stand in its way.
        """
        options = replace(self.options, loose_lists=loose_lists) if loose_lists else self.options
        walk = Walk(
            self.schemas, _HANDLERS, leaf_reader(self.rules), options, spelling, self.max_depth, whole=value
        )
        try:
            outcome = walk.all_of(self.schemas.root, value)
        except RecursionError:
            trouble = Trouble(Place(), "a value nested less deeply", value, kind=FailureKind.TOO_DEEP)
            outcome = Outcome(value, troubles=(trouble,))
        if not outcome.fits:
            return _refused(outcome, span_of)
        if known is not None and to_json(outcome.value) == to_json(value):
            return Coerced(known[0], outcome.value, _repairs(outcome.drafts, span_of))
        return self._validated(walk, outcome, span_of, context)

    def part(self, schema: Schema, value: JsonValue) -> Coerced[Any] | Refused:
        """Make a part of a value into what one node of the type's core schema asks for, as a stream does.

        Args:
            schema: the node, from ``schemas``.
            value: the JSON of the part.
        """
        validator = self.schemas.validator(schema)
        try:
            return Coerced(validator.validate_json(to_json(value), strict=True), value)
        except (ValidationError, PydanticSerializationError):
            pass
        outcome = self._walk().all_of(schema, value)
        if outcome.fits:
            try:
                return Coerced(validator.validate_json(to_json(outcome.value)), outcome.value)
            except (ValidationError, PydanticSerializationError):
                pass
        return _refused(outcome, lambda _: Span(0, 0))

    def apart(self, schema: Schema, value: JsonValue) -> Outcome | None:
        """What is read in a part of a value, ``None`` where that hangs on what stands beside it.

        Args:
            schema: the node, from ``schemas``.
            value: the JSON of the part.
        """
        walk = self._walk()
        try:
            outcome = walk.all_of(schema, value)
        except CODE_ERRORS:
            return None
        return None if walk.looked_around else outcome

    def _walk(self) -> Walk:
        return Walk(self.schemas, _HANDLERS, leaf_reader(self.rules), self.options, None, self.max_depth)

    def _validated(
        self, walk: Walk, outcome: Outcome, span_of: Callable[[Path], Span], context: Any
    ) -> Coerced[T] | Refused:
        troubles: tuple[Trouble, ...] = ()
        for _ in range(_ROUNDS):
            try:
                typed, lenient = self._handed_over(walk, outcome, context)
                return Coerced(typed, outcome.value, _repairs((*outcome.drafts, *lenient), span_of))
            except ValidationError as error:
                troubles = tuple(final_troubles(error, outcome.value, walk))
                mended = self._mended(error, outcome, walk)
            except (PydanticSerializationError, ValueError) as error:
                troubles, mended = (Trouble(Place(), "text that can be encoded", str(error)),), None
            except CODE_ERRORS as error:
                hint = f"its validator failed with {error!r}"
                troubles, mended = (
                    (Trouble(Place(), "a value that its validator takes", outcome.value, hint),),
                    None,
                )
            if mended is None:
                break
            outcome = mended
        return _refused(Outcome(outcome.value, outcome.drafts, troubles, outcome.fit), span_of)

    def _handed_over(self, walk: Walk, outcome: Outcome, context: Any) -> tuple[T, tuple[Draft, ...]]:
        """What Pydantic makes of the prepared JSON, and what it converted itself."""
        text = to_json(outcome.value, inf_nan_mode="constants")
        try:
            return self.adapter.validate_json(text, strict=True, context=context), ()
        except ValidationError as error:
            strict = error
        typed = self.adapter.validate_json(text, context=context)
        return typed, tuple(_lenient(strict, outcome.value, walk))

    def _mended(self, error: ValidationError, outcome: Outcome, walk: Walk) -> Outcome | None:
        """The outcome after the caller's rules for error types, ``None`` where none applies."""
        value, drafts = outcome.value, list(outcome.drafts)
        changed = False
        for fault in error.errors(include_url=False):
            rule = self.rules.get(fault["type"]) if fault["type"] not in _SCHEMA_KINDS else None
            if rule is None:
                continue
            path = located(fault["loc"], value)
            reading = rule(_get(value, path), Ask(fault, self.options))
            if isinstance(reading, Found) and reading.value != _get(value, path):
                place = Place(path, walk.sources.get(path, path))
                drafts += [Draft(kind, place, _get(value, path), reading.value) for kind in reading.kinds]
                value = _put(value, path, reading.value)
                changed = True
        return Outcome(value, tuple(drafts), (), outcome.fit) if changed else None


_SCHEMA_KINDS = frozenset(RULES)


def _get(value: JsonValue, path: Path) -> Any:
    part: Any = value
    for step in path:
        part = part[step]
    return part


def _put(value: JsonValue, path: Path, new: JsonValue) -> JsonValue:
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(value, list):
        return [_put(part, rest, new) if i == step else part for i, part in enumerate(value)]
    if isinstance(value, dict):
        return {key: _put(part, rest, new) if key == step else part for key, part in value.items()}
    return value


def _lenient(error: ValidationError, value: JsonValue, walk: Walk) -> Iterator[Draft]:
    seen: set[Path] = set()
    for fault in error.errors(include_url=False, include_context=False, include_input=False):
        path = located(fault["loc"], value)
        if path not in seen:
            seen.add(path)
            part = _get(value, path)
            yield Draft(RepairKind.LENIENT_VALIDATION, Place(path, walk.sources.get(path, path)), part, part)


def _repairs(drafts: tuple[Draft, ...], span_of: Callable[[Path], Span]) -> tuple[Repair, ...]:
    repairs = [
        Repair(d.kind, render_path(d.place.path), span_of(d.place.source), _shown(d.before), _shown(d.after))
        for d in drafts
    ]
    return tuple(sorted(repairs, key=lambda repair: (repair.span.start, repair.span.end)))


def _shown(value: JsonValue) -> str:
    return value if isinstance(value, str) and len(value) <= 80 else shorten(_pruned(value))


def _pruned(value: JsonValue, depth: int = 4) -> Any:
    """As much of a value as a message shows, so that a large one is not written out for it."""
    if isinstance(value, dict):
        return {key: _pruned(part, depth - 1) for key, part in islice(value.items(), 8)} if depth else {}
    if isinstance(value, list):
        return [_pruned(part, depth - 1) for part in value[:8]] if depth else []
    return value[:200] if isinstance(value, str) else value


def _refused(outcome: Outcome, span_of: Callable[[Path], Span]) -> Refused:
    kinds = {trouble.kind for trouble in outcome.troubles} - {FailureKind.INVALID}
    kind = next((k for k in FailureKind if k in kinds), FailureKind.INVALID)
    if (
        any(trouble.kind is FailureKind.INVALID for trouble in outcome.troubles)
        and kind is FailureKind.AMBIGUOUS
    ):
        kind = FailureKind.INVALID
    problems = tuple(_problem(trouble, span_of) for trouble in outcome.troubles)
    return Refused(problems, outcome.value, kind, outcome.fit - len(problems))


def _problem(trouble: Trouble, span_of: Callable[[Path], Span]) -> Problem:
    found = "nothing" if trouble.missing else shorten(_pruned(trouble.found))
    path, span = render_path(trouble.place.path), span_of(trouble.place.source)
    return Problem(path, trouble.expected, found, span, trouble.hint, trouble.advice)
