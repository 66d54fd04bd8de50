"""The state of a scan, explicit so that it can stop, go on and be copied: position, stack, what is expected next."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from structout.errors import FailureKind
from structout.jsonish.edits import Edit
from structout.jsonish.patterns import (
    COMMENT,
    ODD_SPACE,
    TRIVIA_START,
    WIDE,
    elided,
    escaped_token,
    past_blanks,
    trivia,
)
from structout.jsonish.reading import Unreadable
from structout.result import RepairKind


class Expect(IntEnum):
    """What may come next."""

    FIRST_VALUE = 0
    VALUE = 1
    FIRST_KEY = 2
    KEY = 3
    COLON = 4
    AFTER = 5
    DONE = 6


class Frame(NamedTuple):
    """An open container: what closes it in JSON and in the source, where it began, which edit opened it (-1: none)."""

    closer: str
    source_closer: str
    start: int
    edit: int


@dataclass(slots=True)
class Scan:
    """Where a scan stands.

    Attributes:
        src: the text.
        end: where to stop reading.
        max_depth: how many containers may be open at once.
        pos: the next character to look at.
        expect: what may come next.
        stack: the open containers, outermost first.
        edits: what was changed so far.
        complete: ``False`` once the text has turned out to be cut inside a value.
        token: where the last key or value began.
        tail: where the last token ended.
        partial: whether what may still grow is left out.
        open_steps: how many steps down from the root the place is where the text was cut.
        dead: for a quote and a role, from where on no closing quote was found.
    """

    src: str
    end: int
    max_depth: int = 200
    pos: int = 0
    expect: Expect = Expect.FIRST_VALUE
    stack: list[Frame] = field(default_factory=list[Frame])
    edits: list[Edit] = field(default_factory=list[Edit])
    complete: bool = True
    token: int = 0
    tail: int = 0
    dead: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    steps: int = 0
    begin: int = 0
    partial: bool = False
    open_steps: int = 0

    @property
    def in_object(self) -> bool:
        """Whether the innermost container is an object."""
        return bool(self.stack) and self.stack[-1].closer == "}"

    def edit(self, kind: RepairKind | None, start: int, end: int, after: str) -> None:
        """Note that ``after`` is written for the source from ``start`` to ``end``."""
        self.edits.append((start, end, after, kind))

    def insert(self, kind: RepairKind | None, start: int, end: int, after: str) -> None:
        """Note an edit before those that were made at or behind ``start`` already."""
        edits = self.edits
        at = len(edits)
        while at and edits[at - 1][0] >= start:
            at -= 1
        edits.insert(at, (start, end, after, kind))

    def take_back(self, start: int) -> list[Edit]:
        """Undo the edits that were made at or behind ``start``, and hand them back."""
        at = len(self.edits)
        while at and self.edits[at - 1][0] >= start:
            at -= 1
        taken = self.edits[at:]
        del self.edits[at:]
        return taken

    def skip(self) -> str:
        """Go past blanks and comments, noting what JSON does not know; the next character, "" at the end."""
        src, end = self.src, self.end
        pos = past_blanks(src, self.pos, end)
        while pos < end and (src[pos] in TRIVIA_START or src[pos] == "\\"):
            after = self._skip_odd(pos)
            if after == pos:
                break
            pos = past_blanks(src, after, end)
        self.pos = pos
        return src[pos] if pos < end else ""

    def _skip_odd(self, pos: int) -> int:
        src, end = self.src, self.end
        if src[pos] == "\\":
            escaped = escaped_token().match(src, pos, end)
            if escaped:
                self.edit(RepairKind.OVER_ESCAPED, pos, escaped.end(), "")
            return escaped.end() if escaped else pos
        if odd := ODD_SPACE.match(src, pos, end):
            self.edit(RepairKind.WHITESPACE, pos, odd.end(), "")
            return odd.end()
        if comment := COMMENT.match(src, pos, end):
            kind = RepairKind.ELLIPSIS if elided().match(src, pos, end) else RepairKind.COMMENT
            self.edit(kind, pos, comment.end(), "")
            return comment.end()
        return pos

    def peek(self, pos: int) -> int:
        """Where the next token after ``pos`` begins, noting nothing."""
        between = trivia().match(self.src, pos, self.end)
        return between.end() if between else pos

    def char(self, pos: int) -> str:
        """The character at ``pos``, full-width punctuation as the plain one, "" at the end."""
        if pos >= self.end:
            return ""
        char = self.src[pos]
        return WIDE.get(char, char)

    def push(self, frame: Frame, expect: Expect) -> None:
        """Open a container.

        Raises:
            Unreadable: it would be nested deeper than allowed.
        """
        if len(self.stack) >= self.max_depth:
            raise Unreadable(
                f"expected at most {self.max_depth} nested containers, found more at character {frame.start}",
                FailureKind.TOO_DEEP,
                frame.start,
            )
        self.stack.append(frame)
        self.expect = expect

    def value_done(self, start: int, end: int) -> None:
        """A value from ``start`` to ``end`` is read."""
        self.token = start
        self.pos = self.tail = end
        self.expect = Expect.AFTER if self.stack else Expect.DONE

    def work(self) -> None:
        """Count a step.

        Raises:
            Unreadable: the text takes more steps than its length explains, so it is no damaged JSON.
        """
        self.steps += 1
        if self.steps > 1000 + 4 * (self.end - self.begin):
            raise Unreadable(
                f"expected damaged JSON, but the text up to character {self.pos} is too tangled to read",
                FailureKind.TOO_LARGE,
                self.pos,
            )

    def refuse(self, expected: str) -> Unreadable:
        """The error that says what was expected at the present position."""
        found = self.src[self.pos : min(self.pos + 40, self.end)]
        return Unreadable(
            f"expected {expected} at character {self.pos}, found {found!r}", FailureKind.NO_VALUE, self.pos
        )
