"""Pydantic models whose own checks raise our errors as they are, not hidden inside a ValidationError."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel


class CheckedModel(BaseModel):
    """A model that calls ``_check`` once its fields are valid."""

    if not TYPE_CHECKING:  # type checkers go by the fields

        def __init__(self, **fields: Any) -> None:
            super().__init__(**fields)
            self._check()

    def _check(self) -> None:
        """Check that the fields fit one another; raise what the caller should see."""
