"""What a parse hands back: the value, and every liberty that was taken to get it. Frozen values and one table."""

from structout.result.account import Repairs, in_order, severity_of
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
    "Repairs",
    "Severity",
    "Span",
    "Usage",
    "in_order",
    "quick_repair",
    "render_path",
    "severity_of",
    "shorten",
]
