"""PromptTemplate: a text with ``{name}`` fields."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from structout.errors import ConfigError, TemplateError
from structout.prompts.base import StringPromptTemplate
from structout.prompts.fields import escape, fill, names
from structout.saved import AnyPath, read_text


class PromptTemplate(StringPromptTemplate):
    """A prompt that is a text with ``{name}`` fields.

    Braces in values are data. Literal braces of the template are doubled.

    Attributes:
        template: the text.
        template_format: ``f-string``, the only format.
        validate_template: whether declared variables must be those of the template; without it they are taken
            from the template.
    """

    template: str
    template_format: str = "f-string"
    validate_template: bool = True

    def _check(self) -> None:
        """Check the template and the variables.

        Raises:
            TemplateError: a field is not a plain name, or declared variables are not those of the template.
            ConfigError: another template format.
        """
        check_format(self.template_format)
        inferred = [name for name in names(self.template) if name not in self.partial_variables]
        if "input_variables" not in self.model_fields_set or not self.validate_template:
            self.input_variables = inferred
        super()._check()
        check_declared(self.input_variables, inferred)
        self.input_variables = inferred

    @property
    def _prompt_type(self) -> str:
        return "prompt"

    def format(self, /, **kwargs: Any) -> str:
        """Fill the variables in.

        Raises:
            MissingVariableError: a variable has no value.
            TemplateError: a value has no variable, or the template was changed to one that is not allowed.
        """
        return fill(self.template, self._values(kwargs))

    @classmethod
    def from_template(cls, template: str, **kwargs: Any) -> Self:
        """A prompt whose variables are those found in the text."""
        return cls(template=template, **kwargs)

    @classmethod
    def from_examples(
        cls,
        examples: Iterable[str],
        suffix: str,
        input_variables: list[str],
        example_separator: str = "\n\n",
        prefix: str = "",
        **kwargs: Any,
    ) -> Self:
        """A prompt of a prefix, examples and a suffix; the examples are data, their braces stay."""
        pieces = [prefix, *map(escape, examples), suffix]
        return cls(template=example_separator.join(pieces), input_variables=input_variables, **kwargs)

    @classmethod
    def from_file(
        cls,
        template_file: AnyPath,
        input_variables: list[str] | None = None,
        *,
        base_dir: AnyPath | None = None,
        encoding: str = "utf-8",
        **kwargs: Any,
    ) -> Self:
        """A prompt whose text stands in a file.

        Args:
            template_file: the file.
            input_variables: its variables, by default those found in it.
            base_dir: the folder that must not be left.
            encoding: how the file is written.
            kwargs: other fields.

        Raises:
            ConfigError: the file cannot be read, or lies outside the folder.
        """
        if input_variables is not None:
            kwargs["input_variables"] = input_variables
        return cls(template=read_text(template_file, base_dir, encoding=encoding), **kwargs)

    def __add__(self, other: PromptTemplate | str) -> PromptTemplate:
        right = PromptTemplate(template=other) if isinstance(other, str) else other
        bound = joined_partials(self.partial_variables, right.partial_variables)
        return PromptTemplate(
            template=self.template + right.template,
            partial_variables=bound,
            output_parser=self.output_parser if right.output_parser is None else right.output_parser,
        )


def check_format(template_format: str) -> None:
    """Refuse every template format but ours.

    Raises:
        ConfigError: another format.
    """
    if template_format != "f-string":
        raise ConfigError(
            f"Unsupported template format: {template_format[:40]}; only 'f-string' is known, with plain {{name}} fields: "
            "engines with expressions can run code"
        )


def check_declared(declared: list[str], inferred: list[str]) -> None:
    """Hold declared variables against those of the template.

    Raises:
        TemplateError: they differ; names those that do.
    """
    unknown, absent = sorted({*declared} - {*inferred}), sorted({*inferred} - {*declared})
    if unknown or absent:
        parts = [
            f"declared but not in the template: {', '.join(map(repr, unknown))}" if unknown else "",
            f"in the template but not declared: {', '.join(map(repr, absent))}" if absent else "",
        ]
        raise TemplateError(
            f"Invalid prompt schema; check for mismatched or missing input parameters from {declared}: "
            f"{'; '.join(filter(None, parts))}"
        )


def joined_partials(left: dict[str, Any], right: dict[str, Any]) -> dict[str, Any]:
    """The bound values of two templates that are joined.

    Raises:
        TemplateError: both bind one variable, to different values.
    """
    twice = sorted(name for name in left.keys() & right.keys() if left[name] != right[name])
    if twice:
        raise TemplateError(f"Cannot have same variable partialed twice: {', '.join(map(repr, twice))}")
    return {**left, **right}
