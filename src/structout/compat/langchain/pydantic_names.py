"""Pydantic by the path that LangChain gave it in late 2023; it is the Pydantic that is installed."""

from __future__ import annotations

from typing import Any

import pydantic


def __getattr__(name: str) -> Any:
    return getattr(pydantic, name)
