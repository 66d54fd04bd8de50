"""What the parsers of plain texts share: where the answer stands, what is round it, and how a refusal is told."""

from __future__ import annotations

from structout.locate import Located, cut, trimmed
from structout.result import Repair, RepairKind, Span


def answer_span(located: Located) -> Span:
    """The stretch that holds the answer: the one fence or answer tag, else all that stands behind the reasoning."""
    regions = (*located.fences, *located.tags)
    if len(regions) == 1 and located.text[regions[0].body.start : regions[0].body.end].strip():
        return trimmed(located.text, regions[0].body)
    return located.answer


def wrapping(located: Located, span: Span) -> tuple[Repair, ...]:
    """The reasoning, the fence and the tag that the payload was taken out of, as repairs."""
    around = [
        *((RepairKind.FENCE, fence) for fence in located.fences),
        *((RepairKind.WRAPPER_TAG, tag) for tag in located.tags),
    ]
    marks = [
        cut(kind, located.text, trimmed(located.text, Span(region.outer.start, region.body.start)))
        for kind, region in around
        if region.body.start <= span.start and span.end <= region.body.end
    ]
    return (*located.repairs, *marks)


def outside(text: str, span: Span) -> tuple[Span, ...]:
    """What stands before and behind the payload, if it is more than white space."""
    sides = (Span(0, span.start), Span(span.end, len(text)))
    return tuple(side for side in sides if side.of(text).strip())
