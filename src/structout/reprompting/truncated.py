"""What to ask after an answer that the token limit cut off; both only where the caller wants it.

The cut text is never shown as a mistake: it was none.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from structout import jsonish
from structout.errors import OutputParserException
from structout.instructions import estimate_tokens
from structout.messages import AIMessage, ChatPromptValue, HumanMessage
from structout.reprompting.task import Request, Situation
from structout.result import JsonValue, RepairKind

_GO_ON = (
    "Your list was cut off. Go on with the items that come after the last one above. "
    "Answer with a JSON list of the remaining items only; with [] if there are none."
)


def longer(situation: Situation[Any]) -> Request | None:
    """The same request once more with twice the room."""
    request, task = situation.request, situation.task
    prompt = task.prompt if request is None else request.prompt
    if prompt is None:
        return None
    options = dict(task.options if request is None else request.options)
    limit = options.get("max_tokens") or task.max_tokens or estimate_tokens(situation.completion)
    return Request(prompt, "longer", {**options, "max_tokens": limit * 2})


def rest(situation: Situation[Any]) -> Request | None:
    """Ask for the items of a list after the last one that is whole, and put both parts together."""
    task = situation.task
    have = _whole_items(situation.completion)
    # A list inside of an object is not the answer: its rest would be no answer either.
    is_list = (task.schema or {}).get("type", "array") == "array"
    if task.prompt is None or not have or not is_list:
        return None
    so_far = json.dumps(have, ensure_ascii=False)
    prompt = ChatPromptValue((*task.prompt.to_messages(), AIMessage(so_far), HumanMessage(_GO_ON)))

    def splice(text: str) -> str:
        more = _read(text)
        items = more.whole if _starts_over(have, more.whole) else [*have, *more.whole]
        whole = json.dumps(items, ensure_ascii=False)
        return whole if more.closed else f"{whole[:-1]}, "

    return Request(prompt, "continue", _enforced(situation), splice=splice)


def _enforced(situation: Situation[Any]) -> dict[str, Any]:
    """The options of the call, with the schema of any number of items where the whole list had one enforced."""
    task, request = situation.task, situation.request
    mode = None if request is None else request.options.get("structured")
    if mode in (None, "text") or task.schema is None:
        return dict(task.options)
    schema = {key: value for key, value in task.schema.items() if key not in ("minItems", "maxItems")}
    return {**task.options, "structured": mode, "schema": schema}


def _starts_over(have: list[JsonValue], more: list[JsonValue]) -> bool:
    """Whether the model gave the list from its first item on; equal numbers alone may well come twice."""
    telling = isinstance(have[0], dict | list) or any(item != have[0] for item in have)
    return telling and more[: len(have)] == have


@dataclass(frozen=True, slots=True)
class _List:
    whole: list[JsonValue]
    closed: bool


def _whole_items(text: str) -> list[JsonValue]:
    try:
        return _read(text).whole
    except OutputParserException:
        return []


def _read(text: str) -> _List:
    try:
        reading = jsonish.read(text, max(text.find("["), 0), partial=True)
    except jsonish.Unreadable as error:
        raise OutputParserException(f"expected the rest of the list, found none: {error}", text) from error
    value = reading.value
    closers = "".join(each.after for each in reading.repairs if each.kind is RepairKind.MISSING_CLOSE)
    closed = reading.complete and not closers
    # A number or a word that was cut is left out by the reader; a text or an object so far is its last item.
    left_out = any(each.kind is RepairKind.UNFINISHED_VALUE and not each.after for each in reading.repairs)
    whole = closed or (closers == "]" and (reading.complete or left_out))
    items: list[JsonValue] = value if isinstance(value, list) else [value]
    return _List(items if whole else items[:-1], closed)
