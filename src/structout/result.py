"""What a parse hands back: the value, and every liberty that was taken to get it.

Frozen values only. The tables here say what each kind of repair costs; nothing else in the package prices one.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from itertools import islice
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

T = TypeVar("T")

JsonValue: TypeAlias = "dict[str, JsonValue] | list[JsonValue] | str | int | float | bool | None"
"""A JSON value as Python holds it."""

Path: TypeAlias = "tuple[str | int, ...]"
"""Where a value sits: field names and list indexes from the root, ``()`` for the root itself."""

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def render_path(path: Path) -> str:
    """Write a path the way errors and repairs show it.

    >>> render_path(("items", 2, "unit price"))
    '$.items[2]["unit price"]'
    """
    parts = ["$"]
    for step in path:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        elif _PLAIN_KEY.match(step):
            parts.append(f".{step}")
        else:
            escaped = step.replace("\\", "\\\\").replace('"', '\\"')
            parts.append(f'["{escaped}"]')
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of character offsets into the completion."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The characters of ``text`` that the span covers."""
        return text[self.start : self.end]

    def shifted(self, by: int) -> Span:
        """The same range in a text that has ``by`` more characters in front."""
        return Span(self.start + by, self.end + by)


class Severity(IntEnum):
    """How much a repair presumes, least first.

    ``cosmetic``: only one reading exists (quotes, commas, fences, comments, literals).
    ``type``: the requested type decides ("34" for an int, "Yes" for a bool, one item for a list).
    ``lossy``: something of the completion is left out (an unfinished tail, a key that the type forbids).
    ``guess``: several readings exist and one was taken.
    """

    NONE = 0
    COSMETIC = 1
    TYPE = 2
    LOSSY = 3
    GUESS = 4

    @classmethod
    def of(cls, name: Severity | str) -> Severity:
        """Take a severity by its name.

        Raises:
            ValueError: the name is not one of none, cosmetic, type, lossy, guess.
        """
        if isinstance(name, Severity):
            return name
        try:
            return cls[name.upper()]
        except KeyError:
            known = ", ".join(str(s) for s in cls)
            raise ValueError(f"max_severity must be one of {known}; got {name!r}") from None

    def __str__(self) -> str:
        return self.name.lower()


class RepairKind(StrEnum):
    """Every liberty that can be taken between the completion and the value."""

    # Where the payload stands.
    FENCE = "fence"
    REASONING = "reasoning"
    WRAPPER_TAG = "wrapper-tag"
    ENCODED_JSON = "encoded-json"
    FINAL_ANSWER = "final-answer"
    SAME_ANSWER = "same-answer"
    ONE_OF_SEVERAL = "one-of-several"
    COLLECTED_VALUES = "collected-values"
    # Tolerant JSON.
    SINGLE_QUOTES = "single-quotes"
    SMART_QUOTES = "smart-quotes"
    BACKTICK_QUOTES = "backtick-quotes"
    TRIPLE_QUOTES = "triple-quotes"
    DOUBLED_QUOTES = "doubled-quotes"
    FENCED_STRING = "fenced-string"
    UNQUOTED_KEY = "unquoted-key"
    UNQUOTED_STRING = "unquoted-string"
    NON_STRING_KEY = "non-string-key"
    MISSING_OPEN_QUOTE = "missing-open-quote"
    MISSING_CLOSE_QUOTE = "missing-close-quote"
    INNER_QUOTE = "inner-quote"
    CONTROL_CHARACTER = "control-character"
    INVALID_ESCAPE = "invalid-escape"
    LONE_SURROGATE = "lone-surrogate"
    OVER_ESCAPED = "over-escaped"
    STRING_CONCATENATION = "string-concatenation"
    TRAILING_COMMA = "trailing-comma"
    LEADING_COMMA = "leading-comma"
    REPEATED_COMMA = "repeated-comma"
    MISSING_COMMA = "missing-comma"
    SEPARATOR = "separator"
    MISSING_COLON = "missing-colon"
    MISSING_VALUE = "missing-value"
    MISSING_CLOSE = "missing-close"
    MISMATCHED_CLOSE = "mismatched-close"
    EXTRA_CLOSE = "extra-close"
    EXTRA_OPEN = "extra-open"
    MISSING_OPEN = "missing-open"
    COMMENT = "comment"
    ELLIPSIS = "ellipsis"
    STRAY_TOKEN = "stray-token"
    DUPLICATE_KEY = "duplicate-key"
    CONFLICTING_KEY = "conflicting-key"
    PYTHON_LITERAL = "python-literal"
    JS_LITERAL = "js-literal"
    NON_FINITE = "non-finite"
    NUMBER_FORMAT = "number-format"
    TUPLE = "tuple"
    SET = "set"
    CALL = "call"
    ASSIGNMENT = "assignment"
    REGEXP = "regexp"
    WHITESPACE = "whitespace"
    FULLWIDTH_PUNCTUATION = "fullwidth-punctuation"
    HTML_ENTITY = "html-entity"
    UNFINISHED_VALUE = "unfinished-value"
    # Other notations.
    JSON_LINES = "json-lines"
    XML = "xml"
    YAML = "yaml"
    KEY_VALUE_LINES = "key-value-lines"
    MARKDOWN_TABLE = "markdown-table"
    LIST_MARKUP = "list-markup"
    CONSTRUCTOR = "constructor"
    TOOL_CALL = "tool-call"
    SCALAR_IN_PROSE = "scalar-in-prose"
    MARKUP = "markup"
    # The type decides.
    NUMBER_FROM_TEXT = "number-from-text"
    NUMBER_SEPARATORS = "number-separators"
    UNIT = "unit"
    PERCENT = "percent"
    LEFT_OUT_TEXT = "left-out-text"
    TEXT_FROM_SCALAR = "text-from-scalar"
    BOOLEAN_WORD = "boolean-word"
    CHOICE_SPELLING = "choice-spelling"
    CHOICE_NAME = "choice-name"
    CHOICE_IN_PROSE = "choice-in-prose"
    CHOICE_ACCENTS = "choice-accents"
    CHOICE_TYPO = "choice-typo"
    DATE_FORMAT = "date-format"
    DURATION_FORMAT = "duration-format"
    ITEM_TO_LIST = "item-to-list"
    LIST_TO_ITEM = "list-to-item"
    LIST_TO_OBJECT = "list-to-object"
    TEXT_TO_LIST = "text-to-list"
    JSON_IN_STRING = "json-in-string"
    WRAPPER_KEY = "wrapper-key"
    SCHEMA_WRAPPER = "schema-wrapper"
    VALUE_TO_FIELD = "value-to-field"
    FIELD_TO_VALUE = "field-to-value"
    KEY_SPELLING = "key-spelling"
    KEY_TYPO = "key-typo"
    EXTRA_KEY = "extra-key"
    FORBIDDEN_KEY = "forbidden-key"
    NULL_WORD = "null-word"
    UNION_BRANCH = "union-branch"
    LENIENT_VALIDATION = "lenient-validation"


