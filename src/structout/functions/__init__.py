"""Typed functions: a signature and a docstring become a prompt, a parser and a call of a model."""

from structout.functions.asking import GroundingWarning
from structout.functions.decorator import extract
from structout.functions.defaults import configure
from structout.functions.extraction import Extraction
from structout.functions.function import AsyncFunction, AsyncItemsFunction, Function, ItemsFunction
from structout.functions.grounding import Grounded, Grounding, Standing, ground
from structout.functions.items import AsyncItemStream, ItemStream
from structout.functions.options import Options
from structout.streaming import Partial

__all__ = [
    "AsyncFunction",
    "AsyncItemStream",
    "AsyncItemsFunction",
    "Extraction",
    "Function",
    "Grounded",
    "Grounding",
    "GroundingWarning",
    "ItemStream",
    "ItemsFunction",
    "Options",
    "Partial",
    "Standing",
    "configure",
    "extract",
    "ground",
]
