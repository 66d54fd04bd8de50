"""A report → one HTML page that needs nothing else: no network, no library; it prints and fits a phone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from structout.bench.charts import cost_chart, ladder_chart, percent, verdict_bars
from structout.bench.ladder import Record
from structout.bench.report import Report, agreed
from structout.bench.summary import VERDICTS, Comparison, Figures, verdicts_of
from structout.bench.verdicts import Verdict

_SHOWN = 3000
_LONGEST = 4000


def page(report: Report) -> str:
    """Write the page.

    Args:
        report: of a run.
    """
    rows = report.figures
    sections = [
        _section("Verdicts", "verdicts", _legend(rows) + verdict_bars(rows) + _table(rows)),
        _section("The ladder", "ladder", "".join(_ladder(row) for row in rows if row.rungs)),
        _section("Cost against rate", "cost", cost_chart(rows)),
        _section("Compared, case by case", "compared", _comparisons(report.comparisons)),
        _section("By kind of fault", "kinds", _kinds(rows)),
        _section("What went wrong", "failures", _failures(report.records)),
        _section("How this was made", "made", _made(report.meta)),
    ]
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            # Without an icon of its own a browser asks the server for one.
            '<link rel="icon" href="data:,">',
            f"<title>structout bench: {escape(report.title)}</title>",
            f"<style>{_resource('page.css')}</style></head><body>",
            f"<header><h1>structout bench</h1><p>{escape(report.title)}</p></header><main>",
            *sections,
            f"</main><script>{_resource('page.js')}</script></body></html>",
            "",
        ]
    )


def _resource(name: str) -> str:
    return (files("structout.bench") / "data" / name).read_text(encoding="utf-8")


def _section(title: str, name: str, body: str) -> str:
    return f'<section id="{name}"><h2>{escape(title)}</h2>{body}</section>' if body else ""


def _legend(rows: Sequence[Figures]) -> str:
    entries = (f'<span><span class="{verdict}">■</span> {verdict}</span> ' for verdict in verdicts_of(rows))
    return f"<p class=legend>{''.join(entries)}</p>"


def _cells(values: Iterable[object], tag: str = "td") -> str:
    return "".join(f"<{tag}>{escape(str(value))}</{tag}>" for value in values)


def _table(rows: Sequence[Figures]) -> str:
    used = verdicts_of(rows)
    costs = ("calls", "tokens in", "tokens out", "seconds") if any(row.calls for row in rows) else ()
    head = ("setting", "cases", "a value", *used, "right, 95 %", *costs)
    body = "".join(f"<tr>{_cells(_row(row, used, asked=bool(costs)))}</tr>" for row in rows)
    return f"<div class=wide><table><thead><tr>{_cells(head, 'th')}</tr></thead><tbody>{body}</tbody></table></div>"


def _row(row: Figures, used: Sequence[Verdict], *, asked: bool) -> tuple[object, ...]:
    low, high = row.interval
    share = f"{percent(row.rate)} ({100 * low:.1f}–{100 * high:.1f})"
    costs = (row.calls, row.prompt_tokens, row.completion_tokens, f"{row.seconds:.1f}") if asked else ()
    return (row.setting, row.cases, row.answered, *(row.counts.get(each, 0) for each in used), share, *costs)


def _ladder(row: Figures) -> str:
    return f"<figure><figcaption>{escape(row.setting)}</figcaption><div class=wide>{ladder_chart(row)}</div></figure>"


def _comparisons(found: Sequence[Comparison]) -> str:
    if not found:
        return ""
    told = (
        "better",
        "than",
        "only it right",
        "only the other",
        "pairs",
        "p (McNemar, exact)",
        "same value, of both",
    )
    head = _cells(told, "th")
    rows = ((c.first, c.second, c.only_first, c.only_second, c.pairs, f"{c.p:.2g}", agreed(c)) for c in found)
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return f"<div class=wide><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _kinds(rows: Sequence[Figures]) -> str:
    kinds = sorted({kind for row in rows for kind in row.kinds})
    head = _cells(("kind", *(row.setting for row in rows)), "th")
    body = "".join(
        f"<tr>{_cells((kind,))}{''.join(_kind_cell(row.kinds.get(kind, {})) for row in rows)}</tr>"
        for kind in kinds
    )
    return f"<div class=wide><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _kind_cell(counts: dict[Verdict, int]) -> str:
    total = sum(counts.values())
    good = counts.get(Verdict.RIGHT, 0) + counts.get(Verdict.VALID, 0)
    bad = counts.get(Verdict.WRONG, 0) + counts.get(Verdict.LOSSY, 0)
    if not total:
        return "<td></td>"
    share = round(10 * good / total)
    told = ", ".join(f"{verdict} {count}" for verdict, count in counts.items())
    wrong = f' <b class="wrong">{bad}✗</b>' if bad else ""
    return f'<td class="share" style="--share:{share}" title="{escape(told)}">{good}/{total}{wrong}</td>'


def _failures(records: Sequence[Record]) -> str:
    failed = [
        record
        for record in records
        if record.verdict not in (Verdict.RIGHT, Verdict.VALID) and not record.disputed
    ]
    if not failed:
        return "<p>Nothing.</p>"
    # What is worst is shown first, should there be too many.
    failed.sort(key=lambda record: VERDICTS.index(record.verdict), reverse=True)
    data = json.dumps([_shown(record) for record in failed[:_SHOWN]]).replace("</", "<\\/")
    more = f"<p>{len(failed) - _SHOWN} more are in the JSON file.</p>" if len(failed) > _SHOWN else ""
    return (
        '<form id="filters"><label>setting <select name="setting"></select></label>'
        '<label>verdict <select name="verdict"></select></label><label>kind <select name="kind"></select></label>'
        '<label>text <input name="text" type="search"></label><output></output></form>'
        f'<div id="cases"></div><button id="more" type="button">more</button>{more}'
        f'<script type="application/json" id="records">{data}</script>'
    )


def _shown(record: Record) -> dict[str, Any]:
    return {
        "setting": record.setting,
        "case": record.case,
        "kind": record.kind,
        "verdict": record.verdict,
        "completion": record.completion[:_LONGEST],
        "answer": record.answer[:_LONGEST],
        "value": None if record.step is None else json.dumps(record.value, ensure_ascii=False),
        "expected": json.dumps(record.expected[0], ensure_ascii=False) if record.expected else "",
        "error": record.error,
        "repairs": record.repairs,
    }


def _made(meta: dict[str, Any]) -> str:
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(_told(value))}</dd>" for name, value in meta.items())
    return f"<dl>{rows}</dl>"


def _told(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
