"""Prompts that are made of prompts, and selectors of examples, by their old names."""

from __future__ import annotations

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from structout import prompts
from structout.compat.langchain.prompts import FewShotPromptTemplate, Tolerant
from structout.errors import TemplateError
from structout.messages import PromptValue
from structout.prompts.base import BasePromptTemplate, StringPromptTemplate

# In classes with a method `dict` the type has to go by another name.
Values: TypeAlias = dict[str, Any]


class BaseExampleSelector(ABC):
    """Base for selectors of your own: a subclass writes ``add_example`` and ``select_examples``."""

    @abstractmethod
    def add_example(self, example: Values) -> Any:
        """Take one example more."""

    @abstractmethod
    def select_examples(self, input_variables: Values) -> list[Values]:
        """The examples to show for a prompt with these variables."""

    async def aadd_example(self, example: Values) -> Any:
        """``add_example`` for callers that await; in a thread."""
        return await asyncio.to_thread(self.add_example, example)

    async def aselect_examples(self, input_variables: Values) -> list[Values]:
        """``select_examples`` for callers that await; in a thread."""
        return await asyncio.to_thread(self.select_examples, input_variables)


def _words(text: str) -> int:
    return len(re.split(r"[\n ]", text))


class LengthBasedExampleSelector(BaseModel, BaseExampleSelector):
    """As many examples, from the first on, as there is room for.

    Attributes:
        examples: values for ``example_prompt``, one mapping for each example.
        example_prompt: how an example is written.
        get_text_length: the length of a text; by default the number of words.
        max_length: the length of the variables' values and the examples together.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="ignore")

    examples: list[Values]
    example_prompt: prompts.PromptTemplate
    get_text_length: Callable[[str], int] = _words
    max_length: int = 2048

    def add_example(self, example: Values) -> None:
        """Take one example more, as the last."""
        self.examples.append(example)

    def select_examples(self, input_variables: Values) -> list[Values]:
        """The examples that there is room for."""
        left = self.max_length - self.get_text_length(" ".join(map(str, input_variables.values())))
        chosen: list[Values] = []
        for example in self.examples:
            left -= self.get_text_length(self.example_prompt.format(**example))
            if left < 0:
                break
            chosen.append(example)
        return chosen


class FewShotPromptWithTemplates(Tolerant, StringPromptTemplate):
    """Examples between two prompts.

    Attributes:
        examples: values for ``example_prompt``, one mapping for each example.
        example_selector: chooses them at each format, instead.
        example_prompt: how an example is written.
        prefix: what stands before them.
        suffix: what stands behind them.
        example_separator: what stands between all of these.
        validate_template: hold ``input_variables`` against the templates.
    """

    counts_as: ClassVar[Any] = StringPromptTemplate

    examples: list[Values] | None = None
    example_selector: Any = Field(default=None, exclude=True)
    example_prompt: prompts.PromptTemplate
    suffix: StringPromptTemplate
    prefix: StringPromptTemplate | None = None
    example_separator: str = "\n\n"
    template_format: str = "f-string"
    validate_template: bool = False

    _between: FewShotPromptTemplate = PrivateAttr()

    def _check(self) -> None:
        """Check the variables, and that there is one source of examples.

        Raises:
            TemplateError: declared variables are not those of the prompts, or examples come from two sources or none.
        """
        found = {name for prompt in self._around() for name in prompt.input_variables}
        needed = sorted(found - self.partial_variables.keys())
        if self.validate_template and sorted(self.input_variables) != needed:
            raise TemplateError(
                f"Got input_variables={self.input_variables}, but based on prefix/suffix expected {needed}"
            )
        self.input_variables = needed
        self._between = FewShotPromptTemplate(
            prefix="" if self.prefix is None else "{prefix_}",
            suffix="{suffix_}",
            **{name: getattr(self, name) for name in _OF_EXAMPLES},
        )
        super()._check()

    def _around(self) -> list[StringPromptTemplate]:
        return [self.suffix] if self.prefix is None else [self.prefix, self.suffix]

    @property
    def _prompt_type(self) -> str:
        return "few_shot_with_templates"

    def _filled(self, given: Mapping[str, Any]) -> Values:
        values = self._values(given)
        prefix = "" if self.prefix is None else self.prefix.format(**values)
        return {**values, "prefix_": prefix, "suffix_": self.suffix.format(**values)}

    def format(self, /, **kwargs: Any) -> str:
        """Fill the variables in and write the examples."""
        return self._between.format(**self._filled(kwargs))

    async def aformat(self, /, **kwargs: Any) -> str:
        """``format`` for callers that await: an example selector may have ``aselect_examples``."""
        return await self._between.aformat(**self._filled(kwargs))


_OF_EXAMPLES = ("examples", "example_selector", "example_prompt", "example_separator", "template_format")


class PipelinePromptTemplate(BasePromptTemplate):
    """A prompt some of whose variables are other prompts.

    Attributes:
        final_prompt: the prompt that comes out.
        pipeline_prompts: names of its variables, each with the prompt that is filled in there; a later one may use
            an earlier one.
    """

    model_config = ConfigDict(extra="ignore")

    final_prompt: BasePromptTemplate
    pipeline_prompts: list[tuple[str, BasePromptTemplate]]

    def _check(self) -> None:
        """Find the variables that are left."""
        made = {name for name, _ in self.pipeline_prompts}
        all_prompts = [prompt for _, prompt in self.pipeline_prompts] + [self.final_prompt]
        found = {name for prompt in all_prompts for name in prompt.input_variables}
        self.input_variables = sorted(found - made - self.partial_variables.keys())
        super()._check()

    @property
    def _prompt_type(self) -> str:
        return "pipeline"

    def _known(self, given: Mapping[str, Any]) -> None:
        """Let every variable pass."""

    def format_prompt(self, /, **kwargs: Any) -> PromptValue:
        """Fill the variables in."""
        values = self._values(kwargs)
        for name, prompt in self.pipeline_prompts:
            values[name] = _made(prompt, _needed(prompt, values))
        return self.final_prompt.format_prompt(**_needed(self.final_prompt, values))

    def format(self, /, **kwargs: Any) -> str:
        """Fill the variables in and write the prompt as text."""
        return self.format_prompt(**kwargs).to_string()


def _needed(prompt: BasePromptTemplate, values: Mapping[str, Any]) -> Values:
    return {name: values[name] for name in prompt.input_variables if name in values}


def _made(prompt: BasePromptTemplate, values: Values) -> Any:
    filled = prompt.format_prompt(**values)
    return filled.to_messages() if isinstance(prompt, prompts.ChatPromptTemplate) else filled.to_string()
