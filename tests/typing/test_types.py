"""The assert_type files beside this one, read by both type checkers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(str(path) for path in HERE.glob("*_typed.py"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "checker", [["pyright"], ["mypy", "--warn-unused-ignores", "--follow-imports=silent"]]
)
def test_types_are_exact(checker: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *checker, *FILES],
        cwd=HERE.parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
