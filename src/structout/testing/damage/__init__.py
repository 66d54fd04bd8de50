"""Named damages: a clean completion and a random generator → a spoilt completion, and whether the answer survives."""

from structout.testing.damage.model import Damage, Damaged, Stage, compose, damage_all
from structout.testing.damage.shape import Shape, shape_of
from structout.testing.damage.table import DAMAGES, NO_DAMAGE, damages_named

__all__ = [
    "DAMAGES",
    "NO_DAMAGE",
    "Damage",
    "Damaged",
    "Shape",
    "Stage",
    "compose",
    "damage_all",
    "damages_named",
    "shape_of",
]
