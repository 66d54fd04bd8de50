"""Damages round the payload: fences, prose, reasoning, tags, drafts, wrappers, calls; and answers that hold no payload."""

from __future__ import annotations

import json
from random import Random

from structout.testing.damage.model import Damage, Stage
from structout.testing.damage.shape import Shape, Trait
from structout.testing.damage.tokens import is_phrase, pick, put, tokens

_LEADS = ("Here is the result:\n", "Sure! Here you go: ", "Hier ist das Ergebnis:\n", "Aquí tienes:\n")
_TAILS = ("\n\nLet me know if you need more.", "\nI hope this helps!", "\n(As described in the text.)")
_STRAY = ("The set {x} in section [3] was read first.\n", "As {brand} puts it, see [the list](a).\n")


def _is_container(text: str) -> bool:
    return text.lstrip("\ufeff")[:1] in ("{", "[", "｛", "［")


def _fence(text: str, rng: Random, _shape: Shape) -> str | None:
    return f"```{rng.choice(['json', '', 'JSON'])}\n{text}\n```"


def _fence_open(text: str, _rng: Random, _shape: Shape) -> str | None:
    return f"```json\n{text}"


def _fence_malformed(text: str, rng: Random, _shape: Shape) -> str | None:
    left, right = rng.choice(
        [("``json ", " ``"), ("````\n", "\n```"), ("```json ", "```"), ("~~~\n", "\n~~~")]
    )
    return f"{left}{text}{right}" if _is_container(text) else None


def _multi_block(text: str, _rng: Random, _shape: Shape) -> str | None:
    return f"```text\nread 3 lines, ok\n```\nand then\n```json\n{text}\n```" if _is_container(text) else None


def _prose_before(text: str, rng: Random, _shape: Shape) -> str | None:
    return rng.choice(_LEADS) + text if _is_container(text) else None


def _prose_after(text: str, rng: Random, _shape: Shape) -> str | None:
    return text + rng.choice(_TAILS) if _is_container(text) else None


def _stray_braces(text: str, rng: Random, _shape: Shape) -> str | None:
    return rng.choice(_STRAY) + text if _is_container(text) else None


def _label(text: str, rng: Random, _shape: Shape) -> str | None:
    return rng.choice(["JSON: ", "Answer: ", "Output:\n"]) + text


def _think(text: str, _rng: Random, _shape: Shape) -> str | None:
    return f"<think>The text is short, so this is easy.</think>\n{text}"


def _think_decoy(text: str, rng: Random, _shape: Shape) -> str | None:
    other = _decoy(text, rng)
    return None if other is None else f"<think>Maybe {other}? No.</think>\n{text}"


def _think_unopened(text: str, _rng: Random, _shape: Shape) -> str | None:
    return f"The text is short, so this is easy.\n</think>\n\n{text}"


def _xml_tag(text: str, rng: Random, _shape: Shape) -> str | None:
    tag = rng.choice(["answer", "output", "json", "result"])
    return f"<{tag}>{text}</{tag}>" if _is_container(text) else None


def _draft_then_final(text: str, rng: Random, _shape: Shape) -> str | None:
    other = _decoy(text, rng)
    return None if other is None else f"Draft: {other}\n\nCorrected: {text}"


def _several_answers(text: str, rng: Random, _shape: Shape) -> str | None:
    other = _decoy(text, rng)
    return None if other is None else f"{other}\n{text}"


def _same_answer_twice(text: str, _rng: Random, _shape: Shape) -> str | None:
    return f"{text}\n\n{text}" if text[:1] == "{" else None


def _decoy(text: str, rng: Random) -> str | None:
    """The same payload with one number or phrase changed."""
    if not _is_container(text):
        return None
    token = pick(tokens(text), rng, lambda t: is_phrase(t) or (t.kind == "number" and t.text.isdigit()))
    return put(text, token, lambda t: f'"{t.body} too"' if t.kind == "string" else f"{int(t.text) + 1}")


def _wrapper_call(text: str, rng: Random, _shape: Shape) -> str | None:
    name = rng.choice(["callback", "print", "json.loads"])
    return f"{name}({text});" if _is_container(text) else None


def _assignment(text: str, rng: Random, _shape: Shape) -> str | None:
    return rng.choice(["result = ", "const data = ", "let answer = "]) + text if _is_container(text) else None


def _json_in_string(text: str, _rng: Random, _shape: Shape) -> str | None:
    return json.dumps(text) if _is_container(text) else None


def _wrapper_object(text: str, rng: Random, shape: Shape) -> str | None:
    name = rng.choice(["result", "rows", "data", "answer"])
    return f'{{"{name}": {text}}}' if name not in shape.kinds and _is_container(text) else None


def _schema_echo(text: str, _rng: Random, _shape: Shape) -> str | None:
    return f'{{"properties": {text}}}' if text[:1] == "{" and len(text) > 2 else None


