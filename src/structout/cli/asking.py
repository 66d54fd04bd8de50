"""What commands that ask a model share: the model by its name, and a question about a text as a typed function."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from structout.cli.pull import ensured
from structout.functions import Function, extract
from structout.llms import BaseLanguageModel, ChatOpenAI, SmolLM


def model_named(name: str) -> BaseLanguageModel:
    """The model of a name; the local one's weights are fetched where they are not there.

    Args:
        name: ``local``, ``local:PATH`` or ``openai:MODEL``.

    Raises:
        click.UsageError: no model has that name.
        ConfigError: it has no credentials, or its file cannot be read.
    """
    kind, _, rest = name.partition(":")
    if kind == "openai":
        return ChatOpenAI(model=rest) if rest else ChatOpenAI()
    if kind != "local":
        raise click.UsageError(f"--llm takes local, local:PATH or openai:MODEL, found {name!r}")
    if rest:
        return SmolLM(path=Path(rest))
    ensured()
    return SmolLM()


def question(
    asked: str, tp: Any, llm: BaseLanguageModel, examples: Sequence[tuple[Any, Any]] = (), **options: Any
) -> Function[[str], Any]:
    """A function from a text to a value of the type.

    Args:
        asked: what the model is asked to do with the text.
        tp: the type of the answer.
        llm: the model.
        examples: texts with their values, shown as turns of a conversation.
        options: as ``extract`` takes them.
    """

    def answer(text: str) -> Any:
        return f"{asked}\n\nText: {text}"

    answer.__annotations__["return"] = tp
    declared: Any = extract(llm=llm, examples=examples, **options)
    return declared(answer)
