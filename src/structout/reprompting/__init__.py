"""What to ask after a wrong answer, without I/O: the loop, the strategies, and the drivers that carry requests out."""

from structout.reprompting.driving import ModelRespondent, arun, run
from structout.reprompting.lenient import Lenient, enforces
from structout.reprompting.steps import (
    Budget,
    Notice,
    OnTruncation,
    Policy,
    RetryError,
    answer_steps,
    fix_steps,
)
from structout.reprompting.strategies import STRATEGIES, Fix, strategy_of
from structout.reprompting.task import Reply, Request, Respondent, Situation, Strategy, Task

__all__ = [
    "STRATEGIES",
    "Budget",
    "Fix",
    "Lenient",
    "ModelRespondent",
    "Notice",
    "OnTruncation",
    "Policy",
    "Reply",
    "Request",
    "Respondent",
    "RetryError",
    "Situation",
    "Strategy",
    "Task",
    "answer_steps",
    "arun",
    "enforces",
    "fix_steps",
    "run",
    "strategy_of",
]
