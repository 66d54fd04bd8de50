"""Lists, sets and tuples: items read one by one, one item or one text taken for a list where that is certain."""

from __future__ import annotations

import re

from structout.coerce.objects import joined
from structout.coerce.patterns import lazy
from structout.coerce.schemas import Schema
from structout.coerce.unions import is_null_word
from structout.coerce.walk import Draft, Outcome, Place, Walk
from structout.coerce.wrappers import decode, unwrap_list
from structout.errors import FailureKind
from structout.result import JsonValue, RepairKind

# Looked for only where the blanks begin: from each of many blanks anew, the search would take time with the square.
_SEPARATOR = lazy(r"(?:(?<!\s)\s*)?(?:[;\n、，|]|,(?!\d{3}(?!\d))|,\s)\s*+")
_SEMICOLON = lazy(r"(?:(?<!\s)\s*+)?;\s*+")
_TUPLE_SEPARATOR = lazy(r"(?:(?<!\s)\s*+)?(?:[,;，、]\s++|;)")
_DIGIT_COMMA = lazy(r"\d,\d")
_MARK = lazy(r"\s*(?:[-*•]|\d{1,3}[.)])\s+(?=\S)")
_AND = lazy(r"(?:(?<=\s)|\A)(?:and|und|y|et|ed|och|og|oraz|ve|и|&)\s")
_BOTH = lazy(r"\s(?:and|und|y|et|ed|e|och|og|oraz|ve|és|și|και|и|та|&)\s")
_HOW_MANY = "one item or several? give a list"
_TWO_COMMAS = lazy(r"(?<![\d,])\d{1,9},\d{1,2}(?!\d|,\d)\s*(?:,\s|\n)")
_IN_BRACKETS = lazy(r"\s*\(([^()]*)\)\s*")
_FLOW = lazy(r"\[\s*+[^\s\[\]{}\"'][^\[\]{}\"']*+\]")
_TIMES = lazy(r"(?:(?<!\s)\s*+)?(?:[x×X*✕]\s*+|(?<=\s)(?:by|mal|por|par|per|op|на)\s++)")
_SCORE = lazy(r"(\d{1,3})\s?[-–—:：/]\s?(\d{1,3})")
_ENUMERATED = lazy(r"[^\u3040-\u30ff、，,]{1,20}、[^\u3040-\u30ff、，,]{1,20}")
"""Two short parts and the comma that Chinese has between items only; with kana it may be a Japanese clause or name."""
_MAX_PARTS = 1_000


