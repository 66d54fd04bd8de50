"""``structout lint``: what will make models fail on a type, and the mend."""

from __future__ import annotations

import click

from structout.bench.lint import lint, token_costs
from structout.cli.sources import type_of, type_options


@click.command("lint")
@click.argument("name", required=False)
@type_options
def command(name: str | None, expression: str | None, schema: str | None) -> int:
    """Look over the type NAME (``module:Model``, or a type expression).

    Exit code 1 where something was found.
    """
    if name is not None and ":" in name:
        schema = name
    elif name is not None:
        expression = name
    tp = type_of(expression, schema)
    findings = lint(tp)
    for finding in findings:
        click.echo(str(finding))
    costs = ", ".join(f"{style} {tokens}" for style, tokens in token_costs(tp).items())
    click.echo(f"{len(findings) or 'nothing'} found; tokens of the format instructions: {costs}")
    return 1 if findings else 0
