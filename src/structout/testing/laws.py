"""Properties that every parser keeps, ready to be applied to yours in one line.

>>> from structout import parser_for
>>> assert_parser_laws(parser_for(int), int, max_examples=5)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias, cast

from hypothesis import strategies as st
from pydantic import TypeAdapter

from structout.errors import ConfigError, OutputParserException
from structout.parsers import OutputParser
from structout.result import Parsed, Severity, shorten
from structout.streaming import Partial
from structout.testing.damage import DAMAGES, shape_of
from structout.testing.strategies import Completion, Write, chunkings, garbage
from structout.testing.subjects import LawBrokenError, Subject, for_all, for_each_damage

Law: TypeAlias = Callable[[Subject], None]


def _clean(subject: Subject) -> None:
    def check(case: Completion[Any]) -> None:
        got = subject.parsed(case.text)
        if got is None:
            raise LawBrokenError("clean", case.text, "a clean completion was refused")
        if not subject.same(got[0], case.expected):
            raise LawBrokenError("clean", case.text, _differs(case.expected, got[0]))

    for_all(subject, subject.completions(()), check)


def _recovers(subject: Subject) -> None:
    def check(case: Completion[Any]) -> None:
        got = subject.parsed(case.text)
        if got is not None and not subject.same(got[0], case.expected):
            raise LawBrokenError(
                "never wrong", case.text, f"{_damages(case)}: {_differs(case.expected, got[0])}"
            )

    for_each_damage(subject, check, recoverable=True)


def _refuses(subject: Subject) -> None:
    if getattr(subject.parser, "max_severity", Severity.TYPE) > Severity.TYPE:
        return

    def check(case: Completion[Any]) -> None:
        got = subject.parsed(case.text)
        if got is not None:
            message = f"{_damages(case)}: an error is right, got {shorten(got[0])}"
            raise LawBrokenError("refuses", case.text, message)

    for_each_damage(subject, check, recoverable=False)


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

    for_all(subject, subject.completions(), check)


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
    for_all(subject, drawn.flatmap(lambda case: st.tuples(st.just(case), chunkings(case.text))), check)


def _only_our_error(subject: Subject) -> None:
    def check(text: str) -> None:
        try:
            subject.parser.parse(text)
        except OutputParserException as refusal:
            # What asked a model again tells what the model said last, and before it each attempt.
            if text not in (refusal.llm_output, *(attempt.completion for attempt in refusal.attempts)):
                raise LawBrokenError(
                    "only our error", text, "the error does not carry the completion"
                ) from refusal
        except Exception as error:
            raise LawBrokenError(
                "only our error", text, f"it let {type(error).__name__} escape: {error}"
            ) from error

    spoilt = subject.completions().map(lambda case: case.text)
    for_all(subject, st.one_of(garbage(), spoilt), check)


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

    for_all(subject, subject.completions(), check)


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
    seed: int = 0,
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
        seed: of the examples, which are the same each time for a seed.

    Raises:
        LawBrokenError: a law is broken; the message holds the smallest completion found.
        ConfigError: no such law.
    """
    wanted = list(laws)
    unknown = [law for law in wanted if law not in LAWS]
    if unknown:
        raise ConfigError(f"no such law: {', '.join(unknown)}; known are {', '.join(LAWS)}")
    subject = Subject(parser, tp, TypeAdapter(tp), max_examples, max_damages, write, tuple(damages), seed)
    for law in wanted:
        LAWS[law](subject)
