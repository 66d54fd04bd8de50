"""Parsers that ask a model again: OutputFixingParser, RetryOutputParser, RetryWithErrorOutputParser.

All three are one loop with another strategy; each attempt is kept on the result and on the exception.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Self, TypeVar, cast

from structout.chains import LLMChain
from structout.errors import ConfigError
from structout.fixing.respondents import respondent_of
from structout.llms.base import BaseLanguageModel
from structout.messages import PromptLike, PromptValue, StringPromptValue, to_prompt_value
from structout.parsers.base import BaseOutputParser, OutputParser
from structout.prompts import BasePromptTemplate
from structout.reprompting.asked import task_of
from structout.reprompting.driving import arun, run
from structout.reprompting.lenient import Lenient
from structout.reprompting.prompts import NAIVE_FIX_PROMPT, RETRY_PROMPT, RETRY_WITH_ERROR_PROMPT
from structout.reprompting.steps import Budget, Notice, OnTruncation, Policy, Steps, fix_steps
from structout.reprompting.strategies import Delimiter, Fix, from_template, strategy_of
from structout.reprompting.task import Reply, Respondent, Strategy, Task
from structout.result import Parsed

T = TypeVar("T")


class OutputFixingParser(BaseOutputParser[T]):
    """Parses; where that fails, shows a model the instructions, the completion and the error, and parses its answer.

    Args:
        parser: reads the completions.
        retry_chain: an LLMChain of ``instructions``, ``completion`` and ``error``; a language model; or a function
            of these three (it may answer a value of the type instead of a text).
        max_retries: calls at most; 0 means none.
        fix: another strategy by name, a function of your own, or a sequence of them. ``None`` is NAIVE_FIX.
        prompt: the prompt of NAIVE_FIX, of some of the three variables.
        delimiter: ``"random"`` frames completion and error with a marker drawn for each call, for completions
            that may be hostile.
        budget: what all calls together may cost.
        on_truncation: what to do with an answer of the model that its token limit cut off.

    Raises:
        ConfigError: ``max_retries`` is negative, or the prompt has another variable.
    """

    _variables: ClassVar[tuple[str, ...]] = ("instructions", "completion", "error")
    _name: ClassVar[str] = "naive"
    _template: ClassVar[BasePromptTemplate] = NAIVE_FIX_PROMPT

    def __init__(
        self,
        parser: OutputParser[T],
        retry_chain: Any = None,
        max_retries: int = 1,
        *,
        fix: Fix | None = None,
        prompt: BasePromptTemplate | None = None,
        delimiter: Delimiter = None,
        budget: Budget | None = None,
        on_truncation: OnTruncation = "raise",
        retry: Any = None,
        callbacks: Any = None,
        legacy: bool = True,
    ) -> None:
        answerer = retry if retry_chain is None else retry_chain
        given = answerer.prompt if isinstance(answerer, LLMChain) else self._template
        self.parser = parser
        self.retry_chain = answerer
        self.max_retries = max_retries
        self._llm = _model_in(answerer)
        self._naive = fix is None
        respondent = respondent_of(answerer, callbacks)
        self.respondent: Respondent = respondent if self._llm is None else Lenient(respondent, self._llm)
        self.legacy = legacy
        # The template is checked even where another strategy is used: a wrong variable is a mistake either way.
        own = from_template(
            given if prompt is None else prompt, self._name, self._variables, delimiter=delimiter
        )
        strategy: Strategy = own if fix is None else strategy_of(fix)
        self.policy = Policy(strategy, max_retries, budget or Budget(), on_truncation)

    @classmethod
    def from_llm(
        cls,
        llm: BaseLanguageModel,
        parser: OutputParser[T],
        prompt: BasePromptTemplate | None = None,
        max_retries: int = 1,
        **options: Any,
    ) -> Self:
        """Ask a model, through an LLMChain on the prompt.

        Args:
            llm: the model to ask.
            parser: reads the completions.
            prompt: NAIVE_FIX_PROMPT by default.
            max_retries: calls at most; 0 means none.
            options: as the class takes them.

        Raises:
            ConfigError: ``max_retries`` is negative, or the prompt has another variable.
        """
        if not isinstance(cast("object", llm), BaseLanguageModel):
            raise ConfigError(
                f"llm must be a language model, found {type(llm).__name__}; a function or a chain is given to "
                f"{cls.__name__}(parser, …) itself"
            )
        chain = LLMChain(llm=llm, prompt=cls._template if prompt is None else prompt)
        return cls(parser, chain, max_retries, **options)

    def steps(self, text: str, prompt: PromptValue | None, finish_reason: str | None) -> Steps[T]:
        """The steps of one parse, for a driver; each request says who is to answer it.

        Yields:
            each request to send.

        Raises:
            OutputParserException: no answer was a value.
        """
        # NAIVE_FIX needs no more than the parser; what else a strategy may need takes work.
        tp = getattr(self.parser, "tp", None)
        task = Task(self.parser, prompt, tp=tp) if self._naive else task_of(self.parser, prompt, self._llm)
        steps = fix_steps(task, Reply(text, finish_reason=finish_reason), self.policy, listener=self._noticed)
        try:
            request = next(steps)
            while True:
                reply = yield replace(request, respondent=request.respondent or self.respondent)
                request = steps.send(reply)
        except StopIteration as stop:
            return stop.value

    def _noticed(self, notice: Notice) -> None:
        if notice.request is not None and notice.attempt.error is not None:
            self.respondent.forget(notice.request)

    def explain(
        self, text: str, *, prompt: str | PromptValue | None = None, finish_reason: str | None = None
    ) -> Parsed[T]:
        """Parse, asking again where that fails; the result has every attempt.

        Raises:
            OutputParserException: no answer was a value; ``RetryError`` where the model was asked.
            ModelError: a call failed; passed on as it is, and no prompt quotes it.
        """
        return run(self.steps(text, _as_prompt(prompt), finish_reason), self.respondent)

    async def aexplain(
        self, text: str, *, prompt: str | PromptValue | None = None, finish_reason: str | None = None
    ) -> Parsed[T]:
        """``explain`` for callers that await."""
        return await arun(self.steps(text, _as_prompt(prompt), finish_reason), self.respondent)

    def parse(self, text: str) -> T:
        """Parse, asking again where that fails.

        Raises:
            OutputParserException: no answer was a value; ``RetryError`` where the model was asked.
        """
        return self.explain(text).value

    async def aparse(self, text: str) -> T:
        """``parse`` for callers that await."""
        return (await self.aexplain(text)).value

    def parse_with_prompt(self, completion: str, prompt_value: PromptLike) -> T:
        """Parse the completion of a known prompt, asking again where that fails.

        Args:
            completion: what the model answered.
            prompt_value: what it was asked: a prompt value, a text or messages.

        Raises:
            OutputParserException: no answer was a value; ``RetryError`` where the model was asked.
        """
        return self.explain(completion, prompt=to_prompt_value(prompt_value)).value

    async def aparse_with_prompt(self, completion: str, prompt_value: PromptLike) -> T:
        """``parse_with_prompt`` for callers that await."""
        return (await self.aexplain(completion, prompt=to_prompt_value(prompt_value))).value

    def get_format_instructions(self) -> str:
        """The inner parser's."""
        return self.parser.get_format_instructions()

    @property
    def adapter(self) -> Any:
        """What validates values of the inner parser's type, where it knows that type."""
        return getattr(self.parser, "adapter", None)

    @property
    def _type(self) -> str:
        return "output_fixing"


