"""An answer that should be a list of texts goes in, its items come out: marked lines, a bracketed list, or commas.

Whatever stands round the list (a lead-in, a label, a closing remark) is left outside the span.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

from structout.errors import FailureKind
from structout.result import Repair, RepairKind, Span
from structout.shapes.comma_lists import LOOP, Items, NoList, comma_items, goes_on
from structout.shapes.marked_lists import in_order, is_nested, list_lines, open_mark, without_marks
from structout.shapes.prose import says_nothing
from structout.shapes.reading import Hints, Piece, ShapeReading, list_piece, reading_of, trimmed


@dataclass(frozen=True, slots=True)
class ItemList:
    """The items of an answer.

    Attributes:
        items: the texts with their places.
        span: where the list stands.
        kind: how it is written: ``LIST_MARKUP`` for marked lines, ``None`` for commas.
        repairs: the liberties taken.
    """

    items: Items
    span: Span
    kind: RepairKind | None
    repairs: tuple[Repair, ...] = ()


_LONGEST = 200_000


@cache
def _lead() -> re.Pattern[str]:
    return re.compile(
        r"(?:sure|certainly|of course|okay|ok|absolutely|great|yes|claro|natürlich|gerne|bien sûr|certo)"
        r"(?:[!.:]|,(?=[^,\n]{0,100}[:：])|\s[—–-])\s++",
        re.IGNORECASE,
    )


@cache
def _label() -> re.Pattern[str]:
    return re.compile(
        r"(?:\*\*)?+[^,;:：\n\"“'`\[\]，、]{1,100}+(?:\*\*)?+[:：](?:\*\*)?+(?:\s++|(?<=：))(?=\S)"
    )


@cache
def _label_before_mark() -> re.Pattern[str]:
    """A label in the line of the first marked item: ``Answer: 1. oak``."""
    return re.compile(
        r"(?:\*\*)?+[^\W\d][^,;:：\n\"“'`\[\]，、]{0,100}+[:：](?:\*\*)?+[ \t]++(?=(?:[01][.)]|[-*•])[ \t]++\S)"
    )


@cache
def _quote_mark() -> re.Pattern[str]:
    """The mark of a quoted block that is one line, no comparison."""
    return re.compile(r">[ \t]++(?=[^\d\s][^\n]*+\Z)")


@cache
def _blank_lines() -> re.Pattern[str]:
    return re.compile(r"\n[ \t\r]*+(?:\n[ \t\r]*+)++")


def item_list(text: str, start: int, end: int, *, ordered: bool = True) -> ItemList:
    """Read a stretch of text as a list of texts.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.
        ordered: whether numbered lines count as a list only if they count up by one.

    Returns:
        The items; none where there is only white space.

    Raises:
        NoList: it is no list, it can be divided in two ways, or it is longer than 200,000 characters.
    """
    start, end = trimmed(text, start, end)
    if quote := _quote_mark().match(text, start, end):
        start = quote.end()
    if label := _label_before_mark().match(text, start, end):
        start = label.end()
    if end - start > _LONGEST:
        raise NoList(
            f"it is longer than {_LONGEST} characters", text[start : start + 80], FailureKind.TOO_LARGE
        )
    marked = _counted(text, start, end) or _marked(text, start, end, ordered=ordered)
    if marked is not None:
        return marked
    blocks = list(_blocks(text, start, end))
    if len(blocks) == 1:
        return _block(text, blocks[0])
    if not blocks:
        return ItemList(Items((), ()), Span(start, end), None)
    return _one_block(text, blocks)


def read_item_list(text: str, start: int, end: int, hints: Hints) -> ShapeReading | None:
    """Read a list of texts with commas or marks.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.
        hints: what is known of the type; only a list of plain values is read for.

    Returns:
        The list, or ``None`` where the text is none.
    """
    if hints.wants != "list" or hints.fields:
        return None
    try:
        found = item_list(text, start, end)
    except NoList:
        return None
    if not found.items.texts:
        return None
    pieces = [Piece(span, item) for span, item in zip(found.items.spans, found.items.texts, strict=True)]
    kind = found.kind or RepairKind.TEXT_TO_LIST
    return reading_of(text, list_piece(found.span, pieces), kind, *found.repairs)


def _marked(text: str, start: int, end: int, *, ordered: bool) -> ItemList | None:
    lines = list_lines(text, start, end)
    if not lines.items or (ordered and not in_order(lines.markers)):
        return None
    if lines.rest >= 0 and list_lines(text, lines.rest, end).items:
        raise NoList("there are two lists with text between them", text[start:end], FailureKind.AMBIGUOUS)
    if ordered and is_nested(lines.markers):
        raise NoList("some items stand under others", text[start:end], FailureKind.AMBIGUOUS)
    if open_mark().search(text, max(start, end - 40), end):
        raise NoList("the list breaks off behind its last mark", text[start:end], FailureKind.TRUNCATED)
    rest = text[lines.rest : end] if lines.rest >= 0 else ""
    if goes_on().match(rest) or goes_on().match(lines.items[-1].of(text)):
        raise NoList("the list says that more would follow", text[start:end], FailureKind.TRUNCATED)
    if len(lines.items) == 1 and _marks_inside().search(lines.items[0].of(text)):
        return None
    # `1. March 2025, 3. May 2025` are two dates: one number alone marks no item with a comma in it.
    if (
        ordered
        and len(lines.items) == 1
        and lines.markers[0].number is not None
        and "," in lines.items[0].of(text)
    ):
        return None
    # One line with a dash or a number in the midst of prose is no list.
    if ordered and len(lines.items) == 1 and lines.lead and not lines.lead[-1].of(text).endswith((":", "：")):
        return None
    if len(lines.items) == 1 and says_nothing(lines.items[0].of(text)):
        raise NoList("it is either no item or a word for nothing", text[start:end], FailureKind.AMBIGUOUS)
    spans = without_marks(text, lines.items)
    texts = _unpunctuated(_plain(tuple(" ".join(item.of(text).split()) for item in spans)))
    if any(len(set(texts[i : i + LOOP])) == 1 for i in range(len(texts) - LOOP + 1)):
        raise NoList("an item comes over and over", texts[0], FailureKind.REPETITION_LOOP)
    span = Span(_line_start(text, lines.items[0].start, start), lines.items[-1].end)
    return ItemList(Items(texts, tuple(spans)), span, RepairKind.LIST_MARKUP)


def _plain(items: tuple[str, ...]) -> tuple[str, ...]:
    """The items without emphasis, where it stands round the whole of each."""
    bold = all(item[:2] == item[-2:] == "**" and len(item) > 4 and "**" not in item[2:-2] for item in items)
    return tuple(item[2:-2] for item in items) if bold else items


def _unpunctuated(items: tuple[str, ...]) -> tuple[str, ...]:
    """The items without the semicolons or commas that part the lines, and the full stop behind the last."""
    *others, last = items
    mark = others[0][-1:] if others else ""
    if mark not in (";", ",", "；", "，", "、") or not all(item.endswith(mark) for item in others):
        return items
    return (*(item[:-1].rstrip() for item in others), last.rstrip(f"{mark}.。"))


@cache
def _marks_inside() -> re.Pattern[str]:
    return re.compile(r",\s{0,4}[-*•]\s")


def _counted(text: str, start: int, end: int) -> ItemList | None:
    """``1. a 2. b 3. c`` in one line: at least two numbers that count up from one."""
    if "\n" in text[start:end]:
        return None
    marks: list[re.Match[str]] = []
    for match in _number_mark().finditer(text, start, end):
        if int(match["number"]) == len(marks) + 1 and (marks or match.start() == start):
            marks.append(match)
    if len(marks) < 2:
        return None
    stops = [*(mark.start() for mark in marks[1:]), end]
    spans = [Span(*trimmed(text, mark.end(), stop)) for mark, stop in zip(marks, stops, strict=True)]
    shown = tuple(span.of(text).rstrip(",;") for span in spans)
    return ItemList(Items(shown, tuple(spans)), Span(start, end), RepairKind.LIST_MARKUP)


@cache
def _number_mark() -> re.Pattern[str]:
    return re.compile(r"(?:(?<=\s)|(?<![^\s]))(?P<number>[0-9]{1,3}+)[.)]\s++(?=\S)")


def _line_start(text: str, position: int, least: int) -> int:
    begin = max(text.rfind("\n", 0, position) + 1, least)
    return trimmed(text, begin, position)[0]


def _blocks(text: str, start: int, end: int) -> Iterator[Span]:
    """The stretches between empty lines, without those that only lead over to what follows."""
    gaps = list(_blank_lines().finditer(text, start, end))
    begins, stops = [start, *(gap.end() for gap in gaps)], [*(gap.start() for gap in gaps), end]
    blocks = [Span(*trimmed(text, *ends)) for ends in zip(begins, stops, strict=True)]
    blocks = [block for block in blocks if block.start < block.end]
    for block, following in zip_longest(blocks, blocks[1:]):
        if not _talks(block.of(text), following.of(text) if following else ""):
            yield block


def _talks(block: str, following: str) -> bool:
    if "\n" in block:
        return False
    if following and _heading().fullmatch(block):
        return not _heading().fullmatch(following)
    return _is_exclaimed(block) or (bool(following) and block.endswith((":", "：")))


def _is_exclaimed(line: str) -> bool:
    return line.endswith(("!", "?", "！", "？"))


@cache
def _heading() -> re.Pattern[str]:
    return re.compile(r"#{1,6}[ \t][^\n]{1,100}|\*\*[^*\n]{1,100}\*\*|__[^_\n]{1,100}__")


def _one_block(text: str, blocks: list[Span]) -> ItemList:
    """The one block that is a list among blocks of prose, or all of them, one item in each."""
    lists: list[ItemList] = []
    refusals: list[NoList] = []
    for block in blocks:
        try:
            lists.append(_block(text, block))
        except NoList as refusal:
            refusals.append(refusal)
    lists = [found for found in lists if found.items.texts] or lists[:1]
    if not lists:
        raise refusals[0]
    if len(lists) == 1:
        return lists[0]
    if refusals or any(len(found.items.texts) > 1 for found in lists):
        shown = text[blocks[0].start : blocks[-1].end]
        raise NoList("several stretches of the text could be the list", shown, FailureKind.AMBIGUOUS)
    spans = tuple(found.items.spans[0] for found in lists)
    texts = tuple(found.items.texts[0] for found in lists)
    return ItemList(Items(texts, spans), Span(spans[0].start, spans[-1].end), None)


def _block(text: str, block: Span) -> ItemList:
    repairs: list[Repair] = []
    inner = _unlabelled(text, _unwrapped(text, _without_closing(text, block), repairs))
    inner = _unwrapped(text, inner, repairs)
    items = comma_items(text, inner.start, inner.end)
    return ItemList(items, inner, None, (*repairs, *items.repairs))


def _without_closing(text: str, block: Span) -> Span:
    """The block without a last line that talks to the reader, as no other of its lines does."""
    *lines, last = block.of(text).split("\n")
    if not lines or not _is_exclaimed(last.strip()) or any(_is_exclaimed(line.strip()) for line in lines):
        return block
    return Span(*trimmed(text, block.start, block.end - len(last)))


_WRAPS = {"`": "`", "[": "]", "{": "}", "(": ")", "“": "”"}


def _unwrapped(text: str, span: Span, repairs: list[Repair]) -> Span:
    """The stretch without the backticks, brackets or quotes that stand round the whole list."""
    shown = span.of(text)
    body = shown.removesuffix(".")
    close = _WRAPS.get(body[:1])
    if body[:1] == "{" and ":" in body:
        raise NoList("an object is no list", shown)
    if body[:1] == "[" and "]" not in body:
        raise NoList("a bracket is opened and not closed", shown, FailureKind.TRUNCATED)
    inside = body[1:-1]
    if body[:1] == "[" and "[" in inside and _closes_at_end(body):
        raise NoList("lists in a list are no texts", shown)
    if close is None or len(body) < 2 or not body.endswith(close) or close in inside or body[0] in inside:
        return span
    repairs.append(Repair(RepairKind.MARKUP, "$", Span(span.start, span.start + 1), shown[0], ""))
    return Span(*trimmed(text, span.start + 1, span.start + len(body) - 1))


def _closes_at_end(body: str) -> bool:
    """Whether the bracket that opens a text is closed by its last character."""
    depth = 0
    for bracket in re.finditer(r"[\[\]]", body):
        depth += 1 if bracket[0] == "[" else -1
        if depth == 0:
            return bracket.end() == len(body)
    return False


def _unlabelled(text: str, span: Span) -> Span:
    """The stretch without "Sure!" and without "Here are the cities:" in front."""
    start = span.start
    lead = _lead().match(text, start, span.end)
    if lead is not None:
        start = lead.end()
    label = _label().match(text, start, span.end)
    # Several colons belong to the items; a label is one.
    if label is not None and not re.search(r"[:：](?:\s|$)", text[label.end() : span.end]):
        return Span(label.end(), span.end)
    return Span(start, span.end) if lead is not None else span
