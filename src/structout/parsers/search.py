"""One completion searched for values of one type, notation by notation.

In: where the answer stands. Out: every reading that fits, and the refusals of those that do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from structout import shapes
from structout.coerce import CODE_ERRORS, Coerced, Coercer, Refused
from structout.errors import FailureKind
from structout.jsonish import Unreadable
from structout.locate import Located, cannot_say, cue, failure_sign
from structout.parsers.candidates import Candidate, find, is_only_opened, is_part, stretches
from structout.parsers.choosing import Accepted
from structout.parsers.clean import suspicious
from structout.parsers.readings import Arguments, BareText, Places, Readable, arguments_of, collected
from structout.parsers.target import Target
from structout.result import JsonValue, Problem, RepairKind, Span, shorten

T = TypeVar("T")

_NO_ANSWER = frozenset(
    {FailureKind.PLACEHOLDER, FailureKind.SCHEMA_ECHO, FailureKind.TOO_DEEP, FailureKind.AMBIGUOUS}
)
_MANY = 256
_BY_LINES = frozenset(
    {RepairKind.YAML, RepairKind.KEY_VALUE_LINES, RepairKind.LIST_MARKUP, RepairKind.TEXT_TO_LIST}
)
_NAMED = frozenset({RepairKind.CONSTRUCTOR, RepairKind.XML, RepairKind.TOOL_CALL})
"""Notations that say what they hold, so that one key in them is enough."""
_NOTED = frozenset({RepairKind.EXTRA_KEY, RepairKind.CONFLICTING_KEY, RepairKind.DUPLICATE_KEY})
_MATCHED = frozenset({RepairKind.KEY_SPELLING, RepairKind.KEY_TYPO, RepairKind.UNION_BRANCH})
"""Liberties by which a key counts that Pydantic leaves out, and puts a default in its place."""


class Search(Generic[T]):
    """The state of one search; made for each completion.

    Args:
        located: where the answer stands.
        target: the facts about the type.
        coercer: what makes JSON values into values of the type.
        places: what was read of the text before, and reads the rest.
        context: handed to Pydantic's validators.
        lenient: whether any JSON will do as it is read.

    Attributes:
        refused: what was read and is no value of the type.
        trouble: why something could not be read at all.
    """

    def __init__(
        self,
        located: Located,
        target: Target,
        coercer: Coercer[T],
        places: Places,
        *,
        context: Any = None,
        lenient: bool = False,
    ) -> None:
        self.located = located
        self.text = located.text
        self.target = target
        self.coercer = coercer
        self.places = places
        self.context = context
        self.lenient = lenient
        self.refused: list[tuple[Candidate, Refused]] = []
        self.trouble: Unreadable | None = None
        self._read: list[Accepted[T]] = []
        self._objects: list[Candidate] = []
        self._listed = False

    def run(self) -> list[Accepted[T]]:
        """Every reading that fits, in the order of the text; the first notation that gives one ends the search."""
        if self.target.only_text:
            return self._in_words([self.located.answer])
        whole = self._whole()
        if whole is not None:
            return [whole]
        if self.refused:
            return []
        found = find(
            self.located,
            self._take,
            self.places,
            untyped=self.target.untyped,
            most=len(self.text) if self._collects else _MANY,
        )
        self.trouble = found.trouble
        if found.trouble is not None and found.trouble.kind is FailureKind.TOO_DEEP:
            return []
        if found.broken_off:
            # What comes later may be the answer: none of those before it can be taken for it.
            self.trouble = Unreadable("there are more values in it than are looked at", FailureKind.TOO_LARGE)
            return []
        if found.trouble is not None and self._objects and not self._read:
            # Of a list whose items stand one by one, none that cannot be read is left out.
            return []
        accepted = self._gathered()
        if any(is_only_opened(self.located, one.span) for one in accepted):
            self.trouble = Unreadable("the text breaks off behind a bracket", FailureKind.TRUNCATED)
            return []
        announced = len(accepted) > 1 and any(one.candidate.cue != "none" for one in accepted)
        if accepted and not announced and all(is_part(self.text, one.span) for one in accepted):
            accepted = self._holding(accepted[0].span) or accepted
        if accepted or self.target.untyped:
            return accepted
        return self._elsewhere() or (
            self._in_words(stretches(self.located)) if self._sayable(found.candidates) else []
        )

    def _whole(self) -> Accepted[T] | None:
        """The answer as it stands, if it is plain JSON of the type: its value is not changed, but no key of it is lost."""
        span = self.located.answer
        plain = span.of(self.text)
        if self.target.overread(plain):
            return None
        try:
            value = self.coercer.strict.validate_json(plain, strict=True, context=self.context)
            reading = self.places.read(span)
        except (ValidationError, Unreadable, *CODE_ERRORS):
            return None
        # Valid JSON with edits: JSON makes something else of it than a person would.
        if reading.edits:
            return None
        candidate = Candidate(reading)
        if self._called(reading) is not None:
            return self._try(candidate)
        one = self._try(candidate, (value,))
        if one is None:
            told = bool(self.refused) and self.refused[-1][1].kind in _NO_ANSWER and suspicious(plain, value)
            if told or self._is_foreign(reading.value):
                return None
            self.refused.clear()
            return Accepted(candidate, Coerced(value, reading.value))
        if self._is_hollow(one):
            self._refuse(candidate, "a key of the type, none of these is one")
            return None
        matched = any(repair.kind in _MATCHED for repair in one.coerced.repairs) and suspicious(plain, value)
        # Pydantic took nothing but defaults where the value stands inside a wrapper.
        if matched or self._is_foreign(reading.value):
            return one
        noted = tuple(repair for repair in one.coerced.repairs if repair.kind in _NOTED)
        return Accepted(candidate, Coerced(value, one.coerced.json, noted))

    def _take(self, candidate: Candidate) -> bool:
        if self._collects and isinstance(candidate.reading.value, dict):
            self._objects.append(candidate)
            return True
        one = self._try(candidate)
        if one is not None:
            self._read.append(one)
        return one is not None

    @property
    def _brackets(self) -> tuple[str, ...]:
        """The brackets round an answer that is meant as a container."""
        return ("{}", "[]") if "list" in self.target.kinds else ("{}",)

    @property
    def _collects(self) -> bool:
        """Whether objects may be items of the list that is asked for."""
        return "list" in self.target.kinds and "object" not in self.target.kinds

    def _gathered(self) -> list[Accepted[T]]:
        """The candidates that fit; objects beside no list are its items, all of them or none."""
        items = [one for one in self._objects if self._may_be_item(one.reading)]
        if len(items) > 1 and not self._read:
            together = self._try(Candidate(collected(self.text, tuple(item.reading for item in items))))
            return [together] if together is not None else []
        held = [item for one in self._read for item in _items(one.candidate.reading.value)]
        alone = [item for item in self._objects[:_MANY] if item.reading.value not in held]
        objects = [one for item in alone if (one := self._try(item)) is not None]
        read = sorted([*self._read, *objects], key=lambda one: one.span.start)
        return [one for one in read if not self._is_hollow(one)]

    def _holding(self, span: Span) -> list[Accepted[T]]:
        """What another notation makes of the text, if the stretch is only a part of its value."""
        return [
            one
            for one in self._elsewhere()
            if one.span.start < span.start
            and span.end <= one.span.end
            and (_notation(one) in _NAMED or len(_keys(_first(one.candidate.reading.value))) > 1)
        ]

    def _may_be_item(self, reading: Readable) -> bool:
        """Whether an object has a key of the type in any spelling; of one that is cut off, the keys may be missing."""
        hints = self.target.hints
        return not hints.fields or not reading.complete or bool(hints.hits(_keys(reading.value)))

    def _elsewhere(self) -> list[Accepted[T]]:
        """The first other notation that fits; of a fence, what the fences with its label hold as well."""
        for span in stretches(self.located):
            one = self._noted(span)
            if one is not None:
                alike = self._in_fences_like(span)
                return [other for other in alike if _notation(other) is _notation(one)] or [one]
        return []

    def _in_fences_like(self, span: Span) -> Iterator[Accepted[T]]:
        labels = {fence.label for fence in self.located.fences if fence.body == span}
        behind = 0
        for fence in self.located.fences:
            one = self._noted(fence.body) if fence.label in labels else None
            if one is not None:
                lead = cue(self.text, behind, fence.outer.start)
                yield replace(one, candidate=replace(one.candidate, cue=lead, region=fence))
            behind = fence.outer.end

    def _noted(self, span: Span) -> Accepted[T] | None:
        for reading in self._notations(span):
            if (
                reading.repairs[0].kind is RepairKind.TEXT_TO_LIST
                and failure_sign(span.of(self.text)) is not None
            ):
                continue
            one = self._try(Candidate(reading))
            if one is not None and not self._is_hollow(one):
                return one
            self._listed |= isinstance(reading.value, list) and len(reading.value) > 1
        return None

    def _notations(self, span: Span) -> Iterator[shapes.ShapeReading]:
        """Readings in other notations; lines are not looked at one by one where they are the lines of an object."""
        objects = any(self._fills(candidate.reading, span) for candidate, _ in self.refused)
        for kind, read in shapes.READERS.items():
            reading = (
                None
                if objects and kind in _BY_LINES
                else read(self.text, span.start, span.end, self.target.hints)
            )
            if reading is not None:
                yield reading

    @staticmethod
    def _fills(reading: Readable, span: Span) -> bool:
        """Whether an object takes up most of a stretch."""
        return (
            isinstance(reading.value, dict)
            and 2 * (reading.span.end - reading.span.start) > span.end - span.start
        )

    def _sayable(self, candidates: tuple[Candidate, ...]) -> bool:
        """Whether the value may be said in plain words: it is no container, and no container was found."""
        answers = [span.of(self.text) for span in stretches(self.located)]
        # Of a list with an item that is none, the others are not the answer.
        if self._listed or any(answer[:1] + answer[-1:] in self._brackets for answer in answers):
            return False
        words = bool({"scalar", "text", "null"} & self.target.kinds)
        return not candidates and (words or ("list" in self.target.kinds and "scalar" in self.target.items))

    def _in_words(self, spans: list[Span]) -> list[Accepted[T]]:
        for span in spans:
            if not self.target.only_text and cannot_say(span.of(self.text)):
                continue
            one = self._try(Candidate(BareText(self.text, span)))
            if one is not None:
                return [one]
        return []

    def _called(self, reading: Readable) -> Arguments | None:
        """The arguments of a tool call whose own keys are none of the type's but perhaps the name."""
        inner = arguments_of(reading)
        hints = self.target.hints
        if inner is None or inner.path[-1] in hints.fields or not hints.hits(_keys(_first(inner.value))):
            return None
        return inner

    def _try(self, candidate: Candidate, known: tuple[T] | None = None) -> Accepted[T] | None:
        if called := self._called(candidate.reading):
            candidate = replace(candidate, reading=called)
        reading = candidate.reading
        try:
            if self.lenient and (read := self._as_read(reading)) is not None:
                return Accepted(candidate, read)
            outcome = self.coercer.coerce(
                reading.value,
                reading.span_of,
                context=self.context,
                spelling=lambda path: reading.span_of(path).of(self.text),
                loose_lists=isinstance(reading, shapes.ShapeReading)
                and reading.repairs[0].kind is not RepairKind.CONSTRUCTOR,
                known=known,
            )
        except Unreadable as trouble:
            self.trouble = trouble
            return None
        if isinstance(outcome, Refused):
            inner = arguments_of(reading)
            if inner is not None:
                return self._try(replace(candidate, reading=inner))
            self.refused.append((candidate, outcome))
            return None
        return Accepted(candidate, outcome)

    def _as_read(self, reading: Readable) -> Coerced[T] | None:
        try:
            return Coerced(self.coercer.adapter.validate_python(reading.value), reading.value)
        except (ValidationError, *CODE_ERRORS):
            return None

    def _refuse(self, candidate: Candidate, expected: str) -> None:
        reading = candidate.reading
        problem = Problem("$", expected, shorten(reading.value), reading.span)
        self.refused.append((candidate, Refused((problem,), reading.value)))

    def _is_hollow(self, one: Accepted[T]) -> bool:
        """Whether only defaults were taken: an object that shares no key with the type says nothing about it."""
        value = one.candidate.reading.value
        return isinstance(value, dict) and bool(value) and self._is_foreign(one.coerced.json)

    def _is_foreign(self, value: JsonValue) -> bool:
        """Whether the value is an object without a single key of a type that has fixed keys."""
        fixed = "object" in self.target.kinds and not self.target.open_keys and not self.target.untyped
        return fixed and isinstance(value, dict) and not value.keys() & self.target.hints.fields


def _items(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _first(value: JsonValue) -> JsonValue:
    return value[0] if isinstance(value, list) and value else value


def _keys(value: JsonValue) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, dict) else ()


def _notation(one: Accepted[Any]) -> RepairKind:
    return one.candidate.reading.repairs[0].kind
