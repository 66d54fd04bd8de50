"""``structout extract``: texts in, one JSON line for each out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

import click
from pydantic import TypeAdapter, ValidationError

from structout.cli.asking import model_named, question
from structout.cli.growing import grown
from structout.cli.parse import SEVERITIES
from structout.cli.show import error_json, repair_json
from structout.cli.sources import Output, as_line, json_lines, jsonable, read_text, type_of, type_options
from structout.errors import ConfigError, OutputParserException
from structout.functions import Extraction, Function, Partial

_QUESTION = "Extract the answer from this text."


@dataclass(frozen=True, slots=True)
class _Done:
    source: str
    result: Extraction[Any] | Partial[Any] | OutputParserException


@click.command("extract")
@type_options
@click.option(
    "--llm", default="local", show_default=True, help="local, local:PATH of a GGUF file, or openai:MODEL."
)
@click.option(
    "--prompt", default=_QUESTION, show_default=True, help="What the model is asked to do with each text."
)
@click.option("--examples", metavar="FILE", help='Worked examples: JSON lines of {"text": …, "value": …}.')
@click.option(
    "--structured", type=click.Choice(["text", "json_schema", "tools", "auto"]), default="text", show_default=True,
    help="Whether the server enforces the schema.",
)  # fmt: skip
@click.option(
    "--max-retries", type=click.IntRange(min=0), default=2, show_default=True, help="Calls after the first."
)
@click.option(
    "--max-severity", type=click.Choice(SEVERITIES), default="type", show_default=True,
    help="The gravest repair that is taken without another call.",
)  # fmt: skip
@click.option("--max-tokens", type=click.IntRange(min=1), help="Limit of each answer.")
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Texts under way at once."
)
@click.option("--output", metavar="FILE", help="Write the lines there, whole or not at all.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Add repairs, attempts, tokens and seconds; failures are lines too.",
)
@click.option(
    "--stream",
    is_flag=True,
    help="Show each value while it grows: live on a terminal, else as a line for each change.",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
def command(
    expression: str | None, schema: str | None, llm: str, prompt: str, examples: str | None, structured: str,
    max_retries: int, max_severity: str, max_tokens: int | None, jobs: int, output: str | None, as_json: bool,
    stream: bool, files: tuple[str, ...],
) -> int:  # fmt: skip
    """Ask a model for a value of the type out of each FILE (``-`` is standard input).

    Each line is {"source": FILE, "value": …}. A text that gives no value is told on stderr, and the exit code is 1.
    """
    tp = type_of(expression, schema)
    if stream and jobs > 1:
        raise click.UsageError("--stream shows one text at a time: leave --jobs out")
    texts = [(name, read_text(name)) for name in files]
    shown = _examples(examples, tp)
    limits = {} if max_tokens is None else {"max_tokens": max_tokens}
    try:
        ask = question(
            prompt, Iterator[Partial[tp]] if stream else tp, model_named(llm), shown,
            structured=structured, max_retries=max_retries, max_severity=max_severity, llm_kwargs=limits,
        )  # fmt: skip
    except ConfigError as error:
        raise click.UsageError(str(error)) from error
    failed = 0
    with Output(output) as lines:
        for done in _streamed(ask, texts, tp) if stream else _all(ask, texts, jobs):
            failed += isinstance(done.result, OutputParserException)
            _write(lines, done, tp, as_json=as_json, shown=stream and output in (None, "-"))
    return int(failed > 0)


def _examples(name: str | None, tp: Any) -> list[tuple[Any, Any]]:
    adapter: TypeAdapter[Any] = TypeAdapter(tp)
    pairs: list[tuple[Any, Any]] = []
    lines: Iterable[tuple[int, Any]] = json_lines(name) if name else ()
    for number, line in lines:
        if not isinstance(line, dict) or line.keys() != {"text", "value"}:
            raise click.UsageError(f'{name}, line {number}: expected {{"text": …, "value": …}}')
        given = cast("dict[str, Any]", line)
        try:
            pairs.append((given["text"], adapter.validate_python(given["value"])))
        except ValidationError as error:
            reason = error.errors()[0]["msg"]
            raise click.UsageError(
                f"{name}, line {number}: the value is not of the type ({reason})"
            ) from error
    return pairs


def _all(ask: Function[[str], Any], texts: Sequence[tuple[str, str]], jobs: int) -> Iterator[_Done]:
    """Every result in the order of the texts; a model that fails ends it all."""

    def one(named: tuple[str, str]) -> _Done:
        name, text = named
        try:
            return _Done(name, ask.explain(text))
        except OutputParserException as error:
            return _Done(name, error)

    if jobs == 1:
        yield from map(one, texts)
        return
    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(one, texts)
        finally:
            pool.shutdown(cancel_futures=True)


def _streamed(ask: Any, texts: Sequence[tuple[str, str]], tp: Any) -> Iterator[_Done]:
    """Every result, each shown while it grows."""
    for name, text in texts:
        try:
            yield _Done(name, grown(ask, name, text, tp))
        except OutputParserException as error:
            yield _Done(name, error)


def _write(lines: Output, done: _Done, tp: Any, *, as_json: bool, shown: bool) -> None:
    result = done.result
    if isinstance(result, OutputParserException):
        click.echo(f"Error: {done.source}: {result}", err=True)
        if as_json:
            attempts = len(result.attempts)
            lines.line(as_line({"source": done.source, "error": error_json(result), "attempts": attempts}))
        return
    if shown:
        return
    told = {"source": done.source, "value": jsonable(tp, result.value)}
    lines.line(as_line({**told, **_account(result)} if as_json else told))


def _account(result: Extraction[Any] | Partial[Any]) -> dict[str, Any]:
    if isinstance(result, Partial):
        repairs = result.parsed.repairs if result.parsed is not None else ()
        told = {"repairs": [repair_json(repair) for repair in repairs]}
        return {**told, "stopped": result.stopped, "tokens_saved": result.tokens_saved}
    return {
        "repairs": [repair_json(repair) for repair in result.parsed.repairs],
        "attempts": len(result.attempts),
        "tokens": result.usage.total_tokens,
        "seconds": round(result.seconds, 3),
    }
