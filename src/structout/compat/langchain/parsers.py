"""The parsers of 2023 by their old constructors; what they read is what structout reads."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import AfterValidator, BaseModel

from structout import parsers
from structout.coerce import Found, Unread
from structout.compat.langchain.asking_again import (
    OutputFixingParser as OutputFixingParser,
    RetryOutputParser as RetryOutputParser,
    RetryWithErrorOutputParser as RetryWithErrorOutputParser,
)
from structout.compat.langchain.json_patches import patches
from structout.compat.langchain.old_parser import (
    BaseOutputParser,
    BaseTransformOutputParser as BaseTransformOutputParser,
    OldParser,
)
from structout.compat.langchain.old_words import Worded, shorten_text
from structout.errors import FailureKind, OutputParserException
from structout.instructions import format_instructions
from structout.pipes import text_of
from structout.prompts import escape

T = TypeVar("T")

_OURS: Any = parsers.BaseOutputParser


class StrOutputParser(BaseTransformOutputParser[str]):
    """Gives back the text."""

    def parse(self, text: str) -> str:
        """The text."""
        return text

    def get_format_instructions(self) -> str:
        """Nothing is asked of the model."""
        return ""

    @property
    def _type(self) -> str:
        return "default"


class _OldList(OldParser[list[str]]):
    output_type = list[str]

    def transform(self: Any, pieces: Iterable[Any], config: Any = None, **kwargs: Any) -> Iterator[list[str]]:
        """Each item, as a list of one, as soon as it is whole."""
        for item in _OURS.stream_items(self, map(text_of, pieces)):
            yield [item]

    async def atransform(
        self: Any, pieces: Any, config: Any = None, **kwargs: Any
    ) -> AsyncIterator[list[str]]:
        """``transform`` for an asynchronous stream."""
        texts = (text_of(piece) async for piece in pieces)
        async for item in _OURS.astream_items(self, texts):
            yield [item]


class ListOutputParser(BaseOutputParser[list[str]]):
    """Base for list parsers of your own."""

    counts_as: ClassVar[Any] = parsers.CommaSeparatedListOutputParser.__base__


class CommaSeparatedListOutputParser(_OldList, parsers.CommaSeparatedListOutputParser):
    """Reads a list with commas between the items."""


class NumberedListOutputParser(_OldList, parsers.NumberedListOutputParser):
    """Reads a numbered list."""


class MarkdownListOutputParser(_OldList, parsers.MarkdownListOutputParser):
    """Reads a bulleted list."""


class DatetimeOutputParser(OldParser[datetime], parsers.DatetimeOutputParser):
    """Reads a moment; as in 2023 the ``Z`` of the pattern is a letter and not a zone: the result is naive."""

    output_type = datetime

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "format" and "format" in self.__dict__:
            fresh = type(self)(value, max_severity=self.max_severity)
            self.__dict__.clear()
            self.__dict__.update(fresh.__dict__)
        else:
            super().__setattr__(name, value)

    def read(self, text: str) -> Found[datetime] | Unread:
        """Read the moment from a text."""
        found = super().read(text)
        if isinstance(found, Unread) or not self._utc:
            return found
        return found.to(found.value.replace(tzinfo=None))


class EnumOutputParser(OldParser[Any], parsers.EnumOutputParser[Any]):
    """Reads a member of an enum."""

    @property
    def OutputType(self) -> Any:  # noqa: N802
        """The enum."""
        return self.enum


class BooleanOutputParser(Worded, OldParser[bool], parsers.BooleanOutputParser):
    """Reads yes or no."""

    output_type = bool

    def read(self, text: str) -> Found[bool] | Unread:
        """Read yes or no; the two words and nothing else are neither, in any order."""
        both = f"{self.true_val} {self.false_val}"
        alone = sorted(text.casefold().split()) == sorted(both.casefold().split())
        return super().read(both if alone else text)

    def old_words(self, text: str, error: OutputParserException) -> str:
        """Says that both stand there, or none."""
        yes, no = self.true_val, self.false_val
        if error.kind == FailureKind.AMBIGUOUS:
            return f"Ambiguous response. Both {yes} and {no} in received: {shorten_text(text)}."
        return f"BooleanOutputParser expected output value to include either {yes} or {no}. Received {shorten_text(text)}."


def _given_to(old_model: Any) -> Any:
    return Annotated[dict[str, Any], AfterValidator(old_model.parse_obj)]


class PydanticOutputParser(Worded, OldParser[T], parsers.PydanticOutputParser[T], Generic[T]):
    """Reads an instance of a model class; a class of Pydantic 1 is given the object and does the rest itself."""

    def __init__(self, pydantic_object: Any, **options: Any) -> None:
        self._old_model = isinstance(pydantic_object, type) and hasattr(pydantic_object, "__get_validators__")
        form: Any = _given_to(pydantic_object) if self._old_model else pydantic_object
        super().__init__(form, **options)
        self.pydantic_object = pydantic_object

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        if not self._old_model:
            return super().get_format_instructions()
        model: Any = self.pydantic_object
        schema = {name: value for name, value in model.schema().items() if name not in ("title", "type")}
        return PYDANTIC_FORMAT_INSTRUCTIONS.format(schema=json.dumps(schema, ensure_ascii=False))

    @property
    def OutputType(self) -> Any:  # noqa: N802
        """The model class."""
        return self.pydantic_object


class JsonOutputParser(OldParser[Any], parsers.JsonOutputParser):
    """Reads JSON; a model class is told to the model and not held against its answer."""

    def __init__(self, pydantic_object: Any = None, **options: Any) -> None:
        self.diff = bool(options.pop("diff", False))
        super().__init__(None, **options)
        self.pydantic_object = pydantic_object

    @property
    def _type(self) -> str:
        return "simple_json_output_parser"

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        if self.pydantic_object is None:
            return "Return a JSON object."
        return format_instructions(self.pydantic_object, "json_schema")

    def transform(self, pieces: Iterable[Any], config: Any = None, **kwargs: Any) -> Iterator[Any]:
        """The plain value whenever it has grown; with ``diff`` the changes, as JSON patches."""
        before: Any = None
        for partial in parsers.JsonOutputParser.stream(self, map(text_of, pieces)):
            if partial.json != before:
                yield [*patches(before, partial.json)] if self.diff else partial.json
                before = partial.json

    async def atransform(self, pieces: Any, config: Any = None, **kwargs: Any) -> AsyncIterator[Any]:
        """``transform`` for an asynchronous stream."""
        texts = (text_of(piece) async for piece in pieces)
        before: Any = None
        async for partial in parsers.JsonOutputParser.astream(self, texts):
            if partial.json != before:
                yield [*patches(before, partial.json)] if self.diff else partial.json
                before = partial.json


class RegexParser(OldParser[dict[str, str]], parsers.RegexParser):
    """Reads the groups of a regular expression.

    A ``default_output_key`` that is none of the keys was taken for "all keys empty"; here it is as good as none.
    """

    output_type = dict[str, str]

    def __init__(
        self, regex: str, output_keys: Sequence[str], default_output_key: str | None = None, **options: Any
    ) -> None:
        default = default_output_key if default_output_key in output_keys else None
        super().__init__(regex, output_keys, default, **options)


class RegexDictParser(OldParser[dict[str, str]], parsers.RegexDictParser):
    """Reads values behind labels."""

    output_type = dict[str, str]


class StructuredOutputParser(OldParser[dict[str, Any]], parsers.StructuredOutputParser):
    """Reads a JSON object with some names."""

    output_type = dict[str, Any]


class CombiningOutputParser(OldParser[dict[str, Any]], parsers.CombiningOutputParser):
    """Reads several answers, each with its own parser."""

    output_type = dict[str, Any]


class XMLOutputParser(Worded, OldParser[dict[str, Any]], parsers.XMLOutputParser):
    """Reads an XML element; ``parser`` is not used, since neither of the old choices is."""

    output_type = dict[str, Any]

    def __init__(self, tags: Iterable[str] | None = None, *, parser: str = "", **options: Any) -> None:
        super().__init__(tags, **options)
        self.parser = parser

    def transform(self, pieces: Iterable[Any], config: Any = None, **kwargs: Any) -> Iterator[Any]:
        """Each element that has no others in it, inside its parents, once it is whole."""
        given = 0
        for value in super().transform(pieces):
            leaves = [*_leaves(value)]
            yield from leaves[given:]
            given = len(leaves)

    async def atransform(self, pieces: Any, config: Any = None, **kwargs: Any) -> AsyncIterator[Any]:
        """``transform`` for an asynchronous stream."""
        given = 0
        async for value in super().atransform(pieces):
            leaves = [*_leaves(value)]
            for leaf in leaves[given:]:
                yield leaf
            given = len(leaves)


def _leaves(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name, content in value.items():
        match content:
            case [_, *_]:
                yield from ({name: [leaf]} for part in content for leaf in _leaves(part))
            case _:
                yield {name: content}


class YamlOutputParser(Worded, OldParser[T], parsers.YamlOutputParser[T], Generic[T]):
    """Reads an instance of a model class that is written as YAML."""

    @property
    def OutputType(self) -> Any:  # noqa: N802
        """The model class."""
        return self.pydantic_object


class _Nothing(BaseModel):
    """Stands in where the instructions have their schema."""


def _template() -> str:
    head, _, _ = format_instructions(_Nothing, "json_schema").rpartition("```\n{")
    return escape(head) + "```\n{schema}\n```"


PYDANTIC_FORMAT_INSTRUCTIONS = _template()
"""The instructions of PydanticOutputParser, with a field for the schema."""
