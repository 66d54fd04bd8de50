"""The re-prompting loop without I/O: requests come out, replies go in, the value or all the evidence comes back.

One generator serves every fixing parser and every typed function, sync and async.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

from structout.errors import ConfigError, FailureKind, OutputParserException, StructoutError
from structout.instructions import estimate_tokens
from structout.messages import PromptValue
from structout.reprompting.reading import read_reply
from structout.reprompting.task import ABSENT, Reply, Request, Situation, Strategy, Task
from structout.reprompting.truncated import longer, rest
from structout.result import Attempt, Parsed, Usage, shorten

T = TypeVar("T")

OnTruncation: TypeAlias = Literal["raise", "again", "continue"]


Steps: TypeAlias = Generator[Request, Reply, Parsed[T]]
"""Yields requests, is sent replies, returns the parsed value."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a value may cost, the first call included.

    Attributes:
        attempts: calls to the model.
        tokens: prompt and completion tokens together.
        seconds: time spent in calls.
    """

    attempts: int | None = None
    tokens: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name in ("attempts", "tokens", "seconds"):
            limit = getattr(self, name)
            if limit is not None and limit < 0:
                raise ConfigError(f"Budget {name} must not be negative; got {limit!r}")

    def refuses(self, attempts: tuple[Attempt, ...], request: Request) -> str | None:
        """Say why the next call would go over the budget, or ``None`` where it would not."""
        calls = sum(1 for attempt in attempts if attempt.prompt)
        if self.attempts is not None and calls >= self.attempts:
            return f"the budget of {self.attempts} {'call' if self.attempts == 1 else 'calls'} is used up"
        spent = sum((attempt.usage for attempt in attempts), Usage()).total_tokens
        if self.tokens is not None and spent + estimate_tokens(request.prompt.to_string()) > self.tokens:
            return f"the next prompt would go over the budget of {self.tokens} tokens ({spent} spent)"
        seconds = sum(attempt.seconds for attempt in attempts)
        if self.seconds is not None and seconds >= self.seconds:
            return f"the budget of {self.seconds:g} seconds is used up"
        return None


@dataclass(frozen=True, slots=True)
class Policy:
    """How far the loop goes.

    Attributes:
        strategy: writes the next request.
        max_retries: calls after the first answer; 0 means none.
        budget: what all calls together may cost.
        on_truncation: what happens to an answer that the token limit cut off: an error, the same request
            with twice the room, or a request for the rest of the list.
        stop_on_repeat: whether the same answer to the same kind of request ends the loop.
    """

    strategy: Strategy
    max_retries: int = 1
    budget: Budget = Budget()
    on_truncation: OnTruncation = "raise"
    stop_on_repeat: bool = True

    def __post_init__(self) -> None:
        if self.max_retries < 0:
            raise ConfigError(f"max_retries must be 0 or more; got {self.max_retries!r}")


class RetryError(OutputParserException):
    """No answer of several gave a value; ``attempts`` has them all and ``__cause__`` is the last refusal."""

    @property
    def last_completion(self) -> str:
        """The answer that came last."""
        return self.llm_output

    @property
    def failures(self) -> tuple[str, ...]:
        """Why each attempt was refused, first to last."""
        return tuple(attempt.error or "" for attempt in self.attempts)


@runtime_checkable
class Stepping(Protocol):
    """A parser that asks again itself: its requests are carried by whoever carries those of the whole."""

    def steps(self, text: str, prompt: PromptValue | None, finish_reason: str | None) -> Steps[Any]:
        """Read the completion, asking again where that fails."""
        ...


@dataclass(frozen=True, slots=True)
class Notice:
    """An answer that was read.

    Attributes:
        attempt: what was asked and what came back.
        outcome: the value, or the refusal.
        request: the request, ``None`` for an answer that was handed in.
        finish_reason: why the model stopped, where known.
    """

    attempt: Attempt
    outcome: Parsed[Any] | OutputParserException
    request: Request | None = None
    finish_reason: str | None = None


Listener: TypeAlias = Callable[[Notice], None]
"""Is told of each answer that was read."""


def answer_steps(
    task: Task[T], request: Request, policy: Policy, listener: Listener | None = None
) -> Steps[T]:
    """Ask for an answer, then re-prompt until it is a value.

    Yields:
        each request to send.

    Returns:
        the parsed value with all attempts.

    Raises:
        ConfigError: the budget does not allow the first call.
        OutputParserException: no answer was a value (``RetryError`` where the model was asked again).
    """
    reason = policy.budget.refuses((), request)
    if reason is not None:
        raise ConfigError(f"no call was made: {reason}")
    reply = yield request
    return (yield from fix_steps(task, reply, policy, request=request, listener=listener))


def fix_steps(
    task: Task[T],
    reply: Reply,
    policy: Policy,
    *,
    request: Request | None = None,
    listener: Listener | None = None,
    refusal: OutputParserException | None = None,
) -> Steps[T]:
    """Read an answer, and re-prompt until one is a value.

    Args:
        task: what was asked for, and the parser that reads the answers.
        reply: the answer at hand.
        policy: how far to go.
        request: what was asked to get it, ``None`` where the answer was handed in.
        listener: is told of each answer that was read.
        refusal: why the answer at hand is no value, where it was read already, as it came.

    Yields:
        each request to send.

    Returns:
        the parsed value with all attempts.

    Raises:
        OutputParserException: no answer was a value (``RetryError`` where the model was asked again).
    """
    attempts: tuple[Attempt, ...] = ()
    retries = 0
    while True:
        reply, outcome = (reply, refusal) if refusal else (yield from _read(task, reply, request))
        refusal = None
        attempts += (_attempt(request, reply, outcome),)
        if listener is not None:
            listener(Notice(attempts[-1], outcome, request, reply.finish_reason))
        if isinstance(outcome, Parsed):
            # A parser that asks for itself has made attempts of its own, the first of them the answer at hand.
            return replace(outcome, attempts=(*attempts, *outcome.attempts[1:]))
        situation = Situation(task, reply.text, outcome, attempts, reply.finish_reason, request)
        following = _next(situation, policy, retries)
        if isinstance(following, str):
            raise _given_up(situation, following, retries) from _cause(outcome, retries)
        request = following
        retries += 1
        reply = yield request


def _read(
    task: Task[T], reply: Reply, request: Request | None
) -> Generator[Request, Reply, tuple[Reply, Parsed[T] | OutputParserException]]:
    """The value or the refusal, beside the reply with the text that was read at last."""
    try:
        if request is not None and request.splice and reply.value is ABSENT:
            reply = replace(reply, text=request.splice(reply.text))
        if isinstance(task.parser, Stepping) and reply.value is ABSENT:
            return reply, (yield from task.parser.steps(reply.text, task.prompt, reply.finish_reason))
        return reply, read_reply(task, reply)
    except OutputParserException as error:
        return reply, error
    except StructoutError:
        raise
    except ValueError as error:
        # A parser of the user's own may refuse with a plain ValueError; that is a wrong answer as well.
        refusal = OutputParserException(str(error), reply.text)
        refusal.__cause__ = error
        return reply, refusal


def _attempt(request: Request | None, reply: Reply, outcome: Parsed[Any] | OutputParserException) -> Attempt:
    return Attempt(
        strategy="first" if request is None else request.strategy,
        prompt="" if request is None else request.prompt.to_string(),
        completion=reply.text,
        error=str(outcome) if isinstance(outcome, OutputParserException) else None,
        usage=reply.usage,
        seconds=reply.seconds,
    )


def _next(situation: Situation[Any], policy: Policy, retries: int) -> Request | str:
    """The next request, or why there is none."""
    if retries >= policy.max_retries:
        return _no_more(policy.max_retries)
    if situation.cut and policy.on_truncation == "raise":
        return "the answer was cut off by the token limit; a repetition would be cut off too"
    request = (_LONGER[policy.on_truncation] if situation.cut else policy.strategy)(situation)
    if request is None:
        return _NOTHING_LEFT
    _check_request(request)
    if policy.stop_on_repeat and _repeats(situation, request):
        return "the same answer came back"
    return policy.budget.refuses(situation.attempts, request) or request


def _check_request(request: object) -> None:
    if not isinstance(request, Request):
        raise ConfigError(
            f"a strategy must return a Request, or None where it has nothing to offer; found {shorten(request)}"
        )


def _no_more(retries: int) -> str:
    return f"max_retries={retries}"


_NOTHING_LEFT = "no strategy has anything to try that fits the model and the error"
_LONGER: Mapping[OnTruncation, Strategy] = {"again": longer, "continue": rest}


def _repeats(situation: Situation[Any], request: Request) -> bool:
    last = situation.request
    return (
        last is not None
        and len(situation.attempts) > 1
        and situation.attempts[-1].completion == situation.attempts[-2].completion
        and (last.strategy, dict(last.options)) == (request.strategy, dict(request.options))
    )


def _cause(error: OutputParserException, retries: int) -> BaseException | None:
    return error if retries else error.__cause__


def _given_up(situation: Situation[Any], reason: str, retries: int) -> OutputParserException:
    error = situation.error
    if situation.cut:
        limit = situation.task.max_tokens
        error.message += f" (finish_reason 'length'{'' if limit is None else f', max_tokens={limit}'})"
    if not retries:
        if not situation.cut and reason != _no_more(0):
            error.message += f" (not asked again: {reason})"
        error.attempts = situation.attempts
        return error
    calls = "one re-prompt" if retries == 1 else f"{retries} re-prompts"
    return RetryError(
        f"{error.message} (after {calls}; stopped: {reason})",
        situation.completion,
        kind=FailureKind(error.kind),
        errors=error.errors,
        attempts=situation.attempts,
        partial=error.partial,
    )
