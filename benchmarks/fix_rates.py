"""How often each fix strategy turns a failed answer into a value, and what it costs, with the local model.

Failed answers are completions of tests/data/completions-dev.jsonl that are not strictly valid for their task. Printed
for each strategy: the share whose next answer is strictly valid, the share that the tolerant parser reads, the share
that is all right, and the tokens spent for each failed answer. `python benchmarks/fix_rates.py [--answers 45] [--threads 1] [--only WORD] [--penalty 0.4]`.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import Enum
from pathlib import Path
from typing import Any, Literal, Optional

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from structout.errors import OutputParserException
from structout.fixing import (
    STRATEGIES,
    ModelRespondent,
    Policy,
    Reply,
    Request,
    Situation,
    Strategy,
    Task,
    fix_steps,
    run,
)
from structout.functions.prompting import written
from structout.llms import SmolLM
from structout.parsers import TypedOutputParser
from structout.result import Attempt

DATA = Path(__file__).parent.parent / "tests" / "data"
NAMES = {
    "BaseModel": BaseModel, "Field": Field, "Literal": Literal, "Optional": Optional, "Enum": Enum, "date": date,
    "datetime": datetime, "list": list, "dict": dict,
}  # fmt: skip


@dataclass(frozen=True)
class Remembering:
    """The model; the same request is answered once, and counted each time."""

    model: ModelRespondent
    seen: dict[str, Reply]
    penalty: float | None = None

    def ask(self, request: Request) -> Reply:
        """Answer a request."""
        if self.penalty is not None:
            request = replace(request, options={**request.options, "frequency_penalty": self.penalty})
        key = repr((request.prompt, request.options))
        if key not in self.seen:
            self.seen[key] = self.model.ask(request)
        return self.seen[key]

    async def aask(self, request: Request) -> Reply:
        """Answer a request without blocking."""
        return self.ask(request)

    def forget(self, request: Request) -> None:
        """A deterministic model answers the same again."""


@dataclass(frozen=True)
class Case:
    """A failed answer to a task."""

    task: Task[Any]
    completion: str
    right: tuple[str, ...]


@dataclass
class Score:
    """What a strategy reached."""

    answers: int = 0
    strict: int = 0
    tolerant: int = 0
    right: int = 0
    tokens: int = 0
    seconds: float = 0.0

    def line(self, name: str) -> str:
        """A row of the table."""
        share = [
            f"{100 * count / max(self.answers, 1):5.0f} %"
            for count in (self.strict, self.tolerant, self.right)
        ]
        return f"| {name:34} | {' | '.join(share)} | {self.tokens / max(self.answers, 1):6.0f} | {self.seconds:6.1f} |"


def rows(name: str) -> Iterator[dict[str, Any]]:
    with (DATA / name).open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def task_of(row: dict[str, Any]) -> Task[Any]:
    names = dict(NAMES)
    # The annotations of this file are texts, those of the data must not be.
    code = compile(row["target"]["py"], row["id"], "exec", dont_inherit=True)
    exec(code, names)
    tp = eval(row["target"]["root"], names)
    example = row["example"]
    return Task(
        TypedOutputParser(tp),
        instruction=row["instruction"],
        source=row["text"],
        examples=((example["text"], written(tp, example["answer"])),),
        tp=tp,
        schema=TypeAdapter(tp).json_schema(),
        constrains=True,
    )


def cases(count: int) -> list[Case]:
    known = {row["id"]: row for row in rows("tasks-dev.jsonl") if row["kind"] == "json"}
    tasks = {name: task_of(row) for name, row in known.items()}
    failed: list[Case] = []
    for row in rows("completions-dev.jsonl"):
        if row["task"] not in tasks or row["temperature"] > 0.7:
            continue
        task, told = tasks[row["task"]], known[row["task"]]
        if not is_strict(task, row["completion"]):
            right = tuple(canonical(each) for each in (told["expect"], *told["also_right"]))
            failed.append(Case(task, row["completion"], right))
    random.Random(7).shuffle(failed)
    return failed[:count]


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def is_strict(task: Task[Any], text: str) -> bool:
    try:
        TypeAdapter(task.tp).validate_json(text)
    except ValidationError:
        return False
    return True


def refusal(task: Task[Any], text: str) -> OutputParserException | None:
    """Why the answer is refused: by the tolerant parser, or, where that reads it, since it is not strictly valid."""
    if is_strict(task, text):
        return None
    try:
        task.parser.parse(text)
    except OutputParserException as error:
        return error
    return OutputParserException("expected one JSON value of the type and nothing else", text)


def measured(case: Case, strategy: Strategy, tries: int, llm: Remembering, score: Score) -> None:
    score.answers += 1
    text, attempts = case.completion, (Attempt("first", "", case.completion),)
    for _ in range(tries):
        error = refusal(case.task, text)
        if error is None:
            break
        request = strategy(Situation(case.task, text, error, attempts, "stop"))
        if request is None:
            break
        reply = llm.ask(request)
        score.tokens += reply.usage.total_tokens
        text = spliced(request, reply.text)
        attempts += (Attempt(request.strategy, request.prompt.to_string(), text),)
    counted(case, text, score)


def spliced(request: Request, text: str) -> str:
    """The whole answer, where only a part was asked for; the part, where it does not fit."""
    try:
        return request.splice(text) if request.splice else text
    except OutputParserException:
        return text


def counted(case: Case, text: str, score: Score) -> None:
    score.strict += is_strict(case.task, text)
    try:
        value = case.task.parser.parse(text)
    except OutputParserException:
        return
    score.tolerant += 1
    score.right += canonical(TypeAdapter(case.task.tp).dump_python(value, mode="json")) in case.right


def enforced(strategy: Strategy) -> Strategy:
    def constrained(situation: Situation[Any]) -> Request | None:
        request = strategy(situation)
        schema = {"structured": "json_schema", "schema": situation.task.schema}
        return request and replace(request, options={**request.options, **schema})

    return constrained


def compact(strategy: Strategy) -> Strategy:
    """The strategy, for a parser whose format instructions are the compact type."""

    def told(situation: Situation[Any]) -> Request | None:
        parser = TypedOutputParser(situation.task.tp, instructions="typescript")
        return strategy(replace(situation, task=replace(situation.task, parser=parser)))

    return told


def all_of_it(case: Case, fix: str, tries: int, llm: Remembering, score: Score) -> None:
    """The whole loop, as a function runs it."""
    score.answers += 1
    try:
        steps = fix_steps(case.task, Reply(case.completion), Policy(STRATEGIES[fix], max_retries=tries))
        parsed = run(steps, llm)
    except OutputParserException as error:
        score.tokens += sum(attempt.usage.total_tokens for attempt in error.attempts)
        return
    score.tokens += sum(attempt.usage.total_tokens for attempt in parsed.attempts)
    counted(case, parsed.text, score)


TABLE: tuple[tuple[str, Callable[[], Strategy], int], ...] = (
    ("local repair, no call", lambda: lambda situation: None, 1),
    ("NAIVE_FIX to the letter, one try", lambda: STRATEGIES["naive"], 1),
    ("NAIVE_FIX to the letter, three tries", lambda: STRATEGIES["naive"], 3),
    ("NAIVE_FIX, schema enforced", lambda: enforced(STRATEGIES["naive"]), 1),
    ("NAIVE_FIX, compact type, enforced", lambda: enforced(compact(STRATEGIES["naive"])), 1),
    ("short, with source text", lambda: STRATEGIES["short"], 1),
    ("short, enforced", lambda: enforced(STRATEGIES["short"]), 1),
    ("again, worked example in chat", lambda: STRATEGIES["again"], 1),
    ("again, enforced (constrained)", lambda: STRATEGIES["constrained"], 1),
    ("fields, where they can work", lambda: STRATEGIES["fields"], 1),
)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--answers", type=int, default=45)
    arguments.add_argument("--threads", type=int, default=1)
    arguments.add_argument("--only", default="", help="strategies whose name has this word")
    arguments.add_argument(
        "--penalty", type=float, help="frequency penalty in place of the model's own, 0 for none"
    )
    given = arguments.parse_args()
    model = SmolLM(max_tokens=200, n_threads=given.threads)
    llm = Remembering(ModelRespondent(model), {}, given.penalty)
    chosen = cases(given.answers)
    print(f"{len(chosen)} failed answers, {model.name}\n")
    print("| strategy | strict | tolerant | all right | tokens | seconds |\n|---|---|---|---|---|---|")
    for name, make, tries in (row for row in TABLE if given.only in row[0]):
        score, begin, strategy = Score(), time.monotonic(), make()
        for case in chosen:
            measured(case, strategy, tries, llm, score)
        score.seconds = time.monotonic() - begin
        print(score.line(name), flush=True)
    for fix, tries in (("auto", 1), ("auto", 2)) if given.only in "auto" else ():
        score, begin = Score(), time.monotonic()
        for case in chosen:
            all_of_it(case, fix, tries, llm, score)
        score.seconds = time.monotonic() - begin
        print(score.line(f"auto, the loop, {tries} {'try' if tries == 1 else 'tries'}"), flush=True)


if __name__ == "__main__":
    main()
