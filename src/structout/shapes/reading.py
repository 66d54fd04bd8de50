"""What a reader of another notation hands back: pieces with their places, and the JSON value that they make.

A piece is a scalar, a list of pieces or an object of pieces, each with its span in the completion.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Literal, TypeAlias
from unicodedata import normalize

from structout.result import JsonValue, Path, Repair, RepairKind, Span
from structout.scripts import SIGNS

Scalar: TypeAlias = "str | int | float | bool | None"

_NUMBER = re.compile(r"-?+(?:0|[1-9][0-9]{0,300}+)(?:\.[0-9]{1,300}+)?+(?:[eE][+-]?+[0-9]{1,3}+)?+\Z")
_WORDS: dict[str, Scalar] = {"true": True, "false": False, "null": None}
_LOOSE = re.compile(rf"(?:[^\w{SIGNS}]|_)+")
_ACCENTS = re.compile(r"[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u200c\u200d]+")


@dataclass(frozen=True, slots=True)
class Hints:
    """What is known of the type that a reader reads for.

    Attributes:
        names: class names, of the type itself first.
        fields: names and aliases of the fields at the top, or of the items' fields where a list is wanted.
        wants: what the value should be.
        required: the spellings of each field among those that cannot be left out; empty where that is not known.
        known: every field name anywhere in the type; empty where that is not known.
    """

    names: tuple[str, ...] = ()
    fields: frozenset[str] = frozenset()
    wants: Literal["object", "list", "scalar", "any"] = "any"
    required: tuple[frozenset[str], ...] = ()
    known: frozenset[str] = frozenset()

    def hits(self, keys: tuple[str, ...]) -> frozenset[str]:
        """Those of the keys that name a field at the top, in whatever spelling; as ``loose`` spells them."""
        return loosened(keys) & loosened(self.fields)

    def convinced(self, keys: tuple[str, ...]) -> bool:
        """Whether the keys are enough of the type's to take the text for data."""
        hits = self.hits(keys)
        if self.required:
            given = sum(not hits.isdisjoint(loosened(spellings)) for spellings in self.required)
            return bool(hits) and 2 * given >= len(self.required)
        return bool(hits) and 2 * len(hits) >= min(len(self.fields), 4)