def _prices() -> Mapping[RepairKind, Severity]:
    k = RepairKind
    severity = dict.fromkeys(RepairKind, Severity.COSMETIC)
    severity |= dict.fromkeys(
        (
            k.FINAL_ANSWER, k.COLLECTED_VALUES, k.JSON_LINES, k.XML, k.YAML, k.KEY_VALUE_LINES, k.MARKDOWN_TABLE,
            k.LIST_MARKUP, k.CONSTRUCTOR, k.TOOL_CALL, k.SCALAR_IN_PROSE, k.ENCODED_JSON, k.NUMBER_FROM_TEXT,
            k.NUMBER_SEPARATORS, k.UNIT, k.PERCENT, k.TEXT_FROM_SCALAR, k.BOOLEAN_WORD, k.CHOICE_SPELLING,
            k.CHOICE_NAME, k.CHOICE_IN_PROSE, k.CHOICE_ACCENTS, k.DATE_FORMAT, k.DURATION_FORMAT, k.ITEM_TO_LIST,
            k.LIST_TO_ITEM, k.LIST_TO_OBJECT, k.TEXT_TO_LIST, k.JSON_IN_STRING, k.WRAPPER_KEY, k.SCHEMA_WRAPPER,
            k.VALUE_TO_FIELD, k.FIELD_TO_VALUE, k.KEY_SPELLING, k.KEY_TYPO, k.EXTRA_KEY, k.NULL_WORD,
            k.UNION_BRANCH, k.LENIENT_VALIDATION,
        ),
        Severity.TYPE,
    )  # fmt: skip
    severity |= dict.fromkeys(
        (
            k.ELLIPSIS, k.STRAY_TOKEN, k.MISSING_VALUE, k.UNFINISHED_VALUE, k.FORBIDDEN_KEY, k.LEFT_OUT_TEXT,
            k.LONE_SURROGATE,
        ),
        Severity.LOSSY,
    )  # fmt: skip
    severity |= dict.fromkeys((k.CONFLICTING_KEY, k.CHOICE_TYPO, k.ONE_OF_SEVERAL), Severity.GUESS)
    return MappingProxyType(severity)


SEVERITY: Mapping[RepairKind, Severity] = _prices()
"""The one table of prices: what each kind of repair presumes."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One liberty: what stood in the completion and what was read instead.

    Attributes:
        kind: which liberty.
        path: where in the value, as ``$.items[2].price``.
        span: where in the completion, in characters.
        before: what stood there (shortened when long).
        after: what it was read as.
    """

    kind: RepairKind
    path: str
    span: Span
    before: str
    after: str

    @property
    def severity(self) -> Severity:
        """What the repair presumes."""
        return SEVERITY[self.kind]

    def shifted(self, by: int) -> Repair:
        """The same repair in a text that has ``by`` more characters in front."""
        return replace(self, span=self.span.shifted(by))

    def __str__(self) -> str:
        return f"{self.kind} at {self.path} ({self.span.start}-{self.span.end}): {self.before!r} → {self.after!r}"


