"""Properties that every parser keeps, ready to be applied to yours in one line.

>>> from structout import parser_for
>>> assert_parser_laws(parser_for(int), int, max_examples=5)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar, cast

from hypothesis import HealthCheck, given, settings, strategies as st
from hypothesis.errors import FlakyFailure, Unsatisfiable
from pydantic import TypeAdapter

from structout.errors import ConfigError, OutputParserException
from structout.parsers import OutputParser
from structout.result import Parsed, Severity, shorten
from structout.streaming import Partial
from structout.testing.damage import DAMAGES, shape_of
from structout.testing.strategies import (
    Completion,
    Write,
    chunkings,
    clean_completion,
    completions,
    each_damage,
    garbage,
    same,
)

T = TypeVar("T")


class LawBrokenError(AssertionError):
    """A parser broke a law.

    Attributes:
        law: its name in `LAWS`.
        completion: the smallest completion found on which it did.
    """

    def __init__(self, law: str, completion: str, message: str) -> None:
        super().__init__(f"the law {law!r} is broken by the completion {completion!r}: {message}")
        self.law = law
        self.completion = completion


@dataclass(frozen=True, slots=True)
class Subject:
    """What a law is applied to.

    Attributes:
        parser: the parser.
        tp: the type of its values.
        adapter: the same as Pydantic sees it.
        max_examples: how many examples are tried.
        max_damages: how many damages at most are done to one completion.
        write: writes a value the way the parser wants it, where that is not JSON.
        damages: the damages that may be done.
    """

    parser: OutputParser[Any]
    tp: Any
    adapter: TypeAdapter[Any]
    max_examples: int
    max_damages: int
    write: Write | None = None
    damages: tuple[str, ...] = tuple(DAMAGES)

    def completions(self, damages: Iterable[str] | None = None) -> st.SearchStrategy[Completion[Any]]:
        """Completions for the parser."""
        chosen = self.damages if damages is None else damages
        return completions(self.tp, chosen, max_damages=self.max_damages, write=self.write)

    def written(self, value: Any) -> str:
        """A value as a clean completion."""
        return clean_completion(self.adapter, value) if self.write is None else self.write(value)

    def same(self, left: Any, right: Any) -> bool:
        """Whether two values are the same."""
        return same(self.adapter, left, right)

    def parsed(self, text: str) -> tuple[Any] | None:
        """The value in a tuple, ``None`` where the parser refuses."""
        try:
            return (self.parser.parse(text),)
        except OutputParserException:
            return None


Law: TypeAlias = Callable[[Subject], None]


def _for_all(subject: Subject, strategy: st.SearchStrategy[T], check: Callable[[T], None]) -> None:
    """Try a property on many examples; what fails is shrunk and raised. The same examples each time."""
    quiet = settings(
        max_examples=subject.max_examples,
        deadline=None,
        database=None,
        derandomize=True,
        report_multiple_bugs=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )

    @quiet
    @given(strategy)
    def run(example: T) -> None:
        check(example)

    try:
        run()
    except FlakyFailure as flaky:
        # A parser that remembers fails now and then; the failure that was seen says enough.
        seen = [error for error in flaky.exceptions if isinstance(error, LawBrokenError)]
        raise (seen[0] if seen else flaky) from None


def _each_damage(subject: Subject, check: Callable[[Completion[Any]], None], *, recoverable: bool) -> None:
    """Try each damage alone on tiny values, then several together on any."""
    alone = each_damage(subject.tp, subject.damages, write=subject.write)
    wanted = [case for case in alone if case.recoverable is recoverable]
    for case in wanted:
        check(case)
    if not wanted:
        return
    # A type to which none of the damages can be done keeps the law.
    with suppress(Unsatisfiable):
        _for_all(subject, _damaged(subject, recoverable=recoverable), check)


def _damaged(subject: Subject, *, recoverable: bool) -> st.SearchStrategy[Completion[Any]]:
    drawn = subject.completions()
    return drawn.filter(lambda c: bool(c.damages) and c.recoverable is recoverable)


def _clean(subject: Subject) -> None:
    def check(case: Completion[Any]) -> None:
        got = subject.parsed(case.text)
        if got is None:
            raise LawBrokenError("clean", case.text, "a clean completion was refused")
        if not subject.same(got[0], case.expected):
            raise LawBrokenError("clean", case.text, _differs(case.expected, got[0]))

    _for_all(subject, subject.completions(()), check)


def _recovers(subject: Subject) -> None:
    def check(case: Completion[Any]) -> None:
        got = subject.parsed(case.text)
        if got is not None and not subject.same(got[0], case.expected):
            raise LawBrokenError(
                "never wrong", case.text, f"{_damages(case)}: {_differs(case.expected, got[0])}"
            )

    _each_damage(subject, check, recoverable=True)


def _refuses(subject: Subject) -> None:
    if getattr(subject.parser, "max_severity", Severity.TYPE) > Severity.TYPE:
        return

    def check(case: Completion[Any]) -> None:
        got = subject.parsed(case.text)
        if got is not None:
            message = f"{_damages(case)}: an error is right, got {shorten(got[0])}"
            raise LawBrokenError("refuses", case.text, message)

    _each_damage(subject, check, recoverable=False)


def _idempotent(subject: Subject) -> None:
    def check(case: Completion[Any]) -> None:
        first, second = subject.parsed(case.text), subject.parsed(case.text)
        if (first is None) is not (second is None) or (
            first and second and not subject.same(first[0], second[0])
        ):
            raise LawBrokenError("idempotent", case.text, "a second parse came out differently")
        if first is None:
            return
        again = subject.parsed(subject.written(first[0]))
        if again is None or not subject.same(again[0], first[0]):
            raise LawBrokenError(
                "idempotent", case.text, f"its value {shorten(first[0])}, written out, is read otherwise"
            )

    _for_all(subject, subject.completions(), check)


def _streams(subject: Subject) -> None:
    stream = getattr(subject.parser, "stream", None)
    if stream is None:
        return

    def last(pieces: list[str]) -> tuple[Any] | None:
        try:
            shown: list[Any] = list(stream(pieces))
        except OutputParserException:
            return None
        # Ours yield views that know whether they are whole; others may yield plain values.
        return (shown[-1].value if isinstance(shown[-1], Partial) else shown[-1],) if shown else None

    def check(example: tuple[Completion[Any], list[str]]) -> None:
        case, pieces = example
        whole, streamed = subject.parsed(case.text), last(pieces)
        if (whole is None) is not (streamed is None):
            said = "refused" if streamed is None else f"gave {shorten(streamed[0])}"
            raise LawBrokenError(
                "stream", case.text, f"in the pieces {pieces!r} the stream {said}, parse did not"
            )
        if whole and streamed and not subject.same(whole[0], streamed[0]):
            raise LawBrokenError(
                "stream", case.text, f"in the pieces {pieces!r}: {_differs(whole[0], streamed[0])}"
            )

    drawn = subject.completions()
    _for_all(subject, drawn.flatmap(lambda case: st.tuples(st.just(case), chunkings(case.text))), check)


def _only_our_error(subject: Subject) -> None:
    def check(text: str) -> None:
        try:
            subject.parser.parse(text)
        except OutputParserException as refusal:
            if refusal.llm_output != text:
                raise LawBrokenError(
                    "only our error", text, "the error does not carry the completion"
                ) from refusal
        except Exception as error:
            raise LawBrokenError(
                "only our error", text, f"it let {type(error).__name__} escape: {error}"
            ) from error

    spoilt = subject.completions().map(lambda case: case.text)
    _for_all(subject, st.one_of(garbage(), spoilt), check)


def _instructed(subject: Subject) -> None:
    shape = shape_of(subject.tp)
    text = subject.parser.get_format_instructions()
    missing = sorted(word for word in {*shape.kinds, *shape.options} if word not in text)
    if missing:
        raise LawBrokenError(
            "instructions", text, f"the format instructions do not name {', '.join(missing)}"
        )


def _accounted(subject: Subject) -> None:
    explain = getattr(subject.parser, "explain", None)
    if explain is None:
        return

    def check(case: Completion[Any]) -> None:
        got = subject.parsed(case.text)
        try:
            told = cast("Parsed[Any]", explain(case.text))
        except OutputParserException:
            told = None
        if (told is None) is not (got is None) or (told and got and not subject.same(told.value, got[0])):
            raise LawBrokenError("accounted", case.text, "explain and parse differ")
        lost = "" if told is None else _unaccounted(told)
        if lost:
            raise LawBrokenError(
                "accounted", case.text, f"{lost!r} is in no span, no repair and not in ignored"
            )

    _for_all(subject, subject.completions(), check)


def _unaccounted(parsed: Parsed[Any]) -> str:
    spans = (parsed.span, *parsed.ignored, *(repair.span for repair in parsed.repairs))
    covered = {at for span in spans for at in range(span.start, span.end)}
    return "".join(char for at, char in enumerate(parsed.text) if at not in covered).strip()


def _damages(case: Completion[Any]) -> str:
    return "+".join(damage.name for damage in case.damages)


def _differs(expected: Any, got: Any) -> str:
    return f"expected {shorten(expected)}, got {shorten(got)}"


LAWS: Mapping[str, Law] = MappingProxyType(
    {
        "clean": _clean,
        "never wrong": _recovers,
        "refuses": _refuses,
        "idempotent": _idempotent,
        "stream": _streams,
        "only our error": _only_our_error,
        "instructions": _instructed,
        "accounted": _accounted,
    }
)
"""The laws by name.

