"""Records → a report, and the report as JSON, CSV, Markdown: the same bytes for the same records."""

from __future__ import annotations

import csv
import io
import json
import platform
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any

from structout.bench.charts import percent
from structout.bench.ladder import Record
from structout.bench.readers import READERS
from structout.bench.summary import Comparison, Figures, comparisons, figures, verdicts_of


@dataclass(frozen=True, slots=True)
class Report:
    """A run with its figures.

    Attributes:
        title: one line on what was run.
        meta: versions, seeds, the command.
        records: what became of each case.
        figures: of each setting.
        comparisons: the first setting against each of the others.
    """

    title: str
    meta: dict[str, Any]
    records: Sequence[Record]
    figures: Sequence[Figures]
    comparisons: Sequence[Comparison]


def report_of(title: str, records: Sequence[Record], meta: dict[str, Any]) -> Report:
    """Count up a run.

    Args:
        title: one line on what was run.
        records: of the run.
        meta: what else is to stand in the files: command, seeds, corpora.
    """
    peers = {name: reader.version for name, reader in READERS.items() if reader.version and not reader.ours}
    told = {
        **meta,
        "structout": version("structout-parsers"),
        "python": platform.python_version(),
        "pydantic": version("pydantic"),
        "peers": peers,
    }
    return Report(title, told, records, figures(records), comparisons(records))


def as_json(report: Report) -> str:
    """Everything, records included."""
    stored = {
        "title": report.title,
        "meta": report.meta,
        "figures": [
            {
                **asdict(row),
                "rate": round(row.rate, 6),
                "interval": [round(bound, 6) for bound in row.interval],
            }
            for row in report.figures
        ],
        "comparisons": [asdict(comparison) for comparison in report.comparisons],
        "records": [asdict(record) for record in report.records],
    }
    return json.dumps(stored, indent=1) + "\n"


def as_csv(report: Report) -> str:
    """One line for each case in each setting."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["setting", "case", "kind", "disputed", "verdict", "step", "value", "expected", "error", "repairs", "calls",
         "prompt_tokens", "completion_tokens", "seconds"]
    )  # fmt: skip
    for record in report.records:
        spent = record.spent
        writer.writerow(
            [record.setting, record.case, record.kind, record.disputed, record.verdict, record.step or "",
             "" if record.step is None else json.dumps(record.value, ensure_ascii=False),
             json.dumps(record.expected[0], ensure_ascii=False) if record.expected else "", record.error or "",
             " ".join(str(repair["kind"]) for repair in record.repairs),
             spent.calls, spent.prompt_tokens, spent.completion_tokens, round(spent.seconds, 3)]
        )  # fmt: skip
    return out.getvalue()


def as_markdown(report: Report) -> str:
    """The tables."""
    parts = [f"# {report.title}", "", *_verdicts(report.figures), "", *_ladders(report.figures)]
    if report.comparisons:
        parts += ["", *_compared(report.comparisons)]
    disputed = [row for row in report.figures if row.disputed]
    if disputed:
        told = "; ".join(f"{row.setting}: {_counts(row)}" for row in disputed)
        parts += ["", f"Disputed cases, counted apart: {told}."]
    return "\n".join(parts).rstrip() + "\n"


def _counts(row: Figures) -> str:
    return ", ".join(f"{verdict} {count}" for verdict, count in row.disputed.items())


def _line(cells: Iterable[object]) -> str:
    return f"| {' | '.join(str(cell).replace('|', '/') for cell in cells)} |"


def _verdicts(rows: Sequence[Figures]) -> list[str]:
    asked = any(row.calls for row in rows)
    costs = ("calls", "tokens in", "tokens out", "seconds") if asked else ()
    used = verdicts_of(rows)
    lines = [_line(("setting", "cases", "a value", *used, "right, 95 % interval", *costs))]
    lines.append(f"|---|{'--:|' * (3 + len(used) + len(costs))}")
    for row in rows:
        low, high = row.interval
        spent = (row.calls, row.prompt_tokens, row.completion_tokens, f"{row.seconds:.0f}") if asked else ()
        counts = (row.counts.get(verdict, 0) for verdict in used)
        share = f"{percent(row.rate)} ({100 * low:.1f}–{100 * high:.1f})"
        lines.append(_line((row.setting, row.cases, row.answered, *counts, share, *spent)))
    return lines


def _ladders(rows: Sequence[Figures]) -> list[str]:
    climbed = [row for row in rows if row.rungs]
    if not climbed:
        return []
    lines = [_line(("setting", "step", "given a value here", "right by then", "wrong or lossy by then"))]
    lines.append("|---|---|--:|--:|--:|")
    for row in climbed:
        for rung in row.rungs:
            right = f"{rung.right} ({percent(rung.right / row.cases)})"
            lines.append(_line((row.setting, rung.step, rung.mended, right, rung.bad)))
    return lines


def _compared(found: Sequence[Comparison]) -> list[str]:
    head = (
        "better",
        "than",
        "only it right",
        "only the other right",
        "pairs",
        "p",
        "the same value, where both gave one",
    )
    rows = ((c.first, c.second, c.only_first, c.only_second, c.pairs, f"{c.p:.2g}", agreed(c)) for c in found)
    return [_line(head), "|---|---|--:|--:|--:|--:|--:|", *map(_line, rows)]


def agreed(found: Comparison) -> str:
    """How often two settings gave the same value, where both gave one."""
    return f"{found.same} of {found.both} ({percent(found.agreement)})" if found.both else "-"
