"""Damages to commas, colons, brackets, comments, blanks and numbers, and to the end of the payload."""

from __future__ import annotations

import itertools
import re
from random import Random

from structout.testing.damage.model import Damage, Stage
from structout.testing.damage.shape import Shape
from structout.testing.damage.tokens import Token, pick, put, put_all, tokens, value_end

_CLOSERS = re.compile(r"[\]}\s]+\Z")
_SWAPPED = {"]": "}", "}": "]"}


def _insert(text: str, at: int | None, new: str) -> str | None:
    return None if at is None else text[:at] + new + text[at:]


def _after(token: Token | None) -> int | None:
    return None if token is None else token.end


def _before(token: Token | None) -> int | None:
    return None if token is None else token.start


def _full_closer(text: str, rng: Random, kind: str = "]}") -> Token | None:
    found = tokens(text)
    return pick(
        found,
        rng,
        lambda t: t.kind == "close" and t.text in kind and t.partner >= 0 and found[t.partner].end != t.start,
    )


def _trailing_comma(text: str, rng: Random, _shape: Shape) -> str | None:
    return _insert(text, _before(_full_closer(text, rng)), ",")


def _leading_comma(text: str, rng: Random, _shape: Shape) -> str | None:
    found = tokens(text)
    closer = _full_closer(text, rng, "}")
    return None if closer is None else _insert(text, found[closer.partner].end, ",")


def _repeated_comma(text: str, rng: Random, _shape: Shape) -> str | None:
    return put(text, pick(tokens(text), rng, lambda t: t.kind == "," and t.inside == "{"), lambda _: ",,")


def _missing_comma(text: str, rng: Random, _shape: Shape) -> str | None:
    found = tokens(text)
    plain = {
        comma.start
        for left, comma, right in zip(found, found[1:], found[2:], strict=False)
        if left.kind in ("string", "close") and right.kind in ("key", "string", "open")
    }
    return put(text, pick(found, rng, lambda t: t.kind == "," and t.start in plain), lambda _: " ")


def _missing_colon(text: str, rng: Random, _shape: Shape) -> str | None:
    return put(text, pick(tokens(text), rng, lambda t: t.kind == ":" and t.inside == "{"), lambda _: " ")


def _missing_value(text: str, rng: Random, _shape: Shape) -> str | None:
    token = pick(tokens(text), rng, lambda t: t.kind in ("number", "string") and t.key is not None)
    return put(text, token, lambda _: "")


def _missing_close(text: str, rng: Random, _shape: Shape) -> str | None:
    match = _CLOSERS.search(text)
    if match is None or match.start() == 0 or text[match.start() - 1] not in '"e':
        return None
    return text[: rng.randrange(match.start(), match.end())]


def _mismatched_close(text: str, rng: Random, _shape: Shape) -> str | None:
    return put(text, _full_closer(text, rng), lambda t: _SWAPPED[t.text])


def _extra_close(text: str, _rng: Random, _shape: Shape) -> str | None:
    return text + text[-1] if text[-1:] in ("}", "]") else None


def _missing_open(text: str, _rng: Random, _shape: Shape) -> str | None:
    return text[1:] if text[:1] == "{" and len(text) > 2 else None


def _ellipsis(text: str, rng: Random, _shape: Shape) -> str | None:
    return _insert(text, _before(_full_closer(text, rng, "]")), ", ...")


def _stray_token(text: str, rng: Random, _shape: Shape) -> str | None:
    found = tokens(text)
    keys = [b.start for a, b in itertools.pairwise(found) if a.kind == "," and b.kind == "key"]
    return _insert(text, rng.choice(keys), "X ") if keys else None


def _member(text: str, rng: Random) -> tuple[str, int, int] | None:
    """One whole member ``"key": value`` of an object, with the ends of its value."""
    found = tokens(text)
    keys = [i for i, token in enumerate(found) if token.kind == "key" and i + 2 < len(found)]
    if not keys:
        return None
    at = rng.choice(keys)
    last = found[value_end(found, at + 2)]
    return text[found[at].start : last.end], found[at + 2].start, last.end


def _duplicate_keys(text: str, rng: Random, _shape: Shape) -> str | None:
    member = _member(text, rng)
    return None if member is None else _insert(text, member[2], ", " + member[0])


def _conflicting_keys(text: str, rng: Random, _shape: Shape) -> str | None:
    token = pick(tokens(text), rng, lambda t: t.kind == "number" and t.key is not None and t.text.isdigit())
    if token is None:
        return None
    other = str(int(token.text) + 1)
    return _insert(text, token.end, f', "{token.key}": {other}') if _PLAIN.match(token.key or "") else None


_PLAIN = re.compile(r"[A-Za-z_ ]+\Z")


def _comments(text: str, rng: Random, _shape: Shape) -> str | None:
    comment = rng.choice(["// as asked\n", "/* as asked */", "# as asked\n"])
    return _insert(text, _after(pick(tokens(text), rng, lambda t: t.kind in (",", "open"))), f" {comment}")


