"""Old classes that count our own as their instances, so that ``isinstance`` answers as it did."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel


def _counted(cls: type, instance: Any) -> bool:
    # Read from the class's own names: a subclass of yours does not count ours.
    ours = cls.__dict__.get("counts_as")
    return ours is not None and isinstance(instance, ours)


class CountingType(type(BaseModel)):
    """For classes that are Pydantic models: instances of ``counts_as`` are instances."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return super().__instancecheck__(instance) or _counted(cls, instance)
