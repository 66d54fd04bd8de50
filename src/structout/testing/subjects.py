"""A parser with its type, and the examples that a law tries on it: many, the same each time, shrunk when one fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis import HealthCheck, given, seed as seeded, settings, strategies as st
from hypothesis.errors import FlakyFailure, Unsatisfiable
from pydantic import TypeAdapter

from structout.errors import OutputParserException
from structout.parsers import OutputParser
from structout.testing.damage import DAMAGES
from structout.testing.strategies import Completion, Write, clean_completion, completions, each_damage, same

T = TypeVar("T")


class LawBrokenError(AssertionError):
    """A parser broke a law.

    Attributes:
        law: its name in `LAWS`.
        completion: the smallest completion found on which it did.
    """

    def __init__(self, law: str, completion: str, message: str) -> None:
        super().__init__(f"the law {law!r} is broken by the completion {completion!r}: {message}")
        self.law = law
        self.completion = completion


@dataclass(frozen=True, slots=True)
class Subject:
    """What a law is applied to.

    Attributes:
        parser: the parser.
        tp: the type of its values.
        adapter: the same as Pydantic sees it.
        max_examples: how many examples are tried.
        max_damages: how many damages at most are done to one completion.
        write: writes a value the way the parser wants it, where that is not JSON.
        damages: the damages that may be done.
        seed: of the examples.
    """

    parser: OutputParser[Any]
    tp: Any
    adapter: TypeAdapter[Any]
    max_examples: int
    max_damages: int
    write: Write | None = None
    damages: tuple[str, ...] = tuple(DAMAGES)
    seed: int = 0

    def completions(self, damages: Iterable[str] | None = None) -> st.SearchStrategy[Completion[Any]]:
        """Completions for the parser."""
        chosen = self.damages if damages is None else damages
        return completions(self.tp, chosen, max_damages=self.max_damages, write=self.write)

    def written(self, value: Any) -> str:
        """A value as a clean completion."""
        return clean_completion(self.adapter, value) if self.write is None else self.write(value)

    def same(self, left: Any, right: Any) -> bool:
        """Whether two values are the same."""
        return same(self.adapter, left, right)

    def parsed(self, text: str) -> tuple[Any] | None:
        """The value in a tuple, ``None`` where the parser refuses."""
        try:
            return (self.parser.parse(text),)
        except OutputParserException:
            return None


def for_all(subject: Subject, strategy: st.SearchStrategy[T], check: Callable[[T], None]) -> None:
    """Try a property on many examples; what fails is shrunk and raised. The same examples each time for a seed.

    Args:
        subject: says how many examples, and their seed.
        strategy: draws them.
        check: the property; raises where it does not hold.
    """
    quiet = settings(
        max_examples=subject.max_examples,
        deadline=None,
        database=None,
        report_multiple_bugs=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )

    @seeded(subject.seed)
    @quiet
    @given(strategy)
    def run(example: T) -> None:
        check(example)

    try:
        run()
    except FlakyFailure as flaky:
        # A parser that remembers fails now and then; the failure that was seen says enough.
        seen = [error for error in flaky.exceptions if isinstance(error, LawBrokenError)]
        raise (seen[0] if seen else flaky) from None


def for_each_damage(subject: Subject, check: Callable[[Completion[Any]], None], *, recoverable: bool) -> None:
    """Try each damage alone on tiny values, then several together on any.

    Args:
        subject: says which damages.
        check: the property; raises where it does not hold.
        recoverable: whether the damages leave the answer readable.
    """
    alone = each_damage(subject.tp, subject.damages, write=subject.write)
    wanted = [case for case in alone if case.recoverable is recoverable]
    for case in wanted:
        try:
            check(case)
        except LawBrokenError as broken:
            raise _smaller(subject, case, check, broken) from None
    if not wanted:
        return
    # A type to which none of the damages can be done keeps the law.
    with suppress(Unsatisfiable):
        for_all(subject, _damaged(subject, recoverable=recoverable), check)


def _smaller(
    subject: Subject, case: Completion[Any], check: Callable[[Completion[Any]], None], broken: LawBrokenError
) -> LawBrokenError:
    """The failure on the smallest value to which the same damage was done."""
    drawn = subject.completions([damage.name for damage in case.damages])
    try:
        for_all(subject, drawn.filter(lambda each: len(each.damages) == 1), check)
    except Unsatisfiable:
        return broken
    except LawBrokenError as found:
        return min(found, broken, key=lambda each: len(each.completion))
    return broken


def _damaged(subject: Subject, *, recoverable: bool) -> st.SearchStrategy[Completion[Any]]:
    drawn = subject.completions()
    return drawn.filter(lambda c: bool(c.damages) and c.recoverable is recoverable)
