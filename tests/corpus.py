"""The corpora of completions with right answers, and the types that they ask for."""

from __future__ import annotations

import functools
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import BaseModel

DATA = Path(__file__).parent / "data"

PRELUDE = """
import enum, datetime, decimal, typing
from enum import Enum, IntEnum, StrEnum
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from dataclasses import dataclass, field
from typing import *
from uuid import UUID
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType, TypedDict
DateTime = datetime
"""


def rows(*names: str) -> list[dict[str, Any]]:
    """The rows of some corpora, in order."""
    return [json.loads(line) for name in names for line in (DATA / name).read_text("utf-8").splitlines()]


def built(target: dict[str, str]) -> Any:
    """The type that a row's target stands for."""
    return _built(target["py"], target["root"])


@functools.cache
def _built(source: str, root: str) -> Any:
    # Dataclasses look their annotations up in the module that they say they are from.
    module = sys.modules.setdefault("case", ModuleType("case"))
    space: dict[str, Any] = {"__name__": "case"}
    exec(PRELUDE, module.__dict__)
    exec(PRELUDE + source, space)
    for value in list(space.values()):
        if isinstance(value, type) and issubclass(value, BaseModel) and value is not BaseModel:
            value.model_rebuild(_types_namespace=space, raise_errors=False)
    return eval(root, space)
