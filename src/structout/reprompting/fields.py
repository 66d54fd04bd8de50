"""The strategy that asks only for the fields that failed, and puts the answer into the object that was right.

All or nothing: an answer without one of the fields is refused, and the merged object is parsed as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, Final, cast

from structout import jsonish
from structout.errors import FailureKind, OutputParserException
from structout.messages import ChatPromptValue, HumanMessage
from structout.reprompting.prompts import wanted
from structout.reprompting.task import Request, Situation, Task
from structout.result import JsonValue, Path, Problem, render_path

MOST_FIELDS: Final = 4
"""With more fields wrong the object is asked for again."""

_STEP = re.compile(r'\.([A-Za-z_][A-Za-z0-9_]*)|\[(\d+)\]|\["((?:[^"\\]|\\.)*+)"\]')


def read_path(text: str) -> Path | None:
    """Read a path that ``render_path`` wrote, ``None`` where the text is no path.

    >>> read_path('$.items[2]["unit price"]')
    ('items', 2, 'unit price')
    """
    if not text.startswith("$"):
        return None
    steps: list[str | int] = []
    position = 1
    while position < len(text):
        match = _STEP.match(text, position)
        if match is None:
            return None
        name, index, quoted = match.groups()
        steps.append(int(index) if index else name or re.sub(r"\\(.)", r"\1", quoted))
        position = match.end()
    return tuple(steps)


def fields(situation: Situation[Any]) -> Request | None:
    """Ask for the failing fields alone, where the rest of the object is right."""
    task, partial = situation.task, situation.error.partial
    wrong = dict(_wrong(situation.error.errors, partial))
    if not wrong or len(wrong) > MOST_FIELDS or (not task.source and task.prompt is None):
        return None
    schema = _sliced(task.schema, tuple(wrong))
    options: dict[str, Any] = dict(task.options)
    if task.constrains and schema is not None:
        options |= {"structured": "json_schema", "schema": schema}
    prompt = ChatPromptValue([HumanMessage(_question(task, wrong))])

    def splice(text: str) -> str:
        return _merged(text, partial, tuple(wrong))

    return Request(prompt, "fields", options, splice=splice)


def _wrong(problems: tuple[Problem, ...], partial: JsonValue) -> Iterator[tuple[Path, Problem]]:
    """The failing paths, or nothing where one of them is the whole or has no place in the object."""
    found: list[tuple[Path, Problem]] = []
    for problem in problems:
        path = read_path(problem.path)
        if not path or not _has_place(partial, path):
            return
        found.append((path, problem))
    top = {path[0] for path, _ in found}
    whole = len(partial) if isinstance(partial, dict | list) else 0
    if whole > len(top) or (isinstance(partial, dict) and partial.keys() - top):
        yield from found


def _has_place(value: JsonValue, path: Path) -> bool:
    for step in path[:-1]:
        value = _child(value, step)
    last = path[-1]
    return isinstance(value, dict) if isinstance(last, str) else isinstance(value, list) and last < len(value)


def _child(value: JsonValue, step: str | int) -> JsonValue:
    if isinstance(value, dict) and isinstance(step, str):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return None


def _name(path: Path) -> str:
    return render_path(path).removeprefix("$").removeprefix(".")


def _question(task: Task[Any], wrong: Mapping[Path, Problem]) -> str:
    source = task.source or ("" if task.prompt is None else task.prompt.to_string())
    lines = [f'- "{_name(path)}": {wanted(problem)}' for path, problem in wrong.items()]
    ending = "Give only these fields, as one JSON object:\n" + "\n".join(lines) + "\nJSON:"
    return "\n\n".join(part for part in (task.instruction, source, ending) if part)


def _merged(text: str, partial: JsonValue, paths: tuple[Path, ...]) -> str:
    answer = _answered(text, paths)
    whole = deepcopy(partial)
    for path in paths:
        _put(whole, path, answer[path])
    return json.dumps(whole, ensure_ascii=False)


def _answered(text: str, paths: tuple[Path, ...]) -> dict[Path, JsonValue]:
    start = text.find("{")
    try:
        value = jsonish.read(text, max(start, 0)).value
    except jsonish.Unreadable as error:
        raise OutputParserException(
            f"expected the missing fields as a JSON object, found none: {error}",
            text,
            kind=FailureKind.NO_VALUE,
        ) from error
    if not isinstance(value, dict):
        value = {_name(paths[0]): value} if len(paths) == 1 else {}
    found = {path: value[key] for path in paths for key in (_name(path), str(path[-1])) if key in value}
    missing = [_name(path) for path in paths if path not in found]
    if missing:
        raise OutputParserException(f"the answer lacks {', '.join(missing)}, which it was asked for", text)
    return found


def _put(whole: JsonValue, path: Path, value: JsonValue) -> None:
    for step in path[:-1]:
        whole = _child(whole, step)
    # _has_place saw that the container is there and of the right kind.
    cast("dict[str | int, JsonValue]", whole)[path[-1]] = value


def _sliced(schema: Mapping[str, Any] | None, paths: tuple[Path, ...]) -> dict[str, Any] | None:
    """The JSON schema of an object that has the failing fields alone, under their paths as names."""
    if schema is None:
        return None
    parts = {_name(path): _schema_at(schema, schema, path) for path in paths}
    if any(part is None for part in parts.values()):
        return None
    sliced: dict[str, Any] = {
        "type": "object",
        "properties": parts,
        "required": list(parts),
        "additionalProperties": False,
    }
    return sliced | {"$defs": schema["$defs"]} if "$defs" in schema else sliced


def _schema_at(root: Mapping[str, Any], node: Mapping[str, Any], path: Path) -> Mapping[str, Any] | None:
    for step in path:
        node = _resolved(root, node)
        key = "properties" if isinstance(step, str) else "items"
        child: Any = node.get(key)
        if isinstance(step, str) and isinstance(child, Mapping):
            child = cast("Mapping[str, Any]", child).get(step)
        if not isinstance(child, Mapping):
            return None
        node = cast("Mapping[str, Any]", child)
    return node


def _resolved(root: Mapping[str, Any], node: Mapping[str, Any]) -> Mapping[str, Any]:
    """Follow references and the one branch of a union that is not null."""
    for _ in range(8):
        reference = node.get("$ref")
        branches = [branch for branch in node.get("anyOf", ()) if branch.get("type") != "null"]
        if isinstance(reference, str):
            node = root.get("$defs", {}).get(reference.rsplit("/", 1)[-1], {})
        elif len(branches) == 1:
            node = branches[0]
        else:
            break
    return node
