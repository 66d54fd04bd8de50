"""The fuzz target runs for a while and finds nothing."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_no_text_makes_a_parser_raise_anything_but_its_own_exception():
    pytest.importorskip("atheris", reason="the extra 'fuzz' is not installed")
    script = Path(__file__).with_name("fuzz_parse.py")
    done = subprocess.run(
        [sys.executable, script, "-max_total_time=20"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-4000:]
