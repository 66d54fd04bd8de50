"""Functions of 2023 over the text of a template, and the words of its errors."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import Any

from structout.errors import ConfigError, TemplateError
from structout.prompts.fields import MissingVariableError, fill, names
from structout.prompts.template import check_declared, check_format

_OLD_WORDS = {
    "an empty field": "Invalid prompt schema; check for mismatched or missing input parameters from ['']",
    "attributes and indexes": "Variable names cannot contain attribute access or indexing",
    "a format specification": "Nested replacement fields are not allowed, nor other format specifications",
}


@contextmanager
def old_words() -> Generator[None]:
    """Errors about the fields of a template begin with the words that old code looks for."""
    try:
        yield
    except TemplateError as error:
        begin = next((words for ours, words in _OLD_WORDS.items() if f": {ours}" in str(error)), None)
        raise error if begin is None else TemplateError(f"{begin}: {error}") from error


def get_template_variables(template: str, template_format: str) -> list[str]:
    """The variables of a template, in alphabetical order.

    Raises:
        ConfigError: another format than ``f-string``.
        TemplateError: there is more in a field than a name.
    """
    check_format(template_format)
    with old_words():
        return names(template)


def check_valid_template(template: str, template_format: str, input_variables: Iterable[str]) -> None:
    """Hold declared variables against those of a template.

    Raises:
        ConfigError: another format than ``f-string``.
        TemplateError: there is more in a field than a name, or the variables differ.
    """
    check_declared([*input_variables], get_template_variables(template, template_format))


_NO_ARGUMENTS = "No arguments should be provided, everything should be passed as keyword arguments."


class _Formatter:
    """Fills plain ``{name}`` fields by keyword."""

    def format(self, format_string: str, /, *args: Any, **kwargs: Any) -> str:
        """Put the values in; ``args`` must be empty.

        Raises:
            ConfigError: there are ``args``.
            TemplateError: there is more in a field than a name.
        """
        if args:
            raise ConfigError(_NO_ARGUMENTS)
        try:
            return fill(format_string, kwargs)
        except MissingVariableError:
            raise
        except TemplateError as error:
            raise TemplateError(f"Invalid format specifier or name: {error}") from error

    def vformat(self, format_string: str, args: Any, kwargs: Mapping[str, Any]) -> str:
        """Put the values in; ``args`` must be empty."""
        if args:
            raise ConfigError(_NO_ARGUMENTS)
        return fill(format_string, kwargs)


formatter = _Formatter()
"""Fills plain ``{name}`` fields by keyword; attributes, indexes and format specifications are refused."""
