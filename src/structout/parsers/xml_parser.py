"""XMLOutputParser: an XML element as nested dicts and lists; nothing of it is dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from structout.errors import FailureKind, OutputParserException
from structout.locate import Located, failure_sign, locate
from structout.parsers.base import BaseOutputParser, stopped_early, within
from structout.parsers.texts import outside, wrapping
from structout.result import Parsed, Problem, Repair, RepairKind, Severity, Span, shorten
from structout.shapes.markup import MAX_DEPTH, Element, decode, elements


class XMLOutputParser(BaseOutputParser[dict[str, Any]]):
    """Reads one XML element: ``{tag: text}``, or ``{tag: [{child: …}, …]}`` in the order of the text.

    An attribute is an entry ``{"@name": value}``, text beside children an entry ``{"#text": text}``. Entities of a
    document type are never expanded.

    Args:
        tags: the tags that the answer is made of; only those are taken for the outermost one.
        max_severity: the gravest repair that is taken without an error.

    >>> XMLOutputParser().parse("Sure: <film><name>Big</name><year>1988</year></film>")
    {'film': [{'name': 'Big'}, {'year': '1988'}]}
    """

    def __init__(
        self, tags: Iterable[str] | None = None, *, max_severity: Severity | str = Severity.TYPE
    ) -> None:
        self.tags = None if tags is None else list(tags)
        self.max_severity = Severity.of(max_severity)

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        tags = f" Use only these tags: {', '.join(self.tags)}." if self.tags else ""
        return (
            "The output should be one XML element, with every tag that is opened closed again in the right order."
            f"{tags}\n"
            'As an example, for the tags "foo", "bar" and "baz", <foo><bar><baz></baz></bar></foo> is well-formatted; '
            "<foo><bar></foo> and <foo><tag></tag></foo> are not."
        )

    def explain(
        self, text: str, *, prompt: str | None = None, finish_reason: str | None = None
    ) -> Parsed[dict[str, Any]]:
        """Read the completion and keep the account of every liberty taken.

        Args:
            text: the completion.
            prompt: not looked at.
            finish_reason: why the model stopped; an answer that was cut off is refused.

        Raises:
            OutputParserException: the completion holds no element, or several.
        """
        stopped_early(text, finish_reason)
        located = locate(text)
        root = self._root(located)
        builder = _Builder(text)
        value = {root.name: builder.root(root)}
        span = Span(root.start, root.end)
        repairs = (*wrapping(located, span), *_unclosed(text, root))
        parsed = Parsed(value, text, span, repairs, outside(text, span), _is_whole(root))
        return within(parsed, self.max_severity, partial=value)

    def _root(self, located: Located) -> Element:
        place = _place(located)
        found = elements(located.text, place.start, place.end)
        if self.tags:
            found = [each for each in found if each.name in self.tags]
        if not found:
            raise _refused(located.text, FailureKind.NO_VALUE, "none")
        if len({located.text[each.start : each.end] for each in found}) > 1:
            raise _refused(located.text, FailureKind.AMBIGUOUS, f"{len(found)}")
        if _depth(found[0]) >= MAX_DEPTH:
            raise _refused(located.text, FailureKind.TOO_DEEP, f"{MAX_DEPTH} or more inside one another")
        return found[0]

    @property
    def _type(self) -> str:
        return "xml"


def _place(located: Located) -> Span:
    """The one fence's body, else all that stands behind the reasoning."""
    bodies = [fence.body for fence in located.fences if "<" in fence.body.of(located.text)]
    return bodies[0] if len(bodies) == 1 else located.answer


def _depth(element: Element) -> int:
    level, depth = [element], 0
    while level:
        level, depth = [child for each in level for child in each.children], depth + 1
    return depth


def _is_whole(element: Element) -> bool:
    return (element.closed or bool(element.children)) and all(map(_is_whole, element.children))


def _unclosed(text: str, root: Element) -> Iterator[Repair]:
    todo = [root]
    while todo:
        element = todo.pop()
        todo += element.children
        if not element.closed:
            kind = RepairKind.MISSING_CLOSE if element.children else RepairKind.UNFINISHED_VALUE
            before = shorten(text[element.start : element.inner])
            yield Repair(kind, "$", Span(element.end, element.end), before, repr(f"</{element.name}>"))


@dataclass(frozen=True, slots=True)
class _Builder:
    text: str

    def root(self, element: Element) -> Any:
        content = self.content(element)
        blank = content is None or (isinstance(content, str) and not content.strip())
        return [] if blank else content

    def content(self, element: Element) -> Any:
        """The text of an element that has only text, ``None`` for an empty one, else its parts in order."""
        parts = list(self.parts(element))
        if not element.attributes and not element.children:
            return _text(self.text[element.inner : element.inner_end]) or None
        return parts

    def parts(self, element: Element) -> Iterator[dict[str, Any]]:
        for name, place in element.attributes:
            yield {f"@{name}": decode(place.of(self.text))}
        position = element.inner
        for child in element.children:
            yield from self.between(position, child.start)
            yield {child.name: self.content(child)}
            position = child.end
        yield from self.between(position, element.inner_end)

    def between(self, start: int, end: int) -> Iterator[dict[str, Any]]:
        text = _text(self.text[start:end])
        if text.strip():
            yield {"#text": text}


_MARKS = (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"))


def _text(raw: str) -> str:
    """A text with its entities read, without comments; character data as it stands."""
    pieces: list[str] = []
    position = 0
    while (mark := raw.find("<", position)) >= 0:
        pieces.append(decode(raw[position:mark]))
        opener, closer = next((pair for pair in _MARKS if raw.startswith(pair[0], mark)), ("<", ""))
        close = raw.find(closer, mark + len(opener)) if closer else mark + 1
        if close < 0:
            position = mark
            break
        inner = raw[mark + len(opener) : close]
        pieces.append({"<![CDATA[": inner, "<": "<"}.get(opener, ""))
        position = close + len(closer)
    return "".join([*pieces, decode(raw[position:])])


def _refused(text: str, kind: FailureKind, found: str) -> OutputParserException:
    sign = failure_sign(text) if kind is FailureKind.NO_VALUE else None
    problem = Problem("$", "one XML element", found, None, "write one element with all others inside it")
    return OutputParserException(
        f"expected one XML element, found {shorten(text.strip())}", text, kind=sign or kind, errors=(problem,)
    )
