"""Which part of a completion is the model's turn, where marks of its chat template were left in it.

In: the completion. Out: a span of it. A server that does not know a model's marks hands them on as text.
"""

from __future__ import annotations

import re
from functools import cache

from structout.locate.starts import exact_end
from structout.result import Span

_LONGEST = 48
"""Characters from the end in which a mark is looked for."""

_ROLES = "assistant|model|ai|bot|chatbot"
_BEGIN = r"<\|im_start\|>|<\|start_header_id\|>|<start_of_turn>|<\|start_of_role\|>|<\|start\|>"
_END = (
    r"<\|im_end\|>|<\|eot_id\|>|<\|eom_id\|>|<\|end_of_text\|>|<\|endoftext\|>|<\|end_of_turn\|>|<\|end\|>|<\|eos\|>"
    r"|<\|eot\|>|<\|return\|>|<\|user\|>|<end_of_turn>|<end_of_utterance>|</s>|<eos>|<EOS>|<\|END_OF_TURN_TOKEN\|>"
    r"|<\uff5cend\u2581of\u2581sentence\uff5c>|\[/INST\]|<\|im_sep\|>|<pad>"
)


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(
        rf"\s*+(?:<s>|<bos>|<\|begin_of_text\|>|<\|startoftext\|>|(?:{_BEGIN})\s?(?:{_ROLES})\b|<\|assistant\|>"
        r"|<\|end_header_id\|>|<\|im_sep\|>|<\|message\|>|\[/INST\])",
        re.IGNORECASE,
    )


@cache
def _closing() -> re.Pattern[str]:
    return re.compile(rf"(?:{_END})\s*+\Z")


@cache
def _next_turn() -> re.Pattern[str]:
    return re.compile(
        rf"(?:{_END})\s{{0,8}}+(?:(?:{_BEGIN})(?!\s?(?:{_ROLES})\b)|<\|user\|>|\[INST\])", re.IGNORECASE
    )


def own_turn(text: str) -> Span:
    """The model's own turn: without the template's marks at its ends, and without turns that follow it.

    Args:
        text: the completion.
    """
    start, end = 0, len(text)
    if "<" not in text and "[/INST]" not in text:
        return Span(start, end)
    while opening := _opening().match(text, start, end):
        start = opening.end()
    following = _next_turn().search(text, _value_end(text, start, end), end)
    end = following.start() if following else end
    end = _without_blanks(text, start, end)
    while closing := _closing().search(text, max(start, end - _LONGEST), end):
        end = _without_blanks(text, start, closing.start())
    return Span(start, end)


def _value_end(text: str, start: int, end: int) -> int:
    """Where valid JSON that the turn begins with ends: marks in its strings are text. The beginning where there is none."""
    while start < end and text[start].isspace():
        start += 1
    return (exact_end(text, start, end) if text[start : start + 1] in ("{", "[") else None) or start


def _without_blanks(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1].isspace():
        end -= 1
    return end
