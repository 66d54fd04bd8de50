"""``structout schema``: what a prompt tells the model about a type, in each style, and what that costs."""

from __future__ import annotations

import json
from typing import Any, get_args

import click

from structout.cli.sources import as_line, type_of, type_options
from structout.errors import ConfigError
from structout.instructions import InstructionStyle, estimate_tokens, format_instructions
from structout.llms.strict_schema import strict_schema

_STYLES = tuple(get_args(InstructionStyle))
_ENFORCED = "enforced"


@click.command("schema")
@click.argument("name", required=False, metavar="[MODULE:NAME]")
@type_options
@click.option(
    "--style", type=click.Choice([*_STYLES, _ENFORCED]), default="json_schema", show_default=True,
    help="How the form is told; 'enforced' is the strict schema that a server holds the model to.",
)  # fmt: skip
@click.option(
    "--json", "as_json", is_flag=True, help="Print an object with the text and the token estimates."
)
def command(name: str | None, expression: str | None, schema: str | None, style: str, as_json: bool) -> int:
    """Print the format instructions for a type, and on stderr how many tokens each style takes."""
    if name and (expression or schema):
        raise click.UsageError("give the type once: MODULE:NAME, --schema or --type")
    tp = type_of(expression, name or schema)
    try:
        text = _told(tp, style)
        tokens = {each: estimate_tokens(_told(tp, each)) for each in _STYLES}
    except ConfigError as error:
        raise click.UsageError(str(error)) from error
    if as_json:
        click.echo(as_line({"style": style, "text": text, "tokens": tokens}))
        return 0
    click.echo(text)
    costs = ", ".join(f"{each} {count}" for each, count in tokens.items())
    click.echo(f"about so many tokens: {costs}", err=True)
    return 0


def _told(tp: Any, style: str) -> str:
    if style == _ENFORCED:
        return json.dumps(strict_schema(tp).schema, ensure_ascii=False, indent=2)
    known: dict[str, InstructionStyle] = {each: each for each in _STYLES}
    return format_instructions(tp, known[style])
