"""Recorded completions, parsed again with the present version: what would now come out differently."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from pydantic import TypeAdapter

from structout.errors import ConfigError, OutputParserException
from structout.parsers import OutputParser, parser_for
from structout.result import JsonValue
from structout.testing.cassette import Cassette, Interaction, Outcome

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Difference:
    """A completion that is now read otherwise.

    Attributes:
        path: the file it is recorded in.
        before: what was made of it when it was recorded.
        after: what is made of it now.
    """

    path: Path
    before: Outcome
    after: Outcome


class watched(Generic[T]):  # noqa: N801 - reads as the word it is: `with watched(parser, …)`, `watched(parser, …).parse`
    """A parser that notes in a cassette what it made of each completion.

    Args:
        parser: the parser.
        type_name: where its type is to be found, as ``module:Name``, or an expression of builtins as ``list[str]``.
        cassette: where the outcomes are kept.
    """

    def __init__(self, parser: OutputParser[T], type_name: str, cassette: Cassette) -> None:
        self.parser, self.type_name, self.cassette = parser, type_name, cassette

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        return self.parser.get_format_instructions()

    def parse(self, text: str) -> T:
        """Read the completion, and note the outcome.

        Raises:
            OutputParserException: the completion holds no such value.
        """
        try:
            value = self.parser.parse(text)
        except OutputParserException as refusal:
            self.cassette.note(Outcome(self.type_name, text, error=refusal.kind, version=_version()))
            raise
        self.cassette.note(Outcome(self.type_name, text, _as_json(type(value), value), version=_version()))
        return value


def recordings(folder: Path, type_name: str | None = None) -> Iterator[tuple[Path, Outcome]]:
    """The completions that are recorded below a folder.

    Args:
        folder: cassettes, at any depth.
        type_name: the type for completions that no outcome is noted for; without it they are passed over.

    Yields:
        Each with the file that it is in.

    Raises:
        ConfigError: a file is no cassette.
    """
    for path in sorted(folder.rglob("*.json")):
        cassette = Cassette(path)
        known = {outcome.completion for outcome in cassette.outcomes}
        fresh = (text for each in cassette.interactions for text in completions_of(each) if text not in known)
        yield from ((path, outcome) for outcome in cassette.outcomes)
        if type_name:
            yield from ((path, Outcome(type_name, text, error="not parsed")) for text in fresh)


def replay(folder: Path, type_name: str | None = None) -> Iterator[Difference]:
    """Parse what is recorded below a folder again.

    Args:
        folder: cassettes, at any depth.
        type_name: the type for completions that no outcome is noted for; they count as different, since nothing is
            known of before.

    Yields:
        What comes out differently.

    Raises:
        ConfigError: a type cannot be found, or a file is no cassette.
    """
    for path, before in recordings(folder, type_name):
        after = reparsed(before)
        if (after.value, after.error) != (before.value, before.error):
            yield Difference(path, before, after)


def reparsed(outcome: Outcome) -> Outcome:
    """What the present version makes of the same completion."""
    tp = _type(outcome.type)
    try:
        value = parser_for(tp).parse(outcome.completion)
    except OutputParserException as refusal:
        return Outcome(outcome.type, outcome.completion, error=refusal.kind, version=_version())
    return Outcome(outcome.type, outcome.completion, _as_json(tp, value), version=_version())


def completions_of(interaction: Interaction) -> list[str]:
    """The completions in a recorded response of an OpenAI-compatible server, streamed or not."""
    if interaction.response is not None:
        return [text for text in map(_content, _choices(interaction.response)) if text]
    joined: dict[int, str] = {}
    for line in "".join(interaction.pieces).split("\n"):
        data = line.removeprefix("data:").strip()
        if line.startswith("data:"):
            for choice in _choices(_event(data)):
                index = int(choice.get("index", 0))
                joined[index] = joined.get(index, "") + _content(choice)
    return [text for text in joined.values() if text]


def _event(data: str) -> JsonValue:
    """The JSON of an event; ``None`` for the last one, and for one that was cut off."""
    try:
        return cast("JsonValue", json.loads(data))
    except ValueError:
        return None


def _choices(response: JsonValue) -> list[Mapping[str, Any]]:
    choices = response.get("choices") if isinstance(response, dict) else None
    found = choices if isinstance(choices, list) else []
    return [cast("Mapping[str, Any]", choice) for choice in found if isinstance(choice, dict)]


def _content(choice: Mapping[str, Any]) -> str:
    message: Mapping[str, Any] = choice.get("message") or choice.get("delta") or {}
    return str(message.get("content") or choice.get("text") or "")


_BUILTIN: Mapping[str, Any] = {
    "str": str, "int": int, "float": float, "bool": bool, "list[str]": list[str], "list[int]": list[int],
    "dict": dict, "list": list,
}  # fmt: skip


@cache
def _type(name: str) -> Any:
    if name in _BUILTIN:
        return _BUILTIN[name]
    module, _, attribute = name.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ConfigError(f"the type {name!r} cannot be found: write module:Name ({error})") from error


def _as_json(tp: Any, value: Any) -> JsonValue:
    return cast("JsonValue", TypeAdapter(tp).dump_python(value, mode="json", by_alias=True))


@cache
def _version() -> str:
    return str(importlib.import_module("structout").__version__)
