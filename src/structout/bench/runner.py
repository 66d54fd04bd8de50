"""A plan → records, one by one: nothing that is done is done again, and a run that was stopped goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from structout.bench.corpus import Case, distinct
from structout.bench.ladder import Ladder, Record, Spent, climb, read_once, refused
from structout.bench.models import Contestant, first_answer
from structout.bench.readers import Reader, parser_at, refusal_of
from structout.bench.verdicts import Verdict
from structout.errors import ConfigError, ModelError

Progress: TypeAlias = Callable[[Record, int, int], None]
"""Is told of each record, with how many are done and how many there are."""


@dataclass(frozen=True, slots=True)
class Job:
    """One case in one setting."""

    setting: str
    case: Case
    work: Callable[[], Record]

    @property
    def key(self) -> str:
        """What tells it from the others."""
        return f"{self.setting}\t{self.case.id}"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run does.

    Attributes:
        cases: what is read; those that share an id are told apart.
        readers: how; ours goes up the ladder, the others read once.
        contestants: the models that answer tasks.
        ladder: the steps.
        limit: cases at most; taken evenly over the whole.
    """

    cases: Sequence[Case]
    readers: Sequence[Reader]
    contestants: Sequence[Contestant] = ()
    ladder: Ladder = field(default_factory=Ladder)
    limit: int | None = None

    def jobs(self) -> list[Job]:
        """Everything there is to do."""
        cases = spread(distinct(self.cases), self.limit)
        answered = [case for case in cases if case.completion is not None]
        asked = [case for case in cases if case.completion is None]
        return [
            *(self._reading(case, reader) for reader in self.readers for case in answered),
            # Case by case, so that a run that is stopped has asked every contestant the same.
            *(self._asking(case, contestant) for case in asked for contestant in self.contestants),
        ]

    def _reading(self, case: Case, reader: Reader) -> Job:
        text = case.completion or ""
        setting = f"{reader.name} | {case.group}" if case.group else reader.name

        def work() -> Record:
            if reader.name == "structout":
                return climb(case, text, case.finish_reason, self.ladder, setting, Spent())
            return read_once(case, text, case.finish_reason, reader, setting)

        return Job(setting, case, work)

    def _asking(self, case: Case, contestant: Contestant) -> Job:
        def work() -> Record:
            try:
                reply = first_answer(case, parser_at(case.tp, "type"), contestant)
            except ModelError as error:
                return refused(case, "", contestant.setting, refusal_of(error))
            spent = Spent(1, reply.usage.prompt_tokens, reply.usage.completion_tokens, reply.seconds)
            return climb(case, reply.text, reply.finish_reason, self.ladder, contestant.setting, spent)

        return Job(contestant.setting, case, work)


def spread(cases: Sequence[Case], limit: int | None) -> list[Case]:
    """At most ``limit`` cases, spread evenly, always the same."""
    if limit is None or limit >= len(cases):
        return list(cases)
    return [cases[index * len(cases) // limit] for index in range(limit)]


class Ledger:
    """The records of a run in a file that is written as they come.

    Args:
        path: JSON lines; ``None`` keeps nothing.
        plan: what tells this run from another; a file of another one is refused.

    Raises:
        ConfigError: the file is of another run.
    """

    def __init__(self, path: Path | None, plan: Mapping[str, Any]) -> None:
        self.path = path
        self.done: dict[str, Record] = {}
        if path is None:
            return
        if path.exists():
            self._read(path, plan)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"plan": plan}) + "\n", encoding="utf-8")

    def _read(self, path: Path, plan: Mapping[str, Any]) -> None:
        text = path.read_text(encoding="utf-8")
        head, *rows = text.splitlines() or [""]
        if not text.endswith("\n"):
            # The run was killed while it wrote; the next record begins a line of its own.
            with path.open("a", encoding="utf-8") as file:
                file.write("\n")
        if json.loads(head or "{}").get("plan") != json.loads(json.dumps(plan)):
            raise ConfigError(f"{path} holds a run of another kind: choose another folder, or delete it")
        for row in rows:
            record = _whole(row)
            if record is not None:
                self.done[f"{record.setting}\t{record.case}"] = record

    def add(self, record: Record) -> None:
        """Keep a record."""
        self.done[f"{record.setting}\t{record.case}"] = record
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(record)) + "\n")


def _whole(row: str) -> Record | None:
    """The record of a line; ``None`` for the last one of a run that was killed while it wrote."""
    try:
        return record_of(json.loads(row))
    except ValueError:
        return None


def record_of(row: Mapping[str, Any]) -> Record:
    """A record from its JSON."""
    read: dict[str, Any] = {
        "verdict": Verdict(row["verdict"]),
        "first": {step: Verdict(verdict) for step, verdict in row["first"].items()},
        "repairs": tuple(row["repairs"]),
        "expected": tuple(row["expected"]),
        "spent": Spent(**row["spent"]),
    }
    return Record(**{**row, **read})


def run(plan: Plan, ledger: Ledger, progress: Progress, *, concurrency: int = 1) -> list[Record]:
    """Do what is not done yet.

    Args:
        plan: what there is to do.
        ledger: what is done, and where it is kept.
        progress: is told of each record.
        concurrency: calls at once.

    Returns:
        all records in the order of the plan.
    """
    jobs = plan.jobs()
    waiting = [job for job in jobs if job.key not in ledger.done]
    for record in _worked(waiting, concurrency):
        ledger.add(record)
        progress(record, len(ledger.done), len(jobs))
    return [ledger.done[job.key] for job in jobs]


def _worked(jobs: list[Job], concurrency: int) -> Iterator[Record]:
    if concurrency == 1:
        yield from (job.work() for job in jobs)
        return
    queue = iter(jobs)
    with ThreadPoolExecutor(concurrency) as pool:
        # Never more in the pool than can run: a run that is stopped has little to wait for.
        running: set[Future[Record]] = {pool.submit(job.work) for job in islice(queue, concurrency)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(job.work) for job in islice(queue, len(finished))}
            yield from (future.result() for future in finished)
