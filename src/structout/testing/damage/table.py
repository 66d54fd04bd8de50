"""The one table of damages by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from structout.errors import ConfigError
from structout.testing.damage.framing import FRAMING
from structout.testing.damage.meaning import MEANING
from structout.testing.damage.model import Damage
from structout.testing.damage.notations import NOTATIONS
from structout.testing.damage.quoting import QUOTING
from structout.testing.damage.structure import STRUCTURE

# The simplest come first: a failing example shrinks towards the front.
DAMAGES: Mapping[str, Damage] = MappingProxyType(
    {damage.name: damage for group in (STRUCTURE, QUOTING, FRAMING, NOTATIONS, MEANING) for damage in group}
)
"""Every damage by its name."""

NO_DAMAGE: Mapping[str, str] = MappingProxyType(
    {
        "valid": "nothing is wrong",
        "scalar": "nothing is wrong",
        "enum": "nothing is wrong",
        "literal": "nothing is wrong",
        "map": "nothing is wrong",
        "recursive-type": "a type, no fault: give such a type to `values`",
        "union-pick": "a type, no fault: give a union to `values`",
        "string-target": "a type, no fault: the reply itself is the value",
        "bare-string": "peers differ on what is right",
        "unescaped-brace": "peers differ on what is right",
        "fence-in-string": "a value, no fault: `values` draws strings with fences in them",
        "constraint": "needs the constraint itself: draw from a wider type",
        "list-to-object": "peers differ on what is right",
        "scalar-to-object": "peers differ on what is right",
        "object-to-scalar": "peers differ on what is right",
    }
)
"""Kinds of the fault list that are no damage, each with the reason."""

OTHER_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "prose-around": ("prose-before", "prose-after"),
        "concatenated-values": ("several-answers", "same-answer-twice", "json-lines"),
        "scalar-coercion": ("number-as-text", "text-as-number"),
        "map-value-coercion": ("number-as-text",),
        "literal-case": ("enum-case",),
        "literal-in-prose": ("enum-in-prose",),
        "date": ("date-style",),
    }
)
"""Kinds of the fault list whose damages have names of their own."""


def damages_named(names: Iterable[str | Damage]) -> tuple[Damage, ...]:
    """Damages by name.

    Raises:
        ConfigError: a name is not in the table.
    """
    wanted = list(names)
    unknown = [name for name in wanted if isinstance(name, str) and name not in DAMAGES]
    if unknown:
        raise ConfigError(f"no such damage: {', '.join(unknown)}; known are {', '.join(DAMAGES)}")
    return tuple(DAMAGES[name] if isinstance(name, str) else name for name in wanted)
