"""RegexParser and RegexDictParser: texts found by patterns of the caller's, as a dict."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from structout.errors import ConfigError, FailureKind, OutputParserException
from structout.locate import failure_sign, locate
from structout.parsers.base import BaseOutputParser, stopped_early, within
from structout.parsers.texts import outside
from structout.result import Parsed, Problem, Repair, RepairKind, Severity, Span, shorten

Texts = dict[str, Any]


class RegexParser(BaseOutputParser[Texts]):
    """Reads the groups of a regular expression: the first match behind any reasoning, line ends of any kind.

    Args:
        regex: the expression, or its source.
        output_keys: the names of its groups, in order.
        default_output_key: the name that gets the whole completion where nothing matches; the others get ``""``.
        max_severity: the gravest repair that is taken without an error.

    Raises:
        ConfigError: the expression is none, has fewer groups than names, or the default is no name of one.

    >>> RegexParser(r"Score: (\\d+)\\nReason: (.*)", ["score", "reason"]).parse("Score: 5\\nReason: good")
    {'score': '5', 'reason': 'good'}
    """

    def __init__(
        self,
        regex: str | re.Pattern[str],
        output_keys: Sequence[str],
        default_output_key: str | None = None,
        *,
        max_severity: Severity | str = Severity.TYPE,
    ) -> None:
        self.regex = regex
        self.output_keys = list(output_keys)
        self.default_output_key = default_output_key
        self.max_severity = Severity.of(max_severity)
        self._pattern = _compiled(regex)
        if default_output_key is not None and default_output_key not in self.output_keys:
            raise ConfigError(f"default_output_key {default_output_key!r} is none of {self.output_keys}")
        if default_output_key is None and self._pattern.groups < len(self.output_keys):
            raise ConfigError(self._too_few)

    @property
    def _too_few(self) -> str:
        return f"the regular expression has {self._pattern.groups} group(s) for the keys {self.output_keys}"

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        return (
            f"Your response should match this regular expression, whose groups are {', '.join(self.output_keys)}:\n"
            f"{self._pattern.pattern}"
        )

    def explain(
        self, text: str, *, prompt: str | None = None, finish_reason: str | None = None
    ) -> Parsed[Texts]:
        """Read the completion and keep the account of every liberty taken.

        Args:
            text: the completion.
            prompt: not looked at.
            finish_reason: why the model stopped; an answer that was cut off is refused.

        Raises:
            OutputParserException: nothing matches, and there is no default.
        """
        stopped_early(text, finish_reason)
        answer = locate(text).answer
        match = self._pattern.search(answer.of(text))
        if match is not None:
            return self._parsed(text, match, Span(*match.span()).shifted(answer.start), ())
        unified = text.replace("\r\n", "\n")
        if "\r\n" in text and (match := self._pattern.search(unified)):
            span = Span(_before_unified(text, match.start()), _before_unified(text, match.end()))
            mended = (Repair(RepairKind.WHITESPACE, "$", span, "'\\r\\n'", "'\\n'"),)
            return self._parsed(text, match, span, mended)
        if self.default_output_key is None:
            raise _refused(text, f"a text that matches {shorten(self._pattern.pattern)}")
        whole = {key: text if key == self.default_output_key else "" for key in self.output_keys}
        return Parsed(whole, text, Span(0, len(text)))

    def _parsed(
        self, text: str, match: re.Match[str], span: Span, repairs: tuple[Repair, ...]
    ) -> Parsed[Texts]:
        if self._pattern.groups < len(self.output_keys):
            raise _refused(text, "as many groups as keys", self._too_few)
        value = {key: match.group(index) for index, key in enumerate(self.output_keys, 1)}
        reasoning = locate(text).repairs
        parsed = Parsed(value, text, span, (*reasoning, *repairs), outside(text, span))
        return within(parsed, self.max_severity)

    @property
    def _type(self) -> str:
        return "regex_parser"


_SLOT = re.compile(r"\{\{|\}\}|\{\}")
PATTERN = r"{}:\s?([^.'\n']*)\.?"
"""How ``RegexDictParser`` finds a value behind its label, ``{}``."""


class RegexDictParser(BaseOutputParser[Texts]):
    """Reads values behind labels: ``Action: search`` under the key ``action``.

    Args:
        output_key_to_format: the label of each key.
        regex_pattern: how a value is found: a regular expression with ``{}`` for the label and a group for the value.
        no_update_value: a value that means none; its key is left out.
        max_severity: the gravest repair that is taken without an error.

    Raises:
        ConfigError: there are no labels, or the pattern is no regular expression with a ``{}``.

    >>> RegexDictParser({"action": "Action", "input": "Action Input"}).parse("Action: go.\\nAction Input: x")
    {'action': 'go', 'input': 'x'}
    """

    def __init__(
        self,
        output_key_to_format: Mapping[str, str],
        regex_pattern: str = PATTERN,
        no_update_value: str | None = None,
        *,
        max_severity: Severity | str = Severity.TYPE,
    ) -> None:
        self.output_key_to_format = dict(output_key_to_format)
        self.regex_pattern = regex_pattern
        self.no_update_value = no_update_value
        self.max_severity = Severity.of(max_severity)
        if not self.output_key_to_format or "{}" not in regex_pattern:
            raise ConfigError("expected labels, and a regex_pattern with {} in the place of the label")
        self._patterns = {
            key: _compiled(_SLOT.sub(lambda slot, name=label: _filled(slot[0], name), regex_pattern))
            for key, label in self.output_key_to_format.items()
        }

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        lines = "\n".join(f"{label}: <{key}>" for key, label in self.output_key_to_format.items())
        none = (
            "" if self.no_update_value is None else f" Write {self.no_update_value} where there is no value."
        )
        return f"Your response should have each of these lines once, a value in place of each <…>.{none}\n{lines}"

    def explain(
        self, text: str, *, prompt: str | None = None, finish_reason: str | None = None
    ) -> Parsed[Texts]:
        """Read the completion and keep the account of every liberty taken.

        Args:
            text: the completion.
            prompt: not looked at.
            finish_reason: why the model stopped; an answer that was cut off is refused.

        Raises:
            OutputParserException: a label is not there, or is there several times with different values.
        """
        stopped_early(text, finish_reason)
        located = locate(text)
        value: Texts = {}
        places: list[Span] = []
        for key, pattern in self._patterns.items():
            found, place = self._one(text, located.answer, key, pattern)
            places.append(place)
            if self.no_update_value is None or found != self.no_update_value:
                value[key] = found
        span = Span(min(place.start for place in places), max(place.end for place in places))
        parsed = Parsed(value, text, span, located.repairs, outside(text, span))
        return within(parsed, self.max_severity)

    def _one(self, text: str, answer: Span, key: str, pattern: re.Pattern[str]) -> tuple[str, Span]:
        matches = list(pattern.finditer(text, answer.start, answer.end))
        label = self.output_key_to_format[key]
        values = list(dict.fromkeys(match.group(1 if pattern.groups else 0) for match in matches))
        if not matches:
            raise _refused(text, f"a line {label + ': …'!r} for the key {key!r}")
        if len(values) > 1:
            kind = FailureKind.AMBIGUOUS
            raise _refused(text, f"one value behind {label!r}", f"found {shorten(values)}", kind)
        return values[0], Span(*matches[0].span())

    @property
    def _type(self) -> str:
        return "regex_dict_parser"


def _compiled(regex: str | re.Pattern[str]) -> re.Pattern[str]:
    try:
        return re.compile(regex)
    except re.error as error:
        raise ConfigError(f"{shorten(regex)} is no regular expression: {error}") from error


def _filled(slot: str, label: str) -> str:
    return re.escape(label) if slot == "{}" else slot[0]


def _before_unified(text: str, position: int) -> int:
    """Where a position of the text with plain line ends stands in the text itself."""
    index = 0
    for part in text.split("\r\n"):
        if position <= len(part):
            return index + position
        position -= len(part) + 1
        index += len(part) + 2
    return len(text)


def _refused(
    text: str, expected: str, hint: str = "", kind: FailureKind = FailureKind.NO_VALUE
) -> OutputParserException:
    sign = failure_sign(text) if kind is FailureKind.NO_VALUE else None
    problem = Problem("$", expected, shorten(text.strip()), None, hint)
    return OutputParserException(
        f"Could not parse output: {shorten(text.strip())}", text, kind=sign or kind, errors=(problem,)
    )
