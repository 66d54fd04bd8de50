"""Every liberty that can be taken between a completion and a value, and the one table of what each presumes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from types import MappingProxyType

from structout.result.places import Span


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
    TOML = "toml"
    KEY_VALUE_LINES = "key-value-lines"
    MARKDOWN_TABLE = "markdown-table"
    DELIMITED_TABLE = "delimited-table"
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
            k.DELIMITED_TABLE, k.TOML,
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


_new = object.__new__
_set_start, _set_end = (vars(Span)[name].__set__ for name in ("start", "end"))
_set_kind, _set_path, _set_span, _set_before, _set_after = (
    vars(Repair)[name].__set__ for name in ("kind", "path", "span", "before", "after")
)


def quick_repair(kind: RepairKind, path: str, start: int, end: int, before: str, after: str) -> Repair:
    """A repair and its span, made in half the time: a text may need thousands, and a frozen ``__init__`` is slow."""
    span, repair = _new(Span), _new(Repair)
    _set_start(span, start)
    _set_end(span, end)
    _set_kind(repair, kind)
    _set_path(repair, path)
    _set_span(repair, span)
    _set_before(repair, before)
    _set_after(repair, after)
    return repair
