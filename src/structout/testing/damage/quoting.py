"""Damages to strings: other quotes, lost quotes, raw and wrong escapes, words without any quotes."""

from __future__ import annotations

import re
from random import Random

from structout.testing.damage.model import Damage, Stage
from structout.testing.damage.shape import Shape
from structout.testing.damage.tokens import (
    Token,
    is_phrase,
    is_wordy,
    pick,
    put,
    put_all,
    tokens,
)

_INNER = re.compile(r"""(?<=[A-Za-z] )\\"(?=[A-Za-z])|(?<=[A-Za-z])\\"(?= [A-Za-z])""")
_UNKNOWN_ESCAPE = re.compile(r"(?<!\\)\\\\(?=[acdeghijkl-moqsvw-zA-Z])")
_PLAIN_BODY = re.compile(r"[A-Za-z0-9 _.-]*\Z")


def _is_plain(token: Token) -> bool:
    return token.kind in ("key", "string") and bool(_PLAIN_BODY.match(token.body))


def _is_plain_value(token: Token) -> bool:
    return token.kind == "string" and bool(token.body) and _is_plain(token)


def _single_quotes(text: str, _rng: Random, _shape: Shape) -> str | None:
    return put_all(text, filter(_is_plain, tokens(text)), lambda t: f"'{t.body}'")


def _smart_quotes(text: str, rng: Random, _shape: Shape) -> str | None:
    left, right = rng.choice(["“”", "„“", "«»"])
    return put_all(text, filter(_is_plain, tokens(text)), lambda t: f"{left}{t.body}{right}")


def _backticks(text: str, rng: Random, _shape: Shape) -> str | None:
    return put(text, pick(tokens(text), rng, _is_plain_value), lambda t: f"`{t.body}`")


def _triple_quotes(text: str, rng: Random, _shape: Shape) -> str | None:
    return put(text, pick(tokens(text), rng, _is_plain_value), lambda t: f'"""{t.body}"""')


def _fenced_value(text: str, rng: Random, _shape: Shape) -> str | None:
    return put(text, pick(tokens(text), rng, is_phrase), lambda t: f"```{t.body}```")


def _doubled_quotes(text: str, _rng: Random, _shape: Shape) -> str | None:
    return put_all(text, filter(is_wordy, tokens(text)), lambda t: f'""{t.body}""')


def _missing_open_quote(text: str, rng: Random, _shape: Shape) -> str | None:
    return put(text, pick(tokens(text), rng, is_wordy), lambda t: t.text[1:])


def _missing_close_quote(text: str, rng: Random, _shape: Shape) -> str | None:
    found = tokens(text)
    before_key = {
        a.start
        for a, comma, b in zip(found, found[1:], found[2:], strict=False)
        if comma.kind == "," and b.kind == "key"
    }
    token = pick(found, rng, lambda t: is_phrase(t) and t.inside == "{" and t.start in before_key)
    return put(text, token, lambda t: t.text[:-1])


def _inner_quote(text: str, rng: Random, _shape: Shape) -> str | None:
    token = pick(tokens(text), rng, lambda t: t.kind == "string" and bool(_INNER.search(t.text)))
    return put(text, token, lambda t: _INNER.sub('"', t.text))


def _unquoted_key(text: str, _rng: Random, _shape: Shape) -> str | None:
    return put_all(text, (t for t in tokens(text) if t.kind == "key" and is_wordy(t)), lambda t: t.body)


def _unquoted_value(text: str, rng: Random, _shape: Shape) -> str | None:
    return put(text, pick(tokens(text), rng, lambda t: is_phrase(t) and bool(t.inside)), lambda t: t.body)


def _non_string_key(text: str, _rng: Random, _shape: Shape) -> str | None:
    bare = re.compile(r"(?:0|[1-9][0-9]*|true|false|null)\Z")
    return put_all(
        text, (t for t in tokens(text) if t.kind == "key" and bare.match(t.body)), lambda t: t.body
    )


