"""A value that only shows what an answer would look like, in a completion that says it has none."""

from __future__ import annotations

import re
from functools import cache

from structout.locate.cues import called_example
from structout.locate.signs import has_no_answer
from structout.result import Span

_NEAR = 400


def is_example(text: str, answer: Span, payload: Span) -> bool:
    """Whether the words before a payload call it an example, and those before or behind it say that there is no answer.

    Args:
        text: the completion.
        answer: the part behind any reasoning.
        payload: where the value stands.
    """
    lead, tail = text[answer.start : payload.start], text[payload.end : answer.end]
    if not called_example(text, answer.start, payload.start):
        return False
    return (
        has_no_answer(lead) or has_no_answer(lead[-_NEAR:]) or _withheld().search(tail, 0, _NEAR) is not None
    )


@cache
def _withheld() -> re.Pattern[str]:
    """Behind an example: words that say that the answer itself is not given."""
    return re.compile(
        r"\b(?:can ?not|can['’]t|could not|couldn['’]t|unable to|not able to)\b[^.\n]{0,30}\b"
        r"(?:provide|give|fill|extract|answer|produce|supply|complete)\b",
        re.IGNORECASE,
    )
