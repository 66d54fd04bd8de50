"""What a parse hands back: the value, and every liberty that was taken to get it. Frozen values and one table."""

from structout.result.parsed import Attempt, Parsed, Problem, Usage
from structout.result.places import JsonValue, Path, Span, render_path, shorten
from structout.result.repairs import SEVERITY, Repair, RepairKind, Severity, quick_repair

__all__ = [
    "SEVERITY",
    "Attempt",
    "JsonValue",
    "Parsed",
    "Path",
    "Problem",
    "Repair",
    "RepairKind",
    "Severity",
    "Span",
    "Usage",
    "quick_repair",
    "render_path",
    "shorten",
]
