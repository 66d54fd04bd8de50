"""Re-prompting: a completion that holds no value becomes the next request to the model."""

from structout.fixing.parsers import OutputFixingParser, RetryOutputParser, RetryWithErrorOutputParser
from structout.fixing.respondents import respondent_of
from structout.reprompting.driving import ModelRespondent, arun, run
from structout.reprompting.prompts import (
    NAIVE_FIX,
    NAIVE_FIX_PROMPT,
    RETRY_PROMPT,
    RETRY_WITH_ERROR_PROMPT,
    framed,
)
from structout.reprompting.reading import ReplyShapeError, reply_of
from structout.reprompting.steps import Budget, Notice, Policy, RetryError, Stepping, answer_steps, fix_steps
from structout.reprompting.strategies import STRATEGIES, Fix, resampled, strategy_of
from structout.reprompting.task import Reply, Request, Respondent, Situation, Strategy, Task

__all__ = [
    "NAIVE_FIX",
    "NAIVE_FIX_PROMPT",
    "RETRY_PROMPT",
    "RETRY_WITH_ERROR_PROMPT",
    "STRATEGIES",
    "Budget",
    "Fix",
    "ModelRespondent",
    "Notice",
    "OutputFixingParser",
    "Policy",
    "Reply",
    "ReplyShapeError",
    "Request",
    "Respondent",
    "RetryError",
    "RetryOutputParser",
    "RetryWithErrorOutputParser",
    "Situation",
    "Stepping",
    "Strategy",
    "Task",
    "answer_steps",
    "arun",
    "fix_steps",
    "framed",
    "reply_of",
    "resampled",
    "respondent_of",
    "run",
    "strategy_of",
]
