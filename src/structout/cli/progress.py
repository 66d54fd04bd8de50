"""Live progress on a terminal; a line now and then elsewhere."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from structout.bench import Record
from structout.bench.runner import Progress


@contextmanager
def progressing() -> Generator[Progress]:
    """Show on stderr how far a run is and what has become of its cases."""
    if not sys.stderr.isatty():
        yield _lines
        return
    rich: Any = import_module("rich.progress")
    console: Any = import_module("rich.console").Console(stderr=True)
    columns = ("{task.description}", rich.BarColumn(), rich.MofNCompleteColumn(), rich.TimeRemainingColumn())
    with rich.Progress(*columns, console=console) as shown:
        task = shown.add_task("starting", total=None)
        counts: Counter[str] = Counter()

        def tell(record: Record, done: int, total: int) -> None:
            counts[record.verdict] += 1
            told = " ".join(f"{verdict} {count}" for verdict, count in sorted(counts.items()))
            shown.update(task, completed=done, total=total, description=f"{record.setting}: {told}")

        yield tell


def _lines(record: Record, done: int, total: int) -> None:
    if done % max(1, total // 10) == 0:
        click.echo(f"{done} of {total}: {record.setting}", err=True)
