"""Unions: by discriminator, else by the cheapest branch; equal costs with different values are an error."""

from __future__ import annotations

from collections.abc import Mapping

from structout.coerce.choices import read_choice
from structout.coerce.folding import unaccent
from structout.coerce.reading import Found
from structout.coerce.schemas import Schema, branches_of
from structout.coerce.walk import COST, Draft, Outcome, Place, Trouble, Walk
from structout.coerce.words import NULL_WORDS
from structout.errors import FailureKind
from structout.result import JsonValue, RepairKind, Severity, shorten


def read_nullable(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> Outcome:
    """A type or null; a word for "no value" is null only where the type cannot take it as a text."""
    if value is None:
        return Outcome(None, fit=1)
    inside = walk.at(schema["schema"], value, place)
    if (
        isinstance(value, str)
        and is_null_word(value)
        and (
            not inside.fits or _misread(inside) or (walk.options.loose_lists and not _is_option(walk, schema))
        )
    ):
        return Outcome(None, (Draft(RepairKind.NULL_WORD, place, value, None),), (), 1)
    return inside


def _misread(inside: Outcome) -> bool:
    """Whether a null word was taken for one of the options or one item of a list."""
    return any(d.kind in (RepairKind.ITEM_TO_LIST, RepairKind.CHOICE_IN_PROSE) for d in inside.drafts)


def _is_option(walk: Walk, schema: Schema) -> bool:
    """Whether the type inside is a choice: a word that it takes is one of its options."""
    return walk.schemas.resolve(schema["schema"])["type"] in ("literal", "enum")


def is_null_word(text: str) -> bool:
    """Whether a text only says that there is no value."""
    if len(text) > 40:
        return False
    bare = text.strip(" \t\r\n\"'`*_").casefold()
    return bare in NULL_WORDS or bare.strip(". ") in NULL_WORDS


def read_union(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> Outcome:
    """The cheapest of several types."""
    outcomes = [walk.at(branch, value, place) for branch in branches_of(schema)]
    fitting = [outcome for outcome in outcomes if outcome.fits]
    if not fitting:
        return _nearest(walk, schema, outcomes, value, place)
    cheapest = _valid([o for o in fitting if o.cost == 0] or fitting, walk, schema)
    if not cheapest:
        return min(fitting, key=lambda outcome: outcome.cost)
    best = min(cheapest, key=lambda outcome: (*_price(outcome), -outcome.fit))
    rivals = [o for o in cheapest if _price(o) == _price(best) and not same(o.value, best.value)]
    if rivals and not (best.cost == 0 and same(best.value, value)):
        shown = f"{shorten(best.value, 30)} or {shorten(rivals[0].value, 30)}"
        return walk.refuse(
            schema, value, place, hint=f"it can be read as {shown}", kind=FailureKind.AMBIGUOUS
        )
    if best.drafts and len(outcomes) > 1:
        return (
            best.after(Draft(RepairKind.UNION_BRANCH, place, value, best.value)) if _chose(fitting) else best
        )
    return best


def _price(outcome: Outcome) -> tuple[bool, int, int]:
    """First whether something is left out or guessed, then how many keys no field takes, then the sum of all liberties."""
    dropped = sum(draft.kind is RepairKind.EXTRA_KEY for draft in outcome.drafts)
    return any(draft.cost >= COST[Severity.LOSSY] for draft in outcome.drafts), dropped, outcome.cost


def _chose(fitting: list[Outcome]) -> bool:
    return len({repr(outcome.value) for outcome in fitting}) > 1


def _valid(fitting: list[Outcome], walk: Walk, schema: Schema) -> list[Outcome]:
    """Those whose prepared value meets the constraints of the union too; asked only where there is a choice."""
    if len(fitting) == 1:
        return fitting
    return [outcome for outcome in fitting if walk.schemas.accepts(schema, outcome.value)]


def same(one: JsonValue, two: JsonValue) -> bool:
    """Whether two prepared values are one and the same; 5 and 5.0 are, 1 and true are not."""
    if isinstance(one, bool) or isinstance(two, bool):
        return one is two
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(same, one, two))
    return one == two


def _nearest(walk: Walk, schema: Schema, outcomes: list[Outcome], value: JsonValue, place: Place) -> Outcome:
    """What to report where no branch fits: the nearest one's problems, if one is nearest."""
    ranked = sorted(outcomes, key=lambda o: o.fit - len(o.troubles), reverse=True)
    first = ranked[0]
    grave = [
        t for o in outcomes for t in o.troubles if t.kind not in (FailureKind.INVALID,) and t.place == place
    ]
    if grave:
        return Outcome(value, troubles=(grave[0],))
    if first.fit and (
        len(ranked) == 1 or first.fit - len(first.troubles) > ranked[1].fit - len(ranked[1].troubles)
    ):
        return first
    return walk.refuse(schema, value, place)


def read_tagged(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> Outcome:
    """A union with a discriminator."""
    discriminator = schema["discriminator"]
    if not isinstance(discriminator, str) or not isinstance(value, dict):
        return read_union(walk, schema, value, place)
    choices: Mapping[str, Schema] = schema["choices"]
    key = next((k for k in value if unaccent(k) == unaccent(discriminator)), None)
    if discriminator in value:
        key = discriminator
    if key is None:
        nested = read_union(walk, schema, value, place)
        if nested.fits and any(
            d.kind in (RepairKind.WRAPPER_KEY, RepairKind.SCHEMA_WRAPPER) for d in nested.drafts
        ):
            return nested
        shown = ", ".join(map(repr, choices))
        trouble = Trouble(
            Place((*place.path, discriminator), place.source, place.depth),
            f"the key {discriminator!r} with one of {shown}", None, "it says which kind of object this is", missing=True,
        )  # fmt: skip
        return Outcome(value, troubles=(trouble,))
    tags = list(choices)
    found = read_choice(str(value[key]), [str(tag) for tag in tags]) if value[key] is not None else None
    if not isinstance(found, Found):
        shown = ", ".join(map(repr, choices))
        trouble = Trouble(place.child(discriminator, key), f"one of {shown}", value[key])
        return Outcome(value, troubles=(trouble,))
    branch = choices[tags[found.value]]
    return walk.at(branch, value, place)