def read_sequence(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> Outcome:
    """A list or set of items of one type."""
    item: Schema = schema.get("items_schema") or {"type": "any"}
    if isinstance(value, list):
        parts = [_item(walk, item, content, place.child(i)) for i, content in enumerate(value)]
        if len(parts) > 1 and all(_was_wrapped(part) for part in parts):
            hint = "one list of items or several lists of one? give a list of lists"
            return walk.refuse(schema, value, place, hint=hint, kind=FailureKind.AMBIGUOUS)
        return joined([part.value for part in parts], parts)
    return _from_other(walk, schema, item, value, place)


def _was_wrapped(part: Outcome) -> bool:
    return bool(part.drafts) and part.drafts[0].kind is RepairKind.ITEM_TO_LIST


def read_tuple(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> Outcome:
    """A list with a type for each place."""
    items: list[Schema] = schema["items_schema"]
    variadic: int | None = schema.get("variadic_item_index")
    if not isinstance(value, list):
        if variadic is not None and len(items) == 1:
            return _from_other(walk, schema, items[0], value, place)
        decoded = decode(value, walk.options) if isinstance(value, str) else None
        if isinstance(decoded, list):
            inside = walk.at(schema, decoded, place)
            return (
                inside.after(Draft(RepairKind.JSON_IN_STRING, place, value, decoded))
                if inside.fits
                else inside
            )
        return _tuple_text(walk, schema, items, value, place) or walk.refuse(schema, value, place)
    if variadic is not None:
        surplus = len(value) - len(items)
        items = [*items[:variadic], *[items[variadic]] * (surplus + 1), *items[variadic + 1 :]]
    if len(items) != len(value):
        return walk.refuse(schema, value, place, hint=f"{len(items)} items are wanted, {len(value)} given")
    parts = [
        _item(walk, s, content, place.child(i))
        for i, (s, content) in enumerate(zip(items, value, strict=True))
    ]
    return joined([part.value for part in parts], parts)


def _tuple_text(
    walk: Walk, schema: Schema, items: list[Schema], value: JsonValue, place: Place
) -> Outcome | None:
    """``52.52, 13.40`` for two numbers: as many parts as places, and each fits."""
    if not isinstance(value, str) or any(_takes_text(walk, item) for item in items):
        return None
    parts = _tuple_parts(value.strip(" ()[]"), len(items))
    if len(parts) != len(items) or len(parts) < 2:
        return None
    inside = walk.at(schema, list(parts), place)
    return inside.after(Draft(RepairKind.TEXT_TO_LIST, place, value, inside.value)) if inside.fits else None


def _tuple_parts(text: str, wanted: int) -> list[str]:
    """The parts between commas, of ``40 x 30 x 20 cm``, or of a score such as ``3:1``."""
    score = _SCORE().fullmatch(text) if wanted == 2 else None
    if score:
        return [score[1], score[2]]
    parts = [part for part in _TUPLE_SEPARATOR().split(text) if part]
    if len(parts) > 1:
        return parts
    parts = [part for part in _TIMES().split(text) if part]
    unit = re.search(r"\d\s*([^\W\d_]{1,12})\.?\Z", text)
    return [
        part if not unit or part is parts[-1] or not part[-1:].isdigit() else f"{part} {unit[1]}"
        for part in parts
    ]


def _item(walk: Walk, schema: Schema, value: JsonValue, place: Place) -> Outcome:
    walk.sources[place.path] = place.source
    return walk.at(schema, value, place)


def _from_other(walk: Walk, schema: Schema, item: Schema, value: JsonValue, place: Place) -> Outcome:
    """What is no list: a wrapper round it, JSON in a string, a text that lists, one item."""
    if value is None:
        return walk.refuse(schema, value, place)
    if isinstance(value, str):
        return _from_text(walk, schema, item, value, place)
    single = _single(walk, item, value, place)
    if isinstance(value, dict):
        wrapped = unwrap_list(walk, schema, value, place)
        loose = walk.schemas.resolve(item)["type"] in ("any", "dict")
        if wrapped is not None and (not single.fits or loose or wrapped.cost < single.cost):
            return wrapped
    return single if single.fits else _better(walk.refuse(schema, value, place), single)


def _better(plain: Outcome, single: Outcome) -> Outcome:
    return single if single.fit else plain


def _single(walk: Walk, item: Schema, value: JsonValue, place: Place) -> Outcome:
    inside = walk.at(item, value, Place((*place.path, 0), place.source, place.depth + 1))
    if not inside.fits:
        return inside
    draft = Draft(RepairKind.ITEM_TO_LIST, place, value, [inside.value])
    return Outcome([inside.value], (draft, *inside.drafts), (), inside.fit)


def _from_text(walk: Walk, schema: Schema, item: Schema, value: str, place: Place) -> Outcome:
    decoded = decode(value, walk.options)
    if isinstance(decoded, list) or (isinstance(decoded, dict) and not _takes_text(walk, item)):
        inside = walk.at(schema, decoded, place)
        if inside.fits:
            return inside.after(Draft(RepairKind.JSON_IN_STRING, place, value, decoded))
    if not value.strip() and walk.options.loose_lists:
        return Outcome([], (Draft(RepairKind.TEXT_TO_LIST, place, value, []),))
    if not value.strip() or (_takes_text(walk, item) and is_null_word(value)):
        return walk.refuse(schema, value, place, hint="an empty list is written []")
    if _takes_text(walk, item):
        return _text_items(walk, schema, item, value, place)
    if ";" not in value and _TWO_COMMAS().search(value):
        hint = "a comma stands in numbers and between items; give a list"
        return walk.refuse(schema, value, place, hint=hint, kind=FailureKind.AMBIGUOUS)
    single, several = _single(walk, item, value, place), _split(walk, item, value, place)
    bare = (
        _split(walk, item, value.replace(",", ", "), place) if "," in value and ";" not in value else several
    )
    if bare is not None and (single.fits or (several is not None and several.value != bare.value)):
        return walk.refuse(schema, value, place, hint=_HOW_MANY, kind=FailureKind.AMBIGUOUS)
    if single.fits:
        return single
    return several or bare or walk.refuse(schema, value, place)


def _takes_text(walk: Walk, item: Schema) -> bool:
    return walk.schemas.resolve(item)["type"] in ("str", "any")


def _text_items(walk: Walk, schema: Schema, item: Schema, value: str, place: Place) -> Outcome:
    """One string where strings are listed: an item, unless it reads like a list or is a whole completion."""
    if not place.path:
        return walk.refuse(schema, value, place, hint="a text is no list")
    if len(_marked_lines(value)) > 1:
        return _split(walk, item, value, place) or walk.refuse(schema, value, place)
    if _FLOW().fullmatch(value.strip()):
        bare = value.strip()[1:-1].strip()
        return _split(walk, item, bare, place) or _single(walk, item, bare, place)
    parts = [part for part in _SEPARATOR().split(value) if part]
    if len(parts) > 1 and all(len(part.split()) <= 4 for part in parts):
        several = (
            _split(walk, item, value, place)
            if len(parts) > 2
            or "\n" in value
            or ";" in value
            or _ENUMERATED().fullmatch(value)
            or walk.options.loose_lists
            else None
        )
        return several or walk.refuse(schema, value, place, hint=_HOW_MANY, kind=FailureKind.AMBIGUOUS)
    sides = _BOTH().split(value.strip())
    if len(sides) == 2 and all(1 <= len(side.split()) <= 4 for side in sides):
        return walk.refuse(schema, value, place, hint=_HOW_MANY, kind=FailureKind.AMBIGUOUS)
    return _single(walk, item, value, place)


def _marked_lines(value: str) -> list[str]:
    """The texts of bulleted or numbered lines, none unless all lines are so marked."""
    lines = [line for line in value.splitlines() if line.strip()]
    marks = [_MARK().match(line) for line in lines]
    return (
        [line[mark.end() :].strip() for line, mark in zip(lines, marks, strict=True) if mark]
        if all(marks)
        else []
    )


def _last_apart(parts: list[str]) -> list[str]:
    """The "and" before the last item goes, or parts it from the one before."""
    if len(parts) < 2:
        return parts
    *others, last = parts
    found = _AND().search(last)
    if found is None:
        return parts
    return [*others, *filter(None, (last[: found.start()].strip(), last[found.end() :].strip()))]


def _split(walk: Walk, item: Schema, value: str, place: Place) -> Outcome | None:
    value = match[1] if (match := _IN_BRACKETS().fullmatch(value)) else value
    separator = _SEMICOLON() if ";" in value and _DIGIT_COMMA().search(value) else _SEPARATOR()
    parts = _marked_lines(value) or _last_apart([part for part in separator.split(value) if part])
    # A comma inside brackets parts no items: `range(1, 6)`.
    parted = any(part.count("(") + part.count("[") != part.count(")") + part.count("]") for part in parts)
    if parted or not 2 <= len(parts) <= _MAX_PARTS:
        return None
    outcomes = [
        walk.at(item, part, Place((*place.path, i), place.source, place.depth + 1))
        for i, part in enumerate(parts)
    ]
    if not all(outcome.fits for outcome in outcomes):
        return None
    whole = joined([outcome.value for outcome in outcomes], outcomes)
    return whole.after(Draft(RepairKind.TEXT_TO_LIST, place, value, whole.value))
