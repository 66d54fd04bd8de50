"""The prompt of an agent: its parts put together, tools and their names as data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from structout.agents.tools import Tool
from structout.errors import ConfigError
from structout.prompts import BasePromptTemplate, FewShotPromptTemplate, PromptTemplate
from structout.prompts.fields import escape, fill

SCRATCHPAD: Final = "agent_scratchpad"
"""The variable of the steps so far."""


def agent_prompt(
    tools: Iterable[Tool],
    *,
    prefix: str,
    format_instructions: str,
    suffix: str,
    bullet: str,
    input_variables: list[str] | None,
    **slots: str,
) -> PromptTemplate:
    """The prompt of an agent: prefix, tools, format instructions and suffix, with an empty line between.

    Args:
        tools: the tools.
        prefix: what stands before them, a template.
        format_instructions: how a step is written: a template with ``tool_names`` and the slots.
        suffix: what stands at the end, a template.
        bullet: what stands before each tool.
        input_variables: the variables, by default those of prefix and suffix.
        slots: values for the format instructions.

    Raises:
        TemplateError: a field is no plain name, or the format instructions have one that is no slot.
    """
    listed = list(tools)
    lines = "\n".join(f"{bullet}{each.name}: {each.usage}" for each in listed)
    filled = fill(format_instructions, {"tool_names": ", ".join(each.name for each in listed), **slots})
    # Braces of descriptions and of filled-in instructions are data: they must not become variables.
    template = "\n\n".join([prefix, escape(lines), escape(filled), suffix])
    declared: dict[str, Any] = {} if input_variables is None else {"input_variables": input_variables}
    return PromptTemplate(template=template, **declared)


def refuse_unknown(arguments: Iterable[str]) -> None:
    """Refuse arguments that nothing takes, so that a slip of the pen is seen.

    Raises:
        ConfigError: there are some.
    """
    names = ", ".join(map(repr, sorted(arguments)))
    if names:
        raise ConfigError(f"neither the agent nor its prompt takes {names}")


def with_scratchpad(prompt: BasePromptTemplate) -> BasePromptTemplate:
    """The prompt with a place for the steps so far at its end.

    Raises:
        ConfigError: the prompt is of a kind that none can be added to.
    """
    place = "\n{" + SCRATCHPAD + "}"
    names = [*prompt.input_variables, SCRATCHPAD]
    match prompt:
        case PromptTemplate():
            return prompt.model_copy(update={"template": prompt.template + place, "input_variables": names})
        case FewShotPromptTemplate():
            return prompt.model_copy(update={"suffix": prompt.suffix + place, "input_variables": names})
        case _:
            raise ConfigError(f"the prompt, a {type(prompt).__name__}, needs the variable {SCRATCHPAD!r}")
