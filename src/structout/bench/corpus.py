"""Files of completions, tasks and recorded traffic → cases."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

from structout.bench.targets import target_of
from structout.bench.verdicts import ERROR
from structout.errors import ConfigError
from structout.result import JsonValue, shorten

Row: TypeAlias = Mapping[str, JsonValue]

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
    return [_logged(row, path, number, tp) for number, row in _numbered(path)]


def _row(row: Row, path: Path, number: int, tp: Any, trusted: bool) -> Case:
    named = {"id": f"{path.stem}/{number}", "kind": "own", **row}
    with _at(path, number, row):
        make = _completion if "input" in row else _task
        return make(named, trusted=trusted, tp=tp)


def _logged(row: Row, path: Path, number: int, tp: Any) -> Case:
    with _at(path, number, row):
        # A model that refuses or calls a tool has no text, and its clients log null.
        return Case(
            id=str(row.get("id", f"{path.stem}/{number}")),
            kind=str(row.get("kind", "log")),
            tp=tp,
            completion="" if row["completion"] is None else _text(row, "completion"),
            group=str(row.get("group", "")),
            finish_reason=_known(row, "finish_reason"),
            prompt=_known(row, "prompt"),
        )


@contextmanager
def _at(path: Path, number: int, row: Row) -> Generator[None]:
    """Name the place of what is wrong with a row."""
    try:
        yield
    except KeyError as error:
        raise ConfigError(f"{path}:{number}: expected a row with {error}, found {sorted(row)}") from error
    except TypeError as error:
        raise ConfigError(f"{path}:{number}: {error}") from error


def _text(row: Row, key: str) -> str:
    value = row[key]
    if not isinstance(value, str):
        raise TypeError(f"expected a text as {key!r}, found {shorten(value)}")
    return value


def _known(row: Row, key: str) -> str | None:
    return None if row.get(key) is None else _text(row, key)


def _right(row: Row) -> tuple[JsonValue, ...]:
    more = row.get("also_right", [])
    return (row["expect"], *(more if isinstance(more, list) else ())) if "expect" in row else ()


def _completion(row: Row, *, trusted: bool, tp: Any = None) -> Case:
    return Case(
        id=str(row["id"]),
        kind=str(row["kind"]),
        tp=tp if tp is not None else target_of(row.get("target"), trusted=trusted),
        completion=_text(row, "input"),
        expected=_right(row),
        disputed=bool(row.get("dispute")),
        group=str(row.get("group", "")),
        finish_reason=_known(row, "finish_reason"),
        prompt=_known(row, "prompt"),
    )


def _task(row: Row, *, trusted: bool, tp: Any = None) -> Case:
    return Case(
        id=str(row["id"]),
        kind=str(row["kind"]),
        tp=tp if tp is not None else target_of(row.get("target"), trusted=trusted),
        completion=None,
        expected=_right(row),
        instruction=str(row.get("instruction", "")),
        source=_text(row, "text"),
        example=_example(row.get("example")),
    )


def _example(found: JsonValue) -> tuple[str, JsonValue] | None:
    if found is None:
        return None
    if not isinstance(found, dict) or "answer" not in found:
        raise TypeError(f"expected an example with 'text' and 'answer', found {shorten(found)}")
    return _text(found, "text"), found["answer"]


def _answer(row: Row, task: Case) -> Case:
    group = f"{row['style']} T={row['temperature']}"
    return Case(
        id=f"{task.id}/{group}/{row['seed']}",
        kind=task.kind,
        tp=task.tp,
        completion=str(row["completion"]),
        expected=task.expected,
        group=group,
        finish_reason=_known(row, "finish_reason"),
        instruction=task.instruction,
        source=task.source,
        example=task.example,
    )


def _shipped_rows(name: str) -> Iterator[Row]:
    resource = files("structout.bench") / "data" / f"{name}.jsonl"
    if not resource.is_file():
        raise ConfigError(f"there is no corpus {name!r}; shipped are {', '.join(SHIPPED)}, tasks, answers")
    yield from (json.loads(line) for line in resource.read_text(encoding="utf-8").split("\n") if line.strip())


def _numbered(path: Path) -> Iterator[tuple[int, Row]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8: {error}") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield number, _object(line, f"{path}:{number}")


def _object(line: str, place: str) -> Row:
    try:
        row: JsonValue = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{place}: this line is no JSON that can be read: {error}") from error
    if not isinstance(row, dict):
        raise ConfigError(f"{place}: expected an object with input, text or completion, found {shorten(row)}")
    return row


def distinct(cases: Iterable[Case]) -> list[Case]:
    """The cases with an id each: of those that share one, the second gets ``#2`` behind it."""
    seen: Counter[str] = Counter()
    made: list[Case] = []
    for case in cases:
        seen[case.id] += 1
        made.append(case if seen[case.id] == 1 else replace(case, id=f"{case.id}#{seen[case.id]}"))
    return made
