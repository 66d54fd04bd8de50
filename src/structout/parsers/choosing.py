"""Which of several accepted readings is the answer.

In: readings that fit the type. Out: one of them with the reason as a repair, or the readings that tie.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from structout.coerce import Coerced
from structout.locate import Cue
from structout.parsers.candidates import Candidate
from structout.result import JsonValue, Repair, RepairKind, Severity, Span, in_order, severity_of, shorten

T = TypeVar("T")

_FINAL_TAGS = frozenset({"answer", "final_answer", "final", "result", "solution", "output"})
_JSON_LABELS = frozenset({"json", "jsonc", "json5", "jsonl"})
_DATA_LABELS = _JSON_LABELS | {"javascript", "js"}


@dataclass(frozen=True, slots=True)
class Accepted(Generic[T]):
    """A candidate that fits the type."""

    candidate: Candidate
    coerced: Coerced[T]

    @property
    def repairs(self) -> Sequence[Repair]:
        """What was mended in the notation and what the type decided."""
        return in_order(self.candidate.reading.repairs, self.coerced.repairs)

    @property
    def severity(self) -> Severity:
        """The gravest of the repairs."""
        return severity_of(self.repairs)

    @property
    def span(self) -> Span:
        """Where the payload stands."""
        return self.candidate.reading.span


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """The chosen reading, why it was chosen, and those it ties with (then it is the last of them)."""

    taken: Accepted[T]
    reason: tuple[Repair, ...] = ()
    ties: tuple[Accepted[T], ...] = ()


def choose(accepted: list[Accepted[T]], *, limit: Severity) -> Choice[T]:
    """Choose among readings that fit, at least one of which is given.

    Args:
        accepted: in the order of the text.
        limit: the gravest repair that is allowed; readings within it come first.
    """
    whole = [one for one in accepted if one.candidate.reading.complete]
    pool = whole if whole and whole[-1] is accepted[-1] else accepted
    distinct = _distinct(pool)
    if len(distinct) == 1:
        same = distinct[0]
        best = _best(same)
        return Choice(best, _because(RepairKind.SAME_ANSWER, best, same))
    for narrow in (_announced, _labelled, _not_drafts, _fuller):
        left = narrow(distinct)
        if len(left) == 1:
            best = _best(left[0])
            return Choice(
                best, _because(RepairKind.FINAL_ANSWER, best, [one for same in distinct for one in same])
            )
        distinct = left or distinct
    last = distinct[-1][-1]
    return Choice(last, _because(RepairKind.ONE_OF_SEVERAL, last, pool), tuple(same[-1] for same in distinct))


def _best(same: list[Accepted[T]]) -> Accepted[T]:
    """The least repaired of equal ones."""
    return same[0] if len(same) == 1 else min(same, key=lambda one: one.severity)


def _distinct(accepted: list[Accepted[T]]) -> list[list[Accepted[T]]]:
    if len(accepted) == 1:
        return [accepted]
    groups: dict[str, list[Accepted[T]]] = {}
    for one in accepted:
        groups.setdefault(_canonical(one.coerced.json), []).append(one)
    return list(groups.values())


def _canonical(value: JsonValue) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=True, default=str)


def _because(kind: RepairKind, best: Accepted[T], among: list[Accepted[T]]) -> tuple[Repair, ...]:
    if len(among) < 2:
        return ()
    others = f"{len(among)} values"
    return (Repair(kind, "$", best.span, others, shorten(best.candidate.reading.json)),)


def _announced(groups: list[list[Accepted[T]]]) -> list[list[Accepted[T]]]:
    """Those that an answer tag or the words before them call final; of several, the last."""
    tagged = [group for group in groups if any(_is_tagged(one.candidate) for one in group)]
    if len(tagged) == 1:
        return tagged
    final = [group for group in groups if _has_cue(group, "final")]
    # To announce an answer prefers it to what stands before, but to none of what follows.
    later = [group for group in groups[1:] if _has_cue(group, "answer")]
    return max(final[-1:], later[-1:], key=lambda last: groups.index(last[0]) if last else -1)


def _has_cue(group: list[Accepted[T]], cue: Cue) -> bool:
    return any(one.candidate.cue == cue for one in group)


def _is_tagged(candidate: Candidate) -> bool:
    region = candidate.region
    return region is not None and region.kind == "tag" and region.label in _FINAL_TAGS


def _labelled(groups: list[list[Accepted[T]]]) -> list[list[Accepted[T]]]:
    """The one in a JSON fence where the others stand in prose or in blocks of another kind, such as code."""
    fenced = [group for group in groups if any(_is_data(one.candidate) for one in group)]
    json_alone = [group for group in fenced if any(_is_data(one.candidate, _JSON_LABELS) for one in group)]
    fenced = json_alone if len(json_alone) == 1 else fenced
    if not fenced and all(one.candidate.region is None for group in groups for one in group):
        return groups
    return fenced or [group for group in groups if any(one.candidate.region is not None for one in group)]


def _is_data(candidate: Candidate, labels: frozenset[str] = _DATA_LABELS) -> bool:
    region = candidate.region
    return region is not None and region.kind == "fence" and region.label in labels


def _not_drafts(groups: list[list[Accepted[T]]]) -> list[list[Accepted[T]]]:
    """Those that no word calls a draft or an example, where they come last or are announced: an example may also follow an answer."""
    left = [group for group in groups if any(one.candidate.cue != "draft" for one in group)]
    announced = len(left) == 1 and _has_cue(left[0], "answer")
    return left if announced or left[-1:] == groups[-1:] else groups


def _fuller(groups: list[list[Accepted[T]]]) -> list[list[Accepted[T]]]:
    """The one that gives every key of the others and more, where the others are empty."""
    filled = [group for group in groups if group[0].coerced.json not in ({}, [])]
    return filled if len(filled) == 1 else groups
