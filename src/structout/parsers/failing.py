"""A completion that gave no value, told as an error.

In: what was tried. Out: an OutputParserException whose message says what was expected, found and to do.
"""

from __future__ import annotations

from typing import Any

from structout.coerce import Refused
from structout.errors import FailureKind, OutputParserException
from structout.jsonish import Unreadable
from structout.locate import failure_sign
from structout.parsers.candidates import Candidate
from structout.parsers.choosing import Accepted
from structout.parsers.target import Target
from structout.result import JsonValue, Problem, RepairKind, shorten

MESSAGES: dict[FailureKind, str] = {
    FailureKind.INVALID: "the completion holds a value, but not what was asked for",
    FailureKind.NO_VALUE: "the completion holds no value of the type that was asked for",
    FailureKind.EMPTY: "the completion is empty",
    FailureKind.REFUSAL: "the model declined to answer",
    FailureKind.TRUNCATED: "the completion was cut off before the value was whole",
    FailureKind.AMBIGUOUS: "the completion can be read in several ways",
    FailureKind.SCHEMA_ECHO: "the completion repeats the schema instead of giving a value that fits it",
    FailureKind.EXAMPLE_ECHO: "the completion repeats the example of the instructions instead of an answer",
    FailureKind.SOURCE_ECHO: "the completion repeats the prompt instead of answering it",
    FailureKind.PLACEHOLDER: "the completion left a slot of the instructions unfilled",
    FailureKind.REPETITION_LOOP: "the completion repeats itself over and over",
    FailureKind.TOO_DEEP: "the completion nests deeper than allowed",
    FailureKind.TOO_LARGE: "the completion is larger than allowed",
}


def failed(
    kind: FailureKind, text: str, errors: tuple[Problem, ...] = (), partial: JsonValue = None
) -> OutputParserException:
    """The error of a kind, with the kind's own message."""
    return OutputParserException(MESSAGES[kind], text, kind=kind, errors=errors, partial=partial)


def no_candidate(text: str, expected: str, trouble: Unreadable | None) -> OutputParserException:
    """Nothing in the completion could be read."""
    grave = trouble is not None and trouble.kind not in (FailureKind.NO_VALUE, FailureKind.INVALID)
    kind = trouble.kind if trouble and grave else failure_sign(text) or FailureKind.NO_VALUE
    hint = str(trouble) if trouble is not None else ""
    advice = "max_depth= is the limit" if kind is FailureKind.TOO_DEEP else ""
    return failed(kind, text, (Problem("$", expected, shorten(text.strip()), hint=hint, advice=advice),))


def all_refused(text: str, refused: list[tuple[Candidate, Refused]]) -> OutputParserException:
    """Values were read, and none of them is one of the type: the nearest is told."""
    candidate, nearest = max(enumerate(refused), key=lambda pair: (pair[1][1].fit, pair[0]))[1]
    kind = nearest.kind
    if not candidate.reading.complete or (kind is FailureKind.INVALID and _unclosed(candidate)):
        kind = FailureKind.TRUNCATED
    elif kind is FailureKind.INVALID and failure_sign(text) is FailureKind.REPETITION_LOOP:
        kind = FailureKind.REPETITION_LOOP
    return failed(kind, text, nearest.problems, nearest.json)


def is_cut(candidate: Candidate, end: int, target: Target) -> bool:
    """Whether a value of the type begins in a candidate and the text ends before it does.

    Args:
        candidate: what was read and refused.
        end: where the answer ends.
        target: the facts about the type.
    """
    reading, value = candidate.reading, candidate.reading.value
    if reading.span.end < end or not (not reading.complete or _unclosed(candidate)):
        return False
    if isinstance(value, dict):
        return not value or not target.hints.fields.isdisjoint(value)
    return isinstance(value, list) and "list" in target.kinds


def _unclosed(candidate: Candidate) -> bool:
    """Whether closers were missing, so that what is missing may have been cut off."""
    return any(repair.kind is RepairKind.MISSING_CLOSE for repair in candidate.reading.repairs)


def tied(text: str, expected: str, ties: tuple[Accepted[Any], ...]) -> OutputParserException:
    """Several values fit equally well."""
    problems = tuple(
        Problem("$", f"only one value ({expected})", shorten(one.candidate.reading.json), one.span)
        for one in (ties[0], ties[-1])
    )
    hint = f"the completion holds {len(ties)} different values and does not say which one is final"
    return OutputParserException(
        f"{hint}; give one", text, kind=FailureKind.AMBIGUOUS, errors=problems, partial=ties[-1].coerced.json
    )