clean: a clean completion gives its value.
never wrong: a damage that leaves the answer readable is recovered or refused.
refuses: a damage that destroys the answer is refused.
idempotent: a second parse, and a parse of the value written out, give the same.
stream: for every chunking the last value of ``stream`` is what ``parse`` gives (for parsers that stream).
only our error: nothing but OutputParserException leaves ``parse``, and it carries the completion.
instructions: the format instructions name every field and every option.
accounted: what is not in the value is in a repair or in ``ignored`` (for parsers that explain).
"""


def assert_parser_laws(
    parser: OutputParser[Any],
    tp: Any,
    *,
    laws: Iterable[str] = tuple(LAWS),
    max_examples: int = 100,
    max_damages: int = 2,
    write: Write | None = None,
    damages: Iterable[str] = tuple(DAMAGES),
) -> None:
    """Apply the laws to a parser.

    Args:
        parser: yours or ours.
        tp: the type of its values.
        laws: which ones, by name; all by default.
        max_examples: how many examples each law tries.
        max_damages: how many damages at most are done to one completion.
        write: writes a value the way the parser wants it, where that is not JSON: ``", ".join`` for a comma list.
        damages: which damages may be done, by name; all by default.

    Raises:
        LawBrokenError: a law is broken; the message holds the smallest completion found.
        ConfigError: no such law.
    """
    wanted = list(laws)
    unknown = [law for law in wanted if law not in LAWS]
    if unknown:
        raise ConfigError(f"no such law: {', '.join(unknown)}; known are {', '.join(LAWS)}")
    subject = Subject(parser, tp, TypeAdapter(tp), max_examples, max_damages, write, tuple(damages))
    for law in wanted:
        LAWS[law](subject)
