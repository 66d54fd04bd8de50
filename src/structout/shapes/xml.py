"""XML elements and attributes go in, a JSON value comes out.

Elements that repeat are lists, wrappers round one kind of item are lists, attributes are keys like child elements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

from structout.result import Repair, RepairKind, Span
from structout.shapes.markup import Element, decode, elements
from structout.shapes.reading import (
    Hints,
    Piece,
    ShapeReading,
    list_piece,
    loose,
    loosened,
    object_piece,
    plain_scalar,
    reading_of,
    trimmed,
)

_ITEM_NAMES = frozenset(("item", "li", "entry", "element", "el", "value", "listitem"))
_PAIR_NAMES = frozenset(("key", "value"))
_TEXT_KEYS = ("text", "value", "content", "name", "title")
# Attributes that describe the notation and are no data of the answer.
_NOISE = frozenset(("type", "class", "style", "lang", "encoding", "version", "nullable", "datatype"))


def read_xml(text: str, start: int, end: int, hints: Hints) -> ShapeReading | None:
    """Read data that is written as XML elements.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.
        hints: what is known of the type.

    Returns:
        The value of the first elements that hold the type's fields (or the items of a list), else ``None``.
    """
    top = elements(text, start, end)
    maker = _Maker(text, hints)
    if hints.wants == "scalar":
        roots, piece = _scalar_root(top, maker, Span(*trimmed(text, start, end)))
    elif hints.convinced(tuple(_local(element.name) for element in top)):
        roots, piece = top, object_piece(_around(top), maker.grouped(top))
    else:
        roots = _roots(top, hints)
        piece = maker.root(roots) if roots else None
    if piece is None:
        return None
    return reading_of(text, piece, RepairKind.XML, *_unclosed(text, roots), complete=all(map(_whole, roots)))


def _around(roots: list[Element]) -> Span:
    return Span(roots[0].start, roots[-1].end)


def _scalar_root(top: list[Element], maker: _Maker, whole: Span) -> tuple[list[Element], Piece | None]:
    """The one element that bears the type's name, or that is the whole answer, and holds text."""
    named = [element for element in top if loose(element.name) in loosened(maker.hints.names[:1])]
    if len(top) == 1 and Span(top[0].start, top[0].end) == whole:
        named = [_innermost(top[0])]
    fits = len(named) == 1 and named[0].closed and not named[0].children
    return named, maker.leaf(named[0]) if fits else None


def _innermost(element: Element) -> Element:
    while len(element.children) == 1 and not element.has_text:
        element = element.children[0]
    return element


def _roots(top: list[Element], hints: Hints) -> list[Element]:
    for element, level in _candidates(top, 0):
        if _names_type(element, hints) or hints.convinced(_keys(element)):
            same = [one for one in level if one.name == element.name or hints.convinced(_keys(one))]
            inside = level is not top and len(same) == len(level)
            return same if hints.wants == "list" and (inside or len(same) > 1) else [element]
    if hints.wants == "list":
        return _list_root(top)
    if hints.fields:
        return []
    return [element for element in top if element.children and not element.has_text][:1]


def _candidates(level: list[Element], depth: int) -> Iterator[tuple[Element, list[Element]]]:
    for element in level:
        yield element, level
    # Three wrappers round the data are as many as answers show: <response><result><people><person>…
    for element in level if depth < 3 else ():
        if not element.has_text:
            yield from _candidates(element.children, depth + 1)


def _keys(element: Element) -> tuple[str, ...]:
    names = (*(name for name, _ in element.attributes), *(child.name for child in element.children))
    return tuple(map(_local, names))


def _names_type(element: Element, hints: Hints) -> bool:
    named = loosened(hints.names[:1])
    return loose(_local(element.name)) in named and bool(hints.hits(_keys(element)))


def _list_root(top: list[Element]) -> list[Element]:
    for element in top:
        names = {child.name for child in element.children}
        if len(names) == 1 and not element.has_text:
            return [element]
    several = [name for name, count in Counter(element.name for element in top).items() if count > 1]
    return [element for element in top if element.name == several[0]] if several else []


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _whole(element: Element) -> bool:
    return (element.closed or _lacks_its_end(element)) and all(map(_whole, element.children))


def _lacks_its_end(element: Element) -> bool:
    """Whether an element without its closing tag holds whole elements and nothing else, such as half a tag."""
    return bool(element.children) and not element.has_text


def _unclosed(text: str, roots: list[Element]) -> Iterator[Repair]:
    todo = list(roots)
    while todo:
        element = todo.pop()
        todo.extend(element.children)
        if not element.closed:
            kind = RepairKind.MISSING_CLOSE if _lacks_its_end(element) else RepairKind.UNFINISHED_VALUE
            before = text[element.start : element.inner]
            yield Repair(kind, "$", Span(element.end, element.end), before, f"</{element.name}>")
        elif element.misspelt:
            ending = Span(element.inner_end, element.end)
            yield Repair(RepairKind.MISMATCHED_CLOSE, "$", ending, ending.of(text), f"</{element.name}>")


