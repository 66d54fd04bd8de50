"""Code of 2023 that imports from ``langchain`` runs on structout, without langchain.

>>> from structout.compat import langchain
>>> langchain.install()
>>> from langchain.output_parsers import CommaSeparatedListOutputParser
>>> CommaSeparatedListOutputParser().parse("foo, bar")
['foo', 'bar']
>>> langchain.uninstall()
"""

from __future__ import annotations

from structout.compat.langchain.absences import ABSENT, Absent
from structout.compat.langchain.installing import install, installed, uninstall
from structout.compat.langchain.names import NAMES, Names, modules

__all__ = ["ABSENT", "NAMES", "Absent", "Names", "install", "installed", "modules", "uninstall"]
