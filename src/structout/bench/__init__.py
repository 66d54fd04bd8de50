"""How often structured output is right, mended, wrong or lost, and at what cost: on your data, with your model."""

from structout.bench.corpus import Case, load, load_log, shipped, shipped_answers, shipped_tasks
from structout.bench.ladder import LOCAL_STEPS, MODEL_STEPS, Ladder, Record
from structout.bench.models import STYLES, Contestant, model_named
from structout.bench.readers import READERS, Reader, readers_named
from structout.bench.runner import Ledger, Plan, run
from structout.bench.statistics import mcnemar, samples_needed, wilson
from structout.bench.summary import Comparison, Figures, compare, comparisons, figures
from structout.bench.verdicts import Verdict

__all__ = [
    "LOCAL_STEPS",
    "MODEL_STEPS",
    "READERS",
    "STYLES",
    "Case",
    "Comparison",
    "Contestant",
    "Figures",
    "Ladder",
    "Ledger",
    "Plan",
    "Reader",
    "Record",
    "Verdict",
    "compare",
    "comparisons",
    "figures",
    "load",
    "load_log",
    "mcnemar",
    "model_named",
    "readers_named",
    "run",
    "samples_needed",
    "shipped",
    "shipped_answers",
    "shipped_tasks",
    "wilson",
]
