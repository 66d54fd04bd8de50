"""``structout bench``: how often structured output is right, mended, wrong or lost, and at what cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from structout import bench
from structout.bench.charts import ladder_chart, legend, standalone, verdict_bars
from structout.bench.corpus import SHIPPED
from structout.bench.page import page
from structout.bench.report import Report, as_csv, as_json, as_markdown, report_of
from structout.cli.progress import progressing
from structout.cli.sources import type_of, type_options

_PARSERS = (
    "structout",
    "json_repair",
    "fast-json-repair",
    "partial-json-parser",
    "langchain",
    "instructor",
    "baml",
    "pydantic",
)


def input_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say what is measured."""
    for option in (
        click.option("--trust", is_flag=True, help="Run the Python source that a corpus defines its types in."),
        click.option("--limit", type=click.IntRange(1), help="Cases at most, taken evenly over the whole."),
        click.option("--concurrency", type=click.IntRange(1), default=1, show_default=True, help="Calls at once."),
        click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Folder for the results; a run goes on there."),
        click.option("--seed", type=int, default=0, show_default=True, help="Of the models."),
        click.option("--max-tokens", type=click.IntRange(1), default=256, show_default=True, help="Limit of a completion."),
    ):  # fmt: skip
        command = option(command)
    return command


@click.command("bench")
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@type_options
@click.option(
    "--corpus", "corpora", multiple=True, help=f"A shipped corpus: {', '.join(SHIPPED)}, tasks, answers."
)
@click.option(
    "--from-log",
    "logs",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Recorded traffic; give its type with --schema or --type. What is right is not known, so validity is counted.",
)
@click.option(
    "--parser",
    "parsers",
    multiple=True,
    help=f"Ways to read; default: all of {', '.join(_PARSERS)} that are installed.",
)
@click.option(
    "--model", "models", multiple=True, help="Models that answer tasks: local, local:FILE.gguf, openai:NAME."
)
@click.option(
    "--style", "styles", multiple=True, type=click.Choice(bench.STYLES), help="Styles of instructions."
)
@click.option(
    "--structured",
    multiple=True,
    type=click.Choice(["text", "json_schema", "tools"]),
    help="Structured modes.",
)
@click.option(
    "--temperature", "temperatures", multiple=True, type=float, help="Temperatures of the first answer."
)
@click.option("--fix", "fixer", help="The model that mends what local steps refuse.")
@click.option(
    "--fixes",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Calls of the step OutputFixingParser.",
)
@click.option("--bigger", help="The model that is asked last.")
@input_options
def command(
    files: tuple[Path, ...], corpora: tuple[str, ...], logs: tuple[Path, ...], **options: Any
) -> None:
    """Measure fix rates on FILES of completions or tasks with right answers; without any, on the shipped corpora.

    Tables come out; with --out also JSON, CSV, Markdown and one HTML page, and a run that was stopped goes on.
    """  # fmt: skip
    tp = (
        None
        if options["expression"] is None and options["schema"] is None
        else type_of(options["expression"], options["schema"])
    )
    cases = _cases(files, corpora, logs, tp, trusted=options["trust"])
    readers = _readers(options["parsers"] or _PARSERS, cases)
    contestants = _contestants(options)
    _check_work(cases, contestants)
    plan = bench.Plan(cases, readers, contestants, _ladder(options, contestants), options["limit"])
    out: Path | None = options["out"]
    told = {"files": [str(path) for path in (*files, *logs)], "corpora": list(corpora), **_plain(options)}
    ledger = bench.Ledger(None if out is None else out / "records.jsonl", told)
    with progressing() as progress:
        records = bench.run(plan, ledger, progress, concurrency=options["concurrency"])
    report = report_of(_title(files, corpora, logs), records, told)
    click.echo(as_markdown(report))
    if out is not None:
        for name, write in _FILES.items():
            (out / name).write_text(write(report), encoding="utf-8", errors="backslashreplace")
        click.echo(f"{out / 'report.html'}", err=True)


def _readers(names: Sequence[str], cases: Sequence[bench.Case]) -> list[bench.Reader]:
    readers, missing = bench.readers_named(tuple(names))
    if any(case.completion is not None for case in cases):
        for note in missing:
            click.echo(note, err=True)
    return readers


def _check_work(cases: Sequence[bench.Case], contestants: Sequence[bench.Contestant]) -> None:
    if not cases:
        raise click.UsageError("there is no case in what was given: expected one JSON object on each line")
    tasks = sum(case.completion is None for case in cases)
    if tasks and not contestants:
        raise click.UsageError(
            f"{tasks} of the cases are tasks without a completion: name a --model that answers them"
        )


def _charts(report: Report) -> str:
    ladders = [ladder_chart(row) for row in report.figures if row.rungs]
    return standalone([legend(report.figures), verdict_bars(report.figures), *ladders])


_FILES: dict[str, Callable[[Report], str]] = {
    "report.json": as_json, "report.csv": as_csv, "report.md": as_markdown, "report.svg": _charts, "report.html": page,
}  # fmt: skip


def _plain(options: dict[str, Any]) -> dict[str, Any]:
    """What tells one run from another; ``limit`` does not, so that a run can be widened."""
    return {
        name: value
        for name, value in options.items()
        if name not in ("out", "concurrency", "trust", "limit") and value
    }


def _title(files: Sequence[Path], corpora: Sequence[str], logs: Sequence[Path]) -> str:
    return ", ".join([*corpora, *(path.name for path in (*files, *logs))]) or "the shipped corpora"


_SHIPPED: dict[str, Callable[[], list[bench.Case]]] = {
    "tasks": bench.shipped_tasks,
    "answers": bench.shipped_answers,
}


def _cases(
    files: Sequence[Path], corpora: Sequence[str], logs: Sequence[Path], tp: Any, *, trusted: bool
) -> list[bench.Case]:
    names = corpora or (() if files or logs else SHIPPED)
    cases = [
        case for name in names for case in (_SHIPPED[name]() if name in _SHIPPED else bench.shipped(name))
    ]
    cases += [case for path in files for case in bench.load(path, tp=tp, trusted=trusted)]
    if logs and tp is None:
        raise click.UsageError("--from-log needs the type that was asked for: --schema module:Name")
    return cases + [case for path in logs for case in bench.load_log(path, tp)]


def _contestants(options: dict[str, Any]) -> list[bench.Contestant]:
    return [
        bench.Contestant(name, llm, style, structured, temperature, options["seed"])
        for name, llm in ((name, _model(name, options)) for name in options["models"])
        for style in options["styles"] or ("chat",)
        for structured in options["structured"] or ("text",)
        for temperature in options["temperatures"] or (0.0,)
    ]


def _model(name: str, options: dict[str, Any]) -> Any:
    return bench.model_named(name, max_tokens=options["max_tokens"])


def _ladder(options: dict[str, Any], contestants: Sequence[bench.Contestant]) -> bench.Ladder:
    fixer, bigger = options["fixer"], options["bigger"]
    mender = (
        bench.Contestant(fixer, _model(fixer, options))
        if fixer
        else (contestants[0] if contestants else None)
    )
    last = bench.Contestant(bigger, _model(bigger, options)) if bigger else None
    steps = (
        *bench.LOCAL_STEPS,
        *(bench.MODEL_STEPS[:-1] if mender else ()),
        *(bench.MODEL_STEPS[-1:] if last else ()),
    )
    return replace(bench.Ladder(), llm=mender, bigger=last, steps=steps, fixes=options["fixes"])
