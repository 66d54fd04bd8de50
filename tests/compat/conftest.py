import runpy
from pathlib import Path

import pytest

from structout.compat import langchain

SCRIPTS = Path(__file__).parent / "scripts"


@pytest.fixture
def old_paths():
    langchain.install(force=True)  # langchain may be there, as a peer of the benchmarks
    yield
    langchain.uninstall()


@pytest.fixture
def run_script(old_paths, capsys):
    """Runs a script of 2023; what it printed, line by line."""

    def run(name, **names):
        runpy.run_path(str(SCRIPTS / f"{name}.py"), init_globals=names)
        return capsys.readouterr().out.splitlines()

    return run
