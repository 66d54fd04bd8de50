"""A function's signature → what its input should look like; a text of the model → the arguments of the call.

A single argument of type ``str`` takes the text as it is; all others go through the parser of their types.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Final, NotRequired, cast, get_type_hints

from pydantic import ConfigDict
from typing_extensions import TypedDict

from structout.errors import ConfigError, FailureKind, OutputParserException
from structout.instructions.example_line import example_line, notes
from structout.instructions.outline import outline
from structout.parsers import TypedOutputParser, parser_for
from structout.result import Severity, shorten

_VARIADIC: Final = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_OURS: Final = frozenset({"run_manager", "callbacks"})
"""Arguments that tools of earlier systems take and that no model fills in."""

_TEXT: Final = (str, Any, inspect.Parameter.empty)


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one call of a tool.

    Attributes:
        args: those by position.
        kwargs: those by name.
    """

    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict[str, Any])


class ArgumentReader:
    """Reads the arguments of a function from a text.

    Args:
        function: a function with annotated arguments.
        name: the tool's name, for messages.

    Raises:
        ConfigError: an argument has no type, or one that has no JSON form.
    """

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        self.name = name
        self._parameters = _parameters(function, name)
        hints = _hints(function, name) if self._parameters else {}
        self._types = {each.name: hints.get(each.name, each.annotation) for each in self._parameters}
        if len(self._parameters) > 1:
            self._refuse_untyped()

    def _refuse_untyped(self) -> None:
        untyped = [name for name, tp in self._types.items() if tp is inspect.Parameter.empty]
        if untyped:
            raise ConfigError(
                f"the tool {self.name!r} has arguments without a type ({', '.join(untyped)}): annotate them"
            )

    @property
    def takes_text(self) -> bool:
        """Whether the text is the argument, as it is."""
        return self._variadic or (len(self._types) == 1 and next(iter(self._types.values())) in _TEXT)

    @property
    def _variadic(self) -> bool:
        return any(each.kind is inspect.Parameter.VAR_POSITIONAL for each in self._parameters)

    @property
    def _needed(self) -> list[inspect.Parameter]:
        return [
            each
            for each in self._parameters
            if each.default is inspect.Parameter.empty and each.kind not in _VARIADIC
        ]

    @cached_property
    def _form(self) -> Any:
        """The arguments as a type; what the signature has a default for may be left out."""
        fields = {
            each.name: self._types[each.name]
            if each.default is inspect.Parameter.empty
            else NotRequired[self._types[each.name]]
            for each in self._parameters
            if each.kind not in _VARIADIC
        }
        made: Any = TypedDict  # type checkers read only literal fields
        form: Any = made(self.name, fields)
        form.__pydantic_config__ = ConfigDict(extra="forbid", arbitrary_types_allowed=True)
        return form

    @cached_property
    def _parser(self) -> TypedOutputParser[dict[str, Any]]:
        return parser_for(self._form)

    @cached_property
    def _lone(self) -> tuple[str, TypedOutputParser[Any]] | None:
        """The only argument that a call must have, which may stand alone, without its name."""
        single = len(self._parameters) == 1
        alone = self._parameters if single else self._needed
        if len(alone) != 1:
            return None
        # Beside others it takes a plain value only: "3 miles" may well be two arguments.
        limit = Severity.TYPE if single else Severity.COSMETIC
        return alone[0].name, parser_for(self._types[alone[0].name], max_severity=limit)

    @cached_property
    def outline(self) -> str:
        """The form of the input in one line, empty where any text will do."""
        if self.takes_text:
            return ""
        if not self._parameters:
            return "nothing"
        outlined = outline(self._form)
        about = "; ".join(note.removeprefix("- ") for note in notes(outlined))
        return example_line(outlined) + (f" ({about})" if about else "")

    def read(self, given: str | Mapping[str, Any]) -> Arguments:
        """The arguments in what the model wrote.

        Args:
            given: the text, or arguments by name.

        Raises:
            OutputParserException: they do not fit the signature; names each that does not.
        """
        if not self._parameters or (not self._needed and not given):
            return Arguments()
        if self.takes_text:
            return Arguments((self._plain(given),))
        text = given if isinstance(given, str) else json.dumps(dict(given), default=str, ensure_ascii=False)
        return self._placed(self._by_name(text))

    def _plain(self, given: str | Mapping[str, Any]) -> str:
        if isinstance(given, str):
            return given
        if len(given) == 1:
            return str(next(iter(given.values())))
        message = f"the tool {self.name!r} takes one text, found {shorten(dict(given))}"
        raise OutputParserException(message, shorten(dict(given)), kind=FailureKind.INVALID)

    def _by_name(self, text: str) -> dict[str, Any]:
        if self._lone is None or self._named.search(text):
            return self._parser.parse(text)
        name, parser = self._lone
        try:
            return self._parser.parse(text)
        except OutputParserException:
            return {name: parser.parse(text)}

    @cached_property
    def _named(self) -> re.Pattern[str]:
        """Finds an argument's name with a value behind it, so that the text is no bare value."""
        names = "|".join(map(re.escape, self._types))
        return re.compile(rf"\b(?:{names})\b[\"'*`]{{0,3}}\s{{0,9}}+[:=]", re.IGNORECASE)

    def _placed(self, values: dict[str, Any]) -> Arguments:
        by_position = [
            each.name for each in self._parameters if each.kind is inspect.Parameter.POSITIONAL_ONLY
        ]
        placed = tuple(values[name] for name in by_position if name in values)
        return Arguments(placed, {name: value for name, value in values.items() if name not in by_position})


def _parameters(function: Callable[..., Any], name: str) -> list[inspect.Parameter]:
    try:
        signature = inspect.signature(function)
    except ValueError:
        # Some functions written in C do not tell their arguments.
        return [inspect.Parameter("text", inspect.Parameter.POSITIONAL_ONLY)]
    except TypeError as error:
        raise ConfigError(f"the tool {name!r} should be a function; found {shorten(function)}") from error
    found = [each for each in signature.parameters.values() if each.name not in _OURS]
    plain = [each for each in found if each.kind not in _VARIADIC]
    if not plain and any(each.kind is inspect.Parameter.VAR_KEYWORD for each in found[:1]):
        raise ConfigError(f"the tool {name!r} takes arguments of any name: give them names and types")
    return plain or found[:1]


def _hints(function: Callable[..., Any], name: str) -> dict[str, Any]:
    target: Any = cast("Any", function).func if isinstance(function, partial) else inspect.unwrap(function)
    if not inspect.isroutine(target):
        target = type(target).__call__
    try:
        return get_type_hints(target, localns=_closed_over(target), include_extras=True)
    except NameError as error:
        raise ConfigError(f"the tool {name!r} has a type that is not defined: {error}") from error
    except TypeError:
        return {}


def _closed_over(target: object) -> dict[str, Any]:
    if not inspect.isfunction(target):
        return {}
    found: dict[str, Any] = {}
    for name, cell in zip(target.__code__.co_freevars, target.__closure__ or (), strict=True):
        # Empty as yet where the function calls the tool that it becomes.
        with suppress(ValueError):
            found[name] = cell.cell_contents
    return found
