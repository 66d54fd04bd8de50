"""Completion → value of a type: strict first, then located, repaired, coerced, chosen.

In: a completion. Out: ``Parsed``, or OutputParserException and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

from pydantic import ValidationError

from structout.coerce import RULES, Coerced, Coercer, Refused, Rule
from structout.errors import FailureKind, OutputParserException
from structout.jsonish import Unreadable
from structout.locate import Located, Region, cut, is_schema, locate, stands_in, trimmed
from structout.parsers.base import stopped_early, within
from structout.parsers.candidates import BareText, Candidate, Readable, collected, find
from structout.parsers.choosing import Accepted, Choice, choose
from structout.parsers.failing import all_refused, failed, no_candidate, tied
from structout.parsers.notations import read_all
from structout.parsers.target import Target, target_of
from structout.result import JsonValue, Parsed, Problem, Repair, RepairKind, Severity, Span, shorten

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a caller may set about reading.

    Attributes:
        max_severity: the gravest repair that is taken without an error.
        max_depth: how deep values may nest.
        max_length: the longest completion that is repaired, in characters.
        decimal: the decimal mark of numbers in text, where it is known.
        dayfirst: whether ``03/04/2025`` is the third of April, where it is known.
        rules: what is done to single values; a caller can add to them.
        context: handed to Pydantic's validators.
    """

    max_severity: Severity = Severity.TYPE
    max_depth: int = 200
    max_length: int = 10_000_000
    decimal: Literal[".", ","] | None = None
    dayfirst: bool | None = None
    rules: Mapping[str, Rule] = field(default_factory=lambda: RULES)
    context: Any = None


class Pipeline(Generic[T]):
    """Reads completions as one type; build it once.

    Args:
        tp: any annotation that Pydantic takes.
        settings: what the caller set.
        echoes: JSON values that the instructions show and that are no answers.
    """

    def __init__(
        self, tp: Any, settings: Settings = Settings(), *, echoes: tuple[JsonValue, ...] = ()
    ) -> None:
        self.settings = settings
        self.echoes = echoes
        self.coercer: Coercer[T] = Coercer(
            tp,
            rules=settings.rules,
            decimal=settings.decimal,
            dayfirst=settings.dayfirst,
            max_depth=settings.max_depth,
        )

    @cached_property
    def target(self) -> Target:
        """The facts about the type, worked out when a completion is not plain JSON."""
        return target_of(self.coercer.schemas)

    @cached_property
    def expected(self) -> str:
        """What the type asks for, in words."""
        return self.coercer.schemas.describe(self.coercer.schemas.root)

    def explain(self, text: str, *, prompt: str | None = None, finish_reason: str | None = None) -> Parsed[T]:
        """Read a completion with the account of every liberty.

        Raises:
            OutputParserException: it holds no value of the type.
        """
        if finish_reason in ("refusal", "content_filter"):
            stopped_early(text, finish_reason)
        if len(text) > self.settings.max_length:
            found = Problem("$", f"at most {self.settings.max_length} characters", str(len(text)))
            raise failed(FailureKind.TOO_LARGE, text, (found,))
        located = locate(text, fields=self.target.hints.fields)
        choice = self._choice(located)
        self._refuse_echo(choice.taken, located, prompt)
        return self._settled(choice, located, finish_reason)

    def _settled(self, choice: Choice[T], located: Located, finish_reason: str | None) -> Parsed[T]:
        text, taken = located.text, choice.taken
        limit = self.settings.max_severity
        if limit < Severity.LOSSY:
            stopped_early(text, finish_reason, partial=taken.coerced.json)
        if choice.ties and limit < Severity.GUESS:
            raise tied(text, self.expected, choice.ties)
        repairs = (*_setting(located, taken), *choice.reason, *taken.repairs)
        parsed = Parsed(
            taken.coerced.value,
            text,
            taken.span,
            tuple(sorted(repairs, key=lambda repair: repair.span.start)),
            _ignored(text, taken.candidate.reading),
            taken.candidate.reading.complete,
        )
        return within(parsed, limit, partial=taken.coerced.json)

    # Ways to a value, in the order in which they are tried.

    def _choice(self, located: Located) -> Choice[T]:
        text, target = located.text, self.target
        if not located.answer.of(text):
            raise _nothing(located)
        if target.only_text:
            return self._as_text(located)
        refused: list[tuple[Candidate, Refused]] = []
        read: list[Accepted[T]] = []
        found = find(
            located,
            lambda candidate: self._take(candidate, read, refused),
            max_depth=self.settings.max_depth,
            untyped="any" in target.kinds,
        )
        accepted = self._gathered(text, read, refused)
        if not accepted and target.kinds != {"any"}:
            accepted = self._elsewhere(located, refused, in_words=not found.candidates)
        if accepted:
            return choose(accepted, limit=self.settings.max_severity)
        if refused:
            raise all_refused(text, refused)
        raise no_candidate(text, self.expected, found.trouble)

    def _take(
        self, candidate: Candidate, read: list[Accepted[T]], refused: list[tuple[Candidate, Refused]]
    ) -> bool:
        one = self._try(candidate, refused)
        if one is not None:
            read.append(one)
        return one is not None

    def _gathered(
        self, text: str, read: list[Accepted[T]], refused: list[tuple[Candidate, Refused]]
    ) -> list[Accepted[T]]:
        """The candidates that fit, or all of them as the items of a list."""
        items = [one for one in read if not isinstance(one.candidate.reading.value, list)]
        if "list" in self.target.kinds and len(items) == len(read) > 1:
            together = collected(text, [one.candidate for one in items])
            as_list = self._try(Candidate(together), refused)
            return [as_list] if as_list is not None else read
        return [one for one in read if not self._is_hollow(one)]

    def _elsewhere(
        self, located: Located, refused: list[tuple[Candidate, Refused]], *, in_words: bool
    ) -> list[Accepted[T]]:
        """Other notations; then, where the type can be said in words, the text itself."""
        for span in _stretches(located):
            for reading in read_all(located.text, span.start, span.end, self.target.hints):
                one = self._try(Candidate(reading), refused)
                if one is not None and not self._is_hollow(one):
                    return [one]
        if in_words and (self.target.kinds & {"scalar", "text"} or self._items_are_words()):
            one = self._try(Candidate(BareText(located.text, _stretches(located)[0])), refused)
            return [one] if one is not None else []
        return []

    def _items_are_words(self) -> bool:
        return "list" in self.target.kinds and "scalar" in self.target.items

    def _as_text(self, located: Located) -> Choice[T]:
        one = self._try(Candidate(BareText(located.text, located.answer)), [])
        if one is None:
            refused: list[tuple[Candidate, Refused]] = []
            self._try(Candidate(BareText(located.text, located.answer)), refused)
            raise all_refused(located.text, refused)
        return Choice(one)

    def _try(self, candidate: Candidate, refused: list[tuple[Candidate, Refused]]) -> Accepted[T] | None:
        reading = candidate.reading
        if self.target.kinds == {"any"} and self.settings.max_severity is Severity.GUESS:
            return Accepted(candidate, Coerced(self.coercer.adapter.validate_python(reading.value), reading.value))
        try:
            outcome = self.coercer.coerce(
                reading.value, reading.span_of, context=self.settings.context, spelling=_spelling(reading)
            )
        except Unreadable:
            return None
        if isinstance(outcome, Refused):
            refused.append((candidate, outcome))
            return None
        return Accepted(candidate, outcome)

    def _is_hollow(self, one: Accepted[T]) -> bool:
        """Whether only defaults were taken: an object that shares no key with the type says nothing about it."""
        value = one.candidate.reading.value
        if (
            not isinstance(value, dict)
            or not value
            or self.target.open_keys
            or "object" not in self.target.kinds
        ):
            return False
        return not one.coerced.json

    def _refuse_echo(self, taken: Accepted[T], located: Located, prompt: str | None) -> None:
        """Refuse what the instructions or the prompt already held.

        Raises:
            OutputParserException: of the kind of the echo.
        """
        text, reading = located.text, taken.candidate.reading
        value = reading.value
        if isinstance(value, (dict, list)) and value in self.echoes:
            raise failed(FailureKind.EXAMPLE_ECHO, text, (self._echoed(reading),), value)
        if prompt is None or not stands_in(reading.span.of(text), prompt):
            return
        structured = isinstance(value, (dict, list))
        kind = FailureKind.SCHEMA_ECHO if is_schema(value) else FailureKind.EXAMPLE_ECHO
        if structured or " " in reading.span.of(text).strip():
            raise failed(
                kind if structured else FailureKind.SOURCE_ECHO, text, (self._echoed(reading),), value
            )

    def _echoed(self, reading: Readable) -> Problem:
        return Problem("$", f"{self.expected} of its own", shorten(reading.value), reading.span)