@dataclass(frozen=True, slots=True)
class _Maker:
    text: str
    hints: Hints

    def root(self, roots: list[Element]) -> Piece | None:
        if len(roots) == 1 and not self.is_item(roots[0]):
            piece = self.piece(roots[0], root=True)
            return piece if piece.entries is not None or piece.items is not None else None
        return list_piece(_around(roots), [self.piece(element) for element in roots])

    def is_item(self, root: Element) -> bool:
        """Whether the one root is the only item of the list that is wanted, rather than the list."""
        return self.hints.wants == "list" and self.hints.convinced(_keys(root))

    def piece(self, element: Element, *, root: bool = False) -> Piece:
        span = Span(element.start, element.end)
        entries = [
            (_local(name), self.attribute(place)) for name, place in element.attributes if self.is_data(name)
        ]
        if element.has_text and element.children:
            return self.leaf(element)
        if not element.children:
            return self.attributed(element, entries, span) if entries else self.leaf(element)
        if not entries and self.is_list(element, root=root):
            return self.listed(element, span)
        return object_piece(span, [*entries, *self.grouped(element.children)])

    def attribute(self, place: Span) -> Piece:
        return Piece(place, plain_scalar(decode(place.of(self.text))))

    def is_data(self, name: str) -> bool:
        if name.startswith(("xmlns", "xsi:", "xml:")):
            return False
        known = loosened(self.hints.known) | loosened(self.hints.fields)
        return loose(name) in known or name.lower() not in _NOISE

    def attributed(self, element: Element, entries: list[tuple[str, Piece]], span: Span) -> Piece:
        """An element with attributes and text: the text goes under a key of its own."""
        if not element.has_text:
            return object_piece(span, entries)
        known = self.hints.known or self.hints.fields
        key = next((name for name in _TEXT_KEYS if name in known), "text")
        return object_piece(span, [*entries, (key, self.leaf(element))])

    def leaf(self, element: Element) -> Piece:
        inner = self.text[element.inner : element.inner_end]
        if element.has_cdata:
            return Piece(Span(element.inner, element.inner_end), _without_cdata(inner).strip())
        start, end = trimmed(self.text, element.inner, element.inner_end)
        content = plain_scalar(decode(self.text[start:end]))
        # XML has no null: the word is text, and the field decides.
        return Piece(Span(start, end), self.text[start:end] if content is None else content)

    def is_list(self, element: Element, *, root: bool) -> bool:
        names = {child.name for child in element.children}
        if len(names) != 1:
            return False
        name = _local(next(iter(names)))
        if root and self.hints.wants == "list":
            return True
        if loose(name) in loosened(self.hints.fields if root else self.hints.known):
            return False
        one = loose(name) in _ITEM_NAMES or _singular(_local(element.name), name)
        return one or len(element.children) > 1 or name in self.hints.names

    def listed(self, element: Element, span: Span) -> Piece:
        pairs = [self.pair(child) for child in element.children]
        is_map = all(_is_found(pair) for pair in pairs) and self.hints.wants != "list"
        if is_map and not self.hints.known >= _PAIR_NAMES:
            return object_piece(span, filter(_is_found, pairs))
        return list_piece(span, [self.piece(child) for child in element.children])

    def pair(self, element: Element) -> tuple[str, Piece] | None:
        """An entry of a map: ``<entry><key>a</key><value>1</value></entry>`` or ``<entry key="a">1</entry>``."""
        names = {loose(child.name): child for child in element.children}
        if names.keys() == _PAIR_NAMES and len(element.children) == 2:
            key = names["key"]
            return decode(self.text[key.inner : key.inner_end]).strip(), self.piece(names["value"])
        if [name for name, _ in element.attributes] == ["key"] and not element.children:
            return decode(element.attributes[0][1].of(self.text)), self.leaf(element)
        return None

    def grouped(self, children: list[Element]) -> Iterator[tuple[str, Piece]]:
        groups: dict[str, list[Element]] = {}
        for child in children:
            groups.setdefault(_local(child.name), []).append(child)
        for name, group in groups.items():
            pieces = [self.piece(child) for child in group]
            yield name, pieces[0] if len(pieces) == 1 else list_piece(_around(group), pieces)


def _is_found(pair: tuple[str, Piece] | None) -> TypeGuard[tuple[str, Piece]]:
    return pair is not None


def _without_cdata(inner: str) -> str:
    return inner.replace("<![CDATA[", "").replace("]]>", "")


def _singular(plural: str, name: str) -> bool:
    many, one = loose(plural), loose(name)
    endings = (one + "s", one + "es", one + "list", one[:-1] + "ies", "list" + one, one + "array")
    return bool(one) and any(many.endswith(ending) for ending in endings)
