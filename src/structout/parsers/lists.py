"""Parsers of lists: comma separated, numbered, bulleted. A completion goes in, a list of texts comes out.

Each reads the others' notations too, and JSON; each refuses a sentence, so that the model can be asked again.
"""

from __future__ import annotations

import re
from functools import cache

from pydantic_core import from_json

from structout.errors import FailureKind, OutputParserException
from structout.locate import Located, failure_sign, locate
from structout.parsers.base import BaseOutputParser, stopped_early, within
from structout.parsers.texts import answer_span, outside, wrapping
from structout.result import JsonValue, Parsed, Problem, Repair, RepairKind, Severity, Span, shorten
from structout.shapes.comma_lists import Items, NoList
from structout.shapes.item_lists import ItemList, item_list


class ListOutputParser(BaseOutputParser[list[str]]):
    """Base of the list parsers: reads marked lines, a bracketed list or commas.

    Args:
        max_severity: the gravest repair that is taken without an error.
    """

    expected = "a list of values"
    _own: RepairKind | None = None

    def __init__(self, *, max_severity: Severity | str = Severity.TYPE) -> None:
        self.max_severity = Severity.of(max_severity)

    def explain(
        self, text: str, *, prompt: str | None = None, finish_reason: str | None = None
    ) -> Parsed[list[str]]:
        """Read the completion and keep the account of every liberty taken.

        Args:
            text: the completion; an empty one is an empty list.
            prompt: not looked at: an item may well stand in the text that was asked about.
            finish_reason: why the model stopped; a list that was cut off is refused.

        Raises:
            OutputParserException: the completion is no list.
        """
        stopped_early(text, finish_reason)
        located = locate(text)
        span = answer_span(located)
        if span.start == span.end and located.reasoning is None:
            return Parsed([], text, span)
        found = self._read(located, span)
        repairs = (*wrapping(located, found.span), *self._notation(text, found), *found.repairs)
        parsed = Parsed(list(found.items.texts), text, found.span, repairs, outside(text, found.span))
        return within(parsed, self.max_severity, partial=[*found.items.texts])

    def _read(self, located: Located, span: Span) -> ItemList:
        text = located.text
        if array := _json_items(text, span):
            return array
        try:
            found = self._items(text, span)
        except NoList as refusal:
            raise self._refused(text, refusal) from refusal
        if not found.items.texts:
            raise self._refused(text, NoList("the answer has no items", text))
        return found

    def _items(self, text: str, span: Span) -> ItemList:
        return item_list(text, span.start, span.end)

    def _refused(self, text: str, refusal: NoList) -> OutputParserException:
        sign = failure_sign(text)
        kind = sign if sign and refusal.kind is FailureKind.INVALID else refusal.kind
        at = text.find(refusal.found)
        span = Span(at, at + len(refusal.found)) if at >= 0 else None
        problem = Problem("$", self.expected, shorten(refusal.found), span, str(refusal))
        return OutputParserException(
            f"expected {self.expected}, found {shorten(refusal.found)}: {refusal}",
            text,
            kind=kind,
            errors=(problem,),
        )

    def _notation(self, text: str, found: ItemList) -> tuple[Repair, ...]:
        """A list in another notation than was asked for is a repair."""
        if found.kind is self._own:
            return ()
        kind = found.kind or RepairKind.TEXT_TO_LIST
        return (
            Repair(kind, "$", found.span, shorten(found.span.of(text)), f"{len(found.items.texts)} items"),
        )


class CommaSeparatedListOutputParser(ListOutputParser):
    """Reads a comma separated list.

    Quoted items keep their commas, ``\\,`` is a comma, full-width commas separate too; a trailing comma or full stop,
    an "and" before the last item and a lead-in line go. Bulleted and numbered lists and JSON arrays are read as well.

    Args:
        max_severity: the gravest repair that is taken without an error.

    >>> CommaSeparatedListOutputParser().parse("Here are the cities: Bonn, Ulm, and Jena.")
    ['Bonn', 'Ulm', 'Jena']
    """

    expected = "a list of comma separated values"

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        return "Your response should be a list of comma separated values, eg: `foo, bar, baz`"

    @property
    def _type(self) -> str:
        return "comma-separated-list"


class _MarkedListOutputParser(ListOutputParser):
    _own = RepairKind.LIST_MARKUP

    def _items(self, text: str, span: Span) -> ItemList:
        found = _without_glued_marks(item_list(text, span.start, span.end, ordered=False))
        if found.kind is None and len(found.items.texts) == 1:
            raise NoList("there is no list", span.of(text), FailureKind.NO_VALUE)
        return found


class NumberedListOutputParser(_MarkedListOutputParser):
    """Reads a numbered list; the other notations of a list as well.

    Args:
        max_severity: the gravest repair that is taken without an error.

    >>> NumberedListOutputParser().parse("1. oak\\n2. elm")
    ['oak', 'elm']
    """

    expected = "a numbered list with one item on each line"

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        return (
            "Your response should be a numbered list with each item on a new line. "
            "For example: \n\n1. foo\n\n2. bar\n\n3. baz"
        )

    @property
    def _type(self) -> str:
        return "numbered-list"


class MarkdownListOutputParser(_MarkedListOutputParser):
    """Reads a Markdown list; the other notations of a list as well.

    Args:
        max_severity: the gravest repair that is taken without an error.

    >>> MarkdownListOutputParser().parse("- oak\\n- elm")
    ['oak', 'elm']
    """

    expected = "a Markdown list with one item on each line"

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        return "Your response should be a markdown list, eg: `- foo\n- bar\n- baz`"

    @property
    def _type(self) -> str:
        return "markdown-list"


def _without_glued_marks(found: ItemList) -> ItemList:
    """Items without the dash in front that no blank parts from them, where each has one."""
    texts, spans = found.items.texts, found.items.spans
    if found.kind is not None or len(texts) < 2 or not all(_GLUED.match(text) for text in texts):
        return found
    items = Items(tuple(text[1:] for text in texts), tuple(Span(at.start + 1, at.end) for at in spans))
    return ItemList(items, found.span, RepairKind.LIST_MARKUP, found.repairs)


_GLUED = re.compile(r"[-*+•][^\W\d][^*]*\Z")


@cache
def _array() -> re.Pattern[str]:
    return re.compile(r"\[\s*+(?:\]|\"|-?[0-9])")


def _json_items(text: str, span: Span) -> ItemList | None:
    """A JSON array of texts or numbers, where one is the whole answer or follows a lead-in."""
    opener = _array().search(text, span.start, span.end)
    close = text.rfind("]", span.start, span.end)
    if opener is None or close < opener.start() or text[close + 1 : span.end].strip(" .\n\r\t`"):
        return None
    place = Span(opener.start(), close + 1)
    try:
        values: list[JsonValue] = from_json(place.of(text))
    except (ValueError, TypeError):
        # Pydantic takes a lone surrogate for no text at all.
        return None
    if any(isinstance(item, list | dict) or item is None for item in values):
        return None
    texts = tuple(map(_shown, values))
    return ItemList(Items(texts, (place,) * len(texts)), place, RepairKind.TEXT_TO_LIST)


def _shown(item: JsonValue) -> str:
    return str(item).lower() if isinstance(item, bool) else str(item)
