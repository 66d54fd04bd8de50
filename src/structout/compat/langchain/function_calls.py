"""Parsers of 2023 for the arguments of a model's function call, which stand beside the text of its message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from structout import parsers
from structout.compat.langchain.old_parser import BaseOutputParser
from structout.errors import OutputParserException
from structout.llms import Generation
from structout.result import shorten


def _call(source: Any) -> Mapping[str, Any]:
    """The function call in a generation, a message or a piece of one; an empty mapping where there is none."""
    message = getattr(source, "message", None) or source
    match getattr(message, "additional_kwargs", {}):
        case {"function_call": {**found}}:
            return found
        case _:
            return {}


class _OutputFunctionsParser(BaseOutputParser[Any]):
    """Base for parsers of a function call.

    Attributes:
        args_only: give the arguments alone, without the function's name.
    """

    args_only: bool = True

    def parse_result(self, result: Sequence[Generation], *, partial: bool = False) -> Any:
        """The value in the function call of the first completion.

        Raises:
            OutputParserException: there is no function call, or its arguments cannot be read.
        """
        call = _call(result[0])
        arguments = call.get("arguments")
        if not isinstance(arguments, str):
            found = shorten(call or result[0].text)
            raise OutputParserException(
                f"Could not parse function call: expected one with arguments, found {found}", result[0].text
            )
        return self._of(str(call.get("name", "")), arguments)

    def _of(self, name: str, arguments: str) -> Any:
        raise NotImplementedError(f"{type(self).__name__} reads no arguments")

    def get_format_instructions(self) -> str:
        """Nothing: the function's schema says it all."""
        return ""


class JsonOutputFunctionsParser(_OutputFunctionsParser):
    """Reads the arguments of a function call as JSON.

    Attributes:
        strict: read strictly valid JSON alone.
    """

    strict: bool = False

    def _of(self, name: str, arguments: str) -> Any:
        value = self._parser().parse(arguments)
        return value if self.args_only else {"name": name, "arguments": value}

    def _parser(self) -> parsers.JsonOutputParser:
        return parsers.JsonOutputParser(max_severity="none" if self.strict else "type")

    def transform(self, pieces: Iterable[Any], config: Any = None, **kwargs: Any) -> Iterator[Any]:
        """The arguments as they grow, whenever they have."""
        texts = (_call(piece).get("arguments") or "" for piece in pieces)
        before: Any = None
        for partial in self._parser().stream(texts):
            if partial.json != before:
                yield partial.json
                before = partial.json


class JsonKeyOutputFunctionsParser(JsonOutputFunctionsParser):
    """Reads one of the arguments of a function call.

    Attributes:
        key_name: its name.
    """

    key_name: str

    def _of(self, name: str, arguments: str) -> Any:
        match self._parser().parse(arguments):
            case {**given} if self.key_name in given:
                return given[self.key_name]
            case other:
                found = f"expected the argument {self.key_name!r}, found {shorten(other)}"
                raise OutputParserException(found, arguments)


class PydanticOutputFunctionsParser(_OutputFunctionsParser):
    """Reads the arguments of a function call as an instance of a model class.

    Attributes:
        pydantic_schema: the class, or classes by the function's name.
    """

    pydantic_schema: Any

    def _of(self, name: str, arguments: str) -> Any:
        match self.pydantic_schema:
            case {**known} if name not in known:
                expected = f"expected a call of one of {sorted(known)}, found one of {name!r}"
                raise OutputParserException(expected, arguments)
            case {**known}:
                return parsers.PydanticOutputParser[Any](known[name]).parse(arguments)
            case one:
                return parsers.PydanticOutputParser[Any](one).parse(arguments)


class PydanticAttrOutputFunctionsParser(PydanticOutputFunctionsParser):
    """Reads one attribute of an instance of a model class.

    Attributes:
        attr_name: its name.
    """

    attr_name: str

    def _of(self, name: str, arguments: str) -> Any:
        return getattr(super()._of(name, arguments), self.attr_name)
