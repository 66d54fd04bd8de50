"""Every stretch of a completion that can be read as JSON, read.

In: where the answer stands. Out: readings in the order of the text, with what the words around each say.
The work is bounded: what a reading consumed is passed over, and failed readings draw on a budget.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from structout import jsonish
from structout.errors import FailureKind
from structout.jsonish import Unreadable
from structout.locate import Cue, Located, Region, cue, exact_end, next_start
from structout.parsers.readings import Places, Readable
from structout.result import RepairKind, Span


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading in its surroundings.

    Attributes:
        reading: what was read.
        cue: what the words before it announce.
        region: the fence or tag that holds it.
    """

    reading: Readable
    cue: Cue = "none"
    region: Region | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The readings of a completion.

    Attributes:
        candidates: in the order of the text.
        trouble: the gravest reason why something could not be read.
        broken_off: whether there were more than anybody would look at.
    """

    candidates: tuple[Candidate, ...]
    trouble: Unreadable | None = None
    broken_off: bool = False


_FREE = 20_000
_TIMES = 4
_WHOLE_TIMES = 3
_LEAST = 64
_A_STEP = 8
_MANY = 256
_STRUCTURAL = frozenset(
    {RepairKind.MISSING_CLOSE, RepairKind.UNFINISHED_VALUE, RepairKind.MISSING_CLOSE_QUOTE}
)
_CUT_STRING = frozenset({RepairKind.UNFINISHED_VALUE, RepairKind.MISSING_CLOSE_QUOTE, RepairKind.INNER_QUOTE})
_GRAVE = (FailureKind.TOO_DEEP, FailureKind.TOO_LARGE)


def find(
    located: Located, fits: Callable[[Candidate], bool], places: Places, *, untyped: bool, most: int = 0
) -> Found:
    """Read every candidate of the answer.

    Args:
        located: where the answer stands.
        fits: takes a candidate in; ``False`` where it is no value of the type, so that it may be prose.
        places: what was read of the text before, and reads the rest.
        untyped: whether any JSON value will do, also one without brackets.
        most: how many candidates are looked at.
    """
    if located.answer.start == located.answer.end:
        return Found(())
    bracketed = located.text.startswith("(", located.answer.start)
    whole = _whole(located, places, tolerant=untyped or bracketed) or _headless(located, places)
    if whole is not None and fits(whole):
        return Found((whole,))
    hunt = _Hunt(located, places, most or _MANY)
    found = hunt.run(fits)
    if not found and untyped:
        found = [last for last in _last_resorts(located, hunt) if fits(last)][:1]
    return Found(tuple(found), hunt.trouble, hunt.broken_off)


def _last_resorts(located: Located, hunt: _Hunt) -> Iterator[Candidate]:
    """What a text without a bracket that looks like JSON may still hold: a fence's body, an odd bracket in front."""
    for fence in located.fences:
        reading = _spelt_out(hunt.places, fence.body)
        if reading is not None:
            yield Candidate(reading, region=fence)
    if located.text[located.answer.start] in "{[":
        reading = hunt.attempt(located.answer.start, located.answer.end)
        if reading is not None:
            yield Candidate(reading)


_LEADS_IN = re.compile(
    r"[\"'“”‘(（/+\-.\d\\]|`(?!`|\w{0,12}\s{0,4}[{\[])|(?:true|false|null|None|True|False|NaN|undefined)\b|[A-Za-z_$][\w.$]{0,60}+\s{0,4}+\(|/[/*]"
)
_TAIL = re.compile(r"[\s;,.)\]}`]*+\Z")


def _whole(located: Located, places: Places, *, tolerant: bool) -> Candidate | None:
    """The whole answer, or all of its one fence or tag, as one value."""
    spans = [located.answer]
    spans += [region.body for region in (*located.fences, *located.tags) if region.outer == located.answer]
    for span in spans:
        reading = _spelt_out(places, span) if tolerant else _plain(places, span)
        if reading is not None:
            return Candidate(reading)
    return None


def _plain(places: Places, span: Span) -> jsonish.Reading | None:
    """The stretch if it is valid JSON and no container: those are hunted for."""
    text = places.text
    if text[span.start : span.start + 1] in ("{", "[", ""):
        return None
    if exact_end(text, span.start, span.end) != span.end:
        return None
    try:
        return places.read(span)
    except Unreadable:
        return None


def _spelt_out(places: Places, span: Span) -> jsonish.Reading | None:
    """The stretch if all of it is one value without brackets round it."""
    text = places.text
    if not _LEADS_IN.match(text, span.start, span.end):
        return None
    try:
        reading = places.read(span)
    except Unreadable:
        return None
    loose = RepairKind.UNQUOTED_STRING in reading.kinds and any(
        repair.kind is RepairKind.UNQUOTED_STRING and repair.path == "$" for repair in reading.repairs
    )
    return None if loose or not _TAIL.match(text, reading.span.end, span.end) else reading


@cache
def _member() -> re.Pattern[str]:
    return re.compile(
        r"[\"'“][^\"'“”\n:{}]{1,60}+[\"'”]\s{0,8}+[:：]"
        r"|[\w$]{1,60}+:[ \t]{0,4}+(?:[\"'\[{\d-]|true|false|null)[^\n]{0,200}?,[ \t]{0,4}+\n"
    )


def _headless(located: Located, places: Places) -> Candidate | None:
    """An object whose opening brace is missing: ``"a": 1, "b": 2}``."""
    text = located.text
    # A fence may stand inside a string of the object.
    spans = [located.answer, *(fence.body for fence in located.fences[:1])]
    span = next((span for span in spans if _member().match(text, span.start, span.end)), None)
    if span is None:
        return None
    try:
        reading = places.read(span, headless=True)
    except Unreadable:
        return None
    return Candidate(reading) if isinstance(reading.value, dict) else None


