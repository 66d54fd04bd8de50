"""A completion that holds no value → the chain's model is asked again, as a strategy of ``fix=`` says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from structout.errors import ConfigError, OutputParserException
from structout.instructions import estimate_tokens
from structout.llms.callbacks import Run
from structout.llms.language_model import BaseLanguageModel
from structout.llms.result import Asked, Generation, LLMResult
from structout.reprompting import (
    Budget,
    Fix,
    Lenient,
    ModelRespondent,
    Notice,
    Policy,
    Reply,
    Request,
    arun,
    fix_steps,
    run,
    strategy_of,
)
from structout.reprompting.asked import task_of
from structout.reprompting.steps import Steps
from structout.result import Parsed, Usage


def policy_of(fix: Fix, parser: object, max_retries: int, budget: Budget | None) -> Policy:
    """How far a chain goes after a wrong answer.

    Raises:
        ConfigError: there is no such strategy, no parser to say what is wrong, or a limit is negative.
    """
    if parser is None:
        raise ConfigError(
            "fix= needs a parser, which says what is wrong with a completion: give output_parser="
        )
    return Policy(strategy_of(fix), max_retries, budget or Budget())


@dataclass(frozen=True, slots=True)
class Mending:
    """One call of a chain, whose completions are read and, where they hold no value, asked for again.

    Attributes:
        parser: reads the completions.
        llm: who is asked.
        policy: how far to go.
        response: what the model answered.
        run: who is told.
    """

    parser: Any
    llm: BaseLanguageModel
    policy: Policy
    response: LLMResult
    run: Run

    def read(self, index: int) -> Parsed[Any]:
        """The value of the completion of one prompt.

        Raises:
            OutputParserException: no answer was a value; it has every attempt.
        """
        return run(self._steps(index), self._respondent)

    async def aread(self, index: int) -> Parsed[Any]:
        """``read`` for callers that await."""
        return await arun(self._steps(index), self._respondent)

    @property
    def _asked(self) -> Asked | None:
        return self.response.asked

    @property
    def _respondent(self) -> Lenient:
        stop = None if self._asked is None else self._asked.stop
        return Lenient(ModelRespondent(self.llm, self.run.get_child(), stop), self.llm)

    def _steps(self, index: int) -> Steps[Any]:
        asked = self._asked
        prompt = None if asked is None else asked.prompts[index]
        options: Mapping[str, Any] = {} if asked is None else asked.options
        request = None if prompt is None else Request(prompt, options=options)
        generation = self.response.generations[index][0]
        reply = Reply(
            generation.text, self._usage(generation, request), finish_reason=generation.finish_reason
        )
        task = task_of(self.parser, prompt, self.llm, options)
        return fix_steps(task, reply, self.policy, request=request, listener=self._told)

    def _usage(self, generation: Generation, request: Request | None) -> Usage:
        if len(self.response.generations) == 1 and self.response.usage.total_tokens:
            return self.response.usage
        # Of a call for several prompts only the sum is known.
        asked = 0 if request is None else estimate_tokens(request.prompt.to_string())
        return Usage(asked, estimate_tokens(generation.text))

    def _told(self, notice: Notice) -> None:
        outcome = notice.outcome
        if not isinstance(outcome, OutputParserException):
            for repair in outcome.repairs:
                self.run.emit("on_repair", repair, attempt=notice.attempt)
            return
        self.run.emit("on_attempt_failed", outcome, attempt=notice.attempt)
        if notice.request is not None:
            self._respondent.forget(notice.request)
