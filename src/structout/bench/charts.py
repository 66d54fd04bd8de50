"""Figures → SVG, written by hand: classes in place of colours, so that the page's style sheet decides on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from structout.bench.summary import VERDICTS, Figures, Rung, verdicts_of
from structout.bench.verdicts import Verdict

_BAR, _ROW = 420, 40
_LABELS = {
    Verdict.RIGHT: "right",
    Verdict.VALID: "valid",
    Verdict.RAISED: "raised",
    Verdict.HUNG: "hung",
    Verdict.LOSSY: "silently lossy",
    Verdict.WRONG: "wrong",
}


def percent(share: float) -> str:
    """A share for readers.

    >>> percent(0.1234)
    '12.3 %'
    """
    return f"{100 * share:.1f} %"


def _svg(width: int, height: int, title: str, body: Iterable[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    shown = words if len(words) < 50 else f"{words[:47]}…"
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(shown)}</text>'


def legend(rows: Sequence[Figures]) -> str:
    """The colours of the verdicts that came about, for charts that stand alone."""
    parts = [
        f'<rect x="{100 * at}" y="4" width="12" height="12" class="{verdict}"/>{_text(100 * at + 18, 14, _LABELS[verdict])}'
        for at, verdict in enumerate(verdicts_of(rows))
    ]
    return _svg(_BAR + 80, 22, "Colours", parts)


def verdict_bars(rows: Sequence[Figures]) -> str:
    """One bar for each setting: right, raised, silently lossy, wrong."""
    parts: list[str] = []
    for index, row in enumerate(rows):
        y = index * _ROW
        parts += [_text(0, y + 14, row.setting), _text(_BAR, y + 14, percent(row.rate), "figure", "end")]
        x = 0.0
        for verdict in VERDICTS:
            count = row.counts.get(verdict, 0)
            width = _BAR * count / row.cases if row.cases else 0
            told = f"{row.setting}: {_LABELS[verdict]} {count} of {row.cases}"
            if count:
                parts.append(
                    f'<rect x="{x:.1f}" y="{y + 19}" width="{width:.1f}" height="13" class="{verdict}">'
                    f"<title>{escape(told)}</title></rect>"
                )
            x += width
    return _svg(_BAR, max(1, len(rows)) * _ROW, "Right, raised, lossy and wrong by setting", parts)


def ladder_chart(row: Figures) -> str:
    """The share that is right, and the share that is wrong, after each step of the ladder."""
    step, height = 96, 170
    parts = [f'<line x1="34" y1="140" x2="{50 + step * len(row.rungs)}" y2="140" class="axis"/>']
    for index, rung in enumerate(row.rungs):
        parts += _rung(rung, row.cases, 50 + index * step)
    parts.append(_text(34, 12, row.setting, "caption"))
    title = f"{row.setting}: right and wrong after each step"
    return _svg(60 + step * max(1, len(row.rungs)), height, title, parts)


def _rung(rung: Rung, cases: int, x: int) -> list[str]:
    right, bad = (105 * count / cases if cases else 0 for count in (rung.right, rung.bad))
    return [
        f'<rect x="{x}" y="{140 - right:.1f}" width="34" height="{right:.1f}" class="right">'
        f"<title>{escape(rung.step)}: {rung.right} right of {cases}; {rung.mended} got their value here</title></rect>",
        f'<rect x="{x + 36}" y="{140 - bad:.1f}" width="34" height="{bad:.1f}" class="wrong">'
        f"<title>{escape(rung.step)}: {rung.bad} wrong or silently lossy of {cases}</title></rect>",
        _text(x + 17, 134 - right, percent(rung.right / cases if cases else 0), "small", "middle"),
        _text(x + 53, 134 - bad, percent(rung.bad / cases if cases else 0), "small", "middle"),
        _text(x + 35, 158, rung.step, "", "middle"),
    ]


def cost_chart(rows: Sequence[Figures]) -> str:
    """Tokens for each case against the share that is right."""
    asked = [row for row in rows if row.calls and row.cases]
    if not asked:
        return ""
    most = max((row.prompt_tokens + row.completion_tokens) / row.cases for row in asked) or 1.0
    parts = [
        '<line x1="50" y1="220" x2="560" y2="220" class="axis"/><line x1="50" y1="10" x2="50" y2="220" class="axis"/>',
        _text(305, 245, "tokens for each case", "small", "middle"),
        _text(46, 16, "100 %", "small", "end"),
        _text(46, 224, "0 %", "small", "end"),
    ]
    for index, row in enumerate(asked):
        tokens = (row.prompt_tokens + row.completion_tokens) / row.cases
        x, y = 50 + 440 * tokens / most, 220 - 210 * row.rate
        low, high = row.interval
        told = f"{row.setting}: {percent(row.rate)} right, {tokens:.0f} tokens a case"
        parts += [
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{220 - 210 * low:.1f}" y2="{220 - 210 * high:.1f}" class="axis"/>',
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" class="right"><title>{escape(told)}</title></circle>',
            # Neighbours' names stand at different heights, so that they do not cover each other.
            _text(x + 8, y - 6 - 14 * (index % 3), row.setting, "small"),
        ]
    return _svg(760, 255, "Cost against rate", parts)


_STYLE = (
    "svg{--fg:#1a1d21;--line:#c9ced6;--right:#2f8f5b;--valid:#3f7fbf;--raised:#b9bec7;--hung:#7b8391;--lossy:#d98a1f;--wrong:#c8372d}"
    "@media (prefers-color-scheme:dark){svg{--fg:#e6e8eb;--line:#454c56;--right:#4fb37c;--raised:#6b7380;--hung:#98a1ae}}"
    "text{fill:var(--fg);font:12px system-ui,sans-serif}.small{font-size:11px}.axis{stroke:var(--line)}"
    ".right{fill:var(--right)}.valid{fill:var(--valid)}.raised{fill:var(--raised)}.hung{fill:var(--hung)}"
    ".lossy{fill:var(--lossy)}.wrong{fill:var(--wrong)}"
)


def standalone(charts: Sequence[str]) -> str:
    """Charts below each other as one SVG file that brings its colours along."""
    sizes = [tuple(map(int, chart.split('"', 2)[1].split()[2:])) for chart in charts]
    parts: list[str] = []
    top = 0
    for chart, (width, height) in zip(charts, sizes, strict=True):
        parts.append(chart.replace("<svg ", f'<svg y="{top}" width="{width}" height="{height}" ', 1))
        top += height + 10
    width = max((size[0] for size in sizes), default=0)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}" width="{width}" height="{top}">'
        f"<style>{_STYLE}</style>{''.join(parts)}</svg>\n"
    )
