"""Two settings on the same samples → which is better, how sure that is, or how many more samples it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from structout.bench.charts import percent
from structout.bench.corpus import Case
from structout.bench.ladder import Ladder, Record
from structout.bench.models import STYLES, Contestant, model_named
from structout.bench.readers import Reader, readers_named
from structout.bench.runner import Ledger, Plan, Progress, run
from structout.bench.statistics import samples_needed
from structout.bench.summary import Comparison, Figures, compare, figures
from structout.errors import ConfigError
from structout.llms.base import BaseLanguageModel

N = TypeVar("N", int, float)
W = TypeVar("W", bound=str)

_STRUCTURED: tuple[Literal["text", "json_schema", "tools"], ...] = ("text", "json_schema", "tools")
_KEYS = ("parser", "model", "style", "structured", "temperature", "seed", "prompt")


@dataclass(frozen=True, slots=True)
class Choice:
    """What came of two settings.

    Attributes:
        comparison: case by case.
        figures: of each of the two.
        decided: whether the difference can be told from chance (p < 0.05).
        needed: samples in all until it could, should the difference stay as it is; ``None`` where there is none.
        records: what became of each sample.
    """

    comparison: Comparison
    figures: tuple[Figures, ...]
    decided: bool
    needed: int | None
    records: Sequence[Record]

    def __str__(self) -> str:
        first, second = self.comparison.first, self.comparison.second
        rates = {row.setting: percent(row.rate) for row in self.figures}
        found = (
            f"{first}: {rates.get(first, '-')} right; {second}: {rates.get(second, '-')} right. Of "
            f"{self.comparison.pairs} samples, {self.comparison.only_first} were right only with the first and "
            f"{self.comparison.only_second} only with the second (p = {self.comparison.p:.2g})."
        )
        if self.decided:
            return f"{first} is better. {found}"
        if self.needed is None:
            return f"No difference was found. {found}"
        more = self.needed - self.comparison.pairs
        return f"Undecided: it takes about {more} more samples, if the difference stays as it is. {found}"


def choose(cases: Sequence[Case], first: Reader | Contestant, second: Reader | Contestant, progress: Progress, *,
           concurrency: int = 1, ledger: Ledger | None = None) -> Choice:  # fmt: skip
    """Run two settings on the same samples and compare them.

    Args:
        cases: completions for parsers, tasks for models.
        first: a parser or a model in a setting.
        second: another of the same sort.
        progress: is told of each record.
        concurrency: calls at once.
        ledger: where records are kept.

    Raises:
        ConfigError: the two are of different sorts, or the same.
    """
    if isinstance(first, Reader) is not isinstance(second, Reader):
        raise ConfigError("a parser can only be compared with a parser, a model only with a model")
    both = (first, second)
    names = [each.name if isinstance(each, Reader) else each.setting for each in both]
    if names[0] == names[1]:
        raise ConfigError(f"both are {names[0]}: give two that differ")
    wanted = [case for case in cases if (case.completion is not None) is isinstance(first, Reader)]
    if not wanted:
        sort = "completions (rows with input)" if isinstance(first, Reader) else "tasks (rows with text)"
        raise ConfigError(f"expected {sort} to compare {' and '.join(names)} on, found none")
    readers = [each for each in both if isinstance(each, Reader)]
    contestants = [each for each in both if isinstance(each, Contestant)]
    records = run(
        Plan(wanted, readers, contestants, Ladder()),
        ledger or Ledger(None, {}),
        progress,
        concurrency=concurrency,
    )
    rows = figures(records)
    if len(rows) != 2:
        raise ConfigError("the samples have groups of their own: compare one group at a time")
    found = compare(records, rows[0].setting, rows[1].setting)
    needed = samples_needed(found.only_first, found.only_second, found.pairs)
    return Choice(found, tuple(rows), found.p < 0.05, needed, records)


def setting_of(words: str, make: Callable[[str], BaseLanguageModel] = model_named) -> Reader | Contestant:
    """Read a setting as the command line writes it: ``parser=json_repair`` or ``model=local,style=chat,temperature=0``.

    Args:
        words: ``key=value`` pairs with commas between them; ``prompt=FILE`` is a template of your own.
        make: makes a model by name.

    Raises:
        ConfigError: a key or a value is unknown.
    """
    pairs = {key.strip(): value for key, _, value in (part.partition("=") for part in words.split(","))}
    unknown = [key for key in pairs if key not in _KEYS]
    if unknown or not pairs.keys() & {"parser", "model"}:
        raise ConfigError(f"expected parser=… or model=… with {', '.join(_KEYS[2:])}, found {words!r}")
    if "parser" in pairs:
        readers, missing = readers_named((pairs["parser"],))
        if missing:
            raise ConfigError(missing[0])
        return readers[0]
    return _contestant(pairs, make)


def _contestant(pairs: Mapping[str, str], make: Callable[[str], BaseLanguageModel]) -> Contestant:
    style = _one_of(STYLES, "style", pairs.get("style", "chat"))
    structured = _one_of(_STRUCTURED, "structured", pairs.get("structured", "text"))
    prompt = Path(pairs["prompt"]) if "prompt" in pairs else None
    try:
        template = None if prompt is None else prompt.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ConfigError(f"the prompt {prompt} cannot be read: {error}") from error
    return Contestant(
        pairs["model"],
        make(pairs["model"]),
        style,
        structured,
        _number(float, "temperature", pairs),
        _number(int, "seed", pairs),
        template,
        "" if prompt is None else prompt.stem,
    )


def _one_of(options: Sequence[W], name: str, given: str) -> W:
    found = [option for option in options if option == given]
    if not found:
        raise ConfigError(f"expected {name} to be one of {', '.join(options)}, found {given!r}")
    return found[0]


def _number(kind: type[N], name: str, pairs: Mapping[str, str]) -> N:
    given = pairs.get(name, "0")
    try:
        return kind(given)
    except ValueError as error:
        raise ConfigError(f"expected a number as {name}, found {given!r}") from error
