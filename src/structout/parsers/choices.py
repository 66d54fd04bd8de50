"""A completion goes in, the member of an enum that it names comes out."""

from __future__ import annotations

from enum import Enum
from typing import Generic, TypeVar, cast

from structout.coerce import Found, Unread, read_choice
from structout.errors import ConfigError
from structout.parsers.single import SingleValueOutputParser
from structout.result import RepairKind, Severity, Span

E = TypeVar("E", bound=Enum)


class EnumOutputParser(SingleValueOutputParser[E], Generic[E]):
    """Reads a member of an enum: by its value, its name, in any case, quoted or not, or named once in a sentence.

    Args:
        enum: the enum; its values may be of any type.
        max_severity: the gravest repair that is taken without an error.

    Raises:
        ConfigError: it is no enum, or one without members.
    """

    def __init__(self, enum: type[E], *, max_severity: Severity | str = Severity.TYPE) -> None:
        super().__init__(max_severity=max_severity)
        self.enum = enum
        given = cast("type[object]", enum)
        if not issubclass(given, Enum):
            raise ConfigError(
                f"expected an Enum class, found {given.__name__}; parser_for reads any other type"
            )
        self._members = list(enum)
        self._options = [str(member.value) for member in self._members]
        if not self._members:
            raise ConfigError(
                f"expected an enum with members, found {enum.__name__} without any; add the options"
            )

    @property
    def expected(self) -> str:
        """What the answer should be, for messages."""
        return f"one of {', '.join(map(repr, self._options))}"

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        # A comma inside an option would read as the end of it.
        shown = [f'"{option}"' if "," in option else option for option in self._options]
        return f"Select one of the following options: {', '.join(shown)}"

    def read(self, text: str) -> Found[E] | Unread:
        """Read the member from a text."""
        stripped = text.strip().strip("\"'`*.").removeprefix(f"{self.enum.__name__}.")
        named = self.enum.__members__.get(stripped)
        if named is not None and stripped not in self._options:
            return Found(named, Span(0, len(text)), (RepairKind.CHOICE_NAME,))
        found = read_choice(text, self._options, [member.name for member in self._members])
        return found if isinstance(found, Unread) else found.to(self._members[found.value])

    @property
    def _type(self) -> str:
        return "enum"
