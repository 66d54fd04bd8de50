"""One step of a model → the tool it wants to use, or its final answer; by one pass over the lines.

A step ends where the model writes an ``Observation:`` itself: what follows was never observed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, cast

from typing_extensions import TypedDict

from structout.agents.values import AgentAction, AgentFinish, Decision
from structout.errors import FailureKind, OutputParserException
from structout.parsers import TypedOutputParser, parser_for
from structout.result import Severity, Span, shorten

_NO_TOOL = frozenset({"", "none", "n/a", "na", "no action", "nothing", "no tool", "-"})
_EDGES = " \t\r\n"
_ANSWERS = "final answer"
"""The tool of an object that means the answer, whatever the label is."""


class _Blob(TypedDict):
    """A tool with its input in one object, as chat models of earlier systems were taught to write it."""

    action: str
    action_input: Any


@dataclass(frozen=True, slots=True)
class Section:
    """What stands behind one label.

    Attributes:
        label: ``thought``, ``action``, ``action input``, ``observation`` or ``final``.
        start: where the label stands.
        body: where the text behind it stands.
    """

    label: str
    start: int
    body: Span


@lru_cache(maxsize=64)
def _labels(final: str) -> re.Pattern[str]:
    words = rf"(?P<final>{re.escape(final)})|(?P<known>thought|action\s{{1,3}}input|action|observation)"
    return re.compile(
        rf"^[ \t>*_#\-]{{0,8}}+(?:{words})[ \t]{{0,4}}\d{{0,3}}[ \t]{{0,4}}[*_]{{0,3}}:[*_]{{0,3}}",
        re.IGNORECASE | re.MULTILINE,
    )


_OBJECT = re.compile(r"\s*+(?:```[a-zA-Z]*+\s*+)?\{")
_SAME_LINE = re.compile(r"\baction\s{1,3}input[ \t]{0,4}\d{0,3}[ \t]{0,4}:", re.IGNORECASE)


@lru_cache(maxsize=64)
def _anywhere(final: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(final)}[ \t]{{0,4}}:")


def sections(text: str, final: str) -> list[Section]:
    """The labelled parts of a step, in order, up to an observation that the model made up.

    Args:
        text: what the model said.
        final: the label of the final answer, without its colon.
    """
    found: list[tuple[str, int, int]] = []
    for match in _labels(final).finditer(text):
        label = "final" if match["final"] else " ".join(match["known"].casefold().split())
        found.append((label, match.start(), match.end()))
        if label == "observation":
            break
    ends = [*found, ("end", len(text), len(text))]
    placed = [Section(one[0], one[1], Span(one[2], two[1])) for one, two in pairwise(ends)]
    return [part for section in placed for part in _divided(text, section)]


def _divided(text: str, section: Section) -> Iterator[Section]:
    """``Action: f Action Input: x`` in one line is two sections; an object is one, whatever its strings hold."""
    named = section.label == "action" and not _OBJECT.match(text, section.body.start, section.body.end)
    inner = _SAME_LINE.search(text, section.body.start, section.body.end) if named else None
    if inner is None:
        yield section
        return
    yield Section("action", section.start, Span(section.body.start, inner.start()))
    yield Section("action input", inner.start(), Span(inner.end(), section.body.end))


def holds_action(text: str, final: str = "Final Answer") -> bool:
    """Whether a text wants to use a tool."""
    return any(section.label.startswith("action") for section in sections(text, final))


def read_step(
    text: str, final: str, return_value: str = "output", tools: Collection[str] = frozenset()
) -> Decision:
    """What the model decided.

    Args:
        text: what the model said.
        final: the label of the final answer, without its colon.
        return_value: the name of the answer.
        tools: names of tools; ``Action: none`` is no tool unless one is called that.

    Raises:
        OutputParserException: the step holds neither a tool nor an answer, or both; the message tells the model
            what to write.
    """
    found = sections(text, final)
    said = _said(text, found)
    no_tool = _NO_TOOL - {name.casefold() for name in tools}
    actions = [part for part in found if part.label == "action" and _named(text, part) not in no_tool]
    answer = _answer(text, found, final, bool(actions))
    if actions and answer is not None:
        raise _refused(said, FailureKind.AMBIGUOUS, _both(final), "both")
    if answer is not None:
        return AgentFinish({return_value: answer.of(said).strip(_EDGES)}, said)
    if len(actions) > 1:
        hint = "write one 'Action:' with its 'Action Input:', then wait for the observation"
        raise _refused(said, FailureKind.AMBIGUOUS, hint, f"{len(actions)} actions")
    return _action(text, said, found, actions, final, return_value)


def _both(final: str) -> str:
    return f"a step holds either an action or a final answer; write 'Action:' or {final + ':'!r}, not both"


def _said(text: str, found: list[Section]) -> str:
    made_up = next((part.start for part in found if part.label == "observation"), len(text))
    return text[:made_up].rstrip() if made_up < len(text) else text


def _named(text: str, part: Section) -> str:
    return part.body.of(text).strip(" \t\r\n.`*'\"[]()").casefold()


def _answer(text: str, found: list[Section], final: str, acts: bool) -> Span | None:
    end = next((part.start for part in found if part.label == "observation"), len(text))
    first = next((part.body.start for part in found if part.label == "final"), None)
    # A label of one word ("AI:") may well stand inside a tool's input, a longer one says what it is.
    if first is None and (not acts or " " in final):
        inside = _anywhere(final).search(text, 0, end)
        first = inside.end() if inside else None
    return None if first is None else Span(first, end)


def _action(
    text: str, said: str, found: list[Section], actions: list[Section], final: str, return_value: str
) -> Decision:
    wanted = f"expected 'Action:' and 'Action Input:', or {final + ':'!r} with the answer"
    if not actions:
        raise _refused(said, FailureKind.NO_VALUE, wanted, "neither of them", said or text)
    body = actions[0].body.of(text)
    behind = [part for part in found if part.start > actions[0].start]
    given = next((part for part in behind if part.label == "action input"), None)
    if given is not None:
        return AgentAction(body.strip(_EDGES), unquoted(given.body.of(text)), said)
    blob = _blob(body)
    if blob is None:
        hint = "Missing 'Action Input:' after 'Action:'"
        raise _refused(said, FailureKind.NO_VALUE, hint, "an action without")
    tool, handed = blob["action"].strip(_EDGES), blob["action_input"]
    if tool.casefold() in (_ANSWERS, final.casefold()):
        return AgentFinish({return_value: _as_text(handed)}, said)
    if isinstance(handed, dict):
        return AgentAction(tool, cast("dict[str, Any]", handed), said)
    return AgentAction(tool, _as_text(handed), said)


@lru_cache(maxsize=1)
def _blobs() -> TypedOutputParser[_Blob]:
    return parser_for(_Blob, max_severity=Severity.COSMETIC)


def _blob(body: str) -> _Blob | None:
    """The tool and its input behind ``Action:``, where they are one object with just these two keys."""
    if not _OBJECT.match(body):
        return None
    try:
        return _blobs().parse(body)
    except OutputParserException:
        return None


def _as_text(handed: Any) -> str:
    if handed is None:
        return ""
    return handed if isinstance(handed, str) else json.dumps(handed, ensure_ascii=False)


def unquoted(text: str) -> str:
    """The input without white space and the one pair of quotes around it."""
    bare = text.strip(_EDGES)
    if len(bare) > 1 and bare[0] == bare[-1] == '"' and '"' not in bare[1:-1]:
        return bare[1:-1].strip(_EDGES)
    return bare


def _refused(
    said: str, kind: FailureKind, hint: str, found: str, shown: str | None = None
) -> OutputParserException:
    wrote = shorten(said if shown is None else shown)
    message = f"Could not parse LLM output: {hint} (found {found}: {wrote})"
    return OutputParserException(message, said, kind=kind)