@dataclass(frozen=True, slots=True)
class Piece:
    """A value with its place in the completion: an object where it has entries, a list where it has items.

    Attributes:
        span: where it stands.
        scalar: the value of a piece that is neither.
        items: a list's items.
        entries: an object's keys and values, each key once.
    """

    span: Span
    scalar: Scalar = None
    items: tuple[Piece, ...] | None = None
    entries: tuple[tuple[str, Piece], ...] | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of an object, none for anything else."""
        return tuple(key for key, _ in self.entries or ())

    @property
    def value(self) -> JsonValue:
        """The JSON value."""
        if self.entries is not None:
            return {key: piece.value for key, piece in self.entries}
        if self.items is not None:
            return [piece.value for piece in self.items]
        return self.scalar

    def at(self, path: Path) -> Piece:
        """The piece at a path, or the innermost that there is on the way to it."""
        piece = self
        for step in path:
            inner = piece._step(step)
            if inner is None:
                break
            piece = inner
        return piece

    def _step(self, step: str | int) -> Piece | None:
        if isinstance(step, str):
            return dict(self.entries or ()).get(step)
        return self.items[step] if self.items and step < len(self.items) else None


@dataclass(frozen=True, slots=True)
class ShapeReading:
    """A value read out of another notation; the same attributes as a reading of tolerant JSON has.

    Attributes:
        root: the value with the places of its parts.
        repairs: the notation, and what else was mended.
        complete: ``False`` where it was cut off inside a value.
    """

    root: Piece
    repairs: tuple[Repair, ...]
    complete: bool = True

    @property
    def span(self) -> Span:
        """What was read of the completion."""
        return self.root.span

    @property
    def value(self) -> JsonValue:
        """The JSON value."""
        return self.root.value

    @property
    def json(self) -> str:
        """The value as JSON text."""
        return json.dumps(self.value, ensure_ascii=False)

    def span_of(self, path: Path) -> Span:
        """Where the value at a path stands in the completion; the innermost known place on the way to it."""
        return self.root.at(path).span


Reader: TypeAlias = Callable[[str, int, int, Hints], ShapeReading | None]
"""Reads one notation out of a stretch of the completion; ``None`` where it is not there for sure."""


@dataclass(slots=True)
class Once:
    """Remembers where a mark is not to be found any more, so that a search over and over stays linear."""

    text: str
    end: int
    _gone: dict[str, int] = field(default_factory=dict[str, int])

    def find(self, mark: str, start: int) -> int:
        """The next place of ``mark``, or -1."""
        if self._gone.get(mark, self.end + 1) <= start:
            return -1
        found = self.text.find(mark, start, self.end)
        if found < 0:
            self._gone[mark] = min(start, self._gone.get(mark, start))
        return found


def loose(name: str) -> str:
    """A name with case, blanks, punctuation, underscores and accents set aside."""
    spread = name if name.isascii() else _ACCENTS.sub("", normalize("NFKD", name))
    return _LOOSE.sub("", spread).casefold()


@lru_cache(maxsize=256)
def loosened(names: frozenset[str] | tuple[str, ...]) -> frozenset[str]:
    """All the names, each as ``loose`` spells it."""
    return frozenset(map(loose, names))


def plain_scalar(text: str) -> Scalar:
    """A text as the JSON scalar that it plainly is, else the text.

    A number is taken only if writing it out gives the same text again: ``1.10`` and ``007`` stay text.
    """
    if text in _WORDS:
        return _WORDS[text]
    if not _NUMBER.match(text):
        return text
    number = float(text) if any(sign in text for sign in ".eE") else int(text)
    return number if str(number) == text else text


def scalar_piece(text: str, start: int, end: int) -> Piece:
    """The stretch of text as a scalar, blanks at its sides left out."""
    start, end = trimmed(text, start, end)
    return Piece(Span(start, end), plain_scalar(text[start:end]))


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without the white space at its sides."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def object_piece(span: Span, entries: Iterable[tuple[str, Piece]]) -> Piece:
    """An object of entries; of a key that comes twice the last one holds."""
    return Piece(span, entries=tuple(dict(entries).items()))


def list_piece(span: Span, items: Iterable[Piece]) -> Piece:
    """A list of items."""
    return Piece(span, items=tuple(items))


def has_afterthought(text: str, piece: Piece) -> bool:
    """Whether one last pair stands apart from others that stand together: ``As of: 2023`` below a map of any keys."""
    entries = piece.entries or ()
    starts = [inner.span.start for _, inner in entries]
    ends = [inner.span.end for _, inner in entries]
    gaps = ["\n\n" in text[end:start] for end, start in zip(ends, starts[1:], strict=False)]
    return len(gaps) > 1 and gaps[-1] and not any(gaps[:-1])


@cache
def _open_quote() -> re.Pattern[str]:
    return re.compile(r"(?:\A|[:=][ \t]{1,20}|^[ \t]{0,40}-[ \t]{1,20})([\"“][^\"”]*+)\Z", re.MULTILINE)


def unfinished(text: str, start: int, end: int) -> tuple[Repair, ...]:
    """The value at the end of a stretch whose quote is never closed, as a repair; nothing where there is none.

    Args:
        text: the completion.
        start: where the value begins, or the lines of which it is the last.
        end: where it ends.
    """
    start, end = trimmed(text, start, end)
    cut = _open_quote().search(text[start:end])
    if cut is None:
        return ()
    place = Span(start + cut.start(1), end)
    return (Repair(RepairKind.UNFINISHED_VALUE, "$", place, place.of(text)[:80], ""),)


def reading_of(
    text: str, root: Piece, kind: RepairKind, *more: Repair, complete: bool = True
) -> ShapeReading:
    """A reading whose first repair says which notation was read."""
    what = "a value" if root.items is None else f"a list of {len(root.items)}"
    if root.entries is not None:
        what = "an object with " + ", ".join(root.keys)
    before = text[root.span.start : min(root.span.end, root.span.start + 80)]
    return ShapeReading(root, (Repair(kind, "$", root.span, before, what[:80]), *more), complete)
