"""A type and a style go in, the format instructions for the prompt come out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from structout.instructions.example_line import example_line, notes
from structout.instructions.outline import NodeKind, json_schema, outline
from structout.instructions.style_names import InstructionStyle, known_style
from structout.instructions.typescript_type import render_outline

# The text of PydanticOutputParser, to the letter. The schema goes in as data: no second format runs over it.
_SCHEMA_TEXT = """\
The output should be formatted as a JSON instance that conforms to the JSON schema below.

As an example, for the schema {"properties": {"foo": {"title": "Foo", "description": "a list of strings", \
"type": "array", "items": {"type": "string"}}}, "required": ["foo"]}
the object {"foo": ["bar", "baz"]} is a well-formatted instance of the schema. \
The object {"properties": {"foo": ["bar", "baz"]}} is not well-formatted.

Here is the output schema:
```
"""


def _in_json_schema(tp: Any) -> str:
    schema = json_schema(tp)
    shown = dict(schema)
    shown.pop("title", None)
    # Without its type a list or a number would not be told from anything else.
    if shown.get("type") == "object":
        del shown["type"]
    return f"{_SCHEMA_TEXT}{json.dumps(shown, ensure_ascii=False)}\n```"


def _in_typescript(tp: Any) -> str:
    return f"Answer with JSON only, no other text. The JSON must be a value of this type:\n{render_outline(outline(tp))}"


def _in_example(tp: Any) -> str:
    outlined = outline(tp)
    what = "one JSON object" if outlined.root.kind in (NodeKind.OBJECT, NodeKind.REF) else "one JSON value"
    lead = f"Answer with {what} in the form below, no other text. Put a real value in place of each <…>."
    return "\n".join([lead, *notes(outlined), example_line(outlined), "JSON:"])


_STYLES: Mapping[InstructionStyle, Callable[[Any], str]] = MappingProxyType(
    {"json_schema": _in_json_schema, "typescript": _in_typescript, "example": _in_example}
)


def format_instructions(tp: Any, style: InstructionStyle = "json_schema") -> str:
    """Write what a prompt tells the model about the form of its answer.

    Args:
        tp: any type that Pydantic takes.
        style: ``json_schema`` is the text that PydanticOutputParser has had since 2023; ``typescript`` is a
            compact type; ``example`` is one line with typed placeholders and a ``JSON:`` cue, meant for the very
            end of the prompt. The two compact styles take about 40 % of the tokens and serve small models better.

    Returns:
        The instructions: every required field, every option and every description is in them. The same text
        for the same type, always.

    Raises:
        ConfigError: the style is none of the three, or the type cannot be expressed in JSON.
    """
    return _STYLES[known_style(style)](tp)
