"""What to ask after a wrong answer, without I/O: the loop, the strategies, and the drivers that carry requests out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structout.exports import exported

if TYPE_CHECKING:
    from structout.reprompting.driving import (
        ModelRespondent as ModelRespondent,
        arun as arun,
        run as run,
    )
    from structout.reprompting.lenient import (
        Lenient as Lenient,
        enforces as enforces,
    )
    from structout.reprompting.steps import (
        Budget as Budget,
        Notice as Notice,
        OnTruncation as OnTruncation,
        Policy as Policy,
        RetryError as RetryError,
        answer_steps as answer_steps,
        fix_steps as fix_steps,
    )
    from structout.reprompting.strategies import (
        STRATEGIES as STRATEGIES,
        Fix as Fix,
        strategy_of as strategy_of,
    )
    from structout.reprompting.task import (
        Reply as Reply,
        Request as Request,
        Respondent as Respondent,
        Situation as Situation,
        Strategy as Strategy,
        Task as Task,
    )
else:
    __getattr__, __all__ = exported(
        __name__,
        {
            "driving": (
                "ModelRespondent",
                "arun",
                "run",
            ),
            "lenient": (
                "Lenient",
                "enforces",
            ),
            "steps": (
                "Budget",
                "Notice",
                "OnTruncation",
                "Policy",
                "RetryError",
                "answer_steps",
                "fix_steps",
            ),
            "strategies": (
                "STRATEGIES",
                "Fix",
                "strategy_of",
            ),
            "task": (
                "Reply",
                "Request",
                "Respondent",
                "Situation",
                "Strategy",
                "Task",
            ),
        },
    )
