"""What a damage is: a named, seeded way to spoil a clean completion, with word of whether the answer survives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from random import Random
from typing import TypeAlias

from structout.result import shorten
from structout.testing.damage.shape import UNKNOWN, Shape, Trait

Change: TypeAlias = Callable[[str, Random, Shape], str | None]
"""Spoils a text, or returns ``None`` where the text offers nothing to spoil."""


class Stage(IntEnum):
    """When a damage is done, if several are: first to the value, then to its notation, last to what stands round it."""

    VALUE = 0
    """The text stays strict JSON."""
    SYNTAX = 1
    LAST_SYNTAX = 2
    """Leaves no tokens that a further syntax damage could find."""
    FRAME = 3
    REPLACE = 4
    """Nothing of the answer is left."""


_NOTATION = (Stage.SYNTAX, Stage.LAST_SYNTAX)


@dataclass(frozen=True, slots=True)
class Damaged:
    """A spoilt text.

    Attributes:
        text: the text as it is now.
        name: which damage was done; several are joined with ``+``.
        what: what was done, for a reader.
        recoverable: whether the right answer can still be read out of it; if not, an error is right.
    """

    text: str
    name: str
    what: str
    recoverable: bool


@dataclass(frozen=True, slots=True)
class Damage:
    """A named way to spoil a text. Call it with a clean completion and a random generator.

    Attributes:
        name: the kind, as the list of fault kinds names it.
        change: does it.
        recoverable: whether the right answer survives.
        stage: when it is done among several.
        alone: whether no other damage may be done beside it.
        closes: whether it puts something behind the payload; such a frame hides that a payload was cut off.
        cuts: whether it takes away the end of the payload.
        avoid: traits of a type for which the damage would be ambiguous, or no damage at all.
    """

    name: str
    change: Change
    recoverable: bool = True
    stage: Stage = Stage.SYNTAX
    alone: bool = False
    closes: bool = False
    cuts: bool = False
    avoid: frozenset[Trait] = frozenset()

    def __call__(self, text: str, rng: Random, shape: Shape = UNKNOWN) -> Damaged | None:
        """Spoil ``text``.

        Args:
            text: a clean completion.
            rng: decides where and how.
            shape: what is known of the type; damages to meaning need it.

        Returns:
            The spoilt text, or ``None`` where this damage cannot be done to this text.
        """
        is_notation = text[:1] in ("{", "[") and "text-root" not in shape.traits
        if self.avoid & shape.traits or (self.stage in _NOTATION and not is_notation):
            return None
        changed = self.change(text, rng, shape)
        if changed is None or changed == text:
            return None
        return Damaged(changed, self.name, f"{self.name}: {_difference(text, changed)}", self.recoverable)


def _difference(before: str, after: str) -> str:
    shorter = min(len(before), len(after))
    start = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    end = next((i for i in range(shorter - start) if before[-1 - i] != after[-1 - i]), shorter - start)
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    return f"{shorten(old, 40)} → {shorten(new, 40)} at {start}"


def in_order(damages: Iterable[Damage]) -> tuple[Damage, ...]:
    """The damages that can be done together, in the order in which they have to be done.

    The first that must stand alone drives the others out; of those that leave no tokens behind, the first is kept;
    a frame that closes is left out where the payload is cut.
    """
    wanted = list(dict.fromkeys(damages))
    lonely = next((damage for damage in wanted if damage.alone), None)
    if lonely is not None:
        return (lonely,)
    last = [damage for damage in wanted if damage.stage is Stage.LAST_SYNTAX][:1]
    kept = [damage for damage in wanted if damage.stage is not Stage.LAST_SYNTAX or damage in last]
    if any(damage.cuts for damage in kept):
        kept = [damage for damage in kept if not damage.closes]
    return tuple(sorted(kept, key=lambda damage: damage.stage))


def damage_all(
    text: str, damages: Iterable[Damage], rng: Random, shape: Shape = UNKNOWN
) -> tuple[Damaged, ...]:
    """Do several damages, one upon the other.

    Args:
        text: a clean completion.
        damages: which ones; those that cannot be done together or to this text are left out.
        rng: decides where and how.
        shape: what is known of the type.

    Returns:
        One step for each damage done; the last holds the final text.
    """
    steps: list[Damaged] = []
    for damage in in_order(damages):
        step = damage(text, rng, shape)
        if step is not None:
            steps.append(step)
            text = step.text
    return tuple(steps)


def compose(*damages: Damage) -> Callable[[str, Random], Damaged | None]:
    """Several damages as one.

    Returns:
        A function like a damage; its result is recoverable where each part is.
    """

    def together(text: str, rng: Random) -> Damaged | None:
        steps = damage_all(text, damages, rng)
        if not steps:
            return None
        return Damaged(
            steps[-1].text,
            "+".join(step.name for step in steps),
            "; ".join(step.what for step in steps),
            all(step.recoverable for step in steps),
        )

    return together
