"""Damages that only the type can undo: numbers as text, units, yes for true, other case, other keys; and wrong values."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import date
from random import Random

from structout.testing.damage.model import Damage, Stage
from structout.testing.damage.shape import Kind, Shape, Trait
from structout.testing.damage.tokens import Token, pick, put, put_all, tokens, value_end

_ISO_DATE = re.compile(r'"([1-9]\d{3})-(\d\d)-(\d\d)"\Z')
_MONTHS = "January February March April May June July August September October November December".split()


def _of_kind(text: str, rng: Random, shape: Shape, *kinds: Kind) -> Token | None:
    """A scalar whose field (or the value itself) can be of one kind only, out of ``kinds``."""
    return pick(
        tokens(text),
        rng,
        lambda t: t.kind in ("string", "number", "word") and any(_only(t, shape, k) for k in kinds),
    )


def _only(token: Token, shape: Shape, kind: Kind) -> bool:
    return (token.key is not None or token.depth == 0) and shape.only(token.key, kind)


def _number_as_text(text: str, rng: Random, shape: Shape) -> str | None:
    token = _of_kind(text, rng, shape, "integer", "number")
    return put(text, token, lambda t: f'"{t.text}"') if token is not None and token.kind == "number" else None


def _text_as_number(text: str, rng: Random, shape: Shape) -> str | None:
    token = pick(
        tokens(text), rng, lambda t: bool(re.match(r'"[1-9]\d{0,8}"\Z', t.text)) and _only(t, shape, "text")
    )
    return put(text, token, lambda t: t.body)


def _thousands(text: str, rng: Random, shape: Shape) -> str | None:
    token = _of_kind(text, rng, shape, "integer")
    if token is None or not re.match(r"-?[1-9]\d{3,8}\Z", token.text):
        return None
    return put(text, token, lambda t: f'"{int(t.text):,}"' if t.depth else f"{int(t.text):,}")


def _unit(text: str, rng: Random, shape: Shape) -> str | None:
    token = _of_kind(text, rng, shape, "integer", "number")
    if token is None or "e" in token.text.lower():
        return None
    unit = rng.choice(["years", "kg", "pieces"])
    return put(text, token, lambda t: f'"{t.text} {unit}"' if t.depth else f"{t.text} {unit}")


def _currency(text: str, rng: Random, shape: Shape) -> str | None:
    token = _of_kind(text, rng, shape, "integer", "number")
    if token is None or not re.match(r"\d{1,3}(?:\.\d\d)?\Z", token.text):
        return None
    return put(text, token, lambda t: f'"{rng.choice("$€£")}{t.text}"' if t.depth else f"${t.text}")


def _localized_digits(text: str, rng: Random, shape: Shape) -> str | None:
    token = _of_kind(text, rng, shape, "integer")
    wide = str.maketrans("0123456789", "０１２３４５６７８９")
    return (
        None
        if token is None or not token.text.isdigit()
        else put(text, token, lambda t: f'"{t.text.translate(wide)}"')
    )


def _boolean_word(text: str, rng: Random, shape: Shape) -> str | None:
    token = _of_kind(text, rng, shape, "boolean")
    if token is None or token.kind != "word":
        return None
    words = {"true": ["Yes", "yes", "True"], "false": ["No", "no", "False"]}.get(token.text, [token.text])
    quote = '"' if token.depth else ""
    return put(text, token, lambda t: f"{quote}{rng.choice(words)}{quote}")


def _boolean_in_prose(text: str, _rng: Random, shape: Shape) -> str | None:
    sentences = {"true": "Yes, it does.", "false": "No, it does not."}
    return sentences.get(text) if shape.only(None, "boolean") else None


def _folds(shape: Shape) -> bool:
    return len({option.casefold() for option in shape.options}) == len(shape.options)


def _choice_case(text: str, rng: Random, shape: Shape) -> str | None:
    if text in shape.options and _folds(shape):
        return text.swapcase()
    token = pick(
        tokens(text),
        rng,
        lambda t: t.kind == "string" and t.body in shape.options and _only(t, shape, "choice"),
    )
    return put(text, token, lambda t: t.text.swapcase()) if _folds(shape) else None


def _choice_without_accents(text: str, rng: Random, shape: Shape) -> str | None:
    folded = {option: _without_accents(option) for option in shape.options}
    accented = [option for option, plain in folded.items() if plain != option]
    if len({plain.casefold() for plain in folded.values()}) < len(folded):
        return None
    if text in accented:
        return folded[text]
    token = pick(
        tokens(text), rng, lambda t: t.kind == "string" and t.body in accented and _only(t, shape, "choice")
    )
    return put(text, token, lambda t: f'"{folded[t.body]}"')


def _without_accents(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))


def _choice_by_name(text: str, rng: Random, shape: Shape) -> str | None:
    names = {value: name for value, name in shape.members.items() if _is_one(name, shape)}
    if text in names:
        return names[text]
    token = pick(
        tokens(text), rng, lambda t: t.kind == "string" and t.body in names and _only(t, shape, "choice")
    )
    return put(text, token, lambda t: f'"{names[t.body]}"')


def _is_one(name: str, shape: Shape) -> bool:
    """Whether the name of a member can be taken for no other option."""
    names = [other.casefold() for other in shape.members.values()]
    return names.count(name.casefold()) == 1 and name.casefold() not in {
        each.casefold() for each in shape.options
    }


def _choice_in_prose(text: str, rng: Random, shape: Shape) -> str | None:
    if text not in shape.options or not re.match(r"[a-z]{3,}\Z", text):
        return None
    rest = "I would say that the answer is plainly".split()
    return (
        None
        if any(word in rest for word in shape.options)
        else f"I would say that the answer is plainly {text}."
    )


def _date_style(text: str, rng: Random, shape: Shape) -> str | None:
    found = tokens(text if text[:1] in ("{", "[") else f'"{text}"')
    token = pick(found, rng, lambda t: bool(_ISO_DATE.match(t.text)) and _only(t, shape, "date"))
    if token is None:
        return None
    day = date.fromisoformat(token.body)
    written = rng.choice(
        [
            f"{_MONTHS[day.month - 1]} {day.day}, {day.year:04}",
            f"{day.day} {_MONTHS[day.month - 1]} {day.year:04}",
        ]
    )
    return written if not token.depth else put(text, token, lambda _: f'"{written}"')


def _single_to_list(text: str, rng: Random, shape: Shape) -> str | None:
    found = tokens(text)
    lone = [
        (token, found[token.partner])
        for i, token in enumerate(found)
        if token.text == "[" and i + 1 < token.partner == value_end(found, i + 1) + 1
        and found[i + 1].text != "[" and token.key is not None and shape.only(token.key, "array")
    ]  # fmt: skip
    return put_all(text, rng.choice(lone), lambda _: "") if lone else None


def _list_to_single(text: str, rng: Random, shape: Shape) -> str | None:
    return put(
        text,
        _of_kind(text, rng, shape, "integer", "number", "choice", "boolean"),
        lambda t: f"[{t.text}]" if t.depth else t.text,
    )


def _double_encoded(text: str, rng: Random, shape: Shape) -> str | None:
    found = tokens(text)
    inner = [
        t
        for t in found
        if t.kind == "open" and t.key and (shape.only(t.key, "array") or shape.only(t.key, "object"))
    ]
    if not inner or "\\" in text:
        return None
    token = rng.choice(inner)
    end = found[token.partner].end
    quoted = text[token.start : end].replace('"', '\\"')
    return f'{text[: token.start]}"{quoted}"{text[end:]}'


def _camel(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(part.capitalize() for part in tail)


def _key_case(text: str, rng: Random, shape: Shape) -> str | None:
    change = rng.choice(
        [_camel, str.upper, str.title, lambda name: name.replace("_", " "), lambda name: f"{name} "]
    )
    taken = {change(name).casefold().replace("_", "").replace(" ", "") for name in shape.kinds}
    if len(taken) < len(shape.kinds):
        return None
    found = (
        t
        for t in tokens(text)
        if t.kind == "key" and t.body in shape.kinds and re.match(r"[a-z_]+\Z", t.body)
    )
    return put_all(text, found, lambda t: f'"{change(t.body)}"')


def _key_by_field(text: str, rng: Random, shape: Shape) -> str | None:
    token = pick(
        tokens(text),
        rng,
        lambda t: t.kind == "key" and t.body in shape.fields and shape.fields[t.body] not in shape.kinds,
    )
    return put(text, token, lambda t: f'"{shape.fields[t.body]}"')


def _key_typo(text: str, rng: Random, shape: Shape) -> str | None:
    long = [name for name in shape.required if len(name) >= 6 and name.isalpha()]
    if any(name[:3] == other[:3] for name in long for other in shape.kinds if name != other):
        return None
    token = pick(tokens(text), rng, lambda t: t.kind == "key" and t.body in long)
    return put(text, token, lambda t: f'"{t.body[:3]}{t.body[4:]}"')


def _extra_key(text: str, rng: Random, shape: Shape) -> str | None:
    opener = pick(tokens(text), rng, lambda t: t.text == "{")
    if opener is None or "remark_on_it" in shape.kinds:
        return None
    end = opener.end
    comma = "" if text[end:].lstrip().startswith("}") else ", "
    return f'{text[:end]}"remark_on_it": "as the text says"{comma}{text[end:]}'


def _null_word(text: str, rng: Random, shape: Shape) -> str | None:
    found = tokens(text)
    token = pick(
        found,
        rng,
        lambda t: (
            t.text == "null"
            and t.key is not None
            and not shape.kinds.get(t.key, frozenset({"text"})) & {"text", "any", "choice"}
        ),
    )
    return put(text, token, lambda _: f'"{rng.choice(["null", "None", "N/A"])}"')


def _without(text: str, rng: Random, where: Mapping[str, str | None]) -> str | None:
    """The text without one of the members in ``where``; where a value is told there, only if it has that value."""
    found = tokens(text)
    at = [
        i
        for i, t in enumerate(found)
        if t.kind == "key" and t.body in where and where[t.body] in (None, found[i + 2].text)
    ]
    if not at:
        return None
    index = rng.choice(at)
    last = value_end(found, index + 2)
    if found[last + 1].kind == ",":
        return text[: found[index].start] + text[found[last + 1].end :].lstrip()
    start = found[index - 1].start if found[index - 1].kind == "," else found[index].start
    return text[:start] + text[found[last].end :]


def _absent_optional(text: str, rng: Random, shape: Shape) -> str | None:
    return _without(text, rng, dict.fromkeys(shape.nullable, "null"))


def _absent_default(text: str, rng: Random, shape: Shape) -> str | None:
    return _without(text, rng, shape.defaults)


def _missing_required(text: str, rng: Random, shape: Shape) -> str | None:
    return _without(text, rng, dict.fromkeys(shape.required))


def _wrong_type(text: str, rng: Random, shape: Shape) -> str | None:
    return put(
        text, _of_kind(text, rng, shape, "integer", "number"), lambda t: '"lots"' if t.depth else "lots"
    )


def _placeholder(text: str, rng: Random, shape: Shape) -> str | None:
    return put(
        text,
        _of_kind(text, rng, shape, "text"),
        lambda t: rng.choice(['"<string>"', '"string"']) if t.depth else t.text,
    )


def _unknown_choice(text: str, rng: Random, shape: Shape) -> str | None:
    token = pick(
        tokens(text),
        rng,
        lambda t: t.kind == "string" and t.body in shape.options and _only(t, shape, "choice"),
    )
    return put(text, token, lambda _: '"quite another word"')


_VALUE = Stage.VALUE
_VAGUE: frozenset[Trait] = frozenset({"free-keys", "union", "any", "text-root"})

MEANING = (
    Damage("number-as-text", _number_as_text, stage=_VALUE, avoid=_VAGUE),
    Damage("text-as-number", _text_as_number, stage=_VALUE, avoid=_VAGUE),
    Damage("thousands-separator", _thousands, stage=_VALUE, avoid=_VAGUE),
    Damage("unit", _unit, stage=_VALUE, avoid=_VAGUE),
    Damage("currency", _currency, stage=_VALUE, avoid=_VAGUE),
    Damage("localized-digits", _localized_digits, stage=_VALUE, avoid=_VAGUE),
    Damage("bool-coercion", _boolean_word, stage=_VALUE, avoid=_VAGUE),
    Damage("bool-in-prose", _boolean_in_prose, stage=Stage.FRAME, alone=True),
    Damage("enum-case", _choice_case, stage=_VALUE, avoid=_VAGUE),
    Damage("enum-in-prose", _choice_in_prose, stage=Stage.FRAME, alone=True, avoid=_VAGUE),
    Damage("enum-alias", _choice_by_name, stage=_VALUE, avoid=_VAGUE),
    Damage("accent-fold", _choice_without_accents, stage=_VALUE, avoid=_VAGUE),
    Damage("date-style", _date_style, stage=_VALUE, avoid=_VAGUE),
    Damage("single-to-list", _single_to_list, stage=_VALUE, avoid=_VAGUE),
    Damage("list-to-single", _list_to_single, stage=_VALUE, avoid=_VAGUE),
    Damage("double-encoded", _double_encoded, alone=True, avoid=_VAGUE),
    Damage("key-case", _key_case, stage=_VALUE, avoid=_VAGUE),
    Damage("key-alias", _key_by_field, stage=_VALUE, avoid=_VAGUE),
    Damage("key-typo", _key_typo, stage=_VALUE, avoid=_VAGUE),
    Damage("extra-keys", _extra_key, stage=_VALUE, avoid=_VAGUE),
    Damage("null-word", _null_word, stage=_VALUE, avoid=_VAGUE),
    Damage("optional-null", _absent_optional, stage=_VALUE, avoid=_VAGUE),
    Damage("default-fill", _absent_default, stage=_VALUE, avoid=_VAGUE),
    Damage("missing-required", _missing_required, recoverable=False, alone=True, avoid=_VAGUE),
    Damage("wrong-type", _wrong_type, stage=_VALUE, recoverable=False, alone=True, avoid=_VAGUE),
    Damage("placeholder", _placeholder, recoverable=False, alone=True, avoid=_VAGUE),
    Damage("enum-unknown", _unknown_choice, recoverable=False, alone=True, avoid=_VAGUE),
)
