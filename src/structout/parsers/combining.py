"""CombiningOutputParser: one completion with several answers, one for each parser, in one dict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final, TypeAlias, cast

from pydantic import BaseModel

from structout.errors import ConfigError, FailureKind, OutputParserException, StructoutError
from structout.locate import failure_sign, locate
from structout.parsers.base import BaseOutputParser, OutputParser, stopped_early
from structout.parsers.lists import ListOutputParser
from structout.parsers.single import SingleValueOutputParser
from structout.parsers.texts import outside
from structout.result import Parsed, Problem, Repair, Span, shorten

Values: TypeAlias = dict[str, Any]
Parts: TypeAlias = "tuple[Parsed[Any], ...]"

_MOST: Final = 24
_WAYS: Final = 200
_NO_MAPPING = (ListOutputParser, SingleValueOutputParser)


class CombiningOutputParser(BaseOutputParser[Values]):
    """Reads several answers that stand one after another, with empty lines between, each with its own parser.

    Empty lines inside a fence or inside an answer do not separate. Of parsers without a name the values must be
    mappings or models; their entries are joined. A parser with a name may give any value.

    Args:
        parsers: two or more parsers, in the order of the answers; a mapping gives them names.

    Raises:
        ConfigError: less than two, one that is a combination itself, or one without a name that gives no mapping.
    """

    def __init__(self, parsers: Sequence[OutputParser[Any]] | Mapping[str, OutputParser[Any]]) -> None:
        named: Any = parsers.items() if isinstance(parsers, Mapping) else [("", each) for each in parsers]
        self._named: list[tuple[str, OutputParser[Any]]] = list(named)
        self.parsers = [each for _, each in self._named]
        if len(self.parsers) < 2:
            raise ConfigError(f"Must have at least two parsers; found {len(self.parsers)}")
        for name, parser in self._named:
            _check_member(name, parser)

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        first, *others = [_instructions(parser) for parser in self.parsers]
        lines = [f"For your first output: {first}"]
        lines += [
            f"Finish that output. Then write another output, with two newline characters between: {other}"
            for other in others
        ]
        return "\n".join(lines)

    def explain(
        self, text: str, *, prompt: str | None = None, finish_reason: str | None = None
    ) -> Parsed[Values]:
        """Read the completion and keep the account of every liberty taken.

        Args:
            text: the completion.
            prompt: what the model was sent, where known.
            finish_reason: why the model stopped; an answer that was cut off is refused.

        Raises:
            OutputParserException: an answer is missing, is not of its parser's form, or contradicts another.
        """
        stopped_early(text, finish_reason)
        located = locate(text)
        pieces = _bounded(list(_pieces(text, located.answer, [fence.outer for fence in located.fences])))
        if len(pieces) < len(self.parsers):
            raise self._too_few(text, len(pieces))
        dividing = _Dividing(text, self._named, pieces, prompt)
        ways = dividing.ways()
        if not ways:
            raise dividing.error or self._too_few(text, len(pieces))
        values = [_joined(text, self._named, parts) for parts in ways]
        other = next((each for each in values if each != values[0]), None)
        if other is not None:
            found = f"{shorten(values[0])} and {shorten(other)}"
            raise _refused(text, FailureKind.AMBIGUOUS, "one way to divide the answers", found)
        again = dividing.another(ways[0])
        if again is not None:
            raise _refused(text, FailureKind.AMBIGUOUS, "each answer once", again)
        return self._parsed(text, values[0], ways[0], located.repairs)

    def _parsed(self, text: str, value: Values, parts: Parts, repairs: tuple[Repair, ...]) -> Parsed[Values]:
        span = Span(parts[0].span.start, parts[-1].span.end)
        inner = tuple(repair for part in parts for repair in part.repairs)
        complete = all(part.complete for part in parts)
        return Parsed(value, text, span, (*repairs, *inner), outside(text, span), complete)

    def _too_few(self, text: str, count: int) -> OutputParserException:
        sign = None if count else failure_sign(text)
        missing = ", ".join(name or _kind(parser) for name, parser in self._named[count:])
        expected = f"{len(self.parsers)} answers with empty lines between"
        return _refused(text, sign or FailureKind.NO_VALUE, expected, f"{count}; missing are {missing}")

    @property
    def _type(self) -> str:
        return "combining"


def _check_member(name: str, parser: Any) -> None:
    if isinstance(parser, CombiningOutputParser):
        raise ConfigError("Cannot combine a combination: give all parsers to one CombiningOutputParser")
    if not name and isinstance(parser, _NO_MAPPING):
        raise ConfigError(
            f"Cannot join the value of {_kind(parser)}, which is no mapping: give the parsers as a mapping "
            "of names"
        )


def _instructions(parser: OutputParser[Any]) -> str:
    try:
        return parser.get_format_instructions()
    except NotImplementedError:
        return f"Answer in the form that {_kind(parser)} reads."


def _kind(parser: Any) -> str:
    return type(parser).__name__


def _pieces(text: str, answer: Span, fences: Sequence[Span]) -> Iterator[Span]:
    """The stretches between empty lines; a fence is never divided, and what stands behind it is another one."""
    waiting = list(reversed(fences))
    start = position = answer.start
    while position < answer.end:
        newline = text.find("\n", position, answer.end)
        line = Span(position, answer.end if newline < 0 else newline)
        position, ends = line.end + 1, not line.of(text).strip()
        if waiting and waiting[-1].start < line.end:
            position = max(position, waiting.pop().end)
            ends = True
            line = Span(line.start, min(position, answer.end))
        if ends and text[start : line.end].strip():
            yield _trimmed(text, start, line.end)
            start = line.end
    if text[start : answer.end].strip():
        yield _trimmed(text, start, answer.end)


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return Span(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip()))


def _bounded(pieces: list[Span]) -> list[Span]:
    """Of very many pieces the last are one, so that the ways to divide them stay few."""
    last = [Span(pieces[_MOST - 1].start, pieces[-1].end)] if len(pieces) > _MOST else pieces[_MOST - 1 :]
    return [*pieces[: _MOST - 1], *last]


@dataclass(slots=True)
class _Dividing:
    """Gives the pieces to the parsers, in order, so that each reads its own."""

    text: str
    named: Sequence[tuple[str, OutputParser[Any]]]
    pieces: Sequence[Span]
    prompt: str | None
    deepest: int = -1
    error: OutputParserException | None = None
    tried: dict[tuple[int, int, int], Parsed[Any] | None] = field(
        default_factory=dict[tuple[int, int, int], Parsed[Any] | None]
    )

    def ways(self) -> list[Parts]:
        """The ways that leave the least text aside."""
        found = list(islice(self.from_here(0, 0), _WAYS))
        least = min(map(_left_aside, found), default=0)
        return [parts for parts in found if _left_aside(parts) == least]

    def from_here(self, index: int, begin: int) -> Iterator[Parts]:
        after = len(self.named) - index - 1
        ends = range(begin + 1, len(self.pieces) - after + 1) if after else [len(self.pieces)]
        for end in ends:
            part = self.attempt(index, begin, end)
            if part is not None and after == 0:
                yield (part,)
            elif part is not None:
                yield from ((part, *parts) for parts in self.from_here(index + 1, end))

    def another(self, parts: Parts) -> str | None:
        """An answer for one parser, other than its own, among what was left aside."""
        aside = [span for part in parts for span in part.ignored]
        for index, part in enumerate(parts):
            for found in (self.read(index, span) for span in aside if _is_mapping(part.value)):
                if found is not None and found.value != part.value:
                    return f"{shorten(part.value)} and {shorten(found.value)}"
        return None

    def attempt(self, index: int, begin: int, end: int) -> Parsed[Any] | None:
        key = (index, begin, end)
        if key not in self.tried:
            span = Span(self.pieces[begin].start, self.pieces[end - 1].end)
            self.tried[key] = self.read(index, span)
        return self.tried[key]

    def read(self, index: int, span: Span) -> Parsed[Any] | None:
        try:
            return _shifted(_explained(self.named[index][1], span.of(self.text), self.prompt), span.start)
        except OutputParserException as error:
            if index > self.deepest:
                self.deepest, self.error = index, self.told(index, span, error)
            return None

    def told(self, index: int, span: Span, error: OutputParserException) -> OutputParserException:
        name, parser = self.named[index]
        problems = tuple(
            problem if problem.span is None else replace(problem, span=problem.span.shifted(span.start))
            for problem in error.errors
        )
        message = f"output {index + 1} of {len(self.named)} ({name or _kind(parser)}): {error.message}"
        return OutputParserException(
            message, self.text, kind=error.kind, errors=problems, partial=error.partial
        )


def _is_mapping(value: Any) -> bool:
    """Whether it is of a form in which no prose is written, so that what reads like it is another one."""
    return isinstance(value, BaseModel | Mapping)


def _left_aside(parts: Parts) -> int:
    return sum(span.end - span.start for part in parts for span in part.ignored)


def _explained(parser: OutputParser[Any], text: str, prompt: str | None) -> Parsed[Any]:
    try:
        if isinstance(parser, BaseOutputParser):
            return parser.explain(text, prompt=prompt)
        return Parsed(parser.parse(text), text, Span(0, len(text)))
    except StructoutError:
        raise
    except ValueError as error:
        # A parser of the user's own may refuse with a plain ValueError; that is a wrong answer as well.
        raise OutputParserException(str(error), text) from error


def _shifted(part: Parsed[Any], by: int) -> Parsed[Any]:
    return replace(
        part,
        span=part.span.shifted(by),
        repairs=tuple(repair.shifted(by) for repair in part.repairs),
        ignored=tuple(span.shifted(by) for span in part.ignored),
    )


def _joined(text: str, named: Sequence[tuple[str, OutputParser[Any]]], parts: Parts) -> Values:
    joined: Values = {}
    for (name, parser), part in zip(named, parts, strict=True):
        for key, value in _entries(name, parser, part.value, text).items():
            if key in joined and joined[key] != value:
                found = f"{shorten(joined[key])} and {shorten(value)}"
                raise _refused(text, FailureKind.AMBIGUOUS, f"one value of {key!r}", found)
            joined[key] = value
    return joined


def _entries(name: str, parser: OutputParser[Any], value: Any, text: str) -> Values:
    if name:
        return {name: value}
    if isinstance(value, BaseModel | Mapping):
        return dict(cast("Mapping[str, Any]", value))
    raise _refused(
        text, FailureKind.INVALID, f"a mapping from {_kind(parser)}, or a name for it", shorten(value)
    )


def _refused(text: str, kind: FailureKind, expected: str, found: str) -> OutputParserException:
    problem = Problem("$", expected, found)
    return OutputParserException(f"expected {expected}, found {found}", text, kind=kind, errors=(problem,))