def _deep_nesting(text: str, _rng: Random, _shape: Shape) -> str | None:
    return "[" * 600 + text + "]" * 600 if _is_container(text) else None


_NO_ANSWER = ("The text does not say.", "I had a look at it and found nothing of the kind, which is a pity.")
_REFUSALS = (
    "I'm sorry, but I can't help with that.",
    "As an AI language model, I cannot answer this request.",
)


def _no_json(_text: str, rng: Random, _shape: Shape) -> str | None:
    return rng.choice(_NO_ANSWER)


def _refusal(_text: str, rng: Random, _shape: Shape) -> str | None:
    return rng.choice(_REFUSALS)


def _empty(_text: str, rng: Random, _shape: Shape) -> str | None:
    return rng.choice(["", " ", "\n\n", "```json\n```"])


def _unrepairable(_text: str, rng: Random, _shape: Shape) -> str | None:
    return rng.choice(["{:7}", "]{,", "{{}:{}}", "}{"])


def _repetition_loop(text: str, rng: Random, _shape: Shape) -> str | None:
    return (
        f"{text[: max(1, len(text) // 2)]}{rng.choice([' and the', ' so that', ' , ,'])}"
        + " and the text and the" * 40
    )


_FRAME, _REPLACE = Stage.FRAME, Stage.REPLACE
# The reply itself is the value of a text; a list of texts or an Any may take whatever comes.
_TEXT: frozenset[Trait] = frozenset({"text-root", "any"})
_LISTS: frozenset[Trait] = frozenset({"text-root", "any", "array-root"})
_LOOSE: frozenset[Trait] = frozenset({"text-root", "any", "array-root", "free-keys"})
_LOOPED: frozenset[Trait] = frozenset({"text-root", "any", "array-root", "free-keys", "scalar-root"})
_WRAPPED: frozenset[Trait] = frozenset({"text-root", "any", "free-keys", "union"})

FRAMING = (
    Damage("several-answers", _several_answers, stage=_FRAME, alone=True, avoid=_LISTS),
    Damage("fence", _fence, stage=_FRAME, closes=True, avoid=_TEXT),
    Damage("fence-unclosed", _fence_open, stage=_FRAME, avoid=_TEXT),
    Damage("fence-malformed", _fence_malformed, stage=_FRAME, closes=True, avoid=_TEXT),
    Damage("multi-block", _multi_block, stage=_FRAME, closes=True, avoid=_TEXT),
    Damage("prose-before", _prose_before, stage=_FRAME, avoid=_TEXT),
    Damage("prose-after", _prose_after, stage=_FRAME, closes=True, avoid=_TEXT),
    Damage("stray-braces", _stray_braces, stage=_FRAME, avoid=_TEXT),
    Damage("label", _label, stage=_FRAME, avoid=_TEXT),
    Damage("think-tags", _think, stage=_FRAME, avoid=_TEXT),
    Damage("think-decoy", _think_decoy, stage=_FRAME, alone=True, avoid=_TEXT),
    Damage("think-unopened", _think_unopened, stage=_FRAME, avoid=_TEXT),
    Damage("xml-tags", _xml_tag, stage=_FRAME, closes=True, avoid=_TEXT),
    Damage("draft-then-final", _draft_then_final, stage=_FRAME, alone=True, avoid=_LISTS),
    Damage("same-answer-twice", _same_answer_twice, stage=_FRAME, alone=True, avoid=_LISTS),
    Damage("wrapper-call", _wrapper_call, stage=_FRAME, closes=True, avoid=_TEXT),
    Damage("assignment", _assignment, stage=_FRAME, avoid=_TEXT),
    Damage("json-in-string", _json_in_string, stage=_FRAME, alone=True, avoid=_TEXT),
    Damage("wrapper-object", _wrapper_object, stage=Stage.VALUE, alone=True, avoid=_WRAPPED),
    Damage("schema-echo", _schema_echo, stage=Stage.VALUE, alone=True, avoid=_LOOSE),
    Damage("deep-nesting", _deep_nesting, stage=_FRAME, alone=True, avoid=_TEXT),
    Damage("no-json", _no_json, recoverable=False, stage=_REPLACE, alone=True, avoid=_LOOSE),
    Damage("refusal", _refusal, recoverable=False, stage=_REPLACE, alone=True, avoid=_LOOSE),
    Damage("empty", _empty, recoverable=False, stage=_REPLACE, alone=True, avoid=_LOOSE),
    Damage("unrepairable", _unrepairable, recoverable=False, stage=_REPLACE, alone=True, avoid=_LOOPED),
    Damage(
        "repetition-loop",
        _repetition_loop,
        recoverable=False,
        stage=_REPLACE,
        alone=True,
        avoid=_LOOPED,
    ),
)
