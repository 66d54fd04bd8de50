"""A process for each peer: asked for one completion at a time, killed when its time is up, started again."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from threading import Event, Lock, Timer
from typing import IO, Any, cast

from structout.bench.peers import READY
from structout.result import JsonValue

LIMIT = 5.0
"""Seconds that a peer has for one completion; what ends at all ends in a small part of that."""

_COMMAND = (sys.executable, "-m", "structout.bench.peers")


class RefusedError(Exception):
    """A peer refuses a completion, or its process ended over it; the message is one line."""


class HungError(RefusedError):
    """A peer had not ended when its time was up."""


@dataclass(slots=True)
class Worker:
    """A peer in a process of its own, which is started when it is first asked.

    Attributes:
        name: of the peer.
        limit: seconds for one completion.
        command: what is started, with the name behind it.
    """

    name: str
    limit: float = LIMIT
    command: tuple[str, ...] = _COMMAND
    _process: subprocess.Popen[str] | None = None
    _lock: Lock = field(default_factory=Lock)

    def ask(self, text: str, schema: Mapping[str, Any] | None = None) -> JsonValue:
        """Have one completion read.

        Args:
            text: the completion.
            schema: the type, for a peer that wants one.

        Returns:
            what it read out of it.

        Raises:
            RefusedError: it is refused, or the process ended over it.
            HungError: there was no answer in time.
        """
        request = json.dumps({"text": text, "schema": schema}) + "\n"
        with self._lock:
            line = self._exchanged(request)
        answer: dict[str, JsonValue] = json.loads(line)
        if "error" in answer:
            raise RefusedError(answer["error"])
        return answer["value"]

    def _exchanged(self, request: str) -> str:
        process = self._running()
        late = Event()
        alarm = Timer(self.limit, _stop, (process, late))
        alarm.start()
        line = ""
        try:
            line = _answered(process, request)
        finally:
            alarm.cancel()
            # Also when this process is interrupted: the answer still to come would be taken for the next one's.
            if not line.endswith("\n"):
                self.end()
        if line.endswith("\n"):
            return line
        if late.is_set():
            raise HungError(f"hung: no answer within {self.limit:g} s")
        raise RefusedError(f"crashed: the process ended with {process.returncode}")

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = _started((*self.command, self.name))
        return self._process

    def end(self) -> None:
        """End the process; the next question starts another."""
        if self._process is None:
            return
        process, self._process = self._process, None
        process.kill()
        process.communicate()


def _stop(process: subprocess.Popen[str], late: Event) -> None:
    late.set()
    process.kill()


def _started(command: tuple[str, ...]) -> subprocess.Popen[str]:
    process = subprocess.Popen(  # noqa: S603 - our own module in our own interpreter
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )
    # Only when it has loaded its library does the time of a completion run.
    if _answers(process).readline() != READY:
        process.kill()
        process.communicate()
        raise RefusedError("crashed: the library cannot be loaded")
    return process


def _answered(process: subprocess.Popen[str], request: str) -> str:
    # A process that has ended takes nothing in, and answers with the end of the file.
    with suppress(BrokenPipeError):
        requests = cast("IO[str]", process.stdin)
        requests.write(request)
        requests.flush()
    return _answers(process).readline()


def _answers(process: subprocess.Popen[str]) -> IO[str]:
    return cast("IO[str]", process.stdout)


@cache
def worker(name: str) -> Worker:
    """The process of a peer; it ends with this one.

    Args:
        name: as in ``structout.bench.peers.PEERS``.
    """
    made = Worker(name)
    atexit.register(made.end)
    return made
