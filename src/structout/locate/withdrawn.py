"""A value that the words round it take back: an example where there is no answer, or one corrected in words behind it."""

from __future__ import annotations

import re
from functools import cache

from structout.errors import FailureKind
from structout.locate.cues import called_example
from structout.locate.signs import has_no_answer
from structout.result import Span

_NEAR = 400


def withdrawn(text: str, answer: Span, payload: Span) -> FailureKind | None:
    """Why a value is no answer, told from the words before and behind it.

    Args:
        text: the completion.
        answer: the part behind any reasoning.
        payload: where the value stands.

    Returns:
        A refusal where it is called an example by a model that has no answer, ambiguous where a correction follows it
        in words, ``None`` where nothing speaks against it.
    """
    lead, tail = text[answer.start : payload.start], text[payload.end : min(payload.end + _NEAR, answer.end)]
    if called_example(text, answer.start, payload.start) and (
        has_no_answer(lead) or has_no_answer(lead[-_NEAR:]) or _withheld().search(tail)
    ):
        return FailureKind.REFUSAL
    return FailureKind.AMBIGUOUS if _corrected().search(tail) else None


@cache
def _withheld() -> re.Pattern[str]:
    """Behind an example: words that say that the answer itself is not given."""
    return re.compile(
        r"\b(?:can ?not|can['’]t|could not|couldn['’]t|unable to|not able to)\b[^.\n]{0,30}\b"
        r"(?:provide|give|fill|extract|answer|produce|supply|complete)\b",
        re.IGNORECASE,
    )


@cache
def _corrected() -> re.Pattern[str]:
    """Behind a value: a heading that corrects it, or a sentence that says what it is not."""
    return re.compile(
        r"(?:\A|[\n.!?])[\s*_`(]*+(?:(?:edit|correction|erratum|oops|korrektur|berichtigung|corrección|correzione|correção|"
        r"rectification|correctie|korekta|sprostowanie|oprava|corectare|javítás|helyesbítés|διόρθωση|düzeltme|rättelse|"
        r"korjaus|исправление|поправка|виправлення|更正|訂正)[*_]{0,2}\s?[:,：–—]"
        r"|(?:wait|sorry|oh|hmm|no),? (?:that|this|it)(?: is|['’]s| was| should)[^.\n]{0,20}\b(?:wrong|incorrect|not right|a mistake|be|have been)\b"
        r"|actually,? (?:the|it|that|this)\b[^.\n]{0,60}\b(?:is|was|are|were|should be)\b[^.\n]{0,40}\bnot\b)",
        re.IGNORECASE,
    )
