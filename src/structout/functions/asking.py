"""One call of a function: a prompt becomes steps, steps become a value, a value becomes an extraction.

No I/O here either: the steps are carried out by the drivers of the fixing floor.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from structout.errors import OutputParserException
from structout.fixing import (
    Notice,
    Policy,
    Reply,
    Request,
    Respondent,
    Situation,
    Task,
    answer_steps,
)
from structout.functions.extraction import Extraction
from structout.functions.grounding import Grounding, ground
from structout.functions.items import item_errors
from structout.functions.options import GroundingMode
from structout.llms.callbacks import Run
from structout.reprompting.fields import fields
from structout.reprompting.reading import adapter_of, read_reply
from structout.reprompting.steps import Steps
from structout.result import Attempt, JsonValue, Parsed, Problem, Usage, shorten

T = TypeVar("T")


class GroundingWarning(UserWarning):
    """A part of a value does not stand in the text that it was read from."""


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """A call that is ready to go.

    Attributes:
        name: the function's name.
        task: what is asked for.
        request: the first request.
        policy: how far to go after a wrong answer.
        respondent: the model.
        run: who is told.
        source: the input, in which the value is looked for.
        grounding: what is done about parts that do not stand in the source.
    """

    name: str
    task: Task[T]
    request: Request
    policy: Policy
    respondent: Respondent
    run: Run
    source: str
    grounding: GroundingMode = "off"


def call_steps(call: Call[T]) -> Steps[T]:
    """The steps of a call: the answer, and, where wanted, the parts of it that do not stand in the source again.

    Raises:
        OutputParserException: no answer was a value.
    """

    parsed = yield from answer_steps(call.task, call.request, call.policy, lambda notice: told(call, notice))
    if call.grounding == "fix":
        parsed = yield from _regrounded(call, parsed)
    return parsed


def told(call: Call[Any], notice: Notice) -> None:
    """Tell the handlers; and let no cache keep an answer that was refused."""
    outcome = notice.outcome
    if isinstance(outcome, OutputParserException):
        call.run.emit("on_attempt_failed", outcome, attempt=notice.attempt)
        if notice.request is not None:
            call.respondent.forget(notice.request)
        return
    for repair in outcome.repairs:
        call.run.emit("on_repair", repair, attempt=notice.attempt)


def _regrounded(call: Call[T], parsed: Parsed[T]) -> Steps[T]:
    """Ask once more for the parts that stand nowhere in the source; the better of both values is taken."""
    before = ground(parsed.value, call.source)
    request = _request_for(call, parsed, before)
    if request is None or call.policy.max_retries < 1 or call.policy.budget.refuses(parsed.attempts, request):
        return parsed
    reply: Reply = yield request
    attempt = Attempt(
        request.strategy, request.prompt.to_string(), reply.text, None, reply.usage, reply.seconds
    )
    try:
        text = request.splice(reply.text) if request.splice else reply.text
        again = read_reply(call.task, replace(reply, text=text))
    except OutputParserException as error:
        return replace(parsed, attempts=(*parsed.attempts, replace(attempt, error=str(error))))
    better = len(ground(again.value, call.source).missing) < len(before.missing)
    return replace(again if better else parsed, attempts=(*parsed.attempts, attempt))


def _request_for(call: Call[T], parsed: Parsed[T], before: Grounding) -> Request | None:
    problems = tuple(
        Problem(part.path, "what the text says, as it stands there", shorten(part.value))
        for part in before.missing
    )
    if not problems:
        return None
    partial = _plain_value(call.task, parsed.value)
    error = OutputParserException("not in the text", parsed.text, errors=problems, partial=partial)
    request = fields(Situation(call.task, parsed.text, error, parsed.attempts, "stop", call.request))
    return None if request is None else replace(request, strategy="grounding")


def _plain_value(task: Task[T], value: T) -> JsonValue:
    adapter = adapter_of(task.parser, task.tp)
    return None if adapter is None else adapter.dump_python(value, mode="json")


def extraction(call: Call[T], parsed: Parsed[T]) -> Extraction[T]:
    """The value with the account of everything, and a warning where that is wanted."""
    attempts = parsed.attempts
    usage = sum((attempt.usage for attempt in attempts), Usage())
    seconds = sum(attempt.seconds for attempt in attempts)
    done = Extraction(parsed.value, parsed, attempts, usage, seconds, call.source, item_errors(parsed))
    if call.grounding == "warn":
        warn_of_missing(call, done.grounding, depth=4)
    return done


def warn_of_missing(call: Call[Any], grounding: Grounding, *, depth: int) -> None:
    """Warn of the parts of a value that do not stand in its source.

    Args:
        call: the call.
        grounding: of its value.
        depth: how many frames there are between the user's code and this function.
    """
    if not grounding.complete:
        shown = ", ".join(f"{part.path} = {shorten(part.value)}" for part in grounding.missing)
        warnings.warn(f"{call.name}: not in the text: {shown}", GroundingWarning, stacklevel=depth + 1)
