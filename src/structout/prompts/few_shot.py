"""Prompts that show worked examples: as text, or as turns of a conversation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

from pydantic import Field

from structout.errors import TemplateError
from structout.messages import BaseMessage, ChatPromptValue, get_buffer_string
from structout.prompts.base import BasePromptTemplate, StringPromptTemplate, Values
from structout.prompts.chat import ChatPromptTemplate
from structout.prompts.fields import fill, names
from structout.prompts.template import PromptTemplate, check_declared, check_format


class ExampleSelector(Protocol):
    """Chooses the examples for a prompt by its variables."""

    def select_examples(self, input_variables: dict[str, Any]) -> list[dict[str, Any]]:
        """The examples to show."""
        ...


def _one_source(examples: Any, selector: Any) -> None:
    if (examples is None) == (selector is None):
        raise TemplateError("give one of 'examples' and 'example_selector', not both and not none")


def _chosen(examples: Any, selector: Any, values: dict[str, Any]) -> list[dict[str, Any]]:
    return selector.select_examples(values) if examples is None else examples


def _of(template: BasePromptTemplate, example: Mapping[str, Any]) -> dict[str, Any]:
    known = {*template.input_variables, *template.partial_variables}
    return {name: value for name, value in example.items() if name in known}


class FewShotPromptTemplate(StringPromptTemplate):
    """A prompt of a prefix, examples and a suffix; braces in the examples' values are data.

    Attributes:
        examples: values for ``example_prompt``, one mapping for each example.
        example_selector: chooses them at each format, instead.
        example_prompt: how an example is written.
        prefix: what stands before them, a template.
        suffix: what stands behind them, a template.
        example_separator: what stands between all of these.
    """

    examples: list[Values] | None = None
    example_selector: Any = Field(default=None, exclude=True)
    example_prompt: PromptTemplate
    suffix: str
    prefix: str = ""
    example_separator: str = "\n\n"
    template_format: str = "f-string"
    validate_template: bool = True

    def _check(self) -> None:
        """Check the templates and the variables.

        Raises:
            TemplateError: a template is not allowed, variables differ, examples come from two sources or none.
        """
        check_format(self.template_format)
        _one_source(self.examples, self.example_selector)
        found = {*names(self.prefix), *names(self.suffix)}
        inferred = sorted(found - self.partial_variables.keys())
        if "input_variables" not in self.model_fields_set or not self.validate_template:
            self.input_variables = inferred
        super()._check()
        check_declared(self.input_variables, inferred)

    @property
    def _prompt_type(self) -> str:
        return "few_shot"

    def format(self, /, **kwargs: Any) -> str:
        """Fill the variables in and write the examples."""
        values = self._values(kwargs)
        examples = _chosen(self.examples, self.example_selector, values)
        shown = [self.example_prompt.format(**_of(self.example_prompt, example)) for example in examples]
        pieces = [fill(self.prefix, values), *shown, fill(self.suffix, values)]
        return self.example_separator.join(piece for piece in pieces if piece)

    def dict(self, **kwargs: Any) -> Values:
        """The template as plain data, with its ``_type``.

        Raises:
            TemplateError: the examples come from a selector.
        """
        if self.example_selector is not None:
            raise TemplateError("a few-shot prompt with an example selector is no plain data")
        return {**super().dict(**kwargs), "example_prompt": self.example_prompt.dict()}


class FewShotChatMessagePromptTemplate(BasePromptTemplate):
    """Examples as turns of a conversation; put it into ``ChatPromptTemplate.from_messages``.

    Attributes:
        examples: values for ``example_prompt``, one mapping for each example.
        example_selector: chooses them at each format, instead.
        example_prompt: the turns of one example.
    """

    ignores_unknown: ClassVar[bool] = True

    examples: list[Values] | None = None
    example_selector: Any = Field(default=None, exclude=True)
    example_prompt: ChatPromptTemplate

    def _check(self) -> None:
        """Check that there is one source of examples.

        Raises:
            TemplateError: there are two, or none.
        """
        _one_source(self.examples, self.example_selector)
        super()._check()

    def format_messages(self, /, **kwargs: Any) -> list[BaseMessage]:
        """The turns of all examples."""
        examples = _chosen(self.examples, self.example_selector, self._values(kwargs))
        turns = [self.example_prompt.format_messages(**_of(self.example_prompt, each)) for each in examples]
        return [message for turn in turns for message in turn]

    def __add__(self, other: Any) -> ChatPromptTemplate:
        return ChatPromptTemplate([self]) + other

    def __radd__(self, other: Any) -> ChatPromptTemplate:
        return ChatPromptTemplate([other, self])

    def format_prompt(self, /, **kwargs: Any) -> ChatPromptValue:
        """The turns of all examples as a prompt."""
        return ChatPromptValue(self.format_messages(**kwargs))

    def format(self, /, **kwargs: Any) -> str:
        """The turns of all examples as ``Human: …`` lines."""
        return get_buffer_string(self.format_messages(**kwargs))
