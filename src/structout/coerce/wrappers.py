"""Wrappers round a value: an invented key, an echo of the schema, a report that holds the answer, JSON in a string."""

from __future__ import annotations

from typing import Final

from pydantic_core import from_json

from structout.coerce.reading import Options
from structout.coerce.schemas import Schema
from structout.coerce.walk import Draft, Outcome, Place, Walk
from structout.result import JsonValue, RepairKind

SCHEMA_KEYS = frozenset(
    {"type", "title", "properties", "required", "$defs", "definitions", "description", "items", "$schema", "$id",
     "additionalProperties", "$ref", "default", "examples"}
)  # fmt: skip
"""Keys of a JSON schema."""
_ABOUT_A_LIST = frozenset("count total total_count totalcount length size".split())
_MAX_ENCODED = 1_000_000

_FAULTS: Final = frozenset("error errors warning warnings".split())
_OUTCOMES: Final = frozenset("status success successful ok code valid is_valid".split())
_GOOD: Final = frozenset(
    ["", *"true ok success successful succeeded complete completed done 200 0 valid".split()]
)
_ASIDES: Final = frozenset(
    "message reasoning reason thoughts thought thinking explanation rationale analysis justification confidence note notes comment "
    "comments model timestamp razonamiento explicación justificación confianza nota notas comentario comentarios raisonnement "
    "explication confiance commentaire begründung erklärung hinweis kommentar konfidenz anmerkung ragionamento spiegazione commento "
    "raciocínio explicação justificativa confiança observação redenering uitleg toelichting opmerking uzasadnienie wyjaśnienie uwagi "
    "zdůvodnění vysvětlení poznámka рассуждение объяснение пояснение обоснование примечание комментарий raționament explicație "
    "indoklás magyarázat megjegyzés açıklama gerekçe not motivering förklaring perustelu selitys huomautus".split()
)
"""Keys under which an answer is talked about."""
_NO_ANSWERS: Final = frozenset(
    "example examples sample template draft input previous original schema format".split()
)


def decode(text: str, options: Options) -> JsonValue:
    """The object or list that a string holds, in JSON or as a table, ``None`` where it holds none."""
    bare = text.strip()
    if len(bare) > _MAX_ENCODED or bare[:1] + bare[-1:] not in ("{}", "[]", '""', "||"):
        return None
    try:
        held = from_json(bare)
    except (ValueError, TypeError):
        # Pydantic takes a lone surrogate for no text at all.
        return options.reader(bare) if options.reader and bare[0] != '"' else None
    # A string in a string is shorter than the one round it, so this ends.
    return decode(held, options) if isinstance(held, str) else held


def unwrapped(walk: Walk, schema: Schema, value: dict[str, JsonValue], place: Place) -> Outcome | None:
    """What fits inside a wrapper that does not fit itself, ``None`` where nothing does."""
    if len(value) == 1:
        key, content = next(iter(value.items()))
        if (
            decode(content, walk.options)
            if isinstance(content, str)
            else isinstance(content, (dict, list)) and content
        ):
            kind = RepairKind.SCHEMA_WRAPPER if key == "properties" else RepairKind.WRAPPER_KEY
            inside = walk.at(schema, content, place.inside(key))
            return inside.after(Draft(kind, place, key, None)) if inside.fits and inside.fit else None
    if (held := _beside_asides(value)) is not None:
        inside = walk.at(schema, value[held], place.inside(held))
        return inside.after(*_taken_out(held, value, place)) if inside.fits and inside.fit else None
    if "properties" in value and value.keys() <= SCHEMA_KEYS:
        inside = walk.at(schema, value["properties"], place.inside("properties"))
        return (
            inside.after(Draft(RepairKind.SCHEMA_WRAPPER, place, "properties", None)) if inside.fits else None
        )
    return None


def _beside_asides(value: dict[str, JsonValue]) -> str | None:
    """The one key of an object that holds more than words about the answer: ``{"status": "ok", "data": …}``."""
    held = [key for key, content in value.items() if not _is_aside(key, content)]
    if len(held) != 1 or (len(value) > 1 and held[0].casefold() in _NO_ANSWERS):
        return None
    return held[0] if isinstance(value[held[0]], (dict, list)) else None


def _is_aside(key: str, content: JsonValue) -> bool:
    name = key.casefold()
    if name in _FAULTS:
        return not content
    if name in _OUTCOMES:
        return content is None or str(content).casefold() in _GOOD
    return name in _ASIDES and not isinstance(content, (dict, list))


def _taken_out(held: str, value: dict[str, JsonValue], place: Place) -> list[Draft]:
    """The drafts for what stands under one key and for what stands beside it."""
    beside = [
        Draft(RepairKind.EXTRA_KEY, place.inside(key), {key: value[key]}, None)
        for key in value
        if key != held
    ]
    return [Draft(RepairKind.WRAPPER_KEY, place, held, None), *beside]


def unwrap_list(walk: Walk, schema: Schema, value: dict[str, JsonValue], place: Place) -> Outcome | None:
    """The wanted list under one invented key, beside its length and words about it, or in an echo of its schema."""
    counts = [key for key in value if key.casefold() in _ABOUT_A_LIST and not isinstance(value[key], list)]
    held = _beside_asides({key: value[key] for key in value if key not in counts})
    content = None if held is None else value[held]
    if held is None or not isinstance(content, list) or any(value[key] != len(content) for key in counts):
        return None
    inside = walk.at(schema, content, place.inside(held))
    return inside.after(*_taken_out(held, value, place)) if inside.fits else None
