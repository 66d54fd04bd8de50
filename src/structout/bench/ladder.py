"""One case up the ladder: strict parse → repair → coercion → re-prompts, each only for what the step before refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from pydantic import ValidationError

from structout.bench.corpus import Case
from structout.bench.models import Contestant, task_of
from structout.bench.readers import Reader, json_forms, parser_at, read_strictly, refusal_of
from structout.bench.verdicts import Verdict, storable, verdict_on
from structout.bench.workers import HungError
from structout.errors import ConfigError, ModelError, OutputParserException
from structout.fixing import (
    STRATEGIES,
    ModelRespondent,
    Notice,
    Policy,
    Request,
    Situation,
    Strategy,
    Task,
    answer_steps,
    run,
)
from structout.result import Attempt, JsonValue, Parsed, Severity

LOCAL_STEPS = ("strict", "repair", "coercion")
"""The steps that ask no model."""

MODEL_STEPS = ("fixing", "retry", "again", "fields", "bigger")
"""The steps that do: NAIVE_FIX, the request with the error, the request alone in the style that works best, the wrong
fields alone, a bigger model."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What the re-prompts of a case took."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Record:
    """What became of a case in a setting.

    Attributes:
        setting: the reader, and what else was set.
        case: the case's id.
        kind: the case's kind.
        disputed: whether it is counted apart.
        completion: the first completion.
        verdict: on what came out.
        first: the verdict on each step that was reached, by name; the last is ``verdict``.
        step: the step that gave the value, ``None`` where none did.
        value: the value as JSON.
        error: the last refusal.
        repairs: what was changed: kind, severity, path, start, end.
        answer: the completion that the value was read from, where a model wrote another one.
        spent: on the first completion and on re-prompts.
    """

    setting: str
    case: str
    kind: str
    disputed: bool
    completion: str
    verdict: Verdict
    first: Mapping[str, Verdict]
    step: str | None = None
    value: JsonValue = None
    expected: tuple[JsonValue, ...] = ()
    error: str | None = None
    repairs: tuple[Mapping[str, JsonValue], ...] = ()
    answer: str = ""
    spent: Spent = field(default_factory=Spent)


@dataclass(frozen=True, slots=True)
class Ladder:
    """The steps that a run takes.

    Attributes:
        llm: the model that is asked to mend.
        bigger: the model that is asked last.
        steps: the steps, in order.
        fixes: calls that the step ``fixing`` may take.
    """

    llm: Contestant | None = None
    bigger: Contestant | None = None
    steps: tuple[str, ...] = LOCAL_STEPS
    fixes: int = 1


def climb(
    case: Case, text: str, finish_reason: str | None, ladder: Ladder, setting: str, spent: Spent
) -> Record:
    """Take a completion up the ladder until a step gives a value.

    Args:
        case: what was asked and what is right.
        text: the completion.
        finish_reason: why the model stopped, where known.
        ladder: the steps.
        setting: the name under which it is recorded.
        spent: what the completion took.
    """
    verdicts: dict[str, Verdict] = {}
    refusal = ""
    for step in ladder.steps:
        took, found = _STEPS[step](case, text, finish_reason, ladder)
        spent = Spent(
            spent.calls + took.calls,
            spent.prompt_tokens + took.prompt_tokens,
            spent.completion_tokens + took.completion_tokens,
            spent.seconds + took.seconds,
        )
        if isinstance(found, Parsed):
            record = _judged(case, text, setting, found, ours=True)
            return _with(record, step=step, first={**verdicts, step: record.verdict}, spent=spent)
        verdicts[step] = refused_verdict(case)
        refusal = found or refusal
    return _with(refused(case, text, setting, refusal), first=verdicts, spent=spent)


def read_once(case: Case, text: str, finish_reason: str | None, reader: Reader, setting: str) -> Record:
    """Read a completion with a peer, or with ours, once."""
    try:
        parsed = reader.read(case.tp, text, finish_reason)
    except HungError as error:
        return _with(
            refused(case, text, setting, str(error)), verdict=Verdict.HUNG, first={"read": Verdict.HUNG}
        )
    except Exception as error:  # noqa: BLE001 - peers fail in every way there is; each is a refusal
        return refused(case, text, setting, refusal_of(error))
    return _judged(case, text, setting, parsed, ours=reader.ours)


def told(case: Case) -> tuple[JsonValue, ...]:
    """The right values as they are kept in records."""
    return tuple(map(storable, case.expected))


def refused_verdict(case: Case) -> Verdict:
    """The verdict on a refusal."""
    return Verdict.RIGHT if case.error_is_right else Verdict.RAISED