def _special_whitespace(text: str, rng: Random, _shape: Shape) -> str | None:
    blank = rng.choice(["\u00a0", "\u200b", "\u3000", "\f"])
    at = _after(pick(tokens(text), rng, lambda t: t.kind in (",", ":", "open")))
    return ("\ufeff" + text) if at is None and text[:1] in ("{", "[") else _insert(text, at, blank)


def _python_tuple(text: str, rng: Random, _shape: Shape) -> str | None:
    return _rebracketed(text, rng, "(", ")", least=2)


def _python_set(text: str, rng: Random, _shape: Shape) -> str | None:
    return _rebracketed(text, rng, "{", "}", least=1)


def _rebracketed(text: str, rng: Random, opener: str, closer: str, least: int) -> str | None:
    found = tokens(text)
    flat = [
        (token, found[token.partner])
        for index, token in enumerate(found)
        if token.kind == "open" and token.text == "[" and token.partner - index >= 2 * least
        and all(item.kind in ("string", "number", ",") for item in found[index + 1 : token.partner])
    ]  # fmt: skip
    return put_all(text, rng.choice(flat), lambda t: opener if t.kind == "open" else closer) if flat else None


def _number_format(text: str, rng: Random, _shape: Shape) -> str | None:
    token = pick(tokens(text), rng, lambda t: t.kind == "number" and t.text[0] != "-" and bool(t.inside))
    return put(text, token, lambda t: t.text[1:] if re.match(r"0\.\d", t.text) else f"+{t.text}")


def _fullwidth_punctuation(text: str, _rng: Random, _shape: Shape) -> str | None:
    wide = {"{": "｛", "}": "｝", "[": "［", "]": "］", ":": "：", ",": "，"}
    return put_all(text, (t for t in tokens(text) if t.text in wide), lambda t: wide[t.text])


def _cut_in(text: str, rng: Random, kinds: tuple[str, ...]) -> str | None:
    token = pick(tokens(text), rng, lambda t: t.kind in kinds and t.depth > 0 and len(t.text) > 2)
    return None if token is None else text[: rng.randrange(token.start + 2, token.end)]


def _truncated_string(text: str, rng: Random, _shape: Shape) -> str | None:
    return _cut_in(text, rng, ("string",))


def _truncated_key(text: str, rng: Random, _shape: Shape) -> str | None:
    if rng.random() < 0.5:
        return _cut_in(text, rng, ("key",))
    colon = pick(tokens(text), rng, lambda t: t.kind == ":")
    return None if colon is None else text[: colon.end]


def _truncated_number(text: str, rng: Random, _shape: Shape) -> str | None:
    # Cut so that it cannot be mistaken for a whole number.
    token = pick(
        tokens(text), rng, lambda t: t.kind == "number" and t.depth > 0 and bool(re.search(r"[-.e]", t.text))
    )
    if token is None:
        return None
    return text[: token.start + rng.choice([m.end() for m in re.finditer(r"[-.e]", token.text)])]


def _truncated_keyword(text: str, rng: Random, _shape: Shape) -> str | None:
    return _cut_in(text, rng, ("word",))


def _truncated_escape(text: str, rng: Random, _shape: Shape) -> str | None:
    escape = re.compile(r'(?<!\\)\\(?=[nt"u])')
    token = pick(
        tokens(text), rng, lambda t: t.kind == "string" and t.depth > 0 and bool(escape.search(t.text))
    )
    if token is None:
        return None
    return text[: token.start + [m.end() for m in escape.finditer(token.text)][-1]]


_LAST = Stage.LAST_SYNTAX

STRUCTURE = (
    Damage("trailing-comma", _trailing_comma),
    Damage("leading-comma", _leading_comma),
    Damage("repeated-comma", _repeated_comma),
    Damage("missing-comma", _missing_comma),
    Damage("missing-colon", _missing_colon),
    Damage("missing-value", _missing_value, recoverable=False, alone=True),
    Damage("missing-close", _missing_close, stage=_LAST, cuts=True),
    Damage("mismatched-close", _mismatched_close, stage=_LAST),
    Damage("extra-close", _extra_close, stage=_LAST),
    Damage("missing-open", _missing_open, alone=True),
    Damage("ellipsis", _ellipsis, recoverable=False),
    Damage("stray-token", _stray_token, stage=_LAST),
    Damage("duplicate-keys", _duplicate_keys),
    Damage(
        "conflicting-keys",
        _conflicting_keys,
        recoverable=False,
        alone=True,
        avoid=frozenset({"free-keys", "any"}),
    ),
    Damage("comments", _comments),
    Damage("special-whitespace", _special_whitespace),
    Damage("python-tuple", _python_tuple),
    Damage("python-set", _python_set),
    Damage("number-format", _number_format),
    Damage("fullwidth-punctuation", _fullwidth_punctuation, stage=_LAST),
    Damage("truncated-string", _truncated_string, recoverable=False, stage=_LAST, cuts=True),
    Damage("truncated-key", _truncated_key, recoverable=False, stage=_LAST, cuts=True),
    Damage("truncated-number", _truncated_number, recoverable=False, stage=_LAST, cuts=True),
    Damage("truncated-keyword", _truncated_keyword, recoverable=False, stage=_LAST, cuts=True),
    Damage("truncated-escape", _truncated_escape, recoverable=False, stage=_LAST, cuts=True),
)
