"""Values, repairs and errors for people: colours on a terminal, plain text elsewhere."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from structout.errors import OutputParserException
from structout.result import Parsed, Repair, Severity, Span, shorten

_STYLES = {
    Severity.NONE: "dim",
    Severity.COSMETIC: "green",
    Severity.TYPE: "yellow",
    Severity.LOSSY: "magenta",
    Severity.GUESS: "red",
}
_PLAIN_WIDTH = 120


def console(*, stderr: bool = False) -> Any:
    """A console of rich on standard output or error."""
    made = import_module("rich.console").Console(stderr=stderr, highlight=False, soft_wrap=True)
    if not made.is_terminal:
        made.width = _PLAIN_WIDTH
    return made


def explanation(parsed: Parsed[Any]) -> Any:
    """A completion with what was changed and what was passed over, and the list of repairs."""
    text_of, group_of = import_module("rich.text").Text, import_module("rich.console").Group
    shown = text_of(parsed.text)
    for span in parsed.ignored:
        shown.stylize("dim", span.start, span.end)
    for repair in parsed.repairs:
        start, end = _visible(repair.span, len(parsed.text))
        shown.stylize(f"bold reverse {_STYLES[repair.severity]}", start, end)
    lines = [_line(text_of, repair) for repair in parsed.repairs]
    passed_over = sum(span.end - span.start for span in parsed.ignored)
    summary = f"{len(lines)} repair{'s' * (len(lines) != 1)}, gravest {parsed.severity}"
    if passed_over:
        summary += f"; {passed_over} characters outside the value"
    return group_of(shown, text_of(summary, style="bold"), *lines)


def _visible(span: Span, length: int) -> tuple[int, int]:
    """A span of at least one character: an insertion is shown on the character behind it, or the last one."""
    if span.end > span.start:
        return span.start, span.end
    return min(span.start, max(length - 1, 0)), min(span.start + 1, length)


def _line(text_of: Any, repair: Repair) -> Any:
    line = text_of("  ")
    line.append(f"{repair.severity!s:<9}", style=_STYLES[repair.severity])
    line.append(f"{repair.kind!s:<22}")
    line.append(f"{repair.path} ", style="bold")
    line.append(f"({repair.span.start}-{repair.span.end}) ", style="dim")
    line.append(f"{shorten(repair.before)} → {shorten(repair.after)}")
    return line


def repair_json(repair: Repair) -> dict[str, Any]:
    """A repair as plain JSON."""
    return {
        "kind": str(repair.kind),
        "severity": str(repair.severity),
        "path": repair.path,
        "span": [repair.span.start, repair.span.end],
        "before": repair.before,
        "after": repair.after,
    }


def error_json(error: OutputParserException) -> dict[str, Any]:
    """A failure as plain JSON."""
    problems = [
        {
            "path": each.path,
            "expected": each.expected,
            "found": each.found,
            "span": None if each.span is None else [each.span.start, each.span.end],
            "hint": each.hint,
        }
        for each in error.errors
    ]
    return {"kind": str(error.kind), "message": error.message, "problems": problems, "partial": error.partial}
