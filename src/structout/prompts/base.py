"""What all prompt templates share: variables, values bound beforehand, and the checks on both."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Self, TypeAlias

from pydantic import ConfigDict, Field

from structout.checked import CheckedModel
from structout.errors import ConfigError, TemplateError
from structout.messages import PromptValue, StringPromptValue
from structout.pipes import Config, Step
from structout.prompts.fields import listed, missing
from structout.result import shorten
from structout.saved import AnyPath, write_saved

# In classes with a method `dict` the type has to go by another name.
Values: TypeAlias = dict[str, Any]


class BasePromptTemplate(CheckedModel, Step, ABC):
    """A prompt with variables.

    Attributes:
        input_variables: the variables that ``format`` must be given.
        partial_variables: values bound beforehand; a callable without arguments is called at each format.
        output_parser: reads the completion, for chains.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")

    ignores_unknown: ClassVar[bool] = False
    """Whether ``format`` passes over variables that the template does not have; by default they are an error."""

    input_variables: list[str] = Field(default_factory=list)
    partial_variables: Values = Field(default_factory=Values)
    output_parser: Any = Field(default=None, exclude=True)

    def _check(self) -> None:
        """Check the variables.

        Raises:
            TemplateError: a variable is both an input and bound beforehand.
        """
        both = sorted({*self.input_variables} & {*self.partial_variables})
        if both:
            raise TemplateError(
                f"Found overlapping input and partial variables: {', '.join(map(repr, both))}; "
                "a variable is one or the other"
            )

    @abstractmethod
    def format_prompt(self, /, **kwargs: Any) -> PromptValue:
        """Fill the variables in.

        Raises:
            MissingVariableError: a variable has no value.
            TemplateError: a value has no variable.
        """

    @abstractmethod
    def format(self, /, **kwargs: Any) -> str:
        """Fill the variables in and write the prompt as text."""

    async def aformat_prompt(self, /, **kwargs: Any) -> PromptValue:
        """``format_prompt`` for callers that await; nothing is waited for."""
        return self.format_prompt(**kwargs)

    async def aformat(self, /, **kwargs: Any) -> str:
        """``format`` for callers that await; nothing is waited for."""
        return self.format(**kwargs)

    @property
    def _prompt_type(self) -> str:
        raise NotImplementedError(f"{type(self).__name__} has no _prompt_type")

    def _values(self, given: Mapping[str, Any]) -> Values:
        """Given values and bound ones, checked; given ones win."""
        absent = [name for name in self.input_variables if name not in given]
        if absent:
            raise missing(absent, given)
        if not self.ignores_unknown:
            self._known(given)
        bound = {name: value for name, value in self.partial_variables.items() if name not in given}
        return {name: value() if callable(value) else value for name, value in bound.items()} | dict(given)

    def _known(self, given: Mapping[str, Any]) -> None:
        """Refuse variables that the template does not have."""
        known = {*self.input_variables, *self.partial_variables, *self.optional_variables}
        unknown = given.keys() - known
        if unknown:
            raise TemplateError(f"unknown variables {listed(unknown)}; the template has {listed(known)}")

    @property
    def optional_variables(self) -> frozenset[str]:
        """Variables that may be left out."""
        return frozenset()

    def partial(self, /, **kwargs: Any) -> Self:
        """A copy with some variables bound: to values, or to callables that are called at each format.

        Raises:
            TemplateError: the template has no such variable.
        """
        self._known(kwargs)
        left = [name for name in self.input_variables if name not in kwargs]
        bound = {**self.partial_variables, **kwargs}
        return self.model_copy(update={"input_variables": left, "partial_variables": bound})

    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> PromptValue:
        """Fill the variables in: from a mapping, or the only one from any other value.

        Raises:
            MissingVariableError: a variable has no value.
            TypeError: a value that is no mapping, for several variables.
        """
        match value:
            case {**given}:
                known = {*self.input_variables, *self.partial_variables, *self.optional_variables}
                return self.format_prompt(**{name: given[name] for name in given if name in known})
            case _ if len(self.input_variables) == 1:
                return self.format_prompt(**{self.input_variables[0]: value})
            case _:
                raise TypeError(f"expected a mapping with {self.input_variables}, found {shorten(value)}")

    def dict(self, **kwargs: Any) -> Values:
        """The template as plain data, with its ``_type``."""
        return {**self.model_dump(**kwargs), "_type": self._prompt_type}

    def save(self, file_path: AnyPath, base_dir: AnyPath | None = None) -> None:
        """Write the template to a JSON or YAML file; ``load_prompt`` reads it back.

        Args:
            file_path: the file, ``.json`` or ``.yaml``.
            base_dir: the folder that must not be left.

        Raises:
            ConfigError: something in the template is no plain data, or the path is not allowed.
        """
        if self.output_parser is not None:
            raise ConfigError(
                "a prompt with an output parser cannot be saved: save it without, and give the parser after loading"
            )
        if any(not isinstance(value, str) for value in self.partial_variables.values()):
            raise ConfigError(
                "Cannot save prompt with partial variables that are no texts: give them after loading"
            )
        write_saved(file_path, self.dict(), base_dir)


class StringPromptTemplate(BasePromptTemplate):
    """A prompt that is a text; a subclass writes ``format``."""

    def format_prompt(self, /, **kwargs: Any) -> PromptValue:
        """Fill the variables in."""
        return StringPromptValue(self.format(**kwargs))
