"""YamlOutputParser: asks for YAML, reads a typed value."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from structout.errors import OutputParserException
from structout.instructions.outline import json_schema
from structout.parsers.base import within
from structout.parsers.schema import TypedOutputParser
from structout.result import Parsed, Problem, RepairKind, Severity, Span, shorten

if TYPE_CHECKING:
    from typing_extensions import TypeForm

T = TypeVar("T")

_LEAD = """\
The output should be formatted as a YAML instance that conforms to the JSON schema below.

As an example, for the schema {"properties": {"town": {"type": "string"}, "stops": {"type": "array", "items": \
{"type": "string"}}}, "required": ["town", "stops"]}
a well-formatted instance is:
```yaml
town: Ulm
stops:
  - station
  - cathedral
```
Indent with two spaces, put texts with a colon or a hash sign in double quotes, and add nothing that the schema does \
not have. Write the YAML in one block between ```yaml and ```.

Here is the output schema:
```
"""

_REFERENCES = re.compile(r"[:\-][ \t]{1,20}(?:!\S|&\w{1,100}(?:\s|\Z)|\*\w{1,100}[ \t]{0,20}$)", re.MULTILINE)

_OWN = frozenset({RepairKind.YAML, RepairKind.KEY_VALUE_LINES})


class YamlOutputParser(TypedOutputParser[T], Generic[T]):
    """Reads an instance of a model that is written as YAML, or as JSON.

    Only plain YAML is read: no tags, no anchors, and ``yes`` and ``no`` are what the field takes them for.

    Args:
        pydantic_object: the model class, or any other type.
        options: as for ``TypedOutputParser``.
    """

    def __init__(self, pydantic_object: TypeForm[T], **options: Any) -> None:
        super().__init__(pydantic_object, **options)
        self.pydantic_object = pydantic_object
        # Of YAML the notation is no repair; what else is repaired is held against the limit afterwards.
        self.settings = replace(self.settings, max_severity=max(self.max_severity, Severity.TYPE))

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        schema = {key: value for key, value in json_schema(self.tp).items() if key != "title"}
        return f"{_LEAD}{json.dumps(schema, ensure_ascii=False)}\n```"

    def explain(self, text: str, *, prompt: str | None = None, finish_reason: str | None = None) -> Parsed[T]:
        """Read the completion and keep the account of every liberty taken.

        Raises:
            OutputParserException: the completion holds no value of the type.
        """
        parsed = self.pipeline.explain(text, prompt=prompt, finish_reason=finish_reason)
        self._refuse_references(parsed)
        kept = tuple(repair for repair in parsed.repairs if repair.kind not in _OWN)
        return within(replace(parsed, repairs=kept), self.max_severity)

    def parse(self, text: str) -> T:
        """Read the completion.

        Raises:
            OutputParserException: the completion holds no value of the type.
        """
        return self.explain(text).value

    def _refuse_references(self, parsed: Parsed[T]) -> None:
        """Refuse tags, anchors and aliases that were read as plain texts behind their keys."""
        plain = any(repair.kind in _OWN for repair in parsed.repairs)
        found = _REFERENCES.search(parsed.text, parsed.span.start, parsed.span.end) if plain else None
        if found is not None:
            problem = Problem("$", "a value written out", shorten(found[0]), Span(*found.span()))
            raise OutputParserException(
                "the completion has YAML tags, anchors or aliases, which are not read",
                parsed.text,
                errors=(problem,),
            )

    @property
    def _type(self) -> str:
        return "yaml"
