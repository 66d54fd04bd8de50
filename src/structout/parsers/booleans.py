"""A completion goes in, true or false comes out."""

from __future__ import annotations

from structout.coerce import Found, Unread, Why, read_boolean, read_choice
from structout.errors import ConfigError
from structout.parsers.single import SingleValueOutputParser
from structout.result import RepairKind, Severity, Span

_EDGE = " \t\r\n.!,;:'\"`*"


class BooleanOutputParser(SingleValueOutputParser[bool]):
    """Reads true or false from the agreed word, from other words for yes and no, or from a sentence with one of them.

    Args:
        true_val: the word agreed on for true.
        false_val: the word agreed on for false.
        max_severity: the gravest repair that is taken without an error.

    Raises:
        ConfigError: the two words are empty or the same.
    """

    def __init__(
        self, true_val: str = "YES", false_val: str = "NO", *, max_severity: Severity | str = Severity.TYPE
    ) -> None:
        super().__init__(max_severity=max_severity)
        self.true_val = true_val
        self.false_val = false_val
        self._words = [true_val.strip().casefold(), false_val.strip().casefold()]
        if "" in self._words or self._words[0] == self._words[1]:
            raise ConfigError(
                f"expected two different words for true and false, found {true_val!r} and {false_val!r}; "
                "give one for each"
            )

    @property
    def expected(self) -> str:
        """What the answer should be, for messages."""
        return f"{self.true_val!r} or {self.false_val!r}"

    def get_format_instructions(self) -> str:
        """What to tell the model about the form of the answer."""
        return f"Your response should be one word, either {self.true_val} or {self.false_val}."

    def read(self, text: str) -> Found[bool] | Unread:
        """Read true or false from a text."""
        if text.strip() in (self.true_val, self.false_val):
            return Found(text.strip() == self.true_val, Span(0, len(text)))
        word = text.strip(_EDGE).casefold()
        if word in self._words:
            return Found(word == self._words[0], Span(0, len(text)), (RepairKind.BOOLEAN_WORD,))
        if all(isinstance(read_boolean(agreed), Found) for agreed in self._words):
            return self._in_order(read_boolean(text))
        found = read_choice(text, [self.true_val, self.false_val])
        if isinstance(found, Found):
            return found.to(found.value == 0)
        return self._in_order(read_boolean(text)) if found.why is Why.NONE else found

    def _in_order(self, found: Found[bool] | Unread) -> Found[bool] | Unread:
        """Where the agreed words mean the reverse of what they say, the plain meaning is not taken."""
        meant = read_boolean(self.true_val)
        if isinstance(found, Found) and isinstance(meant, Found) and not meant.value:
            return Unread(Why.AMBIGUOUS, f"only {self.expected} can be told apart here")
        return found

    @property
    def _type(self) -> str:
        return "boolean_output_parser"
