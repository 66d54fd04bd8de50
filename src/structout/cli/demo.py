"""``structout demo``: five real texts become five typed values, on a real model, before your eyes."""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click

from structout.cli.asking import model_named, question
from structout.cli.demo_tasks import TASKS, DemoTask
from structout.cli.show import console, error_json, repair_json
from structout.cli.sources import as_line, jsonable
from structout.errors import OutputParserException
from structout.functions import Extraction
from structout.llms import BaseLanguageModel
from structout.result import Attempt

_LIMIT = {"max_tokens": 160}


@dataclass(frozen=True, slots=True)
class _Shown:
    task: DemoTask
    result: Extraction[Any] | OutputParserException
    seconds: float

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        return self.result.attempts

    @property
    def tokens(self) -> int:
        return sum(attempt.usage.total_tokens for attempt in self.attempts)

    @property
    def repairs(self) -> list[str]:
        return (
            []
            if isinstance(self.result, OutputParserException)
            else [str(r.kind) for r in self.result.parsed.repairs]
        )


@click.command("demo")
@click.option(
    "--llm", default="local", show_default=True, help="local, local:PATH of a GGUF file, or openai:MODEL."
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line for each text instead of a table.")
def command(llm: str, as_json: bool) -> int:
    """Run five built-in texts through the model: text, completion, repairs, attempts, value, tokens and time.

    The local model's weights (98 MB) are fetched on the first run. No key and no other network is used.
    """
    model = model_named(llm)
    began = time.perf_counter()
    shown = [_shown(task, model, quiet=as_json) for task in TASKS]
    if as_json:
        for each in shown:
            click.echo(as_line(_json(each)))
    else:
        out = console()
        out.print(_table(shown) if out.width >= _WIDE else _narrow_table(shown))
        out.print(_summary(shown, model.name, time.perf_counter() - began))
    return int(any(isinstance(each.result, OutputParserException) for each in shown))


def _shown(task: DemoTask, model: BaseLanguageModel, *, quiet: bool) -> _Shown:
    if not quiet:
        click.echo(f"asking: {task.question}", err=True)
    own = {} if task.parser is None else {"parser": task.parser}
    ask = question(
        task.question, task.tp, model, task.examples, llm_kwargs=_LIMIT, on_truncation="again", **own
    )
    began = time.perf_counter()
    try:
        result: Extraction[Any] | OutputParserException = ask.explain(task.text)
    except OutputParserException as error:
        result = error
    return _Shown(task, result, time.perf_counter() - began)


def _table(shown: list[_Shown]) -> Any:
    table = import_module("rich.table").Table(show_lines=True, title="text → completion → value")
    escape = import_module("rich.markup").escape
    for name, options in _COLUMNS.items():
        table.add_column(name, overflow="fold", **options)
    for each in shown:
        asked = f"{each.task.text}\n[dim]{escape(each.task.question)}[/dim]"
        cells = (
            each.task.kind,
            asked,
            _completions(each.attempts, escape),
            ", ".join(each.repairs) or "–",
            str(len(each.attempts)),
        )
        table.add_row(*cells, _value(each, escape), str(each.tokens), f"{each.seconds:.1f} s")
    return table


_WIDE = 110
"""Columns of a terminal under which eight columns of a table cannot be read."""


def _narrow_table(shown: list[_Shown]) -> Any:
    """The same in three columns, for a terminal of the usual width."""
    table = import_module("rich.table").Table(show_lines=True, title="text → completion → value")
    escape = import_module("rich.markup").escape
    for name in ("text", "completion", "value"):
        table.add_column(name, overflow="fold", ratio=1)
    for each in shown:
        asked = f"{each.task.text}\n[dim]{escape(each.task.question)}[/dim]"
        facts = [
            *each.repairs,
            f"{len(each.attempts)} calls" if len(each.attempts) > 1 else "1 call",
            f"{each.tokens} tokens, {each.seconds:.1f} s",
        ]
        value = "\n".join([_value(each, escape), *(f"[dim]{fact}[/dim]" for fact in facts)])
        table.add_row(asked, _completions(each.attempts, escape), value)
    return table


_COLUMNS: dict[str, dict[str, Any]] = {
    "parser": {},
    "text": {"ratio": 3},
    "completion": {"ratio": 3},
    "repairs": {"ratio": 1},
    "attempts": {"justify": "right"},
    "value": {"ratio": 3},
    "tokens": {"justify": "right"},
    "time": {"justify": "right", "no_wrap": True},
}


def _completions(attempts: tuple[Attempt, ...], escape: Any) -> str:
    """What came back, and where it was asked again, why."""
    lines: list[str] = []
    for attempt in attempts:
        lines.append(escape(_cut(attempt.completion)))
        if attempt.error and len(attempts) > 1:
            why = attempt.error.splitlines()[-1].removeprefix("- ")
            lines.append(f"[dim]refused: {escape(_cut(why))}[/dim]")
    return "\n".join(lines)


def _cut(completion: str, limit: int = 160) -> str:
    flat = " ".join(completion.split())
    return flat if len(flat) <= limit else f"{flat[: limit - 1]}…"


def _value(each: _Shown, escape: Any) -> str:
    if isinstance(each.result, OutputParserException):
        return f"[red]no value:[/red] {escape(each.result.message)}"
    told = as_line(jsonable(each.task.tp, each.result.value))
    return f"[dim]{type(each.result.value).__name__}[/dim]\n[bold green]{escape(told)}[/bold green]"


def _summary(shown: list[_Shown], model: str, seconds: float) -> str:
    good = sum(not isinstance(each.result, OutputParserException) for each in shown)
    tokens = sum(each.tokens for each in shown)
    calls = sum(len(each.attempts) for each in shown)
    return f"{good} of {len(shown)} texts became values; {calls} calls of {model}, {tokens} tokens, {seconds:.1f} s"


def _json(each: _Shown) -> dict[str, Any]:
    told: dict[str, Any] = {
        "parser": each.task.kind,
        "text": each.task.text,
        "completions": [attempt.completion for attempt in each.attempts],
        "attempts": len(each.attempts),
        "tokens": each.tokens,
        "seconds": round(each.seconds, 3),
    }
    if isinstance(each.result, OutputParserException):
        return {**told, "error": error_json(each.result)}
    repairs = [repair_json(repair) for repair in each.result.parsed.repairs]
    return {**told, "repairs": repairs, "value": jsonable(each.task.tp, each.result.value)}
