"""The command ``structout``: demo, extract, parse, schema, pull."""

from __future__ import annotations

from structout.cli.entry import main

__all__ = ["main"]