def strictly(pipeline: Pipeline[T], text: str) -> T | None:
    """The value of a text that is plain JSON of the type; ``None`` otherwise."""
    try:
        return pipeline.coercer.adapter.validate_json(text, strict=True)
    except ValidationError:
        return None


def _spelling(reading: Readable) -> Any:
    text = getattr(reading, "text", None)
    return None if text is None else lambda path: reading.span_of(path).of(text)


def _nothing(located: Located) -> OutputParserException:
    if located.reasoning is not None and located.text.strip():
        return failed(
            FailureKind.TRUNCATED, located.text, (Problem("$", "an answer after the reasoning", "none"),)
        )
    return failed(FailureKind.EMPTY, located.text)


def _stretches(located: Located) -> list[Span]:
    """Where an answer in other words may stand: a tag's body, a fence's body, all of it."""
    regions: list[Region] = [
        *located.tags[-1:],
        *(fence for fence in located.fences if fence.body.of(located.text)),
    ]
    inner = [region.body for region in regions if region.body.of(located.text)]
    return [*inner[:3], located.answer]


def _setting(located: Located, taken: Accepted[T]) -> tuple[Repair, ...]:
    """The reasoning, fence and tag that the payload was taken out of."""
    span, text = taken.span, located.text
    fences = [r for r in located.fences if r.body.start <= span.start and span.end <= r.outer.end]
    tags = [r for r in located.tags if r.body.start <= span.start and span.end <= r.outer.end]
    around = [(RepairKind.FENCE, r) for r in fences[:1]] + [(RepairKind.WRAPPER_TAG, r) for r in tags[:1]]
    return (
        *located.repairs,
        *(cut(kind, text, trimmed(text, Span(r.outer.start, r.body.start))) for kind, r in around),
    )


def _ignored(text: str, reading: Readable) -> tuple[Span, ...]:
    """What stands outside the payload, blanks apart."""
    inside = [item.span for item in getattr(reading, "items", ())] or [reading.span]
    ends = [0, *(span.end for span in inside)]
    starts = [*(span.start for span in inside), len(text)]
    outside = (
        trimmed(text, Span(end, start)) for end, start in zip(ends, starts, strict=True) if end < start
    )
    return tuple(span for span in outside if span.end > span.start)
