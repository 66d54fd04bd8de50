"""A comma separated list goes in, its items come out, or the reason why the text is no list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import NoReturn

from structout.errors import FailureKind
from structout.result import Repair, RepairKind, Span
from structout.shapes.comma_scan import CLOSERS, CommaItems
from structout.shapes.marked_lists import item_mark, without_marks
from structout.shapes.prose import (
    CONJUNCTIONS,
    chinese_and,
    conjunctions,
    encloses_enumeration,
    is_abbreviated,
    is_clause,
    reads_on,
    regrets,
    says_nothing,
    words,
)
from structout.shapes.reading import trimmed

LOOP = 4
"""So many equal items in a row are a model that repeats itself."""

_SENTENCE = 7
"""So many characters before a full stop are a sentence where no blanks part words."""


class NoList(ValueError):
    """The text is no list of items.

    Attributes:
        kind: why.
        found: the stretch that shows it.
    """

    def __init__(self, message: str, found: str, kind: FailureKind = FailureKind.INVALID) -> None:
        super().__init__(message)
        self.kind = kind
        self.found = found


@dataclass(frozen=True, slots=True)
class Items:
    """What was read: each item's text with its place, and the liberties taken beyond the list's own notation."""

    texts: tuple[str, ...]
    spans: tuple[Span, ...]
    repairs: tuple[Repair, ...] = ()


def comma_items(text: str, start: int, end: int) -> Items:
    """Read a stretch of text as a comma separated list.

    Quoted items keep their commas, ``\\,`` is a comma, full-width commas separate too, semicolons where they are
    there; an "and" before the last item and the full stop behind it go.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.

    Returns:
        The items; none for an empty stretch.

    Raises:
        NoList: it is a sentence, a quote is not closed, an item is a placeholder or comes over and over, or there
            are two ways to divide it.
    """
    shown = text[start:end]
    scan = CommaItems(";；؛" if _has_semicolons(shown) else ",，、،")
    scan.feed(shown, last=True)
    if scan.open_quote:
        raise NoList("a quote is opened and not closed", shown)
    _one_number(shown)
    if _two_commas().search(shown):
        raise NoList("a comma stands in numbers and between items", shown, FailureKind.AMBIGUOUS)
    spans = [Span(*trimmed(text, start + item.start, start + item.end)) for item in scan.items]
    spans = [span for span in spans if span.start < span.end]
    _one_separator(shown, scan.items)
    repairs: list[Repair] = []
    unmarked = without_marks(text, spans)
    stopped = _without_stop(text, unmarked)
    spans = _without_and(text, stopped, repairs)
    texts = tuple(_bare(span.of(text)) for span in spans)
    if stopped != unmarked and len(spans) == 1 and len(texts[0]) >= _SENTENCE and shown.endswith("。"):
        raise NoList("a sentence is no list", shown)
    if stopped != unmarked and len(spans) > 1 and reads_on([span.of(text) for span in spans]):
        raise NoList("a sentence is no list", shown)
    _check_items(text, spans, texts, prose=bool(repairs) or stopped != unmarked)
    return Items(texts, tuple(spans), tuple(repairs))


def _refuse(message: str, found: str, kind: FailureKind = FailureKind.INVALID) -> NoReturn:
    raise NoList(message, found, kind)


def _has_semicolons(shown: str) -> bool:
    if not any(mark in shown for mark in ";；؛"):
        return False
    scan = CommaItems(";；؛")
    scan.feed(shown, last=True)
    return len(scan.items) > 1 and "\n" not in shown.strip()


def _one_separator(shown: str, items: list[Span]) -> None:
    """Refuse lines that may be items with a comma in them, ``Smith, John`` above ``Doe, Jane``, or prose round a list."""
    filled = [item for item in items if item.of(shown).strip()]
    marks = [shown[item.end] for item in filled if item.end < len(shown)]
    if "\n" not in marks or len(set(marks)) == 1:
        return
    lines = [line for line in shown.split("\n") if line.strip()]
    if any(not any(mark in line for mark in marks if mark != "\n") for line in lines):
        _refuse("some lines are parted by commas and others are not", shown)
    glued = any(shown[item.end] == "," and shown[item.end + 1 :][:1].strip() for item in filled[:-1])
    named = all(item.of(shown).strip()[:1].isupper() for item in filled) and marks[::2] == [","] * (
        len(marks[::2])
    )
    if glued or (named and marks[1::2] == ["\n"] * len(marks[1::2])):
        _refuse("both lines and commas part the items", shown, FailureKind.AMBIGUOUS)


@cache
def _two_commas() -> re.Pattern[str]:
    """``1,5, 2,25`` and ``1,5`` above ``2,25``: two numbers or four."""
    return re.compile(r"(?<![0-9,])[0-9]{1,9}+,[0-9]{1,2}(?!,?[0-9])\s*+(?:,\s|\n)")


@cache
def _grouped_only() -> re.Pattern[str]:
    return re.compile(r"\s*+[0-9]{1,3}+(?:,[0-9]{3}){1,100}+\.?\s*+\Z")


def _one_number(shown: str) -> None:
    if _grouped_only().match(shown):
        _refuse("it is either one number or a list of numbers", shown, FailureKind.AMBIGUOUS)


def _without_stop(text: str, spans: list[Span]) -> list[Span]:
    if not spans:
        return spans
    *others, last = spans
    shown = last.of(text)
    stop = shown[-1] in "。." and not shown.endswith(("..", "…")) and not is_abbreviated(shown)
    if not stop or (shown[-1] == "." and others and all(other.of(text).endswith(".") for other in others)):
        return spans
    kept = Span(*trimmed(text, last.start, last.end - 1))
    return [*others, kept] if kept.start < kept.end else others


def _without_and(text: str, spans: list[Span], repairs: list[Repair]) -> list[Span]:
    """Items without the "and" of an enumeration: in front of the last one, or between the last two."""
    if len(spans) < 2:
        return spans
    *others, last = spans
    known = conjunctions("".join(span.of(text) for span in spans))
    first, _, rest = last.of(text).partition(" ")
    if first.casefold() in known and rest.strip():
        at = last.start + len(first)
        repairs.append(Repair(RepairKind.LIST_MARKUP, f"$[{len(others)}]", Span(last.start, at), first, ""))
        return [*others, Span(*trimmed(text, at, last.end))]
    return [*others, *_divided(text, last, len(others), known, repairs)]


@cache
def _unspaced_and() -> re.Pattern[str]:
    return re.compile(
        r"(?:\A|[\u3040-\u9fff])(?:以及|[和及与與跟])[\u3040-\u9fff]|[\u3040-\u9fff]と[\u3040-\u9fff]"
    )


def _divided(text: str, last: Span, index: int, known: frozenset[str], repairs: list[Repair]) -> list[Span]:
    if last.of(text)[:1] in CLOSERS:
        return [last]
    joint = chinese_and().fullmatch(last.of(text)) if index else None
    if joint is not None:
        place = Span(last.start + joint.start(2), last.start + joint.end(2))
        repairs.append(Repair(RepairKind.LIST_MARKUP, f"$[{index}]", place, place.of(text), "、"))
        return [Span(last.start, place.start), Span(place.end, last.end)]
    if _unspaced_and().search(last.of(text)):
        _refuse('an item may hold an "and" between two', last.of(text), FailureKind.AMBIGUOUS)
    joints = [m for m in re.finditer(r"\s(\w{1,6}|&)\s", last.of(text)) if m[1].casefold() in known]
    if len(joints) != 1:
        return [last]
    left = Span(*trimmed(text, last.start, last.start + joints[0].start()))
    right = Span(*trimmed(text, last.start + joints[0].end(), last.end))
    place = Span(last.start + joints[0].start(), last.start + joints[0].end())
    repairs.append(Repair(RepairKind.LIST_MARKUP, f"$[{index}]", place, place.of(text), ", "))
    return [left, right]


def _bare(item: str) -> str:
    """An item without the quotes or the emphasis round the whole of it, its escapes resolved."""
    for mark in ("**", "__"):
        if len(item) > 4 and item.startswith(mark) and item.endswith(mark) and mark not in item[2:-2]:
            item = item[2:-2]
    close = CLOSERS.get(item[:1])
    if close and len(item) > 1 and item.endswith(close) and close not in item[1:-1].replace('""', ""):
        inner = item[1:-1].replace('""', '"') if close == '"' else item[1:-1]
        return inner.replace("\\,", ",")
    return item.replace("\\,", ",").replace("\\，", "，")


@cache
def _other_separator() -> re.Pattern[str]:
    return re.compile(r"\s[/|·•–—]\s|\s#\w")


@cache
def _open_end() -> re.Pattern[str]:
    return re.compile(
        r"\.{2,}|…|(?:etc|usw|u\.s\.w|и т\.д)\.?|(?:many )?more|(?:many )?others?|so on|so forth|other \w{2,40}|等",
        re.I,
    )


@cache
def goes_on() -> re.Pattern[str]:
    """What stands for the rest of a list in a line of its own: ``... and 3 more``, ``[truncated]``."""
    return re.compile(
        r"(?:(?:\.{3,}|…)(?:\s?\(?(?:and|und|y|et|e|plus)?\s?\d{0,9}\s?(?:more|others|weitere|más|autres|altri|outros|так далее)?[^\n]{0,20})?"
        r"|[\[(](?:truncated|omitted|continued|gekürzt|recortado|tronqué|more (?:items )?omitted|and so on|etc\.?)[\])]"
        r"|etc\.?|usw\.?|and so on\.?|and \d{1,9} (?:more|others)[^\n]{0,20})\s*+(?:\n|\Z)",
        re.IGNORECASE,
    )


@cache
def _placeholder() -> re.Pattern[str]:
    return re.compile(r"<[a-zà-ӿ][\w |]{0,30}+>|\{[a-zà-ӿ]\w{0,30}+\}|\[(?:item|value|name)s?\d{0,2}+\]")


@cache
def _code() -> re.Pattern[str]:
    return re.compile(r"\w__\(|\)\.\w|\A!!\w")


def _check_items(text: str, spans: list[Span], texts: tuple[str, ...], *, prose: bool) -> None:
    for index, item in enumerate(texts):
        if _placeholder().fullmatch(item):
            _refuse("an item is a slot that was left unfilled", item, FailureKind.PLACEHOLDER)
        if _code().search(item):
            _refuse("an item is code", item)
        if regrets(item):
            _refuse("it is words of regret and no list", item, FailureKind.REFUSAL)
        if _open_end().fullmatch(item):
            _refuse(
                "the list breaks off: its last item says that more would follow", item, FailureKind.TRUNCATED
            )
        if index + 1 >= LOOP and len(set(texts[index + 1 - LOOP : index + 1])) == 1:
            _refuse("an item comes over and over", item, FailureKind.REPETITION_LOOP)
    _check_prose([span.of(text) for span in spans], prose=prose)


def _check_prose(shown: list[str], *, prose: bool) -> None:
    if len(shown) == 1 and shown[0][:1] in CLOSERS and (is_clause(shown[0][1:-1]) or "," in shown[0]):
        _refuse("it is either one item in quotes or a list in quotes", shown[0], FailureKind.AMBIGUOUS)
    marks = [item for item in shown if not item.strip("`~") or item_mark().match(item)]
    if marks and (any(item not in marks for item in shown) or not "".join(marks).strip("`~")):
        _refuse("some items have marks of their own and others don't", marks[0])
    free = [item for item in shown if item[:1] not in CLOSERS]
    for item in free:
        if is_clause(item) or (item.partition(" ")[0].casefold() in CONJUNCTIONS and " " in item):
            _refuse("a sentence is no list", item)
    if len(shown) > 1 and len(free) == len(shown):
        if encloses_enumeration(shown, prose=prose):
            _refuse("a sentence with an enumeration in it is no list", shown[0])
    elif len(free) == len(shown) == 1:
        _check_single(shown[0])


def _check_single(item: str) -> None:
    found = words(item)
    joined = any(word.casefold() in CONJUNCTIONS for word in found[1:-1])
    if joined:
        _refuse('it is either one item or two with an "and" between', item, FailureKind.AMBIGUOUS)
    if says_nothing(item):
        _refuse("it is either no item or a word for nothing", item, FailureKind.AMBIGUOUS)
    if _other_separator().search(item):
        _refuse(
            "it is either one item or several with another mark than a comma between",
            item,
            FailureKind.AMBIGUOUS,
        )
    if len(found) > 4:
        _refuse("a sentence is no list", item)
