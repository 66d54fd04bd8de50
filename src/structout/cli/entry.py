"""Where the command starts: it needs click, and says so where there is none."""

from __future__ import annotations

import signal
import sys
from importlib import import_module
from types import FrameType

from structout.errors import MissingExtraError

_OWN = frozenset({"click", "rich"})


def main() -> int:
    """Run the command with the arguments of the process.

    Returns:
        The exit code: 0 done, 1 no value could be had, 2 wrong usage, 130 interrupted.
    """
    try:
        run = import_module("structout.cli.app").run
    except ModuleNotFoundError as error:
        if error.name not in _OWN:
            raise
        sys.stderr.write(f"Error: {MissingExtraError('cli', 'The command structout')}\n")
        return 1
    signal.signal(signal.SIGTERM, _interrupt)
    return int(run(sys.argv[1:]))


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    # Being told to end is like Ctrl-C: what was begun is cleared away first.
    raise KeyboardInterrupt