def refused(case: Case, text: str, setting: str, error: str) -> Record:
    """The record of a refusal."""
    verdict = refused_verdict(case)
    return Record(
        setting,
        case.id,
        case.kind,
        case.disputed,
        text,
        verdict,
        {"read": verdict},
        error=error,
        expected=told(case),
    )


def _judged(case: Case, text: str, setting: str, parsed: Parsed[Any], *, ours: bool) -> Record:
    forms = json_forms(case.tp, parsed.value)
    verdict = verdict_on(forms, case.expected) if case.expected else Verdict.VALID
    if verdict is Verdict.LOSSY and ours and parsed.severity >= Severity.LOSSY:
        verdict = Verdict.WRONG  # what is left out was reported: wrong, but not silently
    if verdict is Verdict.LOSSY and case.error_is_right:
        verdict = Verdict.WRONG
    repairs = tuple(
        {
            "kind": str(repair.kind),
            "severity": str(repair.severity),
            "path": repair.path,
            "start": repair.span.start,
            "end": repair.span.end,
        }
        for repair in parsed.repairs
    )
    return Record(
        setting, case.id, case.kind, case.disputed, text, verdict, {"read": verdict}, "read", storable(forms[0]), told(case),
        repairs=repairs,
        answer=parsed.text if parsed.text != text else "",
    )  # fmt: skip


def _with(record: Record, **changes: Any) -> Record:
    return Record(**{name: changes.get(name, getattr(record, name)) for name in Record.__slots__})


Took: TypeAlias = "tuple[Spent, Parsed[Any] | str]"
Step: TypeAlias = Callable[[Case, str, "str | None", Ladder], Took]


def _strict(case: Case, text: str, reason: str | None, _ladder: Ladder) -> Took:
    try:
        read_strictly(case.tp, text, strict=True)
        # Ours has the last word: of two different values for one key, Pydantic takes the second in silence.
        return Spent(), parser_at(case.tp, "none").explain(text, finish_reason=reason)
    except ConfigError:
        raise
    except (ValidationError, ValueError, RecursionError) as error:
        return Spent(), refusal_of(error)


def _local(severity: str) -> Step:
    def step(case: Case, text: str, reason: str | None, _ladder: Ladder) -> Took:
        try:
            return Spent(), parser_at(case.tp, severity).explain(text, finish_reason=reason)
        except OutputParserException as error:
            return Spent(), refusal_of(error)

    return step


def _asking(strategy: str, *, bigger: bool = False) -> Step:
    def step(case: Case, text: str, reason: str | None, ladder: Ladder) -> Took:
        contestant = ladder.bigger if bigger else ladder.llm
        if contestant is None or case.tp is None:
            return Spent(), ""
        retries = ladder.fixes if strategy == "naive" else 1
        return mend(case, text, reason, contestant, STRATEGIES[strategy], retries)

    return step


def mend(
    case: Case, text: str, reason: str | None, contestant: Contestant, strategy: Strategy, retries: int
) -> Took:
    """Let a model mend a completion.

    Returns:
        what it took, and what was read or the last refusal.
    """
    task = task_of(case, parser_at(case.tp, "type"), contestant)
    request = _first_request(task, text, reason, strategy)
    if request is None:
        return Spent(), ""
    notices: list[Notice] = []
    steps = answer_steps(task, request, Policy(strategy, retries - 1), notices.append)
    try:
        outcome: Parsed[Any] | str = run(steps, ModelRespondent(contestant.llm))
    except (OutputParserException, ModelError) as error:
        outcome = refusal_of(error)
    calls = [notice.attempt for notice in notices]
    return Spent(
        len(calls),
        sum(call.usage.prompt_tokens for call in calls),
        sum(call.usage.completion_tokens for call in calls),
        sum(call.seconds for call in calls),
    ), outcome


def _first_request(task: Task[Any], text: str, reason: str | None, strategy: Strategy) -> Request | None:
    # Written here, because the re-prompts themselves give up on a first answer that the token limit cut off.
    try:
        parser_at(task.tp, "type").explain(text, finish_reason=reason)
    except OutputParserException as error:
        attempt = Attempt("first", "", text, str(error))
        return strategy(Situation(task, text, error, (attempt,)))
    return None


_STEPS: Mapping[str, Step] = MappingProxyType(
    {
        "strict": _strict,
        "repair": _local("cosmetic"),
        "coercion": _local("type"),
        "fixing": _asking("naive"),
        "retry": _asking("retry_with_error"),
        "again": _asking("again"),
        "fields": _asking("fields"),
        "bigger": _asking("again", bigger=True),
    }
)
"""The steps of the ladder by name."""