_SPAN_SLOTS = tuple(vars(Span)[name].__set__ for name in ("start", "end"))
_REPAIR_SLOTS = tuple(vars(Repair)[name].__set__ for name in ("kind", "path", "span", "before", "after"))


def quick_repair(kind: RepairKind, path: str, start: int, end: int, before: str, after: str) -> Repair:
    """A repair and its span, made in half the time: a text may need thousands, and a frozen ``__init__`` is slow."""
    span, repair = object.__new__(Span), object.__new__(Repair)
    set_start, set_end = _SPAN_SLOTS
    set_kind, set_path, set_span, set_before, set_after = _REPAIR_SLOTS
    set_start(span, start)
    set_end(span, end)
    set_kind(repair, kind)
    set_path(repair, path)
    set_span(repair, span)
    set_before(repair, before)
    set_after(repair, after)
    return repair


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a completion is no value of the type.

    Attributes:
        path: where in the value.
        expected: what the type asks for.
        found: what stood there, as a repr of at most 80 characters.
        span: where in the completion, where known.
        hint: what to do about it, where something can be done.
    """

    path: str
    expected: str
    found: str
    span: Span | None = None
    hint: str = ""

    def __str__(self) -> str:
        where = (
            self.path if self.span is None else f"{self.path} (characters {self.span.start}-{self.span.end})"
        )
        hint = f"; {self.hint}" if self.hint else ""
        return f"{where}: expected {self.expected}, found {self.found}{hint}"


class _Brief(reprlib.Repr):
    """A repr that looks at no more of a value than it shows."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxdict = self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = 8
        self.maxstring = self.maxother = self.maxlong = 200

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        """A dict in its own order; the inherited one sorts the keys."""
        if level <= 0:
            return "{...}"
        pairs = islice(x.items(), self.maxdict)
        shown = [f"{self.repr1(key, level - 1)}: {self.repr1(value, level - 1)}" for key, value in pairs]
        return "{" + ", ".join([*shown, "..."] if len(x) > self.maxdict else shown) + "}"

    def repr_int(self, x: int, level: int) -> str:
        """An integer; Python refuses to write out one of thousands of digits."""
        digits = int(x.bit_length() * 0.30103) + 1
        return f"an integer of about {digits} digits" if digits > self.maxlong else super().repr_int(x, level)


_BRIEF = _Brief()


def shorten(value: object, limit: int = 80) -> str:
    """The repr of ``value`` in at most ``limit`` characters; of a large or deep value only the beginning is looked at."""
    text = repr(value[: limit * 2]) if isinstance(value, str) else _BRIEF.repr(value)
    return text if len(text) <= limit else f"{text[: limit - 2]}…{text[-1]}"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that a model call took."""

    prompt_tokens: int = 0
    completion_tokens: int = 0

    @property
    def total_tokens(self) -> int:
        """Prompt and completion together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens, self.completion_tokens + other.completion_tokens
        )


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try at a value: what was asked, what came back, and why it was refused.

    Attributes:
        strategy: which strategy wrote the prompt, ``"first"`` for the completion that was handed in.
        prompt: the text that was sent, empty where no call was made.
        completion: the text that came back.
        error: the message of the refusal, ``None`` for the attempt that gave the value.
        usage: tokens taken.
        seconds: wall-clock time of the call.
    """

    strategy: str
    prompt: str
    completion: str
    error: str | None = None
    usage: Usage = Usage()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Parsed(Generic[T]):
    """A value with the account of how it was read.

    Everything in the completion is in the value, in a repair, or in ``ignored``.

    Attributes:
        value: what was asked for.
        text: the completion.
        span: where the payload stands in it.
        repairs: every liberty taken, in the order of the text.
        ignored: what stands outside the payload.
        complete: ``False`` where the payload was cut off and the caller allowed that.
        attempts: every try at it where a model was asked again, first to last.
    """

    value: T
    text: str
    span: Span
    repairs: tuple[Repair, ...] = ()
    ignored: tuple[Span, ...] = ()
    complete: bool = True
    attempts: tuple[Attempt, ...] = ()

    @property
    def severity(self) -> Severity:
        """The gravest of the repairs, ``none`` without any."""
        return max((repair.severity for repair in self.repairs), default=Severity.NONE)

    def map(self, change: Callable[[T], Any]) -> Parsed[Any]:
        """The same account with another value."""
        return replace(self, value=change(self.value))  # pyright: ignore[reportUnknownVariableType]

    def __str__(self) -> str:
        from_text = self.span.of(self.text)
        lines = [from_text, *(f"  {repair.severity}: {repair}" for repair in self.repairs)]
        return "\n".join(lines)
