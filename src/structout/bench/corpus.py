"""Files of completions, tasks and recorded traffic → cases."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from structout.bench.targets import target_of
from structout.bench.verdicts import ERROR
from structout.errors import ConfigError
from structout.result import JsonValue

SHIPPED = ("peers-typed", "peers-json", "bugs-parsers", "real-dev")
"""The corpora of completions that come with the package."""

SHIPPED_TASKS = "tasks-dev"
SHIPPED_ANSWERS = "completions-dev"


@dataclass(frozen=True, slots=True)
class Case:
    """One completion, or one task whose completion is still to come.

    Attributes:
        id: names the case; unique in a run.
        kind: the kind of fault, or of task.
        tp: the type, ``None`` for any JSON value.
        completion: the text, ``None`` for a task.
        expected: the right values; empty where nobody knows.
        disputed: whether careful readers differ about it; counted apart.
        group: what else sets it apart: the style and temperature of a recorded answer.
        finish_reason: why the model stopped, where known.
        prompt: what the model was sent, where known.
        instruction: what to do, for a task.
        source: the text to read, for a task.
        example: a worked example: a text, and the JSON of the answer.
    """

    id: str
    kind: str
    tp: Any
    completion: str | None
    expected: tuple[JsonValue, ...] = ()
    disputed: bool = False
    group: str = ""
    finish_reason: str | None = None
    prompt: str | None = None
    instruction: str = ""
    source: str = ""
    example: tuple[str, JsonValue] | None = field(default=None)

    @property
    def error_is_right(self) -> bool:
        """Whether no value can be given honestly."""
        return ERROR in self.expected


def shipped(*names: str) -> list[Case]:
    """The cases of shipped corpora, all of them by default.

    Raises:
        ConfigError: there is no such corpus.
    """
    return [_completion(row, trusted=True) for name in names or SHIPPED for row in _shipped_rows(name)]


def shipped_tasks() -> list[Case]:
    """The shipped tasks: a text, a type, the right value and one worked example."""
    return [_task(row, trusted=True) for row in _shipped_rows(SHIPPED_TASKS)]


def shipped_answers() -> list[Case]:
    """What a small model answered to the shipped tasks, by style of the instructions, temperature and seed."""
    tasks = {task.id: task for task in shipped_tasks()}
    return [_answer(row, tasks[str(row["task"])]) for row in _shipped_rows(SHIPPED_ANSWERS)]


def load(path: Path, *, tp: Any = None, trusted: bool = False) -> list[Case]:
    """The cases of a file of your own: JSON lines of completions or of tasks.

    Args:
        path: the file. A row with ``input`` is a completion, one with ``text`` a task; both have ``expect``,
            ``target`` (unless ``tp`` is given), ``id`` and ``kind`` where you want them.
        tp: the type of all rows.
        trusted: whether Python source in ``target`` may be run.

    Raises:
        ConfigError: a row cannot be read; the message names the line.
    """
    return [_row(row, path, number, tp, trusted) for number, row in _numbered(path)]


def load_log(path: Path, tp: Any) -> list[Case]:
    """Recorded traffic: JSON lines with ``completion``, and ``prompt``, ``finish_reason``, ``group`` where known.

    Args:
        path: the file.
        tp: the type that was asked for.
    """
    return [
        Case(
            id=str(row.get("id", f"{path.stem}/{number}")),
            kind=str(row.get("kind", "log")),
            tp=tp,
            completion=str(row["completion"]),
            group=str(row.get("group", "")),
            finish_reason=cast("str | None", row.get("finish_reason")),
            prompt=cast("str | None", row.get("prompt")),
        )
        for number, row in _numbered(path)
    ]


def _row(row: dict[str, JsonValue], path: Path, number: int, tp: Any, trusted: bool) -> Case:
    named = {"id": f"{path.stem}/{number}", "kind": "own", **row}
    try:
        make = _completion if "input" in row else _task
        return make(named, trusted=trusted, tp=tp)
    except KeyError as error:
        raise ConfigError(f"{path}:{number}: expected a row with {error}, found {sorted(row)}") from error


def _right(row: Mapping[str, JsonValue]) -> tuple[JsonValue, ...]:
    more = row.get("also_right", [])
    return (row["expect"], *(more if isinstance(more, list) else ())) if "expect" in row else ()


def _completion(row: dict[str, JsonValue], *, trusted: bool, tp: Any = None) -> Case:
    return Case(
        id=str(row["id"]),
        kind=str(row["kind"]),
        tp=tp if tp is not None else target_of(row.get("target"), trusted=trusted),
        completion=str(row["input"]),
        expected=_right(row),
        disputed=bool(row.get("dispute")),
        group=str(row.get("group", "")),
        finish_reason=cast("str | None", row.get("finish_reason")),
        prompt=cast("str | None", row.get("prompt")),
    )


def _task(row: dict[str, JsonValue], *, trusted: bool, tp: Any = None) -> Case:
    example = cast("dict[str, JsonValue] | None", row.get("example"))
    return Case(
        id=str(row["id"]),
        kind=str(row["kind"]),
        tp=tp if tp is not None else target_of(row.get("target"), trusted=trusted),
        completion=None,
        expected=_right(row),
        instruction=str(row.get("instruction", "")),
        source=str(row["text"]),
        example=None if example is None else (str(example["text"]), example["answer"]),
    )


def _answer(row: dict[str, JsonValue], task: Case) -> Case:
    group = f"{row['style']} T={row['temperature']}"
    return Case(
        id=f"{task.id}/{group}/{row['seed']}",
        kind=task.kind,
        tp=task.tp,
        completion=str(row["completion"]),
        expected=task.expected,
        group=group,
        finish_reason=cast("str | None", row.get("finish_reason")),
        instruction=task.instruction,
        source=task.source,
        example=task.example,
    )


def _shipped_rows(name: str) -> Iterator[dict[str, JsonValue]]:
    resource = files("structout.bench") / "data" / f"{name}.jsonl"
    if not resource.is_file():
        raise ConfigError(f"there is no corpus {name!r}; shipped are {', '.join(SHIPPED)}")
    yield from _rows(resource.read_text(encoding="utf-8").splitlines())


def _rows(lines: Iterable[str]) -> Iterator[dict[str, JsonValue]]:
    yield from (json.loads(line) for line in lines if line.strip())


def _numbered(path: Path) -> Iterator[tuple[int, dict[str, JsonValue]]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line or "{}")
        except ValueError as error:
            raise ConfigError(f"{path}:{number}: this line is no JSON: {error}") from error
        if row:
            yield number, row
