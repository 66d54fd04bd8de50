"""``structout replay``: recorded completions, parsed again with the present version."""

from __future__ import annotations

import difflib
import json
from pathlib import Path

import click

from structout.testing import Difference, replay
from structout.testing.cassette import Outcome
from structout.testing.replaying import recordings


@click.command("replay")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--type", "type_name", help="The type of completions that no outcome was noted for, as module:Name."
)
@click.option("--diff", is_flag=True, help="Show for each what it was and what it is now.")
def command(folder: Path, type_name: str | None, diff: bool) -> int:
    """Parse the completions recorded below FOLDER again and list those that now come out differently.

    Exit code 1 where there are any.
    """
    found = list(replay(folder, type_name))
    for difference in found:
        click.echo(_told(difference, diff))
    count = sum(1 for _ in recordings(folder, type_name))
    if not count:
        raise click.UsageError(
            f"no completion is recorded below {folder} whose type is known: give --type, or record with `watched`"
        )
    click.echo(f"{len(found)} of {count} completion{'s' * (count != 1)} would now come out differently")
    return 1 if found else 0


def _told(difference: Difference, diff: bool) -> str:
    first = f"{difference.path}: {difference.before.type}: {difference.before.completion[:60]!r}"
    if not diff:
        return first
    before, after = _lines(difference.before), _lines(difference.after)
    return "\n".join([first, *difflib.unified_diff(before, after, "recorded", "now", lineterm="")])


def _lines(outcome: Outcome) -> list[str]:
    if outcome.error is not None:
        return [f"refused: {outcome.error}"]
    return json.dumps(outcome.value, ensure_ascii=False, indent=1).split("\n")