def _model_in(answerer: object) -> BaseLanguageModel | None:
    model = answerer.llm if isinstance(answerer, LLMChain) else answerer
    return model if isinstance(model, BaseLanguageModel) else None


def _as_prompt(prompt: str | PromptValue | None) -> PromptValue | None:
    return StringPromptValue(prompt) if isinstance(prompt, str) else prompt


class RetryOutputParser(OutputFixingParser[T]):
    """Parses; where that fails, puts the original request to the model again, beside the refused completion.

    ``parse_with_prompt`` is given the request. ``parse`` knows none and asks by the format instructions alone.
    """

    _variables = ("prompt", "completion")
    _name = "retry"
    _template = RETRY_PROMPT

    def steps(self, text: str, prompt: PromptValue | None, finish_reason: str | None) -> Steps[T]:
        """The steps of one parse, for a driver."""
        if prompt is None:
            prompt = StringPromptValue(Task(self.parser).instructions)
        return super().steps(text, prompt, finish_reason)

    @property
    def _type(self) -> str:
        return "retry"


class RetryWithErrorOutputParser(RetryOutputParser[T]):
    """``RetryOutputParser`` that also tells the model what was wrong."""

    _variables = ("prompt", "completion", "error")
    _name = "retry_with_error"
    _template = RETRY_WITH_ERROR_PROMPT

    @property
    def _type(self) -> str:
        return "retry_with_error"
