"""Completion → value of a type: strict first, then located, repaired, coerced, chosen.

In: a completion. Out: ``Parsed``, or OutputParserException and nothing else.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from structout.coerce import CODE_ERRORS, RULES, Coercer, Refused
from structout.errors import FailureKind, OutputParserException
from structout.jsonish import Reading, Unreadable
from structout.locate import Located, cut, is_schema, locate, loops, stands_in, trimmed, withdrawn
from structout.parsers.base import stopped_early, within
from structout.parsers.candidates import Candidate, find, is_only_opened, is_part
from structout.parsers.choosing import Accepted, Choice, choose
from structout.parsers.clean import obvious_payload, suspicious
from structout.parsers.failing import all_refused, failed, is_cut, no_candidate, tied
from structout.parsers.readings import BareText, Places, Readable, held_json, outside
from structout.parsers.search import Search
from structout.parsers.settings import Settings
from structout.parsers.target import Target, target_of
from structout.result import JsonValue, Parsed, Problem, Repair, RepairKind, Severity, Span, in_order, shorten
from structout.shapes import ShapeReading

T = TypeVar("T")

_WORDS_OF_AN_ECHO = 6
_LONGEST_LOOP = 6_000
"""Characters from the end: five times the longest run of words that counts as a loop."""


class Pipeline(Generic[T]):
    """Reads completions as one type; build it once.

    Args:
        tp: any annotation that Pydantic takes.
        settings: what the caller set.
        echoes: JSON values that the instructions show and that are no answers.
    """

    def __init__(self, tp: Any, settings: Settings, *, echoes: tuple[JsonValue, ...] = ()) -> None:
        self.settings = settings
        self.echoes = echoes
        self.coercer: Coercer[T] = Coercer(
            tp,
            rules={**RULES, **settings.rules},
            decimal=settings.decimal,
            dayfirst=settings.dayfirst,
            max_depth=settings.max_depth,
            reader=held_json,
        )

    @cached_property
    def target(self) -> Target:
        """The facts about the type, worked out when a completion is not plain JSON."""
        return target_of(self.coercer.schemas, bounded=self.coercer.strict.bounded)

    @cached_property
    def expected(self) -> str:
        """What the type asks for, in words."""
        return self.coercer.schemas.describe(self.coercer.schemas.root)

    @cached_property
    def hollow(self) -> bool:
        """Whether an object without a single key of the type would pass for one."""
        if self.target.open_keys or self.target.untyped:
            return False
        try:
            self.coercer.adapter.validate_json("{}")
        except (ValidationError, *CODE_ERRORS):
            return False
        return True

    @cached_property
    def lenient(self) -> bool:
        """Whether any JSON will do as it is read."""
        return self.target.untyped and self.settings.max_severity is Severity.GUESS

    def value(self, text: str) -> T:
        """Read a completion without the account, which takes longer than the reading.

        Raises:
            OutputParserException: it holds no value of the type.
        """
        located = locate(text, fields=self.target.hints.fields)
        places = Places(text, self.settings.max_depth)
        quick = self._at_a_glance(located, places)
        return self._explained(located, places).value if quick is None else quick[0]

    def _at_a_glance(self, located: Located, places: Places) -> tuple[T] | None:
        """The one candidate, where there is only one and Pydantic takes its JSON as it stands."""
        text = located.text
        if len(text) > self.settings.max_length or self.target.only_text or self.hollow:
            return None
        if self.target.overread(text):
            return None
        taken: list[T | None] = []
        found = find(
            located,
            lambda candidate: self._at_once(candidate.reading, taken),
            places,
            untyped=self.target.untyped,
        )
        if len(taken) != 1 or taken[0] is None or found.trouble is not None or found.broken_off:
            return None
        reading = found.candidates[0].reading
        plain = (
            isinstance(reading, Reading)
            and reading.complete
            and reading.severity <= self.settings.max_severity
            and not is_part(text, reading.span)
            and not is_only_opened(located, reading.span)
            and not _loops_to_its_end(reading, text)
            and (self.lenient or withdrawn(text, located.answer, reading.span) is None)
        )
        return (taken[0],) if plain and reading.value not in self.echoes else None

    def _at_once(self, reading: Readable, taken: list[T | None]) -> bool:
        """Take the value of a reading, ``None`` where there is more to be said of it."""
        value = self._as_it_stands(reading)
        taken.append(value)
        return value is not None

    def _as_it_stands(self, reading: Readable) -> T | None:
        try:
            value: Any = (
                reading.value
                if self.lenient
                else self.coercer.strict.validate_json(
                    reading.json, strict=True, context=self.settings.context
                )
            )
        except (ValidationError, Unreadable, *CODE_ERRORS):
            return None
        more = not self.lenient and (
            suspicious(reading.json, value)
            or self.target.overread(reading.json)
            or ("N" in reading.json and self.target.untyped)
        )
        return None if more else value

    def explain(self, text: str, *, prompt: str | None = None, finish_reason: str | None = None) -> Parsed[T]:
        """Read a completion with the account of every liberty.

        Raises:
            OutputParserException: it holds no value of the type.
        """
        if finish_reason in ("refusal", "content_filter"):
            stopped_early(text, finish_reason)
        located = locate(text, fields=self.target.hints.fields)
        places = Places(text, self.settings.max_depth)
        return self._explained(located, places, prompt, finish_reason)

    def _explained(
        self,
        located: Located,
        places: Places,
        prompt: str | None = None,
        finish_reason: str | None = None,
    ) -> Parsed[T]:
        text = located.text
        if len(text) > self.settings.max_length and not self._in_order(text):
            found = Problem("$", f"at most {self.settings.max_length} characters", str(len(text)))
            raise failed(FailureKind.TOO_LARGE, text, (found,))
        choice = choose(self._found(located, places, prompt), limit=self.settings.max_severity)
        self._refuse_echo(choice.taken, located, prompt)
        doubt = None if self.lenient else withdrawn(text, located.answer, choice.taken.span)
        if doubt is not None:
            raise failed(doubt, text, partial=choice.taken.coerced.json)
        return self._settled(choice, located, finish_reason)

    def _in_order(self, text: str) -> bool:
        """Whether the text, or what stands in its fence, is the value's JSON, so that nothing has to be repaired."""
        return any(
            self._valid(payload) for payload in (text, *(obvious_payload(text, each) for each in "{["))
        )

    def _valid(self, payload: str) -> bool:
        try:
            self.coercer.strict.validate_json(payload, strict=True, context=self.settings.context)
        except (ValidationError, *CODE_ERRORS):
            return False
        return True

    def _settled(self, choice: Choice[T], located: Located, finish_reason: str | None) -> Parsed[T]:
        text, taken = located.text, choice.taken
        limit = self.settings.max_severity
        if limit < Severity.LOSSY:
            stopped_early(text, finish_reason, partial=taken.coerced.json)
        if choice.ties and limit < Severity.GUESS:
            raise tied(text, self.expected, choice.ties)
        if limit < Severity.GUESS and _loops_to_its_end(taken.candidate.reading, text):
            raise failed(FailureKind.REPETITION_LOOP, text, partial=taken.coerced.json)
        parsed = Parsed(
            taken.coerced.value,
            text,
            taken.span,
            in_order(_setting(located, taken), choice.reason, taken.repairs),
            outside(text, taken.candidate.reading),
            taken.candidate.reading.complete,
        )
        return within(parsed, limit, partial=taken.coerced.json)

    def _found(self, located: Located, places: Places, prompt: str | None) -> list[Accepted[T]]:
        """The readings that fit, at least one.

        Raises:
            OutputParserException: there is none.
        """
        if not located.answer.of(located.text):
            raise _nothing(located)
        search = Search(
            located, self.target, self.coercer, places, context=self.settings.context, lenient=self.lenient
        )
        accepted = search.run()
        if accepted and self.settings.max_severity < Severity.GUESS:
            self._refuse_earlier(accepted, search.refused, located)
        if accepted:
            return accepted
        if prompt is not None and not search.refused and stands_in(located.answer.of(located.text), prompt):
            raise failed(FailureKind.SOURCE_ECHO, located.text)
        if search.refused:
            raise all_refused(located.text, search.refused)
        raise no_candidate(located.text, self.expected, search.trouble)

    def _refuse_earlier(
        self, accepted: list[Accepted[T]], refused: list[tuple[Candidate, Refused]], located: Located
    ) -> None:
        """Refuse values that stand before another one which is cut off: that may have been the answer.

        Raises:
            OutputParserException: there is such a one.
        """
        end = max(one.span.end for one in accepted)
        for candidate, outcome in refused:
            if candidate.reading.span.start >= end and is_cut(candidate, located.answer.end, self.target):
                raise failed(FailureKind.TRUNCATED, located.text, outcome.problems, outcome.json)

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
        if isinstance(reading, BareText):
            if len(reading.span.of(text).split()) >= _WORDS_OF_AN_ECHO:
                raise failed(FailureKind.SOURCE_ECHO, text, (self._echoed(reading),), value)
        elif isinstance(reading, Reading) and isinstance(value, (dict, list)):
            kind = FailureKind.SCHEMA_ECHO if is_schema(value) else FailureKind.EXAMPLE_ECHO
            raise failed(kind, text, (self._echoed(reading),), value)

    def _echoed(self, reading: Readable) -> Problem:
        return Problem("$", f"{self.expected} of its own", shorten(reading.value), reading.span)


def _nothing(located: Located) -> OutputParserException:
    if located.reasoning is not None and located.text.strip():
        return failed(
            FailureKind.TRUNCATED, located.text, (Problem("$", "an answer after the reasoning", "none"),)
        )
    return failed(FailureKind.EMPTY, located.text)


def _loops_to_its_end(reading: Readable, text: str) -> bool:
    """Whether a payload repeats itself up to its end, which nothing marks: its closer is missing, or lines have none."""
    closer_missing = isinstance(reading, Reading) and RepairKind.MISSING_CLOSE in reading.kinds
    unmarked = closer_missing or isinstance(reading, ShapeReading)
    return unmarked and loops(reading.span.of(text)[-_LONGEST_LOOP:])


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
