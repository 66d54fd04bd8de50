"""One pass over a JSON value beside the type's core schema: prepared value, liberties taken, problems met.

The handlers for each kind of type come in as a table; each answers with an ``Outcome`` and calls back for parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from structout.coerce.conventions import seen_mark
from structout.coerce.reading import DecimalMark, Options
from structout.coerce.schemas import Schema, Schemas
from structout.coerce.stacks import on_fresh_stack
from structout.errors import FailureKind
from structout.result import SEVERITY, JsonValue, Path, RepairKind, Severity

COST: Mapping[Severity, int] = {
    Severity.NONE: 0,
    Severity.COSMETIC: 1,
    Severity.TYPE: 10,
    Severity.LOSSY: 1_000,
    Severity.GUESS: 10_000,
}
"""What one repair costs when branches of a union are compared."""
_LEVELS = 30
"""How many parts may be nested on one stack, where one is not enough: each takes some ten calls."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the walk stands: in the value that comes out, in the JSON that went in, and how deep."""

    path: Path = ()
    source: Path = ()
    depth: int = 0

    def child(self, name: str | int, key: str | int | None = None) -> Place:
        """One step down; ``key`` is the step in the JSON that went in, where it differs."""
        return Place((*self.path, name), (*self.source, name if key is None else key), self.depth + 1)

    def inside(self, key: str | int) -> Place:
        """One step down in the JSON that went in only: a wrapper is left away."""
        return Place(self.path, (*self.source, key), self.depth + 1)


@dataclass(frozen=True, slots=True)
class Draft:
    """A repair whose span is not looked up yet."""

    kind: RepairKind
    place: Place
    before: JsonValue
    after: JsonValue

    @property
    def cost(self) -> int:
        """What it counts for when branches are compared."""
        return COST[SEVERITY[self.kind]]


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem whose span is not looked up yet."""

    place: Place
    expected: str
    found: JsonValue
    hint: str = ""
    kind: FailureKind = FailureKind.INVALID
    missing: bool = False
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one part of the value.

    Attributes:
        value: the JSON prepared for Pydantic, the input itself where there are problems.
        drafts: the liberties taken.
        troubles: why it does not fit, empty where it does.
        fit: how many single values were read as the type asks.
    """

    value: JsonValue
    drafts: tuple[Draft, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    fit: int = 0

    @property
    def fits(self) -> bool:
        """Whether it can be read so."""
        return not self.troubles

    @property
    def cost(self) -> int:
        """The sum of its liberties."""
        return sum(draft.cost for draft in self.drafts)

    def after(self, *drafts: Draft) -> Outcome:
        """The same outcome with a liberty taken before it."""
        return replace(self, drafts=(*drafts, *self.drafts))


Handler: TypeAlias = "Callable[[Walk, Schema, JsonValue, Place], Outcome]"


@dataclass(slots=True)
class Walk:
    """The state of one pass; one is made for each value.

    Attributes:
        schemas: the type.
        handlers: kind of core schema → what reads it.
        leaf: what reads every other kind.
        options: what the readers decide by.
        spelling: how a scalar was written in the completion, where that is known.
        max_depth: deeper values are refused.
        sources: where in the JSON that went in the parts of the value were found.
        notes: what the type says of its fields, by path.
        whole: the JSON value that the walk began with.
    """

    schemas: Schemas
    handlers: Mapping[str, Handler]
    leaf: Handler
    options: Options
    spelling: Callable[[Path], str] | None = None
    max_depth: int = 200
    sources: dict[Path, Path] = field(default_factory=dict[Path, Path])
    notes: dict[Path, str] = field(default_factory=dict[Path, str])
    whole: JsonValue = None
    _marks: tuple[DecimalMark | None] | None = None
    _every: int = 0
    _level: int = 0
    _memo: dict[tuple[int, Path, int], Outcome | None] = field(default_factory=dict[Any, Any])
    _kept: list[Any] = field(default_factory=list[Any])

    def at(self, schema: Schema, value: JsonValue, place: Place) -> Outcome:
        """Read ``value`` as ``schema`` asks; each pair is read once."""
        schema = self.schemas.resolve(schema)
        if place.depth > self.max_depth:
            return self.refuse(schema, value, place, hint="nested too deeply", kind=FailureKind.TOO_DEEP)
        handler = self.handlers.get(schema["type"], self.leaf)
        key = (id(schema), place.source, id(value))
        if key in self._memo:
            known = self._memo[key]
            return self.refuse(schema, value, place) if known is None else known
        self._memo[key] = None
        self._kept.append(value)
        if self._every:
            outcome = self._deeper(handler, schema, value, place)
        else:
            outcome = handler(self, schema, value, place)
        self._memo[key] = outcome
        return outcome

    def all_of(self, schema: Schema, value: JsonValue) -> Outcome:
        """Read a whole value; one nested deeper than Python's stack reaches is read again, on several stacks.

        Raises:
            RecursionError: a validator of the type has no end.
        """
        try:
            return self.at(schema, value, Place())
        except RecursionError:
            for seen in (self.sources, self.notes, self._memo):
                seen.clear()
            self._every = _LEVELS
            return self.at(schema, value, Place())

    def _deeper(self, handler: Handler, schema: Schema, value: JsonValue, place: Place) -> Outcome:
        outer, self._level = self._level, (self._level + 1) % self._every
        try:
            if outer:
                return handler(self, schema, value, place)
            return on_fresh_stack(lambda: handler(self, schema, value, place))
        finally:
            self._level = outer

    @property
    def decimal(self) -> DecimalMark | None:
        """The decimal mark: the caller's, or the one that the other amounts of the value show."""
        if self._marks is None:
            self._marks = (self.options.decimal or seen_mark(self.whole),)
        return self._marks[0]

    @property
    def looked_around(self) -> bool:
        """Whether other parts of the value were asked how a part is to be read."""
        return self._marks is not None and self.options.decimal is None

    def about(self, place: Place) -> str:
        """What the type says of the field that holds ``place``, or of the list or mapping that it is in."""
        for end in range(len(place.path), 0, -1) if self.notes else ():
            if place.path[:end] in self.notes or isinstance(place.path[end - 1], str):
                return self.notes.get(place.path[:end], "")
        return ""

    def refuse(
        self,
        schema: Schema,
        value: JsonValue,
        place: Place,
        *,
        hint: str = "",
        kind: FailureKind = FailureKind.INVALID,
        advice: str = "",
    ) -> Outcome:
        """An outcome that says that ``value`` is not what ``schema`` asks for."""
        trouble = Trouble(place, self.schemas.describe(schema), value, hint, kind, advice=advice)
        return Outcome(value, troubles=(trouble,))
