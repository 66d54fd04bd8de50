"""Entity memory: what was said about somebody comes back when they are named again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from pydantic import Field

from structout.errors import ConfigError, MissingExtraError
from structout.memory.base import BaseMemory, input_key, said
from structout.result import shorten

Finder: TypeAlias = "Callable[[str], Iterable[str]]"
"""Finds the entities that a text names."""


@cache
def _capitalised() -> re.Pattern[str]:
    return re.compile(r"\b[A-ZÀ-ÖØ-Þ][\w'’-]*+(?: [A-ZÀ-ÖØ-Þ][\w'’-]*+)*+")


# Words that begin sentences, and are capitalised for that alone.
_NO_NAMES = frozenset(
    """A About After All Also Although Always An And Any Are As At Because Before But By Can Could Did Do Does Each
    Every Everyone Few For From Had Has Have He Hello Her Here Hers Hi His How However I I'm I'd I'll I've If In Is It
    Its It's Let Let's Many May Maybe Might More Most Much Must My Never No None Not Nothing Now Of Often On Once One
    Only Or Our Perhaps Please Several Shall She Should Since So Some Somebody Someone Something Sometimes Still Such
    Tell Thank Thanks That That's The Their Then There These They This Those Though Thus Till To Today Tomorrow Too
    Under Until Us Very Was We Were What What's When Where Which While Who Who's Whom Whose Why Will With Would Yes
    Yesterday Yet You Your""".split()
)


def capitalised_names(text: str) -> list[str]:
    """The names in a text, as far as capital letters tell: runs of capitalised words, without function words.

    >>> capitalised_names("What does Harrison Chase think of New York?")
    ['Harrison Chase', 'New York']
    """
    runs = (
        [word for word in run.split(" ") if word not in _NO_NAMES] for run in _capitalised().findall(text)
    )
    return [re.sub(r"['’]s\Z", "", " ".join(words)) for words in runs if words]


def finder_of(nlp: Callable[[str], Any]) -> Finder:
    """A finder from anything that gives a document with ``ents``, as spaCy does."""

    def find(text: str) -> list[str]:
        return [str(entity) for entity in nlp(text).ents]

    return find


def spacy_finder(model: str = "en_core_web_sm") -> Finder:
    """A finder that uses a spaCy model, which must be installed.

    Raises:
        MissingExtraError: spaCy is not installed.
        ConfigError: the model is not.
    """
    try:
        spacy: Any = import_module("spacy")
    except ImportError as error:
        raise MissingExtraError("spacy", "Finding entities with spaCy") from error
    try:
        return finder_of(spacy.load(model))
    except OSError as error:
        raise ConfigError(
            f"spaCy has no model {model!r}: `python -m spacy download {model}` gets it"
        ) from error


class EntityMemory(BaseMemory):
    """Remembers what the user said about each entity, and gives it back when the entity is named again.

    Attributes:
        finder: finds the entities in a text; by capital letters where not given.
        entities: what was said about each, a line for each text.
        memory_key: the variable that this memory gives to prompts.
        input_key: the input that holds the user's words; by default the only one.
    """

    finder: Finder = Field(default=capitalised_names, exclude=True, repr=False)
    entities: dict[str, str] = Field(default_factory=dict)
    memory_key: str = "entities"
    input_key: str | None = None

    @property
    def memory_variables(self) -> list[str]:
        """The one variable."""
        return [self.memory_key]

    def _text(self, inputs: dict[str, Any]) -> str:
        return said(inputs, self.input_key or input_key(inputs, self.memory_variables))

    def _named_in(self, text: str) -> list[str]:
        found: list[object] = list(self.finder(text))
        other = [each for each in found if not isinstance(each, str)]
        if other:
            raise ConfigError(
                f"the finder should give texts; found {shorten(other[0])}: finder_of() makes one of a spaCy pipeline"
            )
        return list(dict.fromkeys(map(str, found)))

    def load_memory_variables(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """What was said about the entities that the input names; each line once."""
        named = self._named_in(self._text(inputs))
        known = [self.entities[name] for name in named if name in self.entities]
        lines = dict.fromkeys(line for said_of in known for line in said_of.split("\n"))
        return {self.memory_key: "\n".join(lines)}

    def save_context(self, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Keep the input for each of the entities that it names."""
        text = self._text(inputs)
        for name in self._named_in(text):
            before = self.entities.get(name)
            self.entities[name] = text if before is None else f"{before}\n{text}"

    def clear(self) -> None:
        """Forget every entity."""
        self.entities.clear()
