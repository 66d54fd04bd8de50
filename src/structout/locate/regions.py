"""Where the answer stands in a completion: behind the reasoning, inside fences and tags.

In: the completion. Out: spans of it; nothing is copied or changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Literal

from structout.errors import check_text
from structout.locate.starts import exact_end
from structout.locate.turns import own_turn
from structout.result import Repair, RepairKind, Span


@dataclass(frozen=True, slots=True)
class Region:
    """A marked stretch of the completion.

    Attributes:
        kind: what marks it.
        label: the info string of a fence, the name of a tag, in lower case.
        body: what stands between the marks.
        outer: body and marks; an unclosed region ends with the text.
        closed: whether a closing mark was found.
    """

    kind: Literal["fence", "tag", "reasoning"]
    label: str
    body: Span
    outer: Span
    closed: bool


@dataclass(frozen=True, slots=True)
class Located:
    """Where to look.

    Attributes:
        text: the completion.
        answer: the part behind any reasoning.
        reasoning: what the model thought aloud, or ``None``.
        fences: fenced blocks of the answer, in order.
        tags: answer and tool-call tags in the answer, in order.
    """

    text: str
    answer: Span
    reasoning: Region | None = None
    fences: tuple[Region, ...] = ()
    tags: tuple[Region, ...] = ()

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """The reasoning that was set aside, as a repair."""
        if self.reasoning is None:
            return ()
        return (cut(RepairKind.REASONING, self.text, self.reasoning.outer),)


def cut(kind: RepairKind, text: str, span: Span) -> Repair:
    """A repair at the root that leaves a stretch of markup out."""
    return Repair(kind, "$", span, span.of(text)[:80], "")


def trimmed(text: str, span: Span) -> Span:
    """The span without blank, byte-order and zero-width characters at its ends."""
    start, end = span.start, span.end
    while start < end and (text[start].isspace() or text[start] in _INVISIBLE):
        start += 1
    while start < end and (text[end - 1].isspace() or text[end - 1] in _INVISIBLE):
        end -= 1
    return Span(start, end)


_MOST = 1_000
_INVISIBLE = frozenset("\ufeff\u200b\u200c\u200d\u2060")

_THOUGHTS = "think|thinking|thought|thoughts|reasoning|reason|reflection|scratchpad|analysis|inner_monologue|seed:think"
_ANSWERS = (
    "answer|final_answer|final|output|result|response|json|data|tool_call|tool_calls|tool_use|function_call|"
    "function_calls|extraction|extracted|solution"
)


@cache
def _thought_mark() -> re.Pattern[str]:
    return re.compile(
        rf"<(/?)\|?({_THOUGHTS})\|?(?:\s[^<>\n]{{0,80}})?>|\[(/?)(THINK|THINKING|REASONING)\]|([◁])(/?)think▷"
        r"|<\|channel\|>\s?final[^<\n]{0,40}<\|message\|>|<\|(?:end_of_thought|end_thinking|END_THINKING)\|>",
        re.IGNORECASE,
    )


@cache
def _answer_mark() -> re.Pattern[str]:
    return re.compile(
        rf"<(/?)\|?({_ANSWERS})\|?(?:\s[^<>\n]{{0,80}})?>|\[(/?)(ANSWER|TOOL_CALLS?|RESULT|OUTPUT)\]",
        re.IGNORECASE,
    )


_FENCE_RUN = re.compile(r"`{3,}+|~{3,}+")
_INFO = re.compile(r"[ \t]{0,8}+([A-Za-z][\w+#.-]{0,30}+|)[ \t]*+(?=[\n\r{\[(\"'<]|$)")


def locate(text: str, *, fields: frozenset[str] = frozenset()) -> Located:
    """Find the answer in a completion and the marked regions in it.

    Args:
        text: the completion.
        fields: names that are data of the type: tags so named are no markup.

    Raises:
        TypeError: there is no text: a message that declines or calls a tool has none.
    """
    check_text(text)
    turn = own_turn(text)
    reasoning = _reasoning(text, turn, fields)
    answer = trimmed(text, Span(reasoning.outer.end if reasoning else turn.start, turn.end))
    return Located(
        text,
        answer,
        reasoning,
        tuple(islice(_fences(text, answer), _MOST)),
        tuple(islice(_tags(text, answer, fields), _MOST)),
    )


def _reasoning(text: str, turn: Span, fields: frozenset[str]) -> Region | None:
    marks = [
        m for m in _thought_mark().finditer(text, turn.start, turn.end) if (m[2] or "").lower() not in fields
    ]
    if not marks or _value_comes_first(text, turn.start, marks[0].start()):
        return None
    start, depth, end, opened = 0, 0, None, False
    for mark in marks:
        if _closes(mark):
            depth = max(0, depth - 1)
            # A closing tag at the very end that none opened ends no reasoning.
            end = mark.end() if depth == 0 and (opened or not _blank(text, mark.end(), turn.end)) else end
        elif _at_line_start(text, mark.start(), turn.start):
            start = mark.start() if end is None and depth == 0 and not opened else start
            depth += 1
            opened = True
    if depth > 0 and end is None:
        return Region("reasoning", "unclosed", Span(start, turn.end), Span(start, turn.end), closed=False)
    if end is None:
        return None
    return Region("reasoning", "", Span(start, end), Span(start, end), closed=True)


def _closes(mark: re.Match[str]) -> bool:
    if mark[2] or mark[4] or mark[5]:
        return "/" in (mark[1] or "") + (mark[3] or "") + (mark[6] or "")
    return True


def _blank(text: str, start: int, end: int) -> bool:
    return not text[start : min(end, start + 4096)].strip() and not text[start + 4096 : end].strip()


def _at_line_start(text: str, at: int, begin: int = 0) -> bool:
    while at > begin and text[at - 1] != "\n":
        at -= 1
        if not text[at].isspace() and text[at] not in _INVISIBLE:
            return False
    return True


def _value_comes_first(text: str, begin: int, mark: int) -> bool:
    """A tag behind the opening bracket of the whole text belongs to a string of the value."""
    head = text[begin : begin + 64].lstrip("\ufeff \t\r\n")
    if head[:1] not in ("{", "[") or head[1:2] in ("T", "R", "t", "r"):
        return False
    start = text.find(head[0], begin)
    end = exact_end(text, start, len(text))
    return start < mark and (end is None or mark < end)


def _fences(text: str, within: Span) -> Iterator[Region]:
    at = within.start
    runs = _FENCE_RUN.finditer(text, within.start, within.end)
    opener: re.Match[str] | None = None
    for run in runs:
        if run.start() < at:
            continue
        if opener is None:
            opener = run
            continue
        if run[0][0] != opener[0][0] or len(run[0]) < len(opener[0]):
            continue
        if _at_line_start(text, run.start()) and _label(text, run.end(), within.end)[0]:
            # A run with an info string opens a block of its own; the one before was never closed.
            opener = run
            continue
        yield _fence(text, opener, Span(run.start(), run.end()), within, closed=True)
        at, opener = run.end(), None
    if opener is not None:
        yield _fence(text, opener, Span(within.end, within.end), within, closed=False)


def _label(text: str, at: int, limit: int) -> tuple[str, int]:
    info = _INFO.match(text, at, limit)
    return (info[1].lower(), info.end()) if info else ("", at)


def _fence(text: str, opener: re.Match[str], close: Span, within: Span, *, closed: bool) -> Region:
    label, begin = _label(text, opener.end(), within.end)
    body = trimmed(text, Span(min(begin, close.start), close.start))
    return Region("fence", label, body, Span(opener.start(), close.end), closed)


def _tags(text: str, within: Span, fields: frozenset[str]) -> Iterator[Region]:
    opener: re.Match[str] | None = None
    for mark in _answer_mark().finditer(text, within.start, within.end):
        name = (mark[2] or mark[4]).lower()
        if name in fields:
            continue
        if not (mark[1] or mark[3]):
            opener = opener or mark
        elif opener is not None and name == (opener[2] or opener[4]).lower():
            yield _tag(text, opener, mark.start(), mark.end(), closed=True)
            opener = None
    if opener is not None:
        yield _tag(text, opener, within.end, within.end, closed=False)


def _tag(text: str, opener: re.Match[str], body_end: int, end: int, *, closed: bool) -> Region:
    body = trimmed(text, Span(opener.end(), body_end))
    return Region("tag", (opener[2] or opener[4]).lower(), body, Span(opener.start(), end), closed)