class _Hunt:
    """The walk over the opening brackets of one completion.

    Attributes:
        trouble: the gravest refusal met so far.
    """

    def __init__(self, located: Located, places: Places, most: int) -> None:
        self.most = most
        self.broken_off = False
        self.located = located
        self.text = located.text
        self.places = places
        self.budget = _FREE + _TIMES * len(located.text)
        self.whole_tries = _FREE + _WHOLE_TIMES * len(located.text)
        self.wider_tries = 16
        self.trouble: Unreadable | None = None
        self.trouble_at = 0
        self._regions = [
            (regions, [region.body.start for region in regions]) for regions in (located.fences, located.tags)
        ]

    def run(self, fits: Callable[[Candidate], bool]) -> list[Candidate]:
        """Candidates in the order of the text."""
        found: list[Candidate] = []
        free = last_end = head = self.located.answer.start
        while (start := next_start(self.text, free, self.located.answer)) is not None and self.goes_on(found):
            region = self._region_of(start)
            reading = self._read(start, region)
            if reading is None:
                # What stands inside a value that cannot be read is a part of it, and no answer.
                free = self._region_end(region) if start == head else max(self.trouble_at, start + 1)
                continue
            candidate = Candidate(reading, cue(self.text, last_end, start), region)
            found.append(candidate)
            last_end = reading.span.end
            free = last_end if fits(candidate) or not _is_prose(reading) else start + 1
        return found

    def goes_on(self, found: list[Candidate]) -> bool:
        """Whether there is work left in the budget, and a point in looking further."""
        self.broken_off = self.budget < 0 or len(found) >= self.most
        return not self.broken_off

    def _region_end(self, region: Region | None) -> int:
        later = [starts[0] for _, starts in self._regions if starts]
        return region.body.end if region else min(later, default=self.located.answer.end)

    def _region_of(self, at: int) -> Region | None:
        """The innermost fence or tag round a place."""
        holding: list[Region] = []
        for regions, begins in self._regions:
            last = bisect_right(begins, at) - 1
            if last >= 0 and at < regions[last].body.end:
                holding.append(regions[last])
        return max(holding, key=lambda region: region.body.start, default=None)

    def _read(self, start: int, region: Region | None) -> jsonish.Reading | None:
        end = self.located.answer.end
        exact = exact_end(self.text, start, end)
        if exact is not None and not _GOES_ON.match(self.text, exact, end):
            return self.attempt(start, exact)
        inner = self.attempt(start, region.body.end) if region and region.body.end < end else None
        if inner is not None and not (_CUT_STRING & inner.kinds and self.wider_tries):
            return inner
        self.wider_tries -= 1
        wider = self.attempt(start, end)
        if inner is None or wider is None:
            return wider or inner
        # A fence inside a string ends the region too early: the reading that needs no closer is the right one.
        return wider if not _STRUCTURAL & wider.kinds else inner

    def attempt(self, start: int, end: int) -> jsonish.Reading | None:
        """Read at one place, on the budget."""
        try:
            self.whole_tries -= end - start
            reading = self.places.read(Span(start, end), alone=self.whole_tries >= 0)
        except Unreadable as trouble:
            self.budget -= max(trouble.position - start, _LEAST, _A_STEP * trouble.steps)
            self.trouble_at = trouble.position
            if self.trouble is None or trouble.kind in _GRAVE:
                self.trouble = trouble
            return None
        self.budget -= max(reading.span.end - start, _LEAST)
        return reading


_STRONG = re.compile(r"[\[{｛［]\s{0,40}+[\"'“{\[]")


def _is_prose(reading: jsonish.Reading) -> bool:
    """Whether the bracket may have been prose that swallowed a value behind it: weak, and never closed."""
    return bool(reading.kinds & _STRUCTURAL) and _STRONG.match(reading.text, reading.span.start) is None


_GOES_ON = re.compile(
    r"\s{0,40}+,\s{0,40}+(?:[\"']|\{[^{}\[\]]{0,400}+\}\s{0,40}+\])|[ \t]{0,40}+\n?+[ \t]{0,40}+\"[^\"\\\n]{1,80}+\"[ \t]{0,9}+:"
)
"""A closer that came too early: more members follow."""


@cache
def _mark_before() -> re.Pattern[str]:
    return re.compile(r"(?:[\w\"'*)\]]\s{0,2}[:=]\s{0,2}|>|[\"'(,]\s?)\Z")


def is_only_opened(located: Located, span: Span) -> bool:
    """Whether a value behind other text is but the bracket that opens it, at the end of the text."""
    opens = located.text[span.start : span.end] in ("{", "[", "(", "｛", "［")
    return opens and span.start > located.answer.start


def is_part(text: str, span: Span) -> bool:
    """Whether what stands before a value says that it may be a part of another: a key, a tag, a quote or a bracket."""
    return _mark_before().search(text, max(0, span.start - 8), span.start) is not None


def stretches(located: Located) -> list[Span]:
    """Where an answer without brackets may stand: a tag's body, a fence's body, all of it unless a tag holds it all."""
    held = any(tag.outer == located.answer and tag.body.of(located.text) for tag in located.tags)
    return list(dict.fromkeys((*_bodies(located), *(() if held else (located.answer,)))))


def _bodies(located: Located) -> Iterator[Span]:
    regions: list[Region] = [*located.tags[-1:], *located.fences[:2]]
    for region in regions:
        if region.body.of(located.text):
            yield region.body
