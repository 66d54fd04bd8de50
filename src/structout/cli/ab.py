"""``structout ab``: which of two prompts, styles, models or parsers is better on your samples."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import click

from structout import bench
from structout.bench.ab import choose, setting_of
from structout.bench.runner import spread
from structout.cli.bench import input_options
from structout.cli.progress import progressing
from structout.cli.sources import as_line, type_of, type_options


@click.command("ab")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@type_options
@click.option(
    "--a",
    "first",
    required=True,
    help="parser=NAME, or model=NAME[,style=…,temperature=…,structured=…,prompt=FILE].",
)
@click.option("--b", "second", required=True, help="The other one.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@input_options
def command(file: Path | None, first: str, second: str, as_json: bool, **options: Any) -> None:
    """Compare two settings on the samples in FILE: completions for parsers, tasks for models.

    Without FILE the shipped ones are taken.
    """
    tp = (
        None
        if options["expression"] is None and options["schema"] is None
        else type_of(options["expression"], options["schema"])
    )
    make: Callable[[str], Any] = cache(partial(bench.model_named, max_tokens=options["max_tokens"]))
    settings = [setting_of(words, make) for words in (first, second)]
    reading = isinstance(settings[0], bench.Reader)
    if file is not None:
        cases = bench.load(file, tp=tp, trusted=options["trust"])
    else:
        cases = bench.shipped() if reading else bench.shipped_tasks()
    told = {"file": str(file), "a": first, "b": second, "limit": options["limit"]}
    out: Path | None = options["out"]
    ledger = bench.Ledger(None if out is None else out / "records.jsonl", told)
    with progressing() as progress:
        choice = choose(
            spread(cases, options["limit"]), settings[0], settings[1], progress,
            concurrency=options["concurrency"], ledger=ledger,
        )  # fmt: skip
    found = choice.comparison
    if as_json:
        click.echo(
            as_line(
                {
                    "better": found.first if choice.decided else None, "p": found.p, "pairs": found.pairs,
                    "only": {found.first: found.only_first, found.second: found.only_second},
                    "samples_needed": choice.needed,
                }
            )
        )  # fmt: skip
        return
    click.echo(str(choice))