def _control_chars(text: str, rng: Random, _shape: Shape) -> str | None:
    escape = re.compile(r"(?<!\\)\\([nt])")
    token = pick(tokens(text), rng, lambda t: t.kind == "string" and bool(escape.search(t.text)))
    return put(text, token, lambda t: escape.sub(lambda m: {"n": "\n", "t": "\t"}[m[1]], t.text))


def _invalid_escape(text: str, rng: Random, _shape: Shape) -> str | None:
    token = pick(tokens(text), rng, lambda t: t.kind == "string" and bool(_UNKNOWN_ESCAPE.search(t.text)))
    return put(text, token, lambda t: _UNKNOWN_ESCAPE.sub(r"\\", t.text))


def _over_escaped(text: str, _rng: Random, _shape: Shape) -> str | None:
    return None if "\\" in text or '"' not in text or text[0] not in "{[" else text.replace('"', '\\"')


def _string_concat(text: str, rng: Random, _shape: Shape) -> str | None:
    token = pick(tokens(text), rng, lambda t: _is_plain_value(t) and len(t.body) > 1 and bool(t.inside))
    return put(text, token, lambda t: f'"{t.body[:1]}" + "{t.body[1:]}"')


def _regexp_literal(text: str, rng: Random, _shape: Shape) -> str | None:
    token = pick(
        tokens(text), rng, lambda t: bool(re.match(r'"/[^/"\\\s]+/"\Z', t.text)) and t.kind == "string"
    )
    return put(text, token, lambda t: t.body)


def _unicode_escapes(text: str, rng: Random, _shape: Shape) -> str | None:
    token = pick(
        tokens(text),
        rng,
        lambda t: t.kind == "string" and t.depth > 0 and bool(t.body) and "\\" not in t.body,
    )
    return put(text, token, lambda t: '"' + "".join(map(_escaped, t.body)) + '"')


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def _html_entities(text: str, _rng: Random, _shape: Shape) -> str | None:
    return None if "&" in text or "\\" in text or text[:1] not in ("{", "[") else text.replace('"', "&quot;")


def _literals(text: str, words: dict[str, str]) -> str | None:
    found = (t for t in tokens(text) if t.kind == "word" and t.text in words and t.inside)
    return put_all(text, found, lambda t: words[t.text])


def _python_literals(text: str, _rng: Random, _shape: Shape) -> str | None:
    return _literals(text, {"true": "True", "false": "False", "null": "None"})


def _js_literals(text: str, _rng: Random, _shape: Shape) -> str | None:
    return _literals(text, {"null": "undefined"})


_LAST = Stage.LAST_SYNTAX

QUOTING = (
    Damage("unicode", _unicode_escapes, stage=Stage.VALUE),
    Damage("single-quotes", _single_quotes),
    Damage("smart-quotes", _smart_quotes, stage=_LAST),
    Damage("backticks", _backticks),
    Damage("triple-quotes", _triple_quotes, stage=_LAST),
    Damage("triple-backticks-value", _fenced_value, stage=_LAST),
    Damage("doubled-quotes", _doubled_quotes, alone=True),
    Damage("missing-open-quote", _missing_open_quote, alone=True),
    Damage("missing-close-quote", _missing_close_quote, alone=True),
    Damage("unescaped-inner-quote", _inner_quote, stage=_LAST),
    Damage("unquoted-key", _unquoted_key),
    Damage("unquoted-value", _unquoted_value),
    Damage("non-string-key", _non_string_key),
    Damage("control-chars", _control_chars),
    Damage("invalid-escape", _invalid_escape),
    Damage("over-escaped", _over_escaped, alone=True),
    Damage("string-concat", _string_concat, stage=_LAST),
    Damage("regexp-literal", _regexp_literal),
    Damage("html-entities", _html_entities, alone=True),
    Damage("python-literals", _python_literals),
    Damage("js-literals", _js_literals),
)
