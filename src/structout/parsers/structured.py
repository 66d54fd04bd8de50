"""StructuredOutputParser: named values without types of their own, as a dict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from pydantic import ConfigDict
from typing_extensions import TypedDict

from structout.errors import ConfigError
from structout.parsers.schema import TypedOutputParser


@dataclass(frozen=True, slots=True)
class ResponseSchema:
    """One value that is asked for.

    Attributes:
        name: its key.
        description: what it is, told to the model.
        type: its type, told to the model and not checked.
    """

    name: str
    description: str
    type: str = "string"


class StructuredOutputParser(TypedOutputParser[dict[str, Any]]):
    """Reads a JSON object that has all the names; other keys are kept, types are not checked.

    Args:
        response_schemas: the values that are asked for.
        options: as for ``TypedOutputParser``.

    Raises:
        ConfigError: there is none, or two have one name.

    >>> schemas = [ResponseSchema("answer", "the answer"), ResponseSchema("source", "the page")]
    >>> StructuredOutputParser.from_response_schemas(schemas).parse("{'answer': 'x', 'source': 3,}")
    {'answer': 'x', 'source': 3}
    """

    def __init__(self, response_schemas: Iterable[ResponseSchema], **options: Any) -> None:
        self.response_schemas = list(response_schemas)
        super().__init__(_form(self.response_schemas), **options)

    @classmethod
    def from_response_schemas(cls, response_schemas: Sequence[ResponseSchema], **options: Any) -> Self:
        """A parser for these values."""
        return cls(response_schemas, **options)

    def get_format_instructions(self, only_json: bool = False) -> str:
        """What to tell the model about the form of the answer.

        Args:
            only_json: only the block with the names, without the sentence before it.
        """
        lines = "\n".join(
            f'\t"{each.name}": {each.type}  // {each.description}' for each in self.response_schemas
        )
        block = f"```json\n{{\n{lines}\n}}\n```"
        lead = (
            "The output should be one Markdown code block with a JSON object of this form, "
            'with the "```json" before it and the "```" behind it:'
        )
        return block if only_json else f"{lead}\n\n{block}"

    @property
    def _type(self) -> str:
        return "structured"


def _form(schemas: Sequence[ResponseSchema]) -> Any:
    names = [each.name for each in schemas]
    if not names or len({*names}) < len(names):
        raise ConfigError(f"expected one or more response schemas of different names, found {names}")
    made: Any = TypedDict  # type checkers read only literal fields
    form: Any = made("Response", dict.fromkeys(names, Any))
    form.__pydantic_config__ = ConfigDict(extra="allow")
    return form
