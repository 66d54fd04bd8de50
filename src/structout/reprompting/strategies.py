"""Ways to write the next request: each a function from what went wrong to what to ask, or to None.

None of them lets the conversation grow: a request shows at most the last answer, whatever came before.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast

from structout.errors import ConfigError, FailureKind, OutputParserException
from structout.prompts import BasePromptTemplate
from structout.reprompting.fields import fields
from structout.reprompting.prompts import (
    NAIVE_FIX_PROMPT,
    RETRY_PROMPT,
    RETRY_WITH_ERROR_PROMPT,
    framed,
    short as short_prompt,
    worked,
)
from structout.reprompting.task import Request, Situation, Strategy

Situated: TypeAlias = Situation[Any]

Delimiter: TypeAlias = "str | None"

RESAMPLE_TEMPERATURE: Final = 0.7
"""First attempts run at temperature 0; it is raised only to draw another answer to the same request."""


def from_template(
    template: BasePromptTemplate, name: str, variables: Sequence[str], *, delimiter: Delimiter = None
) -> Strategy:
    """A strategy that fills a template with what went wrong.

    Args:
        template: a template of some of ``variables``.
        name: the strategy's name.
        variables: of ``instructions``, ``prompt``, ``completion`` and ``error``, those that it may use.
        delimiter: ``"random"`` frames the completion and the error with a marker drawn for each call.

    Raises:
        ConfigError: the template has another variable, or the delimiter is unknown.
    """
    unknown = [variable for variable in template.input_variables if variable not in variables]
    if unknown:
        known = ", ".join(variables)
        raise ConfigError(f"the prompt of {name!r} can use {known}; found {', '.join(unknown)}")
    if delimiter not in (None, "random"):
        raise ConfigError(f"delimiter must be None or 'random'; got {delimiter!r}")

    def strategy(situation: Situated) -> Request | None:
        if "prompt" in template.input_variables and situation.task.prompt is None:
            return None
        inputs = {variable: _VALUES[variable](situation) for variable in variables}
        if delimiter == "random":
            inputs = framed(inputs)
        used = {variable: inputs[variable] for variable in template.input_variables}
        return Request(template.format_prompt(**used), name, dict(situation.task.options), used)

    return strategy


def _prompt_text(situation: Situated) -> str:
    return "" if situation.task.prompt is None else situation.task.prompt.to_string()


def _shown(error: OutputParserException) -> str:
    """The error's repr, as NAIVE_FIX has it, without advice to the program's author."""
    return f"{type(error).__name__}({error.for_model()!r})"


_VALUES: Mapping[str, Callable[[Situated], str]] = {
    "instructions": lambda situation: situation.task.instructions,
    "prompt": _prompt_text,
    "completion": lambda situation: situation.completion,
    "error": lambda situation: _shown(situation.error),
}

naive: Final = from_template(NAIVE_FIX_PROMPT, "naive", ("instructions", "completion", "error"))
"""NAIVE_FIX: the instructions, the refused answer and the error."""

retry: Final = from_template(RETRY_PROMPT, "retry", ("prompt", "completion"), delimiter="random")
"""The request and the refused answer, in a frame that it cannot close."""

retry_with_error: Final = from_template(
    RETRY_WITH_ERROR_PROMPT, "retry_with_error", ("prompt", "completion", "error"), delimiter="random"
)
"""The request, and in a frame that they cannot close the refused answer and the error."""


def short(situation: Situated) -> Request | None:
    """The compact type, the text to read and the error in one line."""
    task = situation.task
    if not task.source and task.prompt is None:
        return None
    return Request(short_prompt(task, situation.error), "short", dict(task.options))


def again(situation: Situated) -> Request | None:
    """The request once more, in the style that works best; the refused answer is not shown."""
    task = situation.task
    if not task.source and task.prompt is None:
        return None
    return Request(worked(task), "again", dict(task.options))


def constrained(situation: Situated) -> Request | None:
    """``again``, with the schema enforced by the model's server."""
    task = situation.task
    request = again(situation)
    if request is None or not task.constrains or task.schema is None:
        return None
    schema = {"structured": "json_schema", "schema": task.schema}
    return replace(request, strategy="constrained", options={**request.options, **schema})


def auto(situation: Situated) -> Request | None:
    """The cheapest strategy that can work for this model and this error and was not tried yet.

    Once all were tried, the best of them is asked for another sample. A model that declined is not pressed.
    """
    if situation.finish_reason in ("refusal", "content_filter"):
        return None
    offers = [offer for offer in map(_offer(situation), _LADDER) if offer is not None]
    fresh = [
        offer for offer in offers if offer.strategy not in situation.tried and not _asked(situation, offer)
    ]
    if fresh:
        return fresh[0]
    return resampled(offers[0], len(situation.attempts)) if offers else None


def _asked(situation: Situated, offer: Request) -> bool:
    """Whether this very prompt was sent before, so that it would only be answered the same."""
    prompt = offer.prompt.to_string()
    return "schema" not in offer.options and any(attempt.prompt == prompt for attempt in situation.attempts)


def _offer(situation: Situated) -> Callable[[Strategy], Request | None]:
    return lambda strategy: strategy(situation)


def _sure_fields(situation: Situated) -> Request | None:
    return fields(situation) if situation.error.kind is FailureKind.INVALID else None


def _again_with_example(situation: Situated) -> Request | None:
    return again(situation) if situation.task.examples else None


def _naive_without_request(situation: Situated) -> Request | None:
    task = situation.task
    return naive(situation) if not task.source and task.prompt is None else None


_LADDER: tuple[Strategy, ...] = (
    _sure_fields, constrained, _again_with_example, short, again, _naive_without_request,
)  # fmt: skip


def resampled(request: Request, seed: int) -> Request:
    """The same request for another sample: temperature raised, seed given."""
    return replace(request, options={**request.options, "temperature": RESAMPLE_TEMPERATURE, "seed": seed})


STRATEGIES: Mapping[str, Strategy] = MappingProxyType(
    {
        "naive": naive,
        "retry": retry,
        "retry_with_error": retry_with_error,
        "short": short,
        "again": again,
        "constrained": constrained,
        "fields": fields,
        "auto": auto,
    }
)
"""The strategies by name."""

Fix: TypeAlias = "str | Strategy | Sequence[str | Strategy]"
"""A strategy by name, one of your own, or several that take turns."""


def strategy_of(fix: Fix) -> Strategy:
    """Find a strategy.

    Args:
        fix: a name in ``STRATEGIES``, a function of your own, or a sequence of them: the first one writes the
            first re-prompt, the second the second, the last one all that follow.

    Raises:
        ConfigError: no strategy has that name.
    """
    if inspect.iscoroutinefunction(fix):
        raise ConfigError(
            "a strategy is a plain function: it writes the next request, and others wait for the answer"
        )
    if callable(fix):
        return fix
    if isinstance(fix, str):
        if fix not in STRATEGIES:
            raise ConfigError(f"fix must be one of {', '.join(STRATEGIES)}, or a function; got {fix!r}")
        return STRATEGIES[fix]
    if not isinstance(cast("object", fix), Sequence):
        raise ConfigError(f"fix must be a name, a function or a sequence of them; got {fix!r}")
    turns = [strategy_of(each) for each in fix]
    if not turns:
        raise ConfigError("fix is an empty sequence: give a strategy, or max_retries=0")
    return lambda situation: turns[min(len(situation.attempts), len(turns)) - 1](situation)
