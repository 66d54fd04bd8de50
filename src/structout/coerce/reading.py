"""What the readers of scalars hand back: the value with its place in the text, or why there is none.

One text in, ``Found`` or ``Unread`` out; the same for numbers, booleans, choices, dates and durations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, Literal, TypeAlias, TypeVar

from structout.result import JsonValue, RepairKind, Span

V = TypeVar("V")
W = TypeVar("W")

DecimalMark: TypeAlias = Literal[".", ","]
"""Which character separates the fraction from the whole; the other one then groups thousands."""


class Why(StrEnum):
    """Why a text holds no value of the type."""

    NONE = "none"
    """Nothing in it can be read so."""
    SEVERAL = "several"
    """Two different values stand there."""
    AMBIGUOUS = "ambiguous"
    """One thing stands there that can be read in two ways."""
    PLACEHOLDER = "placeholder"
    """A slot of the instructions was left unfilled."""
    UNSUITABLE = "unsuitable"
    """A value was read, but the type cannot hold it."""


@dataclass(frozen=True, slots=True)
class Found(Generic[V]):
    """A value read from a text.

    Attributes:
        value: what was read.
        span: where it stands in the text, in characters.
        kinds: the liberties taken, none for the plain spelling.
    """

    value: V
    span: Span
    kinds: tuple[RepairKind, ...] = ()

    def to(self, value: W) -> Found[W]:
        """The same reading in another form."""
        return Found(value, self.span, self.kinds)

    def also(self, *kinds: RepairKind) -> Found[V]:
        """The same reading with further liberties."""
        return replace(self, kinds=tuple(dict.fromkeys(self.kinds + kinds)))


@dataclass(frozen=True, slots=True)
class Unread:
    """No value, and why.

    Attributes:
        why: the reason.
        hint: what to do about it, empty where nothing helps.
        advice: which option of the program would help, empty where none does.
    """

    why: Why
    hint: str = ""
    advice: str = ""


NOTHING = Unread(Why.NONE)
"""Nothing was found; there is no more to say."""


@dataclass(frozen=True, slots=True)
class Options:
    """How the readers decide what the text leaves open.

    Attributes:
        decimal: the decimal mark, ``None`` to refuse what can be read both ways.
        dayfirst: whether ``03/04/2025`` begins with the day, ``None`` to refuse it.
        typo_margin: how many more edits the second-best spelling must need than the best.
        loose_lists: whether the notation has no lists and no null of its own, so that commas part items and a word
            for "none" is no text.
        reader: reads an object or a list that is written in a string and is not quite JSON; ``None`` for anything else.
    """

    decimal: DecimalMark | None = None
    dayfirst: bool | None = None
    typo_margin: int = 2
    loose_lists: bool = False
    reader: Callable[[str], JsonValue] | None = None
