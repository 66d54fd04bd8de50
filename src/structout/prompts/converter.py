"""ConverterPromptTemplate: some of the variables of ``format`` are turned into others by a function, at each call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from pydantic import Field

from structout.errors import ConfigError, TemplateError
from structout.prompts.base import StringPromptTemplate, Values
from structout.prompts.fields import fill, names
from structout.prompts.template import check_format
from structout.result import shorten
from structout.saved import AnyPath


class ConverterPromptTemplate(StringPromptTemplate):
    """A text with ``{name}`` fields, some of which a function fills.

    ``format`` takes the converter's inputs and the other variables; the function is called once for each format,
    with its inputs alone, and what it returns wins over variables of the same name.

    Attributes:
        template: the text.
        converter: the function, from its inputs to its outputs.
        converter_input_variables: what it takes.
        converter_output_variables: what it returns, exactly.
    """

    template: str
    converter: Callable[[Values], Mapping[str, Any]] = Field(exclude=True)
    converter_input_variables: list[str]
    converter_output_variables: list[str]
    template_format: str = "f-string"
    validate_template: bool = True

    def _check(self) -> None:
        """Check the template and the variables.

        Raises:
            TemplateError: a field is not a plain name, nothing fills it, or a variable fills nothing.
        """
        check_format(self.template_format)
        fields = names(self.template)
        given = [name for name in self.input_variables if name not in self.converter_input_variables]
        if "input_variables" not in self.model_fields_set:
            given = [
                name
                for name in fields
                if name not in {*self.converter_output_variables, *self.partial_variables}
            ]
        _check_filled(fields, given, self.converter_output_variables, self.partial_variables)
        taken = [name for name in self.converter_input_variables if name not in self.partial_variables]
        self.input_variables = list(dict.fromkeys([*given, *taken]))
        super()._check()

    @property
    def _prompt_type(self) -> str:
        return "converter-prompt-template"

    def format(self, /, **kwargs: Any) -> str:
        """Call the converter and fill the variables in.

        Raises:
            MissingVariableError: a variable has no value.
            TemplateError: a value has no variable, or the converter returned something else than it declares.
        """
        values = self._values(kwargs)
        inputs = {name: values.pop(name) for name in self.converter_input_variables}
        return fill(self.template, values | self._converted(inputs))

    def _converted(self, inputs: dict[str, Any]) -> dict[str, Any]:
        outputs: Any = self.converter(inputs)
        declared = ", ".join(map(repr, self.converter_output_variables))
        match outputs:
            case {**returned} if returned.keys() == {*self.converter_output_variables}:
                return cast("dict[str, Any]", returned)
            case {**returned}:
                found = "a mapping with " + (", ".join(map(repr, returned)) or "nothing")
            case _:
                found = shorten(outputs)
        raise TemplateError(
            f"the converter should return a mapping with {declared}, as declared; found {found}"
        )

    def save(self, file_path: AnyPath, base_dir: AnyPath | None = None) -> None:
        """Refused: the converter is code.

        Raises:
            ConfigError: always.
        """
        raise ConfigError("a prompt with a converter cannot be saved: the converter is code")


def _check_filled(fields: list[str], given: list[str], outputs: list[str], bound: Mapping[str, Any]) -> None:
    empty = [name for name in fields if name not in {*given, *outputs, *bound}]
    if empty:
        raise TemplateError(
            f"Invalid prompt schema: in the template but filled by nothing: {', '.join(map(repr, empty))}"
        )
    unused = [name for name in given if name not in fields]
    if unused:
        raise TemplateError(
            f"Invalid prompt schema: declared but not in the template: {', '.join(map(repr, unused))}"
        )
