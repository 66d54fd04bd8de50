"""``structout parse``: completion in, value out, no model."""

from __future__ import annotations

import click

from structout.cli.show import console, error_json, explanation, repair_json
from structout.cli.sources import as_line, jsonable, read_text, type_of, type_options
from structout.errors import OutputParserException
from structout.parsers import parser_for
from structout.result import Severity

SEVERITIES = [str(each) for each in Severity]


@click.command("parse")
@type_options
@click.option(
    "--max-severity", type=click.Choice(SEVERITIES), default="type", show_default=True,
    help="The gravest repair that is taken without an error.",
)  # fmt: skip
@click.option("--explain", is_flag=True, help="Show on stderr what was changed and passed over.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print an object with the value and every repair, or the error."
)
@click.argument("file", default="-")
def command(
    expression: str | None, schema: str | None, max_severity: str, explain: bool, as_json: bool, file: str
) -> int:
    """Read a value out of a completion, in FILE or on standard input, and print it as JSON.

    Exit code 1 where the completion holds no such value.
    """
    tp = type_of(expression, schema)
    text = read_text(file)
    try:
        parsed = parser_for(tp, max_severity=max_severity).explain(text)
    except OutputParserException as error:
        if not as_json:
            raise
        click.echo(as_line({"error": error_json(error)}))
        return 1
    value = jsonable(tp, parsed.value)
    if explain:
        console(stderr=True).print(explanation(parsed))
    if not as_json:
        click.echo(as_line(value))
        return 0
    ignored = [[span.start, span.end] for span in parsed.ignored]
    repairs = [repair_json(repair) for repair in parsed.repairs]
    span = [parsed.span.start, parsed.span.end]
    told = {
        "value": value,
        "severity": str(parsed.severity),
        "repairs": repairs,
        "span": span,
        "ignored": ignored,
    }
    click.echo(as_line(told))
    return 0
