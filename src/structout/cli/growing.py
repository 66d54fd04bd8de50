"""A value that grows before one's eyes: a live view on a terminal, a line for each change elsewhere."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from structout.cli.sources import as_line, jsonable
from structout.streaming import Partial

Tell = Callable[[Partial[Any]], None]


@contextmanager
def shown(source: str, tp: Any) -> Generator[Tell]:
    """What is told of each change of a value: drawn on the terminal, where standard output is one, or written.

    Args:
        source: the name of the text.
        tp: the type of the value.
    """
    if not sys.stdout.isatty():
        last: list[str] = []

        def line(partial: Partial[Any]) -> None:
            text = as_line({"source": source, "value": _json(tp, partial), "complete": partial.complete})
            if [text] != last:
                last[:] = [text]
                click.echo(text)

        yield line
        return
    live: Any = import_module("rich.live")
    with live.Live(refresh_per_second=12, vertical_overflow="ellipsis") as view:
        yield lambda partial: view.update(_drawn(source, partial, tp))
        # What was cut to the height of the screen while it grew stands there whole in the end.
        view.vertical_overflow = "visible"


def _drawn(source: str, partial: Partial[Any], tp: Any) -> Any:
    text_of: Any = import_module("rich.text").Text
    head = text_of(
        f"{source} {'✔' if partial.complete else '…'}", style="green" if partial.complete else "dim"
    )
    return head.append(f"\n{json.dumps(_json(tp, partial), ensure_ascii=False, indent=2)}", style="default")


def _json(tp: Any, partial: Partial[Any]) -> Any:
    """The value so far as plain JSON."""
    return jsonable(tp, partial.value) if partial.complete else jsonable(Any, partial.json)


def grown(ask: Callable[[str], Iterator[Partial[Any]]], source: str, text: str, tp: Any) -> Partial[Any]:
    """The whole, after everything on its way to it was shown.

    Args:
        ask: a function that answers with a value that grows.
        source: the name of the text.
        text: the text that is asked about.
        tp: the type of the value.

    Raises:
        OutputParserException: the answer is no value of the type.
        ModelError: the model failed.
    """
    partial: Partial[Any] = Partial(lambda: None)
    with shown(source, tp) as tell:
        for partial in ask(text):
            tell(partial)
    return partial
