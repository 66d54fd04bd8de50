"""Parsers: completion → typed value, each with the format instructions that ask for it."""

from structout.parsers.base import BaseOutputParser, OutputParser

__all__ = ["BaseOutputParser", "OutputParser"]
